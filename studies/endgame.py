"""What does a level cost near the end of the game, by the empty squares that are left? (`liao`, tables 1 and 2).

The report does not say on which positions it measured its levels, nor how late its late positions are. A tree that
nears the end of the game stops growing, so growth tells: this study has it by the number of empty squares.
"""

from __future__ import annotations

import pandas as pd

from plyscope.studies.compare import CALLS_OF_BOTH, paired
from plyscope.studies.grid import Grid, grid
from plyscope.studies.statistics import growth, small_sample_note
from plyscope.studies.study import Asked, Study, one_heuristic
from plyscope.studies.summary import Column, Summary, Table

BANDS = ((1, 3), (4, 6), (7, 9), (10, 12))
"""Empty squares, from and to."""
LEVELS = range(4, 11)


class EndgameStudy(Study):
    """Minimax and alpha-beta in the dialect of `liao` on late positions with few empty squares."""

    name = "endgame"
    question = "How does the cost of a level hang on the empty squares that are left?"

    def grids(self, asked: Asked) -> list[Grid]:
        """All such positions of the set, at every scale: a band has few."""
        one_heuristic(asked, self.name)
        late = [entry for entry in asked.sample("stages", 100) if entry.stage == "late"]
        return [
            grid(
                [entry for entry in late if entry.position.size**2 - entry.position.disc_count <= BANDS[-1][1]],
                heuristic=asked.heuristics_or("liao.weighted"),
                depth=asked.depths_or(LEVELS),
                dialect=asked.dialect_or("liao"),
                variant=asked.variant_or("reversed"),
            )
        ]

    def summarise(self, rows: pd.DataFrame) -> Summary:
        """Calls by level and growth, each by the empty squares."""
        levels = level_table(rows)
        rates = growth_table(levels.frame)
        return Summary(self.name, self.question, (rates, levels), findings(rates))


def _named_bands(rows: pd.DataFrame) -> pd.Series[pd.CategoricalDtype]:
    empties = rows["size"] ** 2 - rows["discs"]
    names = [f"{low} to {high}" for low, high in BANDS]
    return pd.cut(empties, [0, *(high for _, high in BANDS)], labels=names).cat.remove_unused_categories()


def level_table(rows: pd.DataFrame) -> Table:
    """Mean calls of both searches, one line a band and level."""
    pairs = paired(rows)
    pairs = pairs.assign(empties=_named_bands(pairs)).astype({"calls_minimax": float, "calls_alphabeta": float})
    keys = ["empties", "depth"]
    means = pairs.groupby(keys, observed=True)[["calls_minimax", "calls_alphabeta"]].mean()
    frame = means.assign(
        calls_ratio=means["calls_minimax"] / means["calls_alphabeta"],
        n=pairs.groupby(keys, observed=True)["position"].nunique(),
    ).reset_index()
    columns = (
        Column("empties", "empty squares"),
        Column("depth", "depth", "number", 0),
        Column("n", "positions", "count"),
        *CALLS_OF_BOTH,
        Column("calls_ratio", "calls, ratio of means", "ratio", 1),
    )
    note = f"Means a search, and the ratio of the means. {small_sample_note(frame)}".strip()
    return Table("by-level", "Near the end: calls by level", frame, columns, note)


def growth_table(levels: pd.DataFrame) -> Table:
    """By what the mean calls grow a level, one line a band."""
    found = []
    for band, group in levels.groupby("empties", observed=True):
        own = group.set_index("depth")
        line: dict[str, object] = {"empties": band, "n": int(own["n"].max())}
        for algorithm in ("minimax", "alphabeta"):
            calls = own[f"calls_{algorithm}"]
            line[f"growth_{algorithm}"] = _growth(calls[calls.index >= 5])
            line[f"growth_{algorithm}_4_to_6"] = _growth(calls[calls.index <= 6])
        line["deepest"], line["calls_ratio"] = int(own.index.max()), float(own["calls_ratio"].iloc[-1])
        found.append(line)
    frame = pd.DataFrame(found)
    columns = (
        Column("empties", "empty squares"),
        Column("n", "positions", "count"),
        Column("growth_minimax", "minimax, from level 5", "ratio"),
        Column("growth_alphabeta", "alpha-beta, from level 5", "ratio"),
        Column("growth_alphabeta_4_to_6", "alpha-beta, to level 6", "ratio"),
        Column("calls_ratio", "calls, ratio at the deepest level", "ratio", 1),
    )
    note = (
        "Factors a level of the mean calls, fitted on the log scale. A finished tree grows no more, and the largest "
        f"trees make up most of a mean. {small_sample_note(frame)}"
    )
    return Table("growth", "Near the end: what one more level costs", frame, columns, note.strip())


def _growth(means: pd.Series[float]) -> float | None:
    return growth(means.index, means).factor if len(means) > 1 else None


def findings(rates: Table) -> tuple[str, ...]:
    """In words."""
    said = []
    for line in rates.frame.dropna().itertuples():
        said.append(
            f"With {line.empties} empty squares one more level costs minimax a factor of {line.growth_minimax:.2f} and "
            f"alpha-beta one of {line.growth_alphabeta:.2f}."
        )
    return tuple(said)
