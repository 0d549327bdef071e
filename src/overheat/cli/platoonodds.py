"""`overheat odds platoon`: the exact odds of shots, orders, hits, blasts, shells and close quarters in H.E.A.T."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from overheat.cli.console import WRONG_USAGE, Command, Out, leave, refusals, write_json, writing

if TYPE_CHECKING:
    from overheat.kernel.odds import Distribution
    from overheat.kernel.rules import Ruleset
    from overheat.kernel.terms import Tally

app = typer.Typer(help="Exact odds of the platoon game.", no_args_is_help=True, add_completion=False)
Rules = Annotated[list[str] | None, typer.Option("--rules", metavar="LAYER", help="An optional rule; may be repeated.")]
WeaponName = Annotated[
    str, typer.Argument(metavar="WEAPON", help="A weapon of the charts, such as rifle or rpg.", show_default=False)
]
Inches = Annotated[float, typer.Argument(metavar="INCHES", help="How far the target is.", min=0, max=500)]
DamageValue = Annotated[int, typer.Option("--damage-value", help="Of the target.", min=2, max=12)]
Facing = Annotated[str, typer.Option("--facing", help="front, side, rear or top.")]
Down = Annotated[bool, typer.Option("--down", help="The target is down.")]


class Form(StrEnum):
    """How odds are printed."""

    TABLE = "table"
    JSON = "json"


Printed = Annotated[Form, typer.Option("--format", help="For people or for programs.")]


def layers(names: list[str] | None) -> Ruleset:
    """The rules of the platoon game with some layers."""
    from overheat.platoon.rules import ruleset

    with refusals(WRONG_USAGE):
        return ruleset(names or [])


def _converted(value: object, kind: Any) -> Any:
    """A value as the rules take it; what they do not know is wrong usage."""
    import msgspec

    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        leave(str(error), WRONG_USAGE)


@app.command(cls=Command)
def shot(
    weapon: WeaponName,
    distance: Inches,
    weapons: Annotated[int, typer.Option("--weapons", help="How many like weapons fire.", min=1, max=30)] = 1,
    order: Annotated[str, typer.Option("--order", help="fire, advance or ambush.")] = "fire",
    quality: Annotated[str, typer.Option("--quality", help="inexperienced, regular or veteran.")] = "regular",
    pins: Annotated[int, typer.Option("--pins", help="Pins on the firer.", min=0, max=20)] = 0,
    cover: Annotated[str, typer.Option("--cover", help="none, soft or hard.")] = "none",
    down: Down = False,
    men: Annotated[int, typer.Option("--men", help="Men in the target.", min=1, max=100)] = 10,
    damage_value: DamageValue = 4,
    vehicle: Annotated[bool, typer.Option("--vehicle", help="The target is a vehicle.")] = False,
    facing: Facing = "front",
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of a shot: to hit, and what it does."""
    from overheat.platoon import odds, questions, resolve

    held = layers(rules)
    facts = {"weapon": weapon, "distance": distance, "weapons": weapons, "order": order, "quality": quality}
    facts |= {"pins": pins, "cover": cover, "down": down, "men": men, "damage_value": damage_value}
    asked = _converted({"question": "shot", **facts, "vehicle": vehicle, "facing": facing}, questions.ShotAsked)
    with refusals(WRONG_USAGE):
        fired = questions.shot_of(asked, held)
    found = {"to_hit": odds.to_hit(held, fired), "hits": odds.hits(held, fired, weapons).mean}
    if vehicle:
        found["knocked_out"] = odds.knock_out(held, fired, questions.strike_of(asked, held))
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
    from overheat.platoon import odds, questions, resolve

    facts = {"quality": quality, "pins": pins, "officer": officer, "order": order, "forced": forced}
    test = questions.test_of(_converted({"question": "order_test", **facts}, questions.OrderAsked))
    held = layers(rules)
    _tell(resolve.order_target(held, test), {"obeys": odds.order_test(held, test)}, form, out)


@app.command(cls=Command)
def penetration(
    weapon: WeaponName,
    distance: Inches = 0,
    damage_value: DamageValue = 9,
    facing: Facing = "front",
    blast: Annotated[bool, typer.Option("--he", help="With the blast round.")] = False,
    open_topped: Annotated[bool, typer.Option("--open-topped", help="The vehicle is open.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of what one hit does to a vehicle."""
    from overheat.platoon import odds, questions, resolve

    held = layers(rules)
    facts = {"weapon": weapon, "distance": distance, "damage_value": damage_value, "facing": facing}
    facts |= {"high_explosive": blast, "open_topped": open_topped}
    asked = _converted({"question": "penetration", **facts}, questions.HitAsked)
    with refusals(WRONG_USAGE):
        struck = questions.strike_of(asked, held)
        sum_, found = resolve.penetration(held, struck), odds.strike(held, struck)
    results = {str(result): found.results.probability(result) for result in ("none", "glancing", "full", "massive")}
    _tell(sum_, {**results, "knocked_out": found.knocked_out}, form, out)


@app.command(cls=Command)
def he(
    size: Annotated[int, typer.Argument(metavar="SIZE", help="The size of the blast in inches.", min=1, max=4)],
    damage_value: DamageValue = 4,
    covered: Annotated[
        int | None, typer.Option("--covered", help="Men under the template, if one is laid.", min=0, max=40)
    ] = None,
    down: Down = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of how many men fall to a blast."""
    from overheat.platoon import odds

    _tell_many(odds.blast_casualties(layers(rules), size, damage_value, covered, down), form, out)


@app.command(cls=Command)
def indirect(
    shells: Annotated[int, typer.Argument(metavar="SHELLS", help="How many shells, a turn each.", min=1, max=6)],
    need: Annotated[int, typer.Option("--need", help="What the first shell needs.", min=2, max=6)] = 6,
    unobserved: Annotated[bool, typer.Option("--unobserved", help="Nobody sees where they fall.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds that a gun zeroing in on a still target has hit it, shell by shell."""
    from overheat.platoon import odds

    held = layers(rules)
    found = {f"by_shell_{number}": odds.shelling(held, number, not unobserved, need) for number in range(1, shells + 1)}
    _tell(None, found, form, out)


@app.command(cls=Command)
def strike(
    air: Annotated[bool, typer.Option("--air", help="An aircraft, not guns.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of a strike that an observer has called: how it comes, and what it does to a unit."""
    from overheat.platoon import odds

    held = layers(rules)
    arrival, effect = odds.strike_arrival(held), odds.strike_effect(held, "air" if air else "artillery")
    found = {
        "comes_at_once": arrival.probability("effect"),
        "delayed_at_first": arrival.probability("delayed"),
        "ever_misdirected": odds.strike_misdirected(held),
        "near_miss": effect.probability("pins"),
        "direct_hit": effect.probability("hit"),
    }
    _tell(None, found, form, out)


@app.command(cls=Command)
def close(
    men: Annotated[int, typer.Argument(metavar="MEN", help="How many men fight.", min=1, max=40)],
    damage_value: DamageValue = 4,
    tough: Annotated[int, typer.Option("--tough", help="How many of them are tough fighters.", min=0, max=40)] = 0,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of how many enemies a side fells in one round of close quarters."""
    from overheat.platoon import odds

    if tough > men:
        leave(f"{tough} tough fighters among {men} men", WRONG_USAGE)
    _tell_many(odds.close_quarters_kills(layers(rules), men, damage_value, tough), form, out)


def _tell(sum_: Tally | None, found: Mapping[str, Fraction], form: Form, out: Out) -> None:
    """An explained sum where there is one, and the odds that follow from it."""
    with writing(out) as stream:
        if form is Form.JSON:
            numbers = {name: [*chance.as_integer_ratio()] for name, chance in found.items()}
            write_json(stream, {"sum": sum_.as_json(), **numbers} if sum_ is not None else numbers)
            return
        if sum_ is not None:
            stream.write(f"{sum_.explain()}\n")
        for name, chance in found.items():
            share = f" ({float(chance):.1%})" if chance <= 1 and name not in ("hits", "casualties") else ""
            stream.write(f"{name.replace('_', ' ')}: {chance}{share}\n")


def _tell_many(fallen: Distribution[int], form: Form, out: Out) -> None:
    """How likely each number of casualties is, and that many or more."""
    rows = [(many, fallen.probability(many), fallen.at_least(many)) for many in sorted(fallen)]
    with writing(out) as stream:
        if form is Form.JSON:
            odds = [
                {"fallen": many, "exactly": [*exactly.as_integer_ratio()], "at_least": [*least.as_integer_ratio()]}
                for many, exactly, least in rows
            ]
            write_json(stream, {"mean": [*fallen.mean.as_integer_ratio()], "odds": odds})
            return
        stream.write("fallen  exactly  or more\n")
        for many, exactly, least in rows:
            stream.write(f"{many:>6}  {float(exactly):>7.1%}  {float(least):>7.1%}\n")
        stream.write(f"on average {_short(fallen.mean)}\n")


def _short(mean: Fraction) -> str:
    """A mean as a fraction where that is short."""
    return str(mean) if len(str(mean)) <= 12 else f"{float(mean):.3f}"
