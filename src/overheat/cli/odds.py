"""`overheat odds`: exact odds of a roll."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated

import typer

from overheat.cli.console import WRONG_USAGE, Out, leave, write_json, writing

MOST_DICE, MOST_SIDES = 20, 100


class Form(StrEnum):
    """How odds are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


def odds(
    dice: Annotated[str, typer.Argument(help="The dice, such as 2d6.")] = "2d6",
    number: Annotated[int | None, typer.Argument(help="Only the chance to roll this or more.")] = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact chance of every total of some dice, and of rolling it or more."""
    from overheat.kernel.odds import dice as total

    found = re.fullmatch(r"([0-9]{1,4})[dD]([0-9]{1,4})", dice)
    if not found or not 1 <= int(found[1]) <= MOST_DICE or not 2 <= int(found[2]) <= MOST_SIDES:
        leave(f"{dice[:40]!r} are no dice: write 2d6, up to {MOST_DICE} dice of up to {MOST_SIDES} sides", WRONG_USAGE)
    chances = total(int(found[1]), int(found[2]))
    numbers = sorted(chances) if number is None else [number]
    rows = [(each, chances.probability(each), chances.at_least(each)) for each in numbers]
    with writing(out) as file:
        if form is Form.JSON:
            write_json(
                file,
                [
                    {"total": each, "exactly": [*exactly.as_integer_ratio()], "at_least": [*least.as_integer_ratio()]}
                    for each, exactly, least in rows
                ],
            )
        elif form is Form.CSV:
            file.write("total,exactly,at_least\n")
            file.writelines(f"{each},{exactly},{least}\n" for each, exactly, least in rows)
        else:
            file.write(f"{dice}\n{'total':>5}  {'exactly':>14}  {'or more':>14}\n")
            file.writelines(
                f"{each:>5}  {f'{exactly} ':>8}{float(exactly):6.1%}  {f'{least} ':>8}{float(least):6.1%}\n"
                for each, exactly, least in rows
            )
