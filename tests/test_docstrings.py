"""Every example in a docstring runs.

Not by `pytest --doctest-modules`: from the root that would import `core/...` under a second name, and a `Position` of
one copy is no `Position` of the other.
"""

import doctest
import importlib

import pytest

from project_layout import modules

# Importing __main__ would run the command line.
MODULES = [name for name, _ in modules() if not name.endswith("__main__")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0, f"{failed} examples of {name} fail: see the captured output"
