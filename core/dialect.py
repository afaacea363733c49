"""What the reports' searches do differently, as data."""

from __future__ import annotations

from dataclasses import dataclass, replace

from plyscope.core.errors import InputError, choose

CUTOFFS = ("inclusive", "strict")
ROOTS = ("shared", "fresh")
NO_MOVES = ("pass", "skip", "leaf", "end")
TERMINALS = ("outcome", "heuristic")
PLAIN_ORDERS = ("natural", "reversed", "table", "oracle")
SHUFFLED = "shuffled"
MOST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Dialect:
    """The choices that textbooks leave open and programs make silently; each changes the counts.

    Examples
    --------
    >>> dialect("uam").cutoff
    'strict'
    >>> dialect("uam", root="shared") == Dialect("strict", "shared", "pass", "heuristic")
    True
    """

    cutoff: str = "inclusive"
    """A node is left when its value reaches the bound (`inclusive`, >=) or passes it (`strict`, >)."""
    root: str = "shared"
    """The root hands its best value so far to the next move (`shared`) or a full window each time (`fresh`)."""
    no_move: str = "pass"
    """A player without a move in a game that goes on: `pass` one node and one ply, `skip` neither, `leaf` evaluated,
    `end` the game is over."""
    terminal: str = "outcome"
    """A finished game is worth its `outcome`, beyond any heuristic value, or its `heuristic` value like a leaf."""
    order: str = "natural"
    """`natural` a1, b1, ...; `reversed`; `shuffled:SEED`, each position in its own order; `table`, highest square of
    the weight table first; `oracle`, the truly best move first and the others in natural order."""

    def __post_init__(self) -> None:
        choose("cutoff", self.cutoff, CUTOFFS)
        choose("root window", self.root, ROOTS)
        choose("rule without a move", self.no_move, NO_MOVES)
        choose("terminal value", self.terminal, TERMINALS)
        check_order(self.order)

    @property
    def seed(self) -> int:
        """The seed of a shuffled order, 0 for the others."""
        return int(self.order.partition(":")[2]) if self.order.startswith(SHUFFLED) else 0

    @property
    def order_kind(self) -> str:
        """The order without its seed."""
        return self.order.partition(":")[0]

    @property
    def game_rule(self) -> str:
        """What a game played with this dialect does without a move: `pass` or `end`."""
        return "end" if self.no_move == "end" else "pass"


def check_order(order: str) -> str:
    """Return `order` if it is one."""
    kind, _, seed = str(order).partition(":")
    if kind != SHUFFLED:
        return choose("move order", order, (*PLAIN_ORDERS, f"{SHUFFLED}:SEED"))
    if not (seed.isdecimal() and seed.isascii() and len(seed) < 20 and int(seed) <= MOST_SEED):
        shown = order if len(order) <= 40 else f"{order[:37]}..."
        raise InputError(f"move order {shown!r}: give the seed as a whole number below 2**63, such as shuffled:1")
    return order


STANDARD = Dialect()
DIALECTS = {
    "standard": STANDARD,
    # A node without a move is evaluated, also when the game is over; the root is an ordinary MAX node.
    "liao": Dialect(no_move="leaf", terminal="heuristic"),
    # The game ends when the player to move has no move. Every node's moves are shuffled; the report has no seed.
    "toronto": Dialect(no_move="end", order="shuffled:0"),
    # Printed code: `<` and `>`, a full window for each root move, the heuristic at finished games too.
    "uam": Dialect("strict", "fresh", "pass", "heuristic"),
    # A forced pass gives the same side another node. The report's wins are infinite; ours differ by margin.
    "li": Dialect(no_move="skip"),
}


def dialect(name: str | Dialect = "standard", **changes: str | None) -> Dialect:
    """A preset by name, with some choices changed; a change of None leaves the preset's."""
    preset = name if isinstance(name, Dialect) else DIALECTS[choose("dialect", name, DIALECTS)]
    return replace(preset, **{key: value for key, value in changes.items() if value is not None})
