"""Aiming: which guns a volley has, what they see and reach, and whether it may be fired."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, cast

from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.battle.commands import Shell
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Unit, Volley
from overheat.platoon.books import BASE
from overheat.platoon.facts import Flight, Order, Shot, Target
from overheat.platoon.fire.spotting import Aim, aim_at, need_for, observed, place_of, sees_aim
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
    off_axis,
    outline,
    within,
)
from overheat.platoon.ground.terrain import Cover
from overheat.platoon.resolution import resolve
from overheat.platoon.rosters.sheet import MAN_WIDTH, Sheet
from overheat.platoon.rules.standard import (
    armour,
    bangalores,
    drones,
    helicopters,
    indirect,
    missiles,
    orders,
    shooting,
    transport,
)
from overheat.platoon.units.weapons import Weapon

SHOOTING = BASE("Shooting")


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
    return guns(battle, unit, volley)[0].weapon


def guns(battle: Battle, unit: Unit, volley: Volley) -> list[Gun]:
    """The weapons that a volley fires, found out once; of who rides in something, once as long as nothing happens."""
    if battle.units.get(unit.id) is not unit:
        return _find_guns(battle, unit, volley)
    alone = unit.place == "table"
    kept = battle.alone(unit) if alone else battle.kept
    key = (guns, volley.arm, volley.round) if alone else (guns, unit.id, volley)
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


def can_fire(battle: Battle, unit: Unit) -> bool:
    """Whether a unit has anything to fire with where it is."""
    sheet = battle.sheet(unit)
    if unit.place == "aboard":
        carrier = battle.units[unit.carrier or ""]
        if battle.sheet(carrier).kind == "helicopter":
            return battle.hovering(carrier)
        if battle.rules[transport.hands_full](battle.rules, battle.sheet(carrier).flags):
            return False
        open_topped = battle.open_topped(carrier)
        return battle.rules[transport.fires_from](battle.rules, open_topped, battle.sheet(carrier).damage_value)
    return unit.place == "table" and bool(unit.men or sheet.mounts)


def check(battle: Battle, unit: Unit, volleys: tuple[Volley, ...], occasion: str) -> Refusal | None:
    """Why a unit may not fire so, or None."""
    rules = battle.rules
    if not volleys:
        return Refusal("shooting.none", "nothing is fired", SHOOTING)
    if not can_fire(battle, unit):
        return Refusal("shooting.place", "nobody can fire from where the unit is", SHOOTING)
    arms = [volley.arm for volley in volleys]
    if len(set(arms)) < len(arms):
        return Refusal("shooting.twice", "a weapon fires once", SHOOTING)
    sheet = battle.sheet(unit)
    own = rules[missiles.own_target]
    bound = {volley.target for volley in volleys if not own(rules, sheet.soft, volley.arm == "law")}
    if len(bound) > 1:
        return Refusal("shooting.targets", "a unit shoots at one target", SHOOTING)
    if "system" in arms and "arms" in arms:
        return Refusal("shooting.team", "a team works its weapon and fires nothing else", SHOOTING)
    if "bangalore" in arms and len(arms) > 1 and rules[bangalores.tied_up](rules, len(unit.men)) >= len(unit.men):
        return Refusal("shooting.bangalore", "the whole unit is busy with its bangalore", SHOOTING)
    for volley in volleys:
        refused = check_volley(battle, unit, volley, occasion)
        if refused:
            return refused
    mounts = [sheet.mounts[int(arm)] for arm in arms if arm.isdigit()]
    weapons = tuple(resolve.weapon_of(rules, mount.weapon) for mount in mounts)
    for rule in rules[shooting.TOGETHER]:
        refused = rule(rules, weapons)
        if refused:
            return refused
    return rules[armour.coaxial_refused](rules, tuple(mount.place for mount in mounts))


def check_volley(battle: Battle, unit: Unit, volley: Volley, occasion: str) -> Refusal | None:
    """Why one volley may not be fired, or None."""
    target = battle.units.get(volley.target)
    if target is None or target.place != "table":
        return Refusal("shooting.target", "there is no such target on the table", SHOOTING)
    refused = _volley_refused(battle, unit, volley, target, occasion)
    if refused or not volley.indirect:
        return refused
    return _unobserved(battle, unit, target)


def farthest(battle: Battle, unit: Unit, volley: Volley) -> float:
    """The inches beyond which a volley that is fired straight over the ground reaches nobody, found out once."""
    known, key = battle.alone(unit), (farthest, volley.arm, volley.round)
    found: float | None = known.get(key)
    if found is None:
        found = known[key] = _reach(battle, unit, volley)
    return found


def _reach(battle: Battle, unit: Unit, volley: Volley) -> float:
    """What no gun of a volley reaches, with an inch to spare for bases; all is reached where a layer measures ranges
    otherwise, and by missiles that are guided."""
    rules = battle.rules
    measured = rules[shooting.in_range] is shooting.in_range and rules[within] is within
    if not measured or not battle.standing.lasts:
        return float("inf")
    try:
        weapons = [gun.weapon for gun in guns(battle, unit, volley)]
    except RefusedError:
        return float("inf")
    if any("ATGM" in weapon.keywords for weapon in weapons):
        return float("inf")
    ends = [float("inf") if band.to is None else band.to for weapon in weapons for band in weapon.bands]
    return 1 + max(ends, default=0)


def hangs_on_others(battle: Battle, unit: Unit, volley: Volley, occasion: str) -> bool:
    """Whether a volley may be fired or not by what others than its unit and its target are and see."""
    return volley.indirect and _volley_refused(battle, unit, volley, battle.units[volley.target], occasion) is None


def _volley_refused(battle: Battle, unit: Unit, volley: Volley, target: Unit, occasion: str) -> Refusal | None:
    """Why a volley may not be fired by what its unit and its target are, or None: found out once for both."""
    known, key = battle.between(unit, target), (_volley_refused, volley, occasion)
    if key not in known:
        known[key] = _find_refusal(battle, unit, volley, target, occasion)
    return cast("Refusal | None", known[key])


def _find_refusal(battle: Battle, unit: Unit, volley: Volley, target: Unit, occasion: str) -> Refusal | None:
    if target.side == unit.side and occasion != "mistake":
        return Refusal("shooting.friend", "the target is of the same side", SHOOTING)
    if not volley.at_drone and battle.sheet(target).unmanned:
        return Refusal("shooting.drone", "there is nothing but the drone to shoot at", SHOOTING)
    if volley.at_drone and target.drone is None:
        return Refusal("shooting.drone", "the target has no drone", SHOOTING)
    refused = _check_arm(battle, unit, volley)
    if not refused and volley.arm == "bangalore":
        refused = battle.rules[bangalores.refused](battle.rules, unit.order, battle.distance(unit, target), False)
    if refused:
        return refused
    try:
        held = guns(battle, unit, volley)
    except RefusedError as error:
        return error.refusal
    if occasion in ("ambush", "late") and _other_round(unit, volley, held[0].weapon):
        return Refusal("shooting.round", "the round was named when the ambush was laid", SHOOTING)
    if volley.indirect:
        return _out_of_arc(battle, unit, held[0], target, occasion)
    return _check_direct(battle, unit, volley, held, target)


def _other_round(unit: Unit, volley: Volley, weapon: Weapon) -> bool:
    """Whether a volley is of another round than the one that an ambush was laid with."""
    choice = (weapon.he and weapon.pen != "HE") or weapon.id in ("rpg", "tandem")
    return bool(choice) and volley.round != unit.round


def _check_arm(battle: Battle, unit: Unit, volley: Volley) -> Refusal | None:
    """Whether the unit has what the volley names."""
    sheet = battle.sheet(unit)
    has = {
        "system": sheet.system is not None and unit.place == "table" and "system" not in unit.spent,
        "arms": bool(unit.men) and (sheet.system is None or "system" in unit.spent),
        "law": unit.laws > 0 and unit.place == "table",
        "bangalore": "bangalore" in sheet.flags - unit.spent and unit.place == "table",
        "ugl": sheet.grenade_launchers > 0 and unit.place == "table",
    }
    numbered = volley.arm.isdigit() and int(volley.arm) < len(sheet.mounts) and volley.arm not in unit.spent
    if not has.get(volley.arm, numbered):
        return Refusal("shooting.arm", f"the unit has no {volley.arm!r} to fire", SHOOTING)
    if volley.round == "smoke" and volley.arm == "ugl" and volley.indirect:
        launcher = resolve.weapon_of(battle.rules, "ugl")
        return (
            None
            if battle.rules[indirect.fires_smoke](battle.rules, launcher)
            else Refusal("shooting.round", "no smoke", SHOOTING)
        )
    rounds = battle.rules[missiles.rounds](battle.rules, sheet.system or "", "tandem" in sheet.flags)
    if volley.round not in ("", "he") and (volley.arm != "system" or volley.round not in rounds):
        return Refusal("shooting.round", f"the unit has no round {volley.round!r}", SHOOTING)
    return None


def _check_direct(battle: Battle, unit: Unit, volley: Volley, held: list[Gun], target: Unit) -> Refusal | None:
    """Whether guns that fire directly see their target and bear on it."""
    rules = battle.rules
    weapon = held[0].weapon
    if not weapon.bands:
        return Refusal("shooting.arc", f"{weapon.name} fires in an arc", SHOOTING)
    if volley.round == "he" and not weapon.he:
        return Refusal("shooting.round", f"{weapon.name} has no explosive round", SHOOTING)
    if volley.at_drone and (volley.round == "he" or weapon.pen == "HE"):
        return Refusal("shooting.round", "blasts are for what is on the ground or a vehicle, not for drones", SHOOTING)
    points = target_points(battle, target, volley)
    seen = battle.any_seen([gun.at for gun in held], points)
    vehicle = not battle.sheet(target).soft and not volley.at_drone
    if "ATGM" in weapon.keywords:
        flying = any(missile.operator == unit.id for missile in battle.missiles)
        refused = rules[missiles.target_refused](rules, vehicle, seen, flying, distance(held[0].at, points[0]))
        if refused:
            return refused
    if not seen:
        return Refusal("shooting.sight", "the target is out of sight", SHOOTING)
    if volley.arm == "law":
        refused = rules[missiles.law_refused](rules, vehicle)
        if refused:
            return refused
    flies = volley.at_drone or target.at.z > 0
    for rule in rules[missiles.FIRES_AT]:
        refused = rule(rules, weapon, flies, battle.order_of(unit).gait == "advance")
        if refused:
            return refused
    if not any(bears(battle, unit, gun, target, volley) for gun in held):
        return _does_not_bear(battle, unit, points[0])
    return None


def _does_not_bear(battle: Battle, unit: Unit, to: Spot) -> Refusal:
    """A weapon that points elsewhere, and by how much."""
    mount = battle.units[unit.carrier] if unit.place == "aboard" and unit.carrier else unit
    off = off_axis(bearing(mount.at, mount.heading, to))
    return Refusal("shooting.bears", f"the weapon does not bear on a target {off:.0f} degrees off the front", SHOOTING)


def shell_refused(battle: Battle, unit: Unit, command: Shell) -> Refusal | None:
    """Why a unit may not fire a shell at a place, or None."""
    refused = battle.rules[indirect.place_refused](battle.rules)
    if refused:
        return refused
    if not can_fire(battle, unit) or not battle.ground.on_table(command.at):
        return Refusal("shooting.place", "shells are fired from the table, at places on it", SHOOTING)
    volley = Volley(command.arm, "", command.round, indirect=True)
    refused = _check_arm(battle, unit, volley)
    if refused:
        return refused
    try:
        held = guns(battle, unit, volley)
    except RefusedError as error:
        return error.refusal
    at = command.at._replace(z=0)
    return _out_of_arc(battle, unit, held[0], at, "order") or _unobserved(battle, unit, at)


def _out_of_arc(battle: Battle, unit: Unit, gun: Gun, target: Aim, occasion: str) -> Refusal | None:
    """Whether a gun reaches a unit or a place with a shell, and sees it where it has to see it itself."""
    if occasion != "order":
        return Refusal("shooting.indirect", "indirect fire needs an order of its own", SHOOTING)
    if place_of(target).z > 0:
        return Refusal("shooting.indirect", "shells fall on the ground, and the target is in the air", SHOOTING)
    aim = aim_at(battle, target)
    if not resolve.arc_reaches(battle.rules, gun.weapon, distance(gun.at, aim)):
        band, far = gun.weapon.indirect, distance(gun.at, aim)
        ends = f"{band.start:g} to {band.to:g} inches" if band and band.to else "nowhere"
        return Refusal("shooting.range", f"shells of {gun.weapon.name} fall {ends} away, not {far:.1f}", SHOOTING)
    if "Fixed" in gun.weapon.keywords and not _fixed_bears(battle, unit, _parts(battle, target)):
        return _does_not_bear(battle, unit, place_of(target))
    if battle.rules[indirect.own_sight](battle.rules, gun.weapon) and not sees_aim(battle, unit, target):
        return Refusal("shooting.sight", "the target is out of sight", SHOOTING)
    return None


def _unobserved(battle: Battle, unit: Unit, target: Aim) -> Refusal | None:
    """Whether a shell may be fired at a unit or a place by who sees where it falls."""
    return battle.rules[indirect.refused](battle.rules, observed(battle, unit, target), need_for(battle, unit, target))


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
        parts = target_points(battle, target, volley) if volley.at_drone else _parts(battle, target)
        return _fixed_bears(battle, unit, parts)
    return True


def mount_bears(rules: Ruleset, sheet: Sheet, unit: Unit, place: str, heading: float) -> bool:
    """Whether a mount points along a heading; a jammed turret only where it points, too."""
    around = rules[helicopters.mount_bears] if sheet.airframe else rules[armour.bears]
    if place == "turret" and unit.jammed is not None and not rules[armour.bears](rules, "hull", heading - unit.jammed):
        return False
    return around(rules, place, (heading - unit.heading) % 360)


def _fixed_bears(battle: Battle, unit: Unit, parts: Sequence[Spot]) -> bool:
    """Whether any part of a target lies before a fixed weapon."""
    bears = battle.rules[shooting.fixed_bears]
    return any(bears(battle.rules, bearing(unit.at, unit.heading, part)) for part in parts)


def _parts(battle: Battle, target: Aim) -> Sequence[Spot]:
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
    held, known = guns(battle, unit, volley), battle.posed(unit, target)
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


def in_ambush(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may not lie in ambush, or None."""
    sheet = battle.sheet(unit)
    names = [sheet.system] if sheet.system else [mount.weapon for mount in sheet.mounts]
    rifles = bool(unit.men and not sheet.system)
    dives = sheet.payload == "loitering"
    direct = rifles or dives or any(resolve.weapon_of(battle.rules, name or "").bands for name in names)
    return battle.rules[orders.ambush_refused](battle.rules, not direct)
