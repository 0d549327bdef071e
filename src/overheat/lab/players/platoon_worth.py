"""What a greedy player thinks a command is worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from overheat.kernel.rules.rule import Ruleset
from overheat.lab.players import platoon_watching as watching
from overheat.lab.players.platoon_appraising import Thinking, blast_worth, volleys_worth, worth
from overheat.platoon.battle.advance import CALLED
from overheat.platoon.battle.commands import (
    Attach,
    Bomb,
    Breach,
    CallStrike,
    Charge,
    Choose,
    Commands,
    Deploy,
    Detonate,
    Dive,
    Drive,
    Fly,
    FlyDrone,
    Give,
    Hold,
    Keep,
    Lay,
    Misdirect,
    Occupy,
    OpenDoor,
    Place,
    React,
    Shell,
    Shoot,
    ThrowSmoke,
    Walk,
)
from overheat.platoon.battle.state import Adopting, Device, Dodging, Objective, Shooting, State, Unit, Volley, Watching
from overheat.platoon.fire import aiming, guns, spotting, strikes
from overheat.platoon.fire.volleys import volley_choices
from overheat.platoon.game import PlatoonGame
from overheat.platoon.ground.geometry import SCALE, Spot, bearing, driven, flat
from overheat.platoon.move import aircraft as flying
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.resolution.chances import Side, fought_round
from overheat.platoon.rules.standard import devices, orders
from overheat.platoon.turn.turn import worth_of
from overheat.platoon.units.weapons import weapon_row

LOAD = 3
"""The blast of an explosive load, in inches."""


def best(game: PlatoonGame, state: State, lawful: Sequence[Commands]) -> Commands:
    """The command that is worth most; the first of those that are worth the same."""
    battle = Thinking(game, state)
    return max(lawful, key=lambda command: value(battle, command))


def value(battle: Thinking, command: msgspec.Struct) -> float:
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
            return flight_worth(battle, battle.units[_acting(battle)], command)
        case Shell():
            return _shell(battle, battle.units[_acting(battle)], command)
        case Detonate():
            return _detonate(battle, command)
        case Dive():
            return _dive(battle, battle.units[_acting(battle)], command.to)
        case OpenDoor():
            return 0.01
        case Bomb():
            return _bomb(battle, command)
        case CallStrike():
            return strike_worth(battle, battle.units[_acting(battle)].side, command)
        case Misdirect():
            return strike_worth(battle, _deciding(battle), command)
        case React() if isinstance(battle.tasks[-1], Dodging):
            return 1.0
        case React() if isinstance(battle.tasks[-1], Watching):
            return _device_worth(battle, battle.tasks[-1].device) - 0.05
        case React() if isinstance(battle.tasks[-1], Adopting):
            unit = battle.units[_acting(battle)]
            return _shell_worth(battle, unit, _arm_in_an_arc(battle, unit), battle.tasks[-1].at)
        case React():
            return 0.1 if battle.units[_acting(battle)].pins > 2 else -0.1
        case Keep():
            return 0.1 * sum(battle.units[id].pins > 1 for id in command.units) - 0.01 * len(command.units)
        case Deploy():
            return _deploy(battle, command)
        case Lay():
            return devices.row_of(battle.rules, command.kind).worth
        case Hold() | Choose() | Attach() | ThrowSmoke() | Breach():
            return 0.0
    return worth_of(battle, command)


def _acting(battle: Thinking) -> str:
    return str(getattr(battle.tasks[-1], "unit", ""))


def _deciding(battle: Thinking) -> int:
    """The side that has to decide."""
    return int(getattr(battle.tasks[-1], "side", 0))


def _occasion(battle: Thinking) -> str:
    task = battle.tasks[-1]
    return task.occasion if isinstance(task, Shooting) else "order"


def _order(battle: Thinking, command: Give) -> float:
    """What an order is worth, before it is tested."""
    unit = battle.units[command.unit]
    kind = orders.kind_of(battle.rules, command.order)
    sure = battle.obeys(unit, command.order)
    return _order_of_kind(battle, unit, command, kind, sure) + kind.worth - 0.05 * kind.pins


def _order_of_kind(battle: Thinking, unit: Unit, command: Give, kind: orders.OrderKind, sure: float) -> float:
    """What the moves and shots of an order are worth to a unit, or what it is for besides."""
    if not kind.acts:
        return _rest(unit, kind, command.doing)
    if command.doing in ("arrive", "disembark"):
        return 0.35 * sure
    if command.doing == "lift":
        return (0.3 if unit.at.z == 0 else -1.0) * sure
    if command.doing == "embark":
        return -0.5
    if command.doing == "drone":
        return 0.25 * sure
    shot = _best_shot(battle, unit) if kind.shoots or kind.gait == "advance" else 0.0
    if not kind.moves:
        return shot * sure
    eager = _eagerness(battle, unit)
    if kind.gait == "advance":
        return ((0.75 * shot if kind.shoots else 0.0) + eager) * sure
    return (eager * 1.4 + charge_hope(battle, unit) + (0.75 * shot if kind.shoots else 0.0)) * sure


def _rest(unit: Unit, kind: orders.OrderKind, doing: str) -> float:
    """What it is worth to rally, to lie in wait, or to go down."""
    if kind.rallies:
        return 0.08 * unit.pins - 0.15
    if kind.waits:
        return 0.02
    return -0.3 + 0.02 * unit.pins if doing == "" else -0.4


def _best_shot(battle: Thinking, unit: Unit) -> float:
    """The best that a unit can shoot from where it is."""
    if unit.id not in battle.shots:
        able = aiming.can_fire(battle, unit)
        choices = volley_choices(battle, Shooting(unit.side, unit.id)) if able else ()
        found = [volleys_worth(battle, unit, volleys, "order") for volleys in choices]
        found += (strike_worth(battle, unit.side, call) for call in strikes.calls(battle, as_ordered(unit)))
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
    """How much a unit wants to move at all, thought about once."""
    key = _eagerness, unit.id
    found: float | None = battle.kept.get(key)
    if found is None:
        found = battle.kept[key] = _find_eagerness(battle, unit)
    return found


def _find_eagerness(battle: Thinking, unit: Unit) -> float:
    sheet = battle.sheet(unit)
    watches = strikes.kind_of(battle, unit) is not None and CALLED not in unit.spent
    if sheet.system is not None or unit.place != "table" or unit.immobilised or sheet.kind in ("gun", "drone"):
        return -0.2
    if watches:
        return -0.05
    if sheet.gun is not None:
        return watching.restless(battle, unit)
    goal = _goal(battle, unit)
    if goal is None:
        return 0.0
    left = flat(unit.at, goal[0]) - goal[1]
    return 0.0 if left <= 0 else min(0.22, 0.05 + left / 150)


def charge_hope(battle: Thinking, unit: Unit) -> float:
    """What a charge may bring to a unit that has an enemy before it."""
    if battle.sheet(unit).kind != "infantry" or len(unit.men) < 4:
        return 0.0
    near = [enemy for enemy in battle.enemies(unit) if flat(unit.at, enemy.at) < 12]
    return max((charge_worth(battle, unit, enemy) for enemy in near), default=0.0)


def charge_worth(battle: Thinking, unit: Unit, enemy: Unit) -> float:
    if not battle.sheet(enemy).soft or not enemy.men:
        return -0.5
    own, theirs = (Side(len(side.men), battle.sheet(side).damage_value) for side in (unit, enemy))
    return 0.8 * _upper_hand(battle.rules, own, theirs) * worth(battle, enemy)


@lru_cache(maxsize=4096)
def _upper_hand(rules: Ruleset, own: Side, theirs: Side) -> float:
    """How much likelier who charges wins the first round than loses it."""
    found = fought_round(rules, own, theirs)
    won = found.where(lambda each: each.winner == "attacker")
    return float(won - found.where(lambda each: each.winner == "defender"))


def _charge(battle: Thinking, command: Charge) -> float:
    return charge_worth(battle, battle.units[_acting(battle)], battle.units[command.target])


def _move(battle: Thinking, command: Walk | Drive | Fly | Place | Occupy) -> float:
    """How much nearer a move brings a unit to where it wants to be."""
    unit = battle.units[_acting(battle)]
    goal = _goal(battle, unit)
    if goal is None:
        return 0.0
    to = _destination(battle, unit, command)
    if battle.sheet(unit).gun is not None:
        return watching.view_from(battle, unit, to)
    left = max(0.0, flat(to, goal[0]) - goal[1])
    before = max(0.0, flat(unit.at, goal[0]) - goal[1]) if unit.place == "table" else 99.0
    covered = any(feature.kind.cover != "none" for feature in battle.ground.standing(to)) and battle.sheet(unit).soft
    turned = 0.02 if isinstance(command, Walk) and command.to == unit.at else 0.0
    aimed = 0.2 if isinstance(command, Fly) and _bears_after(battle, unit, command) else 0.0
    return (before - left) / 20 + (0.15 if covered else 0.0) + turned + aimed


def _bears_after(battle: Thinking, unit: Unit, command: Fly) -> bool:
    """Whether what is mounted on a helicopter would bear on an enemy in its reach after a flight."""
    sheet, after = battle.sheet(unit), driven(battle.hull(unit), command.legs)
    turned = msgspec.structs.replace(unit, heading=after.heading)
    for mount in sheet.mounts:
        reach = resolve.weapon_of(battle.rules, mount.weapon).reach or 0
        for enemy in battle.enemies(unit):
            way = (bearing(after.at, 0, enemy.at)) % 360
            near = flat(after.at, enemy.at) <= reach
            if near and guns.mount_bears(battle.rules, sheet, turned, mount.place, way):
                return True
    return False


def _destination(battle: Thinking, unit: Unit, command: Walk | Drive | Fly | Place | Occupy) -> Spot:
    match command:
        case Walk():
            return command.to
        case Place():
            return command.at
        case Occupy():
            return battle.ground.features[command.feature].centre
    return driven(battle.hull(unit), command.legs).at


def flight_worth(battle: Thinking, unit: Unit, command: FlyDrone) -> float:
    """What the drone of a unit does where it flies: bombs on the enemy, else eyes near him and the way home."""
    if command.drop:
        target = battle.units[command.target or ""]
        if battle.sheet(unit).payload == "loitering":
            return _dive(battle, unit, command.to)
        if battle.sheet(unit).payload == "ied":
            return 0.7 * blast_worth(battle, unit.side, command.to, LOAD)
        return -0.2 if battle.sheet(target).soft else 0.6 * worth(battle, target)
    enemies = [flat(command.to, enemy.at) for enemy in battle.enemies(unit)]
    tired = unit.drone is not None and bool(unit.men) and (unit.drone.rounds >= 2 or not unit.drone.loaded)
    if tired:
        return 0.4 if command.to == unit.men[0].at else -flat(command.to, unit.men[0].at) / 100
    return 0.2 - abs(min(enemies, default=0.0) - 8) / 200 - flat(command.to, unit.at) / 2000


def _detonate(battle: Thinking, command: Detonate) -> float:
    """A device goes off as soon as enemies are upon it, for that costs no order; else it is kept."""
    gain = _device_worth(battle, battle.devices[command.device])
    return gain if gain > 0.1 else -1.0


def _device_worth(battle: Thinking, device: Device) -> float:
    """What a device would do if it went off now."""
    carrier = battle.units.get(device.carrier or "")
    weapon = weapon_row(battle.rules, devices.row_of(battle.rules, device.kind).weapon or "ied")
    at, pen = carrier.at if carrier else device.at, battle.rules[devices.pen_of](battle.rules, weapon)
    return blast_worth(battle, device.side, at._replace(z=0), weapon.he or LOAD, pen)


def _dive(battle: Thinking, unit: Unit, to: Spot) -> float:
    """A munition is worth its price, and goes off where it takes more with it."""
    pen = battle.rules[devices.pen_of](battle.rules, weapon_row(battle.rules, "ied"))
    return blast_worth(battle, unit.side, to._replace(z=0), LOAD, pen) - 0.25 * worth(battle, unit)


def _bomb(battle: Thinking, command: Bomb) -> float:
    """Bombs on the enemy and not on friends."""
    unit = battle.units[_acting(battle)]
    weapon = resolve.weapon_of(battle.rules, battle.sheet(unit).mounts[int(command.mount)].weapon)
    return blast_worth(battle, unit.side, flying.bomb_point(battle, unit), weapon.he or 1) - 0.05


def _crowd(battle: Thinking, side: int, at: Spot, radius: float) -> float:
    """What the enemies near a place are worth, less twice what friends are."""
    near = [other for other in battle.on_table() if flat(other.at, at) <= radius and other.at.z == 0]
    return sum(worth(battle, other) * (1 if other.side != side else -2) for other in near)


def _shell(battle: Thinking, unit: Unit, command: Shell) -> float:
    """Shells where enemies are, a little less than at themselves; smoke is not thought about."""
    if command.round == "smoke":
        return -0.1
    chance = float(odds.falls_where_aimed(battle.rules, spotting.need_for(battle, unit, command.at)))
    return chance * _shell_worth(battle, unit, command.arm, command.at) - 0.01


def _arm_in_an_arc(battle: Thinking, unit: Unit) -> str:
    """What a unit fires in an arc with: its gun, one that it has mounted, or the launchers of its men."""
    sheet = battle.sheet(unit)
    arcs = (resolve.weapon_of(battle.rules, mount.weapon).indirect is not None for mount in sheet.mounts)
    mounted = next((str(number) for number, arc in enumerate(arcs) if arc), "ugl")
    return "system" if sheet.system else mounted


def _shell_worth(battle: Thinking, unit: Unit, arm: str, at: Spot) -> float:
    """What a shell of a gun does that falls on a place."""
    weapon = guns.volley_weapon(battle, unit, Volley(arm, "", indirect=True))
    return blast_worth(battle, unit.side, at._replace(z=0), weapon.he or 1)


def as_ordered(unit: Unit) -> Unit:
    """A unit as it would be on a Fire order."""
    return msgspec.structs.replace(unit, order="fire")


def strike_worth(battle: Thinking, side: int, command: CallStrike | Misdirect) -> float:
    """Strikes where enemies crowd and friends do not."""
    if command.target:
        target = battle.units[command.target]
        return (0.35 if target.side != side else -0.35) * worth(battle, target)
    assert command.at is not None
    if isinstance(command, CallStrike) and command.smoke:
        return -0.1
    usual = 9
    return 0.15 * _crowd(battle, side, command.at, usual) - 0.05


def _deploy(battle: Thinking, command: Deploy) -> float:
    """Guns stand back, mortars in range and hidden if a spotter sees for them; others near what is worth holding."""
    if command.at is None:
        return -1.0
    unit = battle.units[command.unit]
    if battle.sheet(unit).gun is not None:
        return watching.view_from(battle, unit, command.at)
    spots = [Spot(round(each.x * SCALE), round(each.y * SCALE)) for each in battle.setup.objectives]
    table = battle.setup.table
    spots = spots or [Spot(round(table.width * SCALE / 2), round(table.depth * SCALE / 2))]
    near = min(flat(command.at, place) for place in spots)
    sheet = battle.sheet(unit)
    weapon = resolve.weapon_of(battle.rules, sheet.system) if sheet.system else None
    if weapon is not None and weapon.indirect is not None and not weapon.bands:
        hidden = watching.has_spotter(battle, unit)
        exposed = 0.3 * watching.seen_from(battle, unit, command.at) if hidden else 0.0
        return -abs(near - 0.6 * (weapon.indirect.to or 0)) / 100 - exposed
    return near / 100 if sheet.kind == "gun" else -near / 100
