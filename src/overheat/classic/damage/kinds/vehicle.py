"""Hitting a vehicle: where, armour and structure, motive damage, critical hits and what they set off."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.aftermath import RECOVERED, STILL_STUNNED, SYSTEM_HIT
from overheat.classic.damage.flooding import see_breach
from overheat.classic.damage.hull.plates import absorbed
from overheat.classic.damage.kinds.machine import Explosion, contained, explosive_power
from overheat.classic.damage.places import placed_otherwise
from overheat.classic.damage.sums import off_armour, off_structure, roll_for_criticals, weighed_at
from overheat.classic.facts.events import (
    ArmourLost,
    Exploded,
    FateMet,
    LocationLost,
    MountLost,
    ShotsSpent,
    Struck,
    VehicleHurt,
)
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.armours import thin_armour
from overheat.classic.rules.standard.damage import MountHit, vented, weapon_explosion
from overheat.classic.rules.standard.driving import emergency
from overheat.classic.rules.standard.impacts import Hit, Impact, piercing
from overheat.classic.rules.standard.locations import Placement, Side
from overheat.classic.rules.standard.movement import walk_points
from overheat.classic.rules.standard.orders import dumped_bins, dumping_explodes
from overheat.classic.rules.standard.vehicles import (
    FLANKS,
    ROTOR,
    TURRETS,
    Landing,
    MotiveHit,
    VehicleCritical,
    chin_turret,
    crew_lost,
    critical_effect,
    explosive_bins,
    fatal_to_vehicle,
    guns,
    is_rotorcraft,
    motive_grade,
    motive_points,
    motive_roll,
    rotor_damage,
    sinks,
    stunned_turns,
    turret_missing,
    where_hit,
    which_flank,
    which_turret,
)
from overheat.kernel.terms import Tally, Term, number_as_json, parts

BODY = "BD"
"""Where a vehicle's ammunition lies, and its CASE."""


def strike_vehicle(scene: Scene, hit: Hit) -> None:
    """A hit on a vehicle from a side: where it lands, its damage, and what it does to the motive system.

    What was aimed, or placed by a rule, hits that place and leaves the motive system alone.
    """
    found, code = where_struck(scene, hit)
    hit_vehicle(scene, hit, code, critical=found.critical)
    if found.motive:
        scene.in_time(_strike_motive_system, hit.unit, hit.side)


def where_struck(scene: Scene, hit: Hit) -> tuple[Landing, str]:
    """Where a hit on a vehicle lands: where it was aimed or placed by a rule, else where the dice say."""
    otherwise = placed_otherwise(scene, hit)
    if otherwise is not None:
        return Landing("", otherwise.critical), otherwise.code
    return place_on_vehicle(scene, hit.unit, hit.side)


def _strike_motive_system(scene: Scene, id: str, side: Side) -> None:
    if scene.unit(id).active:
        hit_motive_system(scene, id, side)


def place_on_vehicle(scene: Scene, id: str, side: Side) -> tuple[Landing, str]:
    """Where a vehicle is hit from a side, by the dice."""
    rules, unit = scene.rules, scene.unit(id)
    roll = scene.roll("location", target=id)
    found = rules[where_hit](Placement(rules, unit, side, roll))
    if is_rotorcraft(unit):
        found = rules[chin_turret](rules, unit, found, roll)
    return found, _location(scene, unit, found.place, side)


def _location(scene: Scene, unit: Unit, place: str, side: Side) -> str:
    """The location of a place in words; what a vehicle does not have lies on the side that was attacked."""
    rules, there = scene.rules, [part.code for part in unit.condition.locations if not part.destroyed]
    place = rules[turret_missing](rules, unit, place, side)
    if place == "rotor" and ROTOR not in there:
        place = side
    if place == "rotor":
        return ROTOR
    if place == "turret":
        turrets = tuple(code for code in TURRETS if code in there)
        if len(turrets) == 1:
            return turrets[0]
        return rules[which_turret](rules, side, scene.roll("location.turret", 1, target=unit.id))
    codes = tuple(code for code in FLANKS[place] if code in there)
    if len(codes) == 1:
        return codes[0]
    return rules[which_flank](rules, codes, scene.roll("location.flank", 1, target=unit.id))


def hit_vehicle(scene: Scene, hit: Hit, location: str, *, critical: bool = False) -> None:
    """A hit on a location of a vehicle. With `critical` a critical hit is rolled for besides, whatever the armour."""
    id = hit.unit
    hit = absorbed(scene, hit, location)
    if hit.damage <= 0:
        return
    holds = scene.unit(id).condition[location].armour >= hit.damage
    critical = critical or (holds and scene.rules[thin_armour](scene.rules, scene.unit(id), location, hit.damage))
    if location == ROTOR:
        hit = msgspec.structs.replace(hit, damage=scene.rules[rotor_damage](scene.rules, hit.damage))
    hit = weighed_at(scene, hit, location)
    if hit.damage <= 0:
        return
    scene.tell(Struck(id, location, False, hit.damage, hit.what, hit.item))
    if location == ROTOR:
        hit_rotor(scene, id, "rotor_hit")
    whole = scene.unit(id).condition[location].structure
    _wear_down(scene, hit, location)
    if critical and scene.unit(id).active and not scene.unit(id).condition[location].destroyed:
        roll_vehicle_critical(scene, id, location, hit)
    if scene.unit(id).active and scene.unit(id).condition[location].structure == whole > 0:
        for term in piercing(Impact(scene.rules, scene.unit(id), hit, hit.damage, location)):
            roll_vehicle_critical(scene, id, location, hit, term)
    _set_off_dumping(scene, id, location)


def _set_off_dumping(scene: Scene, id: str, location: str) -> None:
    """A hit from behind may set off ammunition that is being dumped."""
    unit = scene.unit(id)
    if not unit.marks or not unit.active or not scene.rules[dumping_explodes](scene.rules, location, False):
        return
    for at in dumped_bins(unit):
        shots = unit.condition.shots[at]
        if shots and scene.unit(id).active:
            scene.tell(ShotsSpent(id, at, 0))
            name = unit.sheet.mounts[at].equipment.name
            explode_in_vehicle(scene, id, location, name, explosive_power(scene, id, at, shots))


def _wear_down(scene: Scene, hit: Hit, location: str) -> None:
    """Damage goes into armour, then structure; what is left over is lost with the location."""
    left = off_armour(scene, hit, location, hit.damage)
    if left:
        into_structure(scene, hit.unit, location, left, hit)
    see_breach(scene, hit.unit, location)


def into_structure(scene: Scene, id: str, location: str, damage: int, hit: Hit | None = None) -> None:
    """Damage to the structure of a vehicle: a critical hit if the location holds."""
    off_structure(scene, id, location, damage)
    if scene.unit(id).condition[location].structure > 0:
        roll_vehicle_critical(scene, id, location, hit)
    else:
        lose_part(scene, id, location)


def lose_part(scene: Scene, id: str, location: str, *, blown_off: bool = False) -> None:
    """A location of a vehicle is gone; with most of them so is the vehicle."""
    scene.tell(LocationLost(id, location, blown_off))
    if location == ROTOR:
        stop(scene, id, "rotor_destroyed")
    _see_fate(scene, id)


def _see_fate(scene: Scene, id: str) -> None:
    unit = scene.unit(id)
    why = scene.rules[fatal_to_vehicle](scene.rules, unit) if unit.active else ""
    if why:
        scene.tell(FateMet(id, "destroyed", why))


def hit_motive_system(scene: Scene, id: str, side: Side, more: Tally | None = None) -> None:
    """Roll for damage to tracks, wheels or skirts, with more or less than usual, and carry it out."""
    rules, unit = scene.rules, scene.unit(id)
    hit = MotiveHit(rules, unit, side)
    added = rules[motive_roll](hit) if more is None else rules[motive_roll](hit) + more
    rolled = scene.roll("vehicles.motive_damage", target=id, added=parts(added)) + int(added.total)
    grade = rules[motive_grade](hit, rolled)
    if grade == "none" or unit.condition.vehicle.immobile:
        return
    left = max(0, int(walk_points(scene.state, unit).total))
    lost = rules[motive_points](rules, grade, left)
    vehicle = unit.condition.vehicle
    levels = tuple(sorted(vehicle.motive_levels | {grade}))
    motive = vehicle.motive + lost
    scene.tell(VehicleHurt(id, "motive", {"motive": motive, "motive_levels": levels}, grade=grade))
    if lost >= left:
        stop(scene, id, "immobilised")


def hit_rotor(scene: Scene, id: str, what: str) -> None:
    """A hit on the rotor slows a rotorcraft down; with no speed left it cannot stay up."""
    unit = scene.unit(id)
    scene.tell(VehicleHurt(id, what, {"rotor_hits": unit.condition.vehicle.rotor_hits + 1}))
    if walk_points(scene.state, scene.unit(id)).total <= 0:
        stop(scene, id, "no_lift_left")


def stop(scene: Scene, id: str, what: str) -> None:
    """A vehicle moves no more: one that rides on air sinks in water, one that flies comes down when the phase ends."""
    unit = scene.unit(id)
    if not unit.condition.vehicle.immobile:
        scene.tell(VehicleHurt(id, what, {"immobile": True}))
    ground = scene.state.relief.board[unit.hex]
    afloat = "ice" not in ground and unit.elevation <= 0
    if scene.rules[sinks](scene.rules, unit, ground.amount("water") if afloat else 0):
        scene.tell(FateMet(id, "destroyed", "sinks"))


def roll_vehicle_critical(
    scene: Scene, id: str, location: str, hit: Hit | None = None, more: Term | None = None
) -> None:
    """Roll for a critical hit on a location of a vehicle and carry it out."""
    roll = roll_for_criticals(scene, id, location, hit, "vehicles.critical", more)
    effect = scene.rules[critical_effect](VehicleCritical(scene.rules, scene.unit(id), location, roll))
    if effect is not None:
        EFFECTS[effect](scene, id, location)


def _hurt(scene: Scene, id: str, what: str, **changed: int | bool | tuple[str | int, ...]) -> None:
    scene.tell(VehicleHurt(id, what, changed))


def _driver(scene: Scene, id: str, location: str) -> None:
    _hurt(scene, id, "driver_hit", driver_hit=True)


def _pilot(scene: Scene, id: str, location: str) -> None:
    """The pilot of a rotorcraft that is hit must keep it steady at the end of the phase."""
    _hurt(scene, id, "pilot_hit", driver_hit=True)
    if scene.unit(id).airborne:
        scene.shaken[id].append(emergency(scene.rules, "pilot hit"))


def _commander(scene: Scene, id: str, location: str) -> None:
    """A commander who is hit leaves the crew stunned."""
    _hurt(scene, id, "commander_hit", commander_hit=True)
    stun(scene, id)


def _co_pilot(scene: Scene, id: str, location: str) -> None:
    _hurt(scene, id, "co_pilot_hit", commander_hit=True)


def _crew_stunned(scene: Scene, id: str, location: str) -> None:
    if scene.rules[crew_lost](scene.rules, scene.unit(id)):
        _crew_killed(scene, id, location)
    else:
        stun(scene, id)


def stun(scene: Scene, id: str) -> None:
    """The crew is stunned."""
    turns = scene.rules[stunned_turns](scene.rules, scene.unit(id).condition.vehicle.crew_stunned)
    _hurt(scene, id, "crew_stunned", crew_stunned=turns)


def _crew_killed(scene: Scene, id: str, location: str) -> None:
    _hurt(scene, id, "crew_killed", crew_dead=True)
    scene.tell(FateMet(id, "destroyed", "crew_killed"))


def _sensors(scene: Scene, id: str, location: str) -> None:
    _hurt(scene, id, "sensors_hit", sensors=scene.unit(id).condition.vehicle.sensors + 1)


def _stabiliser(scene: Scene, id: str, location: str) -> None:
    hit = scene.unit(id).condition.vehicle.stabilisers | {location}
    what = "flight_stabiliser" if location == ROTOR else "stabiliser"
    scene.tell(VehicleHurt(id, what, {"stabilisers": tuple(sorted(hit))}, location=location))


def _weapon(scene: Scene, id: str, able: tuple[int, ...]) -> int:
    """One weapon of several, by a die with as many faces."""
    return able[0] if len(able) == 1 else able[scene.roll("vehicles.weapon", 1, len(able), target=id) - 1]


def _malfunction(scene: Scene, id: str, location: str) -> None:
    unit = scene.unit(id)
    broken = unit.condition.vehicle.malfunctions
    at = _weapon(scene, id, tuple(gun for gun in guns(unit, location) if gun not in broken))
    scene.tell(VehicleHurt(id, "malfunction", {"malfunctions": tuple(sorted(broken | {at}))}, mount=at))


def _weapon_destroyed(scene: Scene, id: str, location: str) -> None:
    """One of the weapons of a location is gone."""
    destroy_weapon(scene, id, _weapon(scene, id, guns(scene.unit(id), location)))


def destroy_weapon(scene: Scene, id: str, at: int) -> None:
    """A weapon is gone; one that explodes does so in its location."""
    mount = scene.unit(id).sheet.mounts[at]
    scene.tell(MountLost(id, at, mount.equipment.name))
    damage = scene.rules[weapon_explosion](MountHit(scene.rules, scene.unit(id), at))
    explode_in_vehicle(scene, id, mount.location, mount.equipment.name, damage)


def _jam(scene: Scene, id: str, location: str) -> None:
    _hurt(scene, id, "turret_jams", turret_jammed=True)


def _lock(scene: Scene, id: str, location: str) -> None:
    _hurt(scene, id, "turret_locks", turret_locked=True)


def _blow_off(scene: Scene, id: str, location: str) -> None:
    lose_part(scene, id, location, blown_off=True)


def _engine(scene: Scene, id: str, location: str) -> None:
    """The engine stops: the vehicle stays where it is, and the turret as it is."""
    _hurt(scene, id, "engine_hit", engine_hit=True, turret_locked=True)
    stop(scene, id, "engine_destroyed")
    for follows in scene.rules[SYSTEM_HIT]:
        follows.function(scene, id, "engine")


def _fuel(scene: Scene, id: str, location: str) -> None:
    scene.tell(FateMet(id, "destroyed", "fuel_tank_explodes"))


def _ammunition(scene: Scene, id: str, location: str) -> None:
    """All ammunition goes up at once, where the hit was."""
    unit = scene.unit(id)
    bins = explosive_bins(unit)
    damage = sum(explosive_power(scene, id, at, unit.condition.shots[at]) for at in bins)
    for at in bins:
        scene.tell(ShotsSpent(id, at, 0))
    explode_in_vehicle(scene, id, location, "", damage)


def explode_in_vehicle(scene: Scene, id: str, location: str, what: str, damage: int) -> None:
    """An explosion goes into the structure of a location, unless CASE lets it out through the rear armour."""
    unit = scene.unit(id)
    if damage <= 0 or not unit.active:
        return
    if not scene.rules[vented](scene.rules, unit, BODY):
        scene.tell(Exploded(id, location, what, damage))
        if not contained(scene, Explosion(id, location, what, damage)):
            into_structure(scene, id, location, damage)
        return
    scene.tell(Exploded(id, "RR", what, damage))
    armour = unit.condition["RR"].armour
    if armour:
        before, after = number_as_json(armour), number_as_json(max(0, armour - damage))
        scene.tell(ArmourLost(id, "RR", False, before, after))
    stun(scene, id)


def _rotor(scene: Scene, id: str, location: str) -> None:
    hit_rotor(scene, id, "rotor_damage")


def _rotor_destroyed(scene: Scene, id: str, location: str) -> None:
    lose_part(scene, id, location, blown_off=True)


EFFECTS: dict[str, Callable[[Scene, str, str], None]] = {
    "driver hit": _driver,
    "pilot hit": _pilot,
    "commander hit": _commander,
    "co-pilot hit": _co_pilot,
    "crew stunned": _crew_stunned,
    "crew killed": _crew_killed,
    "sensors": _sensors,
    "stabiliser": _stabiliser,
    "flight stabiliser": _stabiliser,
    "weapon malfunction": _malfunction,
    "weapon destroyed": _weapon_destroyed,
    "turret jams": _jam,
    "turret locks": _lock,
    "turret blown off": _blow_off,
    "engine hit": _engine,
    "fuel tank": _fuel,
    "ammunition": _ammunition,
    "rotor damage": _rotor,
    "rotor destroyed": _rotor_destroyed,
}
"""What each critical hit does."""


def clear(scene: Scene, id: str, mount: int | None) -> None:
    """The crew frees its turret, or makes a weapon work again."""
    unit = scene.unit(id)
    if mount is None:
        _hurt(scene, id, "turret_freed", turret_jammed=False)
        return
    left = unit.condition.vehicle.malfunctions - {mount}
    scene.tell(VehicleHurt(id, "works_again", {"malfunctions": tuple(sorted(left))}, mount=mount))


def come_round(scene: Scene) -> None:
    """At the end of a round stunned crews recover a little."""
    for id, unit in scene.state.units.items():
        stunned = unit.condition.vehicle.crew_stunned
        if unit.active and stunned:
            what = "crew_recovers" if stunned == 1 else "crew_still_stunned"
            scene.tell(VehicleHurt(id, what, {"crew_stunned": stunned - 1}))
            for follows in scene.rules[STILL_STUNNED if stunned > 1 else RECOVERED]:
                follows.function(scene, id)
