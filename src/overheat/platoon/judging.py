"""Judging commands: why one may not be given now."""

from __future__ import annotations

import msgspec

from overheat.kernel.refusal import Refusal
from overheat.platoon import (
    aiming,
    boarding,
    breaching,
    choices,
    devices,
    driving,
    flying,
    grenades,
    moving,
    ordering,
    strikes,
    turns,
)
from overheat.platoon.battle import Battle
from overheat.platoon.books import HOUSE
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
    unreasonable,
)
from overheat.platoon.rules.standard import drones
from overheat.platoon.state import (
    Adopting,
    Choosing,
    Deploying,
    Dodging,
    Ducking,
    Keeping,
    Misdirecting,
    Moving,
    Ordering,
    Probing,
    Reacting,
    Regrouping,
    Shooting,
    Watching,
)

COMMANDS = HOUSE("Commands")


def refusal(battle: Battle, command: Commands) -> Refusal | None:
    """Why a command may not be given now, or None."""
    odd = unreasonable(command)
    if odd:
        return odd
    task = battle.tasks[-1]
    wrong = Refusal("game.command", f"not now: {type(command).__name__}", COMMANDS)
    match task, command:
        case _, Detonate():
            return devices.set_off_refused(battle, getattr(task, "side", None), command)
        case Shooting(occasion="order"), Lay():
            return devices.lay_refused(battle, battle.units[task.unit], command)
        case Shooting(occasion="order"), Attach():
            return devices.attach_refused(battle, battle.units[task.unit], command)
        case Shooting(occasion="order"), Breach():
            return breaching.breach_refused(battle, battle.units[task.unit], command)
        case Shooting(occasion="order"), ThrowSmoke():
            return grenades.throw_refused(battle, battle.units[task.unit], command)
        case Shooting(occasion="order"), OpenDoor():
            return boarding.open_refused(battle, battle.units[task.unit], command)
        case Shooting(occasion="order"), CallStrike():
            return strikes.call_refused(battle, battle.units[task.unit], command)
        case Misdirecting(), Misdirect():
            return strikes.misdirect_refused(battle, task.called, command)
        case Deploying(), Deploy():
            return choices.deploy_refused(battle, task.side, command)
        case Ordering(may_pass=True), Hold():
            return None
        case Ordering(), Give():
            among = ordering.snap_choices(battle, task) if task.among else ()
            if task.among and command.unit not in among:
                return Refusal("orders.snap", "that unit cannot be snapped to action", COMMANDS)
            return ordering.give_refused(battle, Ordering(task.side, among), command)
        case Moving(), _:
            return None if isinstance(command, Hold) else _moving_refused(battle, task, command)
        case Shooting(), Shoot():
            return _shooting_refused(battle, task, command)
        case Shooting(occasion="order"), Shell():
            return aiming.shell_refused(battle, battle.units[task.unit], command)
        case Shooting(occasion="order" | "ambush"), Dive():
            return flying.dive_refused(battle, battle.units[task.unit], command)
        case Shooting(occasion="order"), Bomb():
            return flying.bomb_refused(battle, battle.units[task.unit], command)
        case (Shooting() | Regrouping(), Hold()):
            return None
        case Watching(), React():
            return devices.remote_refused(battle, task.device)
        case (Reacting() | Dodging() | Probing() | Watching() | Ducking() | Adopting(), (React() | Hold())):
            return None
        case Regrouping(), Walk():
            unit = msgspec.structs.replace(battle.units[task.unit], order="advance")
            return moving.walk_refused(battle, unit, command, reach=task.inches)
        case Choosing(), Choose():
            return None if command.unit in task.among else wrong
        case Keeping(), Keep():
            return turns.keep_refused(battle, task.side, command.units)
    return wrong


def _moving_refused(battle: Battle, task: Moving, command: Commands) -> Refusal | None:
    unit = battle.units[task.unit]
    sheet = battle.sheet(unit)
    if unit.drone is not None:
        flies = task.doing == "drone" or isinstance(command, FlyDrone)
        refused = battle.rules[drones.one_acts_refused](flies, task.doing == "" or isinstance(command, Walk | Occupy))
        if refused:
            return refused
    match task.doing, command:
        case (("disembark" | "arrive"), Place()):
            return boarding.place_refused(battle, unit, command)
        case "drone", FlyDrone():
            return flying.fly_drone_refused(battle, unit, command)
        case "", Walk() if sheet.soft:
            return moving.walk_refused(battle, unit, command)
        case "", Occupy() if sheet.soft:
            return moving.occupy_refused(battle, unit, command)
        case "", Charge() if sheet.soft and unit.order == "run":
            return moving.charge_refused(battle, unit, command)
        case "", Drive() if sheet.kind == "vehicle":
            return driving.drive_refused(battle, unit, command)
        case "", Fly() if sheet.kind == "helicopter":
            return flying.fly_refused(battle, unit, command)
    return Refusal("game.command", f"that unit cannot do that: {type(command).__name__}", COMMANDS)


def _shooting_refused(battle: Battle, task: Shooting, command: Shoot) -> Refusal | None:
    if task.against and any(volley.target != task.against for volley in command.volleys):
        return Refusal("shooting.target", "only the unit that acts may be shot at", COMMANDS)
    return aiming.check(battle, battle.units[task.unit], command.volleys, task.occasion)
