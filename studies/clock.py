"""Do seconds follow the calls? Asked of plain Python, in which the reports' programs are written (`uam`, `li`).

A compiled search of these sizes takes about as long to start as to run, so its seconds say little about its calls. The
readable search is as a student writes it: its seconds can be set beside the reports'.
"""

from __future__ import annotations

import pandas as pd

from plyscope.studies.compare import CALLS_OF_BOTH, TIMES_OF_BOTH
from plyscope.studies.grid import Grid, grid
from plyscope.studies.heuristic import PRINTED
from plyscope.studies.statistics import Estimate, correlation
from plyscope.studies.study import Asked, Study, side_by_side
from plyscope.studies.summary import Column, Summary, Table
from plyscope.studies.uam import BLACK_DEPTH, DIALECTS, HEURISTICS, SIZE, WHITE_DEPTH

READABLE, COMPILED = BACKENDS = ("reference", "compiled")
LI_DEPTH = 3
"""The depth at which the report `li` gives a time."""


class ClockStudy(Study):
    """The games of `uam` and a shallow search of `li`, by the readable search and by the compiled one."""

    name = "clock"
    question = "Do seconds follow the calls, in plain Python and in compiled code?"
    ignores = ("heuristics", "dialect", "variant")
    times = "alone"

    def grids(self, asked: Asked) -> list[Grid]:
        """Depths, if they are given, are those of black and of white in the games."""
        black, white = (*asked.depths, *asked.depths)[:2] if asked.depths else (BLACK_DEPTH, WHITE_DEPTH)
        middle = [entry for entry in asked.sample("stages", asked.pick(6, 6, 12)) if entry.stage == "middle"]
        return [
            made
            for backend in BACKENDS
            for made in (
                grid(
                    "start",
                    size=SIZE,
                    heuristic=HEURISTICS,
                    depth=black,
                    white_depth=white,
                    dialect={PRINTED: DIALECTS[PRINTED]},
                    backend=backend,
                ),
                grid(
                    middle,
                    algorithm="alphabeta",
                    heuristic="li.two_stage",
                    depth=LI_DEPTH,
                    dialect="li",
                    variant="reversed",
                    backend=backend,
                ),
            )
        ]

    def summarise(self, rows: pd.DataFrame) -> Summary:
        """Games and rates, both backends side by side."""
        games = game_table(rows[rows["kind"] == "game"])
        rates = rate_table(rows)
        return Summary(self.name, self.question, (games, rates), findings(games.frame, rates.frame))


def game_table(rows: pd.DataFrame) -> Table:
    """One line a heuristic and backend."""
    parts = [side_by_side(own, ("calls", "seconds")).assign(backend=name) for name, own in rows.groupby("backend")]
    numbers = [f"{name}_{kind}" for name in ("calls", "seconds") for kind in ("minimax", "alphabeta")]
    frame = pd.concat(parts)[["heuristic", "backend", *numbers]].astype(dict.fromkeys(numbers, float))
    for name in ("calls", "seconds"):
        frame[f"{name}_ratio"] = frame[f"{name}_minimax"] / frame[f"{name}_alphabeta"]
    for kind in ("minimax", "alphabeta"):
        frame[f"microseconds_a_call_{kind}"] = 1e6 * frame[f"seconds_{kind}"] / frame[f"calls_{kind}"]
    order = {name: place for place, name in enumerate((*BACKENDS, *HEURISTICS))}
    frame = frame.sort_values(["backend", "heuristic"], key=lambda names: names.map(order), ignore_index=True)
    columns = (
        Column("backend", "search"),
        Column("heuristic", "heuristic"),
        *CALLS_OF_BOTH,
        Column("calls_ratio", "calls, ratio", "ratio"),
        *TIMES_OF_BOTH,
        Column("seconds_ratio", "time, ratio", "ratio"),
        Column("microseconds_a_call_minimax", "minimax time a call, µs", "number", 2),
    )
    note = "Both players of one game on 6x6 in uam's dialect; times are the searches' alone, unobserved."
    return Table("games", "The same games in plain Python and compiled", frame, columns, note)


def rate_table(rows: pd.DataFrame) -> Table:
    """Calls a second of the two searches, in the games and in `li`'s searches."""
    found = []
    for (backend, kind), own in rows.groupby(["backend", "kind"]):
        calls, seconds = float(own["calls"].sum()), float(own["seconds"].sum())
        what = "uam, whole games" if kind == "game" else f"li, depth {LI_DEPTH}"
        found.append({"backend": backend, "what": what, "n": len(own), "calls": calls / len(own)})
        found[-1] |= {"seconds": seconds / len(own), "rate": calls / seconds}
    frame = pd.DataFrame(found).sort_values(["what", "backend"], ascending=False, ignore_index=True)
    columns = (
        Column("what", "what is searched"),
        Column("backend", "search"),
        Column("n", "searches or games", "count"),
        Column("calls", "mean calls", "count"),
        Column("seconds", "mean time", "seconds"),
        Column("rate", "calls a second", "count"),
    )
    note = "All calls divided by all seconds; the reports' programs are Python too."
    return Table("rates", "Calls a second", frame, columns, note)


def follows(games: pd.DataFrame, backend: str) -> Estimate:
    """The correlation of the logarithms of calls and seconds over the games of one backend."""
    own = games[games["backend"] == backend]
    calls, seconds = (
        [float(value) for kind in ("minimax", "alphabeta") for value in own[f"{name}_{kind}"]]
        for name in ("calls", "seconds")
    )
    return correlation(calls, seconds)


def findings(games: pd.DataFrame, rates: pd.DataFrame) -> tuple[str, ...]:
    """In words."""
    said = []
    for name in BACKENDS:
        found = follows(games, name)
        said.append(
            f"Over the {found.n} games of the {name} search, calls and seconds correlate with r = {found.value:.2f} "
            f"[{found.low:.2f}, {found.high:.2f}] on the log scale."
        )
    fast, slow = (float(rates[rates["backend"] == name]["rate"].max()) for name in (COMPILED, READABLE))
    said.append(f"The compiled search makes up to {fast:,.0f} calls a second, the readable one up to {slow:,.0f}.")
    return tuple(said)
