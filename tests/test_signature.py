"""The signature of the search: what a fixed suite of searches counts, as chess engines do with their bench.

Any change of behaviour changes the signature, and nothing else does: a faster kernel or a tidier reference leaves it
alone. The commit that changes it says why, and quotes the new `NODES`. A failure prints the new row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple
from zlib import crc32

import pytest

import plyscope as ps
from plyscope.core.dialect import DIALECTS
from plyscope.core.search import ALGORITHMS

HEURISTICS = ("discs", "mobility", "weights")
SETTINGS = {**DIALECTS, **{order: ps.dialect(order=order) for order in ("reversed", "table", "oracle")}}
"""The presets, and the orders of moves that no preset has."""


class Root(NamedTuple):
    """A position of the suite, and how deep each algorithm looks into it."""

    size: int
    variant: str
    depths: dict[str, int]
    moves: str = ""
    """From the start; none of them is a pass, so that every dialect gets there."""

    def position(self, dialect: ps.Dialect) -> ps.Position:
        """The position, with the dialect's rule for a player without a move."""
        if not self.moves:
            return ps.Position.start(self.size, self.variant, dialect.game_rule)
        return ps.Position.from_text(self.moves, None, self.size, self.variant, dialect.game_rule)


def depths(minimax: int, alphabeta: int) -> dict[str, int]:
    return {"minimax": minimax, "alphabeta": alphabeta}


MIDDLE_8 = "c4c5f6c3b5g7e3e6c2f3g3a5h8b3f4f2b4f5f7h3"
LATE_8 = (
    "c4c3e6f6f5d6d7c5g7f7f8d8b4b3b2f4b5a6c8g5g4a2c6h8b6g8h6b1e8a4e7a5a1c2c1d2d3b7c7e3e2g6a7b8a3e1f3h3f1h5",
    "e6f6g6d6c6g7g8b6c4h8f7e3f2e7f5c3d3h5b2g5h7c5a6a7b4d7h4a1c2a3b5h6a2a4d8h3f8d2b3c8a5e8c1f4f3g1c7g3g4b1a8b7e2",
)
MIDDLE_6 = "c2b2a2d2e2b4e5f1a4d5e3a1c5a3f2d6c6f4"
LATE_6 = "c2d2e1b3e2d5a3d1c1f2f3f4e6f1e3b1e5b2a1a4a5d6c5b6c6"

SUITE = (
    Root(4, "reversi", depths(6, 12)),
    Root(4, "reversed", depths(6, 12)),
    Root(6, "reversi", depths(4, 6)),
    Root(8, "reversi", depths(5, 7)),
    Root(10, "reversed", depths(4, 6)),
    Root(16, "reversi", depths(3, 5)),
    Root(20, "reversed", depths(3, 4)),
    Root(8, "reversed", depths(3, 4), MIDDLE_8),
    Root(8, "reversi", depths(5, 20), LATE_8[0]),
    Root(8, "reversed", depths(5, 20), LATE_8[1]),
    Root(6, "reversed", depths(4, 5), MIDDLE_6),
    Root(6, "reversi", depths(20, 20), LATE_6),
)


class Signature(NamedTuple):
    """The totals of some searches, and a checksum of all that no total shows."""

    nodes: int
    leaves: int
    terminals: int
    passes: int
    cutoffs: int
    skipped: int
    checksum: int
    """CRC32 of every search's move, value and histograms."""


NODES = 1_466_914
"""The one number to quote."""
SIGNATURES = {
    ("standard", "minimax"): Signature(42456, 28605, 1557, 810, 0, 0, 3788779683),
    ("standard", "alphabeta"): Signature(140218, 35277, 17171, 13361, 20015, 50135, 1572577411),
    ("liao", "minimax"): Signature(40164, 28932, 825, 0, 0, 0, 1932511742),
    ("liao", "alphabeta"): Signature(98118, 33479, 10612, 0, 17053, 46678, 1789937090),
    ("toronto", "minimax"): Signature(40164, 28005, 1752, 0, 0, 0, 3797882038),
    ("toronto", "alphabeta"): Signature(99014, 24089, 20270, 0, 16526, 49373, 3857444806),
    ("uam", "minimax"): Signature(42456, 28605, 1557, 810, 0, 0, 2916965401),
    ("uam", "alphabeta"): Signature(436584, 121549, 64208, 35948, 34733, 93442, 2494869240),
    ("li", "minimax"): Signature(42339, 29022, 1581, 0, 0, 0, 1279957584),
    ("li", "alphabeta"): Signature(128449, 24544, 25413, 0, 18942, 48775, 2667239307),
    ("reversed", "minimax"): Signature(42456, 28605, 1557, 810, 0, 0, 3153150602),
    ("reversed", "alphabeta"): Signature(144901, 35110, 18848, 12634, 20567, 53088, 60496220),
    ("table", "minimax"): Signature(42456, 28605, 1557, 810, 0, 0, 2754173874),
    ("table", "alphabeta"): Signature(70257, 18521, 9717, 4865, 11294, 34333, 4235141527),
    ("oracle", "minimax"): Signature(42456, 28605, 1557, 810, 0, 0, 3788779683),
    ("oracle", "alphabeta"): Signature(14426, 5068, 872, 635, 4363, 19575, 1169892025),
}


def search(root: Root, setting: str, algorithm: str, heuristic: str, backend: str = "compiled") -> ps.SearchResult:
    dialect = SETTINGS[setting]
    strategy = ALGORITHMS[algorithm](heuristic, root.depths[algorithm], dialect)
    return ps.search(root.position(dialect), strategy, backend)


def sign(results: Iterable[ps.SearchResult]) -> Signature:
    """The signature of searches in this order."""
    found = list(results)
    total = ps.Counters.total(result.counters for result in found)
    lines = "\n".join(_line(result) for result in found)
    return Signature(
        total.nodes,
        total.leaves,
        total.terminals,
        total.passes,
        total.cutoffs.total,
        total.skipped,
        crc32(lines.encode()),
    )


def _line(result: ps.SearchResult) -> str:
    counters = result.counters
    histograms = (",".join(map(str, counts)) for counts in (counters.by_ply, counters.cutoffs_by_child))
    return " ".join([str(result.move), repr(float(result.value)), *histograms])


@cache
def signature(setting: str, algorithm: str) -> Signature:
    """What the compiled search counts in the whole suite with every heuristic."""
    return sign(search(root, setting, algorithm, heuristic) for root in SUITE for heuristic in HEURISTICS)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("setting", SETTINGS)
def test_signature(setting: str, algorithm: str) -> None:
    found = signature(setting, algorithm)
    assert found == SIGNATURES[setting, algorithm], f'new row: ("{setting}", "{algorithm}"): Signature{tuple(found)},'


def test_the_number_to_quote() -> None:
    assert sum(signature(*row).nodes for row in SIGNATURES) == NODES


def small() -> Iterator[tuple[Root, str]]:
    """What the reference searches in a moment: one heuristic a root, taken in turn."""
    for number, root in enumerate(SUITE):
        shallow = depths(min(root.depths["minimax"], 3), min(root.depths["alphabeta"], 4))
        yield root._replace(depths=shallow), HEURISTICS[number % len(HEURISTICS)]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("setting", SETTINGS)
def test_the_reference_signs_the_same(setting: str, algorithm: str) -> None:
    for root, heuristic in small():
        compiled = search(root, setting, algorithm, heuristic)
        readable = search(root, setting, algorithm, heuristic, "reference")
        assert (readable.move, readable.value) == (compiled.move, compiled.value), root
        assert readable.counters == compiled.counters, root


def test_the_suite_shows_everything_that_is_counted() -> None:
    """A counter that stayed at zero would sign nothing."""
    for setting in SETTINGS:
        found = signature(setting, "alphabeta")
        for counter, count in found._asdict().items():
            is_never = counter == "passes" and SETTINGS[setting].no_move != "pass"
            assert (count == 0) is is_never, (setting, counter)
