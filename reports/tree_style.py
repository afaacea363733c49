"""How a tree looks: colours, outlines, texts and the legend that explains them."""

from __future__ import annotations

from itertools import chain
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Patch, PathPatch, Rectangle
from matplotlib.path import Path as Outline
from matplotlib.text import Text

from plyscope.core.game import PASS, WIN
from plyscope.instrumentation.observe import LEAF, MAX, MIN, TERMINAL
from plyscope.instrumentation.recorders import TreeNode
from plyscope.reports.tree_layout import ALPHA, BETA, FONT, MINUS, Plan, text_length

INK, LINE, GREY = "#1a1a1a", "#666666", "#767676"
_PRINCIPAL = "#96300a"  # darker than the other lines in grey, too
_FILL = {MAX: "#cfe3f5", MIN: "#fbdcb6"}
_FINISHED = "#3c3c3c"
_DASHES = (0, (2.5, 1.5))
LEGEND_SIZE = 7.0
SAMPLES = {
    MAX: 9,
    MIN: 9,
    LEAF: 21,
    TERMINAL: 21,
    "won": 17,
    "principal": 18,
    "window": 22,
    "cut": 21,
    "unvisited": 21,
    PASS: 18,
}
"""How much room the samples of the legend take."""
SAMPLE_TEXTS = {"won": "W+n", "window": f"[{ALPHA}, {BETA}]", PASS: PASS}
NO_FRAME = {"boxstyle": "square,pad=0.1", "fc": "white", "ec": "none"}
PASS_FRAME = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": INK, "lw": 0.6}


def write(
    axes: Axes, x: float, y: float, text: str, size: float, *, gid: str, is_upright: bool = False, **looks: Any
) -> Text:
    """Write a text so that its capitals and digits, not its descenders, are centred on the place."""
    half = 0.365 * size
    place = (x + half, y) if is_upright else (x, y - half)
    looks = {"ha": "center", "color": INK, "zorder": 4, **looks}
    return axes.text(
        *place,
        text,
        size=size,
        family=FONT,
        va="baseline",
        rotation=90 if is_upright else 0,
        rotation_mode="anchor",
        parse_math=False,
        gid=gid,
        **looks,
    )


def shape(side: str, x: float, y: float, width: float, height: float, **looks: Any) -> Patch:
    """A square for MAX, a round for MIN; `x` and `y` are its lower left corner."""
    if side == MAX:
        return Rectangle((x, y), width, height, **looks)
    right, top, radius = x + width, y + height, min(width, height) / 2
    near = 0.4477 * radius  # where a cubic curve has its handles to look like a quarter of a circle
    quarters = [
        [(right - radius, y), (right - near, y), (right, y + near), (right, y + radius)],
        [(right, top - radius), (right, top - near), (right - near, top), (right - radius, top)],
        [(x + radius, top), (x + near, top), (x, top - near), (x, top - radius)],
        [(x, y + radius), (x, y + near), (x + near, y), (x + radius, y)],
    ]
    codes = [Outline.MOVETO, *[Outline.LINETO, Outline.CURVE4, Outline.CURVE4, Outline.CURVE4] * 4, Outline.CLOSEPOLY]
    return PathPatch(Outline([(x + radius, y), *chain(*quarters), (x + radius, y)], codes), **looks)


def node_looks(node: TreeNode, bold: float = 0.0) -> dict[str, Any]:
    """How a node's outline is drawn and filled."""
    if not node.is_visited:
        return {"fc": "white", "ec": GREY, "lw": 0.8, "ls": _DASHES}
    fill = _FINISHED if node.kind == TERMINAL else "white" if node.kind == LEAF else _FILL[node.side]
    return {"fc": fill, "ec": _PRINCIPAL if bold else LINE, "lw": bold or 0.8}


def edge_looks(is_visited: bool, bold: float = 0.0) -> dict[str, Any]:
    """How an edge is drawn."""
    if not is_visited:
        return {"color": GREY, "lw": 0.7, "ls": _DASHES, "zorder": 1}
    return {"color": _PRINCIPAL if bold else LINE, "lw": bold or 0.8, "zorder": 2 if bold else 1}


def legend_entries(plan: Plan) -> list[tuple[str, str]]:
    """The marks that occur, each with its explanation."""
    boxes = list(plan.root.walk())
    nodes = [box.node for box in boxes]
    inner = {node.side for node in nodes if node.is_visited and node.kind not in (LEAF, TERMINAL)}
    is_partial = any(box.children and box.row >= plan.style.note_rows for box in boxes)
    occurs = {
        MAX: ("MAX to move", MAX in inner),
        MIN: ("MIN to move", MIN in inner),
        LEAF: ("leaf, valued by the heuristic", any(node.kind == LEAF for node in nodes)),
        TERMINAL: ("finished game", any(node.kind == TERMINAL for node in nodes)),
        "won": (f"MAX wins by n (L{MINUS}n: loses)", any(abs(node.value or 0.0) >= WIN for node in nodes)),
        "principal": ("principal variation", any(box.is_principal for box in boxes)),
        "window": (f"window on entry{', upper rows only' if is_partial else ''}", any(box.notes for box in boxes)),
        "cut": ("cutoff: left before its last child", any(node.is_cut for node in nodes)),
        "unvisited": ("never visited", not all(node.is_visited for node in nodes)),
        PASS: ("the only move is a pass", any(node.move == PASS for node in nodes)),
    }
    return [(mark, words) for mark, (words, does) in occurs.items() if does]


def flow(entries: list[tuple[str, str]], width: float) -> list[list[tuple[float, str, str]]]:
    """The entries in lines no longer than `width`, each with its place."""
    lines: list[list[tuple[float, str, str]]] = [[]]
    x = 0.0
    for mark, words in entries:
        length = SAMPLES[mark] + 4 + text_length(words, LEGEND_SIZE)
        if lines[-1] and x + length > width:
            lines.append([])
            x = 0.0
        lines[-1].append((x, mark, words))
        x += length + 14
    return lines
