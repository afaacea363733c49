"""Pictures of search trees: all of the tree is there, told apart, and nothing covers anything else."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text
from matplotlib.transforms import Bbox

import plyscope as ps
from plyscope.cli.tree import tree
from plyscope.instrumentation.recorders import TreeNode
from plyscope.reports.tree import check_path, draw_tree, principal_variation, save_tree
from test_search import TEXTBOOK, Hand, Tree, leaf_value

PASSES = "X... XXXO .XOO .OXX O"


def record(state: ps.State, search: ps.Search) -> TreeNode:
    recorder = ps.TreeRecorder()
    ps.observe(search, recorder).next_move(state)
    assert recorder.root is not None
    return recorder.root


def textbook() -> TreeNode:
    return record(Hand(TEXTBOOK), ps.AlphaBeta(leaf_value, 3, ps.dialect(terminal="heuristic")))


def opening(depth: int, algorithm: type[ps.Search] = ps.AlphaBeta) -> TreeNode:
    return record(ps.start(8), algorithm("weights", depth))


def ending(no_move: str) -> TreeNode:
    return record(ps.Position.from_text(PASSES), ps.AlphaBeta("discs", 5, ps.dialect(no_move=no_move)))


def ragged(seed: int) -> TreeNode:
    """A tree of any shape: long values, only children, leaves in every row."""
    chance = random.Random(seed)

    def grow(depth: int) -> Tree:
        if depth == 0 or chance.random() < 0.15:
            return chance.choice([0, 7, -12, 123456, -99])
        return tuple(grow(depth - 1) for _ in range(chance.choice([1, 2, 3, 5])))

    return record(Hand((grow(4), grow(4), grow(3))), ps.AlphaBeta(leaf_value, 6))


TREES: dict[str, Callable[[], TreeNode]] = {
    "textbook, 13 nodes": textbook,
    "one node": lambda: opening(0),
    "17 nodes": lambda: opening(2),
    "63 nodes": lambda: opening(3),
    "minimax, 73 nodes": lambda: opening(3, ps.Minimax),
    "206 nodes": lambda: opening(4),
    "passes": lambda: ending("pass"),
    "passes skipped": lambda: ending("skip"),
    **{f"ragged {seed}": lambda seed=seed: ragged(seed) for seed in range(8)},  # type: ignore[misc]
}
every_tree = pytest.mark.parametrize("make", TREES.values(), ids=TREES)


def parts(figure: Figure, kind: str) -> dict[int, Patch | Line2D | Text]:
    """The artists of one kind by the number of their node, which counts the tree's walk."""
    (axes,) = figure.axes
    found: dict[int, Patch | Line2D | Text] = {}
    artists: list[Patch | Line2D | Text] = [*axes.patches, *axes.lines, *axes.texts]
    for artist in artists:
        name, _, number = str(artist.get_gid()).partition("-")
        if name == kind:
            assert int(number) not in found
            found[int(number)] = artist
    return found


def boxes(figure: Figure) -> dict[str, Bbox]:
    """Where every shape and text is, in pixels of a fine picture."""
    figure.set_dpi(200)
    renderer = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]
    (axes,) = figure.axes
    artists = [artist for artist in (*axes.patches, *axes.texts) if not str(artist.get_gid()).startswith("sample")]
    return {str(artist.get_gid()): artist.get_window_extent(renderer) for artist in artists}


@every_tree
def test_every_node_is_drawn_once_and_the_unvisited_are_dashed(make: Callable[[], TreeNode]) -> None:
    root = make()
    figure = draw_tree(root)
    shapes, edges, values = parts(figure, "node"), parts(figure, "edge"), parts(figure, "value")
    nodes = list(root.walk())
    assert set(shapes) == set(range(len(nodes)))
    assert set(edges) == set(shapes) - {0}
    assert set(values) == {number for number, node in enumerate(nodes) if node.is_visited}
    assert set(parts(figure, "cut")) == {number for number, node in enumerate(nodes) if node.is_cut}
    for number, node in enumerate(nodes):
        shape, edge = shapes[number], edges.get(number)
        assert isinstance(shape, Patch)
        assert (shape.get_linestyle() in ("-", "solid")) is node.is_visited
        if edge:
            assert isinstance(edge, Line2D)
            assert (edge.get_linestyle() == "-") is node.is_visited
            assert node.is_visited or edge.get_color() == "#767676"


@every_tree
def test_nothing_covers_anything_else(make: Callable[[], TreeNode]) -> None:
    figure = draw_tree(make(), title="A title")
    places = boxes(figure)
    canvas = figure.bbox
    for name, place in places.items():
        assert canvas.x0 <= place.x0 and place.x1 <= canvas.x1, name
        assert canvas.y0 <= place.y0 and place.y1 <= canvas.y1, name
    for one, other in combinations(places, 2):
        is_inside = one.replace("node", "value") == other
        assert is_inside or not places[one].overlaps(places[other]), (one, other)


@every_tree
def test_values_are_inside_their_nodes(make: Callable[[], TreeNode]) -> None:
    figure = draw_tree(make())
    places = boxes(figure)
    for number in parts(figure, "value"):
        shape, value = places[f"node-{number}"], places[f"value-{number}"]
        assert shape.x0 <= value.x0 and value.x1 <= shape.x1
        assert shape.y0 <= value.y0 and value.y1 <= shape.y1


@every_tree
def test_edges_pass_no_other_node_or_label(make: Callable[[], TreeNode]) -> None:
    root = make()
    figure = draw_tree(root)
    places = boxes(figure)
    numbers = {id(node): number for number, node in enumerate(root.walk())}
    parent_of = {numbers[id(child)]: numbers[id(node)] for node in root.walk() for child in node.children}
    for number, edge in parts(figure, "edge").items():
        assert isinstance(edge, Line2D)
        own = {f"node-{number}", f"move-{number}", f"node-{parent_of[number]}", f"cut-{parent_of[number]}"}
        path = edge.get_path().transformed(edge.get_transform())
        hit = {name for name, place in places.items() if path.intersects_bbox(place, filled=False)}
        assert hit <= own, number


@every_tree
def test_labels_are_large_enough_to_print(make: Callable[[], TreeNode]) -> None:
    (axes,) = draw_tree(make(), title="A title").axes
    assert min(float(text.get_fontsize()) for text in axes.texts) >= 6


def test_the_textbook_tree_fits_a_column() -> None:
    figure = draw_tree(textbook())
    assert figure.get_figwidth() < 5
    texts = {str(text.get_gid()): text.get_text() for text in figure.axes[0].texts}
    assert [texts[f"value-{number}"] for number in (0, 1, 2, 5, 8)] == ["5", "5", "5", "6", "2"]
    assert (texts["note-5-0"], texts["note-5-1"]) == ("[\N{MINUS SIGN}∞, 5]", "cut: ≥ β")
    assert (texts["note-8-0"], texts["note-8-1"]) == ("[5, ∞]", "cut: ≤ \N{GREEK SMALL LETTER ALPHA}")


def test_the_principal_variation() -> None:
    assert [node.move for node in principal_variation(textbook())] == [None, "0", "0", "1"]
    root = opening(4)
    line = principal_variation(root)
    assert {node.value for node in line} == {root.value}
    assert line[1].move == ps.AlphaBeta("weights", 4).next_move(ps.start(8)).move
    assert [len(parts(draw_tree(root), kind)) for kind in ("node", "edge")] == [206, 205]


def test_passes_terminals_and_outcomes_are_told() -> None:
    texts = {str(text.get_gid()): text.get_text() for text in draw_tree(ending("pass")).axes[0].texts}
    assert "pass" in {words for gid, words in texts.items() if gid.startswith("move-")}
    assert {"legend-terminal", "legend-leaf", "legend-pass", "legend-won"} <= set(texts)
    assert any(words[:2] in ("W+", "L\N{MINUS SIGN}") for gid, words in texts.items() if gid.startswith("value-"))


def test_the_legend_explains_only_what_occurs() -> None:
    texts = {str(text.get_gid()) for text in draw_tree(opening(1, ps.Minimax)).axes[0].texts}
    legend = {gid.removeprefix("legend-") for gid in texts if gid.startswith("legend-")}
    assert legend == {"max", "leaf", "principal"}


def test_a_line_of_one_node_is_not_marked() -> None:
    shape = parts(draw_tree(opening(0)), "node")[0]
    ordinary = parts(draw_tree(opening(1)), "node")[2]
    assert isinstance(shape, Patch) and isinstance(ordinary, Patch)
    assert (shape.get_edgecolor(), shape.get_linewidth()) == (ordinary.get_edgecolor(), ordinary.get_linewidth())


def test_no_stroke_before_an_upright_name_reads_as_its_minus_sign() -> None:
    figure = draw_tree(opening(3))
    places, moves = boxes(figure), parts(figure, "move")
    for number, edge in parts(figure, "edge").items():
        assert isinstance(edge, Line2D)
        end = edge.get_path().transformed(edge.get_transform()).get_extents().y0
        assert end > places[f"move-{number}"].y1
    assert {text.get_rotation() for text in moves.values() if isinstance(text, Text)} == {90}


def test_the_legend_tells_where_windows_were_left_out() -> None:
    for depth, said in ((3, "window on entry"), (4, "window on entry, upper rows only")):
        texts = {str(text.get_gid()): text.get_text() for text in draw_tree(opening(depth)).axes[0].texts}
        assert texts["legend-window"] == said


def test_a_stopped_search_can_be_drawn() -> None:
    recorder = ps.TreeRecorder()
    ps.observe(ps.AlphaBeta("discs", 4), recorder, ps.StopAfter(calls=9)).next_move(ps.start(8))
    assert recorder.root is not None
    assert len(parts(draw_tree(recorder.root), "node")) == 10


def test_names_and_titles_are_no_formulas() -> None:
    root = textbook()
    root.children[0].move = "$x^$ a rather long name"
    figure = draw_tree(root, title="$\\alpha")
    FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]
    assert "$\\alpha" in {text.get_text() for text in figure.axes[0].texts}


MAGIC = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}


@pytest.mark.parametrize("kind", MAGIC)
def test_the_same_tree_gives_the_same_bytes(tmp_path: Path, kind: str) -> None:
    first = save_tree(textbook(), tmp_path / f"first.{kind}", title="Textbook").read_bytes()
    with mpl.rc_context({"font.size": 20, "lines.linewidth": 9, "svg.fonttype": "none", "path.sketch": (1, 100, 2)}):
        again = save_tree(textbook(), str(tmp_path / f"again.{kind.upper()}"), title="Textbook").read_bytes()
    assert first.startswith(MAGIC[kind])
    assert first == again
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"again.{kind.upper()}", f"first.{kind}"]


@pytest.mark.parametrize(
    ("name", "said"), [("tree.gif", ".svg, .pdf, .png"), ("tree", ".svg"), ("none/tree.svg", "no folder")]
)
def test_where_no_picture_can_be_written(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(ps.InputError, match=said) as caught:
        check_path(tmp_path / name)
    assert name in str(caught.value)
    with pytest.raises(ps.InputError, match=said):
        save_tree(textbook(), tmp_path / name)


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "tree.svg").mkdir()
    with pytest.raises(ps.InputError, match="cannot be written"):
        save_tree(textbook(), tmp_path / "tree.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["tree.svg"]


def test_too_many_nodes() -> None:
    with pytest.raises(ps.InputError, match="a tree of 13 nodes, more than 12: search less deep, or raise max_nodes"):
        draw_tree(textbook(), max_nodes=12)
    draw_tree(textbook(), max_nodes=13)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tree.svg"
    tree(depth=3, out=path, heuristic="weights")
    assert capsys.readouterr().out == f"{path}: 51 nodes visited, 12 never visited\n"
    assert path.read_bytes().startswith(b"<?xml")
    tree(depth=2, out=path, algorithm="minimax", position="c2", size=6, dialect="uam")
    assert "0 never visited" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"depth": 5}, r"a tree of \d+ nodes, more than 400: search less deep, or raise .*--max-nodes"),
        ({"depth": 12}, "a tree of over 10000 nodes, more than 400: search less deep, or raise --max-nodes"),
        ({"depth": 2, "max_nodes": 0}, "--max-nodes 0"),
        ({"depth": 2, "algorithm": "alpha"}, "alphabeta"),
        ({"depth": 2, "out": "tree.bmp"}, "tree.bmp"),
    ],
)
def test_bad_commands(tmp_path: Path, given: dict[str, object], said: str) -> None:
    out = tmp_path / str(given.pop("out", "tree.svg"))
    with pytest.raises(ps.InputError, match=said):
        tree(out=out, **given)  # type: ignore[arg-type]
    assert not out.exists()


def test_an_own_heuristic_that_fails(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    head = "import plyscope as ps\n\n@ps.heuristic\ndef mine(me, opp, board, turn, weights):\n"
    own.write_text(f"{head}    return 1 // (turn - turn)\n")
    with pytest.raises(ps.InputError, match=r"mine\.py:mine"):
        tree(depth=1, out=tmp_path / "tree.svg", heuristic=f"{own}:mine")
