"""Tables of studies as CSV, Markdown, LaTeX and HTML; nothing is computed here.

CSV is for programs: every column of the frame, unrounded. The others are for readers: the columns that the study names,
rounded, with units and intervals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from plyscope.core.errors import choose
from plyscope.core.positions.files import write_whole
from plyscope.reports.cells import MINUS, MISSING, TIMES, format_cell, format_interval
from plyscope.studies.compare import compare as compared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import pandas as pd

    from plyscope.studies.summary import Column, Table

Row = list[tuple[str, str]]
"""A line of a table: each cell's value and its interval."""

_LATEX = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    '"': "''",
    MISSING: "--",
    "—": "---",
    "…": r"\dots{}",
    MINUS: "$-$",
    TIMES: r"$\times$",
    "·": r"$\cdot$",
    "≈": r"$\approx$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "∞": r"$\infty$",
    "→": r"$\to$",
    "\N{GREEK SMALL LETTER ALPHA}": r"$\alpha$",
    "β": r"$\beta$",
    "µ": r"$\mu$",
}


def to_csv(table: Table) -> str:
    """Every column of the frame; floats with as many digits as they need to be read back the same."""
    return table.frame.to_csv(index=False, lineterminator="\n")


def to_markdown(table: Table) -> str:
    """A Markdown table with its title above and its note below; numbers stand right."""
    headings = [markdown_text(column.heading) for column in table.columns]
    rows = [[f"{markdown_text(value)} {interval}".rstrip() for value, interval in row] for row in _rows(table)]
    widths = [max(3, *map(len, cells)) for cells in zip(headings, *rows, strict=True)]
    adjust = [str.ljust if column.kind == "text" else str.rjust for column in table.columns]
    rule = [
        f"{'-' * (width - 1)}{'-' if column.kind == 'text' else ':'}"
        for column, width in zip(table.columns, widths, strict=True)
    ]
    lines = [
        [pad(cell, width) for pad, cell, width in zip(adjust, row, widths, strict=True)] for row in (headings, *rows)
    ]
    body = [f"| {' | '.join(line)} |" for line in (lines[0], rule, *lines[1:])]
    parts = [f"**{markdown_text(table.title)}**", "\n".join(body), markdown_text(table.note)]
    return "\n\n".join(filter(None, parts)) + "\n"


def to_latex(table: Table) -> str:
    r"""A floating table for a document that loads `booktabs` and nothing else.

    A value with an interval takes two columns, so that the digits of the values stand below each other. The label is
    ``tab:`` and the table's name.
    """
    layout = "".join("l" if column.kind == "text" else "r@{~}l" if column.low else "r" for column in table.columns)
    headings = " & ".join(_latex_heading(column) for column in table.columns)
    body = [" & ".join(_latex_cells(row, table)) + r" \\" for row in _rows(table)]
    label = re.sub(r"[^0-9A-Za-z-]+", "-", table.name)
    note = (
        [r"\par\smallskip", rf"\parbox{{\linewidth}}{{\footnotesize {_latex_text(table.note)}}}"] if table.note else []
    )
    lines = [
        r"\begin{table}[tb]",
        r"\centering",
        rf"\caption{{{_latex_text(table.title)}}}",
        rf"\label{{tab:{label}}}",
        r"\small\setlength{\tabcolsep}{4pt}",  # intervals make lines long
        rf"\begin{{tabular}}{{{layout}}}",
        r"\toprule",
        rf"{headings} \\",
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        *note,
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def to_html(table: Table) -> str:
    """A table element with its caption, for a page or a notebook, without the note and without any style."""
    headings = "".join(_html_heading(column) for column in table.columns)
    lines = ["".join(_html_cells(row, table)) for row in _rows(table)]
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return (
        f"<table>\n<caption>{escape(table.title)}</caption>\n"
        f"<thead><tr>{headings}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
    )


FORMATS: dict[str, Callable[[Table], str]] = {"csv": to_csv, "md": to_markdown, "tex": to_latex}
"""The kinds of files, each with the function that fills it."""


def save_table(table: Table, folder: str | Path, formats: Iterable[str] = ("csv", "md", "tex")) -> list[Path]:
    """Write the files ``NAME.csv``, ``NAME.md`` and ``NAME.tex``, each whole or not at all; return their paths."""
    chosen = [choose("format of a table", kind, FORMATS) for kind in formats]
    return [_write(Path(folder) / f"{table.name}.{kind}", FORMATS[kind](table)) for kind in chosen]


def compare(rows: pd.DataFrame, by: str | Sequence[str] = ("stage", "depth")) -> RenderedTable:
    """Minimax beside alpha-beta, computed by `plyscope.studies.compare.compare`, to look at and to write out."""
    return show(compared(rows, by))


def show(table: Table) -> RenderedTable:
    """A table of a study to look at in a notebook or a terminal, and to write out.

    Examples
    --------
    >>> import pandas as pd
    >>> from plyscope.studies.summary import Column, Table
    >>> frame = pd.DataFrame({"stage": ["early", "late"], "calls": [74938, 1209]})
    >>> columns = (Column("stage", "stage"), Column("calls", "calls", "count"))
    >>> show(Table("stage", "Calls by stage", frame, columns))
    **Calls by stage**
    <BLANKLINE>
    | stage |  calls |
    | ----- | -----: |
    | early | 74,938 |
    | late  |  1,209 |
    """
    return RenderedTable(table)


@dataclass(frozen=True, repr=False)
class RenderedTable:
    """A table that shows itself; each of its methods returns the text and, given a path, writes it there, too."""

    table: Table

    def to_csv(self, path: str | Path | None = None) -> str:
        """Every column, unrounded."""
        return _handed_over(to_csv(self.table), path)

    def to_markdown(self, path: str | Path | None = None) -> str:
        """For a README or an issue."""
        return _handed_over(to_markdown(self.table), path)

    def to_latex(self, path: str | Path | None = None) -> str:
        r"""For a write-up that loads `booktabs`: ``\input{stage.tex}``."""
        return _handed_over(to_latex(self.table), path)

    def _repr_html_(self) -> str:
        note = f"<p>{escape(self.table.note)}</p>" if self.table.note else ""
        return to_html(self.table) + note

    def __repr__(self) -> str:
        return to_markdown(self.table).rstrip()


def _handed_over(text: str, path: str | Path | None) -> str:
    if path is not None:
        _write(Path(path), text)
    return text


def _write(path: Path, text: str) -> Path:
    return write_whole(path, text.encode())


def _rows(table: Table) -> list[Row]:
    return [
        [(format_cell(record[column.key], column), format_interval(record, column)) for column in table.columns]
        for record in table.frame.to_dict("records")
    ]


def markdown_text(text: str) -> str:
    """Nothing in it is read as markup; an underscore within a word never is."""
    text = re.sub(r"([\\|<*`\[\]])", r"\\\1", " ".join(text.split()))
    return re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", text)


def _latex_text(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in " ".join(text.split()))


def _latex_heading(column: Column) -> str:
    text = _latex_text(column.heading)
    return rf"\multicolumn{{2}}{{c}}{{{text}}}" if column.low else text


def _latex_cells(row: Row, table: Table) -> list[str]:
    """A value with an interval fills two cells; a bracket that opens a line would be an option of the line before."""
    cells = []
    for column, (value, interval) in zip(table.columns, row, strict=True):
        cells.append(f"{{}}{_latex_text(value)}" if value.startswith(("[", "*")) else _latex_text(value))
        cells.extend([_latex_text(interval)] if column.low else [])
    return cells


def _html_heading(column: Column) -> str:
    kind, span = _html_kind(column), ' colspan="2"' if column.low else ""
    return f'<th scope="col" class="{kind}"{span}>{escape(column.heading)}</th>'


def _html_cells(row: Row, table: Table) -> list[str]:
    cells = []
    for column, (value, interval) in zip(table.columns, row, strict=True):
        cells.append(f'<td class="{_html_kind(column)}">{escape(value)}</td>')
        cells.extend([f'<td class="interval">{escape(interval)}</td>'] if column.low else [])
    return cells


def _html_kind(column: Column) -> str:
    return "text" if column.kind == "text" else "number"
