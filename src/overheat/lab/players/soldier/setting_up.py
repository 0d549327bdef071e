"""Where units begin: in cover, apart, out of sight of where the enemy comes from, and near what they are for."""

from __future__ import annotations

from math import inf

import msgspec

from overheat.lab.players import platoon_watching as watching
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.soldier import riding, turning
from overheat.lab.players.soldier.danger import danger, prospects
from overheat.lab.players.soldier.leading import use_at
from overheat.lab.players.soldier.ways import way_to
from overheat.platoon.battle.commands import Deploy
from overheat.platoon.battle.state import Unit
from overheat.platoon.fire import strikes
from overheat.platoon.ground.geometry import SCALE, Spot, flat, spot, towards
from overheat.platoon.resolution import resolve
from overheat.platoon.turn import choices
from overheat.platoon.units.weapons import Band, Weapon

COVER = {"none": 0.0, "soft": 0.18, "hard": 0.3}
APART = 4.5
"""Inches between units below which one blast may strike both."""


SHORT = 30
"""The reach of a mortar in inches that has to begin near to where the fighting will be."""
LED, MOST_LED = 0.25, 3
"""What each squad counts that an officer's word reaches, and how many of them do."""
REACHED = 0.3
"""What it counts to reach all of where the enemy may be."""
WATCHED = 0.5
"""What it counts to a weapon to see all of where the enemy may be and reach it."""
WARY = 0.5
"""What the fire of enemies who are set up already counts."""


def further_places(battle: Thinking, command: Deploy) -> list[Deploy]:
    """Places in cover in the zone of a unit, beside those that are offered."""
    unit, zone = battle.units[command.unit], battle.setup.zones[battle.units[command.unit].side]
    heading, found = choices.INWARDS[zone.edge], []
    for feature in battle.ground.features:
        if feature.kind.cover == "none" or feature.kind.ground == "impassable":
            continue
        west, south, east, north = (side / SCALE for side in feature.bounds)
        for across in (0.25, 0.5, 0.75):
            for along in (0.25, 0.5, 0.75):
                x, y = west + (east - west) * across, south + (north - south) * along
                if zone.west <= x <= zone.east and zone.south <= y <= zone.north:
                    found.append(Deploy(unit.id, spot(x, y), heading))
    return [each for each in found if choices.deploy_refused(battle, unit.side, each) is None]


def place_worth(battle: Thinking, command: Deploy) -> float:
    """What a place to begin at is worth to a unit."""
    unit = battle.units[command.unit]
    sheet = battle.sheet(unit)
    if command.aboard is not None:
        return riding.begins_aboard(battle, unit, battle.units[command.aboard])
    if command.at is None:
        idle = sheet.seats and not sheet.mounts and not command.flank
        return 0.3 if idle else -1.5
    at = command.at
    if sheet.gun is not None or strikes.kind_of(battle, unit) is not None:
        return watching.view_from(battle, unit, at) + _cover(battle, at) - WARY * danger(battle, unit, at)
    threat = danger(battle, unit, at, command.heading)
    seen, apart = _seen(battle, unit, at), _apart(battle, unit, at) - WARY * threat
    near = min(way_to(battle, at, each) for each in _goals(battle))
    weapon = resolve.weapon_of(battle.rules, sheet.system) if sheet.system else None
    if weapon is not None and weapon.indirect is not None and (not weapon.bands or watching.has_spotter(battle, unit)):
        reach = weapon.indirect.to or 0
        reached = REACHED * _reached(battle, unit, weapon.indirect, at) if reach > SHORT else 0.0
        hidden = reached - abs(near - 0.6 * reach) / (200 if reach > SHORT else 40) - 0.4 * seen
        straight = reached + prospects(battle, unit, at) - near / 150 if weapon.bands else hidden
        return max(hidden, straight) + apart
    if weapon is not None:
        watched = WATCHED * _watched(battle, unit, weapon, at)
        return watched + prospects(battle, unit, at) + _cover(battle, at) + apart - near / 150
    if sheet.kind == "drone" or sheet.officer or (sheet.seats and not sheet.mounts):
        led = LED * min(MOST_LED, use_at(battle, unit, at))
        return _cover(battle, at) - 0.5 * seen + apart - near / 200 + led
    if not sheet.soft:
        return -0.25 * seen - near / 110 + apart
    return _cover(battle, at) - 0.2 * seen - near / 40 + apart


def pointed(battle: Thinking, command: Deploy) -> Deploy:
    """A place to begin at, with a weapon that does not turn easily pointed to where enemies are or come from."""
    unit, at = battle.units[command.unit], command.at
    weapon = turning.fixed_weapon(battle, unit)
    if weapon is None or at is None:
        return command
    aims = [*_goals(battle), *_beginnings(battle, unit)]
    turned = msgspec.structs.replace(command, heading=turning.pointed(battle, weapon, at, command.heading, aims))
    return turned if choices.deploy_refused(battle, unit.side, turned) is None else command


def _reached(battle: Thinking, unit: Unit, arc: Band, at: Spot) -> float:
    """The part of where enemies begin, what they go for, and the ways between that shells from a place reach."""
    aims = _ways(battle, unit)
    return sum(arc.start <= flat(at, aim) <= (arc.to or 0) for aim in aims) / len(aims)


def _watched(battle: Thinking, unit: Unit, weapon: Weapon, at: Spot) -> float:
    """The part of where enemies begin, what they go for, and the ways between that a weapon sees and reaches."""
    eye, aims, reach = battle.standing_at(at), _ways(battle, unit), turning.reach_of(weapon) or inf
    near = [aim for aim in aims if flat(at, aim) <= reach]
    return sum(battle.clear(battle.standing_at(aim), eye) for aim in near) / len(aims)


def _ways(battle: Thinking, unit: Unit) -> list[Spot]:
    """Where enemies begin, what they go for, and the ways between."""
    goals, from_ = _goals(battle), _beginnings(battle, unit)
    ends = [(each, min(goals, key=lambda goal: flat(goal, each))) for each in from_]
    return [*goals, *from_, *(towards(each, end, flat(each, end) / 2) for each, end in ends)]


def _cover(battle: Thinking, at: Spot) -> float:
    return max((COVER[feature.kind.cover] for feature in battle.ground.standing(at)), default=0.0)


def _apart(battle: Thinking, unit: Unit, at: Spot) -> float:
    near = sum(flat(other.at, at) < APART for other in battle.on_table(unit.side))
    return -0.08 * near


def _goals(battle: Thinking) -> list[Spot]:
    table = battle.setup.table
    found = [spot(each.x, each.y) for each in battle.setup.objectives]
    return found or [spot(table.width / 2, table.depth / 2)]


def _seen(battle: Thinking, unit: Unit, at: Spot) -> float:
    """The part of where the enemy begins, or stands already, that sees a place."""
    eye, from_ = battle.standing_at(at), _beginnings(battle, unit)
    return sum(battle.clear(battle.standing_at(each), eye) for each in from_) / len(from_)


def _beginnings(battle: Thinking, unit: Unit) -> list[Spot]:
    """Where enemies begin, or stand already."""
    zone, shares = battle.setup.zones[1 - unit.side], (0.1, 0.3, 0.5, 0.7, 0.9)
    found = [
        spot(zone.west + (zone.east - zone.west) * across, zone.south + (zone.north - zone.south) * along)
        for across in shares
        for along in (0.25, 0.75)
    ]
    return found + [enemy.at._replace(z=0) for enemy in battle.enemies(unit)]
