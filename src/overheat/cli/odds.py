"""`overheat odds`: exact odds of a roll."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any

import typer

from overheat.cli import platoonodds
from overheat.cli.console import WRONG_USAGE, Command, Out, leave, write_json, writing

MOST_DICE, MOST_SIDES, MOST_NUMBER = 20, 100, 9_999
WIDEST_FRACTION = 24
"""The longest fraction that a table shows, in characters."""


class Form(StrEnum):
    """How odds are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


class Odds(Command):
    """The command `odds`; with `platoon` for its first word it is the group of that game's questions."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if args and args[0] == "platoon":
            group: Any = typer.main.get_command(platoonodds.app)
            return group.make_context(f"{info_name} platoon", args[1:], parent=parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


def odds(
    dice: Annotated[str, typer.Argument(metavar="DICE", help="The dice, such as 2d6.")] = "2d6",
    number: Annotated[
        int | None, typer.Argument(metavar="NUMBER", help="Only the chance to roll this, and this or more.")
    ] = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of a roll.

    Every total of the dice is listed with the chance to roll it, and to roll it or more. overheat odds platoon
    gives the odds of the platoon game: shot, test, penetration, he, indirect, strike, close, assault, morale, drone,
    missile, flight, bag.
    """
    from overheat.kernel.odds import dice as total

    found = re.fullmatch(r"([0-9]{1,4})[dD]([0-9]{1,4})", dice)
    if not found or not 1 <= int(found[1]) <= MOST_DICE or not 2 <= int(found[2]) <= MOST_SIDES:
        reason = f"write 2d6, up to {MOST_DICE} dice of 2 to {MOST_SIDES} sides"
        leave(f"{dice[:40]!r} are no dice: {reason}", WRONG_USAGE)
    if number is not None and abs(number) > MOST_NUMBER:
        leave(f"no dice roll as far as that: the number must lie between -{MOST_NUMBER} and {MOST_NUMBER}", WRONG_USAGE)
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
            file.writelines(f"{line}\n" for line in _table(dice, rows))


def _table(dice: str, rows: Sequence[tuple[int, Fraction, Fraction]]) -> Iterator[str]:
    """The odds for people: as fractions where those are short enough for a line, and in percent."""
    widest = max(len(str(chance)) for _, *chances in rows for chance in chances)
    fractions = widest <= WIDEST_FRACTION
    column = max(7, widest) + 8 if fractions else 8
    yield dice
    yield f"{'total':>5}  {'exactly':>{column}}  {'or more':>{column}}"
    for each, *chances in rows:
        cells = (f"{chance if fractions else ''} {_percent(chance)}" for chance in chances)
        yield f"{each:>5}  " + "  ".join(f"{cell:>{column}}" for cell in cells)
    if not fractions:
        yield "The fractions are too long for this table; --format csv and --format json give them."


def _percent(chance: Fraction) -> str:
    """A chance in percent; what is not quite impossible or not quite certain does not look as if it were."""
    if 0 < chance < Fraction(5, 10_000):
        return "<0.1%".rjust(6)
    if Fraction(9_995, 10_000) <= chance < 1:
        return ">99.9%"
    return f"{float(chance):6.1%}"
