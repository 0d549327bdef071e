"""What a greedy player thinks a command is worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from overheat.kernel.rules import Ruleset
from overheat.platoon import aiming, flying, resolve, spotting, strikes
from overheat.platoon.arms import Weapon
from overheat.platoon.battle import Battle
from overheat.platoon.commands import (
    Bomb,
    CallStrike,
    Charge,
    Commands,
    Deploy,
    Detonate,
    Dive,
    Drive,
    Fly,
    FlyDrone,
    Give,
    Keep,
    Misdirect,
    Occupy,
    OpenDoor,
    Place,
    React,
    Shell,
    Shoot,
    Walk,
)
from overheat.platoon.facts import Shot, Strike
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.geometry import SCALE, Spot, driven, flat
from overheat.platoon.state import Adopting, Dodging, Objective, Shooting, State, Unit, Volley, Watching
from overheat.platoon.volleys import volley_choices


class Thinking(Battle):
    """A battle that is only thought about: nothing changes, so what was found out is kept."""

    def __init__(self, game: PlatoonGame, state: State) -> None:
        super().__init__(state, game.ruleset, NO_DICE)
        self.shots: dict[str, float] = {}


def best(game: PlatoonGame, state: State, lawful: Sequence[Commands]) -> Commands:
    """The command that is worth most; the first of those that are worth the same."""
    battle = Thinking(game, state)
    return max(lawful, key=lambda command: value(battle, command))


def value(battle: Thinking, command: Commands) -> float:
    """What a command is worth, roughly in enemy units."""
    match command:
        case Give():
            return _order(battle, command)
        case Shoot():
            return volleys_worth(battle, battle.units[_acting(battle)], command.volleys, _occasion(battle))
        case Walk() | Drive() | Fly() | Place() | Occupy():
            return _move(battle, command)
        case Charge():
            return _charge(battle, command)
        case FlyDrone():
            return _drone(battle, command)
        case Shell():
            return _shell(battle, battle.units[_acting(battle)], command)
        case Detonate():
            return _detonate(battle, command)
        case Dive():
            return _dive(battle, battle.units[_acting(battle)], command.to)
        case OpenDoor():
            return 0.01
        case Bomb():
            return _bomb(battle)
        case CallStrike():
            return _strike(battle, battle.units[_acting(battle)].side, command)
        case Misdirect():
            return _strike(battle, _deciding(battle), command)
        case React() if isinstance(battle.tasks[-1], Dodging):
            return 1.0
        case React() if isinstance(battle.tasks[-1], Watching):
            return _crowd(battle, battle.tasks[-1].side, battle.tasks[-1].device.at, 2) - 0.1
        case React() if isinstance(battle.tasks[-1], Adopting):
            return _crowd(battle, battle.tasks[-1].side, battle.tasks[-1].at, 2)
        case React():
            return 0.1 if battle.units[_acting(battle)].pins > 2 else -0.1
        case Keep():
            return 0.1 * sum(battle.units[id].pins > 1 for id in command.units) - 0.01 * len(command.units)
        case Deploy():
            return _deploy(battle, command)
    return 0.0


def _acting(battle: Thinking) -> str:
    return str(getattr(battle.tasks[-1], "unit", ""))


def _deciding(battle: Thinking) -> int:
    """The side that has to decide."""
    return int(getattr(battle.tasks[-1], "side", 0))


def _occasion(battle: Thinking) -> str:
    task = battle.tasks[-1]
    return task.occasion if isinstance(task, Shooting) else "order"


def _worth(battle: Thinking, unit: Unit) -> float:
    """What a unit is worth to the enemy: one victory point, and more for what it can do."""
    return 0.6 + battle.sheet(unit).points / 150


@lru_cache(maxsize=4096)
def _hit_chance(score: int) -> float:
    return 1 / 36 if score > 6 else (7 - score) / 6


@lru_cache(maxsize=4096)
def _kill_chance(pen: int, damage_value: int) -> float:
    return max(0, min(5, 7 + pen - damage_value)) / 6


def volleys_worth(battle: Thinking, unit: Unit, volleys: tuple[Volley, ...], occasion: str) -> float:
    """The part of an enemy unit that shots may be expected to destroy, and the pins they give."""
    return sum(_volley_worth(battle, unit, volley, occasion) for volley in volleys)


def _volley_worth(battle: Thinking, unit: Unit, volley: Volley, occasion: str) -> float:
    target = battle.units[volley.target]
    worth = _worth(battle, target)
    weapon = aiming.volley_weapon(battle, unit, volley)
    if volley.indirect:
        chance = _hit_chance(spotting.need_for(battle, unit, target))
        return (0.3 * chance + 0.05) * worth
    if "ATGM" in weapon.keywords:
        return 0.6 * _penetrates(battle.rules, weapon, target, battle, 20) * worth
    total = 0.0
    for gun, shot in aiming.shots_of(battle, unit, volley, occasion):
        total += _shot_worth(battle, gun.weapon, shot, target, volley)
    return min(1.0, total) * worth


def _shot_worth(battle: Thinking, weapon: Weapon, shot: Shot, target: Unit, volley: Volley) -> float:
    """The part of a unit that one weapon destroys."""
    band = resolve.band_at(battle.rules, weapon, shot.distance)
    if band is None:
        return 0.0
    shots = band.shots if isinstance(band.shots, int) else 2
    chance = _hit_chance(resolve.score_needed(battle.rules, shot))
    sheet = battle.sheet(target)
    if volley.at_drone:
        return shots * chance * _kill_chance(0, sheet.damage_value)
    if not sheet.soft:
        return shots * chance * _penetrates(battle.rules, weapon, target, battle, shot.distance)
    pen = resolve.soft_pen(battle.rules, weapon, volley.round == "he")
    several = 2.0 if volley.round == "he" or weapon.pen == "HE" else 1.0
    return shots * chance * (several * _kill_chance(pen, sheet.damage_value) / max(1, len(target.men)) + 0.03)


def _penetrates(rules: Ruleset, weapon: Weapon, target: Unit, battle: Thinking, length: float) -> float:
    sheet = battle.sheet(target)
    if weapon.small_arms and sheet.damage_value >= 7:
        return 0.0
    added = int(resolve.penetration(rules, Strike(weapon=weapon, distance=length)).total)
    return 0.55 * max(0, min(5, 6 + added - sheet.damage_value)) / 6 + 0.02


def _order(battle: Thinking, command: Give) -> float:
    """What an order is worth, before it is tested."""
    unit = battle.units[command.unit]
    sure = 1.0 if not unit.pins else max(0.1, 1 - unit.pins / 9)
    if command.order == "rally":
        return 0.08 * unit.pins - 0.15
    if command.order == "down":
        return -0.3 + 0.02 * unit.pins if command.doing == "" else -0.4
    if command.order == "ambush":
        return 0.02
    if command.doing in ("arrive", "disembark"):
        return 0.35 * sure
    if command.doing == "lift":
        return (0.3 if unit.at.z == 0 else -1.0) * sure
    if command.doing == "embark":
        return -0.5
    if command.doing == "drone":
        return 0.25 * sure
    shot = _best_shot(battle, unit)
    if command.order == "fire":
        return shot * sure
    eager = _eagerness(battle, unit)
    if command.order == "advance":
        return (0.75 * shot + eager) * sure
    return (eager * 1.4 + _charge_hope(battle, unit)) * sure


def _best_shot(battle: Thinking, unit: Unit) -> float:
    """The best that a unit can shoot from where it is."""
    if unit.id not in battle.shots:
        able = aiming.can_fire(battle, unit)
        choices = volley_choices(battle, Shooting(unit.side, unit.id)) if able else ()
        found = [volleys_worth(battle, unit, volleys, "order") for volleys in choices]
        found += (_strike(battle, unit.side, call) for call in strikes.calls(battle, _ordered(unit)))
        battle.shots[unit.id] = max(found, default=0.0)
    return battle.shots[unit.id]


def _goal(battle: Thinking, unit: Unit) -> tuple[Spot, float] | None:
    """Where a unit wants to be, and how near is near enough: what nobody holds yet, or within range of an enemy."""
    goals = [(flat(unit.at, enemy.at) - 4, enemy.at, 14.0) for enemy in battle.enemies(unit)]
    if battle.sheet(unit).kind in ("infantry", "vehicle") and not battle.sheet(unit).officer:
        goals += (_objective_goal(battle, unit, each) for each in battle.setup.objectives)
    if not goals:
        return None
    _, place, near = min(goals)
    return place, near


def _objective_goal(battle: Thinking, unit: Unit, objective: Objective) -> tuple[float, Spot, float]:
    """How much an objective draws a unit: by its distance and worth, and less where friends hold it."""
    place = Spot(round(objective.x * SCALE), round(objective.y * SCALE))
    friends = sum(
        other.id != unit.id and flat(other.at, place) <= objective.radius for other in battle.on_table(unit.side)
    )
    pull = flat(unit.at, place) - 8 * objective.worth + 25 * friends
    return pull, place, max(0.0, objective.radius - 2)


def _eagerness(battle: Thinking, unit: Unit) -> float:
    """How much a unit wants to move at all."""
    sheet = battle.sheet(unit)
    watches = strikes.kind_of(battle, unit) is not None and strikes.CALLED not in unit.spent
    if sheet.system is not None or unit.place != "table" or unit.immobilised or sheet.kind in ("gun", "drone"):
        return -0.2
    if watches:
        return -0.05
    goal = _goal(battle, unit)
    if goal is None:
        return 0.0
    left = flat(unit.at, goal[0]) - goal[1]
    return 0.0 if left <= 0 else min(0.22, 0.05 + left / 150)


def _charge_hope(battle: Thinking, unit: Unit) -> float:
    """What a charge may bring to a unit that has an enemy before it."""
    if battle.sheet(unit).kind != "infantry" or len(unit.men) < 4:
        return 0.0
    near = [enemy for enemy in battle.enemies(unit) if flat(unit.at, enemy.at) < 12]
    return max((_charge_worth(battle, unit, enemy) for enemy in near), default=0.0)


def _charge_worth(battle: Thinking, unit: Unit, enemy: Unit) -> float:
    if not battle.sheet(enemy).soft or not enemy.men:
        return -0.5
    ours = len(unit.men) * _kill_chance(0, battle.sheet(enemy).damage_value)
    left = max(0.0, len(enemy.men) - ours)
    theirs = left * _kill_chance(0, battle.sheet(unit).damage_value)
    return (0.8 if ours > theirs + 1 else -0.8) * _worth(battle, enemy)


def _charge(battle: Thinking, command: Charge) -> float:
    return _charge_worth(battle, battle.units[_acting(battle)], battle.units[command.target])


def _move(battle: Thinking, command: Walk | Drive | Fly | Place | Occupy) -> float:
    """How much nearer a move brings a unit to where it wants to be."""
    unit = battle.units[_acting(battle)]
    goal = _goal(battle, unit)
    if goal is None:
        return 0.0
    to = _destination(battle, unit, command)
    left = max(0.0, flat(to, goal[0]) - goal[1])
    before = max(0.0, flat(unit.at, goal[0]) - goal[1]) if unit.place == "table" else 99.0
    covered = any(feature.kind.cover != "none" for feature in battle.ground.standing(to)) and battle.sheet(unit).soft
    turned = 0.02 if isinstance(command, Walk) and command.to == unit.at else 0.0
    return (before - left) / 20 + (0.15 if covered else 0.0) + turned


def _destination(battle: Thinking, unit: Unit, command: Walk | Drive | Fly | Place | Occupy) -> Spot:
    match command:
        case Walk():
            return command.to
        case Place():
            return command.at
        case Occupy():
            return battle.ground.features[command.feature].centre
    return driven(battle.hull(unit), command.legs).at


def _drone(battle: Thinking, command: FlyDrone) -> float:
    """Bombs on the enemy, else eyes near him and the way home."""
    unit = battle.units[_acting(battle)]
    if command.drop:
        target = battle.units[command.target or ""]
        soft = battle.sheet(target).soft
        if battle.sheet(unit).payload == "loitering":
            return _dive(battle, unit, command.to)
        return 0.6 * _worth(battle, target) if soft == (battle.sheet(unit).payload == "ied") else -0.2
    enemies = [flat(command.to, enemy.at) for enemy in battle.enemies(unit)]
    tired = unit.drone is not None and bool(unit.men) and (unit.drone.rounds >= 2 or not unit.drone.loaded)
    if tired:
        return 0.4 if command.to == unit.men[0].at else -flat(command.to, unit.men[0].at) / 100
    return 0.2 - abs(min(enemies, default=0.0) - 8) / 200 - flat(command.to, unit.at) / 2000


def _detonate(battle: Thinking, command: Detonate) -> float:
    """A device goes off as soon as enemies are upon it, for that costs no order; else it is kept."""
    device = battle.devices[command.device]
    carrier = battle.units.get(device.carrier or "")
    gain = _crowd(battle, device.side, carrier.at if carrier else device.at, 2)
    return gain if gain > 0.5 else -1.0


def _dive(battle: Thinking, unit: Unit, to: Spot) -> float:
    """A munition is worth its price, and goes off where it takes more with it."""
    return 0.7 * _crowd(battle, unit.side, to, 2) - 0.5 * _worth(battle, unit)


def _bomb(battle: Thinking) -> float:
    """Bombs on the enemy and not on friends."""
    unit = battle.units[_acting(battle)]
    return 0.4 * _crowd(battle, unit.side, flying.bomb_point(battle, unit), 4) - 0.1


def _crowd(battle: Thinking, side: int, at: Spot, radius: float) -> float:
    """What the enemies near a place are worth, less twice what friends are."""
    near = [other for other in battle.on_table() if flat(other.at, at) <= radius and other.at.z == 0]
    return sum(_worth(battle, other) * (1 if other.side != side else -2) for other in near)


def _shell(battle: Thinking, unit: Unit, command: Shell) -> float:
    """Shells where enemies are, a little less than at themselves; smoke is not thought about."""
    if command.round == "smoke":
        return -0.1
    chance = _hit_chance(spotting.need_for(battle, unit, command.at))
    return 0.25 * chance * _crowd(battle, unit.side, command.at, 2) - 0.01


def _ordered(unit: Unit) -> Unit:
    """A unit as it would be on a Fire order."""
    return msgspec.structs.replace(unit, order="fire")


def _strike(battle: Thinking, side: int, command: CallStrike | Misdirect) -> float:
    """Strikes where enemies crowd and friends do not."""
    if command.target:
        target = battle.units[command.target]
        return (0.35 if target.side != side else -0.35) * _worth(battle, target)
    assert command.at is not None
    if isinstance(command, CallStrike) and command.smoke:
        return -0.1
    usual = 9
    return 0.15 * _crowd(battle, side, command.at, usual) - 0.05


def _deploy(battle: Thinking, command: Deploy) -> float:
    """Guns stand back, the others near what is worth holding; nobody waits."""
    if command.at is None:
        return -1.0
    unit = battle.units[command.unit]
    spots = [Spot(round(each.x * SCALE), round(each.y * SCALE)) for each in battle.setup.objectives]
    table = battle.setup.table
    spots = spots or [Spot(round(table.width * SCALE / 2), round(table.depth * SCALE / 2))]
    near = min(flat(command.at, place) for place in spots)
    return near / 100 if battle.sheet(unit).kind == "gun" else -near / 100
