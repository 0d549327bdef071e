"""Who falls: casualties among men, blasts, hits on vehicles and helicopters, morale."""

from __future__ import annotations

import msgspec

from overheat.kernel.terms import Sum, parts
from overheat.platoon.battle import events as told
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Man, Unit, man_body
from overheat.platoon.facts import Facing, Strike
from overheat.platoon.fire import templates
from overheat.platoon.ground.geometry import Spot, ahead, bearing, within
from overheat.platoon.resolution import resolve
from overheat.platoon.resolution.resolve import Losses
from overheat.platoon.rules.standard import armour, blast, damage, drones, helicopters, indirect, transport
from overheat.platoon.rules.standard import pins as pin_rules
from overheat.platoon.rules.standard.dice import count
from overheat.platoon.units.weapons import Count, Weapon, weapon_row

WORTH = {"operator": 4, "leader": 5, "nco": 3, "helper": 1, "man": 0}
SPECIAL = ("lmg", "dmr")


def _worth(battle: Battle, unit: Unit, man: Man) -> tuple[int, int]:
    """How much a man is missed: by his post, then by his weapon."""
    figure = battle.sheet(unit).men[man.figure]
    return WORTH[figure.post], int(figure.arms in SPECIAL)


def casualties(battle: Battle, id: str, losses: Losses, weapon: Weapon | None = None) -> None:
    """Men of a unit fall. Its owner gives up those he misses least, the firer picks those he misses most."""
    unit = battle.units[id]
    if not unit.alive or not losses.fallen:
        return
    losses = _medic(battle, unit, losses, weapon)
    battle.before.setdefault(id, len(unit.men))
    men = sorted(unit.men, key=lambda man: _worth(battle, unit, man))
    picked = [men.pop() for _ in range(min(losses.picked, len(men)))]
    bodies = [damage.Standing(_worth(battle, unit, man), man_body(man, battle.sheet(unit))) for man in men]
    gone = battle.rules[damage.given_up](battle.rules, bodies, losses.fallen - len(picked))
    men = [man for index, man in enumerate(men) if index not in gone]
    left = tuple(man for man in unit.men if man in men)
    fallen = tuple(man.figure for man in unit.men if man not in men)
    battle.tell(told.Fell(id, len(fallen), len(left), fallen))
    posts = {battle.sheet(unit).men[man.figure].post for man in picked}
    if not left:
        battle.destroy(id, "all_men_lost")
    elif "operator" in posts:
        battle.destroy(id, "operator_lost")
    elif unit.drone is not None:
        alive = any(battle.sheet(unit).men[man.figure].post == "operator" for man in left)
        if battle.rules[drones.team_lost](battle.rules, True, alive):
            battle.destroy(id, "drone_operator_lost")


def _medic(battle: Battle, unit: Unit, losses: Losses, weapon: Weapon | None) -> Losses:
    """Men whom a medic near by saves."""
    if weapon is None or not weapon.small_arms or unit.place != "table":
        return losses
    medics = (other for other in battle.on_table(unit.side) if "medic" in battle.sheet(other).flags)
    if not any(
        other.id != unit.id and battle.rules[within](battle.rules, battle.distance(unit, other), 6) for other in medics
    ):
        return losses
    faces = battle.hand(unit.id).roll("damage.medic", losses.fallen).faces
    saved = sum(battle.rules[damage.medic_saves](battle.rules, weapon, face) for face in faces)
    if saved:
        battle.tell(told.Saved(unit.id, saved))
    return Losses(losses.fallen - saved, min(losses.picked, losses.fallen - saved))


def hurt_in_wrecks(battle: Battle) -> None:
    """Hits and pins of men who were in a transport that is destroyed."""
    rules = battle.rules
    while battle.shaken:
        id = battle.shaken.pop()
        hits = count(rules, battle.hand("", target=id), rules[transport.wreck_hits](rules), "transport.wreck_hits")
        weapon = resolve.weapon_of(rules, "rifle")
        value = battle.sheet(id).damage_value
        casualties(battle, id, resolve.roll_damage(rules, battle.hand("", target=id), weapon, 0, value, hits))
        battle.add_pins(
            id, count(rules, battle.hand("", target=id), rules[transport.wreck_pins](rules), "transport.wreck_pins")
        )


def settle_morale(battle: Battle) -> None:
    """Units that have lost half their men in one attack, or burn, check their morale."""
    hurt_in_wrecks(battle)
    for id, before in list(battle.before.items()):
        unit = battle.units[id]
        lost = before - len(unit.men)
        if unit.alive and (battle.rules[damage.morale_due](battle.rules, before, lost) or id in battle.must_check):
            morale(battle, unit)
    battle.before.clear()
    battle.must_check.clear()


def morale(battle: Battle, unit: Unit) -> bool:
    """A unit checks its morale and is destroyed if it does not hold."""
    quality, nco_lost = battle.sheet(unit).quality, battle.nco_lost(unit)
    needed = resolve.morale_target(battle.rules, quality, unit.pins, nco_lost=nco_lost)
    held, total = resolve.morale_check(battle.rules, battle.hand(unit.id), needed)
    battle.tell(told.Held(unit.id, held, total, int(needed.total), parts(needed)))
    if not held:
        battle.destroy(unit, "morale_broken")
    return held


def pin_by(battle: Battle, target: str, weapon: Weapon, hits: int, slot: str = "") -> None:
    """The pins that hits of a weapon give."""
    unit = battle.units[target]
    sheet = battle.sheet(unit)
    if not sheet.soft and battle.rules[pin_rules.shrugged_off](
        battle.rules, weapon, sheet.damage_value, battle.open_topped(unit)
    ):
        return
    gained: Count = battle.rules[pin_rules.gained](battle.rules, weapon, hits, slot)
    battle.add_pins(target, count(battle.rules, battle.hand("", target=target), gained, "pins.gained"))


def facing_from(battle: Battle, unit: Unit, muzzle: Spot) -> Facing:
    """Which side of a vehicle a shot from a place strikes."""
    return battle.rules[armour.facing](battle.rules, bearing(unit.at, unit.heading, muzzle))


def on_hull(battle: Battle, unit: Unit, struck: Strike) -> Strike:
    """A hit with what it depends on in the vehicle that is struck."""
    sheet = battle.sheet(unit)
    return msgspec.structs.replace(
        struck,
        damage_value=sheet.damage_value,
        open_topped=battle.open_topped(unit),
        flamethrower_vehicle="flamethrower_vehicle" in sheet.flags,
        marks=unit.marks,
    )


def strike(battle: Battle, id: str, struck: Strike) -> None:
    """One hit on a vehicle or helicopter."""
    unit = battle.units[id]
    if not unit.alive:
        return
    struck = on_hull(battle, unit, struck)
    if battle.sheet(unit).kind == "helicopter":
        found, rows = resolve.strike_helicopter(battle.rules, battle.hand("", target=id), struck)
        battle.tell(told.Struck(id, struck.facing, found, tuple(rows), *_pierced(battle, struck)))
        for row in rows:
            helicopter_effect(battle, id, row)
        return
    found, effects = resolve.strike_vehicle(battle.rules, battle.hand("", target=id), struck)
    battle.tell(told.Struck(id, struck.facing, found, effects, *_pierced(battle, struck)))
    for effect in effects:
        vehicle_effect(battle, id, effect)


def _pierced(battle: Battle, struck: Strike) -> tuple[Sum, int]:
    """What was added to the die of a hit, and what it had to reach; nothing where no die could do harm."""
    if battle.rules[armour.immune](battle.rules, struck):
        return (), 0
    return parts(resolve.penetration(battle.rules, struck)), struck.damage_value


def vehicle_effect(battle: Battle, id: str, effect: armour.Effect) -> None:
    """What a row of the damage table does to a vehicle."""
    unit = battle.units[id]
    if not unit.alive:
        return
    if effect == "knocked_out" or (effect == "immobilised" and unit.immobilised):
        battle.destroy(unit, "knocked_out" if effect == "knocked_out" else "abandoned")
        return
    if effect == "immobilised":
        battle.tell(told.Immobilised(id))
    battle.add_pins(id, 1)
    unit = battle.units[id]
    if unit.alive and effect == "on_fire" and not morale(battle, unit):
        return
    if effect in ("stunned", "on_fire"):
        battle.go_down(id, effect)


def helicopter_effect(battle: Battle, id: str, row: helicopters.ChartRow) -> None:
    """What a row of their own chart does to a helicopter."""
    unit = battle.units[id]
    if not unit.alive:
        return
    if row == "crashes":
        crash(battle, unit)
        return
    if row == "damaged":
        battle.tell(told.Slowed(id))
    battle.add_pins(
        id,
        count(
            battle.rules,
            battle.hand("", target=id),
            battle.rules[helicopters.chart_pins](battle.rules, row),
            "damage.helicopter.pins",
        ),
    )
    battle.go_down(id, row)
    turret = any(mount.place == "turret" for mount in battle.sheet(unit).mounts)
    unit = battle.units[id]
    may_jam = unit.alive and turret and unit.jammed is None
    if may_jam and battle.rules[armour.turret_jams](
        battle.rules, battle.hand("", target=id).roll("damage.turret", 1).total
    ):
        battle.tell(told.TurretJammed(id, unit.heading))


def crash(battle: Battle, unit: Unit) -> None:
    """A helicopter comes down, with everybody aboard, and a blast where it falls."""
    inches = (
        battle.hand("", target=unit.id).roll("crash.distance", battle.rules[helicopters.crash_dice](battle.rules)).total
    )
    at = ahead(unit.at, battle.random_way("crash", unit.id), inches)._replace(z=0)
    battle.destroy(unit, "crashed")
    explode(battle, at, battle.rules[helicopters.crash_blast](battle.rules), why="crash")


def explode(
    battle: Battle,
    at: Spot,
    size: int,
    *,
    why: str,
    weapon: str = "ied",
    target: str | None = None,
    indirect_fire: bool = True,
    muzzle: Spot | None = None,
    pins: Count | None = None,
    pen: int | None = None,
    facing: Facing | None = None,
) -> None:
    """A blast at a place: everybody under its template is hit, and who is in a building when that is its target."""
    battle.tell(told.Exploded(at, size, why))
    for unit in list(battle.on_table()):
        sheet = battle.sheet(unit)
        if unit.building is not None:
            if unit.id == target:
                blast_men(battle, unit, size, None, pins, pen)
        elif sheet.soft:
            covered = templates.men_under(battle, at, size, unit)
            if covered:
                blast_men(battle, unit, size, covered, pins, pen)
            _blast_drone(battle, unit.id, at, size)
        elif templates.hull_under(battle, at, size, unit):
            muzzle = None if indirect_fire else muzzle
            from_where = facing or (battle.rules[indirect.strikes](battle.rules) if muzzle is None else None)
            struck = from_where or facing_from(battle, unit, muzzle or at)
            blast_vehicle(battle, unit, size, weapon, struck, pins=pins, pen=pen)


def blast_men(
    battle: Battle, unit: Unit, size: int, covered: int | None, pins: Count | None = None, pen: int | None = None
) -> None:
    """A blast among men, with the pins of its size where no others are given."""
    sizes, dice = battle.rules[blast.BLASTS][size], battle.hand("", target=unit.id)
    hits = resolve.blast_hits(battle.rules, dice, size, covered, battle.order_of(unit).low)
    weapon = resolve.weapon_of(battle.rules, "ied")
    value = battle.sheet(unit).damage_value
    pierces = sizes.pen if pen is None else pen
    losses = resolve.roll_damage(battle.rules, dice, weapon, pierces, value, hits, "blast.damage")
    casualties(battle, unit.id, losses)
    _blast_pins(battle, unit.id, sizes.pins if pins is None else pins)


def _blast_pins(battle: Battle, id: str, pins: Count) -> None:
    """The pins of a blast; however many blasts of one attack strike a unit, it gets them once."""
    if battle.blasted is not None:
        if id in battle.blasted:
            return
        battle.blasted.add(id)
    battle.add_pins(id, count(battle.rules, battle.hand("", target=id), pins, "blast.pins"))


def _blast_drone(battle: Battle, id: str, at: Spot, size: int) -> None:
    """A drone on the ground under a blast."""
    unit = battle.units[id]
    if not templates.drone_under(battle, at, size, unit):
        return
    weapon = resolve.weapon_of(battle.rules, "ied")
    pen = battle.rules[blast.BLASTS][size].pen
    value = battle.rules[drones.damage_value](battle.rules, battle.sheet(unit).damage_value)
    if resolve.roll_damage(battle.rules, battle.hand("", target=id), weapon, pen, value, 1, "blast.drone").fallen:
        battle.destroy(id, "drone_lost")


def blast_vehicle(
    battle: Battle,
    unit: Unit,
    size: int,
    weapon: str,
    facing: Facing,
    *,
    pins: Count | None = None,
    pen: int | None = None,
) -> None:
    """A blast on a vehicle: one hit, from above unless it was fired directly."""
    struck = Strike(
        weapon=weapon_row(battle.rules, weapon),
        facing=facing,
        high_explosive=True,
        indirect=facing == "top",
        pen=battle.rules[blast.BLASTS][size].pen if pen is None else pen,
    )
    for _ in range(battle.rules[blast.vehicle_hits](battle.rules)):
        strike(battle, unit.id, struck)
    gained = battle.rules[blast.BLASTS][size].pins if pins is None else pins
    if battle.units[unit.id].alive:
        _blast_pins(battle, unit.id, gained)
