"""The words of a page that are the same for every run: what was done, and what the terms mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyscope.core.dialect import DIALECTS as PRESETS
from plyscope.core.dialect import Dialect
from plyscope.reports.cells import MISSING


def _choices(preset: Dialect) -> str:
    return ", ".join((preset.cutoff, preset.root, preset.no_move, preset.terminal, preset.order))


LEAD = "Search measured in numbers that do not depend on the computer, and in seconds beside them."
METHOD = (
    "Searches are run by the compiled kernel with its counters on; the same search written to be read, which the study "
    "clock times too, gives the same value, move and counters. A result is kept under what it computes and the hash of "
    "the code that computed it: "
    "results of different code are never mixed. Searches are counted several at a time; times, where a study shows "
    "them, are taken one search at a time, as the least of several runs, or one run where it takes a second or more. "
    "Means and ratios have 95 % bootstrap intervals over positions: a position is what was sampled, not a search."
)
DEFINITIONS = {
    "call": "one entry into _min_value or _max_value; the root is searched by next_move and is no call",
    "node": "a position visited, the root included: nodes = calls + 1",
    "depth, level": "plies ahead of the root",
    "full tree": "all positions to that depth, the root included",
    "pruned": "the share of the full tree to that depth that was not visited",
    "cutoff": "a node left before its last child",
    "first child cuts": "the share of the cutoffs that the first child searched made",
    "minimal tree": "what alpha-beta visits when every node's truly best move comes first",
    "pruning efficiency": "(ln full - ln visited) / (ln full - ln minimal): 0 is minimax, 1 the minimal tree",
    "stage": "on 8x8 early is at most 10 discs, late more than 45; scaled with the squares on other boards",
    "geometric mean": "of ratios: twice and half cancel out",
    "typical position": "the geometric mean of a ratio over positions, or the slope that all positions have in common; "
    "a plain mean is mostly its largest trees",
    "growth": "the factor from one level to the next, fitted on the log scale",
    "[95 %]": "a bootstrap interval over positions",
    MISSING: "not computed, or not defined: no tree that could be pruned, one position that gives no interval",
}
DIALECTS_TEXT = (
    "The reports' searches differ in choices that most of them do not mention. Each preset is listed with its cutoff, "
    "root window, what happens without a move, the value of a finished game, and the order of moves."
)
DIALECTS = {
    "cutoff": "a node is left when its value reaches the bound (inclusive, >=) or only when it passes it (strict, >)",
    "root window": "the root hands its best value so far to its next move (shared), or a full window (fresh)",
    "without a move": "pass: one node and one ply; skip: neither, the child is the position in which somebody moves; "
    "leaf: the node is evaluated; end: the game is over",
    "finished game": "valued by its outcome, with a win above whatever a heuristic says, or by the heuristic",
    "order": "natural: a1, b1, ...; reversed: the other way round; table: the highest square of a table of weights "
    "first; shuffled: by chance, from a seed; oracle: the truly best move first, which takes a search to know",
} | {f"preset {name}": _choices(preset) for name, preset in PRESETS.items()}
REPORTS_TEXT = "Five student reports on programs for Reversi or Reversed Reversi, under the short names used here."
REPORTS = {
    "liao": "Reversed Reversi, weights from a genetic search; seconds of minimax and alpha-beta by level (table 1) and "
    "of alpha-beta by stage of the game (table 2), and how far 5 s reach",
    "dong": "Reversi, a search of its own that adds up the values of moves; definitions of stable and frontier discs "
    "on printed boards, and its rank in a class",
    "toronto": "Reversi, on 16x16 too; seconds of minimax and alpha-beta for the same move at depths 5 and "
    "8, and series of 200 games between players",
    "uam": "Reversi, heuristics in tournaments; seconds and calls of minimax and alpha-beta in one game for each of "
    "three heuristics",
    "li": "Reversed Reversi, a two-stage heuristic from a genetic search, searched deeper and deeper within 4.8 s; the "
    "time of depth 3, the depth reached, and its rank in a class",
}
PROVENANCE_TEXT = "Of the last run of what is shown, with the start of the first."


def facts_of(first: Mapping[str, Any], last: Mapping[str, Any]) -> dict[str, str]:
    """The provenance of the last run as lines for readers, with the start of the first."""
    facts = {key: str(last[key]) for key in ("command", "started", "commit") if key in last}
    if first.get("started") != last.get("started"):
        facts["started"] = f"{first.get('started')} (first run), {last.get('started')} (last run)"
    machine, versions = last.get("machine", {}), last.get("versions", {})
    facts |= {key: str(value) for key, value in machine.items()}
    facts |= {key: str(value) for key, value in versions.items()}
    options = last.get("options") or {}
    facts["options"] = ", ".join(f"{key} {value}" for key, value in options.items()) or "none"
    facts["seeds"] = "positions 1; shuffled orders 1 to 100; bootstrap 1"
    return facts
