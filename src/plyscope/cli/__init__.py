"""The command line. Modules here import nothing heavy before a command runs: help comes at once."""

from __future__ import annotations

import os
import sys

import typer

from plyscope.cli import bench, heuristics, match, perft, positions, reproduce, search, study, tree
from plyscope.core.errors import InputError

app = typer.Typer(
    help="Measure game-tree search, not your laptop: Reversi and Reversed Reversi, counted.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    search.search,
    match.match,
    tree.tree,
    perft.perft,
    heuristics.heuristics,
    bench.bench,
    study.study,
    study.report,
    reproduce.reproduce,
):
    app.command()(command)
app.add_typer(positions.positions_app, name="positions")

BAD_INPUT, INTERRUPTED = 2, 130


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; bad input ends in one line and exit code 2."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal without our signs shows others instead of ending in an error.
            stream.reconfigure(errors="replace")
    try:
        code = app(arguments or ["--help"], prog_name="plyscope", standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        return _say(str(error), BAD_INPUT)
    except BrokenPipeError:
        # The reader has gone. Python flushes once more when it ends, and must find somewhere to write.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _say(f"cannot write the output: {error.strerror or error}", BAD_INPUT)
    except Exception as error:
        # Typer's own errors know how to say themselves; anything else is a defect and keeps its traceback.
        if not hasattr(error, "format_message"):
            raise
        return _say(error.format_message(), int(getattr(error, "exit_code", BAD_INPUT)))
    # Typer answers Ctrl-C with this code, and without a word.
    return _say("interrupted", INTERRUPTED) if code == INTERRUPTED else int(code or 0)


def _say(message: str, code: int) -> int:
    print(f"plyscope: {' '.join(message.split())}", file=sys.stderr)
    return code
