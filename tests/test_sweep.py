"""The sweep: its rows are what single searches give, and nothing is computed twice or taken for something else."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import plyscope as ps
from plyscope.core.algorithms import ALGORITHMS
from plyscope.core.errors import InputError
from plyscope.core.heuristics import Heuristic, find
from plyscope.core.heuristics.identity import function_identity
from plyscope.studies import progress as shown
from plyscope.studies import timing
from plyscope.studies.cells import Found
from plyscope.studies.executors import BATCH_CELLS
from plyscope.studies.grid import METRICS, grid
from plyscope.studies.rows import sweep_rows
from plyscope.studies.store import Store

LOOSE = ps.Dialect("strict", "fresh", "skip", "outcome")
COUNTS = ("nodes", "leaves", "terminals", "passes", "skipped", "by_ply", "cutoffs_by_child", "searches")
SIDED = ("calls", "cutoffs")
TIMES = ["seconds", "is_loaded", "repeats", "spread", "is_noisy", "run"]
TINY: dict[str, Any] = {"positions": "start", "size": 4, "depth": [1, 2], "workers": 1}


def counted(counters: ps.Counters) -> dict[str, Any]:
    """Counters as columns of a row."""
    sided = {f"{name}{side}": getattr(getattr(counters, name), key) for name in SIDED for side, key in SIDES.items()}
    return {name: getattr(counters, name) for name in COUNTS} | sided


SIDES = {"": "total", "_min": "min", "_max": "max"}


def stages(count: int, name: str = "stages") -> list[ps.Entry]:
    """Some positions of every stage of a set."""
    entries = ps.positions(name).entries
    return list(entries[:: len(entries) // count])[:count]


def assert_row(row: pd.Series, expected: dict[str, Any]) -> None:
    """A row holds these values, missing ones where NaN or None is expected."""
    for name, value in expected.items():
        is_missing = value is None or value != value
        assert pd.isna(row[name]) if is_missing else row[name] == value, (name, row[name], value)


# -- rows --------------------------------------------------------------------------------------------------------------


def test_rows_of_searches_are_what_search_and_metrics_give_on_every_axis() -> None:
    entries = stages(5) + stages(3, "stages-6x6")
    heuristics, depths, orders = ("discs", "weights"), (0, 1, 3), ("natural", "shuffled:7")
    dialects = {"standard": ps.DIALECTS["standard"], "loose": LOOSE}
    variants, algorithms = ("reversi", "reversed"), ("minimax", "alphabeta")
    rows = ps.sweep(
        entries,
        algorithm=algorithms,
        heuristic=heuristics,
        depth=depths,
        dialect=dialects,
        order=orders,
        variant=variants,
        metrics=METRICS,
        workers=1,
    )
    axes = product(depths, entries, variants, heuristics, dialects, orders, algorithms)
    expected = [_searched(dialects[label], label, *rest) for *rest, label in (_moved(one) for one in axes)]
    assert len(rows) == len(expected) == 8 * 3 * 2 * 2 * 2 * 2 * 2
    for (_, row), wanted in zip(rows.iterrows(), expected, strict=True):
        assert_row(row, wanted)


def _moved(axes: tuple[Any, ...]) -> tuple[Any, ...]:
    depth, entry, variant, heuristic, label, order, algorithm = axes
    return depth, entry, variant, heuristic, order, algorithm, label


def _searched(
    choices: ps.Dialect,
    label: str,
    depth: int,
    entry: ps.Entry,
    variant: str,
    heuristic: str,
    order: str,
    algorithm: str,
) -> dict[str, Any]:
    """The row of one search, from the functions that users call for one search."""
    position = entry.position.with_rules(variant=variant, no_move=choices.game_rule)
    strategy = ALGORITHMS[algorithm](heuristic, depth, ps.dialect(choices, order=order))
    result = ps.search(position, strategy)
    metrics = ps.metrics(position, strategy).to_dict()
    del metrics["knuth_moore_like"]
    return {
        "set": "given",
        "position": entry.name,
        "stage": entry.stage,
        "discs": position.score.black + position.score.white,
        "size": position.size,
        "variant": variant,
        "board": position.to_text(),
        "kind": "search",
        "algorithm": algorithm,
        "heuristic": heuristic,
        "depth": depth,
        "white_depth": None,
        "dialect": label,
        "cutoff": choices.cutoff,
        "root": choices.root,
        "no_move": choices.no_move,
        "terminal": choices.terminal,
        "order": order,
        "backend": "compiled",
        "value": result.value,
        "move": result.move,
        "plies": None,
        **counted(result.counters),
        **metrics,
    }


def test_rows_of_games_are_what_match_gives() -> None:
    rows = ps.sweep(
        "start", size=[4, 6], depth=[1, 2], white_depth=3, heuristic="weights", dialect=["uam", "toronto"], workers=1
    )
    assert len(rows) == 2 * 2 * 2 * 2
    for _, row in rows.iterrows():
        choices = ps.DIALECTS[row["dialect"]]
        kind = ALGORITHMS[row["algorithm"]]
        start = ps.start(row["size"]).with_rules(no_move=choices.game_rule)
        played = ps.match(start, kind("weights", row["depth"], choices), kind("weights", 3, choices))
        margin = played.game.score.black - played.game.score.white
        expected = {"kind": "game", "move": None, "plies": played.game.plies, "white_depth": 3, "value": margin}
        assert_row(row, expected | counted(played.total))


def test_both_backends_and_the_path_search_have_rows() -> None:
    axes: dict[str, Any] = {"heuristic": "discs", "depth": [1, 2], "metrics": "pruned_share", "workers": 1}
    compiled, reference = (ps.sweep(stages(3), backend=name, **axes) for name in ("compiled", "reference"))
    assert set(reference["backend"]) == {"reference"}
    different = [*TIMES, "backend"]
    pd.testing.assert_frame_equal(compiled.drop(columns=different), reference.drop(columns=different))
    path = ps.sweep("start", size=6, algorithm="dong", heuristic="dong.move", depth=2, dialect="liao", workers=1)
    strategy = ps.PathMinimax("dong.move", 2, "liao")
    assert path["nodes"].tolist() == [ps.search(ps.start(6), strategy).counters.nodes]


@pytest.mark.parametrize(
    ("given", "sets", "names"),
    [
        ("start", ["start"], ["start-8x8"]),
        (ps.start(6), ["given"], [ps.start(6).to_text()]),
        ([ps.start(4).to_text(), ps.start(6)], ["given", "given"], [ps.start(4).to_text(), ps.start(6).to_text()]),
        (ps.PositionSet("mine", "", "", tuple(stages(2))), ["mine", "mine"], [one.name for one in stages(2)]),
    ],
)
def test_positions_come_from_sets_texts_and_objects(given: Any, sets: list[str], names: list[str]) -> None:
    rows = ps.sweep(given, depth=1, algorithm="minimax", workers=1)
    assert (rows["set"].tolist(), rows["position"].tolist()) == (sets, names)


def test_a_file_of_positions_and_a_choice_of_sizes(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(ps.start(size).to_text() for size in (4, 6, 8)))
    rows = ps.sweep(path, size=[4, 8], depth=1, algorithm="minimax", workers=1)
    assert rows["size"].tolist() == [4, 8]


def test_sets_files_and_positions_in_one_list(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(ps.start(4).to_text())
    given = ["reports", str(path), ps.start(6).to_text(), "d3"]
    rows = ps.sweep(given, depth=1, algorithm="minimax", workers=1)
    count = len(ps.positions("reports"))
    assert rows["set"].tolist() == ["reports"] * count + [str(path), "given", "given"]
    with pytest.raises(ps.InputError, match="cannot read"):
        ps.sweep(["d3", "nonsense"])


def test_trees_are_computed_once_for_all_heuristics_and_orders(tmp_path: Path) -> None:
    path = tmp_path / "sweeps.db"
    orders = ["natural", "reversed", "oracle"]
    ps.sweep("start", heuristic=["discs", "weights"], depth=3, order=orders, metrics=METRICS, store=path, workers=1)
    with Store(path) as store:
        _, kinds = store.select("SELECT kind, count(*) FROM cells GROUP BY kind ORDER BY kind")
    assert kinds == [("search", 2 * 2 * 3), ("tree", 1)]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"depth": []}, "an empty sweep"),
        ({"positions": []}, "no positions"),
        ({"size": 5}, "5"),
        ({"positions": "stages", "size": 6}, r"no position of size \[6\]"),
        ({"metrics": "pruned_shar"}, "did you mean pruned_share"),
        ({"metrics": "visited", "white_depth": 1}, "metrics of a whole game"),
        ({"algorithm": "alphabets"}, "did you mean alphabeta"),
        ({"heuristic": "weight"}, "did you mean weights"),
        ({"dialect": "uma"}, "did you mean uam"),
        ({"variant": "reverse"}, "did you mean"),
        ({"order": "shuffled:x"}, "move order 'shuffled:x'"),
        ({"backend": "quick"}, "unknown backend 'quick'"),
        ({"times": "none"}, "unknown kind of times 'none'"),
        ({"executor": "thread"}, "did you mean threads"),
        ({"show": "bar"}, "unknown kind of progress 'bar'"),
        ({"workers": 0}, "workers 0: use a whole number from 1"),
        ({"depth": -1}, "-1"),
    ],
)
def test_bad_axes_are_refused_in_one_line(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(ps.InputError, match=message) as caught:
        ps.sweep(**(TINY | asked))
    assert len(str(caught.value).splitlines()) == 1


# -- the store ---------------------------------------------------------------------------------------------------------


def computed(path: Path, **asked: Any) -> tuple[int, pd.DataFrame]:
    """How many rows of a sweep its own run computed, and the rows."""
    rows = ps.sweep(**(TINY | asked), store=path)
    with Store(path) as store:
        newest = store.sweep("sweep").run
    return int((rows["run"] == newest).sum()), rows


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sweeps.db"


def test_a_sweep_that_is_run_again_computes_nothing_and_gives_an_equal_table(path: Path) -> None:
    asked = {"metrics": METRICS}
    first, before = computed(path, **asked)
    again, after = computed(path, **asked)
    assert (first, again) == (4, 0)
    pd.testing.assert_frame_equal(before, after)


def test_a_grown_sweep_computes_the_new_cells_only(path: Path) -> None:
    assert computed(path)[0] == 4
    more, rows = computed(path, depth=[1, 2, 3])
    assert (more, len(rows)) == (2, 6)


def made(body: str, **names: Any) -> ps.Heuristic:
    """A heuristic as a user writes it, with names of its own around it."""
    space = {"ps": ps, **names}
    exec(f"def mine(me, opp, board, turn, weights):\n    return {body}", space)
    return ps.Heuristic(space["mine"], names.get("weights", (1.0, 2.0)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ps.disc_count(me)", {}), ("ps.disc_count(opp)", {})),
        (("factor * ps.disc_count(me)", {"factor": 2}), ("factor * ps.disc_count(me)", {"factor": 3})),
        (("t[0] + len(t)", {"t": (1, 2)}), ("t[0] + len(t)", {"t": (1, 2, 3)})),
        (("t[0] - u[0]", {"t": (1, 2), "u": (3,)}), ("t[0] - u[0]", {"t": (1,), "u": (2, 3)})),
        (("weights[0] * turn", {"weights": (1.0,)}), ("weights[0] * turn", {"weights": (2.0,)})),
    ],
    ids=["code", "global", "length", "border", "weights"],
)
def test_a_changed_heuristic_of_the_same_name_has_cells_of_its_own(path: Path, one: Any, other: Any) -> None:
    old, new = (made(body, **names) for body, names in (one, other))
    assert computed(path, heuristic=old)[0] == 4
    assert computed(path, heuristic=old)[0] == 0
    count, rows = computed(path, heuristic=new)
    assert count == 4
    for _, row in rows.iterrows():
        assert row["value"] == ps.search(ps.start(4), ALGORITHMS[row["algorithm"]](new, row["depth"])).value
    assert computed(path, heuristic=old)[0] == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (np.int64(2), np.int64(3)),
        (frozenset({1}), frozenset({2})),
        (range(2), range(3)),
        ({"a": 1}, {"a": 2}),
        (np.arange(2), np.arange(2)[::-1]),
        (ps.Heuristic(made("1").function), ps.Heuristic(made("2").function)),
        (made("1").function, made("2").function),
    ],
    ids=lambda value: type(value).__name__,
)
def test_whatever_a_function_reads_is_part_of_its_identity(before: Any, after: Any) -> None:
    identities = [made("outside", outside=one).identity(8) for one in (before, before, after)]
    assert identities[0] == identities[1] != identities[2]


def test_a_function_that_reads_what_cannot_be_watched_is_refused() -> None:
    with pytest.raises(ps.InputError, match=r"heuristic 'mine' reads .* whose changes cannot be noticed"):
        ps.sweep(**(TINY | {"heuristic": made("outside", outside=object())}))


def test_a_global_that_changes_between_two_sweeps_is_noticed(path: Path) -> None:
    changing = made("factor * (ps.disc_count(me) - ps.disc_count(opp))", factor=2)
    _, before = computed(path, heuristic=changing, depth=1)
    changing.function.__globals__["factor"] = 3
    count, after = computed(path, heuristic=changing, depth=1)
    assert count == 2
    assert after["value"].tolist() == [1.5 * value for value in before["value"]]
    assert set(before["value"]) != {0.0}


def test_other_search_code_is_never_mixed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, before = computed(path)
    for module in ("sweep", "batches", "executors"):
        monkeypatch.setattr(f"plyscope.studies.{module}.code_signature", lambda: "another build")
    count, after = computed(path)
    assert count == 4
    assert set(after["signature"]) == {"another build"} != set(before["signature"])
    monkeypatch.undo()
    count, again = computed(path)
    assert count == 0
    pd.testing.assert_frame_equal(before, again)


# -- times -------------------------------------------------------------------------------------------------------------


def test_times_of_the_counting_run_tell_whether_others_ran() -> None:
    alone, together = (ps.sweep(**(TINY | {"workers": count, "times": "loaded"})) for count in (1, 2))
    assert not alone["is_loaded"].any()
    assert together["is_loaded"].all()
    for rows in (alone, together):
        assert (rows["seconds"] > 0).all()
        assert set(rows["repeats"]) == {1}
        assert rows["is_noisy"].all()
        assert rows["spread"].isna().all()


@pytest.mark.parametrize("more", [{}, {"white_depth": 1}])
@pytest.mark.parametrize("backend", ["compiled", "reference"])
def test_times_are_taken_alone_with_repeats_and_no_load(more: dict[str, Any], backend: str) -> None:
    rows = ps.sweep(**(TINY | {"workers": 2, "backend": backend} | more))
    assert not rows["is_loaded"].any()
    assert (rows["repeats"] >= 3).all()
    assert (rows["seconds"] > 0).all()
    assert rows["spread"].notna().all()


def test_times_alone_are_added_to_cells_that_are_there(path: Path) -> None:
    ps.sweep(**(TINY | {"workers": 2, "times": "loaded"}), store=path)
    count, rows = computed(path)
    assert count == 0
    assert not rows["is_loaded"].any()


@pytest.mark.parametrize(("is_loaded", "expected"), [(True, 1.25), (False, 3.0)])
def test_a_long_search_is_timed_once_more_if_others_ran_and_never_with_what_watches_it(
    monkeypatch: pytest.MonkeyPatch, is_loaded: bool, expected: float
) -> None:
    asked = grid("start", depth=1, algorithm="minimax", backend="reference")
    cell = next(asked.members()).cell
    monkeypatch.setattr(timing, "solve", lambda *_: Found(1, 1, "", seconds=1.25))
    times = timing.time_alone(cell, find("weights"), 3.0, is_loaded)
    assert (times["minimum"], times["repeats"], times["spread"]) == (expected, 1, None)


def test_a_cell_that_two_members_share_is_timed_once(path: Path) -> None:
    start = ps.Entry("again", ps.start(4), "middle")
    rows = ps.sweep([start, ps.Entry("once more", ps.start(4), "middle")], depth=2, workers=1, store=path)
    assert len(rows) == 4 and rows["spread"].notna().all()
    with Store(path) as store:
        assert store.select("SELECT count(*) FROM times")[1] == [(2,)]
        run = store.sweep("sweep").run
        assert next(iter(store.untimed(run, "another machine")))[0].cell.depth == 2
        assert store.untimed_count(run, "another machine") == 2


def test_more_cells_than_are_looked_up_together_are_all_timed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyscope.studies.store._CHUNK", 7)
    monkeypatch.setattr("plyscope.studies.timing.BATCH_SECONDS", 0.0)
    rows = ps.sweep("start", size=4, depth=range(1, 11), store=path)
    assert len(rows) == 20 and rows["spread"].notna().all()


# -- heuristics that fail ----------------------------------------------------------------------------------------------


@ps.heuristic
def divides(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
    return 1 / (ps.disc_count(me) - 3)


@ps.heuristic
def nameless(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
    return nan


def line_of(heuristic: ps.Heuristic) -> int:
    return int(heuristic.function.__code__.co_firstlineno)


@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_a_heuristic_that_raises_is_named_with_its_line(executor: str) -> None:
    with pytest.raises(ps.InputError) as caught:
        ps.sweep(**(TINY | {"heuristic": divides, "depth": 2, "executor": executor}))
    line = f"{Path(__file__).name}, line {line_of(divides) + 2}: return 1 / (ps.disc_count(me) - 3)"
    message = str(caught.value)
    assert message.startswith(f"heuristic 'divides' raised ZeroDivisionError: division by zero in {line} (position '")
    assert len(message.splitlines()) == 1


def test_a_heuristic_that_returns_no_number_is_named_with_its_line() -> None:
    with pytest.raises(ps.InputError) as caught:
        ps.sweep(**(TINY | {"heuristic": nameless}))
    place = f"{Path(__file__).name}, line {line_of(nameless)}"
    assert str(caught.value).startswith(f"heuristic 'nameless' returned nan in {place}: return a number between")


def test_what_was_finished_before_a_heuristic_failed_is_kept(path: Path) -> None:
    asked = {"depth": 2, "order": [f"shuffled:{seed}" for seed in range(200)]}
    with pytest.raises(ps.InputError, match="division by zero"):
        ps.sweep(**(TINY | asked | {"heuristic": ["discs", divides]}), store=path)
    assert computed(path, heuristic="discs", **asked)[0] <= 3 * BATCH_CELLS < 400


# -- progress ----------------------------------------------------------------------------------------------------------


def test_a_log_has_a_line_now_and_then_and_one_at_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown, "LOG_SECONDS", 0.0)
    monkeypatch.setattr(shown, "_PATIENCE", 0.0)
    orders = [f"shuffled:{seed}" for seed in range(1200)]
    ps.sweep(
        "start", algorithm="minimax", depth=1, order=orders, workers=1, times="loaded", show="log", name="shuffles"
    )
    out, err = capsys.readouterr()
    *lines, last = err.splitlines()
    assert out == ""
    assert len(lines) > 2
    assert all(re.fullmatch(r"shuffles: [\d,]+ of 1,200 \([\d,]+/s(, \d+ s left)?\)", line) for line in lines)
    assert re.fullmatch(r"shuffles: 1,200 of 1,200 in \d+\.\d s", last)


def test_a_short_sweep_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    ps.sweep(**TINY, show="log")
    assert capsys.readouterr() == ("", "")


def test_a_log_counts_what_was_found_in_the_store(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown, "_PATIENCE", 0.0)
    for _ in range(2):
        ps.sweep(**TINY, store=path, metrics="pruned_share", show="log")
    said = re.findall(r"(.*): (\d+ of \d+)", capsys.readouterr().err)
    assert said == [("sweep", "8 of 8"), ("sweep, times", "4 of 4"), ("sweep", "8 of 8")]


@pytest.mark.parametrize("mode", ["terminal", "none"])
def test_other_ways_to_show_progress(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    steps: list[Callable[[int], None]] = []
    with shown.progress("sweep", 3, mode) as advance:
        steps.append(advance)
        advance(3)
    assert capsys.readouterr().out == ""
    assert len(steps) == 1


def test_a_place_that_cannot_be_had_leaves_the_earlier_sweep_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyscope.studies.executors._SCHEDULER_SECONDS", 1)
    path = tmp_path / "kept.sqlite"
    before = ps.sweep("start", depth=[1, 2], store=path, show="none")
    with pytest.raises(InputError, match="no Dask cluster"):
        ps.sweep("start", depth=[1, 2], store=path, scheduler="tcp://127.0.0.1:9", show="none")
    with Store(path, must_exist=True) as store:
        assert store.sweep("sweep").is_complete
        assert len(sweep_rows(store, "sweep")) == len(before)


def test_two_heuristics_of_one_name_are_refused() -> None:
    known = find("weights")
    assert isinstance(known, Heuristic)
    other = known.with_weights([1.0] * len(known.weights_for(8)))
    with pytest.raises(InputError, match="two heuristics named 'weights'"):
        ps.sweep("start", heuristic=["weights", other], depth=1, show="none")


def test_two_names_of_one_thing_are_not_two_things() -> None:
    a, b = (1.0, 2.0), (3.0, 4.0)
    names: dict[str, Any] = {"x": a, "y": a, "z": b}
    code = "def three(me, opp, board, turn, weights):\n    return x[0] + 10 * y[0] + 100 * z[0]\n"
    exec(code, names)  # a notebook's namespace
    function = names["three"]
    first = function_identity(function)
    names["y"] = b
    assert function_identity(function) != first
