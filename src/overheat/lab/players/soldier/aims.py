"""What a scenario asks of each unit: which objective it goes for and how urgently, or whom it comes near to."""

from __future__ import annotations

from typing import NamedTuple

from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.soldier.preferences import Preferences
from overheat.platoon.battle.state import Objective, Unit
from overheat.platoon.ground.geometry import Spot, flat, spot
from overheat.platoon.turn.turns import holder
from overheat.platoon.units.weapons import Weapon, weapon_row

LAST = 6
"""The turn that is the last as often as not."""
EACH = 2
"""How many units go for one objective."""
CLOSE = 11.0
"""How near men want to come to who they shoot at."""


class Aim(NamedTuple):
    """Where a unit wants to be, how near is near enough, and what getting there counts."""

    at: Spot
    near: float
    worth: float
    objective: bool = False
    name: str = ""


def aim_of(battle: Thinking, unit: Unit, likes: Preferences) -> Aim | None:
    """What a unit is after."""
    known: dict[str, Aim] = battle.kept.setdefault(("aims", unit.side), {}) or _assigned(battle, unit.side, likes)
    battle.kept["aims", unit.side] = known
    if unit.id in known:
        return known[unit.id]
    sheet = battle.sheet(unit)
    if sheet.kind in ("gun", "drone") or sheet.gun is not None:
        return None
    if sheet.system is not None:
        return _in_reach(battle, unit, weapon_row(battle.rules, sheet.system))
    enemies = [enemy for enemy in battle.enemies(unit) if sheet.kind != "infantry" or battle.sheet(enemy).soft]
    if not enemies:
        return None
    target = min(enemies, key=lambda enemy: flat(unit.at, enemy.at))
    near = CLOSE if sheet.kind in ("infantry", "team") else 20.0
    return Aim(target.at._replace(z=0), near, 0.0 if sheet.officer else 0.1, name=battle.sheet(target).name)


def _in_reach(battle: Thinking, unit: Unit, weapon: Weapon) -> Aim | None:
    """A team that can carry its weapon along wants an enemy in its reach; one that cannot stays."""
    reach = weapon.indirect.to if weapon.indirect is not None else weapon.reach
    if "Fixed" in weapon.keywords or not reach:
        return None
    armour = isinstance(weapon.pen, int) and weapon.pen > 3
    enemies = [enemy for enemy in battle.enemies(unit) if not armour or not battle.sheet(enemy).soft]
    if not enemies:
        return None
    target = min(enemies, key=lambda enemy: flat(unit.at, enemy.at))
    return Aim(target.at._replace(z=0), 0.75 * reach, 0.09, name=battle.sheet(target).name)


def _assigned(battle: Thinking, side: int, likes: Preferences) -> dict[str, Aim]:
    """The units that go for objectives: the nearest who can hold them, men before vehicles, some for each."""
    able = [unit for unit in battle.on_table(side) if _holds(battle, unit)]
    found: dict[str, Aim] = {}
    for objective in sorted(battle.setup.objectives, key=lambda each: -each.worth):
        at, held = spot(objective.x, objective.y), holder(battle, objective)
        free = [unit for unit in able if unit.id not in found]
        free.sort(key=lambda unit: flat(unit.at, at) + (0 if battle.sheet(unit).soft else 10))
        for place, unit in enumerate(free[: _many(battle, held == side)]):
            worth = likes.objectives * _urgency(battle, unit, objective, at, first=place == 0)
            found[unit.id] = Aim(at, max(0.5, objective.radius - 2), worth, True, objective.name)
    return found


def _many(battle: Thinking, held: bool) -> int:
    """How many units go for an objective: more towards the end, fewer where it is held."""
    if battle.turn >= LAST - 1:
        return EACH + 1 if not held else EACH
    return 1 if held else EACH


def _holds(battle: Thinking, unit: Unit) -> bool:
    sheet = battle.sheet(unit)
    late = battle.turn >= LAST - 1 and sheet.kind == "team" and sheet.system is None
    fit = sheet.kind in ("infantry", "vehicle") and not sheet.officer
    return (fit or late) and not unit.immobilised and unit.at.z == 0


def _urgency(battle: Thinking, unit: Unit, objective: Objective, at: Spot, *, first: bool) -> float:
    """What an objective counts now: more the less time there is to get there, and less for who comes second."""
    slack = LAST - battle.turn - flat(unit.at, at) / (11 if battle.sheet(unit).soft else 18)
    rank = 1.0 if first else 0.7
    return rank * min(1.2, objective.worth / 3) * (1.4 if slack <= 0.7 else 0.4 if slack <= 2 else 0.22)


def left_to_go(aim: Aim, at: Spot) -> float:
    """How many inches a place is from where a unit wants to be."""
    return max(0.0, flat(at, aim.at) - aim.near)
