"""Questions of several steps that depend on one another: an order test, the pin that goes, the shot, its end.

Also what a real table asks about drones, the leash of a fighting vehicle, the helicopter chart and hidden markers.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from overheat.kernel.answers import Chance
from overheat.kernel.dice import Dice
from overheat.kernel.inquiries import Desk, Inquiry
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import counted
from overheat.platoon.adjudicator import dice as throwing
from overheat.platoon.adjudicator.dice import Thrown
from overheat.platoon.adjudicator.questions import (
    ChainAsked,
    ChartAsked,
    DeviceAsked,
    DroneAsked,
    DropAsked,
    HitAsked,
    LeashAsked,
    OrderAsked,
    blast_of,
    check_range,
    shot_of,
    strike_of,
    test_of,
)
from overheat.platoon.adjudicator.rulings import Premise, Rolling, Ruling, outcomes_of
from overheat.platoon.books import BASE, HEAT
from overheat.platoon.facts import OrderTest, Shot
from overheat.platoon.resolution import chances, odds, resolve
from overheat.platoon.rules.standard import blast, damage, devices, helicopters, orders
from overheat.platoon.rules.standard import pins as pin_rules
from overheat.platoon.units.weapons import Count

NOT_OBEYED = "the order is not obeyed"


class End(msgspec.Struct, frozen=True):
    """What an attack comes to: how often it hits, who falls, the pins it gives, and whether the target is gone."""

    hits: int = 0
    fallen: int = 0
    pins: int = 0
    destroyed: bool = False


# An order to shoot.


def about_chain(rules: Ruleset, asked: ChainAsked) -> Premise:
    """An order and the shot that it leads to, with the pins that are left where the unit obeys."""
    test = _shooting(rules, asked)
    tested = rules[orders.needs_test](rules, test)
    shot = shot_of(asked, rules)
    check_range(rules, shot)
    says = f"{asked.order.capitalize()}, {asked.quality}, {counted(asked.pins, 'pin')}"
    title = f'{says}: {shot.weapon.name} at {shot.distance:g}"'
    needed = resolve.order_target(rules, test)
    return Premise(title, needed, int(needed.total) if tested else None)


def _shooting(rules: Ruleset, asked: ChainAsked) -> OrderTest:
    """The test of an order that shoots; others are refused."""
    if not orders.kind_of(rules, asked.order).shoots:
        raise refuse("adjudicate.order", f"nobody shoots on an order to {asked.order}", order=asked.order)
    return test_of(asked, rules)


def _chain(desk: Desk, asked: ChainAsked) -> Ruling:
    """An order test, the pin that goes, the shot, and its end."""
    rules = desk.rules
    premise, acts = about_chain(rules, asked), chances.acts_with(rules, _shooting(rules, asked))
    ended = acts.then(lambda left: _ends(rules, asked, left))
    told = [
        Chance("obeys", "the unit obeys", acts.where(lambda left: left is not None)),
        *(
            Chance(f"to_hit_{left}", f"each shot hits then, with {counted(left, 'pin')} left", odds.to_hit(rules, shot))
            for left, shot in _shots(rules, asked, acts)
        ),
        Chance("any_hit", "it obeys and hits", ended.where(lambda end: end is not None and end.hits > 0)),
        Chance("destroyed", "the target is destroyed", ended.where(lambda end: end is not None and end.destroyed)),
    ]
    means = [Chance("pins", "pins for the target on average", _mean(ended, lambda end: end.pins))]
    if not asked.vehicle:
        told.insert(
            -1, Chance("any_fallen", "a man falls", ended.where(lambda end: end is not None and end.fallen > 0))
        )
        means.insert(0, Chance("casualties", "men fall on average", _mean(ended, lambda end: end.fallen)))
    rows = (
        Chance(key, label, ended.where(lambda end, key=key: _row(asked, end) == key))  # type: ignore[misc]
        for key, label in _labels(asked, ended)
    )
    return Ruling(
        premise=premise,
        chances=tuple(told),
        means=tuple(means),
        outcomes="what becomes of the order and of the target",
        distribution=tuple(rows),
    )


def _shots(rules: Ruleset, asked: ChainAsked, acts: Distribution[int | None]) -> list[tuple[int, Shot]]:
    """The shot with each number of pins that may be left."""
    return [(left, _with_pins(rules, asked, left)) for left in sorted(left for left in acts if left is not None)]


def _with_pins(rules: Ruleset, asked: ChainAsked, left: int) -> Shot:
    return msgspec.structs.replace(shot_of(asked, rules), pins=left)


def _mean(ended: Distribution[End | None], what: Callable[[End], int]) -> Fraction:
    return ended.map(lambda end: 0 if end is None else what(end)).mean


def _row(asked: ChainAsked, end: End | None) -> str:
    """The outcome that an end counts as."""
    if end is None:
        return "not_obeyed"
    if end.destroyed:
        return "destroyed"
    if not end.hits:
        return "missed"
    return "hit" if asked.vehicle else str(end.fallen)


def _labels(asked: ChainAsked, ended: Distribution[End | None]) -> list[tuple[str, str]]:
    """The outcomes that there are, in words."""
    fixed = {"not_obeyed": NOT_OBEYED, "missed": "no shot hits", "hit": "it is hit and goes on"}
    found = {_row(asked, end) for end in ended}
    rows = [(key, label) for key, label in fixed.items() if key in found]
    fell = sorted(filter(str.isdigit, found), key=int)
    rows += [
        (key, f"{counted(int(key), 'man falls', 'men fall')}" if key != "0" else "it hits, and nobody falls")
        for key in fell
    ]
    return [*rows, ("destroyed", "the target is destroyed")]


def _ends(rules: Ruleset, asked: ChainAsked, left: int | None) -> Distribution[End | None]:
    """What a shot comes to that is fired with so many pins left; nothing where the order was not obeyed."""
    if left is None:
        return Distribution.always(None)
    shot = _with_pins(rules, asked, left)
    hits = odds.hits(rules, shot, asked.weapons)
    return hits.then(lambda hit: _after_hits(rules, asked, shot, hit)).map(lambda end: end)


def _after_hits(rules: Ruleset, asked: ChainAsked, shot: Shot, hit: int) -> Distribution[End]:
    if not hit:
        return Distribution.always(End())
    if asked.vehicle:
        out = 1 - (1 - odds.strike(rules, strike_of(asked, rules)).knocked_out) ** hit
        stands = _pinned(rules, asked, shot, hit).map(lambda many: End(hit, pins=many))
        return odds.binomial(1, out).then(
            lambda lost: Distribution.always(End(hit, destroyed=True)) if lost else stands
        )
    fallen = _fallen(rules, asked, shot, hit).map(lambda many: min(many, asked.men))
    return fallen.combine(_pinned(rules, asked, shot, hit), lambda fell, pins: End(hit, fell, pins)).then(
        lambda end: _shaken(rules, asked, shot, end)
    )


def _fallen(rules: Ruleset, asked: ChainAsked, shot: Shot, hit: int) -> Distribution[int]:
    """Who falls to hits; to blasts as many as fall where no template is laid."""
    size = blast_of(shot)
    if size is not None:
        return odds.blast_casualties(rules, size, asked.damage_value, None, asked.down).repeat(hit)
    return odds.binomial(hit, odds.casualty(rules, shot, asked.damage_value))


def _pinned(rules: Ruleset, asked: ChainAsked, shot: Shot, hit: int) -> Distribution[int]:
    """The pins that hits give."""
    if "Flamethrower" in shot.weapon.keywords:
        return odds.number(rules, "D3").map(lambda many: many + 1)
    if asked.vehicle and rules[pin_rules.shrugged_off](rules, shot.weapon, asked.damage_value, asked.open_topped):
        return Distribution.always(0)
    size = blast_of(shot)
    gained: Count = (
        rules[blast.BLASTS][size].pins if size is not None else rules[pin_rules.gained](rules, shot.weapon, hit, "")
    )
    return odds.number(rules, gained)


def _shaken(rules: Ruleset, asked: ChainAsked, shot: Shot, end: End) -> Distribution[End]:
    """Whether men who have lost half of theirs, or burn, hold; too many pins destroy whoever has them."""
    gone, pins = msgspec.structs.replace(end, destroyed=True), asked.target_pins + end.pins
    morale = orders.standing_of(rules, asked.target_quality).morale
    if end.fallen >= asked.men or rules[pin_rules.routed](rules, pins, morale):
        return Distribution.always(gone)
    due = rules[damage.morale_due](rules, asked.men, end.fallen) or "Flamethrower" in shot.weapon.keywords
    if not due:
        return Distribution.always(end)
    holds = chances.morale_check(rules, asked.target_quality, pins, nco_lost=asked.target_nco_lost)
    return odds.binomial(1, holds).map(lambda held: end if held else gone)


def roll_chain(rules: Ruleset, asked: ChainAsked, dice: Dice) -> Thrown:
    """An order tested, and if the unit obeys, its shots."""
    test = _shooting(rules, asked)
    left, first = asked.pins, ""
    if rules[orders.needs_test](rules, test):
        found = resolve.take_test(rules, dice, test)
        first = f"Rolled {found.total} against {found.target}: "
        if not found.passed:
            return f"{first}{NOT_OBEYED}.", {"passed": False, "total": found.total, "target": found.target}
        left = resolve.pins_after_passing(rules, dice, test, found.total, asked.pins)
        first += f"the unit obeys with {counted(left, 'pin')}. "
    words, told = throwing.roll_shot(rules, msgspec.structs.replace(asked, pins=left), dice)
    return f"{first}{words[:1].upper()}{words[1:]}", {"passed": True, "pins": left, **told}


# Drones.


def about_drop(rules: Ruleset, asked: DropAsked) -> Premise:
    """A load above its target, and the order test of a pinned team."""
    over = f"on a vehicle of {asked.damage_value}+" if asked.load == "anti-tank" else "on the ground"
    return _dropping(rules, f"{asked.load.capitalize()} load {over}", asked.test)


def _dropping(rules: Ruleset, title: str, test: OrderTest) -> Premise:
    """What is asked of a team, with the sum of its order test where it takes one."""
    if not rules[orders.needs_test](rules, test):
        return Premise(title)
    needed = resolve.order_target(rules, test)
    return Premise(f"{title}, {counted(test.pins, 'pin')} on the team", needed, int(needed.total))


def _drop(desk: Desk, asked: DropAsked) -> Ruling:
    """A load that a team lets go if it obeys."""
    rules = desk.rules
    acts = chances.acts_with(rules, asked.test)
    down = Chance("not_obeyed", "the team goes down, and the drone hovers", acts.probability(None))
    told = () if not down.value else (Chance("obeys", "the team obeys", 1 - down.value),)
    if asked.load == "explosive":
        falls = acts.then(lambda left: _explosive(rules, left))
        rows = [
            Chance("hangs", "the load does not release", falls.probability("hangs")),
            *(Chance(f"off_{far}", _off(far), falls.probability(far)) for far in range(7) if falls.probability(far)),
        ]
        first = Chance("straight", "it goes off straight below", falls.probability(0))
        return Ruling(
            premise=about_drop(rules, asked),
            chances=(first, *told),
            outcomes="the load",
            distribution=(*((down,) if told else ()), *rows),
        )
    hangs, misses, hits, out = _anti_tank(rules, acts, asked.quality, asked.damage_value, open_topped=asked.open_topped)
    return Ruling(
        premise=about_drop(rules, asked),
        chances=(Chance("knocked_out", "the vehicle is knocked out", out), Chance("hits", "it hits", hits), *told),
        outcomes="the load",
        distribution=(
            *((down,) if told else ()),
            Chance("hangs", "the load does not release", hangs),
            Chance("misses", "it misses", misses),
            Chance("hits", "it hits", hits),
        ),
    )


def _explosive(rules: Ruleset, left: int | None) -> Distribution[int | str | None]:
    if left is None:
        return Distribution.always(None)
    return chances.explosive_load(rules).map(lambda far: "hangs" if far is None else far)


def _off(inches: int) -> str:
    return "it falls straight" if not inches else f"it goes off {counted(inches, 'inch', 'inches')} away"


def _anti_tank(
    rules: Ruleset, acts: Distribution[int | None], quality: str, damage_value: int, *, open_topped: bool = False
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """How likely an anti-tank load hangs, misses, hits, and knocks out, the order test of its team included."""
    hangs, misses, hits, out = Fraction(0), Fraction(0), Fraction(0), Fraction(0)
    for left in acts:
        if left is not None:
            weight = acts.probability(left)
            found, knocks = chances.anti_tank_load(rules, quality, left, damage_value, open_topped=open_topped)
            hangs += weight * found.probability("hangs")
            misses += weight * found.probability("misses")
            hits += weight * found.probability("hits")
            out += weight * knocks
    return hangs, misses, hits, out


def roll_drop(rules: Ruleset, asked: DropAsked, dice: Dice) -> Thrown:
    """The order test of a pinned team, and a load let go."""
    left, first = asked.pins, ""
    if rules[orders.needs_test](rules, asked.test):
        found = resolve.take_test(rules, dice, asked.test)
        first = f"Rolled {found.total} against {found.target}: "
        if not found.passed:
            return f"{first}the team goes down, and the drone hovers.", {"passed": False, "load": "kept"}
        left = resolve.pins_after_passing(rules, dice, asked.test, found.total, asked.pins)
        first += f"the team obeys with {counted(left, 'pin')}. "
    if asked.load == "explosive":
        words, told = throwing.roll_explosive(rules, dice)
    else:
        words, told = throwing.roll_drop(rules, msgspec.structs.replace(asked, pins=left), dice)
    return f"{first}{words}", told


def _drone(desk: Desk, asked: DroneAsked) -> Ruling:
    """A drone: its battery, its radio, the order test of a pinned team, and the loads that it drops after that."""
    rules = desk.rules
    radio, load, acts = (
        chances.radio(rules, asked.distance),
        chances.explosive_load(rules),
        chances.acts_with(rules, asked.test),
    )
    obeys = 1 - acts.probability(None)
    hangs, misses, hits, out = _anti_tank(rules, acts, asked.quality, asked.damage_value)
    fates = {"drifts": "it drifts", "hovers": "it hovers", "connected": "it stays connected"}
    heard = tuple(Chance(f"radio_{fate}", label, radio.probability(fate)) for fate, label in fates.items())
    tested = rules[orders.needs_test](rules, asked.test)
    order = (Chance("obeys", "its team obeys", obeys), Chance("goes_down", "its team goes down", 1 - obeys))
    flown = f'A drone {asked.distance:g}" from its team, {counted(asked.turns, "turn")} in the air'
    return Ruling(
        premise=_dropping(rules, flown, asked.test),
        chances=(
            Chance("in_the_air", "its battery lasts", chances.battery(rules, asked.turns)),
            *heard,
            *(order if tested else ()),
            Chance("load_hangs", "an explosive load hangs", obeys * load.probability(None)),
            Chance("load_falls_straight", "an explosive load falls straight", obeys * load.probability(0)),
            Chance("anti_tank_load_hangs", "an anti-tank load hangs", hangs),
            Chance("anti_tank_load_misses", "an anti-tank load misses", misses),
            Chance("anti_tank_load_hits", "an anti-tank load hits", hits),
            Chance("knocked_out", "the vehicle below is knocked out", out),
        ),
        outcomes="its radio",
        distribution=heard,
    )


# The leash, the chart, markers.


def order_of(asked: LeashAsked) -> OrderAsked:
    """The order that a squad so far away is given."""
    return OrderAsked(
        quality=asked.quality,
        pins=asked.pins,
        officer=asked.officer,
        order=asked.order,
        nco_lost=asked.nco_lost,
        leash=asked.distance,
    )


def about_leash(rules: Ruleset, asked: LeashAsked) -> Premise:
    """How far a squad is from its vehicle, and the test that this asks for."""
    test = test_of(order_of(asked), rules)
    tested, needed = rules[orders.needs_test](rules, test), resolve.order_target(rules, test)
    more = f", {counted(test.virtual_pins, 'pin')} more for this test" if test.virtual_pins else ""
    due = f"a test is due{more}" if tested else "no test is due"
    return Premise(f'{asked.distance:g}" from its vehicle: {due}', needed, int(needed.total) if tested else None)


def _leash(desk: Desk, asked: LeashAsked) -> Ruling:
    """What the distance of a squad from its fighting vehicle asks of an order."""
    obeys = Chance("obeys", "obeys", odds.order_test(desk.rules, test_of(order_of(asked), desk.rules)))
    fails = Chance("fails", "does not obey", 1 - obeys.value)
    return Ruling(
        premise=about_leash(desk.rules, asked),
        chances=(obeys,),
        outcomes="what becomes of the order",
        distribution=(obeys, fails),
    )


CHART = {
    "none": "nothing",
    "shaken": "the crew is shaken: pins, and it goes down",
    "damaged": "it is damaged: pins, it goes down, and flies half as far",
    "crashes": "it crashes",
}


def about_chart(rules: Ruleset, asked: ChartAsked) -> Premise:
    """A total on the chart, or the hit that leads there."""
    if asked.total is not None:
        return Premise(f"{asked.total} on the helicopter chart")
    struck = strike_of(hit_of(asked), rules)
    return Premise(f"{struck.weapon.name} on a helicopter of {asked.damage_value}+", resolve.penetration(rules, struck))


def hit_of(asked: ChartAsked) -> HitAsked:
    """The hit that leads to the chart."""
    if not asked.weapon:
        raise refuse("adjudicate.chart", "the total on the chart is told, or the weapon that hits")
    return HitAsked(
        weapon=asked.weapon,
        distance=asked.distance,
        damage_value=asked.damage_value,
        facing=asked.facing,
        high_explosive=asked.high_explosive,
        helicopter=True,
    )


def _chart_pins(rules: Ruleset, row: str) -> Distribution[int]:
    """The pins of a row of the chart."""
    shaken: tuple[helicopters.ChartRow, ...] = ("shaken", "damaged")
    given = next((rules[helicopters.chart_pins](rules, each) for each in shaken if each == row), None)
    return Distribution.always(0) if given is None else odds.number(rules, given)


def _chart(desk: Desk, asked: ChartAsked) -> Ruling:
    """The rows of the helicopter chart, the worst where a hit rolls twice."""
    rules = desk.rules
    if asked.total is not None:
        found: Distribution[str] = Distribution.always(rules[helicopters.chart](rules, asked.total))
    else:
        found = chances.helicopter_chart(rules, strike_of(hit_of(asked), rules))
    rows = tuple(Chance(row, label, found.probability(row)) for row, label in CHART.items())
    pins = found.then(lambda row: _chart_pins(rules, row))
    return Ruling(
        premise=about_chart(rules, asked),
        chances=(rows[-1], Chance("any", "anything happens", 1 - rows[0].value)),
        means=(Chance("pins", "pins on average", pins.mean),),
        outcomes="the row of the chart",
        distribution=tuple(row for row in rows if row.value),
    )


def _device(desk: Desk, asked: DeviceAsked) -> Ruling:
    """What becomes of a hidden marker that an enemy comes near, real or a decoy."""
    rules = desk.rules
    real = chances.device(rules, engineers=asked.engineers)
    labels = {
        "at_once": "a real one goes off at once",
        "warned": "a real one is seen in time and goes off",
        "nothing": "a real one does nothing",
    }
    rows = tuple(Chance(how, label, real.probability(how)) for how, label in labels.items())
    decoy = chances.decoy_pins(rules, engineers=asked.engineers)
    return Ruling(
        premise=Premise(f"{'Engineers come' if asked.engineers else 'A unit comes'} near a marker"),
        chances=(Chance("goes_off", "a real one goes off", 1 - rows[2].value), *rows),
        means=(Chance("decoy_pins", "pins of a decoy on average", decoy.mean),),
        outcomes="pins of a decoy",
        distribution=outcomes_of(decoy, "pin", "pins"),
    )


ROWS: dict[str, Inquiry[Desk]] = {
    "order and shot": Rolling(
        title="An order to shoot: its test, the pin that goes, the shot, and what becomes of the target",
        facts=ChainAsked,
        answer=_chain,
        cite=BASE("Order tests"),
        premise=about_chain,
        throw=roll_chain,
        also=("chain", "ordered shot"),
    ),
    "drone drop": Rolling(
        title="What a load does that a drone lets go, the order test of its team first",
        facts=DropAsked,
        answer=_drop,
        cite=HEAT("AT IED"),
        premise=about_drop,
        throw=roll_drop,
        also=("drop", "device drop"),
    ),
    "drone": Inquiry(title="Battery, radio and loads of a drone", facts=DroneAsked, answer=_drone, cite=HEAT("Drones")),
    "leash": Inquiry(
        title="What an order asks of a squad far from its fighting vehicle",
        facts=LeashAsked,
        answer=_leash,
        cite=HEAT("IFVs"),
    ),
    "helicopter chart": Inquiry(
        title="What a hit does to a helicopter",
        facts=ChartAsked,
        answer=_chart,
        cite=helicopters.SHOT_AT,
        also=("helicopter",),
    ),
    "device": Inquiry(
        title="What a hidden marker does to who comes near",
        facts=DeviceAsked,
        answer=_device,
        cite=devices.DEVICES,
        also=("marker",),
    ),
}
"""These questions, by the word after `ask`."""
