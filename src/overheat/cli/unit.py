"""`overheat unit`: what a unit is."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overheat.cli.console import Command, Out, refusals, say, write_json, writing

if TYPE_CHECKING:
    from overheat.classic.unitfile.reading import UnitReading

app = typer.Typer(help="Units: show what they are.", no_args_is_help=True)
UnitName = Annotated[str, typer.Argument(metavar="UNIT", help="A unit file, .mtf or .blk.")]


class Form(StrEnum):
    """How a unit is printed."""

    TABLE = "table"
    JSON = "json"


@app.callback()
def unit() -> None:
    """Units: show what they are."""


@app.command(cls=Command)
def show(
    unit: UnitName,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Show a unit: movement, armour, structure, and everything it carries."""
    from overheat.classic.unitwording import as_json, describe

    reading = find_unit(unit)
    with writing(out) as file:
        if form is Form.JSON:
            write_json(file, as_json(reading.sheet))
        else:
            file.write(describe(reading.sheet) + "\n")


def find_unit(name: str) -> UnitReading:
    """The unit asked for. Notices about its file go to standard error; a unit that is none ends the command."""
    from overheat.classic.unitfile.collect import Source, read_source

    with refusals():
        reading = read_source(Source(str(Path(name))))
    for notice in reading.notices:
        say(f"{name}: {notice}")
    return reading
