"""Guns: which a volley has, where they point, what they see and reach, and the shots that they fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, cast

from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Unit, Volley
from overheat.platoon.facts import Flight, Order, Shot, Target
from overheat.platoon.fire.spotting import Aim
from overheat.platoon.ground.geometry import (
    SCALE,
    Arc,
    Body,
    Spot,
    arcs,
    bearing,
    distance,
    gap,
    heading_to,
    outline,
)
from overheat.platoon.ground.terrain import Cover
from overheat.platoon.resolution import resolve
from overheat.platoon.rosters.sheet import MAN_WIDTH, Sheet
from overheat.platoon.rules.standard import (
    armour,
    drones,
    helicopters,
    shooting,
)
from overheat.platoon.units.weapons import Weapon


class Gun(NamedTuple):
    """A weapon about to fire: from where, which way it points, and how it is mounted."""

    weapon: Weapon
    at: Spot
    place: str = ""
    attendants: int | None = None
    door: bool = False
    barrel: bool = False
    """Whether it is measured from its barrel, with nothing taken off for bases: on a helicopter."""
    base: int = MAN_WIDTH
    """How wide the base is that it is fired from."""


def volley_weapon(battle: Battle, unit: Unit, volley: Volley) -> Weapon:
    """The weapon that a volley is fired with; for what men carry, the one that the first of them has."""
    return guns_of(battle, unit, volley)[0].weapon


def guns_of(battle: Battle, unit: Unit, volley: Volley) -> list[Gun]:
    """The weapons that a volley fires, found out once; of who rides in something, once as long as nothing happens."""
    if battle.units.get(unit.id) is not unit:
        return _find_guns(battle, unit, volley)
    alone = unit.place == "table"
    kept = battle.alone(unit) if alone else battle.kept
    key = (guns_of, volley.arm, volley.round) if alone else (guns_of, unit.id, volley)
    found: list[Gun] | None = kept.get(key)
    if found is None:
        found = kept[key] = _find_guns(battle, unit, volley)
    return found


def _find_guns(battle: Battle, unit: Unit, volley: Volley) -> list[Gun]:
    sheet = battle.sheet(unit)
    if volley.arm.isdigit():
        mount = sheet.mounts[int(volley.arm)]
        barrel = barrel_of(battle, unit, None)
        at = battle.eyes(unit)[0] if barrel is None else barrel
        return [Gun(resolve.weapon_of(battle.rules, mount.weapon), at, mount.place, barrel=barrel is not None)]
    barrel = _door_barrel(battle, unit, volley)
    spots = _muzzles(battle, unit) if barrel is None else (barrel,) * len(unit.men)
    door, measured = (
        unit.place == "aboard" and battle.sheet(unit.carrier or "").airframe is not None,
        barrel is not None,
    )
    helpers = len(unit.men) - 1
    if volley.arm == "system":
        name = "tandem" if volley.round == "tandem" else sheet.system or ""
        return [Gun(resolve.weapon_of(battle.rules, name), spots[0], "", helpers, door, measured, sheet.width)]
    if volley.arm in ("law", "ugl", "bangalore"):
        return [Gun(resolve.weapon_of(battle.rules, volley.arm), spots[-1], "", None, door, measured, sheet.width)]
    found = []
    for man, at in zip(unit.men, spots, strict=True):
        weapon = resolve.weapon_of(battle.rules, sheet.men[man.figure].arms)
        found.append(Gun(weapon, at, "", helpers if weapon.crew else None, door, measured, sheet.width))
    return found


def _muzzles(battle: Battle, unit: Unit) -> tuple[Spot, ...]:
    """Where the men of a unit fire from: where they stand, or the transport that they sit in."""
    if unit.place == "aboard" and unit.carrier:
        return battle.eyes(battle.units[unit.carrier]) * len(unit.men)
    return battle.eyes(unit)


def _door_barrel(battle: Battle, unit: Unit, volley: Volley) -> Spot | None:
    """The door of a helicopter that men aboard fire through, if they do."""
    target = battle.units.get(volley.target)
    if unit.place != "aboard" or not unit.carrier or target is None:
        return None
    carrier = battle.units[unit.carrier]
    door = door_towards(battle.rules, carrier, target_points(battle, target, volley)[0])
    return barrel_of(battle, carrier, door) if door is not None else None


def barrel_of(battle: Battle, helicopter: Unit, door: Arc | None) -> Spot | None:
    """Where a weapon sits on a helicopter: at its nose, or in a door; as high as the helicopter is seen."""
    if battle.sheet(helicopter).airframe is None:
        return None
    at = battle.rules[helicopters.barrel](battle.rules, battle.hull(helicopter), door)
    return None if at is None else at._replace(z=battle.eyes(helicopter)[0].z)


def target_points(battle: Battle, target: Unit, volley: Volley) -> tuple[Spot, ...]:
    """Where a target is seen and hit."""
    if volley.at_drone and target.drone is not None:
        return (target.drone.at,)
    return battle.eyes(target)


def bears(battle: Battle, unit: Unit, gun: Gun, target: Unit, volley: Volley) -> bool:
    """Whether a gun points at a target, by its mount, its trail or the door it fires from."""
    to = target_points(battle, target, volley)[0]
    if gun.place:
        return mount_bears(battle.rules, battle.sheet(unit), unit, gun.place, heading_to(unit.at, to))
    if gun.door:
        carrier = battle.units[unit.carrier or ""]
        found = door_towards(battle.rules, carrier, to)
        return found is not None and battle.rules[helicopters.fires_from_door](
            battle.rules, gun.weapon, battle.hovering(carrier)
        )
    if "Fixed" in gun.weapon.keywords:
        parts = target_points(battle, target, volley) if volley.at_drone else parts_of(battle, target)
        return fixed_bears(battle, unit, parts)
    return True


def mount_bears(rules: Ruleset, sheet: Sheet, unit: Unit, place: str, heading: float) -> bool:
    """Whether a mount points along a heading; a jammed turret only where it points, too."""
    around = rules[helicopters.mount_bears] if sheet.airframe else rules[armour.bears]
    if place == "turret" and unit.jammed is not None and not rules[armour.bears](rules, "hull", heading - unit.jammed):
        return False
    return around(rules, place, (heading - unit.heading) % 360)


def fixed_bears(battle: Battle, unit: Unit, parts: Sequence[Spot]) -> bool:
    """Whether any part of a target lies before a fixed weapon."""
    bears = battle.rules[shooting.fixed_bears]
    return any(bears(battle.rules, bearing(unit.at, unit.heading, part)) for part in parts)


def parts_of(battle: Battle, target: Aim) -> Sequence[Spot]:
    """The places that a target covers: its men, or the middle and the corners of its hull."""
    if isinstance(target, Spot):
        return (target,)
    if battle.sheet(target).soft:
        return battle.eyes(target)
    ring = outline(battle.hull(target)).exterior.coords
    return (target.at, *(Spot(round(x), round(y), target.at.z) for x, y, *_ in ring))


def door_towards(rules: Ruleset, carrier: Unit, to: Spot) -> Arc | None:
    """The door of a helicopter that faces a place, if any does."""
    found = [arc for arc in rules[arcs](rules, bearing(carrier.at, carrier.heading, to)) if arc != "front"]
    return found[0] if found else None


def range_to(battle: Battle, gun: Gun, target: Unit, volley: Volley) -> float:
    """Inches from a gun to the nearest part of its target that it sees."""
    return _range_to(battle, gun, target, volley, battle.seen_of(gun.at, target_points(battle, target, volley)))


def _range_to(battle: Battle, gun: Gun, target: Unit, volley: Volley, seen: list[Spot]) -> float:
    rules = battle.rules
    if volley.at_drone and target.drone is not None:
        return rules[helicopters.slant](rules, gun.at, target.drone.at)
    if gun.barrel:
        return min((rules[helicopters.slant](rules, gun.at, eye) for eye in seen), default=float("inf"))
    if battle.sheet(target).soft:
        bases = (gun.base + battle.sheet(target).width) / 2 / SCALE
        return max(0.0, min([distance(gun.at, eye) - bases for eye in seen], default=float("inf")))
    hull = battle.hull(target)
    if hull.at.z > 0 or gun.at.z > 5 * SCALE:
        return rules[helicopters.slant](rules, gun.at, battle.eyes(target)[0])
    return gap(Body(gun.at._replace(z=0), 0), hull)


def _view(battle: Battle, gun: Gun, target: Unit, volley: Volley) -> tuple[float | None, list[Spot]]:
    """Inches from a gun to the nearest part of its target that it sees, None where it sees none, and those parts."""
    seen = battle.seen_of(gun.at, target_points(battle, target, volley))
    return (_range_to(battle, gun, target, volley, seen) if seen else None), seen


def target_facts(battle: Battle, target: Unit, volley: Volley, cover: Cover) -> Target:
    """What hitting a target with some cover depends on."""
    if volley.at_drone and target.drone is not None:
        flown: Flight = "grounded" if not target.drone.airborne else "ran" if target.drone.ran else "airborne"
        return Target(men=1, drone=flown, marks=target.marks)
    sheet = battle.sheet(target)
    return Target(
        soft=sheet.soft,
        men=len(target.men),
        down=battle.order_of(target).low,
        cover=cover,
        marks=target.marks,
    )


def shots_of(
    battle: Battle, unit: Unit, volley: Volley, occasion: str, idle: int = 0, dodged: bool = False
) -> Iterable[tuple[Gun, Shot]]:
    """Every gun of a volley that reaches and sees its target, with its shot. Idle men fire something else."""
    if battle.units.get(unit.id) is not unit:
        return _find_shots(battle, unit, volley, occasion, idle, dodged)
    known, key = battle.between(unit, battle.units[volley.target]), (shots_of, volley, occasion, idle, dodged)
    found: tuple[tuple[Gun, Shot], ...] | None = known.get(key)
    if found is None:
        found = known[key] = tuple(_find_shots(battle, unit, volley, occasion, idle, dodged))
    return found


def reaches(battle: Battle, unit: Unit, volley: Volley, occasion: str) -> bool:
    """Whether any gun of a volley reaches and sees its target."""
    return next(iter(shots_of(battle, unit, volley, occasion)), None) is not None


def _find_shots(
    battle: Battle, unit: Unit, volley: Volley, occasion: str, idle: int = 0, dodged: bool = False
) -> Iterator[tuple[Gun, Shot]]:
    target = battle.units[volley.target]
    order: Order = unit.order if unit.order and occasion in ("order", "ambush", "late") else "fire"
    facts: dict[Spot, Target] = {}
    held, known = guns_of(battle, unit, volley), battle.posed(unit, target)
    where = target.drone if volley.at_drone else None
    for gun in held[: len(held) - idle] if volley.arm == "arms" else held:
        if not bears(battle, unit, gun, target, volley):
            continue
        if not volley.at_drone and battle.rules[drones.jams](battle.rules, gun.weapon):
            continue
        view = where, gun.at, gun.base, gun.barrel
        if view not in known:
            known[view] = _view(battle, gun, target, volley)
        length, seen = cast("tuple[float | None, list[Spot]]", known[view])
        if length is None or resolve.band_at(battle.rules, gun.weapon, length) is None:
            continue
        if gun.at not in facts:
            covered = where, gun.at
            if covered not in known:
                known[covered] = "none" if volley.at_drone else battle.cover(gun.at, target, seen)
            facts[gun.at] = target_facts(battle, target, volley, cast("Cover", known[covered]))
        yield (
            gun,
            Shot(
                weapon=gun.weapon,
                distance=length,
                order=order,
                quality=battle.sheet(unit).quality,
                pins=unit.pins,
                attendants=gun.attendants,
                mounted=bool(gun.place),
                pintle=gun.place == "pintle",
                door=gun.door,
                high_explosive=volley.round == "he",
                countermeasures=dodged,
                target=facts[gun.at],
                marks=unit.marks,
            ),
        )
