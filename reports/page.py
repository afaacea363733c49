"""One self-contained page: tables, figures, method and provenance in a single HTML file that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from plyscope.reports.page_style import CSS
from plyscope.reports.tables import to_html

if TYPE_CHECKING:
    from plyscope.studies.claims import Claim
    from plyscope.studies.summary import Table

CLAIM_HEADINGS = ("report", "claim", "reported", "measured", "verdict", "why")
Links = Mapping[str, str]
"""What a link is called, and the file it leads to, from the page."""
_GLYPH = "DejaVuSans"
"""How the names of a drawing's letters begin; a letter is the same in every drawing."""


@dataclass(frozen=True)
class PageTable:
    """A table with links to its files."""

    table: Table
    links: Links = field(default_factory=dict)


@dataclass(frozen=True)
class PageFigure:
    """A figure as SVG for a wide and for a narrow window, with its caption and links to its files."""

    wide: str
    narrow: str
    caption: str
    links: Mapping[str, Links] = field(default_factory=dict)
    """For each width that there is a file of."""


@dataclass(frozen=True)
class Section:
    """One part of the page."""

    heading: str
    text: str = ""
    findings: Sequence[str] = ()
    figures: Sequence[PageFigure] = ()
    tables: Sequence[PageTable] = ()
    claims: Sequence[Claim] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    """Names and what they mean, such as definitions or provenance."""
    links: Links = field(default_factory=dict)

    @property
    def short(self) -> str:
        """The heading up to a colon, for the list of contents."""
        return self.heading.partition(":")[0]

    @property
    def anchor(self) -> str:
        """Where a link to the section leads."""
        return re.sub(r"[^a-z0-9]+", "-", self.short.lower()).strip("-")


def page_html(title: str, lead: str, sections: Sequence[Section], footer: str) -> str:
    """The page as text."""
    contents = "".join(f'<li><a href="#{part.anchor}">{escape(part.short)}</a></li>' for part in sections)
    numbers = iter(range(1, 10_000))
    letters, body = _shared_letters("\n".join(_section(part, numbers) for part in sections))
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{CSS}</style></head><body>",
            f'<h1>{escape(title)}</h1><p class="lead">{escape(lead)}</p>',
            f"<nav><ul>{contents}</ul></nav>",
            letters,
            body,
            f"<footer>{escape(footer)}</footer></body></html>",
            "",
        ]
    )


def _shared_letters(body: str) -> tuple[str, str]:
    """The letters of all drawings, which make up most of them, once; and the body without them."""
    letter = re.compile(rf'<path id="({_GLYPH}[^"]*)"[^>]*/>')
    found = {match[1]: match[0] for match in letter.finditer(body)}
    sheet = f'<svg class="letters" width="0" height="0" aria-hidden="true"><defs>{"".join(found.values())}</defs></svg>'
    return sheet if found else "", letter.sub("", body)


def _section(part: Section, numbers: Iterable[int]) -> str:
    places = iter(numbers)
    return "\n".join(
        [
            f'<section id="{part.anchor}"><h2>{escape(part.heading)}</h2>',
            f"<p>{escape(part.text)}</p>" if part.text else "",
            _findings(part.findings),
            _claims(part.claims) if part.claims else "",
            *(_figure(one, next(places)) for one in part.figures),
            *(_table(one) for one in part.tables),
            _facts(part.facts) if part.facts else "",
            _links("Data", part.links),
            "</section>",
        ]
    )


def _findings(sentences: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in sentences)}</ul>" if sentences else ""


def _table(one: PageTable) -> str:
    note = f'<p class="note">{escape(one.table.note)} {_links("Files", one.links)}</p>'
    return f'<div class="scroll">{to_html(one.table)}</div>{note}'


def _figure(one: PageFigure, number: int) -> str:
    drawings = _drawing(one.wide, "wide", one.caption, number) + _drawing(one.narrow, "narrow", one.caption, number)
    files = '<span class="files"> · </span>'.join(_links(what, links) for what, links in one.links.items())
    return f"<figure>{drawings}<figcaption>{escape(one.caption)} {files}</figcaption></figure>"


def _drawing(svg: str, kind: str, caption: str, number: int) -> str:
    label = f'class="{kind}" role="img" aria-label="{escape(caption)}"'
    return inline_svg(svg, f"{kind}{number}-").replace("<svg ", f"<svg {label} ", 1)


def inline_svg(text: str, prefix: str) -> str:
    """An SVG for a page with others: without its head and remarks, its names made its own but for those of letters."""
    text = text[text.index("<svg ") :]
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r">\s+<", "><", re.sub(r"\s*\n\s*", " ", text))
    text = re.sub(rf'\bid="(?!{_GLYPH})', f'id="{prefix}', text)
    text = re.sub(r"url\(#", f"url(#{prefix}", text)
    return re.sub(rf'href="#(?!{_GLYPH})', f'href="#{prefix}', text)


def _claims(claims: Sequence[Claim]) -> str:
    head = "".join(f'<th class="{name}">{name}</th>' for name in CLAIM_HEADINGS)
    body = f"<thead><tr>{head}</tr></thead><tbody>{_lines(claims)}</tbody>"
    return f'<div class="scroll"><table class="claims">{body}</table></div>'


def _lines(claims: Sequence[Claim]) -> str:
    lines = []
    for claim in claims:
        badge = f'<span class="badge {claim.verdict.replace(" ", "-")}">{escape(claim.verdict)}</span>'
        texts = [escape(text) for text in (claim.report, claim.claim, claim.reported, claim.measured)]
        named = zip(CLAIM_HEADINGS, [*texts, badge, escape(claim.why)], strict=True)
        cells = "".join(f'<td class="{name}">{cell}</td>' for name, cell in named)
        lines.append(f"<tr>{cells}</tr>")
    return "".join(lines)


def _facts(facts: Mapping[str, Any]) -> str:
    return f"<dl>{''.join(f'<dt>{escape(key)}</dt><dd>{escape(str(value))}</dd>' for key, value in facts.items())}</dl>"


def _links(what: str, links: Links) -> str:
    if not links:
        return ""
    shown = " ".join(f'<a href="{escape(path)}">{escape(name)}</a>' for name, path in links.items())
    return f'<span class="files">{escape(what)}: {shown}</span>'
