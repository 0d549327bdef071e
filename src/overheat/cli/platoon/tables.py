"""`overheat platoon table`: a table of a seed and a theme, as a scenario that is played or as data."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from overheat.cli.console.console import WRONG_USAGE, Out, refusals, write_json, writing
from overheat.cli.platoon.asked import Form, Printed


def table(
    theme: Annotated[
        str, typer.Argument(metavar="THEME", help="village, farmland, forest, heath or ruins.")
    ] = "village",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same table.")] = 1,
    pieces: Annotated[int, typer.Option("--pieces", help="How many pieces of terrain; 12 to 18 is dense.")] = 16,
    width: Annotated[float, typer.Option("--width", help="Inches from west to east.")] = 72,
    depth: Annotated[float, typer.Option("--depth", help="Inches from south to north.")] = 48,
    mission: Annotated[
        Literal["meeting", "hold", "line"],
        typer.Option("--mission", help="Nothing to hold, the middle, or a line of three."),
    ] = "line",
    south: Annotated[
        str, typer.Option("--south", metavar="PLATOON", help="A platoon by name or file.")
    ] = "response_platoon",
    north: Annotated[
        str, typer.Option("--north", metavar="PLATOON", help="A platoon by name or file.")
    ] = "border_brigade",
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Write a scenario on a table that a seed makes, alike for both sides; `overheat battle FILE` plays it."""
    import msgspec

    from overheat.platoon.battle.generator import generated, written

    with refusals(WRONG_USAGE):
        found = generated(
            seed, theme, pieces=pieces, width=width, depth=depth, mission=mission, platoons=(south, north)
        )
    with writing(out) as stream:
        if form is Form.JSON:
            write_json(stream, msgspec.to_builtins(found))
        else:
            stream.write(written(found))
