"""What a quick reference says: every table and sentence asked of the rules in force, so that options show in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import TypeVar

import msgspec

from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import in_words
from overheat.platoon.cards.card import Arm
from overheat.platoon.cards.keywords import reminders, said
from overheat.platoon.facts import OrderTest, Shot, Strike, Target
from overheat.platoon.ground.terrain import kinds, terrain
from overheat.platoon.resolution import chances, odds, resolve
from overheat.platoon.rules.standard import (
    armour,
    blast,
    close_quarters,
    cover,
    damage,
    devices,
    dice,
    drones,
    fighting_vehicles,
    helicopters,
    indirect,
    missiles,
    movement,
    observers,
    orders,
    pins,
    shooting,
    smoke,
    transport,
    turn,
)
from overheat.platoon.units.weapons import Count, weapons

Cells = tuple[str, ...]
Said = TypeVar("Said", bound=str | tuple[str, str])
PROBE = "mmg"
"""The weapon whose shots are asked about: it has a long range, a crew, and nothing that it ignores."""


class Section(msgspec.Struct, frozen=True):
    """A part of the reference: a heading, a table, and sentences below it."""

    title: str
    heads: Cells = ()
    rows: tuple[Cells, ...] = ()
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        return {"title": self.title, "heads": self.heads, "rows": self.rows, "notes": self.notes}


def reference(rules: Ruleset) -> tuple[Section, ...]:
    """Everything that is looked up at the table, in the order in which a turn needs it."""
    return tuple(part(rules) for part in PARTS)


def reference_lines(rules: Ruleset) -> Iterator[str]:
    """The reference as text."""
    for section in reference(rules):
        table = [row for row in (section.heads, *section.rows) if any(row)]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)] if table else []
        yield section.title
        for row in table:
            yield "  " + "  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip()
        yield from (f"  - {note}" for note in section.notes)
        yield ""


def _percent(chance: Fraction) -> str:
    shown = 100 * chance
    return ">99%" if 99 < shown < 100 else "<1%" if 0 < shown < 1 else f"{round(shown)}%"


def _inches(number: float) -> str:
    return f'{number:g}"'


def _signed(number: float) -> str:
    return f"{number:+g}".replace("-", "−")


def _counted(number: Count) -> str:
    return str(number)


def _orders(rules: Ruleset) -> Section:
    rows = [
        (orders.called(id, kind), "yes" if kind.moves else "", "yes" if kind.shoots else "", kind.tip)
        for id, kind in rules[orders.ORDER_KINDS].rows.items()
    ]
    asked = (turn.draws, turn.may_keep, orders.may_react, movement.escapes)
    more = (orders.ambush_refused, orders.late_ambush, turn.goes_on)
    notes = (*said(rules, *asked), AMBUSHES, *said(rules, *more))
    return Section("Orders", ("", "moves", "fires", ""), tuple(rows), notes)


AMBUSHES = "An ambush fires at who acts in its sight: after his move, or before the shots of his Fire order."
"""When the game lets somebody in ambush fire."""


def _tests(rules: Ruleset) -> Section:
    qualities = tuple(rules[orders.QUALITY].rows)
    rows = []
    for held in range(1, 8):
        tests = [OrderTest(quality=quality, pins=held) for quality in qualities]
        rows.append((str(held), *(f"{_percent(odds.order_test(rules, test))}" for test in tests)))
    notes = said(
        rules,
        *(
            orders.needs_test,
            orders.passes,
            orders.pins_lower,
            orders.nco_lost,
            orders.fubar,
        ),
    )
    more = said(rules, *(orders.goes_down, movement.backs_off, orders.pins_after_passing, orders.pins_after_rally))
    heads = ("pins", *map(in_words, qualities))
    return Section("Order tests: chance to obey", heads, tuple(rows), (*notes, *MISGUIDED, *more))


MISGUIDED = (
    "The enemy picks the friend who is fired at: one with an enemy within 12 inches.",
    "In a panic it runs straight away from the nearest enemy that it sees.",
)
"""What a unit does that has lost its head, as the turn has it."""


def _quality(rules: Ruleset) -> Section:
    rows = [
        (
            in_words(id),
            str(standing.morale),
            f"{standing.damage_value}+",
            _signed(standing.to_hit) if standing.to_hit else "0",
        )
        for id, standing in rules[orders.QUALITY].rows.items()
    ]
    return Section("Quality", ("", "morale", "damage", "to hit"), tuple(rows))


def _officers(rules: Ruleset) -> Section:
    rows = [
        (in_words(id), _signed(rank.bonus), _inches(rank.radius), str(rank.snaps))
        for id, rank in rules[orders.OFFICERS].rows.items()
    ]
    heads = ("", "test", "within", "snaps")
    return Section(
        "Officers", heads, tuple(rows), said(rules, *(orders.best_officer, orders.snaps, orders.command_vehicle))
    )


def _to_hit(rules: Ruleset) -> Section:
    gun = resolve.weapon_of(rules, PROBE)
    reach = gun.reach or 24
    plain = Shot(weapon=gun, distance=reach / 2)
    shots = [
        msgspec.structs.replace(plain, distance=1),
        msgspec.structs.replace(plain, distance=reach),
        msgspec.structs.replace(plain, pins=1),
        *(msgspec.structs.replace(plain, quality=quality) for quality in rules[orders.QUALITY].rows),
        msgspec.structs.replace(plain, order="advance"),
        msgspec.structs.replace(plain, attendants=0),
        msgspec.structs.replace(plain, door=True),
        *(
            msgspec.structs.replace(plain, target=target)
            for target in (
                Target(down=True),
                Target(men=2),
                Target(cover="soft"),
                Target(cover="hard"),
                Target(drone="airborne", soft=False),
                Target(drone="ran", soft=False),
            )
        ),
    ]
    usual = {term.id for term in resolve.to_hit(rules, plain).terms}
    rows = [
        ("each pin" if term.id == "pins" else term.label, _signed(float(term.value)))
        for shot in shots
        for term in resolve.to_hit(rules, shot).terms
        if term.id not in usual
    ]
    base = f"{rules[shooting.base_score](rules)}+"
    asked = (
        shooting.point_blank,
        shooting.long_range,
        shooting.assault_weapon,
        shooting.second_band,
        shooting.small_unit,
        shooting.drone,
        shooting.best_score,
    )
    notes = said(rules, *asked, *(cover.of_unit,))
    return Section(f"To hit: one die, {base}", ("", ""), tuple(dict.fromkeys(rows)), notes)


def _chances(rules: Ruleset) -> Section:
    scores = range(rules[shooting.best_score](rules), 9)
    values = sorted({standing.damage_value for standing in rules[orders.QUALITY].rows.values()})
    rows = []
    for score in scores:
        found = odds.reaches_score(rules, score)
        rows.append(
            (f"{score}+", _percent(found), *(_percent(found * odds.fells(rules, 0, value)) for value in values))
        )
    heads = ("needed", "hits", *(f"fells {value}+" for value in values))
    notes = said(rules, *(shooting.nigh_impossible,))
    return Section("A shot: chance to hit, and to fell a man", heads, tuple(rows), notes)


def _men(rules: Ruleset) -> Section:
    asked = (damage.reaches, damage.one_fails, damage.exceptional, damage.shield, damage.medic_saves)
    return Section("Damage to men", notes=said(rules, *asked))


def _pins(rules: Ruleset) -> Section:
    asked = (pins.gained, pins.shrugged_off, pins.routed, pins.kept_down, damage.morale_due, damage.morale_holds)
    return Section("Pins and morale", notes=said(rules, *asked, *(damage.pins_shake,)))


def _blasts(rules: Ruleset) -> Section:
    rows = [
        (_inches(size), _signed(found.pen), _counted(found.pins), _counted(found.hits))
        for size, found in rules[blast.BLASTS].rows.items()
    ]
    asked = (
        blast.radius,
        blast.covers,
        blast.template_hits,
        blast.hits_when_down,
        blast.vehicle_hits,
        dice.small,
    )
    return Section("High explosive", ("size", "pierces", "pins", "hits indoors"), tuple(rows), said(rules, *asked))


def _armour(rules: Ruleset) -> Section:
    gun = resolve.weapon_of(rules, PROBE)
    sides = []
    for facing in ("front", "side", "top", "rear"):
        found = rules[armour.facing_counts](rules, Strike(weapon=gun, facing=facing))
        sides.append(f"{facing} {_signed(float(found.value)) if found else '0'}")
    rows = [(in_words(kind), f"{value}+") for kind, value in rules[armour.DAMAGE_VALUES].rows.items()]
    asked = (armour.facing, armour.loses_at_long_range, armour.shaped_charge, armour.immune, armour.small_arms_result)
    notes = (f"Struck on the {', '.join(sides)}.", *said(rules, *asked))
    return Section("Vehicles: die and penetration against", ("", ""), tuple(rows), notes)


def _results(rules: Ruleset) -> Section:
    def found(margin: int) -> str:
        result = rules[armour.result](rules, margin)
        rolls = rules[armour.table_rolls](rules, result)
        return f"{in_words(result)}, {rolls} on the damage table" if rolls else "nothing"

    rows = _runs(found, range(6))
    return Section("Over the damage value by", ("", ""), tuple(rows), said(rules, *(armour.glancing,)))


EFFECTS: dict[armour.Effect, str] = {
    "stunned": "a pin, and it goes down",
    "immobilised": "a pin, and it never moves again; a second time it is lost",
    "on_fire": "a pin and a morale check: it goes down, or is lost",
    "knocked_out": "a wreck",
}
"""What a row of the damage table does to a vehicle."""


def _damage_table(rules: Ruleset) -> Section:
    found = _runs(lambda total: rules[armour.effect](rules, total), range(1, 7))
    rows = [(span, in_words(effect), EFFECTS[effect]) for span, effect in found]
    asked = (armour.open_top, armour.fuel_burns, armour.turret_jams, armour.bears, armour.coaxial_refused)
    return Section("Damage table of vehicles", ("", "", ""), tuple(rows), said(rules, *asked))


def _runs(answer: Callable[[int], Said], numbers: range) -> list[tuple[str, Said]]:
    """Numbers with the same answer together, as `2 to 3`; the last are open."""
    found = [(text, list(group)) for text, group in groupby(numbers, key=answer)]
    return [(_span(group, numbers[-1]), text) for text, group in found]


def _span(numbers: list[int], highest: int) -> str:
    if numbers[-1] == highest and len(numbers) > 1:
        return f"{numbers[0]}+"
    if len(numbers) > 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return str(numbers[0])


def _movement(rules: Ruleset) -> Section:
    def leg(inches: float, pivots: int | None) -> str:
        return _inches(inches) if pivots is None else f"{_inches(inches)}, {pivots}"

    rows = [
        (in_words(kind), leg(pace.advance, pace.advance_pivots), leg(pace.run, pace.run_pivots))
        for kind, pace in rules[movement.PACES].rows.items()
    ]
    asked = (movement.road_factor, movement.reverse_limit, movement.pivot_refused, movement.rough_refused)
    more = (
        movement.obstacle_refused,
        movement.impassable_refused,
        movement.coherency,
        movement.closes_up,
        movement.too_close,
        cover.enter_refused,
    )
    return Section("Movement, and pivots", ("", "Advance", "Run"), tuple(rows), said(rules, *asked, *more))


GROUNDS = {
    "open": "open",
    "rough": "rough ground",
    "obstacle": "an obstacle",
    "impassable": "not crossed",
    "road": "a road",
}
SIGHTS = {"blocks": "hides", "thick": "not seen through", "open": ""}
"""What terrain does to who crosses it and who looks across it."""


def _terrain(rules: Ruleset) -> Section:
    found = {**kinds(), **dict(terrain(rules))}
    rows = []
    for name, kind in found.items():
        hides = f"{SIGHTS[kind.sight]}, {_inches(kind.height)} high" if kind.sight == "blocks" else SIGHTS[kind.sight]
        ground = "entered by a Run" if kind.shelter else GROUNDS[kind.ground]
        rows.append((in_words(name), kind.cover if kind.cover != "none" else "", hides, ground))
    asked = (shooting.soft_cover, shooting.hard_cover, cover.inside_building, cover.worse)
    return Section("Terrain", ("", "cover", "sight", "ground"), tuple(rows), said(rules, *asked))


def _close(rules: Ruleset) -> Section:
    asked = (
        close_quarters.refused,
        close_quarters.fires_first,
        close_quarters.together,
        close_quarters.defender_pins,
        close_quarters.fells,
        close_quarters.bonus_dice,
        close_quarters.loser,
        close_quarters.regroups,
        close_quarters.fears,
        close_quarters.tank_result,
    )
    return Section("Close quarters", notes=(*said(rules, *asked), STORMING))


STORMING = (
    "Men get at a vehicle on 4 or more each, on a 6 if it has moved; "
    "one die plus those who do is rolled against its armour."
)
"""How men fight a vehicle, as the fight itself has it."""


def _indirect(rules: Ruleset) -> Section:
    asked = (
        indirect.hits,
        indirect.next_need,
        indirect.need_now,
        indirect.observes,
        indirect.takes_spotters,
        indirect.refused,
        indirect.strikes,
        indirect.miss_lands,
    )
    return Section("Indirect fire", notes=said(rules, *asked))


def _strikes(rules: Ruleset) -> Section:
    arrival = odds.strike_arrival(rules)
    rows = [(in_words(str(found)), _percent(arrival.probability(found))) for found in arrival]
    asked = (observers.call_refused, observers.due, observers.reach, observers.blast_size)
    more = (observers.near_miss_pins, observers.air_effect, observers.misdirect_refused)
    return Section("Strikes from off the table, each turn", ("", ""), tuple(rows), said(rules, *asked, *more))


def _drones(rules: Ruleset) -> Section:
    rows = [
        (
            "flies, Advance and Run",
            " ".join(_inches(rules[drones.reach](rules, order)) for order in ("advance", "run")),
        ),
    ]
    kept = {turns: chances.battery(rules, turns) for turns in range(1, 9)}
    rows += [(f"flies on after turn {turns}", _percent(lasts)) for turns, lasts in kept.items() if 1 > lasts > 0][:4]
    for far in (60, 65, 70, 80):
        found = chances.radio(rules, far)
        lost = [what for what in found if what != "connected"]
        told = ", ".join(f"{what} {_percent(found.probability(what))}" for what in lost) or "obeys"
        rows.append((f"radio at {_inches(far)}", told))
    loads = _runs(lambda face: _fall(rules[drones.ied_falls](rules, face)), range(1, 7))
    rows += [(f"explosive load, {_closed(span)}", what) for span, what in loads]
    heavy = _runs(lambda face: in_words(rules[drones.at_ied_falls](rules, face, None)), range(1, 7))
    rows += [
        (f"anti-tank load, {_closed(span)}", "roll again: 6 straight" if what == "again" else what)
        for span, what in heavy
    ]
    asked = (
        drones.one_acts_refused,
        drones.height_refused,
        drones.battery_fall,
        drones.radio_penalty,
        drones.recovers,
        drones.rearms,
        drones.spots,
        drones.report_refused,
        drones.reports_to,
        drones.drop_needs_test,
        drones.at_ied_pen,
        drones.team_lost,
        drones.captured,
    )
    return Section("Drones", ("", ""), tuple(rows), said(rules, *asked))


def _closed(span: str) -> str:
    """Faces of a die: nothing lies above the highest."""
    return f"{span[:-1]} to 6" if span.endswith("+") else span


def _fall(falls: Count | None) -> str:
    return "hangs" if falls is None else "straight down" if falls == 0 else f"{falls} inches off"


def _helicopters(rules: Ruleset) -> Section:
    def leap(found: helicopters.Leap) -> str:
        return f"{_inches(found.inches)}, {found.turns}"

    rows = []
    for id, wings in rules[helicopters.MOVES].rows.items():
        moves = (wings.horizontal_advance, wings.horizontal_run, wings.vertical_advance, wings.vertical_run)
        seats = rules[helicopters.capacity](rules, rules[helicopters.CLASSES][id], "transport")
        rows.append((id, *map(leap, moves), str(seats)))
    limits = ", ".join(f"{in_words(name)} {_inches(high)}" for name, high in rules[helicopters.LIMITS].rows.items())
    chart = ", ".join(
        f"{span} {what}" for span, what in _runs(lambda total: rules[helicopters.chart](rules, total), range(1, 7))
    )
    asked = (
        helicopters.mixed_refused,
        helicopters.turn_refused,
        helicopters.lifts_to,
        helicopters.must_test,
        helicopters.hovers,
        helicopters.rappel_refused,
        helicopters.leaving_move,
        helicopters.mount_bears,
        helicopters.slant,
        helicopters.fires_from_door,
        helicopters.doors_stay_open,
        helicopters.chart_entry,
        helicopters.chart_pins,
        helicopters.slowed,
        helicopters.crash_blast,
        helicopters.crash_dice,
    )
    notes = (f"Heights: {limits}.", f"When hit: {chart}.", *said(rules, *asked))
    heads = ("inches, turns", "Advance", "Run", "up, Adv.", "up, Run", "seats")
    return Section("Helicopters", heads, tuple(rows), notes)


def _missiles(rules: Ruleset) -> Section:
    asked = (
        missiles.target_refused,
        missiles.speed,
        missiles.steps,
        missiles.lost_from_sight,
        missiles.guidance_lost,
        missiles.struck_facing,
        missiles.backblast,
        missiles.rounds,
        missiles.law_row,
        missiles.law_refused,
        missiles.own_target,
    )
    return Section("Guided missiles and rockets", notes=said(rules, *asked))


def _leash(rules: Ruleset) -> Section:
    def held(inches: int) -> str:
        found = rules[fighting_vehicles.leash](rules, inches)
        if not found.forced:
            return "no test"
        return f"tests, {found.virtual_pins} pin more" if found.virtual_pins else "tests"

    rows = [(f"{span} inches", what) for span, what in _runs(held, range(61))]
    asked = (
        fighting_vehicles.connects,
        fighting_vehicles.leash,
        fighting_vehicles.on_leash,
        fighting_vehicles.nco_is_lost,
    )
    return Section("The lead vehicle and its leash", ("from its vehicle", "a squad"), tuple(rows), said(rules, *asked))


def _transport(rules: Ruleset) -> Section:
    asked = (
        transport.embark_refused,
        transport.disembark_refused,
        transport.fires_from,
        transport.wreck_hits,
        transport.wreck_pins,
        transport.abandoned,
    )
    return Section("Transports", notes=said(rules, *asked))


def _smoke(rules: Ruleset) -> Section:
    asked = (
        smoke.refused,
        smoke.goes_down,
        smoke.markers,
        smoke.hides,
        smoke.vanishes,
        smoke.drift,
        smoke.throw_refused,
    )
    return Section("Smoke", notes=said(rules, *asked))


def _devices(rules: Ruleset) -> Section:
    asked = (devices.near, devices.pen_of, devices.set_off_refused, devices.tries_again, devices.decoy_pins)
    told = _runs(lambda face: _trigger(rules[devices.TRIGGERS][face]), range(1, 7))
    rows = [(_closed(span), *cells) for span, cells in told]
    return Section("Hidden devices", ("die", "a device", "a decoy"), tuple(rows), said(rules, *asked))


SET_OFF = {"at_once": "goes off", "warned": "go down, then it goes off", "nothing": "nothing"}
"""What becomes of a real device, by what the die for it means."""


def _trigger(found: devices.Trigger) -> tuple[str, str]:
    return SET_OFF[found.real], f"{' + '.join(map(str, found.decoy))} pins" if found.decoy else "nothing"


def _keywords(rules: Ruleset) -> Section:
    held = frozenset(
        word for weapon in weapons(rules) if rules[shooting.available](rules, weapon) for word in weapon.keywords
    )
    return Section("Keywords", notes=tuple(reminders(rules, held)))


def _chart(rules: Ruleset) -> Section:
    sold = [weapon for weapon in weapons(rules) if rules[shooting.available](rules, weapon)]
    rows = []
    for arm in (Arm(resolve.weapon_of(rules, each.id)) for each in sold):
        helpers = rules[shooting.attendants](rules, arm.weapon)
        rows.append((arm.title, arm.ranges, arm.pen, arm.blast, "" if helpers is None else str(helpers)))
    return Section("Weapons", ("", "range, shots", "PEN", "HE", "help"), tuple(rows))


def _end(rules: Ruleset) -> Section:
    asked = (
        turn.most_in_reserve,
        turn.arrival_refused,
        turn.arriving,
        turn.outflank_refused,
        turn.destroyed_count,
        turn.objectives_count,
        turn.decides,
    )
    return Section("Reserves and victory", notes=said(rules, *asked))


PARTS: tuple[Callable[[Ruleset], Section], ...] = (
    _orders,
    _tests,
    _quality,
    _officers,
    _to_hit,
    _chances,
    _men,
    _pins,
    _blasts,
    _armour,
    _results,
    _damage_table,
    _movement,
    _terrain,
    _close,
    _indirect,
    _strikes,
    _transport,
    _leash,
    _missiles,
    _drones,
    _helicopters,
    _smoke,
    _devices,
    _chart,
    _keywords,
    _end,
)
"""What the reference is made of, in order."""
