"""Measure game-tree search, not your laptop.

Names are imported when they are first used, so that ``import plyscope`` and the command line start at once.

Examples
--------
>>> import plyscope as ps
>>> result = ps.search(ps.start(8), ps.AlphaBeta("weights", depth=6))
>>> result.move, result.counters.calls.total, result.counters.cutoffs.total
('d3', 1375, 308)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyscope.core.dialect import DIALECTS as DIALECTS
    from plyscope.core.dialect import Dialect as Dialect
    from plyscope.core.dialect import dialect as dialect
    from plyscope.core.errors import InputError as InputError
    from plyscope.core.features import anchored_discs as anchored_discs
    from plyscope.core.features import contact_count as contact_count
    from plyscope.core.features import corner_squares as corner_squares
    from plyscope.core.features import corners as corners
    from plyscope.core.features import disc_count as disc_count
    from plyscope.core.features import discs as discs
    from plyscope.core.features import dong_discs as dong_discs
    from plyscope.core.features import edge_squares as edge_squares
    from plyscope.core.features import edges as edges
    from plyscope.core.features import frontier as frontier
    from plyscope.core.features import frontier_contacts as frontier_contacts
    from plyscope.core.features import frontier_discs as frontier_discs
    from plyscope.core.features import frontier_inner as frontier_inner
    from plyscope.core.features import frontier_inner_discs as frontier_inner_discs
    from plyscope.core.features import full_line_discs as full_line_discs
    from plyscope.core.features import is_empty as is_empty
    from plyscope.core.features import is_past as is_past
    from plyscope.core.features import legal_moves as legal_moves
    from plyscope.core.features import mobility as mobility
    from plyscope.core.features import neighbours as neighbours
    from plyscope.core.features import percent as percent
    from plyscope.core.features import plies_played as plies_played
    from plyscope.core.features import potential_mobility as potential_mobility
    from plyscope.core.features import potential_squares as potential_squares
    from plyscope.core.features import share as share
    from plyscope.core.features import shift as shift
    from plyscope.core.features import sound_discs as sound_discs
    from plyscope.core.features import stable as stable
    from plyscope.core.features import stable_anchored as stable_anchored
    from plyscope.core.features import stable_discs as stable_discs
    from plyscope.core.features import stable_dong as stable_dong
    from plyscope.core.features import stable_full_lines as stable_full_lines
    from plyscope.core.features import stable_sound as stable_sound
    from plyscope.core.features import stable_staircase as stable_staircase
    from plyscope.core.features import stage as stage
    from plyscope.core.features import staircase_discs as staircase_discs
    from plyscope.core.features import table_sum as table_sum
    from plyscope.core.game import PASS as PASS
    from plyscope.core.game import State as State
    from plyscope.core.game import Successor as Successor
    from plyscope.core.heuristics import Heuristic as Heuristic
    from plyscope.core.heuristics import heuristic as heuristic
    from plyscope.core.match import Game as Game
    from plyscope.core.match import play_match as play_match
    from plyscope.core.path_search import PathMinimax as PathMinimax
    from plyscope.core.perft import Perft as Perft
    from plyscope.core.perft import perft as perft
    from plyscope.core.position import Position as Position
    from plyscope.core.position import Score as Score
    from plyscope.core.positions import Entry as Entry
    from plyscope.core.positions import PositionSet as PositionSet
    from plyscope.core.positions import positions as positions
    from plyscope.core.positions import stage_of as stage_of
    from plyscope.core.rules import Rules as Rules
    from plyscope.core.search import AlphaBeta as AlphaBeta
    from plyscope.core.search import BestMove as BestMove
    from plyscope.core.search import Minimax as Minimax
    from plyscope.core.search import Search as Search
    from plyscope.core.tables import byte_tables as byte_tables
    from plyscope.instrumentation.clock import Calibration as Calibration
    from plyscope.instrumentation.clock import Timing as Timing
    from plyscope.instrumentation.clock import calibrate as calibrate
    from plyscope.instrumentation.clock import measure as measure
    from plyscope.instrumentation.counters import Counters as Counters
    from plyscope.instrumentation.games import CountedGame as CountedGame
    from plyscope.instrumentation.games import match as match
    from plyscope.instrumentation.machine import Fingerprint as Fingerprint
    from plyscope.instrumentation.machine import fingerprint as fingerprint
    from plyscope.instrumentation.metrics import Metrics as Metrics
    from plyscope.instrumentation.metrics import metrics as metrics
    from plyscope.instrumentation.observe import Node as Node
    from plyscope.instrumentation.observe import Observer as Observer
    from plyscope.instrumentation.observe import observe as observe
    from plyscope.instrumentation.recorders import CallCounter as CallCounter
    from plyscope.instrumentation.recorders import CutoffCounter as CutoffCounter
    from plyscope.instrumentation.recorders import StopAfter as StopAfter
    from plyscope.instrumentation.recorders import TreeNode as TreeNode
    from plyscope.instrumentation.recorders import TreeRecorder as TreeRecorder
    from plyscope.instrumentation.recorders import WindowTrace as WindowTrace
    from plyscope.instrumentation.run import SearchResult as SearchResult
    from plyscope.instrumentation.run import search as search
    from plyscope.reports import figures as figures
    from plyscope.reports import tables as tables
    from plyscope.studies.notebook import study as study
    from plyscope.studies.sweep import sweep as sweep

__version__ = "0.1.0"

_HOMES = {
    "core.dialect": ("DIALECTS", "Dialect", "dialect"),
    "core.errors": ("InputError",),
    "core.features": (
        "anchored_discs",
        "contact_count",
        "corner_squares",
        "corners",
        "disc_count",
        "discs",
        "dong_discs",
        "edge_squares",
        "edges",
        "frontier",
        "frontier_contacts",
        "frontier_discs",
        "frontier_inner",
        "frontier_inner_discs",
        "full_line_discs",
        "is_empty",
        "is_past",
        "legal_moves",
        "mobility",
        "neighbours",
        "percent",
        "plies_played",
        "potential_mobility",
        "potential_squares",
        "share",
        "shift",
        "sound_discs",
        "stable",
        "stable_anchored",
        "stable_discs",
        "stable_dong",
        "stable_full_lines",
        "stable_sound",
        "stable_staircase",
        "stage",
        "staircase_discs",
        "table_sum",
    ),
    "core.game": ("PASS", "State", "Successor"),
    "core.heuristics": ("Heuristic", "heuristic"),
    "core.match": ("Game", "play_match"),
    "core.path_search": ("PathMinimax",),
    "core.perft": ("Perft", "perft"),
    "core.position": ("Position", "Score"),
    "core.positions": ("Entry", "PositionSet", "positions", "stage_of"),
    "core.rules": ("Rules",),
    "core.search": ("AlphaBeta", "BestMove", "Minimax", "Search"),
    "core.tables": ("byte_tables",),
    "instrumentation.clock": ("Calibration", "Timing", "calibrate", "measure"),
    "instrumentation.counters": ("Counters",),
    "instrumentation.games": ("CountedGame", "match"),
    "instrumentation.machine": ("Fingerprint", "fingerprint"),
    "instrumentation.metrics": ("Metrics", "metrics"),
    "instrumentation.observe": ("Node", "Observer", "observe"),
    "instrumentation.recorders": (
        "CallCounter",
        "CutoffCounter",
        "StopAfter",
        "TreeNode",
        "TreeRecorder",
        "WindowTrace",
    ),
    "instrumentation.run": ("SearchResult", "search"),
    "studies.notebook": ("study",),
    "studies.sweep": ("sweep",),
}
_MODULES = {"figures": "reports.figures", "tables": "reports.tables"}
"""Modules that are names of the front door themselves."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted([*_HOME_OF, *_MODULES, "start"])


def start(size: int = 8, variant: str = "reversi") -> Position:
    """The start position: `Position.start`."""
    from plyscope.core.position import Position

    return Position.start(size, variant)


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"plyscope.{_MODULES[name]}")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'plyscope' has no attribute {name!r}")
    value = getattr(import_module(f"plyscope.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
