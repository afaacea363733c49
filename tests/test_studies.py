"""Every study at a small scale: what it searches, what its tables hold, what it says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

from plyscope.core.errors import InputError
from plyscope.core.positions import positions
from plyscope.studies.compare import compare, paired
from plyscope.studies.heuristic import PRINTED
from plyscope.studies.registry import STUDIES, study
from plyscope.studies.store import Store
from plyscope.studies.study import Asked, run_study, spread
from plyscope.studies.summary import Column, Summary
from plyscope.studies.sweep import Setting, sweep

QUIET = Setting(show="none", workers=2, times="loaded")
SMALL = {
    "depth": Asked("quick", per_stage=2, depths=(3, 4, 5, 7)),
    "stage": Asked("quick", per_stage=3, depths=(1, 4, 5, 6)),
    "heuristic": Asked("quick", per_stage=2),
    "ordering": Asked("quick", per_stage=2, depths=(3,)),
    "dialects": Asked("quick", per_stage=5, depths=(3,)),
    "size": Asked("quick", per_stage=2, depths=(1, 2)),
    "variant": Asked("quick", per_stage=2, depths=(3,)),
    "deepening": Asked("quick", per_stage=2, depths=(3, 4, 5)),
    "endgame": Asked("quick", per_stage=40, depths=(4, 5, 6)),
    "clock": Asked("quick", per_stage=2, depths=(2, 3)),
}


@cache
def found(name: str) -> tuple[pd.DataFrame, Summary]:
    with Store(None) as store:
        rows = run_study(study(name), store, SMALL[name], QUIET)
    return rows, study(name).summarise(rows)


@pytest.mark.parametrize("name", STUDIES)
def test_every_table_has_the_columns_that_it_shows(name: str) -> None:
    _, summary = found(name)
    assert summary.question.endswith("?") and summary.findings
    for table in summary.tables:
        assert len(table.frame), table.name
        wanted = {part for column in table.columns for part in _parts(column)}
        assert wanted <= set(table.frame.columns), table.name


def _parts(column: Column) -> Iterator[str]:
    yield from (part for part in (column.key, column.low, column.high) if part)


@pytest.mark.parametrize("name", STUDIES)
def test_a_sentence_is_whole(name: str) -> None:
    for sentence in found(name)[1].findings:
        assert sentence[0].isupper() and sentence.endswith("."), sentence
        assert "nan" not in sentence


def test_depth_counts_what_a_pivot_of_the_rows_counts() -> None:
    rows, summary = found("depth")
    table = summary.table("by-depth").frame.set_index(["stage", "depth"])
    own = rows[(rows["stage"] == "late") & (rows["depth"] == 5) & (rows["dialect"] == "liao")]
    for algorithm in ("minimax", "alphabeta"):
        mean = own[own["algorithm"] == algorithm]["calls"].mean()
        assert table.loc[("late", 5), f"calls_{algorithm}"] == pytest.approx(mean)
    assert summary.findings[0].startswith("Alpha-beta chose minimax's move")
    pairs = paired(rows)
    assert pairs["is_same"].all()


def test_depth_has_the_minimal_tree_to_depth_6_only() -> None:
    rows, _ = found("depth")
    own = rows[(rows["dialect"] == "liao") & (rows["algorithm"] == "alphabeta")]
    assert own[own["depth"] == 7]["pruning_efficiency"].isna().all()
    assert own[own["depth"].between(3, 6)]["pruning_efficiency"].notna().any()


@pytest.mark.parametrize(("name", "is_loaded"), [("stage", False), ("dialects", True)])
def test_only_studies_that_show_times_take_them_alone(name: str, is_loaded: bool) -> None:
    with Store(None) as store:
        rows = run_study(
            study(name), store, Asked("quick", per_stage=1, depths=(1,)), Setting("threads", 2, show="none")
        )
    assert (rows["is_loaded"] == is_loaded).all()


def test_stage_reports_the_legal_moves_of_the_positions() -> None:
    _, summary = found("stage")
    chosen = spread(positions("stages"), 3)
    for line in summary.table("branching").frame.to_dict("records"):
        moves = [len(entry.position.legal_moves) for entry in chosen if entry.stage == line["stage"]]
        assert line["moves"] == pytest.approx(sum(moves) / len(moves))


def test_heuristic_has_the_six_numbers_of_uam() -> None:
    games = found("heuristic")[1].table("games").frame
    printed = games[games["dialect"] == PRINTED].set_index("heuristic")
    assert printed["calls_minimax"].to_dict() == {
        "uam.heuristic1": 74938,
        "uam.edges_and_corners": 114822,
        "uam.weights_and_times": 102653,
    }
    assert printed["calls_alphabeta"].to_dict() == {
        "uam.heuristic1": 74938,
        "uam.edges_and_corners": 28453,
        "uam.weights_and_times": 32860,
    }


def test_equal_positions_give_minimax_the_same_calls() -> None:
    equal = found("heuristic")[1].table("equal-positions").frame
    assert equal["calls_minimax"].nunique() == 1
    constant = equal[(equal["dialect"] == PRINTED) & (equal["heuristic"] == "uam.heuristic1")]
    assert constant["calls_ratio"].tolist() == [1.0]


def test_ordering_is_a_distribution_around_the_shuffles() -> None:
    rows, summary = found("ordering")
    assert rows["order"].nunique() == 104
    orders = summary.table("orders").frame
    oracle = orders[orders["order_kind"] == "oracle"]
    assert (oracle["to_minimal"] == 1).all()
    shuffles = summary.table("shuffles").frame
    assert (shuffles["seeds"] == 100).all()
    assert (shuffles["q5"] <= shuffles["q50"]).all() and (shuffles["q50"] <= shuffles["q95"]).all()


def test_dialects_that_only_prune_differently_decide_the_same() -> None:
    decisions = found("dialects")[1].table("decisions").frame.set_index("dialect")
    for name in ("strict cutoffs", "fresh root window", "strict and fresh"):
        assert decisions.loc[name, "is_other_move"] == 0
        assert decisions.loc[name, "is_other_value"] == 0
    costs = found("dialects")[1].table("costs").frame
    assert (costs[costs["dialect"] == "strict cutoffs"]["cost"] >= 1).all()


def test_size_has_every_size_and_positions_of_a_seed() -> None:
    rows, summary = found("size")
    assert sorted(rows["size"].unique()) == [4, 6, 8, 10, 12, 16, 20, 24]
    half = summary.table("by-size").frame.query("board_kind == 'half full'")
    assert half["tree_growth"].is_monotonic_increasing


def test_variants_have_the_same_full_tree() -> None:
    assert "The full tree is the same in both variants in 36 of 36 cases." in _joined("variant")
    rows, _ = found("variant")
    trees = rows.pivot_table(index=["position", "heuristic"], columns="variant", values="full_tree").dropna()
    assert (trees["reversi"] == trees["reversed"]).all()


def _joined(name: str) -> str:
    return " ".join(found(name)[1].findings)


def test_asked_heuristics_and_depths_reach_the_sweep() -> None:
    asked = Asked("quick", heuristics=("mobility",), depths=(1, 2), per_stage=1, dialect="standard", variant="reversi")
    with Store(None) as store:
        rows = run_study(study("stage"), store, asked, QUIET)
        assert store.sweep("stage").options["heuristics"] == ["mobility"]
    assert set(rows["heuristic"]) == {"mobility"} and set(rows["depth"]) == {1, 2}
    assert set(rows["dialect"]) == {"standard"} and set(rows["variant"]) == {"reversi"}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: study("dept"), "unknown study 'dept': did you mean depth"),
        (lambda: Asked("fast"), "unknown scale 'fast'"),
        (lambda: Asked(per_stage=0), "0 positions a stage"),
        (lambda: Asked(depths=(0, 1)), "depth 0: a study needs depths from 1"),
        (lambda: Asked(heuristics=("wieghts",)), "unknown heuristic 'wieghts'"),
    ],
)
def test_what_cannot_be_asked_is_refused(make: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()  # type: ignore[operator]


def test_compare_needs_both_algorithms() -> None:
    rows = sweep("start", algorithm="alphabeta", depth=2, show="none")
    with pytest.raises(InputError, match="without algorithm minimax"):
        compare(rows)


def test_compare_by_any_column() -> None:
    rows = sweep("start", depth=[2, 4], size=[6, 8], metrics="pruned_share", show="none")
    table = compare(rows, "size")
    assert table.frame["size"].tolist() == [6, 8]
    both = rows[rows["size"] == 8].groupby("algorithm")["calls"].mean()
    assert table.frame["calls_minimax"].iloc[1] == both["minimax"]
    assert "pruned_share" in {column.key for column in table.columns}


def test_several_heuristics_are_not_mixed_in_one_mean() -> None:
    asked = Asked("quick", heuristics=("mobility", "discs"), depths=(1, 3), per_stage=2)
    with Store(None) as store:
        rows = run_study(study("stage"), store, asked, QUIET)
    summary = study("stage").summarise(rows)
    levels = summary.table("by-stage").frame.set_index(["heuristic", "stage", "depth"])
    own = rows[(rows["heuristic"] == "discs") & (rows["stage"] == "late") & (rows["depth"] == 3)]
    assert levels.loc[("discs", "late", 3), "calls"] == own["calls"].mean()
    assert summary.table("branching").frame["n"].tolist() == [2, 2, 2]


@pytest.mark.parametrize(
    ("name", "asked", "message"),
    [
        ("depth", Asked(depths=(3,)), "growth needs two depths"),
        ("depth", Asked(heuristics=("discs", "weights")), "takes one at a time"),
        ("ordering", Asked(depths=(1,)), "an order matters from depth 2 on"),
        ("dialects", Asked(dialect="uam"), "has its own dialect: leave out --dialect"),
        ("size", Asked(positions="stages"), "has its own positions: leave out --positions"),
    ],
)
def test_a_study_refuses_what_it_would_not_answer(name: str, asked: Asked, message: str) -> None:
    with Store(None) as store, pytest.raises(InputError, match=message):
        run_study(study(name), store, asked, QUIET)


def test_positions_of_one_name_are_told_apart(tmp_path: Path) -> None:
    lines = [entry.to_line().rsplit(" ", 1)[0] + " same" for entry in spread(positions("stages-6x6"), 2).of("late")]
    (tmp_path / "same.txt").write_text("\n".join(lines))
    asked = Asked("quick", depths=(2,), positions=str(tmp_path / "same.txt"))
    for name in ("dialects", "variant"):
        with Store(None) as store:
            rows = run_study(study(name), store, asked, QUIET)
        assert study(name).summarise(rows).tables[0].frame["n"].max() == 2
