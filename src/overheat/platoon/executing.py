"""Carrying out commands, and whatever follows of itself until somebody has to decide."""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.kernel.terms import parts
from overheat.platoon import (
    aiming,
    boarding,
    breaching,
    devices,
    firing,
    fleeing,
    flying,
    grenades,
    moving,
    ordering,
    shelling,
    strikes,
    tripping,
    turns,
)
from overheat.platoon import events as told
from overheat.platoon.battle import Battle
from overheat.platoon.commands import (
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
from overheat.platoon.resolve import take_test
from overheat.platoon.rules.standard import close_quarters, orders, turn
from overheat.platoon.state import (
    Adopting,
    Arriving,
    Choosing,
    Closing,
    Deploying,
    Detonating,
    Dodging,
    Ducking,
    EndingTurn,
    Fighting,
    Firing,
    Keeping,
    Landing,
    Misdirecting,
    Moving,
    NextDie,
    Ordering,
    Probing,
    Reacting,
    Regrouping,
    Resuming,
    Shooting,
    Tasks,
    Unit,
    Volley,
    Watching,
)
from overheat.platoon.volleys import other_choices, volley_choices


def carry_out(battle: Battle, command: Commands) -> None:
    """Do what a lawful command says."""
    if isinstance(command, Detonate):
        devices.detonate(battle, battle.devices[command.device])
        return
    task: Any = battle.tasks.pop()
    match task, command:
        case Deploying(), Deploy():
            _deploy(battle, task.side, command)
        case Ordering(), Give():
            if task.among:
                battle.bag[task.side] -= 1
                battle.used[task.side] += 1
            ordering.give(battle, command)
        case Moving(), Hold() if task.doing == "arrive":
            battle.update(task.unit, order="down")
        case Moving(), Hold() if task.doing == "disembark":
            while battle.tasks and battle.tasks[-1] == Shooting(task.side, task.unit):
                battle.tasks.pop()
        case Moving(), _ if not isinstance(command, Hold):
            _move(battle, task, command)
        case Shooting(), Shoot():
            _shoot(battle, task, command)
        case Shooting(), Shell():
            _shell(battle, battle.units[task.unit], command)
        case Adopting(), React():
            shelling.adopt(battle, battle.units[task.unit], task.at)
        case Shooting(), Dive():
            flying.dive(battle, battle.units[task.unit], command)
        case Shooting(), Bomb():
            flying.bomb(battle, battle.units[task.unit], command)
        case Shooting(), Lay():
            devices.lay(battle, battle.units[task.unit], command)
        case Shooting(), Attach():
            devices.attach(battle, battle.units[task.unit], command)
        case Shooting(), Breach():
            breaching.breach(battle, battle.units[task.unit], command)
        case Shooting(), ThrowSmoke():
            grenades.throw(battle, battle.units[task.unit], command)
        case Shooting(), OpenDoor():
            boarding.open_door(battle, battle.units[task.unit], command)
        case Shooting(), CallStrike():
            strikes.call(battle, battle.units[task.unit], command)
        case Misdirecting(), Misdirect():
            strikes.misdirect(battle, task.called, command)
        case Probing(), (React() | Hold()):
            devices.probe(battle, task.unit, task.device, isinstance(command, React))
        case Reacting(), React():
            fleeing.react(battle, task.unit)
        case Ducking(), React():
            battle.go_down(task.unit, "reacts")
        case Watching(), (React() | Hold()):
            devices.watched(battle, task.unit, task.device, isinstance(command, React))
        case Dodging(), React():
            battle.tasks = [_dodge(each, task.unit) for each in battle.tasks]
        case Regrouping(), Walk():
            moving.walk(battle, battle.units[task.unit], command)
        case Choosing(), Choose():
            friend = battle.units[command.unit]
            volleys = ordering.mistaken_volleys(battle, battle.units[task.unit], friend)
            battle.push(Firing(task.unit, volleys, "mistake"))
        case Keeping(), Keep():
            turns.keep(battle, task.side, command.units)


def _dodge(task: Tasks, unit: str) -> Tasks:
    """Shots at an aircraft that has released countermeasures."""
    aimed = isinstance(task, Firing) and any(volley.target == unit for volley in task.volleys)
    return msgspec.structs.replace(task, dodged=(*task.dodged, unit)) if aimed else task  # type: ignore[union-attr]


def _deploy(battle: Battle, side: int, command: Deploy) -> None:
    unit = battle.units[command.unit]
    if command.aboard:
        carrier = battle.units[command.aboard]
        battle.update(unit, place="aboard", carrier=carrier.id, at=carrier.at)
        battle.tell(told.Deployed(unit.id, "aboard"))
    elif command.at is None:
        battle.update(unit, place="reserve", flank=command.flank)
        battle.tell(told.Deployed(unit.id, command.flank or "reserve"))
    else:
        boarding.stand(battle, unit, command.at, command.heading)
        moving.carry(battle, battle.units[unit.id])
        battle.tell(told.Deployed(unit.id, "table", command.at, command.heading))
    waiting = [any(other.place == "waiting" for other in battle.side(each)) for each in (0, 1)]
    if any(waiting):
        battle.push(Deploying(1 - side if waiting[1 - side] else side))
    else:
        turns.begin(battle)


def _move(battle: Battle, task: Moving, command: Commands) -> None:
    unit = battle.units[task.unit]
    match command:
        case Walk() | Drive():
            tripping.go(battle, task.unit, command)
            return
        case Occupy():
            moving.occupy(battle, unit, command)
        case Charge():
            _charge(battle, unit, command)
            return
        case Fly():
            flying.fly(battle, unit, command)
        case Place():
            boarding.place(battle, unit, command)
        case FlyDrone():
            flying.fly_drone(battle, unit, command)
            return
    ordering.offer_ambush(battle, battle.units[task.unit])
    devices.trigger(battle, task.unit)


def _charge(battle: Battle, unit: Unit, command: Charge) -> None:
    """A charge is declared: nerve against armour, fire from the enemy, then the fight."""
    target = battle.units[command.target]
    sheet = battle.sheet(target)
    hunters = "tank_hunter" in battle.sheet(unit).flags
    if not sheet.soft and battle.rules[close_quarters.fears](sheet.damage_value, hunters):
        found = take_test(
            battle.rules, battle.hand(unit.id), battle.facts(unit, "run", forced=True), "orders.tank_fear"
        )
        battle.tell(told.Tested(unit.id, found.total, found.target, found.passed, needed=parts(found.needed)))
        if not found.passed:
            battle.go_down(unit, "fears the vehicle")
            return
    battle.push(Fighting(unit.id, target.id, battle.eyes(unit)[0]))
    start = battle.distance(unit, target)
    if battle.rules[close_quarters.fires_first](start, target.acted):
        battle.push(Shooting(target.side, target.id, "defence", unit.id))
    ordering.offer_ambush(battle, unit)


def _shoot(battle: Battle, task: Shooting, command: Shoot) -> None:
    unit = battle.units[task.unit]
    if task.occasion == "late":
        face = battle.hand(unit.id).roll("orders.late_ambush", 1).total
        if not battle.rules[orders.late_ambush](face):
            return
    if task.occasion == "defence":
        battle.spend_die(unit)
    if task.occasion != "order":
        unit = battle.update(unit, order="fire", last="fire")
    ordering.declare(battle, unit, command.volleys, task.occasion, task.idle)


def _shell(battle: Battle, unit: Unit, command: Shell) -> None:
    """A gun fires at a place."""
    volley = Volley(command.arm, "", command.round, indirect=True)
    weapon = aiming.volley_weapon(battle, unit, volley)
    shelling.fire_shell(battle, unit, command.at._replace(z=0), weapon, command.round == "smoke")


def settle(battle: Battle) -> None:
    """Do what needs no command, until somebody has to decide or the game is over."""
    while battle.tasks and not battle.outcome:
        task: Tasks = battle.tasks[-1]
        if _waits(battle, task):
            return
        battle.tasks.pop()
        match task:
            case NextDie():
                turns.next_die(battle)
            case Firing():
                firing.fire(battle, task.unit, task.volleys, task.occasion, task.dodged, task.idle)
            case Fighting():
                tripping.charge(battle, task)
            case EndingTurn():
                turns.end(battle)
            case Detonating():
                devices.detonate(battle, task.device)
            case Resuming():
                tripping.resume(battle, task)
            case Landing():
                shelling.land(battle, task)
            case Arriving():
                strikes.arrive(battle, task.called)
            case Closing():
                turns.close(battle)
            case _:
                pass


def _waits(battle: Battle, task: Tasks) -> bool:
    """Whether a task needs a player; those that have become idle are passed over."""
    match task:
        case Deploying():
            return True
        case Ordering():
            if task.among:
                return bool(ordering.snap_choices(battle, task))
            return any(not unit.acted for unit in battle.side(task.side))
        case Moving():
            unit = battle.units[task.unit]
            return unit.alive and unit.order in ("advance", "run")
        case Shooting():
            return _may_shoot(battle, task)
        case Dodging():
            return battle.units[task.unit].place == "table"
        case Reacting():
            target = battle.units[task.unit]
            return target.place == "table" and not target.acted
        case Probing() | Watching():
            return battle.units[task.unit].place == "table" and task.device in battle.devices
        case Ducking():
            return battle.units[task.unit].place == "table" and battle.units[task.unit].order != "down"
        case Regrouping():
            return battle.units[task.unit].place == "table"
        case Adopting():
            return battle.units[task.unit].alive
        case Misdirecting():
            return any(True for _ in strikes.astray(battle, task.called))
        case Choosing():
            return battle.units[task.unit].alive
        case Keeping():
            keeps = battle.rules[turn.may_keep]
            return any(unit.order is not None and keeps(unit.order) for unit in battle.side(task.side))
    return False


def _may_shoot(battle: Battle, task: Shooting) -> bool:
    """Whether a unit can still take its chance to fire, and has somebody to fire at."""
    unit = battle.units[task.unit]
    wanted = {"order": ("fire", "advance"), "ambush": ("ambush",), "late": ("ambush",), "defence": (None,)}
    if not unit.alive or unit.order not in wanted[task.occasion]:
        return False
    if task.against and battle.units[task.against].place != "table":
        return False
    if next(iter(volley_choices(battle, task)), None) is not None:
        return True
    return any(True for _ in other_choices(battle, task))
