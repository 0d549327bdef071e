"""`overheat odds platoon`: the exact odds of H.E.A.T: shots, orders, hits, blasts, shells, fights, nerve, drones."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from overheat.cli.console.console import Command, Out
from overheat.cli.console.layers import Rules, platoon_rules
from overheat.cli.platoon import more_odds as platoonfurther
from overheat.cli.platoon.asked import (
    DamageValue,
    Down,
    Facing,
    Form,
    Inches,
    Printed,
    WeaponName,
    figures,
    outcomes,
    ruled,
    tell,
    tell_many,
)

app = typer.Typer(
    help="Give the exact odds of H.E.A.T.", no_args_is_help=True, add_completion=False, rich_markup_mode=None
)


@app.command(cls=Command)
def shot(
    weapon: WeaponName,
    distance: Inches,
    weapons: Annotated[int, typer.Option("--weapons", help="How many like weapons fire.", min=1, max=30)] = 1,
    order: Annotated[str, typer.Option("--order", help="The order of the firer: fire, advance or ambush.")] = "fire",
    quality: Annotated[
        str, typer.Option("--quality", help="How good the firer is: inexperienced, regular or veteran.")
    ] = "regular",
    pins: Annotated[int, typer.Option("--pins", help="Pins on the firer.", min=0, max=20)] = 0,
    cover: Annotated[str, typer.Option("--cover", help="The cover of the target: none, soft or hard.")] = "none",
    down: Down = False,
    men: Annotated[int, typer.Option("--men", help="Men in the target.", min=1, max=100)] = 10,
    damage_value: DamageValue = 4,
    vehicle: Annotated[bool, typer.Option("--vehicle", help="The target is a vehicle.")] = False,
    facing: Facing = "front",
    blast: Annotated[bool, typer.Option("--he", help="Fire the explosive round (HE).")] = False,
    attendants: Annotated[
        int | None,
        typer.Option("--attendants", help="Men who help the operator; all he needs if left out.", min=0, max=20),
    ] = None,
    drone: Annotated[
        str | None, typer.Option("--drone", help="The target is a drone: grounded, airborne or ran.")
    ] = None,
    door: Annotated[bool, typer.Option("--door", help="The weapon is fired from the door of a helicopter.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of a shot: to hit, and what it does."""
    import msgspec

    from overheat.platoon.adjudicator import questions
    from overheat.platoon.resolution import resolve

    facts = {"weapon": weapon, "distance": distance, "weapons": weapons, "order": order, "quality": quality}
    facts |= {"pins": pins, "cover": cover, "down": down, "men": men, "damage_value": damage_value}
    facts |= {"vehicle": vehicle, "facing": facing, "high_explosive": blast, "attendants": attendants, "door": door}
    facts |= {"drone": drone}
    ruling = ruled("shot", facts, rules)
    means = {mean.id: mean.value for mean in ruling.means}
    found = {**figures(ruling, "to_hit"), **means}
    if vehicle:
        found |= figures(ruling, "knocked_out")
    elif "casualties" in means:
        found["pinned"] = figures(ruling)["any_hit"]
    held = platoon_rules(rules)
    modifiers = resolve.to_hit(held, questions.shot_of(msgspec.convert(facts, questions.ShotAsked), held))
    tell(modifiers, found, form, out, counts=means)


@app.command("test", cls=Command)
def order_test(
    quality: Annotated[str, typer.Argument(metavar="QUALITY", help="inexperienced, regular or veteran.")],
    pins: Annotated[int, typer.Argument(metavar="PINS", help="Pins on the unit.", min=0, max=20)] = 0,
    officer: Annotated[int, typer.Option("--officer", help="The bonus of an officer in reach.", min=0, max=4)] = 0,
    order: Annotated[str, typer.Option("--order", help="The order that is tested.")] = "advance",
    forced: Annotated[bool, typer.Option("--forced", help="A rule demands the test, with or without pins.")] = False,
    command: Annotated[
        bool, typer.Option("--command", help="The unit is an armoured vehicle near a command vehicle.")
    ] = False,
    nco_lost: Annotated[bool, typer.Option("--nco-lost", help="The NCO, or his vehicle, is lost.")] = False,
    arriving: Annotated[bool, typer.Option("--arriving", help="The unit comes on from reserve.")] = False,
    leash: Annotated[
        float, typer.Option("--leash", metavar="INCHES", help="How far a squad is from its vehicle.", min=0, max=500)
    ] = 0,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds that a unit obeys."""
    facts = {"quality": quality, "pins": pins, "officer": officer, "order": order, "forced": forced, "leash": leash}
    facts |= {"command": command, "nco_lost": nco_lost, "arriving": arriving}
    ruling = ruled("order test", facts, rules)
    found, became = figures(ruling, "obeys", "pins_after"), outcomes(ruling)
    wrong = {name: became[name] for name in ("friendly_fire", "panic")}
    told = {"obeys": found["obeys"], **wrong, "pins_after": found["pins_after"]}
    tell(ruling.premise.sum, told, form, out, counts=("pins_after",))


@app.command(cls=Command)
def penetration(
    weapon: WeaponName,
    distance: Inches = 0,
    damage_value: DamageValue = 9,
    facing: Facing = "front",
    blast: Annotated[bool, typer.Option("--he", help="Fire the explosive round (HE).")] = False,
    open_topped: Annotated[bool, typer.Option("--open-topped", help="The vehicle is open.")] = False,
    indirect: Annotated[bool, typer.Option("--indirect", help="The shot is indirect: fired in an arc.")] = False,
    helicopter: Annotated[bool, typer.Option("--helicopter", help="The target is a helicopter.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of what one hit does to a vehicle."""
    facts = {"weapon": weapon, "distance": distance, "damage_value": damage_value, "facing": facing}
    facts |= {"high_explosive": blast, "open_topped": open_topped, "indirect": indirect, "helicopter": helicopter}
    ruling = ruled("penetration", facts, rules)
    lost = figures(ruling, "crashes" if helicopter else "knocked_out")
    tell(ruling.premise.sum, {**outcomes(ruling), **lost}, form, out)


@app.command(cls=Command)
def he(
    size: Annotated[int, typer.Argument(metavar="SIZE", help="The size of the blast in inches.", min=1, max=4)],
    damage_value: DamageValue = 4,
    covered: Annotated[
        int | None, typer.Option("--covered", help="Men under the template, if one is laid.", min=0, max=40)
    ] = None,
    at: Annotated[
        list[float] | None,
        typer.Option(
            "--at", help="Inches from the middle of the template to the middle of a base; give it for each man."
        ),
    ] = None,
    base: Annotated[float, typer.Option("--base", help="How wide those bases are, in inches.")] = 1,
    down: Down = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of how many men fall to a blast."""
    facts = {"size": size, "covered": covered, "distances": at or (), "base": base}
    tell_many(ruled("high explosive", {**facts, "damage_value": damage_value, "down": down}, rules), form, out)


@app.command(cls=Command)
def indirect(
    shells: Annotated[int, typer.Argument(metavar="SHELLS", help="How many shells, a turn each.", min=1, max=6)],
    need: Annotated[int, typer.Option("--need", help="What the first shell needs.", min=2, max=6)] = 6,
    unobserved: Annotated[bool, typer.Option("--unobserved", help="Nobody sees where they fall.")] = False,
    unseen: Annotated[
        list[int] | None, typer.Option("--unseen", metavar="SHELL", help="Nobody sees that one; may be repeated.")
    ] = None,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds that a gun zeroing in on a still target has hit it, shell by shell."""
    facts = {"shells": shells, "need": need, "observed": not unobserved, "unseen": tuple(unseen or ())}
    first = outcomes(ruled("indirect", facts, rules))
    alone = [first[str(number)] for number in range(1, shells + 1)]
    found = {f"by_shell_{number}": sum(alone[:number], Fraction(0)) for number in range(1, shells + 1)}
    tell(None, found, form, out)


@app.command(cls=Command)
def strike(
    air: Annotated[bool, typer.Option("--air", help="An aircraft strikes, not guns.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of a strike that an observer has called: how it comes, and what it does to a unit."""
    tell(None, figures(ruled("called strike", {"air": air}, rules)), form, out)


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
    tell_many(ruled("close quarters", {"men": men, "damage_value": damage_value, "tough": tough}, rules), form, out)


for further in platoonfurther.COMMANDS:
    app.command(cls=Command)(further)
