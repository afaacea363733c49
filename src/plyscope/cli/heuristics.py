"""``plyscope heuristics``."""

from __future__ import annotations

from typing import Any

from plyscope.cli import options


def heuristics(as_json: options.Json = False) -> None:
    """List the built-in heuristics: one line each, and the report that they come from."""
    from plyscope.core.heuristics import find, move_names, names

    rows: list[dict[str, Any]] = [
        {"name": name, "report": _report(name), "says": " ".join((find(name).__doc__ or "").split())}
        for name in (*names(), *move_names())
    ]
    if as_json:
        options.print_json(rows)
        return
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        source = f" [{row['report']}]" if row["report"] else ""
        print(f"{row['name']:<{width}}  {row['says']}{source}")


def _report(name: str) -> str | None:
    """The report is the part of the name before the dot; the basic ones have none."""
    report, dot, _ = name.partition(".")
    return report if dot else None
