"""What a leaf is worth: the built-in heuristics, the reports', and yours."""

from plyscope.core.heuristics.base import Evaluation, Heuristic, MoveHeuristic, check_value, heuristic
from plyscope.core.heuristics.registry import find, move_names, names

__all__ = ["Evaluation", "Heuristic", "MoveHeuristic", "check_value", "find", "heuristic", "move_names", "names"]
