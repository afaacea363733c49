"""What only the compiled search has: code on disk, an abort flag, heuristics by address."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import plyscope as ps
from plyscope.core import jit
from plyscope.core.engine import CompiledSearch

ROOT = Path(__file__).parents[1]
PACKAGES = ("core", "data", "instrumentation", "reports", "studies")

SEARCH_AND_STATS = """
import json, plyscope as ps
from plyscope.core import kernel
result = ps.search(ps.start(8), ps.AlphaBeta("discs", 5))
stats = [f.stats for f in (kernel._max_value, kernel._min_value, kernel.next_move)]
hits, misses = (sum(sum(getattr(s, key).values()) for s in stats) for key in ("cache_hits", "cache_misses"))
print(json.dumps({"nodes": result.counters.nodes, "value": result.value, "hits": hits, "misses": misses}))
"""


def run_python(code: str, cache: Path, path: Path | None = None) -> dict[str, float]:
    """Run code in a process of its own and read the JSON that it prints."""
    environment = {**os.environ, "PLYSCOPE_CACHE": str(cache)}
    if path:
        code = f"import sys; sys.meta_path[:] = [f for f in sys.meta_path if 'editable' not in repr(f).lower()]\n{code}"
        environment["PYTHONPATH"] = str(path)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    first, second = (run_python(SEARCH_AND_STATS, tmp_path) for _ in range(2))
    assert first["misses"] > 0
    assert second["misses"] == 0
    assert second["hits"] == 3
    assert (first["nodes"], first["value"]) == (second["nodes"], second["value"])


def test_an_edit_never_meets_old_code(tmp_path: Path) -> None:
    """Edit a primitive in another file than the kernel: the next process must see it, with the same cache."""
    package = tmp_path / "tree" / "plyscope"
    shutil.copytree(ROOT / "src" / "plyscope", package)
    for name in PACKAGES:
        shutil.copytree(ROOT / name, package / name)
    cache = tmp_path / "cache"
    before = run_python(SEARCH_AND_STATS, cache, package.parent)
    features = package / "core" / "features" / "counting.py"
    old = "bitboard.count(me) - bitboard.count(opp)"
    text = features.read_text()
    assert text.count(old) == 1
    features.write_text(text.replace(old, f"100 * ({old})"))
    after = run_python(SEARCH_AND_STATS, cache, package.parent)
    assert after["value"] == 100 * before["value"] != 0


COMPILE_IN_THREADS = """
import threading
from numba.core.caching import UserProvidedCacheLocator
from plyscope.core.heuristics import find

begin = UserProvidedCacheLocator.__init__
one_is_in, another_is_in = threading.Event(), threading.Event()


def between_set_and_used(self, *args):
    # The first thread waits for another to come in, and the others for the first to go out.
    if threading.current_thread() is first:
        one_is_in.set()
        another_is_in.wait(1)
    else:
        another_is_in.set()
        first.join()
    begin(self, *args)


UserProvidedCacheLocator.__init__ = between_set_and_used
names = ["uam.corners", "uam.edges", "toronto.absolute", "mobility", "discs"]
first, *others = [threading.Thread(target=find(name).compiled, args=(8,)) for name in names]
first.start()
one_is_in.wait()
for thread in others:
    thread.start()
for thread in others:
    thread.join()
print("{}")
"""


def test_threads_that_compile_at_once_keep_their_code_in_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    run_python(COMPILE_IN_THREADS, tmp_path / "cache")
    assert list((tmp_path / "here").iterdir()) == []
    assert len(list((tmp_path / "cache").rglob("*.nbi"))) >= 5


def test_threads_that_ask_at_once_share_what_is_compiled() -> None:
    @ps.heuristic
    def shared(me, opp, board, turn, weights):  # type: ignore[no-untyped-def]
        return ps.discs(me, opp, board) + 0.25

    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(shared.compiled(8))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(map(id, found))) == 1


def test_old_builds_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(jit.CACHE_VARIABLE, str(tmp_path))
    for number in range(6):
        (tmp_path / f"build-{number}").mkdir()
        os.utime(tmp_path / f"build-{number}", (number, number))
    folder = jit.cache_folder.__wrapped__()
    assert folder is not None and folder.exists()
    assert len(list(tmp_path.glob("build-*"))) == jit.KEPT_BUILDS


def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(jit.CACHE_VARIABLE, str(tmp_path / "file"))
    with pytest.warns(UserWarning, match="compiled code is not kept"):
        assert jit.cache_folder.__wrapped__() is None


def test_abort_stops_at_once() -> None:
    search = CompiledSearch(ps.Minimax("weights", 40), ps.start(8))
    thread = threading.Thread(target=search.run, daemon=True)
    thread.start()
    time.sleep(0.2)
    begin = time.perf_counter()
    search.abort()
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert time.perf_counter() - begin < 5  # milliseconds in fact; the bound only catches a search that goes on


@pytest.mark.parametrize("order", ["natural", "oracle"])
def test_ctrl_c_ends_the_command_line(order: str) -> None:
    command = [sys.executable, "-m", "plyscope", "search", "--depth", "40", "--algorithm", "minimax", "--order", order]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(3)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.strip() == "plyscope: interrupted"


def test_runs_in_threads_do_not_disturb_each_other() -> None:
    strategy = ps.AlphaBeta("weights", 8, ps.dialect(terminal="heuristic"))
    found: list[int] = []

    def work() -> None:
        for _ in range(5):
            found.append(ps.search(ps.start(8), strategy).counters.nodes)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [14200] * 20


def test_a_run_can_be_repeated() -> None:
    search = CompiledSearch(ps.AlphaBeta("mobility", 5), ps.start(6))
    assert search.run() == search.run()


def test_counting_changes_nothing_else() -> None:
    strategy = ps.AlphaBeta("weights", 7)
    counted = CompiledSearch(strategy, ps.start(8)).run()
    silent = CompiledSearch(strategy, ps.start(8), is_counting=False).run()
    assert silent.best == counted.best
    assert sum(silent.counts["by_ply"]) == 0
