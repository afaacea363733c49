"""The claims of the five reports: the numbers they rest on, the verdicts, and that a verdict can fall either way."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd
import pytest

from plyscope.core.errors import InputError
from plyscope.studies import reported as reported_numbers
from plyscope.studies.claims import VERDICTS, Claim, Evidence, dong, li, liao, toronto, uam
from plyscope.studies.claims.claim import judged, within
from plyscope.studies.claims.uam import call_counts, gain_grows
from plyscope.studies.heuristic import INCLUSIVE, PRINTED
from plyscope.studies.registry import study
from plyscope.studies.reported import REPORTS, reported, reported_value
from plyscope.studies.reproduce import EVIDENCE, tally
from plyscope.studies.store import Store
from plyscope.studies.study import Asked, run_study
from plyscope.studies.sweep import Setting

MODULES = dict(zip(REPORTS, (liao, dong, toronto, uam, li), strict=True))
DEPTHS = {"depth": (3, 4, 5, 6), "stage": (4, 5, 6), "deepening": (3, 4, 5, 6), "clock": (2, 3)}


@pytest.fixture(scope="module")
def evidence() -> Iterator[Evidence]:
    with Store(None) as store:
        for name in EVIDENCE:
            asked = Asked("quick", per_stage=100 if name == "endgame" else 5, depths=DEPTHS.get(name, ()))
            run_study(study(name), store, asked, Setting(show="none", workers=2, times="loaded"))
        yield Evidence(store)


@pytest.fixture(scope="module")
def claims(evidence: Evidence) -> list[Claim]:
    return [claim for report in MODULES.values() for claim in report.claims(evidence)]


def test_every_report_has_claims_and_every_verdict_occurs(claims: list[Claim]) -> None:
    assert {claim.report for claim in claims} == set(REPORTS)
    assert {claim.verdict for claim in claims} == set(VERDICTS)
    assert sum(tally(claims).values()) == len(claims)


def test_every_claim_says_what_and_why(claims: list[Claim]) -> None:
    for claim in claims:
        assert claim.claim and claim.reported and claim.measured and claim.why
        if claim.verdict == "same shape":
            assert "criterion: " in claim.why.lower()
        assert "nan" not in claim.measured.split()


def test_uams_six_numbers_are_exact(claims: list[Claim]) -> None:
    exact = [claim for claim in claims if claim.claim.startswith("Calls of ") and claim.verdict == "exact"]
    assert [claim.measured for claim in exact] == ["74,938", "74,938", "114,822", "28,453", "102,653", "32,860"]
    assert all(claim.reported == claim.measured for claim in exact)


def test_a_wrong_count_is_not_reproduced() -> None:
    wrong = pd.DataFrame(
        {"calls_minimax": [74938, 114822, 102653], "calls_alphabeta": [74937, 28453, 32860]},
        index=["uam.heuristic1", "uam.edges_and_corners", "uam.weights_and_times"],
    )
    verdicts = [claim.verdict for claim in call_counts(wrong)]
    assert verdicts == ["exact", "not reproduced", "exact", "exact", "exact", "exact"]


@pytest.mark.parametrize(
    ("gains", "verdict"),
    [([1.0, 2.0, 3.0], "same shape"), ([3.0, 2.0, 1.0], "not reproduced"), ([1.0, 1.0, 1.0], "not reproduced")],
)
@pytest.mark.parametrize("kind", [PRINTED, INCLUSIVE])
def test_the_gain_must_rise(gains: list[float], verdict: str, kind: str) -> None:
    names = ["uam.heuristic1", "uam.edges_and_corners", "uam.weights_and_times"]
    frame = pd.DataFrame(
        {
            "dialect": [kind] * 3,
            "heuristic": names,
            "calls_ratio": gains,
        }
    )
    assert gain_grows(frame, kind).verdict == verdict


def test_dongs_second_board_is_not_reproduced(claims: list[Claim]) -> None:
    boards = {claim.claim: claim.verdict for claim in claims if claim.report == "dong"}
    assert boards["The disc on (4, 4) of its stability board 1 is stable"] == "exact"
    assert boards["The disc on (4, 4) of its stability board 2 is stable"] == "not reproduced"


def test_liao_measured_late_positions(claims: list[Claim]) -> None:
    growth = [claim for claim in claims if claim.report == "liao" and "table 1" in claim.claim]
    assert [claim.reported for claim in growth] == [
        "3.24x a level, levels 5 to 10",
        "2.28x a level, levels 5 to 10",
    ]
    assert all(claim.verdict == "same shape" for claim in growth)


def test_a_claim_keeps_to_the_verdicts() -> None:
    with pytest.raises(InputError, match="unknown verdict 'true'"):
        Claim("uam", "a", "b", "c", "true", "d")
    assert judged(True) == "same shape" and judged(False) == "not reproduced"
    assert within(2.0, 1.0, 2.0) and not within(2.1, 1.0, 2.0) and not within(0.4, 1.0, 2.0)


def test_evidence_that_was_not_run_is_named() -> None:
    with Store(None) as store, pytest.raises(InputError, match="no sweep 'depth'"):
        Evidence(store).rows("depth")


def _changed(value: str) -> str:
    """Another number, or another text."""
    try:
        return str(1.5 * float(value))
    except ValueError:
        return f"{value}?"


@pytest.mark.parametrize("report", REPORTS)
def test_every_reported_number_is_in_some_claim(
    report: str, evidence: Evidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, before = reported(report), list(MODULES[report].claims(evidence))
    for place, row in original.iterrows():
        changed = original.copy()
        changed.loc[place, "value"] = _changed(row["value"])
        monkeypatch.setattr(reported_numbers, "_read", lambda _, frame=changed: frame)
        assert list(MODULES[report].claims(evidence)) != before, f"nothing depends on {row['claim']} {row['item']}"


def test_table_1_fits_late_positions_only(evidence: Evidence) -> None:
    assert liao.fitting_band(evidence)["empties"] == "10 to 12"
    assert "on early and middle positions" in liao.only_late_fits()


def test_a_growth_that_fits_no_position_is_not_reproduced(evidence: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    rates = evidence.table("endgame", "growth")
    for name in ("growth_minimax", "growth_alphabeta"):
        rates = rates.assign(**{name: 80.0})
    monkeypatch.setattr(
        Evidence, "table", lambda own, study, table: rates if study == "endgame" else TABLE(own, study, table)
    )
    assert liao.growth_of("minimax", evidence).verdict == "not reproduced"


TABLE = Evidence.table

# -- the reported numbers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("report", REPORTS)
def test_each_reported_number_has_a_name_of_its_own_and_a_source(report: str) -> None:
    rows = reported(report)
    assert list(rows.columns) == ["report", "claim", "item", "value", "unit", "source"]
    assert not rows.duplicated(["claim", "item"]).any()
    assert (rows["report"] == report).all()
    assert (rows[["claim", "value", "source"]] != "").all(axis=None)


def test_known_numbers() -> None:
    assert reported_value("liao", "depth-table-minimax", "level=10") == 180.821208
    assert reported_value("liao", "stage-table", "stage=early,level=6") == 61.44276762
    assert reported_value("toronto", "same-move-seconds", "algorithm=alphabeta,depth=8") == 2.9904911518096924
    calls = reported("uam").query("claim.str.startswith('calls-') and unit == 'calls a game'")["value"].astype(int)
    assert sorted(calls) == [28453, 32860, 74938, 74938, 102653, 114822]


def test_unknown_numbers_are_named() -> None:
    with pytest.raises(InputError, match="unknown report 'lia': did you mean"):
        reported("lia")
    with pytest.raises(InputError, match="no number 'calls' 'heuristic=x' in report uam"):
        reported_value("uam", "calls", "heuristic=x")
