"""The words of a page that are the same for every run: what was done, and what the terms mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LEAD = "Search measured in numbers that do not depend on the computer, and in seconds beside them."
METHOD = (
    "Every search was run by the compiled kernel with its counters on; the same search written to be read gives the "
    "same value, move and counters. A result is kept under what it computes and the hash of the code that computed it: "
    "results of different code are never mixed. Searches are counted several at a time; times, where a study shows "
    "them, are taken one search at a time, as the least of several runs, or one run where it takes a second or more. "
    "Means and ratios have 95 % bootstrap intervals over positions: a position is what was sampled, not a search."
)
DEFINITIONS = {
    "call": "one entry into _min_value or _max_value; the root is searched by next_move and is no call",
    "node": "a position visited, the root included: nodes = calls + 1",
    "depth, level": "plies ahead of the root",
    "pruned": "the share of the full tree to that depth that was not visited",
    "minimal tree": "what alpha-beta visits when every node's truly best move comes first",
    "pruning efficiency": "(ln full - ln visited) / (ln full - ln minimal): 0 is minimax, 1 the minimal tree",
    "stage": "on 8x8 early is at most 10 discs, late more than 45; scaled with the squares on other boards",
    "geometric mean": "of ratios: twice and half cancel out",
    "growth": "the factor from one level to the next, fitted on the log scale",
}


def facts_of(provenance: Mapping[str, Any]) -> dict[str, str]:
    """A run's provenance as lines for readers."""
    facts = {key: str(provenance[key]) for key in ("command", "started", "commit") if key in provenance}
    machine, versions = provenance.get("machine", {}), provenance.get("versions", {})
    facts |= {key: str(value) for key, value in machine.items()}
    facts |= {key: str(value) for key, value in versions.items()}
    options = provenance.get("options") or {}
    facts["options"] = ", ".join(f"{key} {value}" for key, value in options.items()) or "none"
    facts["seeds"] = "positions 1; shuffled orders 1 to 100; bootstrap 1"
    return facts
