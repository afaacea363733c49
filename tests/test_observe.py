"""Watching a search: the same decision, every event, nothing left behind."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

import plyscope as ps
from cases import cases
from plyscope.core.game import PASS
from test_search import TEXTBOOK, Hand, leaf_value

PLAIN = ps.dialect(terminal="heuristic")
PASSING = "XO-- OOOO OOOO OOOO O"


class Log(ps.Observer):
    """Writes everything down."""

    def __init__(self) -> None:
        self.events: list[tuple[object, ...]] = []

    def begin(self, search: ps.Search, root: ps.State) -> None:
        self.events.append(("begin", search.depth))

    def enter(self, node: ps.Node) -> None:
        self.events.append(("enter", node.move, node.side, node.depth, node.ply, node.alpha, node.beta))

    def generate(self, node: ps.Node, children: object) -> None:
        self.events.append(("generate", node.move, len(node.children)))

    def evaluate(self, node: ps.Node, value: float) -> None:
        self.events.append(("evaluate", node.move, value))

    def leave(self, node: ps.Node) -> None:
        self.events.append(("leave", node.move, node.kind, node.value, node.is_cut, node.skipped))

    def end(self, best: ps.BestMove) -> None:
        self.events.append(("end", best))


def test_every_event_of_a_small_search() -> None:
    log = Log()
    tree = ((3, 5), (2, 9))
    ps.observe(ps.AlphaBeta(leaf_value, 2, PLAIN), log).next_move(Hand(tree))
    assert log.events == [
        ("begin", 2),
        ("enter", None, "max", 2, 0, -inf, inf),
        ("generate", None, 2),
        ("enter", "0", "min", 1, 1, -inf, inf),
        ("generate", "0", 2),
        ("enter", "0", "max", 0, 2, -inf, inf),
        ("evaluate", "0", 3),
        ("leave", "0", "terminal", 3, False, 0),
        ("enter", "1", "max", 0, 2, -inf, 3),
        ("evaluate", "1", 5),
        ("leave", "1", "terminal", 5, False, 0),
        ("leave", "0", "inner", 3, False, 0),
        ("enter", "1", "min", 1, 1, 3, inf),
        ("generate", "1", 2),
        ("enter", "0", "max", 0, 2, 3, inf),
        ("evaluate", "0", 2),
        ("leave", "0", "terminal", 2, False, 0),
        ("leave", "1", "inner", 2, True, 1),
        ("leave", None, "inner", 3, False, 0),
        ("end", ps.BestMove("0", 3)),
    ]


@pytest.mark.parametrize("seed", range(2))
def test_an_observed_search_decides_alike_and_nothing_stays_behind(seed: int) -> None:
    for case in cases(300 + seed, 60):
        before = dict(vars(case.search))
        kind = type(case.search)
        plain = case.search.next_move(case.position)
        left = dict(vars(case.search))
        watched = ps.observe(case.search, ps.CallCounter(), ps.CutoffCounter(), ps.TreeRecorder(), ps.WindowTrace())
        assert watched.next_move(case.position) == plain
        assert type(case.search) is kind
        assert vars(case.search) == left
        assert set(vars(case.search)) == set(before)


def test_observe_is_a_context_too() -> None:
    recorder = ps.TreeRecorder()
    with ps.observe(ps.AlphaBeta("discs", 2), recorder) as watched:
        watched.next_move(ps.start(6))
    assert recorder.root is not None


def test_an_observer_that_raises_ends_the_search_with_its_exception() -> None:
    class Angry(ps.Observer):
        def leave(self, node: ps.Node) -> None:
            if node.ply == 2:
                raise RuntimeError("enough")

    search = ps.AlphaBeta("discs", 4)
    watched = ps.observe(search, Angry())
    for _ in range(2):
        with pytest.raises(RuntimeError, match="enough"):
            watched.next_move(ps.start(8))
    assert search.next_move(ps.start(8)).move == "d3"


def test_counters_add_up_over_searches() -> None:
    counter = ps.CallCounter()
    watched = ps.observe(ps.AlphaBeta("weights", 4), counter)
    watched.next_move(ps.start(8))
    once = counter.counters
    watched.next_move(ps.start(8))
    assert counter.counters == once + once
    assert counter.counters.searches == 2


def test_the_cutoff_counter_counts_what_the_call_counter_counts() -> None:
    calls, cutoffs = ps.CallCounter(), ps.CutoffCounter()
    ps.observe(ps.AlphaBeta("weights", 5), calls, cutoffs).next_move(ps.start(8))
    counters = calls.counters
    assert (cutoffs.cutoffs, cutoffs.skipped, cutoffs.by_child) == (
        counters.cutoffs,
        counters.skipped,
        counters.cutoffs_by_child,
    )
    assert cutoffs.cutoffs.total > 0


def test_the_recorded_tree_has_the_children_that_were_never_visited() -> None:
    recorder = ps.TreeRecorder()
    ps.observe(ps.AlphaBeta(leaf_value, 3, PLAIN), recorder).next_move(Hand(TEXTBOOK))
    frame = recorder.to_frame()
    unvisited = frame[~frame.visited]
    assert len(frame[frame.visited]) == 11
    assert [(row.ply, row.side, row.move) for row in unvisited.itertuples()] == [(3, "min", "1"), (2, "max", "1")]
    assert unvisited.value.isna().all()
    assert recorder.root is not None
    assert [node.state.tree for node in recorder.root.walk() if not node.is_visited] == [9, (0, -1)]  # type: ignore[attr-defined]
    assert frame.loc[frame.parent == 0, "move"].tolist() == ["0", "1"]


@pytest.mark.parametrize("seed", range(2))
def test_the_recorded_tree_agrees_with_the_counters(seed: int) -> None:
    for case in cases(400 + seed, 40):
        recorder, counter, trace = ps.TreeRecorder(), ps.CallCounter(), ps.WindowTrace()
        ps.observe(case.search, recorder, counter, trace).next_move(case.position)
        frame, counters = recorder.to_frame(), counter.counters
        visited = frame[frame.visited]
        assert len(visited) == counters.nodes == len(trace.to_frame())
        kinds = visited.kind.value_counts()
        assert kinds.get("leaf", 0) == counters.leaves
        assert kinds.get("terminal", 0) == counters.terminals
        assert kinds.get("pass", 0) == counters.passes
        assert visited.cut.sum() == counters.cutoffs.total
        assert (~frame.visited).sum() == counters.skipped


def test_a_tree_too_large_to_keep_is_refused() -> None:
    with pytest.raises(ps.InputError, match="more than 50 nodes"):
        ps.observe(ps.Minimax("discs", 4), ps.TreeRecorder(most_nodes=50)).next_move(ps.start(8))


def test_passes_are_seen() -> None:
    trace = ps.WindowTrace()
    ps.observe(ps.AlphaBeta("discs", 2), trace).next_move(ps.Position.from_text(PASSING))
    assert trace.nodes[0].kind == "pass"
    assert trace.nodes[1].move == PASS


def test_stopping_after_calls() -> None:
    stop, counter = ps.StopAfter(calls=1000), ps.CallCounter()
    watched = ps.observe(ps.AlphaBeta("discs", 6), counter, stop)
    best = watched.next_move(ps.start(8))
    assert (stop.is_stopped, stop.reason) == (True, "1000 calls")
    assert counter.counters.calls.total == 1000
    assert best.move == "d3"  # the only root move that was finished
    assert best.value == ps.AlphaBeta("discs", 5).next_move(ps.start(8).play("d3")).value * -1


def test_a_search_that_ends_by_itself_is_not_stopped() -> None:
    stop = ps.StopAfter(calls=10**6)
    best = ps.observe(ps.AlphaBeta("discs", 3), stop).next_move(ps.start(8))
    assert (stop.is_stopped, stop.reason, best.value) == (False, None, 3)


def test_stopping_after_seconds_by_a_fake_clock() -> None:
    ticks = iter(range(1000))
    stop, counter = ps.StopAfter(seconds=7, clock=lambda: float(next(ticks))), ps.CallCounter()
    best = ps.observe(ps.AlphaBeta("discs", 6), stop, counter).next_move(ps.start(8))
    assert (stop.reason, counter.counters.calls.total) == ("7 seconds", 6)
    assert best == ps.BestMove(None, -inf)  # not one root move was finished


@pytest.mark.parametrize("limits", [{}, {"calls": 0}, {"seconds": -1.0}])
def test_limits_that_make_no_sense(limits: dict[str, Any]) -> None:
    with pytest.raises(ps.InputError):
        ps.StopAfter(**limits)


def test_counters_as_series_and_frame() -> None:
    counters = ps.search(ps.start(8), ps.AlphaBeta("weights", 4)).counters
    series, frame = counters.to_series(), counters.to_frame()
    assert series["calls_total"] == counters.calls.total
    assert series["cutoffs_min"] == counters.cutoffs.min
    assert series["nodes"] == counters.nodes
    by_ply = frame[frame.histogram == "by_ply"].set_index("number")["count"]
    assert tuple(by_ply) == counters.by_ply
