"""The command line. Modules here import nothing heavy before a command runs: help comes at once."""

from __future__ import annotations

import sys

import typer

from plyscope.cli import bench, match, perft, reproduce, search
from plyscope.core.errors import InputError

app = typer.Typer(
    help="Measure game-tree search, not your laptop: Reversi and Reversed Reversi, counted.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (search.search, match.match, perft.perft, bench.bench, reproduce.reproduce):
    app.command()(command)

BAD_INPUT, INTERRUPTED = 2, 130


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; bad input ends in one line and exit code 2."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run the command line and return its exit code."""
    try:
        code = app(arguments, prog_name="plyscope", standalone_mode=False)
    except InputError as error:
        return _say(str(error), BAD_INPUT)
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
