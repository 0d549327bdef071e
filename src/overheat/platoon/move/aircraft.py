"""Flying: helicopters, and drones with their loads."""

from __future__ import annotations

from itertools import pairwise

from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import parts
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Bomb, Dive, Fly, FlyDrone
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Unit
from overheat.platoon.books import BASE
from overheat.platoon.damage import losses
from overheat.platoon.ground.geometry import (
    SCALE,
    Spot,
    ahead,
    distance,
    driven,
    edge_to_spot,
    heading_to,
    outline,
    within,
)
from overheat.platoon.move.men import crowded, recover_drone
from overheat.platoon.resolution import resolve
from overheat.platoon.rules.standard import devices, drones, helicopters
from overheat.platoon.rules.standard.dice import count

MOVES = BASE("Movement")


def fly_refused(battle: Battle, unit: Unit, command: Fly) -> Refusal | None:
    """Why a helicopter may not fly so, or None."""
    sheet = battle.sheet(unit)
    if sheet.airframe is None or unit.at.z == 0 or unit.order is None:
        return Refusal("helicopters.ground", "it is not in the air", helicopters.FLIGHT)
    plan = helicopters.FlightPlan(
        order=unit.order,
        forward=sum(leg.inches for leg in command.legs),
        up=command.up,
        turns=tuple(leg.pivot for leg in command.legs if leg.pivot),
        height=unit.at.z / SCALE,
        half_speed=unit.half_speed,
    )
    if any(leg.inches < 0 for leg in command.legs):
        return Refusal("helicopters.back", "a helicopter flies where its nose points", helicopters.FLIGHT)
    refused = resolve.flight_refused(battle.rules, battle.rules[helicopters.MOVES][sheet.airframe], plan)
    if refused:
        return refused
    if not battle.ground.on_table(driven(battle.hull(unit), command.legs).at):
        return Refusal("movement.edge", "that leads off the table", MOVES)
    return None


def fly(battle: Battle, unit: Unit, command: Fly) -> None:
    """A helicopter flies."""
    after = driven(battle.hull(unit), command.legs)
    at = after.at._replace(z=unit.at.z + round(command.up * SCALE))
    runs = battle.order_of(unit).gait == "run"
    if unit.doors and not battle.rules[helicopters.doors_stay_open](battle.rules, runs, False):
        battle.tell(told.DoorsClosed(unit.id))
    moved = at != unit.at
    battle.tell(told.Moved(unit.id, at, after.heading, "flying"))
    if moved:
        battle.lose_guidance(unit.id, down=False, moved=True)


def can_land(battle: Battle, unit: Unit) -> bool:
    """Whether the ground below a helicopter is free and firm."""
    hull = battle.hull(unit)._replace(at=unit.at._replace(z=0))
    firm = all(feature.kind.ground in ("open", "road") for feature in battle.ground.crossed(outline(hull)))
    firm = firm and not battle.wreck_in_way(unit, outline(hull))
    return firm and battle.ground.holds(outline(hull)) and crowded(battle, unit, [hull]) is None


def lift(battle: Battle, unit: Unit) -> None:
    """A helicopter lifts off or lands."""
    height = resolve.lift(battle.rules, unit.at.z / SCALE)
    assert height is not None
    at = unit.at._replace(z=round(height * SCALE))
    battle.tell(told.Moved(unit.id, at, unit.heading, "lifts_off" if height else "lands"))
    battle.lose_guidance(unit.id, down=False, moved=True)


def fly_drone_refused(battle: Battle, unit: Unit, command: FlyDrone) -> Refusal | None:
    """Why a drone may not fly so, or None."""
    rules = battle.rules
    if unit.drone is None or unit.order is None:
        return Refusal("drones.none", "the unit has no drone", drones.DRONES)
    if unit.drone.empty:
        return Refusal("drones.empty", "its battery is empty until it is recovered", drones.DRONES)
    if unit.drone.silent_until >= battle.turn:
        return Refusal("drones.jammed", "it is jammed", drones.DRONES)
    reach = rules[drones.reach](rules, unit.order)
    winged = "fixed_wing" in battle.sheet(unit).flags
    if winged:
        refused = _glide_refused(battle, unit, command)
        if refused:
            return refused
    elif not rules[within](rules, distance(unit.drone.at, command.to), reach):
        return Refusal(
            "drones.far", f"{distance(unit.drone.at, command.to):.1f} inches where {reach:g} are allowed", drones.DRONES
        )
    if not battle.ground.on_table(command.to):
        return Refusal("movement.edge", "that leads off the table", MOVES)
    refused = rules[drones.height_refused](rules, command.to.z / SCALE)
    if refused or not command.drop:
        return refused
    return drop_refused(battle, unit, command)


def _glide_refused(battle: Battle, unit: Unit, command: FlyDrone) -> Refusal | None:
    """Whether a drone with wings can fly so, along straight stretches."""
    assert unit.drone is not None
    assert unit.order is not None
    stops = [unit.drone.at, *command.via, command.to]
    if not all(battle.ground.on_table(stop) for stop in stops):
        return Refusal("movement.edge", "that leads off the table", MOVES)
    ways = _ways(unit.drone.heading, stops)
    return battle.rules[drones.glide_refused](
        battle.rules,
        drones.glide_of(battle.rules, unit.order),
        sum(distance(a, b) for a, b in pairwise(stops)),
        (command.to.z - unit.drone.at.z) / SCALE,
        sum(abs((b - a + 180) % 360 - 180) > 1 for a, b in pairwise(ways)),
    )


def _ways(heading: int | None, stops: list[Spot]) -> list[float]:
    """The headings of a flight one after the other, with the one that it begins with."""
    flown = [heading_to(a, b) for a, b in pairwise(stops)]
    return flown if heading is None else [heading, *flown]


def drop_refused(battle: Battle, unit: Unit, command: FlyDrone) -> Refusal | None:
    """Why a drone may not let its load go at the end of a flight, or None."""
    payload = battle.sheet(unit).payload
    assert unit.drone is not None
    if payload == "loitering":
        return battle.rules[drones.dive_refused](battle.rules, payload, command.to.z > 0, unit.order)
    if payload == "recon" or not unit.drone.loaded or battle.order_of(unit).gait == "run" or command.to.z == 0:
        return Refusal("drones.load", "there is nothing to drop now", drones.DRONES)
    if payload == "at_ied":
        target = battle.units.get(command.target or "")
        if target is None or target.place != "table" or battle.sheet(target).soft or target.at.z > 0:
            return Refusal("drones.target", "an anti-tank load is for vehicles on the ground", drones.DRONES)
        if not battle.rules[within](battle.rules, edge_to_spot(battle.hull(target), command.to), 0):
            return Refusal("drones.target", "the drone must hang above its target", drones.DRONES)
    return None


def fly_drone(battle: Battle, unit: Unit, command: FlyDrone) -> None:
    """A drone flies, and lets its load go."""
    assert unit.drone is not None
    ran = battle.order_of(unit).gait == "run"
    winged = "fixed_wing" in battle.sheet(unit).flags
    way = round(_ways(None, [unit.drone.at, *command.via, command.to])[-1]) if winged else None
    battle.tell(told.DroneFlew(unit.id, command.to, heading=way, ran=ran))
    if winged and command.to.z == 0:
        face = battle.hand(unit.id).roll("drones.landing", 1).total
        if battle.rules[drones.breaks_up](battle.rules, face):
            battle.destroy(unit.id, "drone_broke_up_landing")
            return
    recover_drone(battle, battle.units[unit.id])
    if command.drop:
        payload = battle.sheet(unit).payload
        if payload == "loitering":
            _burst(battle, battle.units[unit.id])
        elif payload == "ied":
            _drop_explosive(battle, battle.units[unit.id])
        else:
            _drop_at(battle, battle.units[unit.id], command.target or "")
        losses.settle_morale(battle)


def _drop_explosive(battle: Battle, unit: Unit) -> None:
    assert unit.drone is not None
    falls = battle.rules[drones.ied_falls](battle.rules, battle.hand(unit.id).roll("drones.drop", 1).total)
    if falls is None:
        battle.tell(told.Dropped(unit.id, "hangs"))
        return
    battle.tell(told.Dropped(unit.id, "tumbles" if falls else "straight", spent=True))
    at = unit.drone.at._replace(z=0)
    if falls:
        inches = count(battle.rules, battle.hand(unit.id), falls, "drones.tumble")
        at = ahead(at, battle.random_way("drones.tumble", unit.id), inches)
    weapon = resolve.weapon_of(battle.rules, "ied")
    losses.explode(battle, at, weapon.he or 3, why="drone", weapon="ied")


def _drop_at(battle: Battle, unit: Unit, target: str) -> None:
    rules = battle.rules
    how = resolve.drop_load(rules, battle.hand(unit.id))
    battle.tell(told.Dropped(unit.id, how, spent=how != "hangs"))
    if how == "hangs":
        return
    shot = resolve.load_shot(rules, how, battle.sheet(unit).quality, unit.pins)
    score = resolve.score_needed(rules, shot)
    needed = parts(resolve.score_tally(rules, shot))
    hits = resolve.roll_to_hit(rules, battle.hand(unit.id, target=target, weapon="ied"), score, 1)
    battle.tell(told.Fired(unit.id, target, "ied", 1, hits, score, needed=needed))
    if hits:
        losses.strike(battle, target, resolve.load_strike(rules, battle.sheet(target).damage_value))
        battle.add_pins(target, 1)


def dive_refused(battle: Battle, unit: Unit, command: Dive) -> Refusal | None:
    """Why a loitering munition may not go off so, or None."""
    rules = battle.rules
    payload = battle.sheet(unit).payload
    if unit.drone is None or payload is None or unit.place != "table":
        return Refusal("drones.none", "the unit has no drone", drones.DRONES)
    if unit.drone.silent_until >= battle.turn:
        return Refusal("drones.jammed", "it is jammed", drones.DRONES)
    refused = rules[drones.dive_refused](rules, payload, unit.drone.airborne, unit.order)
    if refused:
        return refused
    if battle.order_of(unit).gait == "advance":
        return rules[drones.one_acts_refused](rules, True, True)
    reach = rules[drones.dive_reach](rules, unit.order, rules[drones.reach](rules, "advance"))
    if not rules[within](rules, distance(unit.drone.at, command.to), reach) or not battle.ground.on_table(command.to):
        return Refusal(
            "drones.far",
            f"it goes off within {reach:g} inches, not {distance(unit.drone.at, command.to):.1f} away",
            drones.DRONES,
        )
    return None


def dive(battle: Battle, unit: Unit, command: Dive) -> None:
    """A loitering munition flies to its end."""
    assert unit.drone is not None
    battle.act(unit, "fire")
    battle.tell(told.DroneFlew(unit.id, command.to, "dives"))
    _burst(battle, battle.units[unit.id])
    losses.settle_morale(battle)


def _burst(battle: Battle, unit: Unit) -> None:
    """A loitering munition goes off on the ground below it, as a device does, and is lost with its team."""
    payload = battle.sheet(unit).payload
    assert unit.drone is not None
    assert payload is not None
    battle.tell(told.Dropped(unit.id, "goes_off"))
    weapon = resolve.weapon_of(battle.rules, "ied")
    at, pen = unit.drone.at._replace(z=0), battle.rules[devices.pen_of](battle.rules, weapon)
    if battle.rules[drones.lost_with_load](battle.rules, payload):
        battle.destroy(unit, "loitering_munition_spent")
    losses.explode(battle, at, weapon.he or 3, why="loitering_munition", weapon="ied", pins="D3", pen=pen)


def watches(battle: Battle, unit: Unit, mover: Unit) -> bool:
    """Whether a loitering munition in ambush has a unit in its sight."""
    if unit.drone is None or not unit.drone.airborne or battle.sheet(unit).payload != "loitering":
        return False
    return any(battle.clear(unit.drone.at, eye) for eye in battle.eyes(mover))


def bomb_refused(battle: Battle, unit: Unit, command: Bomb) -> Refusal | None:
    """Why a helicopter may not drop a bomb, or None."""
    mounts = battle.sheet(unit).mounts
    numbered = command.mount.isdigit() and int(command.mount) < len(mounts)
    if not numbered or command.mount in unit.spent or unit.at.z == 0:
        return Refusal("helicopters.bomb", "there is no bomb to drop", helicopters.FLIGHT)
    if "Dropped" not in resolve.weapon_of(battle.rules, mounts[int(command.mount)].weapon).keywords:
        return Refusal("helicopters.bomb", "that is no bomb", helicopters.FLIGHT)
    return None


def bomb_point(battle: Battle, unit: Unit) -> Spot:
    """Where a bomb of a helicopter would fall now."""
    lead = battle.rules[helicopters.bomb_lead](battle.rules, unit.at.z / SCALE, unit.moved, unit.moved_last)
    return ahead(unit.at, unit.heading, lead)._replace(z=0)


def bomb(battle: Battle, unit: Unit, command: Bomb) -> None:
    """A bomb falls where the flight carries it."""
    weapon = resolve.weapon_of(battle.rules, battle.sheet(unit).mounts[int(command.mount)].weapon)
    at = bomb_point(battle, unit)
    battle.tell(told.ShotSpent(unit.id, command.mount))
    battle.tell(told.Dropped(unit.id, "falls"))
    pins = None if weapon.pins == 1 else weapon.pins
    losses.explode(battle, at, weapon.he or 1, why=weapon.id, weapon=weapon.id, pins=pins)
    losses.settle_morale(battle)


def radio_refuses(battle: Battle, unit: Unit) -> bool:
    """Whether a drone that has flown too far does not obey, and what it does instead."""
    rules = battle.rules
    drone = unit.drone
    if drone is None or drone.lost_radio is None or not drone.airborne or not rules[drones.tested](rules, "radio"):
        return False
    penalty = rules[drones.radio_penalty](rules, drone.lost_radio)
    if penalty is None:
        return False
    fate = rules[drones.radio](rules, battle.hand(unit.id).roll("drones.radio", 1).total - penalty)
    if fate == "connected":
        return False
    at = drone.at
    if fate == "drifts":
        inches = count(rules, battle.hand(unit.id), "D6", "drones.drift")
        at = onto_table(battle, ahead(at, battle.random_way("drones.drift", unit.id), inches))
    battle.tell(told.DroneFlew(unit.id, at, fate))
    return True


def onto_table(battle: Battle, at: Spot) -> Spot:
    """The nearest place on the table."""
    wide, deep = round(battle.setup.table.width * SCALE), round(battle.setup.table.depth * SCALE)
    return Spot(min(max(at.x, 0), wide), min(max(at.y, 0), deep), at.z)
