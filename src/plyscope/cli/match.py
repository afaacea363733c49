"""``plyscope match``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from plyscope.cli import options
from plyscope.core.errors import choose

if TYPE_CHECKING:
    from plyscope.core.search import Search
    from plyscope.instrumentation.games import CountedGame

SideHeuristic = Annotated[
    str | None, typer.Option(help="This side's heuristic instead of --heuristic.", show_default="--heuristic")
]


def match(
    black_depth: options.Depth,
    white_depth: options.Depth,
    size: options.Size = 8,
    variant: options.Variant = "reversi",
    algorithm: options.Algorithm = "alphabeta",
    heuristic: options.HeuristicName = "discs",
    black_heuristic: SideHeuristic = None,
    white_heuristic: SideHeuristic = None,
    dialect: options.DialectName = "standard",
    cutoff: options.Cutoff = None,
    root: options.Root = None,
    no_move: options.NoMove = None,
    terminal: options.Terminal = None,
    order: options.Order = None,
    backend: options.Backend = "compiled",
    as_json: options.Json = False,
) -> None:
    """Play one game between two searches and count what each of them does."""
    from plyscope.core.algorithms import ALGORITHMS
    from plyscope.instrumentation.games import match as play

    chosen = options.make_dialect(dialect, cutoff, root, no_move, terminal, order)
    kind = ALGORITHMS[choose("algorithm", algorithm, ALGORITHMS)]
    black = kind(black_heuristic or heuristic, black_depth, chosen)
    white = kind(white_heuristic or heuristic, white_depth, chosen)
    start = options.make_position(None, None, size, variant, chosen.game_rule)
    with options.heuristic_errors(black_heuristic or heuristic, white_heuristic or heuristic):
        counted = play(start, black, white, backend)
    if as_json:
        options.print_json(counted.to_dict())
    else:
        _show(counted, black, white)


def _show(counted: CountedGame, black: Search, white: Search) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from plyscope.core.search import name_of

    console = Console(markup=False)
    console.print(str(counted.game.final), highlight=False)
    score = counted.game.score
    console.print(f"black {score.black}, white {score.white} after {counted.game.plies} plies:")
    console.print(" ".join(counted.game.moves), highlight=False)
    table = Table()
    for name in ("", "search", "calls", "leaves", "cutoffs", "skipped"):
        table.add_column(name, justify="left" if name in ("", "search") else "right")
    sides = (("black", black, counted.black), ("white", white, counted.white), ("both", None, counted.total))
    for side, search, counters in sides:
        table.add_row(
            side,
            Text(f"{name_of(search.heuristic)}, depth {search.depth}") if search else "",
            f"{counters.calls.total:,}",
            f"{counters.leaves:,}",
            f"{counters.cutoffs.total:,}",
            f"{counters.skipped:,}",
        )
    console.print(table)
