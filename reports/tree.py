"""Pictures of a recorded search tree: what a `TreeRecorder` kept is drawn, nothing is searched."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from plyscope.core.errors import InputError
from plyscope.core.game import PASS
from plyscope.instrumentation.observe import LEAF, MAX, MIN, TERMINAL
from plyscope.instrumentation.recorders import TreeNode
from plyscope.reports.saving import check_path, own_style, save_figure
from plyscope.reports.tree_layout import (
    BAR_OVERHANG,
    NOTE_GAP,
    Box,
    Plan,
    arrange,
    principal_variation,
    rows_of,
    text_length,
)
from plyscope.reports.tree_style import (
    GREY,
    INK,
    LEGEND_SIZE,
    LINE,
    NO_FRAME,
    PASS_FRAME,
    SAMPLE_TEXTS,
    SAMPLES,
    edge_looks,
    flow,
    legend_entries,
    node_looks,
    shape,
    write,
)

__all__ = ["MOST_NODES", "check_path", "draw_tree", "principal_variation", "save_tree"]

MOST_NODES = 400
"""Nodes in a picture, visited or not, unless more are asked for."""
_MARGIN, _ROW_NAMES, _LEGEND_ROW, _LEAST_WIDTH = 10.0, 32.0, 14.0, 330.0


def draw_tree(root: TreeNode, *, title: str | None = None, width: float = 7.0, max_nodes: int = MOST_NODES) -> Figure:
    """Draw a recorded tree from the top down.

    Squares are MAX's nodes and rounded boxes MIN's; the legend explains the other marks that occur. The picture is as
    large as the tree needs, at least 6 points for every label: one that is wider than `width` is drawn denser.

    Parameters
    ----------
    root : TreeNode
        The root of the tree, or of a part of it.
    title : str, optional
        A line above the picture.
    width : float
        Inches in which the tree should fit; one that cannot is drawn wider.
    max_nodes : int
        The most nodes to draw, those included that were never visited.

    Examples
    --------
    >>> from plyscope import AlphaBeta, Position, TreeRecorder, observe
    >>> recorder = TreeRecorder()
    >>> best = observe(AlphaBeta("weights", depth=2), recorder).next_move(Position.start(8))
    >>> figure = draw_tree(recorder.root, title="The first two plies")
    >>> bool(figure.get_figwidth() <= 7)
    True
    """
    size = sum(1 for _ in root.walk())
    if size > max_nodes:
        raise InputError(
            f"a tree of {size} nodes, more than {max_nodes}: search less deep, or raise max_nodes (--max-nodes)"
        )
    with own_style():
        return _draw(arrange(root, 72 * width - 2 * _MARGIN - _ROW_NAMES), title)


def save_tree(
    root: TreeNode, path: str | Path, *, title: str | None = None, width: float = 7.0, max_nodes: int = MOST_NODES
) -> Path:
    """Draw a recorded tree into an SVG, PDF or PNG file; the same tree gives the same bytes. See `draw_tree`."""
    path = check_path(path)
    return save_figure(draw_tree(root, title=title, width=width, max_nodes=max_nodes), path)


def _draw(plan: Plan, title: str | None) -> Figure:
    """The tree between its title and its legend, on axes whose unit is a point."""
    inner = max(_ROW_NAMES + plan.width, _LEAST_WIDTH, text_length(title or "", 9, "bold"))
    legend = flow(legend_entries(plan), inner)
    below = _MARGIN + _LEGEND_ROW * len(legend) + 8
    width, height = inner + 2 * _MARGIN, below + plan.height + _MARGIN + (16 if title else 0)
    figure = Figure(figsize=(width / 72, height / 72), facecolor="white")
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(0, height))
    axes.set_axis_off()
    if title:
        write(axes, _MARGIN, height - _MARGIN - 4, title, 9, weight="bold", ha="left", gid="title")
    left = _MARGIN + _ROW_NAMES + (inner - _ROW_NAMES - plan.width) / 2
    pen = _Pen(axes, plan, left, below)
    for box in plan.root.walk():
        pen.node(box)
        for child in box.children:
            pen.edge(box, child)
    for row in rows_of(plan.root):
        pen.row_name(row)
    for number, entries in enumerate(legend):
        for x, mark, words in entries:
            y = below - 8 - _LEGEND_ROW * (number + 0.5)
            pen.sample(mark, _MARGIN + x, y)
            write(axes, _MARGIN + x + SAMPLES[mark] + 4, y, words, LEGEND_SIZE, ha="left", gid=f"legend-{mark}")
    return figure


@dataclass(frozen=True)
class _Pen:
    """Draws the parts of a plan at its place on the axes."""

    axes: Axes
    plan: Plan
    left: float
    below: float

    def node(self, box: Box) -> None:
        """The box, its value, its window and the bar of a cutoff."""
        node, style = box.node, self.plan.style
        x, top = self.left + box.x, self.below + box.top
        looks = node_looks(node, style.bold * box.is_principal)
        corner = (x - box.width / 2, top - box.height)
        self.axes.add_patch(
            shape(node.side, *corner, box.width, box.height, zorder=3, gid=f"node-{box.number}", **looks)
        )
        if box.value:
            color = "white" if node.kind == TERMINAL else INK
            weight = "bold" if box.is_principal else "normal"
            place, gid = (x, top - box.height / 2), f"value-{box.number}"
            write(
                self.axes,
                *place,
                box.value,
                style.value,
                is_upright=box.is_upright and self.plan.turns_values,
                color=color,
                weight=weight,
                gid=gid,
            )
        for line, note in enumerate(box.notes):
            y = top - box.height / 2 + (len(box.notes) - 1 - 2 * line) * 0.6 * style.small
            place = (x + box.width / 2 + NOTE_GAP, y)
            write(self.axes, *place, note, style.small, ha="left", color=LINE, gid=f"note-{box.number}-{line}")
        if node.is_cut:
            self._bar(x, top - box.height, box.width, f"cut-{box.number}")

    def _bar(self, x: float, y: float, width: float, gid: str) -> None:
        place = (x - width / 2 - BAR_OVERHANG, y - 3.2)
        self.axes.add_patch(Rectangle(place, width + 2 * BAR_OVERHANG, 1.8, fc=INK, ec="none", zorder=4, gid=gid))

    def edge(self, box: Box, child: Box) -> None:
        """From the parent down to the child, with the move's name where it falls into it."""
        style, is_visited, is_pass = self.plan.style, child.node.is_visited, child.node.move == PASS
        end = child.top
        if style.is_upright and child.name and not is_pass:
            end += 2 + child.name_size[1]  # a stroke before an upright name would read as its minus sign
        xs = [self.left + x for x in (box.x, box.x, child.x, child.x)]
        ys = [self.below + y for y in (box.bottom, self.plan.floors[box.row], self.plan.shoulders[child.row], end)]
        self.axes.plot(
            xs,
            ys,
            gid=f"edge-{child.number}",
            solid_joinstyle="round",
            **edge_looks(is_visited, style.bold * child.is_principal),
        )
        if not child.name:
            return
        write(
            self.axes,
            self.left + child.x,
            self.below + child.top + 2 + child.name_size[1] / 2,
            child.name,
            style.small,
            is_upright=style.is_upright,
            gid=f"move-{child.number}",
            color=INK if is_visited else GREY,
            weight="bold" if child.is_principal else "normal",
            bbox=PASS_FRAME if is_pass else NO_FRAME,
        )

    def row_name(self, row: list[Box]) -> None:
        """Whose row it is, at the left; a skipped pass mixes both sides."""
        sides, ply = {box.node.side for box in row}, row[0].node.ply
        words = [f"ply {ply}"] if len(sides) > 1 else [sides.pop().upper(), f"ply {ply}"]
        for line, word in enumerate(words):
            y = self.below + row[0].top - 4 - 7.5 * line
            write(self.axes, _MARGIN, y, word, 6.5, ha="left", color=GREY, gid=f"row-{row[0].row}-{line}")

    def sample(self, mark: str, x: float, y: float) -> None:
        """The mark that a legend entry explains."""
        gid = f"sample-{mark}"
        if mark == "principal":
            self.axes.plot([x, x + SAMPLES[mark]], [y, y], gid=gid, **edge_looks(True, self.plan.style.bold))
        elif mark in SAMPLE_TEXTS:
            frame = PASS_FRAME if mark == PASS else None
            write(self.axes, x + SAMPLES[mark] / 2, y, SAMPLE_TEXTS[mark], 6.5, bbox=frame, gid=gid)
        else:
            kind = mark if mark in (LEAF, TERMINAL) else None
            for number, side in enumerate([mark] if mark in (MAX, MIN) else [MAX, MIN]):
                corner = x + 12 * number, y - 4.5
                node = TreeNode(0, None, self.plan.root.node.state, side, 0, mark != "unvisited", kind)
                self.axes.add_patch(shape(side, *corner, 9, 9, gid=gid, **node_looks(node)))
                if mark == "cut":
                    self._bar(corner[0] + 4.5, corner[1], 9, gid)
