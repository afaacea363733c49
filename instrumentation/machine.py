"""The machine that a time was taken on."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from plyscope.core.jit import source_hash


@dataclass(frozen=True)
class Fingerprint:
    """What a time depends on, besides the search."""

    cpu: str
    cores: int
    system: str
    python: str
    numba: str
    llvmlite: str
    numpy: str
    plyscope: str
    build: str
    """`source_hash`: a version number says nothing of edits."""

    def __str__(self) -> str:
        return "; ".join(f"{name} {value}" for name, value in self.to_dict().items())

    def to_dict(self) -> dict[str, Any]:
        """As in JSON."""
        return asdict(self)


@cache
def fingerprint() -> Fingerprint:
    """Say what machine this is and what software makes the code it runs; looked up once in a process.

    Examples
    --------
    >>> list(fingerprint().to_dict())
    ['cpu', 'cores', 'system', 'python', 'numba', 'llvmlite', 'numpy', 'plyscope', 'build']
    """
    return Fingerprint(
        _cpu_name(),
        os.cpu_count() or 1,
        f"{platform.system()} {platform.machine()}",
        platform.python_version(),
        version("numba"),
        version("llvmlite"),
        version("numpy"),
        version("plyscope"),
        source_hash(),
    )


def _cpu_name() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
