"""Aiming: whether a volley may be fired, and why not."""

from __future__ import annotations

from typing import cast

from overheat.kernel.refusal import Refusal, RefusedError
from overheat.platoon.battle.commands import Shell
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Unit, Volley
from overheat.platoon.books import BASE
from overheat.platoon.fire.guns import Gun, bears, fixed_bears, guns_of, parts_of, target_points
from overheat.platoon.fire.spotting import Aim, aim_at, need_for, observed, place_of, sees_aim
from overheat.platoon.ground.geometry import (
    Spot,
    bearing,
    distance,
    off_axis,
    within,
)
from overheat.platoon.resolution import resolve
from overheat.platoon.rules.standard import (
    armour,
    bangalores,
    indirect,
    missiles,
    orders,
    shooting,
    transport,
)
from overheat.platoon.units.weapons import Weapon

SHOOTING = BASE("Shooting")


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
        weapons = [gun.weapon for gun in guns_of(battle, unit, volley)]
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
        held = guns_of(battle, unit, volley)
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
        held = guns_of(battle, unit, volley)
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
    if "Fixed" in gun.weapon.keywords and not fixed_bears(battle, unit, parts_of(battle, target)):
        return _does_not_bear(battle, unit, place_of(target))
    if battle.rules[indirect.own_sight](battle.rules, gun.weapon) and not sees_aim(battle, unit, target):
        return Refusal("shooting.sight", "the target is out of sight", SHOOTING)
    return None


def _unobserved(battle: Battle, unit: Unit, target: Aim) -> Refusal | None:
    """Whether a shell may be fired at a unit or a place by who sees where it falls."""
    return battle.rules[indirect.refused](battle.rules, observed(battle, unit, target), need_for(battle, unit, target))


def in_ambush(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may not lie in ambush, or None."""
    sheet = battle.sheet(unit)
    names = [sheet.system] if sheet.system else [mount.weapon for mount in sheet.mounts]
    rifles = bool(unit.men and not sheet.system)
    dives = sheet.payload == "loitering"
    direct = rifles or dives or any(resolve.weapon_of(battle.rules, name or "").bands for name in names)
    return battle.rules[orders.ambush_refused](battle.rules, not direct)
