"""Games and problems from other people's files: WTHOR, transcripts, OBF. The files are made here, of our own games."""

from __future__ import annotations

import csv
import os
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

COMMANDS = ["from-wthor", "from-transcripts", "from-obf"]
WIPE_OUT = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
"""Nine moves after which black has every disc: a finished game with 51 empty squares."""


def run(*arguments: str) -> None:
    """The command line of the sub-app, in this process; input errors come out as they are."""
    app = typer.Typer()
    app.add_typer(positions_app, name="positions")
    app(["positions", *arguments], standalone_mode=False)


def rows_of(path: Path) -> list[list[str]]:
    """The file of ``--skipped``, below its heading."""
    with path.open(newline="") as lines:
        heading, *rows = csv.reader(lines)
    assert heading == ["file", "number", "reason"]
    return rows


def board_lines(printed: str) -> list[str]:
    return [line for line in printed.splitlines() if not line.startswith("#")]


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
    assert len(board_lines(printed.out)) == 10
    assert "6 games" in printed.out
    told = printed.err.splitlines()
    assert told[0] == "plyscope: short.wtb skipped: 3 bytes: a file of the database begins with 16"
    assert told[1] == "plyscope: cut.wtb, number 2 skipped: 67 bytes instead of 68: the file ends here"
    assert told[2].startswith("plyscope: cut.wtb, number 1 differs: black's recorded score is 30, replayed ")
    assert "1 games do not end with the recorded score, 1 of them given up before the end" in told[3]


def test_from_wthor_lists_every_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The terminal shows twenty games of a kind, the file of --skipped all of them."""
    moves, final = GAMES[0]
    right = black_score(final)
    path, listed = tmp_path / "many.wtb", tmp_path / "skipped.csv"
    path.write_bytes(wtb([*[record(["a1"], 0)] * 23, *[record(moves, right - 1)] * 22, RECORDS[0]]))
    run("from-wthor", str(path), "--count", "1")
    told = capsys.readouterr().err.splitlines()
    assert told[19] == "plyscope: many.wtb, number 20 skipped: illegal move 1, a1, for X: legal are d3, c4, f5, e6"
    assert told[20] == "plyscope: many.wtb: 3 more like these; --skipped FILE writes them all"
    assert told[40] == f"plyscope: many.wtb, number 43 differs: black's recorded score is {right - 1}, replayed {right}"
    assert told[41] == "plyscope: many.wtb: 2 more like these; --skipped FILE writes them all"
    assert len(told) == 43
    run("from-wthor", str(path), "--count", "1", "--skipped", str(listed))
    assert f"3 more like these; {listed} has them all" in capsys.readouterr().err
    rows = rows_of(listed)
    assert [row[:2] for row in rows] == [[str(path), str(number)] for number in range(1, 46)]
    assert rows[0][2] == "illegal move 1, a1, for X: legal are d3, c4, f5, e6"
    assert rows[44][2] == f"black's recorded score is {right - 1}, replayed {right}"


def test_nothing_skipped_is_a_list_too(database: Path, tmp_path: Path) -> None:
    run("from-wthor", str(database), "--skipped", str(tmp_path / "skipped.csv"))
    assert rows_of(tmp_path / "skipped.csv") == []


@pytest.mark.parametrize(
    ("commands", "options", "message"),
    [
        (COMMANDS, ["--stage", "mid"], "did you mean middle"),
        (COMMANDS[:2], ["--count", "0"], "count 0"),
        (COMMANDS[:2], ["--seed", "-2"], "seed -2"),
        (["from-transcripts"], ["--size", "7"], "board size 7"),
        (COMMANDS, ["--out", "no/such/folder/x.txt"], "cannot write 'no/such/folder/x.txt': No such file"),
        (COMMANDS, ["--out", "."], "cannot write '.': Is a directory"),
        (COMMANDS, ["--skipped", "no/such/folder/x.csv"], "cannot write 'no/such/folder/x.csv'"),
        (COMMANDS, ["--out", "x", "--skipped", "./x"], "--skipped 'x': that file is in use already"),
        (COMMANDS, ["--skipped", "never-read"], "--skipped 'never-read': that file is in use already"),
    ],
)
def test_options_are_checked_before_a_file_is_read(
    commands: list[str], options: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that does not exist would be told first if it were opened first."""
    monkeypatch.chdir(tmp_path)
    for command in commands:
        with pytest.raises(InputError, match=message):
            run(command, "never-read", *options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "content"),
    [
        ("from-wthor", wtb(RECORDS[:1])),
        ("from-transcripts", "".join(GAMES[0][0]).encode()),
        ("from-obf", f"{Position.start(8).to_text()}\n".encode()),
    ],
    ids=COMMANDS,
)
def test_an_unreadable_file_does_not_stop_the_others(
    command: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, none, listed, out = (tmp_path / name for name in ("good", "none", "skipped.csv", "set.txt"))
    good.write_bytes(content)
    run(command, str(none), str(good), str(tmp_path), "--out", str(out), "--skipped", str(listed))
    assert positions(out).origin.startswith("good")
    missing, folder = f"cannot read '{none}': No such file or directory", f"cannot read '{tmp_path}': Is a directory"
    assert capsys.readouterr().err.splitlines() == [
        f"plyscope: none skipped: {missing}",
        f"plyscope: {tmp_path.name} skipped: {folder}",
    ]
    assert rows_of(listed) == [[str(none), "0", missing], [str(tmp_path), "0", folder]]


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_can_be_read(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line says so, and the list is there all the same."""
    none, listed = tmp_path / "none", tmp_path / "skipped.csv"
    with pytest.raises(InputError, match=r"^cannot read '.*none': No such file or directory$"):
        run(command, str(none))
    with pytest.raises(InputError, match=r"No such file or directory; the other 1 files cannot be read either$"):
        run(command, str(none), str(tmp_path), "--skipped", str(listed))
    assert capsys.readouterr().err == ""
    assert len(rows_of(listed)) == 2


def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.wtb")
    try:
        path.write_bytes(wtb([record(["a1"], 0), RECORDS[0]]))
    except OSError:
        pytest.skip("this file system takes names in UTF-8 only")
    run("from-wthor", str(path), "--out", str(tmp_path / "set.txt"), "--skipped", str(tmp_path / "skipped.csv"))
    assert positions(tmp_path / "set.txt").origin.startswith("caf\\udce9.wtb: 1 games")
    assert rows_of(tmp_path / "skipped.csv")[0][0].endswith("caf\\udce9.wtb")


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


@settings(max_examples=30)
@given(SEEDS, st.sampled_from([4, 6, 8]))
def test_transcripts_with_some_of_their_passes(seed: int, size: int) -> None:
    """A forced pass may be written or left out; a pass anywhere else is illegal."""
    game = random_game(size, seed)
    moves = moves_of(game)
    chance = Random(seed)
    written = [move for move in moves if move != PASS or chance.random() < 0.5]
    ((read,), _) = parse_transcripts([" ".join(written)], "x", size=size)
    assert (read.final, list(read.moves)) == (game[-1], [move for move in moves if move != PASS])
    place = chance.randrange(len(moves) + 1)
    if not game[place].must_pass:
        games, ((_, reason),) = parse_transcripts([" ".join([*moves[:place], PASS, *moves[place:]])], "x", size=size)
        assert games == ()
        assert reason.startswith(f"illegal move {place + 1}, pass, for {game[place].turn}: legal are ")


def test_transcripts_from_the_exchanged_start() -> None:
    """Mirrored column by column, every game from that start is one from ours, its passes included."""
    for seed, (moves, final) in enumerate(GAMES[:30]):
        written = moves_of(random_game(8, seed))
        names = ["hgfedcba"["abcdefgh".index(move[0])] + move[1] if move != PASS else PASS for move in written]
        ((game,), _) = parse_transcripts(["".join(names)], "x")
        assert (list(game.moves), game.final) == (moves, final)


def test_transcripts_on_6x6() -> None:
    moves = [move for move in moves_of(random_game(6, 1)) if move != PASS]
    ((game,), _) = parse_transcripts(["".join(moves)], "x", size=6)
    assert game.final == random_game(6, 1)[-1]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("f5f5", "illegal move 2"),
        ("a1", "illegal move 1"),
        ("f5 ?", "'?'"),
        ("f5z9", "no square 'z9'"),
        ("f5 d6 pass c3", "illegal move 3, pass, for X: legal are c3, c4, c5, c6, c7"),
        ("passf5", "illegal move 1, pass, for X"),
        ("f5passd6", "illegal move 2, pass, for O"),
        ("pass pass pass", "illegal move 1, pass, for X"),
        ("f5d6c3pass", "illegal move 4, pass, for O"),
        ("".join([*WIPE_OUT, PASS]), "illegal move 10, pass, for O: legal are none, the game is over"),
        (b"f5 caf\xe9".decode(errors="surrogateescape"), "character 7 is no text in UTF-8"),
    ],
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


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_a_line_that_is_no_text_does_not_stop_the_others(mark: bytes, end: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(mark + end.join([b"f5d6", b"# caf\xe9, a comment", b"caf\xe9", b"f5f6", b""]))
    games, skipped = read_transcripts(path)
    assert [game.number for game in games] == [1, 4]
    assert skipped == ((3, "character 4 is no text in UTF-8"),)


@pytest.mark.parametrize("inside", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_lines_end_where_editors_end_them(inside: str, tmp_path: Path) -> None:
    games, problems = tmp_path / "games.txt", tmp_path / "problems.obf"
    games.write_bytes(f"# a{inside}comment\nf5f5\n".encode())
    assert read_transcripts(games).skipped[0].number == 2
    problems.write_bytes(f"{FFO}{inside}note\nbad\n".encode())
    ((problem,), ((number, _),)) = read_obf(problems)
    assert (problem.annotations[-1], number) == (f"ffo 40{inside}note", 2)
    run("from-obf", str(problems), "--out", str(tmp_path / "set.txt"))
    assert positions(tmp_path / "set.txt").entries[0].note.endswith(f"ffo 40{inside}note")


def test_from_transcripts_reads_beside_a_bad_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    latin, good = tmp_path / "latin.txt", tmp_path / "good.txt"
    latin.write_bytes(b"f5d6\ncaf\xe9\n")
    good.write_text("f5f6\n")
    run("from-transcripts", str(latin), str(good))
    printed = capsys.readouterr()
    assert "latin.txt, good.txt: 2 games" in printed.out
    assert printed.err == "plyscope: latin.txt, number 2 skipped: character 4 is no text in UTF-8\n"


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


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("X" * 63 + " X", "a board of 63 squares: it must have 64"),
        ("X" * 65 + " X", "a board of 65 squares: it must have 64"),
        ("; a1:+2", "a board of 0 squares: it must have 64"),
        ("X" * 64, "no side to move: give X or O after the board and a space"),
        ("X" * 64 + " Z", "side to move 'Z': use X or O"),
        ("X" * 64 + " " + "XO" * 32, "side to move 'XOXOXOXOXOXOXOXOX...': use X or O"),
        ("X" * 64 + " X % note", "'%' after the side to move: a note begins with a semicolon"),
        ("X" * 28 + "q" + "X" * 35 + " X", "square 29 of the board is 'q': use X or * for black, O for white, - or ."),
        (b"\xe9".decode(errors="surrogateescape"), "character 1 is no text in UTF-8"),
    ],
)
def test_obf_skips_a_bad_line(bad: str, reason: str) -> None:
    problems, skipped = parse_obf([FFO, bad, FFO])
    assert [problem.number for problem in problems] == [1, 3]
    assert skipped == ((2, reason),)


def test_from_obf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "problems.obf").write_text(f"{FFO}\n{Position.start(8).to_text()}\nbad\n")
    run("from-obf", str(tmp_path / "problems.obf"), "--out", str(tmp_path / "set.txt"))
    assert [(entry.stage, entry.note) for entry in positions(tmp_path / "set.txt")] == [
        ("middle", "G8:+18; H7:-2; ffo 40"),
        ("early", ""),
    ]
    assert "number 3 skipped" in capsys.readouterr().err
    run("from-obf", str(tmp_path / "problems.obf"), "--stage", "early")
    assert len(board_lines(capsys.readouterr().out)) == 1


def test_from_obf_reads_beside_a_bad_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, listed = tmp_path / "latin.obf", tmp_path / "skipped.csv"
    path.write_bytes(f"{FFO}; caf\xe9\n".encode("latin-1") + f"{FFO}\n".encode())
    run("from-obf", str(path), "--skipped", str(listed))
    printed = capsys.readouterr()
    assert len(board_lines(printed.out)) == 1
    ((name, number, reason),) = rows_of(listed)
    assert (name, number) == (str(path), "1")
    assert printed.err == f"plyscope: latin.obf, number 1 skipped: {reason}\n"


def test_obf_is_a_set_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "problems.obf").write_text(f"{FFO}\n")
    assert positions(tmp_path / "problems.obf").entries[0].note == "G8:+18; H7:-2; ffo 40"


def test_chance_is_the_seed_alone(database: Path) -> None:
    import random

    random.seed(4)
    before = random.getstate()
    draw(read_wthor(database).games, count=5, seed=Random(1).randrange(10))
    assert random.getstate() == before
