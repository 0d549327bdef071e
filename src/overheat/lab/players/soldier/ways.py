"""Ways to come nearer to a place and how long they are: straight, around what bars them, as vehicles may turn."""

from __future__ import annotations

from collections.abc import Iterator

from shapely import LineString

from overheat.lab.players.platoon_appraising import Thinking
from overheat.platoon.battle.commands import Drive, Occupy, Walk
from overheat.platoon.battle.state import Unit
from overheat.platoon.ground.geometry import Leg, Spot, ahead, flat, heading_to, towards
from overheat.platoon.move import men as walking
from overheat.platoon.move import vehicles as driving
from overheat.platoon.rules.standard.movement import PACES

ASIDE = (0, 25, -25, 50, -50, 80, -80)
"""Degrees to either side of the straight way that are tried in turn."""
SHY = 0.01
"""Inches that a walk stays short of all that is allowed, for places are whole hundredths."""
DETOUR = 8.0
"""Inches that a way around what nobody passes is longer, about."""


def way_to(battle: Thinking, at: Spot, to: Spot, near: float = 0.0) -> float:
    """How many inches it is about from a place to another, or to as near as is near enough."""
    left = max(0.0, flat(at, to) - near)
    return left + DETOUR if left and _barred(battle, at, towards(at, to, left), to) else left


def _barred(battle: Thinking, at: Spot, end: Spot, to: Spot) -> bool:
    """Whether a pond or a house lies across the straight way to an end; a house that is the goal itself does not."""
    known: dict[tuple[Spot, Spot], bool] = battle.kept.setdefault("barred", {})
    if (at, end) not in known:
        goal = {feature.index for feature in battle.ground.standing(to)}
        between = battle.ground.crossed(LineString([at[:2], end[:2]]))
        known[at, end] = any(each.kind.ground == "impassable" and each.index not in goal for each in between)
    return known[at, end]


def drives_to(battle: Thinking, unit: Unit, to: Spot, near: float) -> Iterator[Drive]:
    """Drives of a vehicle with its order towards a place, or as near as is near enough; the straightest first."""
    pace = battle.rules[PACES][battle.sheet(unit).mobility]
    running = battle.order_of(unit).gait == "run"
    reach, pivots = (pace.run, pace.run_pivots) if running else (pace.advance, pace.advance_pivots)
    way = (heading_to(unit.at, to) - unit.heading + 180) % 360 - 180
    turns = dict.fromkeys(round(max(-90, min(90, way + aside))) for aside in ASIDE) if pivots else {0: None}
    far = flat(unit.at, to)
    lengths = sorted({2 * reach, reach, 0.75 * reach, reach / 2, 3.0, 2.0, far - near + 0.6, far - near}, reverse=True)
    for turn in turns:
        for inches in lengths:
            drive = Drive((Leg(turn, round(float(min(inches, far)), 2)),))
            if inches > 0 and driving.drive_refused(battle, unit, drive) is None:
                yield drive
                break


def walks_to(battle: Thinking, unit: Unit, to: Spot, near: float) -> Iterator[Walk]:
    """Walks of men with their order towards a place, or as near as is near enough; a straight one is enough."""
    reach = walking.march_reach(battle, walking.march_over(battle, unit, 0, [])) - SHY
    far, way = flat(unit.at, to), heading_to(unit.at, to)
    for aside in ASIDE:
        for inches in (reach, min(reach, max(0.0, far - near)), 0.6 * reach):
            end = ahead(unit.at, way + aside, min(inches, far))._replace(z=0)
            walk = Walk(end, round(way + aside) % 360)
            if end != unit.at and walking.walk_refused(battle, unit, walk) is None:
                yield walk
                if not aside and inches == reach:
                    return
                break


def houses_at(battle: Thinking, unit: Unit, to: Spot, near: float) -> Iterator[Spot]:
    """The middles of houses at a place, or near enough to it, that the order of a unit takes it into."""
    if battle.order_of(unit).gait != "run":
        return
    houses = [each for each in battle.ground.features if each.kind.shelter and flat(each.centre, to) <= near]
    yield from (each.centre for each in houses if walking.occupy_refused(battle, unit, Occupy(each.index)) is None)
