"""Every search by name."""

from __future__ import annotations

from plyscope.core import search
from plyscope.core.path_search import PathMinimax

ALGORITHMS: dict[str, type[search.Search]] = {**search.ALGORITHMS, PathMinimax.algorithm: PathMinimax}
