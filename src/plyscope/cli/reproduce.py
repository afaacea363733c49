"""``plyscope reproduce``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from plyscope.cli import options

if TYPE_CHECKING:
    from rich.table import Table

    from plyscope.studies.starts import StartRow

SIZES = (6, 8, 10)


def reproduce(
    max_depth: Annotated[
        int, typer.Option(help="The deepest search, 1 to 12.", parser=options.number_between(1, 12), metavar="D")
    ] = 9,
    heuristic: options.HeuristicName = "weights",
    as_json: options.Json = False,
) -> None:
    """Minimax v alpha-beta from the start positions, depth by depth: nodes, what was pruned, time."""
    from rich.console import Console

    from plyscope.studies.starts import start_rows

    console = Console(stderr=True)
    rows = []
    with console.status("compiling or loading the search") as status, options.heuristic_errors(heuristic):
        for row in start_rows(SIZES, range(1, max_depth + 1), heuristic):
            rows.append(row)
            status.update(f"{row.size}x{row.size}, depth {row.depth} done")
    if as_json:
        options.print_json({"heuristic": heuristic, "rows": [row.to_dict() for row in rows]})
    else:
        _show(rows, heuristic)


def _show(rows: list[StartRow], heuristic: str) -> None:
    from rich.console import Console

    console = Console(markup=False)
    console.print(f"Nodes visited from the start; heuristic {heuristic}, at finished games too.")
    for size in SIZES:
        console.print(_table(size, [row for row in rows if row.size == size]))
    same = sum(row.is_same for row in rows)
    console.print(f"Alpha-beta chose minimax's move at minimax's value in {same} of {len(rows)} rows.")
    console.print("m. s, a-b s: seconds of minimax and of alpha-beta.")
    console.print("minimal: what alpha-beta visits when every node's truly best move comes first.")


def _table(size: int, rows: list[StartRow]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=f"{size}x{size}", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name in ("depth", "minimax", "alpha-beta", "minimal", "pruned", "value", "move"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in ("m. s", "a-b s"):
        table.add_column(name, justify="right", no_wrap=True, style="dim")
    for row in rows:
        table.add_row(
            str(row.depth),
            f"{row.minimax.counters.nodes:,}",
            f"{row.alphabeta.counters.nodes:,}",
            f"{row.minimal.counters.nodes:,}",
            f"{row.pruned_share:.1%}",
            f"{row.minimax.value:g}",
            row.minimax.move,
            f"{row.minimax.seconds:.4f}",
            f"{row.alphabeta.seconds:.4f}",
        )
    return table
