"""Getting in and out of transports, and coming onto the table."""

from __future__ import annotations

from typing import cast

import msgspec

from overheat.kernel.refusal import Refusal
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import OpenDoor, Place
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Edge, Unit, men_at
from overheat.platoon.books import BASE, HEAT
from overheat.platoon.ground.geometry import (
    SCALE,
    Body,
    Spot,
    edge_to_spot,
    flat,
    outline,
    within,
)
from overheat.platoon.move.men import crowded, ground_refused, march_over, march_reach, places_for
from overheat.platoon.rules.standard import (
    drones,
    helicopters,
    transport,
    turn,
)

MOVES = BASE("Movement")
DOORS = HEAT("Attacking from a helicopter")


def embark_refused(battle: Battle, unit: Unit, carrier: Unit | None) -> Refusal | None:
    """Why a unit may not get into a transport, or None."""
    rules = battle.rules
    if carrier is None or carrier.place != "table" or carrier.side != unit.side or not battle.sheet(carrier).seats:
        return Refusal("transport.none", "there is no such transport", transport.TRANSPORT)
    if battle.sheet(unit).kind not in ("infantry", "team", "drone") or unit.place != "table":
        return Refusal("transport.who", "that unit cannot ride", transport.TRANSPORT)
    if unit.drone is not None and not battle.drone_recovered(unit):
        return Refusal("transport.drone", "the drone is out", transport.TRANSPORT)
    if not rules[helicopters.on_ground](rules, carrier.at.z):
        return Refusal("transport.air", "the helicopter is in the air", transport.TRANSPORT)
    known, key = battle.posed(unit, carrier), (_run_to, battle.breached)
    if key not in known:
        known[key] = _run_to(battle, unit, carrier)
    refused, left = cast("tuple[Refusal | None, float]", known[key])
    full = rules[helicopters.full_refused]
    return (
        refused
        or rules[transport.embark_refused](rules, left, carrier.moved)
        or full(rules, battle.sheet(carrier).seats, battle.crowd(carrier), len(unit.men))
    )


def _run_to(battle: Battle, unit: Unit, carrier: Unit) -> tuple[Refusal | None, float]:
    """Why the ground does not let a unit run to a transport, and how many inches are left when it has run."""
    inches = battle.distance(unit, carrier)
    crossed = [feature for feature in battle.ground.on_way(unit.at, carrier.at) if feature.index != unit.building]
    march = march_over(battle, msgspec.structs.replace(unit, order="run"), inches, crossed)
    return ground_refused(battle, march), max(0.0, inches - march_reach(battle, march))


def embark(battle: Battle, unit: Unit, carrier: Unit) -> None:
    """A unit gets into a transport."""
    battle.tell(told.Boarded(unit.id, carrier.id))
    battle.lose_guidance(unit.id, down=False, moved=True)


def disembark_refused(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may not get out, or None."""
    carrier = battle.units[unit.carrier or ""]
    if carrier.place != "table":
        return Refusal("transport.none", "the transport is not on the table", transport.TRANSPORT)
    if carrier.at.z > 0:
        highest = battle.rules[helicopters.LIMITS]["rappel"]
        crew, quality = battle.sheet(carrier).quality, battle.sheet(unit).quality
        hovering = battle.hovering(carrier) and battle.order_of(carrier).gait != "run"
        refused = battle.rules[helicopters.rappel_refused](
            battle.rules, hovering, carrier.at.z / SCALE, highest, quality, crew
        )
        if refused:
            return refused
    return battle.rules[transport.disembark_refused](battle.rules, carrier.order)


def open_refused(battle: Battle, unit: Unit, command: OpenDoor) -> Refusal | None:
    """Why passengers may not open a door, or None."""
    carrier = battle.units.get(unit.carrier or "")
    if unit.place != "aboard" or carrier is None or battle.sheet(carrier).kind != "helicopter":
        return Refusal("helicopters.door", "only passengers of a helicopter open its doors", DOORS)
    if not battle.hovering(carrier):
        return Refusal("helicopters.door", "doors are opened while the helicopter hovers", DOORS)
    return Refusal("helicopters.door", "that door is open", DOORS) if command.door in carrier.doors else None


def open_door(battle: Battle, unit: Unit, command: OpenDoor) -> None:
    """Passengers open a door of their helicopter."""
    carrier = battle.units[unit.carrier or ""]
    battle.tell(told.DoorOpened(carrier.id, command.door))


def place_refused(battle: Battle, unit: Unit, command: Place) -> Refusal | None:
    """Why a unit may not come to a place from a transport or from off the table, or None."""
    far = exit_distance(battle, unit, command.at)
    allowed = exit_reach(battle, unit)
    if not battle.rules[within](battle.rules, far, allowed):
        return Refusal("movement.far", f"{far:.1f} inches where {allowed:g} are allowed", MOVES)
    if unit.place == "reserve" and unit.flank:
        own = battle.setup.zones[unit.side].edge
        refused = battle.rules[turn.outflank_refused](battle.rules, battle.turn, _from_edge(battle, own, command.at))
        if refused:
            return refused
    return stand_refused(battle, unit, command.at, command.heading)


def exit_distance(battle: Battle, unit: Unit, at: Spot) -> float:
    """How far a place is from the transport, or from the edge, that a unit comes from."""
    if unit.place == "aboard":
        carrier = battle.units[unit.carrier or ""]
        if carrier.at.z > 0:
            return flat(battle.rules[helicopters.leaves_at](battle.rules, carrier.at), at)
        return edge_to_spot(battle.hull(carrier), at)
    return _from_edge(battle, entry_edge(battle, unit), at)


def entry_edge(battle: Battle, unit: Unit) -> Edge:
    """The edge that a unit comes on from: its own, or the side that it outflanks by."""
    own = battle.setup.zones[unit.side].edge
    if not unit.flank:
        return own
    around: tuple[Edge, ...] = ("south", "west", "north", "east")
    return around[(around.index(own) + (1 if unit.flank == "left" else 3)) % 4]


def _from_edge(battle: Battle, edge: Edge, at: Spot) -> float:
    """How many inches a place is from an edge of the table."""
    table = battle.setup.table
    inches: dict[Edge, float] = {
        "south": at.y / SCALE,
        "north": table.depth - at.y / SCALE,
        "west": at.x / SCALE,
        "east": table.width - at.x / SCALE,
    }
    return inches[edge]


def exit_reach(battle: Battle, unit: Unit) -> float:
    """How far a unit may come out of its transport, or onto the table."""
    sheet = battle.sheet(unit)
    if unit.place == "aboard" and battle.sheet(unit.carrier or "").kind == "helicopter":
        return battle.rules[helicopters.leaving_move](battle.rules)
    if sheet.airframe is not None:
        wings = battle.rules[helicopters.MOVES][sheet.airframe]
        return (wings.horizontal_run if battle.order_of(unit).gait == "run" else wings.horizontal_advance).inches
    if sheet.unmanned and unit.order is not None:
        return battle.rules[drones.reach](battle.rules, unit.order)
    reach = march_reach(battle, march_over(battle, unit, 0, []))
    return reach if reach else 6


def stand_refused(battle: Battle, unit: Unit, at: Spot, heading: int) -> Refusal | None:
    """Why a unit cannot stand at a place, or None."""
    sheet = battle.sheet(unit)
    if sheet.unmanned:
        refused = battle.rules[drones.height_refused](battle.rules, at.z / SCALE)
        flies = battle.ground.on_table(at) and at.z > 0
        return refused or (None if flies else Refusal("drones.starts", "it comes flying, over the table", MOVES))
    if sheet.soft:
        places = places_for(battle, unit, at)
        if places is None:
            return Refusal("movement.room", "there is no room there", MOVES)
        return crowded(battle, unit, men_at(sheet, places))
    hull = Body(at, sheet.width, sheet.length, heading, sheet.height)
    if at.z > 0:
        limits = battle.rules[helicopters.LIMITS]
        refused = battle.rules[helicopters.height_refused](
            battle.rules, at.z / SCALE, limits["lowest"], limits["highest"]
        )
        on_table = battle.ground.on_table(at)
        return refused or (None if on_table else Refusal("movement.edge", "that is off the table", MOVES))
    if not battle.ground.holds(outline(hull)):
        return Refusal("movement.edge", "that is off the table", MOVES)
    area = outline(hull)
    march = march_over(
        battle, msgspec.structs.replace(unit, order="advance"), 0, battle.ground.crossed(area), areas=(area,)
    )
    return ground_refused(battle, march) or crowded(battle, unit, [hull])


def standing(battle: Battle, unit: Unit, at: Spot) -> tuple[Spot, tuple[Spot, ...]]:
    """Where a unit and its men stand that takes its place on the table."""
    sheet = battle.sheet(unit)
    if sheet.unmanned or not sheet.soft:
        return at, ()
    places = places_for(battle, unit, at)
    assert places is not None
    return at._replace(z=0), tuple(places)


def place(battle: Battle, unit: Unit, command: Place) -> None:
    """A unit comes out of a transport or onto the table."""
    how = "gets_out" if unit.place == "aboard" else "comes_on"
    at, men = standing(battle, unit, command.at)
    battle.tell(told.Moved(unit.id, at, command.heading, how, men))
