"""Stages, the shipped sets, sets from files, and the generator that made them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
import typer
from hypothesis import given, settings

from plyscope.cli.positions import positions_app
from plyscope.core.errors import InputError
from plyscope.core.position import Position, opponent
from plyscope.core.positions import PRESETS, SETS, STAGES, positions, stage_of
from plyscope.core.positions.files import check_place, write_whole
from plyscope.core.positions.generate import make_stages
from plyscope.core.positions.sets import parse_line
from plyscope.core.positions.symmetry import canonical
from plyscope.core.rules import legal_squares
from strategies import positions as any_position
from strategies import random_game, sizes


def run(*arguments: str) -> None:
    """The command line of the sub-app, in this process; input errors come out as they are."""
    app = typer.Typer()
    app.add_typer(positions_app, name="positions")
    app(["positions", *arguments], standalone_mode=False)


def with_discs(count: int, size: int = 8) -> Position:
    """Any board of this many discs."""
    return Position.from_text("X" * count + "-" * (size * size - count), size=size)


# -- stages ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "discs", "stage"),
    [
        (8, 4, "early"),
        (8, 10, "early"),
        (8, 11, "middle"),
        (8, 45, "middle"),
        (8, 46, "late"),
        (8, 64, "late"),
        (6, 6, "early"),  # 10 * 36 / 64 = 5.6
        (6, 7, "middle"),
        (6, 25, "middle"),  # 45 * 36 / 64 = 25.3
        (6, 26, "late"),
        (4, 4, "middle"),  # 2.5 is rounded up to 3, below the start
        (4, 11, "middle"),
        (4, 12, "late"),
        (10, 16, "early"),  # 15.6
        (10, 70, "middle"),  # 70.3
        (24, 90, "early"),
        (24, 405, "middle"),
        (24, 406, "late"),
    ],
)
def test_stage(size: int, discs: int, stage: str) -> None:
    assert stage_of(with_discs(discs, size)) == stage


def test_stages_of_the_reports_are_their_formulas() -> None:
    for discs in range(4, 65):
        position, turn = with_discs(discs), discs - 4
        assert stage_of(position, "li") == ("one", "two")[int((discs - 5) / 30)]
        assert stage_of(position, "uam") == STAGES[0 if turn < 20 else 1 if turn < 40 else 2]
        assert stage_of(position, "dong") == STAGES[0 if discs < 16 else 1 if discs < 56 else 2]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("size", [4, 6, 8, 10, 24])
def test_disc_counts_divide_the_game(preset: str, size: int) -> None:
    stages = PRESETS[preset]
    counted = [(discs, name) for name in stages.names for discs in stages.disc_counts(name, size)]
    expected = [(discs, stages.at(discs, size)) for discs in range(4, size * size)]
    assert [pair for pair in counted if pair[0] < size * size] == expected


def test_unknown_stages() -> None:
    with pytest.raises(InputError, match="did you mean liao"):
        stage_of(Position.start(8), "lioa")


# -- symmetry ----------------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(any_position(sizes(10)))
def test_canonical_is_blind_to_symmetry_and_colours(position: Position) -> None:
    board = position.to_array()
    for turns in range(4):
        for image in (board, board.T):
            turned = Position.from_array([list(row) for row in _turned(image, turns)], position.turn)
            assert canonical(turned) == canonical(position)
    swapped = replace(position, black=position.white, white=position.black, turn=opponent(position.turn))
    assert canonical(swapped) == canonical(position)


def _turned(board: object, turns: int) -> list[list[int]]:
    import numpy as np

    turned: list[list[int]] = np.rot90(np.asarray(board), turns).tolist()
    return turned


def test_canonical_tells_apart() -> None:
    position = Position.from_text("d3c5f6")
    assert canonical(position) != canonical(replace(position, turn="X"))
    after = [canonical(child) for _, child in position.successors()]
    assert len(set(after)) == len(after)


# -- the shipped sets --------------------------------------------------------------------------------------------------

STAGE_SETS = [("stages", 8), ("stages-6x6", 6)]


@pytest.mark.parametrize(("name", "size"), STAGE_SETS)
def test_shipped_stages(name: str, size: int) -> None:
    chosen = positions(name)
    assert {entry.position.size for entry in chosen} == {size}
    for stage in STAGES:
        assert len(chosen.of(stage)) == (5 if (stage, size) == ("early", 6) else 100)
    assert [entry.name for entry in chosen] == [str(number) for number in range(1, len(chosen) + 1)]
    assert all(entry.stage == stage_of(entry.position) for entry in chosen)
    assert all(position.legal_moves for position in chosen.positions)
    assert len({canonical(position) for position in chosen.positions}) == len(chosen)


@pytest.mark.parametrize(("name", "size"), STAGE_SETS)
@pytest.mark.parametrize("stage", STAGES)
def test_shipped_stages_are_spread_evenly(name: str, size: int, stage: str) -> None:
    """But for disc counts of which there are too few positions: one of 4 and of 5 discs, 3 of 6, 14 of 7."""
    held = Counter(position.disc_count for position in positions(name).of(stage).positions)
    assert sorted(held) == list(PRESETS["liao"].disc_counts(stage, size))
    few = {4: 1, 5: 1, 6: 3, 7: 14} if stage == "early" else {}
    for discs, exist in few.items():
        assert held.pop(discs, exist) == exist
    assert not held or max(held.values()) - min(held.values()) <= 1


def test_how_many_early_positions_exist() -> None:
    """What the 6x6 set claims: there are five up to 6 discs, by trying every game."""
    for size in (6, 8):
        level, counts = [Position.start(size)], []
        for _ in range(4):
            counts.append(len(level))
            level = list({canonical(child): child for place in level for _, child in place.successors()}.values())
        assert counts == [1, 1, 3, 14]


@pytest.mark.parametrize(("name", "size"), STAGE_SETS)
def test_shipped_stages_hold_the_centre(name: str, size: int) -> None:
    """What every reachable position has: discs on the four squares of the start."""
    start = Position.start(size)
    for position in positions(name).positions:
        assert (start.black | start.white) & ~(position.black | position.white) == 0


@pytest.mark.parametrize("size", [8, 6])
def test_shipped_stages_are_made_again(size: int, tmp_path: Path) -> None:
    run("make", "--seed", "1", "--size", str(size), "--out", str(tmp_path / "made.txt"))
    shipped = files("plyscope.data").joinpath("positions", f"stages-{size}x{size}.txt").read_bytes()
    assert (tmp_path / "made.txt").read_bytes() == shipped


@pytest.mark.parametrize("name", SETS)
def test_sets_are_written_as_they_are_read(name: str, tmp_path: Path) -> None:
    chosen = positions(name)
    path = tmp_path / "copy.txt"
    path.write_text(chosen.to_text())
    copy = positions(path)
    assert (copy.entries, copy.description, copy.origin) == (chosen.entries, chosen.description, chosen.origin)


def test_variant() -> None:
    assert {place.rules.variant for place in positions("stages-6x6", variant="reversed").positions} == {"reversed"}
    with pytest.raises(InputError, match="did you mean reversed"):
        positions("stages", variant="reverse")


# -- the reports' boards -----------------------------------------------------------------------------------------------


def test_reports() -> None:
    names = [entry.name for entry in positions("reports")]
    assert names[:4] == ["liao-board", "dong-stable-1", "dong-stable-2", "dong-frontier"]
    assert names[4:] == ["dong-game-1", "dong-game-2", "dong-game-3"]
    assert all(entry.note.startswith("report ") for entry in positions("reports"))


def test_board_of_liao() -> None:
    rows = ["OOOOXX..", "OOOOX...", "OOOX.X..", "XXXX....", *["........"] * 4]
    position = positions("reports").entry("liao-board").position
    assert position == Position.from_text("\n".join(rows), "O")
    assert legal_squares(position.black, position.white, 8) == 0  # why white is to move


def test_stable_boards_of_dong() -> None:
    """On the first board no move of black ever turns e5 at once; on the second, against the report, f6 does."""
    e5 = 8 * 4 + 4
    first, second = (
        replace(positions("reports").entry(f"dong-stable-{number}").position, turn="X") for number in (1, 2)
    )
    assert all(child.at(e5) == "O" for _, child in first.successors())
    assert [move for move, child in second.successors() if child.at(e5) == "X"] == ["f6"]


def test_frontier_board_of_dong() -> None:
    position = positions("reports").entry("dong-frontier").position
    assert (position.black, position.white.bit_count(), position.is_over) == (0, 9, True)
    inner = [name for name in ("d4", "e4", "f4", "d5", "e5", "f5", "d6", "e6", "f6") if _is_surrounded(position, name)]
    assert inner == ["e5"]


def _is_surrounded(position: Position, name: str) -> bool:
    from plyscope.core.rules import steps
    from plyscope.core.squares import parse

    return all(step(1 << parse(name, 8)) & position.white for step in steps(8))


def test_unknown_entry() -> None:
    with pytest.raises(InputError, match="did you mean liao-board"):
        positions("reports").entry("liao-bord")


# -- sets from files ---------------------------------------------------------------------------------------------------


def test_set_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(
        "# My positions\n# origin: by hand\n\nd3c5f6\n"
        f"{Position.start(6).to_text()} early six ; the start\n.... .OX. .XO. .... O\n"
    )
    chosen = positions(str(path))
    assert (chosen.description, chosen.origin) == ("My positions", "by hand")
    assert [(entry.name, entry.stage, entry.note) for entry in chosen] == [
        ("1", "early", ""),
        ("six", "early", "the start"),
        ("3", "middle", ""),
    ]
    assert [place.turn for place in chosen.positions] == ["O", "X", "O"]
    assert [place.size for place in chosen.positions] == [8, 6, 4]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d3\nd3d3\n", "line 2 of .*illegal move 'd3'"),
        (f"{'-' * 64} X late\n", "stage 'late': with 0 discs it is early"),
        ("# nothing\n", "no position in"),
        ("", "no position in"),
        ("hello\n", "line 1"),
    ],
)
def test_bad_file(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text(text)
    with pytest.raises(InputError, match=message):
        positions(tmp_path / "bad.txt")


def test_no_text(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="no text in UTF-8"):
        positions(tmp_path / "bad.txt")
    with pytest.raises(InputError, match="cannot read"):
        positions(tmp_path)


def test_a_set_with_one_bad_line_is_refused(tmp_path: Path) -> None:
    """Unlike other people's files: a set that lacks a position is another set."""
    (tmp_path / "bad.txt").write_bytes(b"d3\ncaf\xe9\n")
    with pytest.raises(InputError, match="no text in UTF-8"):
        positions(tmp_path / "bad.txt")


@pytest.mark.parametrize("inside", ["\x0c", "\x1c", "\x85", "\u2028"])
def test_lines_of_a_set_are_those_of_an_editor(inside: str, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(f"\ufeffd3 ; a{inside}note\r\nd3d3\r".encode())
    with pytest.raises(InputError, match=r"line 2 of .*illegal move 'd3'"):
        positions(tmp_path / "mine.txt")


@pytest.mark.parametrize(
    ("name", "message"),
    [("stags", "did you mean stages"), ("zzz", "use one of stages, stages-6x6"), ("no.txt", "cannot read 'no.txt'")],
)
def test_unknown_set(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        positions(name)
    assert "\n" not in str(caught.value)


def test_lines_of_other_people() -> None:
    board, side = Position.from_text("f5d6c3").to_text().split()
    assert parse_line(f"{board} {side}; f4:+2; c5:-1", "9").note == "f4:+2; c5:-1"


# -- the generator -----------------------------------------------------------------------------------------------------


def test_seeds_differ_and_repeat() -> None:
    first, again, other = (make_stages(6, 3, seed) for seed in (5, 5, 6))
    assert first == again
    assert first.positions[3:] != other.positions[3:]


def test_generator_leaves_chance_alone() -> None:
    """Neither the global generator nor the hash seed has a part in it."""
    import random

    random.seed(1)
    before = random.getstate()
    make_stages(4, 2, 1)
    assert random.getstate() == before


def test_no_early_stage_on_4x4() -> None:
    assert Counter(entry.stage for entry in make_stages(4, 6, 1)) == {"middle": 6, "late": 6}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "7"], "board size 7"),
        (["--count", "0"], "count 0"),
        (["--seed", "-1"], "seed -1"),
        (["--size", "4", "--count", "1", "--out", "/no/such/folder/x.txt"], "cannot write"),
    ],
)
def test_bad_options(arguments: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        run("make", *arguments)


def test_the_place_is_checked_before_anything_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyscope.core.positions.generate.make_stages", lambda *_: pytest.fail("made too early"))
    with pytest.raises(InputError, match="cannot write"):
        run("make", "--out", "/no/such/folder/x.txt")


@pytest.mark.parametrize("place", ["", ".", "file/x.txt", "x" * 300])
def test_a_place_that_is_none_is_told(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    for refuse in (check_place, partial(write_whole, content=b"")):
        with pytest.raises(InputError, match="cannot write"):
            refuse(place)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_checking_a_place_leaves_it_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("old")
    for name in ("old.txt", "new.txt"):
        check_place(tmp_path / name)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("old.txt", "old")]


def test_made_set_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    run("make", "--size", "4", "--count", "2")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "# origin: plyscope positions make --seed 1 --size 4 --count 2 (generator version 1)"
    assert len(lines) == 3 + 4


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    run("list")
    printed = capsys.readouterr().out
    assert all(name in printed for name in SETS)


def test_stage_of_every_position_of_a_game() -> None:
    game = random_game(8, Random(3).randrange(100))
    order = [STAGES.index(stage_of(position)) for position in game]
    assert order == sorted(order)
    assert set(order) == {0, 1, 2}
