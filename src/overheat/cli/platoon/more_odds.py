"""`overheat odds platoon`, beyond single shots: assaults, nerve, drones, missiles, flights, the bag of dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from overheat.cli.console.console import Out, write_json, writing
from overheat.cli.console.layers import Rules
from overheat.cli.platoon.asked import DamageValue, Form, Inches, Printed, figures, outcomes, ruled, tell


def assault(
    men: Annotated[int, typer.Argument(metavar="MEN", help="How many men charge.", min=1, max=20)],
    enemies: Annotated[int, typer.Argument(metavar="ENEMIES", help="How many they charge.", min=1, max=20)],
    own: Annotated[
        int, typer.Option("--own-damage-value", help="The damage value of those who charge.", min=2, max=12)
    ] = 4,
    damage_value: DamageValue = 4,
    tough: Annotated[int, typer.Option("--tough", help="Tough fighters who charge.", min=0, max=20)] = 0,
    enemy_tough: Annotated[int, typer.Option("--enemy-tough", help="Tough fighters who defend.", min=0, max=20)] = 0,
    defended: Annotated[bool, typer.Option("--defended", help="Cover or an obstacle protects the defenders.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of close quarters between two sides: the first round, and who is left."""
    facts = {"men": men, "enemies": enemies, "damage_value": own, "enemy_damage_value": damage_value, "tough": tough}
    ruling = ruled("assault", {**facts, "enemy_tough": enemy_tough, "defended": defended}, rules)
    last = {f"{name}_left": chance for name, chance in outcomes(ruling).items()}
    means = {f"{mean.id}_fall": mean.value for mean in ruling.means}
    found = {chance.id: chance.value for chance in ruling.chances[1:]}
    tell(None, {**found, **last, **means}, form, out, counts=means)


def morale(
    quality: Annotated[str, typer.Argument(metavar="QUALITY", help="inexperienced, regular or veteran.")],
    pins: Annotated[int, typer.Argument(metavar="PINS", help="Pins on the unit.", min=0, max=20)] = 0,
    nco_lost: Annotated[bool, typer.Option("--nco-lost", help="The NCO, or his vehicle, is lost.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds that a unit holds after it has lost half its men, and of its pins after a Rally."""
    ruling = ruled("morale", {"quality": quality, "pins": pins, "nco_lost": nco_lost}, rules)
    left = figures(
        ruled("pins", {"pins": pins}, rules), "pins_after_rally", "rally_clears_all", "pins_after_staying_down"
    )
    found = {**figures(ruling, "holds"), **left}
    tell(None, found, form, out, counts=("pins_after_rally", "pins_after_staying_down"))


def drone(
    turns: Annotated[int, typer.Option("--turns", help="Turns in the air on end.", min=0, max=20)] = 3,
    distance: Annotated[float, typer.Option("--distance", help="Inches from its team.", min=0, max=500)] = 0,
    quality: Annotated[
        str, typer.Option("--quality", help="How good the team is: inexperienced, regular or veteran.")
    ] = "regular",
    pins: Annotated[int, typer.Option("--pins", help="Pins on the team.", min=0, max=20)] = 0,
    damage_value: DamageValue = 9,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of a drone: its battery, its radio, and the loads that it drops."""
    facts = {"turns": turns, "distance": distance, "quality": quality, "pins": pins, "damage_value": damage_value}
    tell(None, figures(ruled("drone", facts, rules)), form, out)


def missile(
    distance: Inches,
    away: Annotated[
        list[float] | None,
        typer.Option(
            "--away",
            metavar="INCHES",
            help="The target goes so far away in a turn; may be repeated.",
            min=-500,
            max=500,
        ),
    ] = None,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Say how many turns after its launch a guided missile strikes a target that stands still or goes away."""
    told = ruled("missile", {"distance": distance, "away": tuple(away or ())}, rules)
    tell(None, {"turns_later": Fraction(told.figures["turns_later"])}, form, out, counts=("turns_later",))


def flight(
    airframe: Annotated[str, typer.Argument(metavar="CLASS", help="light, medium, large or giant.")],
    order: Annotated[str, typer.Argument(metavar="ORDER", help="run or advance.")],
    forward: Annotated[float, typer.Option("--forward", help="Inches along the nose.", min=0, max=500)] = 0,
    up: Annotated[float, typer.Option("--up", help="Inches up.", min=0, max=500)] = 0,
    down: Annotated[float, typer.Option("--down", help="Inches down.", min=0, max=500)] = 0,
    turns: Annotated[
        list[int] | None, typer.Option("--turn", metavar="DEGREES", help="A turn of the nose; may be repeated.")
    ] = None,
    height: Annotated[float, typer.Option("--height", help="How high it is before.", min=0, max=500)] = 6,
    half_speed: Annotated[bool, typer.Option("--half-speed", help="It is badly damaged.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Say whether a helicopter may fly so, and where lifting off or landing would lead."""
    facts = {"airframe": airframe, "order": order, "forward": forward, "up": up, "down": down, "height": height}
    told = ruled("flight", {**facts, "turns": tuple(turns or ()), "half_speed": half_speed}, rules)
    no, lift = told.refusal, told.figures["lifts_or_lands_to"]
    with writing(out) as stream:
        if form is Form.JSON:
            refusal = None if no is None else no.as_json()
            write_json(stream, {"allowed": no is None, "refusal": refusal, "lifts_or_lands_to": lift})
            return
        stream.write("allowed\n" if no is None else f"not allowed: {no}\n")
        stream.write(
            f"lifting off or landing leads to {lift:g}\n" if lift is not None else "it cannot land from here\n"
        )


def bag(
    mine: Annotated[int, typer.Argument(metavar="MINE", help="One's own dice in the bag.", min=1, max=100)],
    theirs: Annotated[int, typer.Argument(metavar="THEIRS", help="The dice of the other side.", min=0, max=100)],
    drawn: Annotated[int, typer.Option("--drawn", help="How many dice are drawn.", min=1, max=20)] = 1,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds that the next dice of the bag are all one's own, or all of the other side."""
    tell(None, figures(ruled("bag", {"mine": mine, "theirs": theirs, "drawn": drawn}, rules)), form, out)


COMMANDS = (assault, morale, drone, missile, flight, bag)
