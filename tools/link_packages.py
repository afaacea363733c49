"""Make `.links/plyscope`: the package as it is imported, in symbolic links, for tools that do not run Python.

The folders `core`, `studies`, ... stand at the root and setuptools maps them into `plyscope`. An editable install does
that with an import hook, which mypy and the language servers of editors never run: without these links they find no
`plyscope.core`. The mapping is read from pyproject.toml, so it is written down once.
"""

import os
import shutil
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINKS = ROOT / ".links"


def targets() -> dict[str, Path]:
    """What to link: each dotted name below `plyscope` and each entry of the front door, by its path in `.links`."""
    mapping = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-dir"]
    front_door = ROOT / mapping.pop("plyscope")
    entries = {f"plyscope/{path.name}": path for path in front_door.iterdir() if path.name != "__pycache__"}
    return entries | {name.replace(".", "/"): ROOT / folder for name, folder in mapping.items()}


def main() -> None:
    """Make the links anew: one left of a file that is gone would be checked still."""
    shutil.rmtree(LINKS, ignore_errors=True)
    for name, target in targets().items():
        link = LINKS / name
        link.parent.mkdir(parents=True, exist_ok=True)
        # Relative, so that the checkout may be moved.
        link.symlink_to(os.path.relpath(target, link.parent))


if __name__ == "__main__":
    main()
