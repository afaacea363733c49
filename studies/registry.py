"""The studies by name."""

from __future__ import annotations

from plyscope.core.errors import choose
from plyscope.studies.clock import ClockStudy
from plyscope.studies.deepening import DeepeningStudy
from plyscope.studies.depth import DepthStudy
from plyscope.studies.dialects import DialectsStudy
from plyscope.studies.endgame import EndgameStudy
from plyscope.studies.heuristic import HeuristicStudy
from plyscope.studies.ordering import OrderingStudy
from plyscope.studies.size import SizeStudy
from plyscope.studies.stage import StageStudy
from plyscope.studies.study import Study
from plyscope.studies.variant import VariantStudy

STUDIES: dict[str, Study] = {
    kind.name: kind()
    for kind in (
        DepthStudy,
        StageStudy,
        EndgameStudy,
        HeuristicStudy,
        OrderingStudy,
        DialectsStudy,
        SizeStudy,
        VariantStudy,
        DeepeningStudy,
        ClockStudy,
    )
}


def study(name: str) -> Study:
    """A study by its name.

    Examples
    --------
    >>> study("stage").question
    'Is the early game slowest to search, and is it because it branches most?'
    """
    return STUDIES[choose("study", name, STUDIES)]
