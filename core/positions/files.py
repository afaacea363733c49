"""Files of positions on the way in and out."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path

from plyscope.core.errors import InputError


def read_bytes(path: str | Path) -> bytes:
    """The content of a file; one that cannot be read is the user's to mend."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from None


def read_lines(path: str | Path) -> list[str]:
    """The lines of a text file in UTF-8; one bad line, and the file is refused."""
    try:
        return [line.decode() for line in _lines(path)]
    except UnicodeDecodeError:
        raise InputError(f"cannot read {str(path)!r}: it is no text in UTF-8") from None


def read_foreign_lines(path: str | Path) -> list[str]:
    """The lines of a text file that may be damaged; `check_text` tells those that are no UTF-8."""
    return [line.decode(errors="surrogateescape") for line in _lines(path)]


def check_text(line: str) -> str:
    r"""Return a line of `read_foreign_lines` if all of it could be decoded.

    Examples
    --------
    >>> check_text(b"caf\xe9".decode(errors="surrogateescape"))
    Traceback (most recent call last):
    plyscope.core.errors.InputError: character 4 is no text in UTF-8
    """
    try:
        line.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"character {error.start + 1} is no text in UTF-8") from None
    return line


def _lines(path: str | Path) -> list[bytes]:
    # Bytes are split at \n, \r\n and \r; text also at form feeds and the like, at which editors count no line.
    return read_bytes(path).removeprefix(BOM_UTF8).splitlines()


def check_place(path: str | Path) -> None:
    """Refuse a place that `write_whole` cannot write to, before the work is done whose result goes there."""
    path = Path(path)
    with _beside(path) as part:
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        part.touch()


def write_whole(path: str | Path, content: bytes) -> Path:
    """Write a file so that nobody ever sees half of it: beside its place first, then into it."""
    path = Path(path)
    with _beside(path) as part:
        part.write_bytes(content)
        part.replace(path)
    return path


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A file for the time being in the folder of another; it is gone in the end, whatever fails."""
    part = path.parent / f".{path.name}.{os.getpid()}.part"
    try:
        yield part
    except OSError as error:
        raise InputError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
    finally:
        # Where the folder is none, there is nothing to remove, and the error above says why.
        with suppress(OSError):
            part.unlink()
