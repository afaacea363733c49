"""The games whose calls the report `uam` counted, in its dialect and in three others.

The report plays one game a heuristic on 6x6, black at depth 4 and white at depth 5 in our counting (its levels 3 and
4), and counts the calls of both players. ``python -m plyscope.studies.uam`` prints the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plyscope.core.dialect import Dialect, dialect
from plyscope.core.position import Position
from plyscope.core.search import AlphaBeta, Minimax, Search
from plyscope.instrumentation.games import CountedGame, match

SIZE, BLACK_DEPTH, WHITE_DEPTH = 6, 4, 5
HEURISTICS = ("uam.heuristic1", "uam.edges_and_corners", "uam.weights_and_times")
PRINTED = dialect("uam")
DIALECTS = {
    "as printed (strict, fresh)": PRINTED,
    "inclusive cutoffs": dialect(PRINTED, cutoff="inclusive"),
    "shared root window": dialect(PRINTED, root="shared"),
    "inclusive and shared": dialect(PRINTED, cutoff="inclusive", root="shared"),
}


def play(kind: type[Search], heuristic: str, choices: Dialect = PRINTED, backend: str = "compiled") -> CountedGame:
    """One game of the report's measure."""
    black, white = kind(heuristic, BLACK_DEPTH, choices), kind(heuristic, WHITE_DEPTH, choices)
    return match(Position.start(SIZE), black, white, backend)


@dataclass(frozen=True)
class UamRow:
    """The calls of one heuristic's game: minimax, and alpha-beta in each dialect."""

    heuristic: str
    plies: int
    minimax: int
    alphabeta: dict[str, int]


def rows(backend: str = "compiled") -> Iterator[UamRow]:
    """One row a heuristic."""
    for heuristic in HEURISTICS:
        full = play(Minimax, heuristic, backend=backend)
        calls = {
            name: play(AlphaBeta, heuristic, choices, backend).total.calls.total for name, choices in DIALECTS.items()
        }
        yield UamRow(heuristic, full.game.plies, full.total.calls.total, calls)


def to_markdown(found: list[UamRow]) -> str:
    """The table of docs/uam-tie.md."""
    names = ["heuristic", "plies", "minimax", *DIALECTS]
    lines = ["| " + " | ".join(names) + " |", "|---" + "|---:" * (len(names) - 1) + "|"]
    for row in found:
        numbers = [row.plies, row.minimax, *row.alphabeta.values()]
        lines.append(f"| `{row.heuristic}` | " + " | ".join(f"{number:,}" for number in numbers) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(to_markdown(list(rows())))
