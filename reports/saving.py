"""Figures into files: whole or not at all, and the same figure gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib import style as mpl_style
from matplotlib.figure import Figure

from plyscope.core.errors import InputError
from plyscope.core.positions.files import write_whole

FORMATS = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {}}
"""What can be written, and the metadata that would differ from run to run."""
_DPI, _MOST_PIXELS = 200, 2**16


@contextmanager
def own_style(settings: Mapping[str, Any] | None = None) -> Iterator[None]:
    """Matplotlib as it is delivered but for these settings, whatever the user has set; ids that do not hang on chance.

    A figure is drawn and saved in the same style.
    """
    own: dict[Any, Any] = {"svg.hashsalt": "plyscope", "pdf.fonttype": 42, **(settings or {})}
    with mpl_style.context("default"), mpl.rc_context(own):
        yield


def check_path(path: str | Path) -> Path:
    """Return the path if a picture can be written there.

    Examples
    --------
    >>> check_path("tree.svg").name
    'tree.svg'
    """
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"picture {str(path)!r}: end its name in {', '.join(FORMATS)}")
    if not path.parent.is_dir():
        raise InputError(f"picture {str(path)!r}: there is no folder {str(path.parent)!r}")
    if path.is_dir():
        raise InputError(f"picture {str(path)!r} cannot be written: there is a folder of that name")
    return path


def save_figure(
    figure: Figure, path: str | Path, settings: Mapping[str, Any] | None = None, *, dpi: int = _DPI
) -> Path:
    """Write a figure into an SVG, PDF or PNG file; `settings` are those with which it was drawn, see `own_style`."""
    path = check_path(path)
    kind, inches = path.suffix.lower(), max(figure.get_size_inches())
    if kind == ".png" and inches * dpi >= _MOST_PIXELS:
        raise InputError(f"a picture {inches:.0f} inches long is too large for PNG: write .svg")
    return write_whole(path, picture_bytes(figure, kind, settings, dpi=dpi))


def picture_bytes(figure: Figure, kind: str, settings: Mapping[str, Any] | None = None, *, dpi: int = _DPI) -> bytes:
    """A figure as the content of a file whose name ends in `kind`, such as ``.svg``."""
    content = BytesIO()
    with own_style(settings):
        figure.savefig(content, format=kind[1:], dpi=dpi, metadata=FORMATS[kind])
    return content.getvalue()
