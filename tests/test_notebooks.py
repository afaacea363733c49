"""The notebooks run from top to bottom, and what they show is what the code gives now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "notebooks"
NAMES = ("first-look", "your-own-heuristic", "reproducing-a-report")
ABSOLUTE = re.compile(r"""(?<![\w./<:])/(?:[\w.-]+/)+[\w.-]+|\b[A-Za-z]:\\\w""")
"""A path from the root of a file system; neither an address, a closing tag nor a relative path."""
WITHOUT_TEXT = ("image/png", "image/svg+xml")


def read(path: str | Path) -> Any:
    return nbformat.read(path, as_version=4)


@cache
def stored(name: str) -> Any:
    return read(FOLDER / f"{name}.ipynb")


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def is_timed(cell: Any) -> bool:
    return "times" in cell.metadata.get("tags", ())


def texts(cell: Any) -> list[str]:
    """What a cell printed and returned, as plain text; printed text is one piece however it was sent."""
    outputs = cell.outputs
    printed = "".join(output.text for output in outputs if output.output_type == "stream")
    return [printed, *(output.data["text/plain"] for output in outputs if "data" in output)]


def shown(notebook: Any) -> Iterator[str]:
    """Everything that a reader of the outputs sees and that is no picture."""
    for cell in code_cells(notebook):
        yield from texts(cell)
        for output in cell.outputs:
            yield from (text for kind, text in output.get("data", {}).items() if kind not in WITHOUT_TEXT)


def run_afresh(name: str) -> Any:
    """Run a copy in a folder of its own: a notebook needs no file of the repository, and leaves none behind."""
    with TemporaryDirectory() as folder:
        notebook = read(copy(FOLDER / f"{name}.ipynb", folder))
        for cell in code_cells(notebook):
            cell.outputs, cell.execution_count = [], None
        client = NotebookClient(notebook, timeout=120, record_timing=False, resources={"metadata": {"path": folder}})
        client.execute()
        assert [path.name for path in Path(folder).iterdir()] == [f"{name}.ipynb"]
    return notebook


def test_all_notebooks_are_tested() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_stored_outputs_are_what_the_code_gives(name: str) -> None:
    for old, new in zip(code_cells(stored(name)), code_cells(run_afresh(name)), strict=True):
        assert [output.output_type for output in new.outputs] == [output.output_type for output in old.outputs]
        if not is_timed(old):
            assert texts(new) == texts(old), f"run {name}.ipynb again and store it; this cell differs:\n{old.source}"


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_was_run_in_order(name: str) -> None:
    counts = [cell.execution_count for cell in code_cells(stored(name))]
    assert counts == list(range(1, len(counts) + 1))


@pytest.mark.parametrize("name", NAMES)
def test_no_trace_of_the_machine(name: str) -> None:
    found = [path for text in shown(stored(name)) for path in ABSOLUTE.findall(text)]
    assert found == []
    assert stored(name).metadata.kernelspec.name == "python3"
    assert all("execution" not in cell.metadata for cell in stored(name).cells)


@pytest.mark.parametrize(
    ("text", "is_path"),
    [
        ("in /home/someone/mine.py, line 3", True),
        ('"/tmp/ipykernel_1/2.py"', True),
        (r"C:\Users", True),
        ("<td>1</td>", False),
        ("https://example.org/a/b", False),
        ("../docs/definitions.md", False),
        ("minimax/alpha-beta", False),
    ],
)
def test_what_counts_as_a_path(text: str, is_path: bool) -> None:
    assert bool(ABSOLUTE.search(text)) is is_path


@pytest.mark.parametrize("name", NAMES)
def test_figures_are_stored(name: str) -> None:
    pictures = [out for cell in code_cells(stored(name)) for out in cell.outputs if "image/png" in out.get("data", {})]
    assert pictures
    assert not any(
        "widget" in kind for cell in code_cells(stored(name)) for out in cell.outputs for kind in out.get("data", {})
    )
