"""Run a search of `plyscope.core.search` in the compiled kernel: fill the record, call, read the counts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import types

from plyscope.core import kernel, path_kernel, squares
from plyscope.core.dialect import Dialect
from plyscope.core.errors import InputError
from plyscope.core.game import PASS, State
from plyscope.core.heuristics import Heuristic
from plyscope.core.heuristics.base import bad_value, raised_at
from plyscope.core.jit import address_of
from plyscope.core.mixing import words
from plyscope.core.path_search import PathMinimax
from plyscope.core.position import Position
from plyscope.core.record import BITS, COUNTER_FIELDS, node_arguments, record_dtype
from plyscope.core.search import AlphaBeta, BestMove, Minimax, Search
from plyscope.core.tables import WEIGHTS, rank_by_table
from plyscope.core.weights import pack

NO_MOVES = {"pass": 0, "skip": 1, "leaf": 2, "end": 3}
ORDERS = {"natural": 0, "reversed": 1, "table": 1, "shuffled": 2, "oracle": 3}
VALUED = ("valued_me", "valued_opp")
CLOSE_LOOKS = (NO_MOVES["skip"], NO_MOVES["end"])

Result = TypeVar("Result")


class CompiledRun(NamedTuple):
    """What a compiled search found, and its raw counts by field of the record."""

    best: BestMove
    counts: dict[str, Any]


class CompiledSearch:
    """One search made ready for the kernel: `run` may be called again, in any thread, one call at a time."""

    def __init__(self, search: Search, position: State, is_counting: bool = True) -> None:
        self.position, self._heuristic = _check_compilable(search, position)
        self._stride = squares.stride(self.position.size)
        self._code = self._heuristic.compiled(self._stride)
        self._weights = pack(self._heuristic.weights_for(self.position.size))
        is_pruning = isinstance(search, (AlphaBeta, PathMinimax))
        self._kind = type(search)
        self._function = compiled_code(self._kind, self._stride, is_pruning, is_counting).next_move
        self._record = self._filled_record(search.depth, search.dialect, is_pruning, is_counting)
        self._oracle_record = self._prepare_oracle(search)

    def _filled_record(self, depth: int, dialect: Dialect, is_pruning: bool, is_counting: bool) -> Any:
        """A record with the question, the heuristic and the addresses of the code."""
        record = new_record(self.position, depth, dialect, is_pruning, is_counting)
        code = compiled_code(self._kind, self._stride, is_pruning, is_counting)
        record["max_value"], record["min_value"] = code.max_value, code.min_value
        record["heuristic"] = self._code.address
        record["weights"] = self._weights.ctypes.data
        return record

    def _prepare_oracle(self, search: Search) -> Any:
        """A second record, for the uncounted searches that find the truly best move."""
        if search.dialect.order_kind != "oracle":
            return None
        record = self._filled_record(search.depth, replace(search.dialect, order="natural"), True, False)
        self._record["oracle_record"] = record.ctypes.data
        for field in ("max_value", "min_value"):
            self._record[f"oracle_{field}"] = record[field]
        return record

    def run(self) -> CompiledRun:
        """Search. Ctrl-C stops it within milliseconds."""
        for field, *_ in COUNTER_FIELDS:
            self._record[field] = 0
        for record in self._records():
            record["abort"] = record["is_bad"] = 0
        try:
            value = interruptible(lambda: float(self._function(self._record[0])), self.abort)
        except Exception as error:
            self._name_the_line(error)
            raise
        for record in self._records():
            if record["is_bad"][0]:
                raise bad_value(self._heuristic, float(record["bad_value"][0]))
        return CompiledRun(BestMove(self._move(), value), read_counts(self._record))

    def abort(self) -> None:
        """Stop the search that is running in another thread."""
        for record in self._records():
            record["abort"] = 1

    def _name_the_line(self, error: Exception) -> None:
        """Note where in its source a heuristic raised: compiled code does not know, the Python function does."""
        for record in self._records():
            row = record[0]
            me, opp = (sum(int(word) << 64 * i for i, word in enumerate(row[field])) for field in VALUED)
            size = self.position.size
            board, weights = squares.board_mask(size), self._heuristic.weights_for(size)
            try:
                self._heuristic.function(me, opp, board, int(row["valued_turn"]), weights)
            except Exception as again:
                if type(again) is type(error):
                    error.add_note(raised_at(again, self._heuristic.function.__code__.co_filename))
                    return

    def _records(self) -> list[Any]:
        return [self._record] if self._oracle_record is None else [self._record, self._oracle_record]

    def _move(self) -> str | None:
        square = int(self._record["best_square"][0])
        if square == kernel.NO_SQUARE:
            return None
        return PASS if square == kernel.PASS_SQUARE else squares.name(square, self.position.size)


def _check_compilable(search: Search, position: State) -> tuple[Position, Heuristic]:
    """Say in one line why the kernel cannot run a search that the reference can."""
    if not isinstance(position, Position):
        raise InputError(f"the compiled search plays on boards, not {type(position).__name__}: use backend reference")
    if type(search) not in FUNCTIONS:
        raise InputError(f"no compiled form of {type(search).__name__}: use backend reference")
    if not isinstance(search.heuristic, Heuristic):
        raise InputError("the compiled search needs a @heuristic: decorate the function or use backend reference")
    return position, search.heuristic


class Code(NamedTuple):
    """The kernel's functions for one flavour of search."""

    next_move: Any
    max_value: int
    """The address of `_max_value`."""
    min_value: int


FUNCTIONS = {
    Minimax: (kernel._max_value, kernel._min_value, kernel.next_move),
    AlphaBeta: (kernel._max_value, kernel._min_value, kernel.next_move),
    PathMinimax: (path_kernel.path_max_value, path_kernel.path_min_value, path_kernel.path_next_move),
}
"""The compiled twin of each search."""


@cache
def compiled_code(kind: type[Search], stride: int, is_pruning: bool, is_counting: bool) -> Code:
    """The kernel for one flavour of search, compiled or taken from disk."""
    *nodes, root = FUNCTIONS[kind]
    arguments = node_arguments(stride, is_pruning, is_counting)
    addresses = []
    for function in nodes:
        function.compile(types.float64(*arguments))
        addresses.append(int(address_of(function, arguments)))
    root.compile(types.float64(arguments[-1]))
    return Code(root, *addresses)


def new_record(position: Position, depth: int, dialect: Dialect, is_pruning: bool, is_counting: bool) -> Any:
    """A record that holds a position, a depth and a dialect."""
    record = np.zeros(1, record_dtype(squares.stride(position.size), is_pruning, is_counting))
    board = squares.board_mask(position.size)
    for field, members in (("me", position.mover), ("opp", position.other), ("board", board)):
        chunk = words(members, position.size)
        record[field][0, : len(chunk)] = chunk
    record["depth"] = depth
    record["sign"] = position.rules.sign
    record["is_inclusive"] = dialect.cutoff == "inclusive"
    record["is_shared"] = dialect.root == "shared"
    record["no_move"] = NO_MOVES["end" if position.rules.no_move == "end" else dialect.no_move]
    record["looks_closely"] = int(record["no_move"][0]) in CLOSE_LOOKS
    record["pays_outcome"] = dialect.terminal == "outcome"
    record["order"] = ORDERS[dialect.order_kind]
    record["seed"] = dialect.seed
    if dialect.order_kind in ("reversed", "table"):
        record["rank"][0] = _ranks(dialect.order_kind, position.size)
    return record


def read_counts(record: Any) -> dict[str, Any]:
    """The counters of a record, histograms by ply and by child."""
    row = record[0]
    counts: dict[str, Any] = {field: int(row[field]) for field, _, *shape in COUNTER_FIELDS if not shape}
    counts["by_ply"] = row["by_depth"][int(row["depth"]) :: -1].tolist()
    counts["cutoffs_by_child"] = np.trim_zeros(row["cutoffs_by_child"], "b").tolist()
    return counts


def _ranks(order: str, size: int) -> Any:
    """The place of each square, by bit number, in an order that is the same in every position."""
    if order == "reversed":
        return np.arange(BITS, dtype=np.int16)[::-1]
    ranks = np.zeros(BITS, np.int16)
    for square, place in rank_by_table(WEIGHTS, size).items():
        ranks[square] = place
    return ranks


def interruptible(work: Callable[[], Result], stop: Callable[[], None]) -> Result:
    """Do compiled work so that Ctrl-C can end it.

    Python sees Ctrl-C in its main thread only, and not during a compiled call: there the work runs in a helper thread.
    When the interrupt comes, `stop` is called and the work's end awaited before it is passed on. In any other thread
    the work is open to `stop_group`.
    """
    if threading.current_thread() is not threading.main_thread():
        return _stoppable(work, stop)
    outcome: Future[Result] = Future()

    def body() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:
            outcome.set_exception(error)

    thread = threading.Thread(target=body, daemon=True)
    try:
        thread.start()
        return outcome.result()
    except KeyboardInterrupt:
        stop()
        if thread.ident is not None:
            thread.join()
        raise


_stops: set[tuple[object, Callable[[], None]]] = set()
"""How to end what is running now in threads other than the main one, each with the group of its thread."""
_of_thread = threading.local()


def join_group(group: object) -> None:
    """Let the work of this thread be ended together with that of others of a group; searches elsewhere are not."""
    _of_thread.group = group


def _stoppable(work: Callable[[], Result], stop: Callable[[], None]) -> Result:
    entry = (getattr(_of_thread, "group", None), stop)
    _stops.add(entry)
    try:
        return work()
    finally:
        _stops.discard(entry)


def stop_group(group: object) -> None:
    """End the compiled work of a group's threads; what it returns is then worth nothing.

    A search that is just starting forgets it: call again until the threads are seen to have ended.
    """
    for own, stop in list(_stops):
        if own is group:
            stop()
