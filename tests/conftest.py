"""Hypothesis for the whole suite: the same examples on every run and no time limit for one example."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")
