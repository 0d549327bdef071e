"""Moves past hidden markers: a unit stops where its way comes nearest to one, and goes on if it still can."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from overheat.platoon.battle.commands import Drive, Walk
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Device, Fighting, Resuming, Unit, man_body
from overheat.platoon.damage import assault
from overheat.platoon.fire import devices
from overheat.platoon.ground.geometry import Body, Leg, Spot, driven, edge_to_spot, flat, heading_to, towards
from overheat.platoon.move import men as moving
from overheat.platoon.move import vehicles as driving
from overheat.platoon.rules.standard import devices as rules
from overheat.platoon.turn import ordering

STRIDE = 0.25
"""How finely a way is looked at, in inches."""


class Stop(NamedTuple):
    """A point of a move: what the unit fills there, the move up to it, and the rest of it."""

    bodies: list[Body]
    done: Walk | Drive
    left: Walk | Drive


def go(battle: Battle, id: str, command: Walk | Drive) -> None:
    """A unit walks or drives up to the next marker on its way, or to the end."""
    unit = battle.units[id]
    met = _met(battle, unit, command)
    if met is None:
        _move(battle, unit, command)
        ordering.offer_ambush(battle, battle.units[id])
        devices.trigger(battle, id)
        return
    device, stop = met
    _move(battle, unit, stop.done)
    battle.push(_resuming(id, stop.left))
    devices.meet(battle, id, device)


def charge(battle: Battle, task: Fighting) -> None:
    """Chargers run up to the next marker on their way, or to their enemy and fight."""
    unit, target = battle.units[task.attacker], battle.units[task.defender]
    charges = assault.still_charges(battle, unit, target)
    met = _met(battle, unit, Walk(moving.contact_point(unit, target))) if charges else None
    if met is None:
        assault.fight(battle, task.attacker, task.defender, task.start)
        return
    device, stop = met
    _move(battle, unit, stop.done)
    battle.push(task)
    devices.meet(battle, unit.id, device)


def resume(battle: Battle, task: Resuming) -> None:
    """A unit that has met a marker goes on, unless it is down, stuck or lost."""
    unit = battle.units[task.unit]
    if unit.place == "table" and battle.order_of(unit).moves and not unit.immobilised:
        go(battle, unit.id, Walk(task.to, task.heading) if task.to is not None else Drive(task.legs))
    else:
        ordering.offer_ambush(battle, unit)


def _resuming(id: str, left: Walk | Drive) -> Resuming:
    return Resuming(id, left.to, left.heading) if isinstance(left, Walk) else Resuming(id, legs=left.legs)


def _move(battle: Battle, unit: Unit, command: Walk | Drive) -> None:
    if isinstance(command, Walk):
        moving.walk(battle, unit, command)
    else:
        driving.drive(battle, unit, command)


def _met(battle: Battle, unit: Unit, command: Walk | Drive) -> tuple[Device, Stop] | None:
    """The first marker that a unit passes on its way, and where it stops for it."""
    hidden = devices.hidden_from(battle, unit)
    stops = list(_stops(battle, unit, command)) if hidden else []
    if not stops:
        return None
    found = [(number, device) for device in hidden if (number := _nearest(battle, unit, stops, device.at)) is not None]
    if not found:
        return None
    number, device = min(found, key=lambda each: each[0])
    return device, stops[number]


def _nearest(battle: Battle, unit: Unit, stops: list[Stop], marker: Spot) -> int | None:
    """The stop nearest to a marker that is passed within its reach; where there is no room, the next best."""
    lengths = [_length(stop.bodies, marker) for stop in stops]
    ends = _length(battle.bodies(unit), marker), lengths.pop()
    best = min(lengths, default=float("inf"))
    if best >= min(ends):
        return None
    near = [n for n in range(len(lengths)) if battle.rules[rules.near](battle.rules, _reach(stops[n].bodies, marker))]
    return next((n for n in sorted(near, key=lambda n: (lengths[n], n)) if _free(battle, unit, stops[n])), None)


def _length(bodies: list[Body], marker: Spot) -> float:
    """Inches from the middle of the nearest body."""
    return min(flat(body.at, marker) for body in bodies)


def _reach(bodies: list[Body], marker: Spot) -> float:
    """Inches from the edge of the nearest body."""
    return min(edge_to_spot(body, marker) for body in bodies)


def _free(battle: Battle, unit: Unit, stop: Stop) -> bool:
    """Whether a unit can stop at a point of its way."""
    if isinstance(stop.done, Walk) and moving.places_for(battle, unit, stop.done.to) is None:
        return False
    return moving.crowded(battle, unit, stop.bodies) is None


def _stops(battle: Battle, unit: Unit, command: Walk | Drive) -> Iterator[Stop]:
    """Points along a move, the last of them its end."""
    return _walked(battle, unit, command) if isinstance(command, Walk) else _driven(battle, unit, command.legs)


def _walked(battle: Battle, unit: Unit, command: Walk) -> Iterator[Stop]:
    whole = flat(unit.at, command.to)
    places = moving.places_for(battle, unit, command.to)
    if not whole or places is None:
        return
    heading = command.heading if command.heading is not None else round(heading_to(unit.at, command.to)) % 360
    men = [man_body(man, battle.sheet(unit)) for man in moving.moved_men(unit, places)]
    for step in range(1, ceil(whole / STRIDE) + 1):
        at = towards(unit.at, command.to, step * STRIDE)
        back = at.x - command.to.x, at.y - command.to.y
        bodies = [man._replace(at=Spot(man.at.x + back[0], man.at.y + back[1])) for man in men]
        yield Stop(bodies, Walk(at, heading), Walk(command.to, heading))


def _driven(battle: Battle, unit: Unit, legs: tuple[Leg, ...]) -> Iterator[Stop]:
    hull = battle.hull(unit)
    for number, leg in enumerate(legs):
        many = ceil(abs(leg.inches) / STRIDE)
        for step in range(1, many + 1):
            done = (*legs[:number], Leg(leg.pivot, leg.inches * step / many))
            left = (Leg(0, leg.inches * (many - step) / many), *legs[number + 1 :])
            yield Stop([driven(hull, done)], Drive(done), Drive(left))
