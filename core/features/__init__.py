"""The vocabulary of heuristics: each word runs on integers in the reference and compiled in the kernel.

In a heuristic `me`, `opp` and `board` are sets of squares. In the reference search they are integers; in compiled code
they are the types of `plyscope.core.bitboard`. A few words have a plain form and, right below it, a compiled one
(`@overload`); all others are made of those and compiled as they are written. Differences are `me` minus `opp`; the
words that end in `_discs` or `_squares` give the set behind a number.
"""

from plyscope.core.features.counting import disc_count, discs, is_empty, plies_played
from plyscope.core.features.exposure import (
    contact_count,
    frontier,
    frontier_contacts,
    frontier_discs,
    frontier_inner,
    frontier_inner_discs,
)
from plyscope.core.features.moves import legal_moves, mobility, potential_mobility, potential_squares
from plyscope.core.features.regions import corner_squares, corners, edge_squares, edges, percent, share
from plyscope.core.features.shifts import neighbours, shift
from plyscope.core.features.stability import (
    anchored_discs,
    dong_discs,
    full_line_discs,
    sound_discs,
    stable,
    stable_anchored,
    stable_discs,
    stable_dong,
    stable_full_lines,
    stable_sound,
    stable_staircase,
)
from plyscope.core.features.stage import is_past, stage
from plyscope.core.features.staircase import staircase_discs
from plyscope.core.features.tables import table_sum

__all__ = [
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
]
