"""``plyscope search``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from plyscope.cli import options
from plyscope.core.errors import InputError, choose

if TYPE_CHECKING:
    from plyscope.core.position import Position
    from plyscope.core.search import Search
    from plyscope.instrumentation.run import SearchResult


def search(
    depth: options.Depth,
    moves: Annotated[
        str | None, typer.Argument(metavar="[POSITION]", help="The same as --position.", show_default=False)
    ] = None,
    algorithm: options.Algorithm = "alphabeta",
    heuristic: options.HeuristicName = "discs",
    position: Annotated[
        str | None,
        typer.Option(help="Rows of .XO, one line of -XO, or moves such as d3c5f6.", show_default="the start"),
    ] = None,
    to_move: Annotated[
        str | None, typer.Option(help="X (black) or O (white).", show_default="as in the position, else X")
    ] = None,
    size: options.OptionalSize = None,
    variant: options.Variant = "reversi",
    dialect: options.DialectName = "standard",
    cutoff: options.Cutoff = None,
    root: options.Root = None,
    no_move: options.NoMove = None,
    terminal: options.Terminal = None,
    order: options.Order = None,
    backend: options.Backend = "compiled",
    as_json: options.Json = False,
) -> None:
    """Search one position and count everything that the search does."""
    if moves is not None and position is not None:
        raise InputError(f"position {moves!r} given twice: leave out --position or the argument")
    chosen = options.make_dialect(dialect, cutoff, root, no_move, terminal, order)
    place = options.make_position(position if moves is None else moves, to_move, size, variant, chosen.game_rule)

    from plyscope.core.algorithms import ALGORITHMS
    from plyscope.instrumentation.run import search as run

    strategy = ALGORITHMS[choose("algorithm", algorithm, ALGORITHMS)](heuristic, depth, chosen)
    with options.heuristic_errors(heuristic):
        result = run(place, strategy, backend)
    if as_json:
        options.print_json(result.to_dict())
    else:
        _show(place, strategy, result)


def _show(position: Position, strategy: Search, result: SearchResult) -> None:
    """The board beside the counts."""
    from rich.columns import Columns
    from rich.console import Console
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    from plyscope.core.search import name_of

    counters = result.counters
    dialect = strategy.dialect
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    table.add_column(justify="right")
    for name, text in (
        ("move", result.move or "none"),
        ("value", options.show_value(result.value)),
        ("nodes", f"{counters.nodes:,}"),
        ("calls, min + max", f"{counters.calls.min:,} + {counters.calls.max:,}"),
        ("leaves", f"{counters.leaves:,}"),
        ("terminals", f"{counters.terminals:,}"),
        ("passes", f"{counters.passes:,}"),
        ("cutoffs, min + max", f"{counters.cutoffs.min:,} + {counters.cutoffs.max:,}"),
        ("skipped children", f"{counters.skipped:,}"),
        ("by ply", " ".join(f"{count:,}" for count in counters.by_ply)),
        ("cutoffs by child", " ".join(f"{count:,}" for count in counters.cutoffs_by_child) or "none"),
        ("dialect", f"{dialect.cutoff}, {dialect.root}, {dialect.no_move}, {dialect.terminal}, {dialect.order}"),
        ("seconds", f"{result.seconds:.4g} ({result.backend})"),
    ):
        table.add_row(name, Text(text))
    title = f"{strategy.algorithm}, depth {strategy.depth}, {name_of(strategy.heuristic)}"
    panel = Panel(table, title=Text(title), expand=False)
    Console().print(Columns([Panel(str(position), expand=False), panel]))
