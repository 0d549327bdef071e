"""`overheat odds platoon`: the exact odds of H.E.A.T: shots, orders, hits, blasts, shells, fights, nerve, drones."""

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
    blast: Annotated[bool, typer.Option("--he", help="With the blast round.")] = False,
    attendants: Annotated[
        int | None,
        typer.Option("--attendants", help="Men who help the operator; all he needs if left out.", min=0, max=20),
    ] = None,
    drone: Annotated[
        str | None, typer.Option("--drone", help="The target is a drone: grounded, airborne or ran.")
    ] = None,
    door: Annotated[bool, typer.Option("--door", help="Fired from the door of a helicopter.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of a shot: to hit, and what it does."""
    from overheat.platoon import odds, questions, resolve

    held = layers(rules)
    facts = {"weapon": weapon, "distance": distance, "weapons": weapons, "order": order, "quality": quality}
    facts |= {"pins": pins, "cover": cover, "down": down, "men": men, "damage_value": damage_value}
    facts |= {"vehicle": vehicle, "facing": facing, "high_explosive": blast, "attendants": attendants, "door": door}
    asked = _converted({"question": "shot", **facts, "drone": drone}, questions.ShotAsked)
    with refusals(WRONG_USAGE):
        fired = questions.shot_of(asked, held)
    found = {"to_hit": odds.to_hit(held, fired), "hits": odds.hits(held, fired, weapons).mean}
    if vehicle:
        with refusals(WRONG_USAGE):
            found["knocked_out"] = odds.knock_out(held, fired, questions.strike_of(asked, held), weapons)
    elif fired.weapon.he and (blast or fired.weapon.pen == "HE"):
        each = odds.blast_casualties(held, fired.weapon.he, damage_value, None, down).mean
        found["casualties_in_a_building"] = found["hits"] * each
    else:
        found["casualties"] = odds.casualties(held, fired, damage_value, weapons).mean
        found["pinned"] = odds.pinned(held, fired, weapons)
    _tell(resolve.to_hit(held, fired), found, form, out)


@app.command("test", cls=Command)
def order_test(
    quality: Annotated[str, typer.Argument(metavar="QUALITY", help="inexperienced, regular or veteran.")],
    pins: Annotated[int, typer.Argument(metavar="PINS", help="Pins on the unit.", min=0, max=20)] = 0,
    officer: Annotated[int, typer.Option("--officer", help="The bonus of an officer in reach.", min=0, max=4)] = 0,
    order: Annotated[str, typer.Option("--order", help="Any order.")] = "advance",
    forced: Annotated[bool, typer.Option("--forced", help="A test that a rule demands without pins.")] = False,
    command: Annotated[bool, typer.Option("--command", help="An armoured vehicle near a command vehicle.")] = False,
    nco_lost: Annotated[bool, typer.Option("--nco-lost", help="The NCO, or his vehicle, is lost.")] = False,
    arriving: Annotated[bool, typer.Option("--arriving", help="Coming on from reserve.")] = False,
    leash: Annotated[
        float, typer.Option("--leash", metavar="INCHES", help="How far a squad is from its vehicle.", min=0, max=500)
    ] = 0,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds that a unit obeys."""
    from overheat.platoon import chances, odds, questions, resolve
    from overheat.platoon.rules.standard import fighting_vehicles

    held = layers(rules)
    far = held[fighting_vehicles.leash](leash)
    facts = {"quality": quality, "pins": pins, "officer": officer, "order": order, "forced": forced or far.forced}
    facts |= {"command": command, "nco_lost": nco_lost, "arriving": arriving, "virtual_pins": far.virtual_pins}
    test = questions.test_of(_converted({"question": "order_test", **facts}, questions.OrderAsked))
    obeys, wrong = odds.order_test(held, test), odds.fubar(held, test)
    tested = obeys < 1
    found = {
        "obeys": obeys,
        "friendly_fire": wrong.probability("friendly_fire") if tested else Fraction(0),
        "panic": wrong.probability("panic") if tested else Fraction(0),
        "pins_after": chances.ends_with(held, test).mean,
    }
    _tell(resolve.order_target(held, test), found, form, out)


@app.command(cls=Command)
def penetration(
    weapon: WeaponName,
    distance: Inches = 0,
    damage_value: DamageValue = 9,
    facing: Facing = "front",
    blast: Annotated[bool, typer.Option("--he", help="With the blast round.")] = False,
    open_topped: Annotated[bool, typer.Option("--open-topped", help="The vehicle is open.")] = False,
    indirect: Annotated[bool, typer.Option("--indirect", help="Fired in an arc.")] = False,
    helicopter: Annotated[bool, typer.Option("--helicopter", help="The target is a helicopter.")] = False,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of what one hit does to a vehicle."""
    from overheat.platoon import odds, questions, resolve

    held = layers(rules)
    facts = {"weapon": weapon, "distance": distance, "damage_value": damage_value, "facing": facing}
    facts |= {"high_explosive": blast, "open_topped": open_topped, "indirect": indirect}
    asked = _converted({"question": "penetration", **facts}, questions.HitAsked)
    with refusals(WRONG_USAGE):
        struck = questions.strike_of(asked, held)
        sum_, found = resolve.penetration(held, struck), odds.strike(held, struck)
    results = {str(result): found.results.probability(result) for result in ("none", "glancing", "full", "massive")}
    lost = {"crashes": odds.strike_helicopter(held, struck)} if helicopter else {"knocked_out": found.knocked_out}
    _tell(sum_, {**results, **lost}, form, out)


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
    unseen: Annotated[
        list[int] | None, typer.Option("--unseen", metavar="SHELL", help="Nobody sees that one; may be repeated.")
    ] = None,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds that a gun zeroing in on a still target has hit it, shell by shell."""
    from overheat.platoon import odds

    held = layers(rules)
    for number in unseen or ():
        if not 1 <= number <= shells:
            leave(f"there is no shell {number} of {shells}", WRONG_USAGE)
    watched = [not unobserved and number not in (unseen or ()) for number in range(1, shells + 1)]
    found = {f"by_shell_{number}": odds.shelling(held, number, watched, need) for number in range(1, shells + 1)}
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


@app.command(cls=Command)
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
        asked = _converted({"question": "assault", **facts}, questions.AssaultAsked)
        ruling = adjudicate.adjudicate(asked, layers(rules))
    last = {f"{row.id}_left" if row.id != "nobody" else "nobody_left": row.value for row in ruling.distribution}
    means = {f"{mean.id}_fall": mean.value for mean in ruling.means}
    _tell(None, {**{chance.id: chance.value for chance in ruling.chances[1:]}, **last, **means}, form, out)


@app.command(cls=Command)
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

    asked = _converted({"question": "morale", "quality": quality, "pins": pins}, questions.MoraleAsked)
    held = layers(rules)
    left, down = chances.rallied(held, pins), chances.stayed_down(held, pins)
    found = {
        "holds": chances.morale_check(held, asked.quality, pins, nco_lost=nco_lost),
        "pins_after_rally": left.mean,
        "rally_clears_all": left.probability(0),
        "pins_after_staying_down": down.mean,
    }
    _tell(None, found, form, out)


@app.command(cls=Command)
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

    held = layers(rules)
    facts = {"question": "drop", "quality": quality, "pins": pins, "damage_value": damage_value}
    asked = _converted(facts, questions.DropAsked)
    radio, load = chances.radio(held, distance), chances.explosive_load(held)
    at_load, out_of_action = chances.anti_tank_load(held, asked.quality, pins, damage_value)
    found = {"in_the_air": chances.battery(held, turns)}
    found |= {f"radio_{fate}": radio.probability(fate) for fate in ("drifts", "hovers", "connected")}
    found |= {"load_hangs": load.probability(None), "load_falls_straight": load.probability(0)}
    found |= {f"anti_tank_load_{fate}": at_load.probability(fate) for fate in ("hangs", "misses", "hits")}
    _tell(None, {**found, "knocked_out": out_of_action}, form, out)


@app.command(cls=Command)
def missile(
    distance: Inches,
    away: Annotated[
        list[float] | None,
        typer.Option("--away", metavar="INCHES", help="The target goes so far away in a turn; may be repeated."),
    ] = None,
    rules: Rules = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Say how many turns after its launch a guided missile strikes a target that stands still or goes away."""
    from overheat.platoon import chances

    _tell(None, {"turns_later": Fraction(chances.missile_turns(layers(rules), distance, away or ()))}, form, out)


@app.command(cls=Command)
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

    held = layers(rules)
    kind = _converted(airframe, helicopters.HelicopterClass)
    facts = {"order": order, "forward": forward, "up": up - down, "turns": tuple(turns or ()), "height": height}
    plan = _converted({**facts, "half_speed": half_speed}, helicopters.FlightPlan)
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


@app.command(cls=Command)
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

    held = layers(rules)
    found = {
        "all_mine": chances.drawn(held, (mine, theirs), [0] * drawn),
        "all_theirs": chances.drawn(held, (mine, theirs), [1] * drawn),
    }
    _tell(None, found, form, out)


COUNTED = ("hits", "casualties", "casualties_in_a_building", "pins_after", "turns_later")
"""Numbers that are no chances."""


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
            plain = chance > 1 or name in COUNTED or name.startswith("pins_") or name.endswith("_fall")
            share = "" if plain else f" ({float(chance):.1%})"
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
