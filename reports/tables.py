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
from plyscope.reports.cells import MINUS, MISSING, TIMES, Row, format_columns, format_rows, heading_lines
from plyscope.studies.compare import compare as compared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import pandas as pd

    from plyscope.studies.summary import Column, Summary, Table

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

_LATEX_GAP = 1.5
_ONE_COLUMN, _WHOLE_PAGE = 47, 100
"""Digits of 8 pt in a column of a page with two, and in a line of A4, both with something to spare."""


def to_csv(table: Table) -> str:
    """Every column of the frame; floats with as many digits as they need to be read back the same."""
    return table.frame.to_csv(index=False, lineterminator="\n")


def to_markdown(table: Table) -> str:
    """A Markdown table with its title above and its note below; numbers stand right."""
    headings = [markdown_text(column.heading) for column in table.columns]
    rows = [[f"{markdown_text(value)} {interval}".rstrip() for value, interval in row] for row in format_rows(table)]
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
    ``tab:`` and the table's name. A table too wide for a column of a page with two spans both; where there is but one,
    ``table*`` is the same as ``table``.
    """
    widths = _latex_widths(table)
    layout = "".join("l" if column.kind == "text" else "r@{~}l" if column.low else "r" for column in table.columns)
    headings = " & ".join(map(_latex_heading, table.columns, widths))
    body = [" & ".join(_latex_cells(row, table)) + r" \\" for row in format_rows(table)]
    label = re.sub(r"[^0-9A-Za-z-]+", "-", table.name)
    note = [r"\par\smallskip", rf"\parbox{{\linewidth}}{{{_latex_text(table.note)}}}"] if table.note else []
    reach = _latex_reach(table, widths)
    place = "table*" if reach > _ONE_COLUMN else "table"
    size = r"\scriptsize" if reach > _WHOLE_PAGE else r"\footnotesize"
    lines = [
        r"% Needs \usepackage{booktabs}.",
        rf"\begin{{{place}}}[tbp]",
        r"\centering",
        rf"\caption{{{_latex_text(table.title)}}}",
        rf"\label{{tab:{label}}}",
        r"\smallskip",  # or the caption stands on the rule: most classes expect it below
        rf"{size}\setlength{{\tabcolsep}}{{3pt}}",
        rf"\begin{{tabular}}{{@{{}}{layout}@{{}}}}",
        r"\toprule",
        rf"{headings} \\",
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        *note,
        rf"\end{{{place}}}",
    ]
    return "\n".join(lines) + "\n"


def to_html(table: Table) -> str:
    """A table element with its caption, for a page or a notebook, without the note and without any style."""
    headings = "".join(_html_heading(column) for column in table.columns)
    lines = ["".join(_html_cells(row, table)) for row in format_rows(table)]
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


def tables_to_read(summary: Summary) -> list[Table]:
    """The tables of a study that have lines and are not data for a figure."""
    return [table for table in summary.tables if len(table.frame) and not table.is_long]


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


def markdown_text(text: str) -> str:
    """Nothing in it is read as markup; an underscore within a word never is."""
    text = re.sub(r"([\\|<*`\[\]])", r"\\\1", " ".join(text.split()))
    return re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", text)


def _latex_text(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in " ".join(text.split()))


def _latex_widths(table: Table) -> list[int]:
    """How many letters the cells of each column take."""
    return [
        max((len(f"{value} {interval}".rstrip()) for value, interval in cells), default=0)
        for cells in format_columns(table)
    ]


def _latex_reach(table: Table, widths: Sequence[int]) -> float:
    """About how many digits wide the table is."""
    headings = [heading_lines(column.heading, width) for column, width in zip(table.columns, widths, strict=True)]
    return sum(max([width, *map(len, lines)]) + _LATEX_GAP for width, lines in zip(widths, headings, strict=True))


def _latex_heading(column: Column, width: int) -> str:
    """A heading in lines of its own, at the foot of which the others stand."""
    side = "l" if column.kind == "text" else "c" if column.low else "r"
    lines = list(map(_latex_text, heading_lines(column.heading, width)))
    text = r"\\".join(lines)
    if len(lines) > 1:
        text = rf"\begin{{tabular}}[b]{{@{{}}{side}@{{}}}}{text}\end{{tabular}}"
    return rf"\multicolumn{{2}}{{c}}{{{text}}}" if column.low else text


def _latex_cells(row: Row, table: Table) -> list[str]:
    """A value with an interval fills two cells; a bracket that opens a line would be an option of the line before."""
    cells = []
    for column, (value, interval) in zip(table.columns, row, strict=True):
        cells.append(f"{{}}{_latex_text(value)}" if value.startswith(("[", "*")) else _latex_text(value))
        cells.extend([_latex_text(interval)] if column.low else [])
    return cells


def _html_heading(column: Column) -> str:
    if column.low:
        return f'<th scope="col" class="interval" colspan="2">{escape(column.heading)} [95&nbsp;%]</th>'
    return f'<th scope="col" class="{_html_kind(column)}">{escape(column.heading)}</th>'


def _html_cells(row: Row, table: Table) -> list[str]:
    cells = []
    for column, (value, interval) in zip(table.columns, row, strict=True):
        cells.append(f'<td class="{_html_kind(column)}">{escape(value)}</td>')
        cells.extend([f'<td class="interval">{escape(interval)}</td>'] if column.low else [])
    return cells


def _html_kind(column: Column) -> str:
    return "text" if column.kind == "text" else "number"
