"""What a player may choose from: every order and shot, and a fair sample of the places on a table without squares."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.kernel.refusal import Refusal
from overheat.kernel.wording.phrases import counted
from overheat.platoon.battle.commands import (
    Charge,
    Deploy,
    Drive,
    Fly,
    FlyDrone,
    Give,
    Keep,
    Occupy,
    Place,
    Walk,
)
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import (
    Doing,
    Flank,
    Keeping,
    Ordering,
    Regrouping,
    Unit,
)
from overheat.platoon.books import HOUSE
from overheat.platoon.ground.geometry import SCALE, Leg, ahead, heading_to, spot
from overheat.platoon.move import aircraft as flying
from overheat.platoon.move import men as moving
from overheat.platoon.move import transports as boarding
from overheat.platoon.move import vehicles as driving
from overheat.platoon.resolution import resolve
from overheat.platoon.rules.standard import drones, helicopters, turn
from overheat.platoon.rules.standard.movement import PACES, March, Pace, allowance
from overheat.platoon.rules.standard.orders import ORDER_KINDS, moving_orders
from overheat.platoon.turn import ordering

WAYS = 8
"""How many directions of a move are looked at."""
DRONE_HEIGHT = 8
"""How high drones usually fly, in inches."""
INWARDS = {"south": 0, "west": 90, "north": 180, "east": 270}
DEPLOYMENT = HOUSE("Deployment")


# Deployment.


def deploy_refused(battle: Battle, side: int, command: Deploy) -> Refusal | None:
    """Why a unit may not be set up so, or None."""
    unit = battle.units.get(command.unit)
    if unit is None or unit.side != side or unit.place != "waiting":
        return Refusal("deploy.unit", "there is no such unit to set up", DEPLOYMENT)
    if command.aboard is not None:
        return _aboard_refused(battle, unit, command.aboard)
    if command.at is None and command.flank and battle.sheet(unit).airframe:
        return Refusal("deploy.flank", "helicopters come on from their own edge", DEPLOYMENT)
    if command.at is None:
        waiting = sum(other.place == "reserve" for other in battle.side(side))
        most = battle.rules[turn.most_in_reserve](battle.rules, sum(1 for _ in battle.side(side)))
        if waiting >= most and _has_room(battle, unit):
            return Refusal("deploy.reserve", f"at most {counted(most, 'unit waits', 'units wait')}", DEPLOYMENT)
        return None
    zone = battle.setup.zones[side]
    x, y = command.at.x / SCALE, command.at.y / SCALE
    if not (zone.west <= x <= zone.east and zone.south <= y <= zone.north):
        return Refusal(
            "deploy.zone",
            f"({x:g}, {y:g}) is outside the zone, {zone.west:g} to {zone.east:g} by {zone.south:g} to {zone.north:g}",
            DEPLOYMENT,
        )
    if battle.sheet(unit).airframe:
        refused = battle.rules[helicopters.start_refused](battle.rules, command.at.z / SCALE)
        if refused:
            return refused
    return boarding.stand_refused(battle, unit, command.at, command.heading)


def _has_room(battle: Battle, unit: Unit) -> bool:
    """Whether there is any place for a unit in its zone, found out once."""
    key = _has_room, unit.id
    if key not in battle.kept:
        battle.kept[key] = next(_zone_places(battle, unit), None) is not None
    return bool(battle.kept[key])


def _aboard_refused(battle: Battle, unit: Unit, id: str) -> Refusal | None:
    carrier = battle.units.get(id)
    if carrier is None or carrier.side != unit.side or not battle.sheet(carrier).seats:
        return Refusal("deploy.aboard", "there is no such transport", DEPLOYMENT)
    if battle.sheet(unit).kind not in ("infantry", "team") or carrier.place != "table":
        return Refusal("deploy.aboard", "that unit cannot ride there", DEPLOYMENT)
    seats = battle.sheet(carrier).seats
    return battle.rules[helicopters.full_refused](battle.rules, seats, battle.crowd(carrier), len(unit.men))


def deployments(battle: Battle, side: int) -> list[Deploy]:
    """Places for the next unit of a side: vehicles first, so that others may ride."""
    waiting = [unit for unit in battle.side(side) if unit.place == "waiting"]
    unit = min(waiting, key=lambda each: (battle.sheet(each).soft, each.id))
    found = list(_zone_places(battle, unit))
    battle.kept[_has_room, unit.id] = bool(found)
    for carrier in battle.side(side):
        command = Deploy(unit.id, aboard=carrier.id)
        if carrier.id != unit.id and deploy_refused(battle, side, command) is None:
            found.append(command)
    flanks: tuple[Flank, ...] = ("", "left", "right")
    waits = (Deploy(unit.id, flank=flank) for flank in flanks)
    found += (command for command in waits if deploy_refused(battle, side, command) is None)
    return found


def _zone_places(battle: Battle, unit: Unit) -> Iterator[Deploy]:
    """Places for a unit in its zone, from a coarse sample or, where none of those is free, a fine one."""
    zone = battle.setup.zones[unit.side]
    for columns, rows in ((9, 3), (25, 9)):
        found = False
        for column in range(columns):
            for row in range(rows):
                x = zone.west + (zone.east - zone.west) * (column + 0.5) / columns
                y = zone.south + (zone.north - zone.south) * (row + 0.5) / rows
                high = DRONE_HEIGHT if battle.sheet(unit).unmanned else 0
                command = Deploy(unit.id, spot(x, y, high), INWARDS[zone.edge])
                if deploy_refused(battle, unit.side, command) is None:
                    found = True
                    yield command
        if found:
            return


# Orders.


def order_choices(battle: Battle, task: Ordering) -> list[Give]:
    """Every order that some unit may take."""
    among = ordering.snap_choices(battle, task) if task.among else ()
    asked = Ordering(task.side, among)
    return [
        command
        for unit in battle.side(task.side)
        if not unit.acted and (not task.among or unit.id in among)
        for command in orders_of(battle, unit)
        if ordering.give_refused(battle, asked, command) is None
    ]


def orders_of(battle: Battle, unit: Unit) -> Iterator[Give]:
    """Every order that a unit might take, lawful or not."""
    kinds = battle.rules[ORDER_KINDS].rows
    for order in kinds:
        if unit.place != "reserve" or order == "down":
            yield Give(unit.id, order)
    if unit.place == "table" and any(_has_blast(battle, weapon) for weapon in _heavy(battle, unit)):
        yield from (Give(unit.id, order, round="he") for order in kinds if kinds[order].waits)
    sheet = battle.sheet(unit)
    moves = moving_orders(battle.rules)
    if unit.place in ("reserve", "aboard"):
        doing: Doing = "arrive" if unit.place == "reserve" else "disembark"
        yield from (Give(unit.id, order, doing) for order in moves)
        return
    if unit.drone is not None:
        yield from (Give(unit.id, order, "drone") for order in moves)
    if sheet.airframe:
        yield from (Give(unit.id, order, "lift") for order in moves if kinds[order].gait == "advance")
    if unit.smoke:
        yield Give(unit.id, "down", "smoke")
    if sheet.kind in ("infantry", "team", "drone"):
        carriers = (other for other in battle.on_table(unit.side) if battle.sheet(other).seats)
        runs = [order for order in moves if kinds[order].gait == "run"]
        yield from (Give(unit.id, order, "embark", carrier.id) for carrier in carriers for order in runs)


def _heavy(battle: Battle, unit: Unit) -> list[str]:
    """The weapons of a unit that are not carried by single men."""
    sheet = battle.sheet(unit)
    return [sheet.system] if sheet.system else [mount.weapon for mount in sheet.mounts]


def _has_blast(battle: Battle, id: str) -> bool:
    weapon = resolve.weapon_of(battle.rules, id)
    return weapon.he is not None and weapon.pen != "HE"


# Moves.


def walks(battle: Battle, unit: Unit) -> Iterator[Walk]:
    """A sample of the ways that men may walk."""
    pace = battle.rules[PACES][battle.sheet(unit).mobility]
    reach = _reach(battle, unit, pace)
    for step in range(WAYS):
        heading = step * 360 // WAYS
        for inches in (reach, reach / 2):
            walk = Walk(ahead(unit.at, heading, inches)._replace(z=0), heading)
            if inches and moving.walk_refused(battle, unit, walk) is None:
                yield walk
                break
    if battle.order_of(unit).gait == "advance" and battle.sheet(unit).system:
        yield from _turns(battle, unit)


def _reach(battle: Battle, unit: Unit, pace: Pace) -> float:
    """How far the order of a unit takes it over open ground."""
    march = March(mobility=battle.sheet(unit).mobility, order=unit.order or "", inches=0)
    return battle.rules[allowance](battle.rules, march, pace)


def charges(battle: Battle, unit: Unit) -> Iterator[Charge]:
    """The enemies that men who run may charge."""
    for enemy in battle.enemies(unit) if battle.order_of(unit).gait == "run" else ():
        if moving.charge_refused(battle, unit, Charge(enemy.id)) is None:
            yield Charge(enemy.id)


def shelters(battle: Battle, unit: Unit) -> Iterator[Occupy]:
    """The buildings that men who run may run into."""
    for feature in battle.ground.features if battle.order_of(unit).gait == "run" else ():
        if feature.kind.shelter and moving.occupy_refused(battle, unit, Occupy(feature.index)) is None:
            yield Occupy(feature.index)


def _turns(battle: Battle, unit: Unit) -> Iterator[Walk]:
    """A fixed weapon turns to face its enemies."""
    for enemy in battle.enemies(unit):
        yield Walk(unit.at, round(heading_to(unit.at, enemy.at)) % 360)


def drives(battle: Battle, unit: Unit) -> Iterator[Drive]:
    """A sample of the ways that a vehicle may drive."""
    pace = battle.rules[PACES][battle.sheet(unit).mobility]
    reach = _reach(battle, unit, pace)
    pivots = pace.run_pivots if battle.order_of(unit).gait == "run" else pace.advance_pivots
    for pivot in (0, 45, -45, 90, -90) if pivots else (0,):
        for inches in (reach, reach / 2):
            drive = Drive((Leg(pivot, float(inches)),))
            if driving.drive_refused(battle, unit, drive) is None:
                yield drive
                break
    turned = Drive((Leg(90, 0.0),))
    for extra in (turned, Drive((Leg(-90, 0.0),)), Drive((Leg(0, -pace.advance / 2),))):
        if driving.drive_refused(battle, unit, extra) is None:
            yield extra


def flights(battle: Battle, unit: Unit) -> Iterator[Fly]:
    """A sample of the ways that a helicopter may fly."""
    airframe = battle.sheet(unit).airframe
    assert airframe is not None
    wings = battle.rules[helicopters.MOVES][airframe]
    running = battle.order_of(unit).gait == "run"
    along, climb = (
        (wings.horizontal_run, wings.vertical_run) if running else (wings.horizontal_advance, wings.vertical_advance)
    )
    slow = 0.5 if unit.half_speed else 1
    for turn_ in (0, 45, -45) if along.turns else (0,):
        for share in (1.0, 0.5):
            fly = Fly((Leg(turn_, along.inches * share * slow),))
            if flying.fly_refused(battle, unit, fly) is None:
                yield fly
                break
    for turn_ in (45, -45) if along.turns else ():
        fly = Fly((Leg(turn_, 0.0),))
        if flying.fly_refused(battle, unit, fly) is None:
            yield fly
    floor = battle.rules[helicopters.LIMITS]["lowest"]
    height = unit.at.z / SCALE
    for up in (float(climb.inches * slow), float(-min(climb.inches, height - floor))):
        if up and flying.fly_refused(battle, unit, Fly(up=up)) is None:
            yield Fly(up=up)


def places(battle: Battle, unit: Unit) -> Iterator[Place]:
    """Places to come on at, or to get out at."""
    if unit.place == "aboard":
        carrier = battle.units[unit.carrier or ""]
        reach = battle.sheet(carrier).length / 2 / SCALE + 2
        for step in range(12):
            at = ahead(carrier.at, carrier.heading + 30 * step, reach)._replace(z=0)
            if boarding.place_refused(battle, unit, Place(at, carrier.heading)) is None:
                yield Place(at, carrier.heading)
        return
    yield from _entries(battle, unit)


def _entries(battle: Battle, unit: Unit) -> Iterator[Place]:
    table = battle.setup.table
    edge = boarding.entry_edge(battle, unit)
    heading = INWARDS[edge]
    sheet = battle.sheet(unit)
    inside = sheet.length / 2 / SCALE + 0.1 if sheet.length else 3
    for step in range(11):
        share = (step + 0.5) / 11
        x, y = table.width * share, table.depth * share
        along = {
            "south": (x, inside),
            "north": (x, table.depth - inside),
            "west": (inside, y),
            "east": (table.width - inside, y),
        }[edge]
        low = DRONE_HEIGHT if sheet.unmanned else 0
        height = battle.rules[helicopters.LIMITS]["lowest"] + 6 if sheet.airframe else low
        place = Place(spot(*along, height), heading)
        if boarding.place_refused(battle, unit, place) is None:
            yield place


def drone_moves(battle: Battle, unit: Unit) -> Iterator[FlyDrone]:
    """A sample of the flights of a drone."""
    assert unit.drone is not None
    assert unit.order is not None
    if "fixed_wing" in battle.sheet(unit).flags:
        yield from _glides(battle, unit)
        return
    reach = battle.rules[drones.reach](battle.rules, unit.order)
    for step in range(WAYS):
        inches = reach - DRONE_HEIGHT if not unit.drone.airborne else reach - 0.01
        at = ahead(unit.drone.at, step * 360 / WAYS, inches)._replace(z=max(unit.drone.at.z, DRONE_HEIGHT * SCALE))
        if flying.fly_drone_refused(battle, unit, FlyDrone(at)) is None:
            yield FlyDrone(at)
    for home in (*(man.at for man in unit.men[:1]), unit.drone.at._replace(z=DRONE_HEIGHT * SCALE)):
        if flying.fly_drone_refused(battle, unit, FlyDrone(home)) is None:
            yield FlyDrone(home)
    for enemy in battle.enemies(unit):
        over = enemy.at._replace(z=max(unit.drone.at.z, DRONE_HEIGHT * SCALE))
        drop = FlyDrone(over, drop=True, target=enemy.id)
        if flying.fly_drone_refused(battle, unit, drop) is None:
            yield drop


def _glides(battle: Battle, unit: Unit) -> Iterator[FlyDrone]:
    """Flights of a drone with wings: whole, straight, level, up to a usual height or down to the ground."""
    assert unit.drone is not None
    assert unit.order is not None
    glide = drones.glide_of(battle.rules, unit.order)
    high = unit.drone.at.z / SCALE
    for step in range(WAYS):
        for climb in dict.fromkeys((0.0 if high else glide.climb, -high)):
            along = max(0.0, glide.inches**2 - climb**2) ** 0.5
            at = ahead(unit.drone.at, step * 360 / WAYS, along)._replace(z=round((high + climb) * SCALE))
            if flying.fly_drone_refused(battle, unit, FlyDrone(at)) is None:
                yield FlyDrone(at)


def regroup_choices(battle: Battle, task: Regrouping) -> Iterator[Walk]:
    """Where a unit that has won may go."""
    unit = msgspec.structs.replace(battle.units[task.unit], order="advance")
    for step in range(WAYS):
        walk = Walk(ahead(unit.at, step * 360 / WAYS, task.inches)._replace(z=0), unit.heading)
        if moving.walk_refused(battle, unit, walk, reach=task.inches) is None:
            yield walk


def keep_choices(battle: Battle, task: Keeping) -> list[Keep]:
    """Keep everything that may be kept, the ambushes, those who are down and pinned, or nothing."""
    keeps = battle.rules[turn.may_keep]
    able = [unit for unit in battle.side(task.side) if unit.order is not None and keeps(battle.rules, unit.order)]
    pinned = tuple(unit.id for unit in able if battle.order_of(unit).low and unit.pins)
    ambush = tuple(unit.id for unit in able if not battle.order_of(unit).low)
    return [Keep(ids) for ids in dict.fromkeys([(), ambush, pinned, ambush + pinned])]
