"""A cell: one thing that a sweep measures, described so that equal descriptions give equal numbers."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from plyscope import instrumentation
from plyscope.core.algorithms import ALGORITHMS
from plyscope.core.dialect import Dialect
from plyscope.core.heuristics import Evaluation
from plyscope.core.jit import source_hash
from plyscope.core.perft import perft
from plyscope.core.position import BLACK, Position
from plyscope.core.search import Search
from plyscope.instrumentation.counters import Counters
from plyscope.instrumentation.games import match
from plyscope.instrumentation.run import search


@cache
def code_signature() -> str:
    """A hash of the code that makes a result: the search, what counts it, and this module.

    Results of different code are never mixed; that costs a computation when only a comment has changed.
    """
    digest = hashlib.sha256(source_hash().encode())
    for path in [*sorted(Path(str(instrumentation.__file__)).parent.glob("*.py")), Path(__file__)]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


SEARCH, GAME, TREE = "search", "game", "tree"
"""The kinds of cells: one search, a whole game of two searches, the size of the full tree."""


class Cell(NamedTuple):
    """What is measured. Plain values only: it is a row of the store and travels to other processes."""

    kind: str
    board: str
    """The position as one line of text."""
    variant: str
    rule: str
    """What the game does without a move: `pass` or `end`."""
    algorithm: str
    heuristic: str
    heuristic_id: str
    depth: int
    white_depth: int | None
    """Of a game: white's depth; black has `depth`."""
    cutoff: str
    root: str
    no_move: str
    terminal: str
    order: str
    backend: str

    @property
    def position(self) -> Position:
        """The position, with its rules."""
        return _position(self.board, self.variant, self.rule)

    @property
    def dialect(self) -> Dialect:
        """The dialect, order included."""
        return Dialect(self.cutoff, self.root, self.no_move, self.terminal, self.order)

    def key(self, signature: str) -> bytes:
        """The name of the result in the store: what is computed, and by which code."""
        return hashlib.blake2b(repr((signature, *self)).encode(), digest_size=16).digest()

    def strategy(self, heuristic: Evaluation, depth: int | None = None) -> Search:
        """The search of this cell."""
        return ALGORITHMS[self.algorithm](heuristic, self.depth if depth is None else depth, self.dialect)

    def full_tree(self) -> Cell:
        """The cell that counts the full tree: the same for every heuristic and every way to prune."""
        plain = Dialect(no_move=self.no_move)
        changed: dict[str, Any] = _choices(plain) | dict.fromkeys(("algorithm", "heuristic", "heuristic_id"), "")
        return self._replace(kind=TREE, backend="compiled", **changed)

    def minimal_tree(self) -> Cell:
        """The cell of alpha-beta in the oracle's order."""
        return self._replace(algorithm="alphabeta", order="oracle")


def _choices(dialect: Dialect) -> dict[str, str]:
    """A dialect as fields of a cell."""
    return {name: getattr(dialect, name) for name in ("cutoff", "root", "no_move", "terminal", "order")}


def search_cell(
    position: Position,
    algorithm: str,
    heuristic: str,
    heuristic_id: str,
    depth: int,
    dialect: Dialect,
    white_depth: int | None = None,
    backend: str = "compiled",
) -> Cell:
    """The cell of one search, or, with white's depth, of a game."""
    # Either may end the game without a move: the position's rules or the dialect.
    rule = "end" if "end" in (dialect.game_rule, position.rules.no_move) else dialect.game_rule
    return Cell(
        SEARCH if white_depth is None else GAME,
        _board(position),
        position.rules.variant,
        rule,
        algorithm,
        heuristic,
        heuristic_id,
        depth,
        white_depth,
        backend=backend,
        **_choices(dialect),
    )


@lru_cache(maxsize=4096)
def _board(position: Position) -> str:
    return position.to_text()


@lru_cache(maxsize=4096)
def _position(board: str, variant: str, rule: str) -> Position:
    return Position.from_text(board, variant=variant, no_move=rule)


class Found(NamedTuple):
    """What a cell gave: the counters and the decision, in columns of the store."""

    nodes: int
    leaves: int
    by_ply: str
    """Numbers apart by spaces."""
    value: float | None = None
    move: str | None = None
    plies: int | None = None
    searches: int = 0
    calls_min: int | None = None
    calls_max: int | None = None
    terminals: int | None = None
    passes: int | None = None
    cutoffs_min: int | None = None
    cutoffs_max: int | None = None
    skipped: int | None = None
    cutoffs_by_child: str = ""
    seconds: float | None = None
    """Wall time of the counting run; the full tree's is of no interest."""


def solve(cell: Cell, heuristic: Evaluation | None) -> Found:
    """Compute a cell."""
    if cell.kind == TREE:
        return _full_tree(cell)
    assert heuristic is not None
    if cell.kind == GAME:
        return _game(cell, heuristic)
    result = search(cell.position, cell.strategy(heuristic), cell.backend)
    return _found(result.counters, value=result.value, move=result.move, plies=None, seconds=result.seconds)


def _full_tree(cell: Cell) -> Found:
    tree = perft(cell.position, cell.depth, dialect=cell.dialect)
    return Found(tree.nodes, tree.leaves, _text(tree.by_ply))


def _game(cell: Cell, heuristic: Evaluation) -> Found:
    played = match(cell.position, *players(cell, heuristic), cell.backend)
    margin = played.game.final.margin(BLACK)
    return _found(played.total, value=margin, move=None, plies=played.game.plies, seconds=played.seconds)


def players(cell: Cell, heuristic: Evaluation) -> tuple[Search, Search]:
    """Black and white of a game."""
    return cell.strategy(heuristic), cell.strategy(heuristic, cell.white_depth)


def _found(counters: Counters, **more: Any) -> Found:
    return Found(
        searches=counters.searches,
        nodes=counters.nodes,
        calls_min=counters.calls.min,
        calls_max=counters.calls.max,
        leaves=counters.leaves,
        terminals=counters.terminals,
        passes=counters.passes,
        cutoffs_min=counters.cutoffs.min,
        cutoffs_max=counters.cutoffs.max,
        skipped=counters.skipped,
        by_ply=_text(counters.by_ply),
        cutoffs_by_child=_text(counters.cutoffs_by_child),
        **more,
    )


def _text(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))
