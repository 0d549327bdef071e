"""What every question for odds of H.E.A.T has: its options, how it is read, and how the answer is printed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from overheat.cli.console.console import WRONG_USAGE, Out, refusals, write_json, writing
from overheat.cli.console.layers import platoon_rules

if TYPE_CHECKING:
    from overheat.kernel.terms import Tally

WeaponName = Annotated[
    str, typer.Argument(metavar="WEAPON", help="A weapon of the charts, such as rifle or rpg.", show_default=False)
]
Inches = Annotated[float, typer.Argument(metavar="INCHES", help="How far the target is.", min=0, max=500)]
DamageValue = Annotated[int, typer.Option("--damage-value", help="The damage value of the target.", min=2, max=12)]
Facing = Annotated[str, typer.Option("--facing", help="The side that is hit: front, side, rear or top.")]
LONGEST = 12
"""The longest fraction that is shown, in characters."""
Down = Annotated[bool, typer.Option("--down", help="The target is down.")]


class Form(StrEnum):
    """How odds are printed."""

    TABLE = "table"
    JSON = "json"


Printed = Annotated[Form, typer.Option("--format", help="For people or for programs.")]


def ruled(ask: str, facts: Mapping[str, object], rules: list[str] | None) -> Any:
    """What a question comes to under some rules; facts that it does not take, and what cannot be, are wrong usage."""
    from overheat.kernel.inquiries import as_named, facts_for
    from overheat.platoon.adjudicate import ADJUDICATOR

    held = platoon_rules(rules)
    with refusals(WRONG_USAGE):
        row = held[ADJUDICATOR.inquiries][ask]
        return (row.odds or row.answer)(ADJUDICATOR.desk(held, as_named), facts_for(ask, row, facts))


def figures(ruling: Any, *names: str) -> dict[str, Fraction]:
    """Chances and means of a ruling by name: those that are wanted, or all."""
    found = {each.id: each.value for each in (*ruling.chances, *ruling.means)}
    return {name: found[name] for name in names} if names else found


def outcomes(ruling: Any) -> dict[str, Fraction]:
    """How likely each outcome of a ruling is."""
    return {row.id: row.value for row in ruling.distribution}


def tell(
    sum_: Tally | None, found: Mapping[str, Fraction], form: Form, out: Out, *, counts: Collection[str] = ()
) -> None:
    """An explained sum where there is one, and the odds that follow from it; `counts` are means and no chances."""
    from overheat.kernel.terms import number_to_read

    with writing(out) as stream:
        if form is Form.JSON:
            numbers = {name: [*chance.as_integer_ratio()] for name, chance in found.items()}
            write_json(stream, {"sum": sum_.as_json(), **numbers} if sum_ is not None else numbers)
            return
        if sum_ is not None:
            stream.write(f"{sum_.explain()}\n")
        for name, chance in found.items():
            told = number_to_read(chance) if name in counts else f"{chance} ({float(chance):.1%})"
            stream.write(f"{name.replace('_', ' ')}: {told}\n")


def tell_many(ruling: Any, form: Form, out: Out) -> None:
    """How likely each number of casualties is, and that many or more."""
    found = {int(many): chance for many, chance in outcomes(ruling).items()}
    or_more = {many: sum((chance for other, chance in found.items() if other >= many), Fraction(0)) for many in found}
    rows = [(many, found[many], or_more[many]) for many in sorted(found)]
    mean = sum((many * chance for many, chance in found.items()), Fraction(0))
    with writing(out) as stream:
        if form is Form.JSON:
            odds = [
                {"fallen": many, "exactly": [*exactly.as_integer_ratio()], "at_least": [*least.as_integer_ratio()]}
                for many, exactly, least in rows
            ]
            write_json(stream, {"mean": [*mean.as_integer_ratio()], "odds": odds})
            return
        stream.write("fallen  exactly  or more\n")
        for many, exactly, least in rows:
            stream.write(f"{many:>6}  {float(exactly):>7.1%}  {float(least):>7.1%}\n")
        stream.write(f"on average {_short(mean)}\n")


def _short(mean: Fraction) -> str:
    """A mean with its fraction where that is short."""
    from overheat.kernel.terms import number_to_read

    return number_to_read(mean) if len(str(mean)) <= LONGEST else f"{float(mean):.3f}"
