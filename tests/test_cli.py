"""The command line as people use it: what it prints, what it refuses, what it loads."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import plyscope as ps
from command_line import Cli, inherited, python, refusal
from plyscope.cli import app, main

LATE_6 = "c2d2e1b3e2d5a3d1c1f2f3f4e6f1e3b1e5b2a1a4a5d6c5b6c6"
"""A 6x6 position near the end of a game, with passes ahead: every choice of a dialect matters to depth 6."""
NO_MOVE = "XO-- OOOO OOOO OOOO O"
"""White to move has no move, black has c1."""
BACKENDS = ("compiled", "reference")


def without(answer: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key not in keys}


def counted(answer: dict[str, Any]) -> dict[str, Any]:
    """What must not depend on the machine or the backend."""
    return without(answer, "seconds", "backend")


# -- perft -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["", "--variant reversi", "--variant reversed"])
def test_perft_in_json(cli: Cli, variant: str) -> None:
    answer = cli(f"perft --size 6 --depth 8 --json {variant}").json
    assert set(answer) == {"size", "depth", "leaves", "nodes", "seconds"}
    assert without(answer, "seconds") == {"size": 6, "depth": 8, "leaves": 308_716, "nodes": 365_741}
    assert answer["seconds"] > 0


def test_perft_for_people(cli: Cli) -> None:
    answer = cli("perft --size 6 --depth 8")
    assert (answer.code, answer.err) == (0, "")
    assert "6x6, depth 8: 308,716 leaves, 365,741 nodes" in answer.out
    assert "1 4 12 56 244 1,364 7,604 47,740 308,716" in answer.out


@pytest.mark.parametrize("size", range(4, 25, 2))
def test_perft_on_every_size(cli: Cli, size: int) -> None:
    answer = cli(f"perft --size {size} --depth 2 --json").json
    assert (answer["size"], answer["leaves"], answer["nodes"]) == (size, 12, 17)


def test_perft_is_of_8x8_unless_told(cli: Cli) -> None:
    assert cli("perft --depth 5 --json").json["leaves"] == 1396


@pytest.mark.parametrize("backend", BACKENDS)
def test_perft_from_a_position(cli: Cli, backend: str) -> None:
    """White passes, black moves and the game is over."""
    answer = cli(f"perft --depth 9 --json --backend {backend} --position", NO_MOVE).json
    assert (answer["size"], answer["leaves"], answer["nodes"]) == (4, 1, 3)


# -- search: JSON ------------------------------------------------------------------------------------------------------

KEYS = [
    "move",
    "value",
    "nodes",
    "calls",
    "leaves",
    "terminals",
    "passes",
    "cutoffs",
    "skipped",
    "by_ply",
    "cutoffs_by_child",
    "seconds",
    "backend",
]
SEARCHES = [
    "--depth 5",
    "--depth 0",
    "--depth 4 --algorithm minimax --heuristic mobility",
    "--depth 5 --heuristic weights --variant reversed",
    "--depth 4 --size 10 --heuristic weights --order oracle",
    f"{LATE_6} --depth 7 --size 6",
    f"{LATE_6} --depth 7 --size 6 --variant reversed --dialect uam --heuristic weights",
    f"{LATE_6} --depth 20 --size 6 --algorithm minimax --dialect li",
]


@pytest.mark.parametrize("line", SEARCHES)
@pytest.mark.parametrize("backend", BACKENDS)
def test_search_in_json(cli: Cli, line: str, backend: str) -> None:
    answer = cli(f"search {line} --json --backend {backend}").json
    assert list(answer) == KEYS
    for sides in (answer["calls"], answer["cutoffs"]):
        assert list(sides) == ["min", "max", "total"]
        assert sides["total"] == sides["min"] + sides["max"]
    assert answer["nodes"] == answer["calls"]["total"] + 1 == sum(answer["by_ply"])
    assert answer["cutoffs"]["total"] == sum(answer["cutoffs_by_child"])
    assert answer["backend"] == backend
    assert answer["seconds"] > 0


@pytest.mark.parametrize("line", SEARCHES)
def test_both_backends_say_the_same(cli: Cli, line: str) -> None:
    compiled, readable = (cli(f"search {line} --json --backend {backend}").json for backend in BACKENDS)
    assert counted(compiled) == counted(readable)


def test_search_counts_what_is_known(cli: Cli) -> None:
    answer = cli("search --depth 6 --heuristic weights --terminal heuristic --json").json
    assert (answer["move"], answer["value"], answer["nodes"]) == ("d3", 4, 1376)
    assert cli("search --depth 6 --algorithm minimax --json").json["nodes"] == 9913


OPTIONS = {
    "dialect": ("standard", "liao", "toronto", "uam", "li"),
    "cutoff": ("inclusive", "strict"),
    "root": ("shared", "fresh"),
    "no-move": ("pass", "skip", "leaf", "end"),
    "terminal": ("outcome", "heuristic"),
    "order": ("natural", "reversed", "table", "oracle", "shuffled:7"),
}
"""Every value of every option that makes a dialect."""


@pytest.mark.parametrize(("option", "value"), [(option, value) for option in OPTIONS for value in OPTIONS[option]])
def test_option_of_a_dialect(cli: Cli, option: str, value: str) -> None:
    dialect = ps.dialect(value) if option == "dialect" else ps.dialect(**{option.replace("-", "_"): value})
    expected = ps.search(ps.start(6), ps.AlphaBeta("discs", 3, dialect)).to_dict()
    assert counted(cli(f"search --size 6 --depth 3 --json --{option} {value}").json) == counted(expected)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_value_of_an_option_matters(cli: Cli, option: str) -> None:
    line = f"search {LATE_6} --size 6 --depth 6 --json --{option}"
    answers = {json.dumps(counted(cli(f"{line} {value}").json)) for value in OPTIONS[option]}
    assert len(answers) == len(OPTIONS[option])


def test_an_option_changes_a_preset(cli: Cli) -> None:
    expected = ps.search(ps.start(6), ps.AlphaBeta("discs", 5, ps.dialect("uam", cutoff="inclusive"))).to_dict()
    found = cli("search --size 6 --depth 5 --json --dialect uam --cutoff inclusive").json
    assert counted(found) == counted(expected)
    assert counted(found) != counted(cli("search --size 6 --depth 5 --json --dialect uam").json)


@pytest.mark.parametrize("backend", BACKENDS)
def test_in_toronto_a_player_without_a_move_ends_the_game(cli: Cli, backend: str) -> None:
    line = f"search --depth 3 --json --backend {backend} --position"
    over = cli(f"{line} '{NO_MOVE}' --dialect toronto").json
    assert (over["move"], over["nodes"], over["terminals"], over["leaves"]) == (None, 1, 1, 0)
    assert over["value"] == 1e12 + 12
    passed = cli(line, NO_MOVE).json
    assert (passed["move"], passed["nodes"], passed["passes"]) == ("pass", 3, 1)


# -- search: positions -------------------------------------------------------------------------------------------------

OPENING = ps.Position.from_text("d3c5f6")
BOARD = ["........", "........", "...X....", "...XX...", "..OOX...", ".....X..", "........", "........"]
LINE = "".join(BOARD).replace(".", "-")


@pytest.mark.parametrize(
    "arguments",
    [
        ["d3c5f6"],
        ["D3 C5 F6"],
        ["--position", "d3c5f6"],
        ["--position", "d3c5f6", "--to-move", "O"],
        ["--position", "d3c5f6", "--size", "8"],
        ["--position", "\n".join(BOARD), "--to-move", "O"],
        ["--position", " ".join(BOARD), "--to-move", "o"],
        ["--position", "/".join([*BOARD, "O"])],
        [" ".join(BOARD), "--to-move", "O"],
        ["--position", f"{LINE} O"],
        ["--position", LINE, "--to-move", "O"],
        [f"--position={LINE} X", "--to-move", "O"],
        ["--", f"{LINE} O"],
        ["--position", str(OPENING)],
        ["--position", OPENING.to_text()],
    ],
    ids=lambda arguments: " ".join(arguments)[:50],
)
def test_ways_to_give_a_position(cli: Cli, arguments: Sequence[str]) -> None:
    expected = ps.search(OPENING, ps.AlphaBeta("discs", 5)).to_dict()
    assert counted(cli("search --depth 5 --json", *arguments).json) == counted(expected)


def test_the_side_to_move_is_heeded(cli: Cli) -> None:
    black, white = (cli(f"search --depth 3 --json --to-move {side} --position", LINE).json for side in "XO")
    assert counted(black) != counted(white)


def test_the_variant_is_heeded(cli: Cli) -> None:
    """4x4 is lost by 8 discs in Reversi and won by 3 in Reversed Reversi."""
    for variant, value in (("reversi", -1e12 - 8), ("reversed", 1e12 + 3)):
        assert cli(f"search --size 4 --depth 30 --json --variant {variant}").json["value"] == value


# -- search: heuristics from a file ------------------------------------------------------------------------------------

USERS_FILE = '''
import plyscope as ps

@ps.heuristic
def quiet(me, opp, board, turn, weights):
    """Twice the built-in mobility."""
    return 2 * ps.mobility(me, opp, board)

def undecorated(me, opp, board, turn, weights):
    return ps.discs(me, opp, board)

@ps.heuristic
def divides(me, opp, board, turn, weights):
    return 1 / (turn - turn)

@ps.heuristic
def raises(me, opp, board, turn, weights):
    raise ValueError("no idea")

@ps.heuristic
def overreaches(me, opp, board, turn, weights):
    return weights[7]

@ps.heuristic
def endless(me, opp, board, turn, weights):
    return float("inf")

@ps.heuristic(name="[b]quiet[/] [/nothing]")
def bracketed(me, opp, board, turn, weights):
    return 1.0

def short(me, opp):
    return 0.0
'''


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """The path of a user's file."""
    path = tmp_path / "mine.py"
    path.write_text(USERS_FILE)
    return str(path)


@pytest.mark.parametrize("backend", BACKENDS)
def test_heuristic_from_a_file(cli: Cli, mine: str, backend: str) -> None:
    line = f"search --size 6 --depth 3 --json --backend {backend} --heuristic"
    own, built_in = cli(line, f"{mine}:quiet").json, cli(f"{line} mobility").json
    assert counted(own) == {**counted(built_in), "value": 2 * built_in["value"]}
    assert counted(cli(line, f"{mine}:undecorated").json) == counted(cli(f"{line} discs").json)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("divides", "ZeroDivisionError: division by zero"),
        ("raises", "ValueError: no idea"),
        ("overreaches", "IndexError"),
        ("endless", "'endless' returned inf"),
        ("short", "'short' in mine.py, line 32 takes 2 arguments"),
        ("quite", "no heuristic 'quite'"),
    ],
)
def test_bad_heuristic_in_a_file(cli: Cli, mine: str, backend: str, name: str, said: str) -> None:
    answer = cli(f"search --size 4 --depth 2 --backend {backend} --heuristic", f"{mine}:{name}")
    assert said in refusal(answer)
    assert name in answer.err


def test_nearest_heuristic_in_a_file(cli: Cli, mine: str) -> None:
    assert "did you mean quiet" in refusal(cli("search --depth 2 --heuristic", f"{mine}:quite"))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("def f(:", "SyntaxError"),
        ("1 / 0", "ZeroDivisionError"),
        ("", "no heuristic 'f'"),
        ("raise SystemExit(3)", "SystemExit"),
    ],
)
def test_file_that_cannot_be_run(cli: Cli, tmp_path: Path, source: str, said: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(source)
    message = refusal(cli("search --depth 2 --heuristic", f"{path}:f"))
    assert said in message
    assert str(path) in message


def test_name_of_a_heuristic_with_brackets(cli: Cli, mine: str) -> None:
    assert "[b]quiet[/] [/nothing]" in cli("search --size 4 --depth 1 --heuristic", f"{mine}:bracketed").out


# -- search: for people ------------------------------------------------------------------------------------------------


def test_search_for_people(cli: Cli) -> None:
    answer = cli("search d3c5f6 --depth 9")
    counters = ps.search(OPENING, ps.AlphaBeta("discs", 9)).counters
    assert (answer.code, answer.err) == (0, "")
    for line in [*str(OPENING).splitlines(), "alphabeta, depth 9, discs"]:
        assert line.rstrip() in answer.out
    for count in (counters.nodes, counters.leaves, counters.skipped, *counters.calls, *counters.cutoffs):
        assert f"{count:,}" in answer.out
    for row in ("by ply", "cutoffs by child", "inclusive, shared, pass, outcome, natural", "compiled"):
        assert row in answer.out


@pytest.mark.parametrize(
    "line", ["--depth 2", "d3c5f6 --depth 9", "--size 24 --depth 2", "--depth 60 --size 4", "--depth 127 --size 4"]
)
def test_search_for_people_fits_100_columns(cli: Cli, line: str) -> None:
    answer = cli(f"search {line}")
    assert answer.code == 0
    assert max(len(shown) for shown in answer.out.splitlines()) <= 100


def test_a_won_game_shows_its_margin(cli: Cli) -> None:
    shown = [cli("search --depth 1 --position", board).out for board in ("X" * 16, "X" * 15 + "O")]
    by_16, by_14 = (next(line for line in out.splitlines() if " value " in line) for out in shown)
    assert by_16 != by_14


# -- bad input ---------------------------------------------------------------------------------------------------------


BAD_LINES = [
    ("perft --depth 2 --size 7", "board size 7"),
    ("perft --depth 2 --size 2", "board size 2"),
    ("perft --depth 2 --size 26", "board size 26"),
    ("perft --depth 2 --size -8", "board size -8"),
    ("perft --depth 2 --size x", "'x' is no whole number"),
    ("perft --depth 2 --size 8.0", "'8.0' is no whole number"),
    ("perft --depth -1", "depth -1"),
    ("perft --depth 128", "depth 128"),
    ("perft --depth x", "'x' is no whole number"),
    ("perft --depth ''", "'' is no whole number"),
    ("perft", "--depth"),
    ("perft --depth", "--depth"),
    ("perft --depth 2 --variant chess", "unknown variant 'chess'"),
    ("perft --depth 2 --backend fast", "unknown backend 'fast'"),
    ("perft --depth 2 --position z9", "no square 'z9'"),
    ("perft --depth 2 --position ''", "empty position"),
    ("perft --depth 2 d3", "d3"),
    ("search", "--depth"),
    ("search d3c5f6", "--depth"),
    ("search --depth -1", "depth -1"),
    ("search --depth 128", "depth 128"),
    ("search --depth x", "'x' is no whole number"),
    ("search --depth 2.5", "'2.5' is no whole number"),
    ("search --depth 99999999999999999999", "depth 99999999999999999999"),
    ("search --depth 2 --size 5", "board size 5"),
    ("search --depth 2 --size 0", "board size 0"),
    ("search --depth 2 --size six", "'six' is no whole number"),
    ("search --depth 2 z9", "no square 'z9' on a 8x8 board"),
    ("search --depth 2 d3c9", "move 2 of the list: no square 'c9'"),
    ("search --depth 2 a1", "move 1 of the list: illegal move 'a1' for X: legal are d3, c4, f5, e6"),
    ("search --depth 2 d3c5d3", "move 3 of the list: illegal move 'd3' for X"),
    ("search --depth 2 d3 --size 6", "illegal move 'd3'"),
    ("search --depth 2 d3,c5", "','"),
    ("search --depth 2 ''", "empty position"),
    ("search --depth 2 .XO.", "4 squares"),
    (f"search --depth 2 --position {'-' * 63}", "63 squares"),
    (f"search --depth 2 --position {'-' * 65}", "65 squares"),
    (f"search --depth 2 --position {'-' * 16} --size 6", "16 squares: it must have 36"),
    ("search --depth 2 '.... .OX .XO.. ....'", "row 2 of the board, '.OX'"),
    (f"search --depth 2 --position {'-' * 30}?{'-' * 33}", "'?'"),
    (f"search --depth 2 --position '{'-' * 64} Z'", "'Z'"),
    ("search --depth 2 d3 --position c4", "given twice"),
    ("search --depth 2 d3 c5", "c5"),
    ("search --depth 2 --to-move Z", "side to move 'Z'"),
    ("search --depth 2 --to-move O", "side to move 'O'"),
    ("search --depth 2 d3 --to-move X", "side to move 'X': after these moves it is O"),
    ("search --depth 2 --heuristic mobilty", "unknown heuristic 'mobilty': did you mean mobility"),
    ("search --depth 2 --heuristic zzz", "unknown heuristic 'zzz': use one of discs, mobility,"),
    ("search --depth 2 --heuristic nowhere.py:f", "no file 'nowhere.py'"),
    ("search --depth 2 --heuristic nowhere.py", "unknown heuristic 'nowhere.py'"),
    ("search --depth 2 --algorithm minmax", "unknown algorithm 'minmax': did you mean minimax"),
    ("search --depth 2 --backend gpu", "unknown backend 'gpu'"),
    ("search --depth 2 --variant revresi", "unknown variant 'revresi': did you mean reversi"),
    ("search --depth 2 --dialect toranto", "unknown dialect 'toranto': did you mean toronto"),
    ("search --depth 2 --cutoff '>='", "unknown cutoff '>='"),
    ("search --depth 2 --root deep", "unknown root window 'deep'"),
    ("search --depth 2 --no-move wait", "'wait'"),
    ("search --depth 2 --terminal zero", "unknown terminal value 'zero'"),
    ("search --depth 2 --order shuffled:x", "move order 'shuffled:x'"),
    ("search --depth 2 --order shuffled", "move order 'shuffled'"),
    ("search --depth 2 --order natral", "unknown move order 'natral': did you mean natural"),
    ("search --depth 2 --json=yes", "--json"),
    ("search --dept 2", "--dept"),
    ("search --depth 2 --colour", "--colour"),
    ("serch --depth 2", "'serch'"),
    ("--verbose", "--verbose"),
    ("bench --repeats", "--repeats"),
    ("bench 20", "20"),
    ("bench --repeats x", "'x'"),
    ("bench --repeats 0", "0"),
    pytest.param(
        "perft --depth 2 --size 6 --position d3",
        "illegal move 'd3'",
    ),
    pytest.param(
        "perft --depth 2 --size 7 --position d3",
        "board size 7",
    ),
    pytest.param(
        "search --depth 2 --to-move ''",
        "side to move ''",
    ),
]


@pytest.mark.parametrize(("line", "named"), BAD_LINES)
def test_bad_input(cli: Cli, line: str, named: str) -> None:
    assert named in refusal(cli(line))


def test_bad_input_in_a_process_of_its_own() -> None:
    assert "board size 7" in refusal(python("-m", "plyscope", "search", "--size", "7", "--depth", "2"))


def test_main_exits_with_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    for line, code in (("perft --depth 1", 0), ("perft --depth x", 2)):
        with pytest.raises(SystemExit) as caught:
            main(line.split())
        assert caught.value.code == code


# -- help and what it loads --------------------------------------------------------------------------------------------

COMMANDS = [str(command.name or getattr(command.callback, "__name__", "")) for command in app.registered_commands]
COMMANDS += [str(group.name) for group in app.registered_groups]


def test_the_commands_are_there() -> None:
    assert {"search", "perft", "bench", "reproduce"} <= set(COMMANDS)


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help(cli: Cli, flag: str) -> None:
    answer = cli(flag)
    assert (answer.code, answer.err) == (0, "")
    for command in COMMANDS:
        assert command in answer.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(cli: Cli, command: str) -> None:
    answer = cli(f"{command} --help")
    assert (answer.code, answer.err) == (0, "")
    assert f"plyscope {command}" in answer.out


def test_no_arguments_give_help(cli: Cli) -> None:
    answer = cli("")
    assert "Usage: plyscope" in answer.out
    assert answer.err == ""


def test_help_loads_nothing_heavy() -> None:
    """Help comes at once only because numba and its like are imported when a command needs them."""
    answer = python("-X", "importtime", "-m", "plyscope", "--help")
    assert answer.code == 0
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in answer.err.splitlines()}
    assert {"plyscope", "typer"} <= loaded
    assert loaded.isdisjoint({"numba", "llvmlite", "numpy", "pandas", "matplotlib", "scipy", "seaborn"})


# -- processes and pipes -----------------------------------------------------------------------------------------------


def test_search_in_a_process_of_its_own() -> None:
    answer = python("-m", "plyscope", "search", "d3c5f6", "--depth", "5", "--json").json
    assert counted(answer) == counted(ps.search(OPENING, ps.AlphaBeta("discs", 5)).to_dict())


def test_output_without_unicode() -> None:
    """A terminal or a file that takes ASCII only gets the board too."""
    answer = python("-m", "plyscope", "search", "--size", "4", "--depth", "1", PYTHONIOENCODING="ascii")
    assert (answer.code, answer.err) == (0, "")
    assert "2 . O X ." in answer.out
    assert answer.out.isascii()


@pytest.mark.parametrize(
    "line",
    [
        "--help",
        "search --depth 2",
        "perft --depth 2",
        "search --depth 2 --json",
    ],
)
def test_reader_that_leaves_early(line: str) -> None:
    """As in `plyscope ... | head -1`; with buffered output, as Python has it unless it is told otherwise."""
    with subprocess.Popen(
        [sys.executable, "-m", "plyscope", *line.split()],
        env=inherited(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        assert process.stderr.read() == ""


# -- bench -------------------------------------------------------------------------------------------------------------

JOBS = {
    "perft-10": 28_031_565,
    "minimax-9-discs": 3_460_509,
    "minimax-8-weights": 455_221,
    "alphabeta-11-weights": 1_098_586,
    "alphabeta-8-discs-16x16": 11_308,
}


def test_bench_in_json(cli: Cli) -> None:
    answer = cli("bench --repeats 1 --json").json
    assert {job["name"]: job["nodes"] for job in answer["jobs"]} == JOBS
    assert len(answer["jobs"]) == len(JOBS)
    for job in answer["jobs"]:
        assert job["seconds"] > 0
        assert job["nodes_per_second"] == job["nodes"] / job["seconds"]
    assert {"cpu", "cores", "python", "numba"} <= set(answer["machine"])
    assert all(answer["machine"].values())


def test_bench_for_people(cli: Cli) -> None:
    answer = cli("bench --repeats 1")
    assert (answer.code, answer.err) == (0, "")
    *jobs, machine = answer.out.splitlines()
    assert [line.split()[0] for line in jobs] == list(JOBS)
    for line, nodes in zip(jobs, JOBS.values(), strict=True):
        assert f"{nodes:,} nodes" in line
    assert "cpu" in machine
    assert "numba" in machine
