"""Games and problems from other people's files: WTHOR, transcripts, OBF. The files are made here, of our own games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st

from plyscope.cli.positions import positions_app
from plyscope.core import squares
from plyscope.core.errors import InputError
from plyscope.core.game import PASS
from plyscope.core.position import Position
from plyscope.core.positions import positions, stage_of
from plyscope.core.positions.games import RecordedGame, draw, replay
from plyscope.core.positions.obf import parse_obf, read_obf
from plyscope.core.positions.symmetry import canonical
from plyscope.core.positions.transcripts import parse_transcripts, read_transcripts
from plyscope.core.positions.wthor import HEADER, RECORD, parse_wthor, read_wthor
from strategies import SEEDS, moves_of, random_game

WIPE_OUT = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
"""Nine moves after which black has every disc: a finished game with 51 empty squares."""


def run(*arguments: str) -> None:
    """The command line of the sub-app, in this process; input errors come out as they are."""
    app = typer.Typer()
    app.add_typer(positions_app, name="positions")
    app(["positions", *arguments], standalone_mode=False)


def played(seed: int) -> tuple[list[str], Position]:
    """The moves of a random game without its passes, and its end."""
    game = random_game(8, seed)
    return [move for move in moves_of(game) if move != PASS], game[-1]


def black_score(final: Position) -> int:
    """Black's discs, and the empty squares if black has won."""
    black, white = final.score
    empty = 64 - black - white
    return black + (empty if black > white else empty // 2 if black == white else 0)


def code(move: str) -> int:
    """A move as WTHOR stores it: f5 is 56."""
    return 10 * int(move[1]) + "abcdefgh".index(move[0]) + 1


def record(moves: Sequence[str], score: int) -> bytes:
    return RECORD.pack(7, 11, 13, score, score, bytes(map(code, moves)))


def wtb(records: Iterable[bytes], count: int | None = None, size: int = 8) -> bytes:
    held = list(records)
    return HEADER.pack(20, 24, 1, 31, len(held) if count is None else count, 0, 2023, size, 0, 24, 0) + b"".join(held)


GAMES = [*(played(seed) for seed in range(30)), (list(WIPE_OUT), Position.from_text("".join(WIPE_OUT)))]
RECORDS = [record(moves, black_score(final)) for moves, final in GAMES]


# -- replaying ---------------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(SEEDS, st.sampled_from([4, 6, 8, 10]))
def test_replay_finds_the_passes(seed: int, size: int) -> None:
    game = random_game(size, seed)
    moves = [squares.parse(move, size) for move in moves_of(game) if move != PASS]
    assert replay(Position.start(size), moves) == [position for position in game if not position.must_pass]


def test_the_games_have_what_is_to_be_tested() -> None:
    assert sum(len(moves_of(random_game(8, seed))) > len(GAMES[seed][0]) for seed in range(30)) >= 5  # passes
    assert any(final.disc_count < 64 for _, final in GAMES)  # empty squares at the end


def test_score_gives_the_empty_squares_to_the_winner() -> None:
    (game,), _ = parse_transcripts(["".join(WIPE_OUT)], "mine")
    assert game.is_finished
    assert game.final.score == (13, 0)
    assert game.score == (64, 0)


def test_score_of_a_draw_and_of_a_game_given_up() -> None:
    draw_with_empties = Position.from_text("XX--XX----------------------------------------------------OO--OO")
    assert draw_with_empties.is_over
    assert RecordedGame("", 1, draw_with_empties, (), draw_with_empties).score == (32, 32)
    (game,), _ = parse_transcripts(["f5d6"], "mine")
    assert (game.is_finished, game.score) == (False, (3, 3))


# -- WTHOR -------------------------------------------------------------------------------------------------------------


def test_wthor(tmp_path: Path) -> None:
    path = tmp_path / "WTH_2023.wtb"
    path.write_bytes(wtb(RECORDS))
    read = read_wthor(path)
    assert (read.name, read.year, read.skipped) == ("WTH_2023.wtb", 2023, ())
    assert [(list(game.moves), game.final) for game in read.games] == GAMES
    assert all(game.is_score_right and game.is_finished for game in read.games)
    first = read.games[0]
    assert (first.number, first.tournament, first.black_player, first.white_player) == (1, 7, 11, 13)


def test_wthor_layout() -> None:
    """The bytes as the database documents them, not as our own structures pack them."""
    content = wtb(RECORDS)
    assert len(content) == 16 + 68 * len(RECORDS)
    assert int.from_bytes(content[4:8], "little") == len(RECORDS)
    assert content[16 + 6] == black_score(GAMES[0][1])
    assert content[16 + 8] == code(GAMES[0][0][0])


def test_wthor_row_comes_first() -> None:
    (game,) = parse_wthor(wtb([RECORD.pack(0, 0, 0, 0, 0, bytes([56, 64]))]), "x").games
    assert game.moves == ("f5", "d6")


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (RECORD.pack(1, 2, 3, 32, 32, bytes([11])), "illegal move 1, a1, for X: legal are d3, c4, f5, e6"),
        (RECORD.pack(1, 2, 3, 32, 32, bytes([56, 56])), "illegal move 2, f5, for O"),
        (RECORD.pack(1, 2, 3, 32, 32, bytes([56, 0, 64])), "move 2 is stored as 0"),
        (RECORD.pack(1, 2, 3, 32, 32, bytes([99])), "move 1 is stored as 99"),
        (RECORD.pack(1, 2, 3, 32, 32, bytes([59])), "move 1 is stored as 59"),
        (
            RECORD.pack(1, 2, 3, 64, 64, bytes(map(code, [*WIPE_OUT, "a1"]))),
            "over",
        ),
    ],
)
def test_wthor_skips_a_bad_game(bad: bytes, reason: str) -> None:
    read = parse_wthor(wtb([RECORDS[0], bad, RECORDS[1]]), "x")
    assert [game.number for game in read.games] == [1, 3]
    ((number, told),) = read.skipped
    assert number == 2
    assert reason in told


def test_wthor_cut_off() -> None:
    """Whatever the length at which a file ends, every whole game is read and the rest is told."""
    content = wtb(RECORDS[:4])
    for length in range(len(content)):
        read = parse_wthor(content[:length], "x")
        whole = max(0, (length - 16) // 68)
        assert [game.number for game in read.games] == list(range(1, whole + 1))
        assert read.skipped
        numbers = [number for number, _ in read.skipped]
        assert (whole + 1 in numbers) == (length > 16 and (length - 16) % 68 > 0)
    assert parse_wthor(content[:16], "x").skipped[0].reason.startswith("games 1 to 4 of the header are missing")
    assert "16" in parse_wthor(content[:15], "x").skipped[0].reason


def test_wthor_damaged_header() -> None:
    assert "board size 10" in parse_wthor(wtb(RECORDS, size=10), "x").skipped[0].reason
    assert "-1 games" in parse_wthor(wtb(RECORDS, count=-1), "x").skipped[0].reason
    few = parse_wthor(wtb(RECORDS[:3], count=2), "x")
    assert (len(few.games), few.skipped[0].reason) == (2, "68 bytes after the last of 2 games")
    assert len(parse_wthor(wtb(RECORDS[:3], count=2**31 - 1), "x").games) == 3
    assert len(parse_wthor(wtb(RECORDS[:3], size=0), "x").games) == 3


@given(st.binary(max_size=400))
def test_wthor_takes_any_bytes(content: bytes) -> None:
    parse_wthor(content, "x")
    parse_wthor(wtb([content.ljust(68, b"\0")[:68]]), "x")


def test_wthor_tells_a_wrong_score() -> None:
    moves, final = GAMES[0]
    read = parse_wthor(wtb([record(moves, black_score(final) + 1), record(moves[:40], 40)]), "x")
    assert [(game.is_score_right, game.is_finished) for game in read.games] == [(False, True), (False, False)]


def test_wthor_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_wthor(tmp_path / "none.wtb")


# -- sets out of games -------------------------------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "WTH_2023.wtb"
    path.write_bytes(wtb(RECORDS))
    return path


def test_draw(database: Path) -> None:
    games = read_wthor(database).games
    chosen = draw(games, stage="middle", count=70, seed=3)
    assert len(chosen) == 70
    assert {stage_of(position) for position in chosen.positions} == {"middle"}
    assert len({canonical(position) for position in chosen.positions}) == 70
    assert [position.disc_count for position in chosen.positions] == sorted([*range(11, 46)] * 2)
    assert all(position.legal_moves for position in chosen.positions)
    for entry in chosen:
        number = int(entry.note.rpartition(" ")[2])
        assert entry.position in games[number - 1].positions()


def test_draw_all_that_there_is(database: Path) -> None:
    """Asked for more than there is, it gives every distinct position in which somebody can move."""
    games = read_wthor(database).games[:3]
    every = {canonical(place) for game in games for place in game.positions() if not place.is_over}
    assert {canonical(place) for place in draw(games, count=10_000).positions} == every


def test_from_wthor(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--stage", "late", "--count", "20", "--seed", "1", "--out"]
    for name in ("one.txt", "two.txt"):
        run("from-wthor", str(database), *options, str(tmp_path / name))
    assert (tmp_path / "one.txt").read_bytes() == (tmp_path / "two.txt").read_bytes()
    chosen = positions(tmp_path / "one.txt")
    assert len(chosen.of("late")) == len(chosen) == 20
    assert "WTH_2023.wtb: 31 games, seed 1" in chosen.origin
    assert capsys.readouterr().err == ""
    run("from-wthor", str(database), *options[:4], "--seed", "2", "--out", str(tmp_path / "three.txt"))
    assert positions(tmp_path / "three.txt").positions != chosen.positions


def test_from_wthor_reads_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, short, cut = (tmp_path / name for name in ("good.wtb", "short.wtb", "cut.wtb"))
    good.write_bytes(wtb(RECORDS[:5]))
    short.write_bytes(b"WTH")
    cut.write_bytes(wtb([record(GAMES[6][0][:20], 30), RECORDS[7]])[:-1])
    run("from-wthor", str(short), str(cut), str(good), "--count", "10")
    printed = capsys.readouterr()
    assert len([line for line in printed.out.splitlines() if not line.startswith("#")]) == 10
    assert "6 games" in printed.out
    told = printed.err.splitlines()
    assert told[0] == "plyscope: short.wtb skipped: 3 bytes: a file of the database begins with 16"
    assert told[1] == "plyscope: cut.wtb, number 2 skipped: 67 bytes instead of 68: the file ends here"
    assert "1 games do not end with the recorded score" in told[2]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--stage", "mid"], "did you mean middle"),
        (["--count", "0"], "count 0"),
        (["--seed", "-2"], "seed -2"),
    ],
)
def test_from_wthor_bad_options(options: list[str], message: str, database: Path) -> None:
    with pytest.raises(InputError, match=message):
        run("from-wthor", str(database), *options)


def test_from_wthor_with_nothing_in_it(tmp_path: Path) -> None:
    (tmp_path / "empty.wtb").write_bytes(wtb([]))
    with pytest.raises(InputError, match="no position found"):
        run("from-wthor", str(tmp_path / "empty.wtb"))


# -- transcripts -------------------------------------------------------------------------------------------------------


def test_transcripts(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    lines = ["".join(moves) for moves, _ in GAMES]
    path.write_text("# my games\n\n" + "\n".join(lines) + "\n")
    read = read_transcripts(path)
    assert [(list(game.moves), game.final) for game in read.games] == GAMES
    assert read.skipped == ()
    assert read.games[0].number == 3  # the line of the file


def test_transcripts_with_passes_and_capitals() -> None:
    seed = next(seed for seed in range(30) if PASS in moves_of(random_game(8, seed)))
    line = " ".join(moves_of(random_game(8, seed))).upper()
    ((game,), skipped) = parse_transcripts([line], "x")
    assert (list(game.moves), game.final, skipped) == (*GAMES[seed], ())


def test_transcripts_from_the_exchanged_start() -> None:
    """Mirrored column by column, every game from that start is one from ours."""
    for moves, final in GAMES[:5]:
        mirrored = "".join("hgfedcba"["abcdefgh".index(move[0])] + move[1] for move in moves)
        ((game,), _) = parse_transcripts([mirrored], "x")
        assert (list(game.moves), game.final) == (moves, final)


def test_transcripts_on_6x6() -> None:
    moves = [move for move in moves_of(random_game(6, 1)) if move != PASS]
    ((game,), _) = parse_transcripts(["".join(moves)], "x", size=6)
    assert game.final == random_game(6, 1)[-1]


@pytest.mark.parametrize(
    ("line", "reason"),
    [("f5f5", "illegal move 2"), ("a1", "illegal move 1"), ("f5 ?", "'?'"), ("f5z9", "no square 'z9'")],
)
def test_transcripts_skip_a_bad_line(line: str, reason: str) -> None:
    games, skipped = parse_transcripts(["f5d6", line, "f5f6"], "x")
    assert [game.number for game in games] == [1, 3]
    ((number, told),) = skipped
    assert number == 2
    assert reason in told


def test_from_transcripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games.txt").write_text("".join(GAMES[0][0]) + "\nf5f5\n")
    run("from-transcripts", str(tmp_path / "games.txt"), "--stage", "middle", "--out", str(tmp_path / "set.txt"))
    chosen = positions(tmp_path / "set.txt")
    assert [position.disc_count for position in chosen.positions] == list(range(11, 46))
    assert "number 2 skipped: illegal move 2" in capsys.readouterr().err


# -- OBF ---------------------------------------------------------------------------------------------------------------

FFO = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; G8:+18; H7:-2; ffo 40"


def test_obf(tmp_path: Path) -> None:
    path = tmp_path / "problems.obf"
    path.write_text(f"% comment\n\n{FFO}\n{FFO.lower().replace('x', '*')}\n")
    problems, skipped = read_obf(path)
    assert skipped == ()
    assert [problem.number for problem in problems] == [3, 4]
    assert problems[0].position == problems[1].position == Position.from_text(FFO.partition(";")[0])
    assert problems[0].annotations == ("G8:+18", "H7:-2", "ffo 40")
    assert problems[0].scores == {"g8": 18, "h7": -2}


@pytest.mark.parametrize("bad", ["X" * 63 + " X", "X" * 64, "X" * 64 + " Z", "?" * 64 + " X", "; a1:+2"])
def test_obf_skips_a_bad_line(bad: str) -> None:
    problems, ((number, reason),) = parse_obf([FFO, bad, FFO])
    assert ([problem.number for problem in problems], number) == ([1, 3], 2)
    assert "64 squares" in reason


def test_from_obf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "problems.obf").write_text(f"{FFO}\n{Position.start(8).to_text()}\nbad\n")
    run("from-obf", str(tmp_path / "problems.obf"), "--out", str(tmp_path / "set.txt"))
    assert [(entry.stage, entry.note) for entry in positions(tmp_path / "set.txt")] == [
        ("middle", "G8:+18; H7:-2; ffo 40"),
        ("early", ""),
    ]
    assert "number 3 skipped" in capsys.readouterr().err
    run("from-obf", str(tmp_path / "problems.obf"), "--stage", "early")
    assert len([line for line in capsys.readouterr().out.splitlines() if not line.startswith("#")]) == 1


def test_obf_is_a_set_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "problems.obf").write_text(f"{FFO}\n")
    assert positions(tmp_path / "problems.obf").entries[0].note == "G8:+18; H7:-2; ffo 40"


def test_chance_is_the_seed_alone(database: Path) -> None:
    import random

    random.seed(4)
    before = random.getstate()
    draw(read_wthor(database).games, count=5, seed=Random(1).randrange(10))
    assert random.getstate() == before
