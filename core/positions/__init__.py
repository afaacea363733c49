"""Positions to measure on: stages, shipped sets, a generator, and importers of other people's files."""

from plyscope.core.positions.sets import SETS, Entry, PositionSet, positions
from plyscope.core.positions.stages import PRESETS, STAGES, stage_of

__all__ = ["PRESETS", "SETS", "STAGES", "Entry", "PositionSet", "positions", "stage_of"]
