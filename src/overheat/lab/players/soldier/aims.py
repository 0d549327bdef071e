"""What a scenario asks of each unit: which objective it goes for and how urgently, or whom it comes near to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.platoon_watching import has_spotter
from overheat.lab.players.soldier.danger import firepower
from overheat.lab.players.soldier.kills import IDLE, best_volleys
from overheat.lab.players.soldier.leading import to_follow
from overheat.lab.players.soldier.preferences import Preferences
from overheat.lab.players.soldier.stakes import on_objective, turns_left
from overheat.lab.players.soldier.vantage import better_place
from overheat.lab.players.soldier.ways import way_to
from overheat.platoon.battle.commands import Walk
from overheat.platoon.battle.state import Objective, Unit
from overheat.platoon.fire.spotting import observed
from overheat.platoon.ground.geometry import Spot, flat, spot, towards
from overheat.platoon.move.men import walk_refused
from overheat.platoon.rules.standard.movement import PACES
from overheat.platoon.rules.standard.orders import kind_of
from overheat.platoon.units.weapons import Weapon, weapon_row

EACH = 2
"""How many units go for one objective that is far from decided."""
PRESSED = 6
"""How many go at the end for one that is not held."""
SUPPORT = (1.0, 0.6, 0.45)
"""What the same objective counts to the first, the second and every further unit that goes for it."""
CLOSE = 11.0
"""How near men want to come to who they shoot at."""
NEAR, BLIND = 0.75, 0.4
"""The part of the reach of its weapon that a team comes as near as to who it sees, and to who it has yet to see."""
FARTHEST = 60
"""Inches that a weapon without a limit is thought to reach."""
MOST = 0.3
"""What the best place to fire from counts at most."""
DETOURS, STRAIGHT = 0.75, 0.95
"""The part of a way that leads straight to where it should: of a long one, and of one that takes a turn."""
URGENCY = (0.7, 0.3, 0.16, 0.08)
"""What a victory point counts to who must go now, and to who has one turn to spare, two, and more."""


EDGE, ON_IT = 2.0, 0.05
"""Inches inside an objective that men come to, for men fall; and vehicles, and who has no time."""
LEADS = 0.12
"""What it counts to an officer to come to those whom he leads."""
SOON_THERE = 10.0
"""Inches from the edge of an objective within which an enemy may come upon it soon."""
OTHER_WORK = 0.3
"""By how many turns a vehicle counts as later than men: it has other work."""
ON_THE_WAY = 1.0
"""By how many turns who was sent to an objective before counts as sooner there than others."""
SENT = "sent"
"""Where a bot keeps, for what it thinks about, whom it sent to which objective before."""
FREE = 2.5
"""How much more an objective counts that nobody holds, to who is there first."""


class Aim(NamedTuple):
    """Where a unit wants to be, how near is near enough, and what getting there counts."""

    at: Spot
    near: float
    worth: float
    objective: bool = False
    name: str = ""
    due: bool = False
    """Whether it is now or never."""


def aim_of(battle: Thinking, unit: Unit, likes: Preferences) -> Aim | None:
    """What a unit is after."""
    key = ("aims", unit.side)
    if key not in battle.kept:
        battle.kept[key] = _assigned(battle, unit.side, likes)
    known: dict[str, Aim] = battle.kept[key]
    if unit.id in known:
        return known[unit.id]
    sheet = battle.sheet(unit)
    if sheet.kind in ("gun", "drone") or sheet.gun is not None:
        return None
    if sheet.system is not None:
        return _in_reach(battle, unit, weapon_row(battle.rules, sheet.system), likes)
    if sheet.officer:
        return _with_others(battle, unit)
    enemies = [enemy for enemy in battle.enemies(unit) if sheet.kind != "infantry" or battle.sheet(enemy).soft]
    if not enemies:
        return None
    target = min(enemies, key=lambda enemy: flat(unit.at, enemy.at))
    near = CLOSE if sheet.kind in ("infantry", "team") else 20.0
    return Aim(target.at._replace(z=0), near, 0.1, name=battle.sheet(target).name)


def _with_others(battle: Thinking, unit: Unit) -> Aim | None:
    """An officer goes where his word reaches others."""
    found = to_follow(battle, unit)
    if found is None:
        return None
    friend, near = found
    return Aim(friend.at._replace(z=0), near, LEADS, name=battle.sheet(friend).name)


def _in_reach(battle: Thinking, unit: Unit, weapon: Weapon, likes: Preferences) -> Aim | None:
    """A team wants an enemy in the reach of its weapon, best one that is seen; one that does not fire on the move stays
    where it has some, if it fires in an arc or at one that it may well hit, and else looks for a better place."""
    if not weapon.bands and weapon.indirect is None:
        return None
    reach = (weapon.indirect.to if weapon.indirect is not None else weapon.reach) or FARTHEST
    fixed = "Fixed" in weapon.keywords
    armour = isinstance(weapon.pen, int) and weapon.pen > 3
    enemies = [enemy for enemy in battle.enemies(unit) if not armour or not battle.sheet(enemy).soft]
    flat_only = not weapon.bands or "Flamethrower" in weapon.keywords
    enemies = [enemy for enemy in enemies if not (flat_only and enemy.at.z) and _harms(battle, unit, enemy, reach)]
    within = [enemy for enemy in enemies if flat(unit.at, enemy.at) <= reach]
    if fixed and weapon.indirect is not None and within and _has_eyes(battle, unit, within):
        return None
    if fixed and weapon.indirect is None:
        busy = any(observed(battle, unit, enemy) for enemy in within)
        ran = unit.order is None and unit.last is not None and kind_of(battle.rules, unit.last).gait == "run"
        if turns_left(battle) < 1 or (busy and (ran or best_volleys(battle, unit).worth >= IDLE)):
            return None
        place = better_place(battle, unit, likes.risk)
        if place is not None or busy:
            return place and Aim(place.at, ON_IT, min(place.gain, MOST), name="a place to fire from")
    if not enemies:
        return None
    seen = [enemy for enemy in enemies if observed(battle, unit, enemy)]
    start = weapon.indirect.start if weapon.indirect is not None else 0
    near = NEAR * reach if seen else max(start + 1, BLIND * reach)
    beyond = [enemy for enemy in enemies if flat(unit.at, enemy.at) > near]
    target = min(seen or beyond or enemies, key=lambda enemy: flat(unit.at, enemy.at))
    return Aim(target.at._replace(z=0), near, 0.14 if fixed else 0.09, name=battle.sheet(target).name)


def _has_eyes(battle: Thinking, gun: Unit, enemies: Sequence[Unit]) -> bool:
    """Whether a gun is of use where it is: somebody sees for it, or it sees one of some enemies."""
    return has_spotter(battle, gun) or any(observed(battle, gun, enemy) for enemy in enemies)


def _harms(battle: Thinking, unit: Unit, enemy: Unit, reach: float) -> bool:
    """Whether the weapon of a team can do something to an enemy half as far off as it reaches."""
    return firepower(battle.rules, battle.sheet(unit), battle.sheet(enemy), max(1, len(enemy.men)), int(reach / 2)) > 0


def turns_to(battle: Thinking, unit: Unit, inches: float) -> float:
    """How many turns of running a way takes."""
    run = max(1.0, float(battle.rules[PACES][battle.sheet(unit).mobility].run))
    return inches / ((STRAIGHT if inches <= STRAIGHT * run else DETOURS) * run)


def _assigned(battle: Thinking, side: int, likes: Preferences) -> dict[str, Aim]:
    """The units that go for objectives: one for each that no enemy is on, then more for each, everybody at the end."""
    found: dict[str, Aim] = {}
    if not likes.objectives:
        return found
    able = [unit for unit in battle.on_table(side) if _holds(battle, unit)]
    wanted = [each for each in battle.setup.objectives if not _left_alone(battle, side, each, able)]
    first = _first_comers(battle, side, wanted, able)
    for number, objective in sorted(enumerate(wanted), key=lambda each: -each[1].worth):
        there = _inside(battle, objective, side), _inside(battle, objective, 1 - side)
        taken = found.keys() | first.values()
        ready = _ready(battle, objective, [unit for unit in able if unit.id not in taken])
        ready = [*_ready(battle, objective, [unit for unit in able if unit.id == first.get(number)]), *ready]
        for place, (_, id, turns) in enumerate(ready[: _many(battle, *there)]):
            edge = EDGE if battle.sheet(id).soft else ON_IT
            found[id] = _sent(battle, objective, there, place, turns, likes, edge)
    return found


def _left_alone(battle: Thinking, side: int, objective: Objective, able: Sequence[Unit]) -> bool:
    """Whether who goes for no objectives holds one already, far from every enemy."""
    others = _inside(battle, objective, side) > _inside(battle, objective, side, able)
    return others and _quiet(battle, side, objective, spot(objective.x, objective.y))


def _first_comers(battle: Thinking, side: int, wanted: Sequence[Objective], able: Sequence[Unit]) -> dict[int, str]:
    """Who is there soonest for each objective that no enemy is on: each point counts alike, wherever it lies."""
    open_ones = [number for number, each in enumerate(wanted) if not _inside(battle, each, 1 - side)]
    ways = sorted((each[0], each[1], number) for number in open_ones for each in _ready(battle, wanted[number], able))
    found: dict[int, str] = {}
    for _, id, number in ways:
        if number not in found and id not in found.values():
            found[number] = id
    return found


def _ready(battle: Thinking, objective: Objective, units: Sequence[Unit]) -> list[tuple[float, str, float]]:
    """The units that can still reach an objective, the soonest first: by how late they count, and how late they are."""
    at = spot(objective.x, objective.y)
    sent: Mapping[str, str] = battle.kept.get(SENT, {})
    ways = ((unit, turns_to(battle, unit, max(0.0, flat(unit.at, at) - objective.radius))) for unit in units)
    able = ((unit, turns) for unit, turns in ways if turns <= turns_left(battle) + 1)
    return sorted(
        (
            turns + _hindered(battle, unit, at, turns) - ON_THE_WAY * (sent.get(unit.id) == objective.name),
            unit.id,
            turns,
        )
        for unit, turns in able
    )


def _sent(
    battle: Thinking,
    objective: Objective,
    there: tuple[int, int],
    place: int,
    turns: float,
    likes: Preferences,
    edge: float,
) -> Aim:
    """What an objective is to the unit that goes for it in so many turns, as the first, the second and so on."""
    share = 1.0 if place == 1 and there[1] > 0 else SUPPORT[min(place, len(SUPPORT) - 1)]
    spare = turns_left(battle) + 1 - turns
    due = spare < 1
    more = FREE if place == 0 and there == (0, 0) and not due else 1.0
    worth = likes.objectives * objective.worth * more * share * _urgency(spare)
    near = max(0.5, objective.radius - (ON_IT if due else edge))
    return Aim(spot(objective.x, objective.y), near, worth, True, objective.name, due)


def _inside(battle: Thinking, objective: Objective, side: int, among: Sequence[Unit] | None = None) -> int:
    """How many units of a side are near enough to an objective to hold it, or to keep others from it."""
    there = on_objective(battle, objective, side)
    return len(there) if among is None else len({unit.id for unit in among} & set(there))


def _quiet(battle: Thinking, side: int, objective: Objective, at: Spot) -> bool:
    """Whether no enemy is near enough to an objective to come upon it soon."""
    return all(flat(enemy.at, at) > objective.radius + SOON_THERE for enemy in battle.on_table(1 - side))


def untaken(battle: Thinking, side: int) -> bool:
    """Whether there is an objective that nobody holds and no enemy is near to."""
    return any(
        not _inside(battle, each, side) and _quiet(battle, side, each, spot(each.x, each.y))
        for each in battle.setup.objectives
    )


def _many(battle: Thinking, ours: int, theirs: int) -> int:
    """How many units go for an objective: more towards the end, fewer where it is held."""
    left = turns_left(battle)
    if ours > 0 and theirs == 0:
        return EACH if left <= 1 else 1
    return PRESSED if left <= 1 else EACH + 2 if left <= 3 else EACH


def _holds(battle: Thinking, unit: Unit) -> bool:
    """Whether a unit goes for objectives; in the end everybody does who has no better use."""
    sheet = battle.sheet(unit)
    if unit.immobilised or unit.at.z > 0 or sheet.unmanned or sheet.mobility == "towed":
        return False
    if turns_left(battle) == 0:
        return sheet.kind != "gun"
    fit = sheet.kind in ("infantry", "vehicle") and not sheet.officer
    return fit or (turns_left(battle) <= 2 and sheet.kind == "team" and sheet.system is None)


def _hindered(battle: Thinking, unit: Unit, at: Spot, turns: float) -> float:
    """By how many turns a unit counts as later than others: those who are few, pinned, or have other work; who is there
    already is not later for his pins."""
    sheet = battle.sheet(unit)
    if not turns:
        return 0.0 if sheet.soft else OTHER_WORK
    frail = 0.3 if sheet.soft and len(unit.men) <= 2 else 0.0
    if turns_left(battle) <= 2 and sheet.soft and not _runs(battle, unit, at):
        frail += 0.6
    return frail + (0.0 if sheet.soft else OTHER_WORK) + 0.3 * unit.pins


def _runs(battle: Thinking, unit: Unit, to: Spot) -> bool:
    """Whether nothing bars men from running straight towards a place."""
    running = msgspec.structs.replace(unit, order="run")
    end = towards(unit.at, to, min(12.0, flat(unit.at, to)))._replace(z=0)
    return walk_refused(battle, running, Walk(end, unit.heading)) is None


def _urgency(spare: float) -> float:
    """What a victory point counts to who has so many turns to spare."""
    return URGENCY[min(max(0, int(spare)), len(URGENCY) - 1)]


def left_to_go(battle: Thinking, aim: Aim, at: Spot) -> float:
    """How many inches a place is from where a unit wants to be."""
    return way_to(battle, at, aim.at, aim.near)


def in_time(battle: Thinking, unit: Unit, aim: Aim, inches: float) -> bool:
    """Whether a unit that comes so many inches nearer now gets there before the end."""
    left = max(0.0, left_to_go(battle, aim, unit.at) - inches)
    return turns_to(battle, unit, left) <= turns_left(battle)
