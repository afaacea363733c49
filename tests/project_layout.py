"""Where the project's modules are: read from pyproject.toml and the folders, without importing anything."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
PACKAGES: list[str] = _SETUPTOOLS["packages"]
FOLDERS: dict[str, Path] = {name: ROOT / folder for name, folder in _SETUPTOOLS["package-dir"].items()}
"""The folder of each top package: `plyscope` and what is mapped into it."""


def files() -> Iterator[tuple[str, Path]]:
    """Every file of the packages, with its path in the installed package."""
    for package, folder in FOLDERS.items():
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield f"{package.replace('.', '/')}/{path.relative_to(folder).as_posix()}", path


def modules() -> Iterator[tuple[str, Path]]:
    """Every module by the name it is imported under."""
    for installed, path in files():
        if path.suffix == ".py":
            yield installed.removesuffix(".py").removesuffix("/__init__").replace("/", "."), path
