"""The five reports again: every table and claim that can be re-run, reported beside measured, with a verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from types import ModuleType

from plyscope.studies.claims import VERDICTS, Claim, Evidence, dong, li, liao, toronto, uam
from plyscope.studies.registry import STUDIES
from plyscope.studies.store import Store
from plyscope.studies.study import Asked, run_study
from plyscope.studies.sweep import Setting

EVIDENCE = ("depth", "stage", "endgame", "heuristic", "dialects", "deepening", "clock")
"""The studies that the claims rest on; a full reproduction runs the others too."""
_REPORTS: tuple[ModuleType, ...] = (liao, dong, toronto, uam, li)


def run_reproduction(store: Store, scale: str = "quick", setting: Setting | None = None) -> list[Claim]:
    """Run the studies that the store lacks, and judge every claim."""
    for name in STUDIES if scale == "full" else EVIDENCE:
        run_study(STUDIES[name], store, Asked(scale), setting)
    return judge(store)


def has_evidence(store: Store) -> bool:
    """Does the store hold the studies that the claims rest on, whole and as they are meant to be run?"""
    if not set(EVIDENCE) <= set(store.sweep_names()):
        return False
    records = [store.sweep(name) for name in EVIDENCE]
    scales = {record.options.get("scale") for record in records}
    return len(scales) == 1 and all(record.is_complete and set(record.options) == {"scale"} for record in records)


def judge(store: Store) -> list[Claim]:
    """Every claim of the five reports, judged by what is in the store; nothing is searched."""
    evidence = Evidence(store)
    return [claim for report in _REPORTS for claim in report.claims(evidence)]


def tally(claims: Sequence[Claim]) -> dict[str, int]:
    """How many claims got each verdict."""
    found = Counter(claim.verdict for claim in claims)
    return {verdict: found[verdict] for verdict in VERDICTS}
