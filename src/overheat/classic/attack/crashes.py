"""Vehicles that skid or slip sideways, and rotorcraft that come down."""

from __future__ import annotations

from math import ceil

import msgspec

from overheat.classic.attack.blows import collide
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import elevation_in, entry_of, has_room_for
from overheat.classic.board.board import Ground
from overheat.classic.damage.falls import check_piloting, hit_in_groups, settle_falls
from overheat.classic.damage.kinds.vehicle import hit_motive_system
from overheat.classic.damage.sums import weighed
from overheat.classic.facts.events import CheckMade, FateMet, Fell, Moved, VehicleHurt
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.driving import (
    air_is_clear,
    burns,
    can_come_down,
    can_land,
    crash_damage,
    emergency,
    sideslip_distance,
    slip_damage,
)
from overheat.classic.rules.standard.falls import LANDINGS, Fall
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.movement import barred
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.rules.standard.skids import skid_distance
from overheat.classic.rules.standard.vehicles import ROTOR
from overheat.kernel.rules.rule import Slot
from overheat.kernel.terms import Term, parts

replace = msgspec.structs.replace

MISHAPS: Slot[[Scene, str, Term, int], bool] = Slot("vehicles.mishaps", nothing=False)
"""What comes of a driving roll that a unit failed for some reason by so much: whether the rule has seen to it."""


def settle(scene: Scene) -> None:
    """See who comes down and who falls; where nobody was hurt or shaken there is nothing to see."""
    if scene.shaken or scene.toppled or scene.harm():
        settle_crashes(scene)
        settle_falls(scene)


def settle_crashes(scene: Scene) -> None:
    """At the end of a phase rotorcraft that cannot stay up come down, and pilots who were hit keep steady or sink."""
    for id, unit in list(scene.state.units.items()):
        if not unit.active or unit.sheet.motive != "vtol" or unit.elevation <= _ground(scene, unit).amount("bldg_elev"):
            continue
        if unit.condition.vehicle.immobile:
            _come_down(scene, id)
            continue
        for why in scene.shaken.get(id, ()):
            if why.id == "vehicles.pilot_hit" and not check_piloting(scene, id, why):
                _sag(scene, id)


def _come_down(scene: Scene, id: str) -> None:
    """Without a rotor or lift a rotorcraft crashes; when only the engine stops, a good pilot lands it where it can."""
    unit = scene.unit(id)
    whole = not unit.condition[ROTOR].destroyed and unit.condition.vehicle.engine_hit
    why = emergency(scene.rules, "forced landing")
    if whole and scene.rules[can_come_down](scene.rules, _ground(scene, unit)) and check_piloting(scene, id, why):
        _set_down(scene, id, "emergency_landing")
        _find_room(scene, id)
    else:
        crash(scene, id)


def _sag(scene: Scene, id: str) -> None:
    """A level lower, or into whatever is there."""
    unit = scene.unit(id)
    lower = unit.elevation - 1
    room = has_room_for(scene.state, unit, unit.hex, lower) is None
    if room and scene.rules[air_is_clear](scene.rules, _ground(scene, unit), lower):
        scene.tell(Moved(id, "sag", unit.hex, unit.facing, unit.elevation - 1, unit.motion))
    else:
        crash(scene, id)


def _ground(scene: Scene, unit: Unit) -> Ground:
    return scene.state.relief.board[unit.hex]


def _set_down(scene: Scene, id: str, how: str, turn: int = 0) -> int:
    """Put a rotorcraft on the ground or the roof below it; how many levels that were."""
    unit = scene.unit(id)
    roof = min(unit.elevation, _ground(scene, unit).amount("bldg_elev"))
    scene.tell(Moved(id, how, unit.hex, (unit.facing + turn) % 6, roof, unit.motion))
    return unit.elevation - roof


def crash(scene: Scene, id: str) -> None:
    """A rotorcraft falls out of the sky: into water it is lost, else the ground hits it in groups of five."""
    unit = scene.unit(id)
    turn, side = scene.rules[LANDINGS][scene.roll("crashes.facing", 1, target=id)]
    levels = _set_down(scene, id, "crash", turn)
    ground = _ground(scene, unit)
    damage = scene.rules[crash_damage](scene.rules, unit.sheet.tons, levels)
    falling = Fall(scene.rules, unit, ground, levels, state=scene.state)
    hit = weighed(scene, Hit(id, side, damage, "crash", by=falling))
    scene.tell(Fell(id, levels, side, hit.damage))
    if ground.amount("water") and "ice" not in ground:
        scene.tell(FateMet(id, "destroyed", "crashes_into_water"))
        return
    _wreck(scene, hit)


def _wreck(scene: Scene, hit: Hit) -> None:
    """What a crash does: damage, fire if it reaches the structure, and no more flying."""
    id = hit.unit
    before = _hull(scene.unit(id))
    hit_in_groups(scene, hit)
    if scene.unit(id).active and _hull(scene.unit(id)) < before and scene.rules[burns](scene.rules, scene.unit(id)):
        scene.tell(FateMet(id, "destroyed", "crashes_and_burns"))
    unit = scene.unit(id)
    if unit.active and not unit.condition.vehicle.immobile:
        scene.tell(VehicleHurt(id, "grounded", {"immobile": True}))
    if unit.active:
        _find_room(scene, id)


def _hull(unit: Unit) -> int:
    return sum(ceil(place.structure) for place in unit.condition.locations if place.code != ROTOR)


def _find_room(scene: Scene, id: str) -> None:
    """A rotorcraft that comes down where others stand ends up beside them; where there is no room it is lost."""
    unit = scene.unit(id)
    board = scene.state.relief.board
    if has_room_for(scene.state, unit, unit.hex) is None:
        return
    for direction in range(6):
        hex = unit.hex.neighbour(direction)
        lands = hex in board and scene.rules[can_land](scene.rules, board[hex])
        if lands and has_room_for(scene.state, unit, hex) is None:
            scene.tell(Moved(id, "end_up", hex, unit.facing, 0, unit.motion))
            return
    scene.tell(FateMet(id, "destroyed", "crashes_into_other_units"))


def loses_control(scene: Scene, id: str, why: Term) -> bool:
    """The driving roll of a vehicle that turns at speed; when it fails the vehicle slides, and this is true."""
    unit = scene.unit(id)
    needed = piloting_number(Check(scene.rules, unit, why, _ground(scene, unit), state=scene.state))
    rolled = scene.roll("driving", who=id, needed=int(needed.total), cause=parts((why,)))
    missed_by = int(needed.total) - rolled
    scene.tell(CheckMade(id, why.id, parts(needed), rolled, missed_by <= 0, parts((why,))))
    if missed_by <= 0:
        return False
    if any(rule.function(scene, id, why, missed_by) for rule in scene.rules[MISHAPS]):
        return True
    if why.id == "vehicles.sideslip":
        slip(scene, id, scene.rules[sideslip_distance](scene.rules, missed_by, unit.motion.travelled))
    else:
        skid(scene, id, scene.rules[skid_distance](scene.rules, unit.motion.travelled))
    return True


def skid(scene: Scene, id: str, hexes: int) -> None:
    """A vehicle slides on the way it came until something stops it, which wears on what it moves by; then it stays."""
    unit = scene.unit(id)
    motion = replace(unit.motion, skidded=True, done=True)
    scene.tell(Moved(id, "skid", unit.hex, unit.facing, unit.elevation, motion))
    for slid in range(hexes):
        if not _slides(scene, id, "slide", slid):
            break
    if scene.unit(id).active:
        hit_motive_system(scene, id, "front")


def slip(scene: Scene, id: str, hexes: int) -> None:
    """A vehicle on air slips on the way it came; into the ground a rotorcraft crashes, others stop."""
    for slid in range(hexes):
        if not _slides(scene, id, "slip", slid):
            unit = scene.unit(id)
            if unit.active and unit.airborne and unit.elevation > 0:
                _fly_into_ground(scene, id)
            elif unit.active:
                scene.tell(Moved(id, "stop", unit.hex, unit.facing, unit.elevation, replace(unit.motion, done=True)))
            return
    unit = scene.unit(id)
    motion = replace(unit.motion, heading=unit.facing)
    scene.tell(Moved(id, "regain_control", unit.hex, unit.facing, unit.elevation, motion))


def _fly_into_ground(scene: Scene, id: str) -> None:
    """A rotorcraft that slips into a hillside or woods comes down before them, lost unless it could land there."""
    unit = scene.unit(id)
    motion = replace(unit.motion, done=True)
    scene.tell(Moved(id, "crash", unit.hex, unit.facing, 0, motion))
    if not scene.rules[can_land](scene.rules, _ground(scene, unit)):
        scene.tell(FateMet(id, "destroyed", "crashes"))
        return
    damage = scene.rules[slip_damage](scene.rules, unit.sheet.tons, unit.motion.travelled + 1)
    falling = Fall(scene.rules, unit, _ground(scene, unit), unit.elevation, state=scene.state)
    hit = weighed(scene, Hit(id, "front", damage, "crash", by=falling))
    scene.tell(Fell(id, unit.elevation, "front", hit.damage))
    _wreck(scene, hit)


def _slides(scene: Scene, id: str, how: str, slid: int) -> bool:
    """One hex further on the old way, or into whoever stands there; whether the vehicle could go on."""
    unit, board = scene.unit(id), scene.state.relief.board
    direction = unit.motion.heading
    hex = unit.hex.neighbour(direction)
    if hex not in board:
        scene.tell(FateMet(id, "fled", "slid_off_the_board"))
        return False
    origin, target = board[unit.hex], board[hex]
    level = origin.level + unit.elevation
    elevation = elevation_in(target, unit, level, road=False)
    if barred(entry_of(scene.state, unit, origin, hex, (level, target.level + elevation))) is not None:
        return False
    if has_room_for(scene.state, unit, hex, elevation) is not None:
        collide(scene, id, scene.state.at(hex)[0].id, max(1, slid))
        return False
    travelled = replace(unit.motion, hexes=unit.motion.hexes + 1, travelled=unit.motion.travelled + 1, turned=False)
    scene.tell(Moved(id, how, hex, unit.facing, elevation, travelled))
    return True
