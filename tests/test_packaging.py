"""The package as users get it: the mapping of folders, the direction of imports, the wheel."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from project_layout import FOLDERS, PACKAGES, ROOT, files, modules

FLOW = ["core", "instrumentation", "studies", "reports"]
"""Each folder may import from those before it."""

# -- the mapping -------------------------------------------------------------------------------------------------------


def test_every_folder_with_code_is_a_listed_package() -> None:
    """A subpackage left out works in an editable install and is silently absent from the wheel."""
    on_disk = {name for name, path in modules() if path.name == "__init__.py"}
    assert sorted(PACKAGES) == sorted(on_disk)


def test_no_module_is_outside_a_package() -> None:
    orphans = [str(path) for _, path in modules() if not (path.parent / "__init__.py").exists()]
    assert orphans == []


# -- the direction of imports ------------------------------------------------------------------------------------------


def imports(source: str, module: str, is_package: bool = False) -> Iterator[str]:
    """The full name of everything a module imports, wherever in the module it does so."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = module.split(".")
                above = above[: len(above) - node.level + is_package]
                base = ".".join([*above, base] if base else above)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def forbidden(folder: str, name: str) -> bool:
    """May a module of this folder not import `name`? The front door imports the folders, so none may import it."""
    if name != "plyscope" and not name.startswith("plyscope."):
        return False
    top = name.removeprefix("plyscope").lstrip(".").split(".")[0]
    if top not in FLOW:
        return top != "data"
    return folder in FLOW and FLOW.index(top) > FLOW.index(folder)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import plyscope.studies.depth", ["plyscope.studies.depth"]),
        ("from plyscope import studies", ["plyscope.studies"]),
        ("from plyscope.core.rules import Rules", ["plyscope.core.rules.Rules"]),
        ("from ..studies import depth", ["plyscope.studies.depth"]),
        ("from .rules import Rules", ["plyscope.core.rules.Rules"]),
        ("def f():\n    import core", ["core"]),
    ],
)
def test_imports_are_seen(line: str, found: list[str]) -> None:
    """The two tests below would pass on anything if imports were overlooked."""
    assert list(imports(line, "plyscope.core.position")) == found
    assert list(imports("from . import base", "plyscope.core.heuristics", is_package=True)) == [
        "plyscope.core.heuristics.base"
    ]


@pytest.mark.parametrize(
    ("folder", "name", "is_forbidden"),
    [
        ("core", "plyscope.core.rules.Rules", False),
        ("core", "plyscope.instrumentation", True),
        ("instrumentation", "plyscope.core", False),
        ("studies", "plyscope.reports.tables", True),
        ("reports", "plyscope.studies", False),
        ("reports", "plyscope.data", False),
        ("studies", "plyscope.Position", True),
        ("studies", "plyscope", True),
        ("core", "numpy", False),
    ],
)
def test_what_is_forbidden(folder: str, name: str, is_forbidden: bool) -> None:
    assert forbidden(folder, name) == is_forbidden


def test_imports_run_one_way() -> None:
    wrong = []
    for module, path in modules():
        folder = module.split(".")[1] if "." in module else ""
        if f"plyscope.{folder}" in FOLDERS:
            names = imports(path.read_text(), module, path.name == "__init__.py")
            wrong += [f"{module} imports {name}" for name in names if forbidden(folder, name)]
    assert wrong == []


def test_no_folder_is_imported_from_the_root() -> None:
    """`import core` would give a second copy of every class."""
    bare = {name.removeprefix("plyscope.") for name in FOLDERS if name != "plyscope"}
    sources = [path for _, path in modules()]
    for folder in ("notebooks", "tests", "tools"):
        sources += (ROOT / folder).rglob("*.py")
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources
        for name in imports(path.read_text(), "")
        if name.split(".")[0] in bare
    ]
    assert wrong == []


# -- the wheel ---------------------------------------------------------------------------------------------------------

SMOKE_TEST = """
import importlib
import sys
from pathlib import Path

target, *packages = sys.argv[1:]
# The hook of an editable install would find in the checkout what is missing from the wheel.
sys.meta_path = [finder for finder in sys.meta_path if not getattr(finder, "__module__", "").startswith("__editable__")]
sys.path.insert(0, target)
for name in packages:
    module = importlib.import_module(name)
    assert Path(module.__file__).is_relative_to(target), module.__file__

from plyscope.core.engine import CompiledSearch
from plyscope.core.position import Position
from plyscope.core.search import Minimax

start = Position.start(8)
assert start.legal_moves == ("d3", "c4", "f5", "e6"), start.legal_moves
print(sum(CompiledSearch(Minimax("discs", 4), start).run().counts["by_ply"]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without network from a copy: a `build/` left in the checkout would lend it old modules."""
    copy = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for folder in FOLDERS.values():
        shutil.copytree(folder, copy / folder.relative_to(ROOT), ignore=shutil.ignore_patterns("__pycache__"))
    _run("-m", "build", "--wheel", "--no-isolation", "--outdir", str(copy / "dist"), str(copy), cwd=copy)
    (built,) = (copy / "dist").glob("*.whl")
    return built


def test_wheel_holds_every_file(wheel: Path) -> None:
    """Files that are not Python are left out unless `package-data` names their kind."""
    held = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert sorted(held) == sorted(name for name, _ in files())


def test_wheel_works(wheel: Path, tmp_path: Path) -> None:
    """Installed elsewhere it plays and searches: minimax visits 1 + 4 + 12 + 56 + 244 nodes to depth 4."""
    target = tmp_path / "installed"
    options = ["--quiet", "--no-deps", "--no-index", "--target", str(target)]
    _run("-m", "pip", "install", *options, str(wheel), cwd=tmp_path)
    answer = _run("-c", SMOKE_TEST, str(target), *PACKAGES, cwd=tmp_path, PLYSCOPE_CACHE=str(tmp_path / "cache"))
    assert answer.split()[-1] == "317"


def _run(*arguments: str, cwd: Path, **environment: str) -> str:
    """Run Python in another folder; what it printed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout
