"""Position sets: named lists of positions with their stages, shipped with the package or read from a file.

A file holds one position a line::

    BOARD SIDE [STAGE [NAME]] [; NOTE]

Instead of board and side a line may give any text that `Position.from_text` reads, such as moves from the start. Empty
lines and lines that begin with ``#`` are comments; the first comment describes the set, the one that begins with
``# origin:`` says where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from plyscope.core.errors import InputError, choose, nearest
from plyscope.core.position import Position
from plyscope.core.positions.files import read_lines
from plyscope.core.positions.stages import STAGES, stage_of
from plyscope.core.rules import VARIANTS

SETS = {"stages": "stages-8x8.txt", "stages-6x6": "stages-6x6.txt", "reports": "reports.txt"}
"""The sets of the package, and their files in data/positions."""
LINE_FORM = "line: board row by row (- empty, X black, O white), side to move, stage, number"
_ORIGIN = "origin:"


@dataclass(frozen=True)
class Entry:
    """One position of a set."""

    name: str
    """Its number, or what it is called."""
    position: Position
    stage: str
    note: str = ""
    """What the file says after a semicolon: a source, or the scores of a problem."""

    def to_line(self) -> str:
        """The line that is read back as this entry."""
        line = f"{self.position.to_text()} {self.stage} {self.name}"
        return f"{line} ; {self.note}" if self.note else line


@dataclass(frozen=True)
class PositionSet:
    """Positions to measure on, each with its stage.

    Examples
    --------
    >>> chosen = positions("stages")
    >>> len(chosen), {stage: len(chosen.of(stage)) for stage in STAGES}
    (300, {'early': 100, 'middle': 100, 'late': 100})
    >>> chosen.entries[0].name, chosen.entries[0].position == Position.start(8)
    ('1', True)
    """

    name: str
    description: str
    origin: str
    entries: tuple[Entry, ...]

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions alone."""
        return tuple(entry.position for entry in self.entries)

    def of(self, stage: str) -> PositionSet:
        """The positions of one stage, as a set."""
        choose("stage", stage, STAGES)
        kept = tuple(entry for entry in self.entries if entry.stage == stage)
        return PositionSet(f"{self.name}:{stage}", self.description, self.origin, kept)

    def entry(self, name: str) -> Entry:
        """The entry with a name.

        Examples
        --------
        >>> positions("reports").entry("liao-board").stage
        'middle'
        """
        for entry in self.entries:
            if entry.name == name:
                return entry
        names = [entry.name for entry in self.entries]
        raise InputError(f"no position {name!r} in {self.name}: {nearest(str(name), names)}")

    def to_text(self) -> str:
        """The file of the set: a commented header, then one line a position."""
        head = [f"# {self.description}", f"# {_ORIGIN} {self.origin}", f"# {LINE_FORM}"]
        return "\n".join([*head, *(entry.to_line() for entry in self.entries)]) + "\n"

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


def positions(name: str | Path, *, variant: str = "reversi") -> PositionSet:
    """A set of positions by name, or from a file of one position a line.

    Parameters
    ----------
    name : str or Path
        `stages` (8x8), `stages-6x6`, `reports`, or a file.
    variant : str
        The rules under which they are to be played: the discs are the same.

    Examples
    --------
    >>> positions("stages-6x6").description
    'Positions of every stage on 6x6: seeded mixed play, no two the same up to symmetry and colours'
    >>> positions("stage")
    Traceback (most recent call last):
    plyscope.core.errors.InputError: unknown position set 'stage': did you mean stages or stages-6x6? Or give a file
    """
    choose("variant", variant, VARIANTS)
    if isinstance(name, str) and name in SETS:
        text = files("plyscope.data").joinpath("positions", SETS[name]).read_text(encoding="utf-8")
        return parse_set(name, text.splitlines(), variant)
    if not isinstance(name, (str, Path)) or not _names_a_file(name):
        raise InputError(f"unknown position set {name!r}: {nearest(str(name), list(SETS))} Or give a file")
    found = parse_set(str(name), read_lines(name), variant)
    if not found.entries:
        raise InputError(f"no position in {str(name)!r}: give one a line, such as {Position.start(4).to_text()!r}")
    return found


def _names_a_file(name: str | Path) -> bool:
    """Is it meant as a path? What exists is, and what looks like one."""
    return isinstance(name, Path) or bool(Path(name).suffix) or "/" in name or Path(name).is_file()


def parse_set(name: str, lines: Iterable[str], variant: str = "reversi") -> PositionSet:
    """Read the lines of a set."""
    comments: list[str] = []
    entries: list[Entry] = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("#"):
            comments.append(line[1:].strip())
        elif line.strip():
            try:
                entries.append(parse_line(line, str(len(entries) + 1), variant))
            except InputError as error:
                raise InputError(f"line {number} of {name}: {error}") from None
    origin = next((text.removeprefix(_ORIGIN).strip() for text in comments if text.startswith(_ORIGIN)), name)
    description = next((text for text in comments if not text.startswith(_ORIGIN)), name)
    return PositionSet(name, description, origin, tuple(entries))


def parse_line(line: str, name: str, variant: str = "reversi") -> Entry:
    """Read one line of a set; `name` is for a position without one.

    Examples
    --------
    >>> entry = parse_line("-----OX--XO----- X middle corner ; by hand", "1")
    >>> entry.name, entry.stage, entry.note
    ('corner', 'middle', 'by hand')
    >>> parse_line("d3c5f6", "7").name
    '7'
    """
    body, _, note = line.partition(";")
    words = body.split()
    place = next((place for place, word in enumerate(words) if word in STAGES), len(words))
    position = Position.from_text(" ".join(words[:place]), variant=variant)
    stage, rest = stage_of(position), words[place:]
    if rest and rest[0] != stage:
        raise InputError(f"stage {rest[0]!r}: with {position.disc_count} discs it is {stage}")
    return Entry(" ".join(rest[1:]) or name, position, stage, note.strip())
