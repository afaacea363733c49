"""Positions, reported numbers and parameters, read with `importlib.resources`; README.md tells their origin."""
