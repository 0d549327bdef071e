"""`overheat odds platoon`, beyond single shots: assaults, nerve, drones, missiles, flights, the bag of dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from overheat.cli.console import WRONG_USAGE, Out, leave, refusals, write_json, writing
from overheat.cli.layers import Rules, platoon_rules
from overheat.cli.platoonasked import DamageValue, Form, Inches, Printed, converted, tell


def assault(
    men: Annotated[int, typer.Argument(metavar="MEN", help="How many men charge.", min=1, max=20)],
    enemies: Annotated[int, typer.Argument(metavar="ENEMIES", help="How many they charge.", min=1, max=20)],
    own: Annotated[int, typer.Option("--own-damage-value", help="Of those who charge.", min=2, max=12)] = 4,
    damage_value: DamageValue = 4,
    tough: Annotated[int, typer.Option("--tough", help="Tough fighters who charge.", min=0, max=20)] = 0,
    enemy_tough: Annotated[int, typer.Option("--enemy-tough", help="Tough fighters who defend.", min=0, max=20)] = 0,
    defended: Annotated[bool, typer.Option("--defended", help="Cover or an obstacle protects the defenders.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of close quarters between two sides: the first round, and who is left."""
    from overheat.platoon import adjudicate, questions

    facts = {"men": men, "enemies": enemies, "damage_value": own, "enemy_damage_value": damage_value, "tough": tough}
    facts |= {"enemy_tough": enemy_tough, "defended": defended}
    with refusals(WRONG_USAGE):
        asked = converted({"question": "assault", **facts}, questions.AssaultAsked)
        ruling = adjudicate.adjudicate(asked, platoon_rules(rules))
    last = {f"{row.id}_left": row.value for row in ruling.distribution}
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
    from overheat.platoon import chances, questions

    asked = converted({"question": "morale", "quality": quality, "pins": pins}, questions.MoraleAsked)
    held = platoon_rules(rules)
    left, down = chances.rallied(held, pins), chances.stayed_down(held, pins)
    found = {
        "holds": chances.morale_check(held, asked.quality, pins, nco_lost=nco_lost),
        "pins_after_rally": left.mean,
        "rally_clears_all": left.probability(0),
        "pins_after_staying_down": down.mean,
    }
    tell(None, found, form, out, counts=("pins_after_rally", "pins_after_staying_down"))


def drone(
    turns: Annotated[int, typer.Option("--turns", help="Turns in the air on end.", min=0, max=20)] = 3,
    distance: Annotated[float, typer.Option("--distance", help="Inches from its team.", min=0, max=500)] = 0,
    quality: Annotated[str, typer.Option("--quality", help="Of the team.")] = "regular",
    pins: Annotated[int, typer.Option("--pins", help="Pins on the team.", min=0, max=20)] = 0,
    damage_value: DamageValue = 9,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of a drone: its battery, its radio, and the loads that it drops."""
    from overheat.platoon import chances, questions

    held = platoon_rules(rules)
    facts = {"question": "drop", "quality": quality, "pins": pins, "damage_value": damage_value}
    asked = converted(facts, questions.DropAsked)
    radio, load = chances.radio(held, distance), chances.explosive_load(held)
    at_load, out_of_action = chances.anti_tank_load(held, asked.quality, pins, damage_value)
    found = {"in_the_air": chances.battery(held, turns)}
    found |= {f"radio_{fate}": radio.probability(fate) for fate in ("drifts", "hovers", "connected")}
    found |= {"load_hangs": load.probability(None), "load_falls_straight": load.probability(0)}
    found |= {f"anti_tank_load_{fate}": at_load.probability(fate) for fate in ("hangs", "misses", "hits")}
    tell(None, {**found, "knocked_out": out_of_action}, form, out)


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
    from overheat.platoon import chances

    held = platoon_rules(rules)
    with refusals(WRONG_USAGE):
        turns = chances.missile_turns(held, distance, away or ())
    tell(None, {"turns_later": Fraction(turns)}, form, out, counts=("turns_later",))


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
    from overheat.platoon import resolve
    from overheat.platoon.rules.standard import helicopters

    held = platoon_rules(rules)
    kind = converted(airframe, helicopters.HelicopterClass)
    if order not in ("run", "advance"):
        leave(f"a helicopter flies on a run or an advance, not on {order!r}", WRONG_USAGE)
    facts = {"order": order, "forward": forward, "up": up - down, "turns": tuple(turns or ()), "height": height}
    plan = converted({**facts, "half_speed": half_speed}, helicopters.FlightPlan)
    no, lift = resolve.flight_refused(held, held[helicopters.MOVES][kind], plan), resolve.lift(held, height)
    with writing(out) as stream:
        if form is Form.JSON:
            told = None if no is None else no.as_json()
            write_json(stream, {"allowed": no is None, "refusal": told, "lifts_or_lands_to": lift})
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
    from overheat.platoon import chances

    held = platoon_rules(rules)
    found = {
        "all_mine": chances.drawn(held, (mine, theirs), [0] * drawn),
        "all_theirs": chances.drawn(held, (mine, theirs), [1] * drawn),
    }
    tell(None, found, form, out)


COMMANDS = (assault, morale, drone, missile, flight, bag)
