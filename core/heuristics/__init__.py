"""What a leaf is worth: the built-in heuristics, the reports', and yours."""

from plyscope.core.heuristics.base import Evaluation, Heuristic, check_value, heuristic
from plyscope.core.heuristics.registry import find, names

__all__ = ["Evaluation", "Heuristic", "check_value", "find", "heuristic", "names"]
