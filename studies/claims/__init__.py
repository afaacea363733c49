"""What the five reports claim, one module a report, each claim with a verdict computed from the data."""

from plyscope.studies.claims.claim import NEEDS_GAMES as NEEDS_GAMES
from plyscope.studies.claims.claim import VERDICTS as VERDICTS
from plyscope.studies.claims.claim import Claim as Claim
from plyscope.studies.claims.claim import Evidence as Evidence
