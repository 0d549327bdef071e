"""`overheat platoon`: platoons built, checked and printed, and the exact odds of their shots and orders."""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from overheat.cli.console import FAILED, WRONG_USAGE, Command, Out, leave, refusals, say, write_json, writing

if TYPE_CHECKING:
    from overheat.kernel.rules import Ruleset
    from overheat.kernel.terms import Tally
    from overheat.platoon.roster import Enlisted, Platoon

app = typer.Typer(help="H.E.A.T platoons: build, check and print them, and ask for odds.", no_args_is_help=True)
File = Annotated[str, typer.Argument(metavar="FILE", help="A platoon file, or the name of a bundled platoon.")]
Rules = Annotated[list[str] | None, typer.Option("--rules", metavar="LAYER", help="An optional rule; may be repeated.")]


class Form(StrEnum):
    """How things are printed."""

    TABLE = "table"
    JSON = "json"


Printed = Annotated[Form, typer.Option("--format", help="For people or for programs.")]


def _rules(names: list[str] | None) -> Ruleset:
    from overheat.platoon.rules import ruleset

    with refusals(WRONG_USAGE):
        return ruleset(names or [])


def _platoon(file: str, rules: Ruleset) -> Platoon:
    from overheat.platoon.roster import muster
    from overheat.platoon.scenario import find_roster

    with refusals():
        return muster(find_roster(file), rules)


@app.command(cls=Command)
def check(file: File, rules: Rules = None, form: Printed = Form.TABLE, out: Out = None) -> None:
    """Price a platoon, and tell whether it is lawful and if not why not."""
    platoon = _platoon(file, _rules(rules))
    with writing(out) as stream:
        if form is Form.JSON:
            write_json(
                stream,
                {
                    "name": platoon.name,
                    "points": platoon.points,
                    "limit": platoon.limit,
                    "units": [{"id": unit.sheet.id, **unit.cost.as_json()} for unit in platoon.units],
                    "findings": [finding.as_json() for finding in platoon.findings],
                },
            )
        else:
            for unit in platoon.units:
                stream.write(f"{int(unit.cost.total):>5}  {unit.sheet.name} [{unit.sheet.id}]\n")
            stream.write(f"{platoon.points:>5}  {platoon.name}, of {platoon.limit}\n")
    for finding in platoon.findings:
        say(f"{file}: {finding}")
    if platoon.findings:
        raise typer.Exit(FAILED)


@app.command(cls=Command)
def card(file: File, rules: Rules = None, form: Printed = Form.TABLE, out: Out = None) -> None:
    """Print what the units of a platoon are and can do."""
    from overheat.platoon.card import card as lines_of
    from overheat.platoon.card import platoon_card

    held = _rules(rules)
    platoon = _platoon(file, held)
    with refusals(), writing(out) as stream:
        if form is Form.JSON:
            write_json(stream, [{"id": unit.sheet.id, "card": lines_of(unit, held)} for unit in platoon.units])
        else:
            stream.write(platoon_card(platoon, held))


@app.command(cls=Command)
def build(
    units: Annotated[
        list[str],
        typer.Argument(metavar="UNIT...", help="Units such as rifle_squad:veteran:8+lmg+law=2~smg=3."),
    ],
    name: Annotated[str, typer.Option("--name", help="What the platoon is called.")] = "Platoon",
    points: Annotated[int, typer.Option("--points", help="How many points it may cost.", min=1)] = 1000,
    selector: Annotated[str, typer.Option("--selector", help="list, reinforced or open.")] = "list",
    rules: Rules = None,
    out: Out = None,
) -> None:
    """Write a platoon file from a few words, one for each unit."""
    from overheat.platoon.roster import Roster, muster

    entries = tuple(_entry(unit) for unit in units)
    with refusals():
        platoon = muster(Roster(name=name, points=points, selector=selector, units=entries), _rules(rules))
    with writing(out) as stream:
        stream.write(f'name = "{_quoted(name)}"\npoints = {points}\nselector = "{_quoted(selector)}"\n')
        for entry in entries:
            stream.write(f"\n[[units]]\n{_written(entry)}")
    for finding in platoon.findings:
        say(str(finding))
    if platoon.findings:
        raise typer.Exit(FAILED)


ENTRY = re.compile(r"(\w+)(?::(\w+))?(?::(\d{1,2}))?((?:[+~]\w+(?:=\d{1,2})?)*)")


def _entry(text: str) -> Enlisted:
    """A unit from its few words."""
    import msgspec

    from overheat.platoon.roster import Enlisted

    found = ENTRY.fullmatch(text)
    if not found:
        leave(f"{text[:60]!r} is no unit: write rifle_squad:veteran:8+lmg~smg=3", WRONG_USAGE)
    extras = re.findall(r"([+~])(\w+)(?:=(\d+))?", found[4])
    counts = {sign: {word: int(many or 1) for each, word, many in extras if each == sign} for sign in "+~"}
    facts = {"unit": found[1], "quality": found[2] or "regular", "options": counts["+"], "swap": counts["~"]}
    if found[3]:
        facts["men"] = int(found[3])
    try:
        return msgspec.convert(facts, Enlisted)
    except msgspec.ValidationError as error:
        leave(f"{text[:60]!r}: {error}", WRONG_USAGE)


def _quoted(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text).replace("\\", "\\\\").replace('"', '\\"')


def _written(entry: Enlisted) -> str:
    """A unit as a platoon file has it."""
    lines = [f'unit = "{entry.unit}"', f'quality = "{entry.quality}"']
    if entry.men is not None:
        lines.append(f"men = {entry.men}")
    for key, counts in (("options", entry.options), ("swap", entry.swap)):
        if counts:
            lines.append(f"{key} = {{ {', '.join(f'{word} = {many}' for word, many in counts.items())} }}")
    return "\n".join(lines) + "\n"


@app.command(cls=Command)
def shot(
    weapon: Annotated[str, typer.Argument(metavar="WEAPON", help="A weapon of the charts, such as rifle or rpg.")],
    distance: Annotated[float, typer.Argument(metavar="INCHES", help="How far the target is.", min=0, max=500)],
    weapons: Annotated[int, typer.Option("--weapons", help="How many like weapons fire.", min=1, max=30)] = 1,
    order: Annotated[str, typer.Option("--order", help="fire, advance or ambush.")] = "fire",
    quality: Annotated[str, typer.Option("--quality", help="inexperienced, regular or veteran.")] = "regular",
    pins: Annotated[int, typer.Option("--pins", help="Pins on the firer.", min=0, max=20)] = 0,
    cover: Annotated[str, typer.Option("--cover", help="none, soft or hard.")] = "none",
    down: Annotated[bool, typer.Option("--down", help="The target is down.")] = False,
    men: Annotated[int, typer.Option("--men", help="Men in the target.", min=1, max=100)] = 10,
    damage_value: Annotated[int, typer.Option("--damage-value", help="Of the target.", min=2, max=12)] = 4,
    vehicle: Annotated[bool, typer.Option("--vehicle", help="The target is a vehicle.")] = False,
    facing: Annotated[str, typer.Option("--facing", help="front, side, rear or top.")] = "front",
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of a shot: to hit, and what it does."""
    import msgspec

    from overheat.platoon import odds, resolve
    from overheat.platoon.facts import Facing, Order, Quality, Shot, Strike, Target

    held = _rules(rules)
    with refusals(WRONG_USAGE):
        row = resolve.weapon_of(held, weapon)
    target = {"soft": not vehicle, "men": men, "down": down, "cover": cover}
    try:
        fired = Shot(
            weapon=row,
            distance=distance,
            order=msgspec.convert(order, Order),
            quality=msgspec.convert(quality, Quality),
            pins=pins,
            target=msgspec.convert(target, Target),
        )
        side: Facing = msgspec.convert(facing, Facing)
    except msgspec.ValidationError as error:
        leave(str(error), WRONG_USAGE)
    chance = odds.to_hit(held, fired)
    found = {"to_hit": chance, "hits": odds.hits(held, fired, weapons).mean}
    if vehicle:
        struck = Strike(weapon=row, distance=distance, facing=side, damage_value=damage_value)
        found["knocked_out"] = odds.knock_out(held, fired, struck)
    else:
        found["casualties"] = odds.casualties(held, fired, damage_value, weapons).mean
    _tell(resolve.to_hit(held, fired), found, form, out)


@app.command("test", cls=Command)
def order_test(
    quality: Annotated[str, typer.Argument(metavar="QUALITY", help="inexperienced, regular or veteran.")],
    pins: Annotated[int, typer.Argument(metavar="PINS", help="Pins on the unit.", min=0, max=20)] = 0,
    officer: Annotated[int, typer.Option("--officer", help="The bonus of an officer in reach.", min=0, max=4)] = 0,
    order: Annotated[str, typer.Option("--order", help="Any order.")] = "advance",
    forced: Annotated[bool, typer.Option("--forced", help="A test that a rule demands without pins.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds that a unit obeys."""
    import msgspec

    from overheat.platoon import odds, resolve
    from overheat.platoon.facts import OrderTest

    facts = {"quality": quality, "pins": pins, "officer": officer, "order": order, "forced": forced}
    try:
        test = msgspec.convert(facts, OrderTest)
    except msgspec.ValidationError as error:
        leave(str(error), WRONG_USAGE)
    held = _rules(rules)
    _tell(resolve.order_target(held, test), {"obeys": odds.order_test(held, test)}, form, out)


def _tell(sum_: Tally, found: dict[str, Fraction], form: Form, out: Out) -> None:
    """An explained sum, and the odds that follow from it."""
    with writing(out) as stream:
        if form is Form.JSON:
            numbers = {name: [*chance.as_integer_ratio()] for name, chance in found.items()}
            write_json(stream, {"sum": sum_.as_json(), **numbers})
            return
        stream.write(f"{sum_.explain()}\n")
        for name, chance in found.items():
            share = f" ({float(chance):.1%})" if chance <= 1 and name not in ("hits", "casualties") else ""
            stream.write(f"{name.replace('_', ' ')}: {chance}{share}\n")
