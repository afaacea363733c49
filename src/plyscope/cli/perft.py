"""``plyscope perft``."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from plyscope.cli import options


def perft(
    depth: options.Depth,
    size: options.OptionalSize = None,
    variant: options.Variant = "reversi",
    position: Annotated[
        str | None, typer.Option(help="A position instead of the start.", show_default="the start")
    ] = None,
    backend: options.Backend = "compiled",
    as_json: options.Json = False,
) -> None:
    """Count the full game tree to a depth: leaves (a finished game is one) and all nodes."""
    place = options.make_position(position, None, size, variant)

    from plyscope.core.perft import perft as count

    if backend == "compiled":
        count(place, 0)  # compile or load first, so that the time is the count's
    begin = time.perf_counter()
    result = count(place, depth, backend)
    seconds = time.perf_counter() - begin
    if as_json:
        options.print_json(
            {
                "size": place.size,
                "depth": depth,
                "leaves": result.leaves,
                "nodes": result.nodes,
                "seconds": seconds,
            }
        )
        return
    rate = f", {result.nodes / seconds / 1e6:,.1f} million nodes/s" if seconds > 0 else ""
    print(f"{place.size}x{place.size}, depth {depth}: {result.leaves:,} leaves, {result.nodes:,} nodes")
    print("nodes by ply: " + " ".join(f"{count:,}" for count in result.by_ply))
    print(f"{seconds:.4g} s{rate}")
