"""Firing: what declared shots, shells and missiles do."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from overheat.kernel.terms import Sum, parts
from overheat.platoon.battle import events as told
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Missile, Unit, Volley
from overheat.platoon.damage import losses
from overheat.platoon.facts import Shot, Strike, Target
from overheat.platoon.fire import shells as shelling
from overheat.platoon.fire.guns import Gun, door_towards, guns_of, shots_of, volley_weapon
from overheat.platoon.ground.geometry import Spot, bearing, distance, heading_to, nearest_point, towards
from overheat.platoon.resolution import resolve
from overheat.platoon.rules.standard import bangalores, blast, damage, drones, missiles, shooting
from overheat.platoon.rules.standard.dice import count
from overheat.platoon.units.weapons import Weapon

Hit = tuple[Weapon, int]
"""A weapon and how often it hit."""
Aimed = tuple[tuple[Gun, Shot], ...]
"""The guns of a volley that reach and see their target, each with its shot."""


def fire(
    battle: Battle,
    id: str,
    volleys: tuple[Volley, ...],
    occasion: str,
    dodged: tuple[str, ...] = (),
    busy: int = 0,
) -> None:
    """Carry out declared shots, one volley after the other; busy men do not fire."""
    idle = busy + sum(volley.arm in ("law", "ugl") for volley in volleys)
    if any(volley.arm == "bangalore" for volley in volleys):
        idle += battle.rules[bangalores.tied_up](battle.rules, len(battle.units[id].men))
    plain: dict[str, Hit] = {}
    blasted: set[str] = set()
    battle.blasted = set()

    def aimed(volley: Volley) -> Aimed:
        return _aimed(battle, battle.units[id], volley, occasion, idle, volley.target in dodged)

    at_once = battle.rules[shooting.scored_at_once](battle.rules)
    scored = {volley: aimed(volley) for volley in volleys} if at_once else {}
    for volley in volleys:
        unit, target = battle.units[id], battle.units[volley.target]
        if not unit.alive or target.place != "table" or (volley.at_drone and target.drone is None):
            continue
        _open_door(battle, unit, target)
        if volley.arm == "law":
            battle.tell(told.LawSpent(unit.id, battle.rules[missiles.laws_left](battle.rules, unit.laws)))
        elif volley.arm == "bangalore" or _fired_once(battle, unit, volley):
            battle.tell(told.ShotSpent(unit.id, volley.arm))
        shots = scored[volley] if volley in scored else aimed(volley)
        hit = _fire_volley(battle, unit, volley, shots)
        if hit is True:
            blasted.add(target.id)
        elif hit and (target.id not in plain or plain[target.id][0].small_arms):
            plain[target.id] = hit
    for target_id, strongest in plain.items():
        if target_id not in blasted and battle.units[target_id].alive:
            losses.pin_by(battle, target_id, *strongest, slot=battle.sheet(id).slot)
    battle.blasted = None
    losses.settle_morale(battle)


def _fired_once(battle: Battle, unit: Unit, volley: Volley) -> bool:
    """Whether a volley is of a mount that fires but once."""
    return volley.arm.isdigit() and battle.rules[missiles.fires_once](battle.rules, volley_weapon(battle, unit, volley))


def _open_door(battle: Battle, unit: Unit, target: Unit) -> None:
    """Men who fire from a helicopter open the door that they fire through."""
    if unit.place != "aboard" or unit.carrier is None:
        return
    carrier = battle.units[unit.carrier]
    door = door_towards(battle.rules, carrier, target.at)
    if battle.sheet(carrier).kind == "helicopter" and door and door not in carrier.doors:
        battle.tell(told.FiredThrough(carrier.id, door))


def _needed(battle: Battle, shot: Shot) -> Sum:
    """What a shot needed to hit, for the log."""
    return parts(resolve.score_tally(battle.rules, shot))


def _aimed(battle: Battle, unit: Unit, volley: Volley, occasion: str, idle: int, dodged: bool) -> Aimed:
    """The shots of a volley that is rolled for at once: neither shells in an arc nor missiles, which fly."""
    gone = not unit.alive or battle.units[volley.target].place != "table"
    if gone or volley.indirect or "ATGM" in (weapon := volley_weapon(battle, unit, volley)).keywords:
        return ()
    if _explodes(volley, weapon) or "Flamethrower" in weapon.keywords:
        return tuple(shots_of(battle, unit, volley, occasion))[:1]
    return tuple(shots_of(battle, unit, volley, occasion, idle, dodged))


def _explodes(volley: Volley, weapon: Weapon) -> bool:
    """Whether a volley is of explosive rounds."""
    return volley.round == "he" or weapon.pen == "HE"


def _fire_volley(battle: Battle, unit: Unit, volley: Volley, shots: Aimed) -> Hit | Literal[True] | None:
    """Fire one volley: what hit most strongly, if that gives the pins of a plain hit; True where pins are given."""
    weapon = volley_weapon(battle, unit, volley)
    hit: Hit | Literal[True] | None = None
    if volley.indirect:
        smoke = volley.round == "smoke"
        falls = shelling.fire_shell(battle, unit, battle.units[volley.target], weapon, smoke)
        hit = True if falls and not smoke else None
    elif "ATGM" in weapon.keywords:
        launch(battle, unit, volley, weapon)
    elif _explodes(volley, weapon):
        hit = True if _fire_blasts(battle, unit, volley, shots) else None
    elif "Flamethrower" in weapon.keywords:
        hit = True if _burn(battle, unit, volley, shots) else None
    else:
        hit = _shoot(battle, unit, volley, shots)
    if "Backblast" in weapon.keywords and unit.place == "table" and battle.sheet(unit).soft:
        _backblast(battle, unit.id, battle.units[volley.target].at, tube=-1 if volley.arm == "law" else 0)
    return hit


def _shoot(battle: Battle, unit: Unit, volley: Volley, aimed: Aimed) -> Hit | None:
    """Bullets and shells that are rolled for one by one; the weapon that pins, with its hits."""
    fired: Counter[tuple[str, int]] = Counter()
    shots: dict[tuple[str, int], tuple[Gun, Shot]] = {}
    for gun, shot in aimed:
        band = resolve.band_at(battle.rules, gun.weapon, shot.distance)
        assert band is not None
        key = (gun.weapon.id, resolve.score_needed(battle.rules, shot))
        fired[key] += count(battle.rules, battle.hand(unit.id, weapon=gun.weapon.id), band.shots, "fire.shots")
        shots.setdefault(key, (gun, shot))
    strongest: Hit | None = None
    for key, many in fired.items():
        gun, shot = shots[key]
        dice = battle.hand(unit.id, target=volley.target, weapon=key[0])
        hits = resolve.roll_to_hit(battle.rules, dice, key[1], many)
        battle.tell(told.Fired(unit.id, volley.target, key[0], many, hits, key[1], needed=_needed(battle, shot)))
        if hits and (strongest is None or strongest[0].small_arms):
            strongest = gun.weapon, hits
        _hit(battle, volley, gun, shot, hits)
    if not fired:
        weapon = volley_weapon(battle, unit, volley)
        battle.tell(told.Fired(unit.id, volley.target, weapon.id, 0, 0, 0))
    return None if volley.at_drone else strongest


def _hit(battle: Battle, volley: Volley, gun: Gun, shot: Shot, hits: int) -> None:
    """What hits of one kind do to their target."""
    rules = battle.rules
    target = battle.units[volley.target]
    if not hits or not target.alive:
        return
    pen = resolve.soft_pen(rules, gun.weapon, False)
    sheet = battle.sheet(target)
    if volley.at_drone:
        value = rules[drones.damage_value](rules, sheet.damage_value)
        found = resolve.roll_damage(rules, battle.hand("", target=target.id), gun.weapon, pen, value, hits)
        if rules[drones.jams](rules, gun.weapon):
            _jam(battle, target, found)
        elif found.fallen:
            battle.destroy(target, "drone_shot_down")
    elif sheet.soft:
        value = sheet.damage_value + shield_of(battle, target, gun)
        found = resolve.roll_damage(rules, battle.hand("", target=target.id), gun.weapon, pen, value, hits)
        losses.casualties(battle, target.id, found, gun.weapon)
    else:
        facing = losses.facing_from(battle, target, gun.at)
        struck = Strike(weapon=gun.weapon, distance=shot.distance, facing=facing)
        for _ in range(hits):
            losses.strike(battle, target.id, struck)


def _jam(battle: Battle, target: Unit, found: resolve.Losses) -> None:
    """A drone in the beam of an EW rifle."""
    assert target.drone is not None
    fate = battle.rules[drones.jammed](battle.rules, found.fallen, found.picked)
    if fate == "destroyed":
        battle.destroy(target, "drone_jammed")
    elif fate == "silent":
        until = battle.turn + 1 if target.acted else battle.turn
        battle.tell(told.DroneFlew(target.id, target.drone.at, "jammed", silent_until=until))


def shield_of(battle: Battle, target: Unit, gun: Gun) -> int:
    """What a gun shield adds to the toughness of its crew."""
    if "gun_shield" not in battle.sheet(target).flags:
        return 0
    return battle.rules[damage.shield](battle.rules, gun.weapon, losses.facing_from(battle, target, gun.at), False)


def _fire_blasts(battle: Battle, unit: Unit, volley: Volley, aimed: Aimed) -> bool:
    """Explosive rounds fired directly: one roll to hit each, and a blast on the target; whether any hit."""
    rules = battle.rules
    hits = 0
    for gun, shot in aimed:
        band = resolve.band_at(rules, gun.weapon, shot.distance)
        assert band is not None
        score = resolve.score_needed(rules, shot)
        dice = battle.hand(unit.id, target=volley.target, weapon=gun.weapon.id)
        many = count(rules, dice, band.shots, "fire.shots")
        hits = resolve.roll_to_hit(rules, dice, score, many)
        battle.tell(told.Fired(unit.id, volley.target, gun.weapon.id, many, hits, score, needed=_needed(battle, shot)))
        for _ in range(rules[blast.templates](rules, hits)):
            target = battle.units[volley.target]
            if target.place == "table" and gun.weapon.he and target.at.z > 0:
                facing = losses.facing_from(battle, target, gun.at)
                losses.blast_vehicle(battle, target, gun.weapon.he, gun.weapon.id, facing)
            elif target.place == "table" and gun.weapon.he:
                shelling.blast_on(battle, target, gun.weapon, indirect_fire=False, muzzle=gun.at)
    return hits > 0


def _burn(battle: Battle, unit: Unit, volley: Volley, aimed: Aimed) -> bool:
    """Flames: one roll to hit, many hits, pins, and a morale check; whether they hit."""
    for gun, shot in aimed:
        band = resolve.band_at(battle.rules, gun.weapon, shot.distance)
        assert band is not None
        score = resolve.score_needed(battle.rules, shot)
        dice = battle.hand(unit.id, target=volley.target, weapon=gun.weapon.id)
        hit = resolve.roll_to_hit(battle.rules, dice, score, 1)
        battle.tell(told.Fired(unit.id, volley.target, gun.weapon.id, 1, hit, score, needed=_needed(battle, shot)))
        _burn_fuel(battle, unit, gun)
        if not hit:
            return False
        target = battle.units[volley.target]
        many = count(battle.rules, dice, band.shots, "fire.flames")
        if not volley.at_drone:
            battle.before.setdefault(target.id, len(target.men))
            battle.must_check.add(target.id)
        if volley.at_drone or battle.sheet(target).soft:
            _hit(battle, volley, gun, shot, many)
        else:
            for _ in range(many):
                losses.strike(battle, target.id, Strike(weapon=gun.weapon, facing="top"))
        if battle.units[target.id].alive and not volley.at_drone:
            battle.add_pins(
                target.id, count(battle.rules, battle.hand("", target=target.id), "D3", "fire.flames.pins") + 1
            )
        return True
    return False


def _burn_fuel(battle: Battle, unit: Unit, gun: Gun) -> None:
    """A flamethrower that men carry may be empty after it has fired."""
    worst = battle.rules[shooting.runs_dry_on](battle.rules)
    if worst and not gun.place and battle.hand(unit.id).roll("fire.fuel", 1).total <= worst:
        battle.tell(told.ShotSpent(unit.id, "system"))


def launch(battle: Battle, unit: Unit, volley: Volley, weapon: Weapon) -> None:
    """A missile leaves its launcher and flies its first stretch at once."""
    battle.tell(told.Launched(unit.id, volley.target, weapon.id, guns_of(battle, unit, volley)[0].at))
    fly_missile(battle, battle.missiles[-1])


def fly_missile(battle: Battle, missile: Missile) -> None:
    """One stretch of a missile's flight, and the impact at its end."""
    target = battle.units[missile.target]
    speed = battle.rules[missiles.speed](battle.rules)
    goal = missile_goal(battle, target, missile.at)
    number = battle.missiles.index(missile)
    if not battle.rules[missiles.strikes](battle.rules, distance(missile.at, goal), speed):
        at = towards(missile.at, goal, speed)
        battle.tell(told.MissileFlew(missile.operator, missile.target, at, number))
        return
    battle.tell(told.MissileCame(missile.operator, missile.target, number))
    _impact(battle, missile, target)


def missile_goal(battle: Battle, target: Unit, start: Spot) -> Spot:
    """The point of a target that a missile flies to from a place."""
    return nearest_point(battle.hull(target), start) if target.at.z == 0 else battle.eyes(target)[0]


def guided_shot(battle: Battle, operator: Unit, weapon: Weapon, target: Unit) -> Shot:
    """A missile that somebody guides to a vehicle."""
    sheet = battle.sheet(operator)
    return Shot(
        weapon=weapon,
        way="guided",
        quality=sheet.quality,
        pins=operator.pins,
        attendants=len(operator.men) - 1 if sheet.soft else None,
        mounted=not sheet.soft,
        target=Target(soft=False, cover=battle.cover(battle.eyes(operator)[0], target), marks=target.marks),
        marks=operator.marks,
    )


def _impact(battle: Battle, missile: Missile, target: Unit) -> None:
    """A missile reaches its target and may hit it."""
    operator = battle.units[missile.operator]
    weapon = resolve.weapon_of(battle.rules, missile.weapon)
    shot = guided_shot(battle, operator, weapon, target)
    score = resolve.score_needed(battle.rules, shot)
    hits = resolve.roll_to_hit(battle.rules, battle.hand(operator.id, target=target.id, weapon=weapon.id), score, 1)
    battle.tell(told.Fired(operator.id, target.id, weapon.id, 1, hits, score, needed=_needed(battle, shot)))
    if hits:
        facing = battle.rules[missiles.struck_facing](
            battle.rules, weapon, bearing(target.at, target.heading, missile.at)
        )
        losses.strike(battle, target.id, Strike(weapon=weapon, facing=facing))
        if battle.units[target.id].alive:
            losses.pin_by(battle, target.id, weapon, hits)


def _backblast(battle: Battle, id: str, towards_: Spot, tube: int) -> None:
    """Whoever stands right behind a tube may be hurt, and everybody in a room with it."""
    unit = battle.units[id]
    if not unit.alive or not unit.men:
        return
    at = unit.men[tube].at
    heading = heading_to(at, towards_)
    weapon = resolve.weapon_of(battle.rules, "rifle")
    for other in list(battle.on_table()):
        if not battle.sheet(other).soft:
            continue
        room = unit.building is not None and other.building == unit.building
        caught = sum(room or _behind(battle, at, heading, man.at, unit, other) for man in other.men)
        if caught:
            found = resolve.roll_damage(
                battle.rules,
                battle.hand(id, target=other.id),
                weapon,
                0,
                battle.sheet(other).damage_value,
                caught,
                "damage.backblast",
            )
            losses.casualties(battle, other.id, found)


def _behind(battle: Battle, tube: Spot, heading: float, at: Spot, unit: Unit, other: Unit) -> bool:
    """Whether a man of another unit stands in the blast behind a tube; the crew keeps clear of it."""
    if other.id == unit.id:
        return False
    return battle.rules[missiles.backblast](battle.rules, bearing(tube, heading, at), max(0.0, distance(tube, at) - 1))
