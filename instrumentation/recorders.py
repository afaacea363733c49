"""Observers that come with the package."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from plyscope.core.errors import InputError
from plyscope.core.game import State
from plyscope.core.search import BestMove, Search
from plyscope.instrumentation.counters import NOTHING, Counters, Sides
from plyscope.instrumentation.observe import LEAF, MAX, MIN, PASSING, TERMINAL, Node, Observer, SearchStopped

if TYPE_CHECKING:
    import pandas as pd


class CutoffCounter(Observer):
    """Counts cutoffs, what they saved, and which child caused them."""

    def __init__(self) -> None:
        self.skipped = 0
        self._sides: Counter[str] = Counter()
        self._by_child: Counter[int] = Counter()

    def leave(self, node: Node) -> None:
        """Count a node that was left before its last child."""
        if node.is_cut:
            self._sides[node.side] += 1
            self._by_child[node.visited - 1] += 1
            self.skipped += node.skipped

    @property
    def cutoffs(self) -> Sides:
        """Cutoffs at MIN's nodes and at MAX's."""
        return Sides(self._sides[MIN], self._sides[MAX])

    @property
    def by_child(self) -> tuple[int, ...]:
        """Cutoffs by the number of the child that caused them."""
        return _histogram(self._by_child, max(self._by_child, default=-1) + 1)


class CallCounter(Observer):
    """Counts everything that `Counters` defines, over all searches that it watches."""

    def __init__(self) -> None:
        self.counters = NOTHING
        """The searches watched so far; one that was stopped counts as far as it came."""

    def begin(self, search: Search, root: State) -> None:
        """Start from zero; what was counted before is in `counters`."""
        self._calls: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._by_ply: Counter[int] = Counter()
        self._cutoffs = CutoffCounter()
        self._plies = search.depth + 1

    def enter(self, node: Node) -> None:
        """Count a node, and a call unless it is the root."""
        self._by_ply[node.ply] += 1
        if not node.is_root:
            self._calls[node.side] += 1

    def leave(self, node: Node) -> None:
        """Count what the node turned out to be."""
        self._kinds[node.kind] += 1
        self._cutoffs.leave(node)

    def end(self, best: BestMove) -> None:
        """Add the search to the others."""
        self.counters += Counters(
            Sides(self._calls[MIN], self._calls[MAX]),
            self._kinds[LEAF],
            self._kinds[TERMINAL],
            self._kinds[PASSING],
            self._cutoffs.cutoffs,
            self._cutoffs.skipped,
            _histogram(self._by_ply, self._plies),
            self._cutoffs.by_child,
        )


def _histogram(counts: Counter[int], length: int) -> tuple[int, ...]:
    return tuple(counts[number] for number in range(length))


@dataclass
class TreeNode:
    """A node of a recorded tree. One that was never visited has a move and a state, and nothing else."""

    number: int
    """Its place in the order of visits, or among the unvisited of its parent; the root is 0."""
    move: str | None
    state: State
    side: str
    ply: int
    is_visited: bool = True
    kind: str | None = None
    value: float | None = None
    alpha: float | None = None
    beta: float | None = None
    is_cut: bool = False
    children: list[TreeNode] = field(default_factory=list)

    def walk(self) -> Iterator[TreeNode]:
        """Go over this node and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


class TreeRecorder(Observer):
    """Keeps the whole tree of a search, with the children that were never visited.

    Examples
    --------
    >>> from plyscope import AlphaBeta, Position, observe
    >>> recorder = TreeRecorder()
    >>> best = observe(AlphaBeta("weights", depth=2), recorder).next_move(Position.start(8))
    >>> frame = recorder.to_frame()
    >>> int(frame.visited.sum()), int((~frame.visited).sum())
    (15, 2)
    """

    def __init__(self, most_nodes: int = 100_000) -> None:
        self.most_nodes = most_nodes
        self.root: TreeNode | None = None
        self._open: list[TreeNode] = []
        self._count = 0

    def begin(self, search: Search, root: State) -> None:
        """Forget an earlier tree."""
        self.root, self._open, self._count = None, [], 0

    def enter(self, node: Node) -> None:
        """Hang the node under its parent."""
        if self._count >= self.most_nodes:
            raise InputError(f"a tree of more than {self.most_nodes} nodes: search less deep or raise most_nodes")
        here = TreeNode(self._count, node.move, node.state, node.side, node.ply, alpha=node.alpha, beta=node.beta)
        self._count += 1
        if self._open:
            self._open[-1].children.append(here)
        else:
            self.root = here
        self._open.append(here)

    def leave(self, node: Node) -> None:
        """Complete the node and add the children that it did not visit."""
        here = self._open.pop()
        here.kind, here.value, here.is_cut = node.kind, node.value, node.is_cut
        other = MIN if node.side == MAX else MAX
        for move, state in node.children[node.visited :]:
            side = node.side if state.to_move == node.state.to_move else other
            here.children.append(TreeNode(len(here.children), move, state, side, node.ply + 1, is_visited=False))

    def to_frame(self) -> pd.DataFrame:
        """The tree as a table, one row a node, parents first."""
        import pandas as pd

        rows: list[dict[str, Any]] = []
        if self.root:
            _add_rows(self.root, None, rows)
        return pd.DataFrame(rows, columns=_TREE_COLUMNS)


_TREE_COLUMNS = ["row", "parent", "ply", "side", "move", "visited", "kind", "value", "alpha", "beta", "cut", "children"]


def _add_rows(node: TreeNode, parent: int | None, rows: list[dict[str, Any]]) -> None:
    row = len(rows)
    rows.append(
        {
            "row": row,
            "parent": parent,
            "ply": node.ply,
            "side": node.side,
            "move": node.move,
            "visited": node.is_visited,
            "kind": node.kind,
            "value": node.value,
            "alpha": node.alpha,
            "beta": node.beta,
            "cut": node.is_cut,
            "children": len(node.children),
        }
    )
    for child in node.children:
        _add_rows(child, row, rows)


class WindowTrace(Observer):
    """The window on entry and the value on leaving, node by node in the order of entry."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []

    def begin(self, search: Search, root: State) -> None:
        """Forget an earlier search."""
        self.nodes = []

    def enter(self, node: Node) -> None:
        """Keep the node; its value is filled in when it is left."""
        self.nodes.append(node)

    def to_frame(self) -> pd.DataFrame:
        """One row a node; how the window closed is read down the columns."""
        import pandas as pd

        columns = ["ply", "side", "move", "alpha", "beta", "value", "kind", "is_cut"]
        return pd.DataFrame([[getattr(node, name) for name in columns] for node in self.nodes], columns=columns)


class StopAfter(Observer):
    """Ends a search after so many calls or seconds; the search then returns the best of the root moves it finished.

    Examples
    --------
    >>> from plyscope import AlphaBeta, Position, observe
    >>> stop = StopAfter(calls=100)
    >>> best = observe(AlphaBeta("discs", depth=8), stop).next_move(Position.start(8))
    >>> stop.is_stopped, stop.reason
    (True, '100 calls')
    """

    is_gate = True

    def __init__(
        self, calls: int | None = None, seconds: float | None = None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        if calls is None and seconds is None:
            raise InputError("StopAfter without a limit: give calls or seconds")
        for name, limit in (("calls", calls), ("seconds", seconds)):
            if limit is not None and not limit > 0:
                raise InputError(f"StopAfter with {name}={limit!r}: give a number above 0")
        self.calls, self.seconds = calls, seconds
        self.is_stopped = False
        self.reason: str | None = None
        """What ended the search; None if it came to its own end."""
        self._clock = clock

    def begin(self, search: Search, root: State) -> None:
        """Count and time anew."""
        self.is_stopped, self.reason = False, None
        self._seen, self._begun = 0, self._clock()

    def enter(self, node: Node) -> None:
        """Stop before a call that is beyond the limit."""
        if node.is_root:
            return
        if self.calls is not None and self._seen >= self.calls:
            self._stop(f"{self.calls} calls")
        if self.seconds is not None and self._clock() - self._begun >= self.seconds:
            self._stop(f"{self.seconds:g} seconds")
        self._seen += 1

    def _stop(self, reason: str) -> None:
        self.is_stopped, self.reason = True, reason
        raise SearchStopped(reason)
