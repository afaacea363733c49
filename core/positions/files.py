"""Files of positions on the way in and out."""

from __future__ import annotations

import os
from pathlib import Path

from plyscope.core.errors import InputError


def read_bytes(path: str | Path) -> bytes:
    """The content of a file; one that cannot be read is the user's to mend."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from None


def read_lines(path: str | Path) -> list[str]:
    """The lines of a text file in UTF-8."""
    try:
        return read_bytes(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError(f"cannot read {str(path)!r}: it is no text in UTF-8") from None


def write_whole(path: str | Path, content: bytes) -> Path:
    """Write a file so that nobody ever sees half of it: beside its place first, then into it."""
    path = Path(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        raise InputError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)
    return path
