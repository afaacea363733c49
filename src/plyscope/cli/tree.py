"""``plyscope tree``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyscope.cli import options
from plyscope.core.errors import InputError, choose

if TYPE_CHECKING:
    from plyscope.core.position import Position
    from plyscope.core.search import Search
    from plyscope.instrumentation.recorders import TreeNode

COUNTED = 10_000
"""A tree too large to draw is searched this far, to say how large it is."""


def tree(
    depth: options.Depth,
    out: Annotated[Path, typer.Option(help="The picture: .svg, .pdf or .png.", metavar="FILE")],
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
    max_nodes: Annotated[
        int, typer.Option(help="The most nodes to draw.", parser=options.whole_number, metavar="N")
    ] = 400,
) -> None:
    """Draw the tree of one search: values, windows, cutoffs and what was never visited."""
    if max_nodes < 1:
        raise InputError(f"--max-nodes {max_nodes}: use a whole number from 1")
    chosen = options.make_dialect(dialect, cutoff, root, no_move, terminal, order)
    place = options.make_position(position, to_move, size, variant, chosen.game_rule)

    from plyscope.core.algorithms import ALGORITHMS
    from plyscope.core.search import name_of
    from plyscope.reports.figure_style import in_words
    from plyscope.reports.tree import check_path, save_tree

    check_path(out)
    strategy = ALGORITHMS[choose("algorithm", algorithm, ALGORITHMS)](heuristic, depth, chosen)
    with options.heuristic_errors(heuristic):
        recorded = _record(place, strategy, max_nodes)
    visited = sum(node.is_visited for node in recorded.walk())
    unvisited = sum(not node.is_visited for node in recorded.walk())
    counts = f"{visited} nodes visited, {unvisited} never visited"
    title = f"{in_words(strategy.algorithm)}, depth {strategy.depth}, {name_of(strategy.heuristic)}: {counts}"
    save_tree(recorded, out, title=title, max_nodes=max_nodes)
    print(f"{out}: {counts}")


def _record(position: Position, strategy: Search, max_nodes: int) -> TreeNode:
    """The tree of a search, which is given up when it is far too large to draw."""
    from plyscope.instrumentation.observe import observe
    from plyscope.instrumentation.recorders import StopAfter, TreeRecorder

    most = max(COUNTED, max_nodes)
    recorder, stop = TreeRecorder(most_nodes=most + 1), StopAfter(calls=most)
    observe(strategy, stop, recorder).next_move(position)
    if stop.is_stopped:
        raise InputError(f"a tree of over {most} nodes, more than {max_nodes}: search less deep, or raise --max-nodes")
    assert recorder.root is not None
    return recorder.root
