"""What a picky reader looks for in a figure: ticks, ties, legends and captions."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex

from plyscope.core.positions import positions
from plyscope.reports import figures
from plyscope.reports.figure_style import broken, looks
from plyscope.reports.position_figures import draw_position_statistics
from plyscope.reports.study_figures import depths_of, game_lines
from plyscope.studies.position_statistics import position_statistics
from plyscope.studies.summary import Column

RATIO = Column("ratio", "a / b", "ratio")


def _fill(marks: PathCollection) -> str:
    return to_hex(tuple(np.asarray(marks.get_facecolor())[0]))


def _ratios(*values: float) -> pd.DataFrame:
    return pd.DataFrame({"name": [f"n{place}" for place in range(len(values))], "ratio": values})


def _labels(axes: Axes, axis: str) -> list[str]:
    """The labels that are seen."""
    FigureCanvasAgg(axes.figure).draw()  # type: ignore[arg-type, no-untyped-call]
    low, high = sorted(axes.get_xlim() if axis == "x" else axes.get_ylim())
    ticks = (axes.xaxis if axis == "x" else axes.yaxis).get_major_ticks()
    texts = [tick.label1.get_text() for tick in ticks if low <= tick.get_loc() <= high]
    return [text.replace("\N{MULTIPLICATION SIGN}", "x") for text in texts]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((1.7, 140), ["2x", "5x", "10x", "20x", "50x", "100x"]),
        ((0.73, 2.1), ["0.8x", "1x", "1.5x", "2x"]),
        ((1, 5.5), ["1x", "1.5x", "2x", "3x", "4x", "6x"]),
        ((4, 3e4), ["10x", "100x", "1000x", "10000x"]),
    ],
)
def test_a_log_axis_names_enough(values: tuple[float, ...], expected: list[str]) -> None:
    (axes,) = figures.by_group(_ratios(*values), group="name", value=RATIO, log=True).axes
    assert _labels(axes, "x") == expected


@pytest.mark.parametrize("values", [(5, 6), (5, 5.01), (0.999, 1.001), (3, 3)])
def test_a_short_log_axis_has_labels_too(values: tuple[float, ...]) -> None:
    (axes,) = figures.by_group(_ratios(*values), group="name", value=RATIO, log=True).axes
    assert len(_labels(axes, "x")) >= 3


def test_narrow_panels_have_at_least_two_labels() -> None:
    table = pd.concat([_ratios(2.2, 45).assign(stage=stage) for stage in ("early", "middle", "late")])
    for axes in figures.by_group(table, group="name", value=RATIO, facet="stage", log=True).axes:
        assert _labels(axes, "x") == ["2x", "5x", "10x", "20x", "50x"]


def test_a_log_axis_is_seen_to_be_one() -> None:
    table = pd.DataFrame({"depth": [1, 2, 3], "calls": [2, 200, 2e8]})
    (axes,) = figures.growth(table, hue=None).axes
    minor = {f"{place:g}" for place in axes.yaxis.get_minorticklocs()}
    assert {"20", "30", "90", "1000"} <= minor  # every second power is named, the others are small ticks


def test_times_over_five_decades_are_named_at_each() -> None:
    table = pd.DataFrame({"depth": [1, 2], "seconds": [3e-5, 8]})
    (axes,) = figures.growth(table, y="seconds", hue=None).axes
    assert _labels(axes, "y") == ["100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"]


@pytest.mark.parametrize("reference", [1, 1.3])
@pytest.mark.parametrize("log", [True, False])
def test_the_reference_has_a_tick(log: bool, reference: float) -> None:
    table = _ratios(0.5, 40)
    (axes,) = figures.by_group(table, group="name", value=RATIO, log=log, reference=reference).axes
    assert f"{reference:g}x" in _labels(axes, "x")


def test_marks_of_pairs_stand_on_their_line_and_a_tie_is_seen() -> None:
    table = pd.DataFrame({"game": ["a", "b"], "minimax": [10, 30], "alphabeta": [10, 20]})
    (axes,) = figures.pairs(table, label="game", values=["minimax", "alphabeta"], heading="calls").axes
    ring, dot = (marks for marks in axes.collections if isinstance(marks, PathCollection))
    assert [tuple(place) for place in ring.get_offsets().tolist()] == [(10, 0), (30, 1)]  # type: ignore[union-attr]
    assert [tuple(place) for place in dot.get_offsets().tolist()] == [(10, 0), (20, 1)]  # type: ignore[union-attr]
    assert _fill(ring) == "#ffffff"
    assert ring.get_sizes()[0] > 2 * dot.get_sizes()[0]


def test_the_constant_is_called_one() -> None:
    games = pd.DataFrame(
        {"heuristic": ["uam.heuristic1"], "dialect": ["x"], "calls_minimax": [10], "calls_alphabeta": [10]}
    )
    assert game_lines(games)["heuristic"].tolist() == ["uam.heuristic1 (a constant)"]


def test_limits_are_drawn_and_named() -> None:
    table = pd.DataFrame({"depth": [3, 4], "seconds": [0.1, 0.4], "dialect": "li", "slowest": [0.2, 9.0]})
    figure = figures.growth(table, y="seconds", hue="dialect", thin="slowest", limits={"li": 4.8})
    (axes,) = figure.axes
    assert [text.get_text() for text in axes.texts] == ["limit of li: 4.8 s"]
    assert axes.get_ylim()[1] > 9


def test_bars_of_several_lines_do_not_hide_each_other() -> None:
    table = pd.DataFrame(
        {"depth": [2, 3] * 2, "calls": [5, 6] * 2, "calls_low": 4, "calls_high": 7, "algorithm": ["a"] * 2 + ["b"] * 2}
    )
    (axes,) = figures.growth(table, log=False).axes
    first, second = (line.get_xdata() for line in axes.lines)
    assert first[0] < 2 < second[0] and second[0] - first[0] < 0.2  # type: ignore[index, operator]


def test_long_names_break_evenly_and_keep_what_is_in_brackets() -> None:
    assert broken("alpha-beta, as printed (strict, fresh)").splitlines() == [
        "alpha-beta, as printed",
        "(strict, fresh)",
    ]
    assert broken("one two three four five six seven").splitlines() == ["one two three four", "five six seven"]
    assert broken("x" * 60).replace("\n", "") == "x" * 60
    assert broken("f(" + "a, " * 20 + ")").count("\n") == 2


def test_depths_are_told_where_they_differ() -> None:
    assert depths_of(pd.DataFrame({"stage": ["early", "late"], "depth": [4, 4]})) == ""


def test_positions_have_the_colours_of_the_studies_and_no_empty_legend() -> None:
    upper, lower = draw_position_statistics(position_statistics(positions("stages"), by="discs")).axes
    marks = np.unique([to_hex(tuple(one)) for one in np.asarray(upper.collections[-1].get_facecolor())])
    assert set(marks) == {look.color for look in looks(["early", "middle", "late"]).values()}
    legend = lower.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["the other side, were it to move"]
