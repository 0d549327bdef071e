"""Shooting, and everything that is done in its place: bombs, devices, smoke, bangalores, doors, strikes, shells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from overheat.kernel.refusal import Refusal
from overheat.kernel.verbs import Costs
from overheat.platoon.battle.commands import (
    Attach,
    Bomb,
    Breach,
    CallStrike,
    Detonate,
    Dive,
    Lay,
    OpenDoor,
    Shell,
    Shoot,
    ThrowSmoke,
)
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Detonating, Firing, Landing, Shooting, State, Unit, Volley
from overheat.platoon.battle.vocabulary import with_article
from overheat.platoon.fire import aiming, devices, firing, grenades, guns, strikes, volleys
from overheat.platoon.fire import bangalores as breaching
from overheat.platoon.fire import shells as shelling
from overheat.platoon.move import aircraft as flying
from overheat.platoon.move import transports as boarding
from overheat.platoon.rules.standard import orders
from overheat.platoon.rules.standard.devices import row_of
from overheat.platoon.turn import foreseeing, ordering
from overheat.platoon.turn.phrases import ROUNDS, arm_name, device_name, piece_name, place, spot_name
from overheat.platoon.turn.verb import COMMANDS, Names, Step, Verb, not_now

SHOOTING = ("Shooting",)


def _shots(battle: Battle, task: Shooting) -> Iterator[Shoot]:
    return (Shoot(each) for each in volleys.volley_choices(battle, task))


def _shot_refused(battle: Battle, task: Shooting, command: Shoot) -> Refusal | None:
    if task.against and any(volley.target != task.against for volley in command.volleys):
        return Refusal("shooting.target", "only the unit that acts may be shot at", COMMANDS)
    return aiming.check(battle, battle.units[task.unit], command.volleys, task.occasion)


def _shoot(battle: Battle, task: Shooting, command: Shoot) -> None:
    unit = battle.units[task.unit]
    if task.occasion == "late":
        face = battle.hand(unit.id).roll("orders.late_ambush", 1).total
        if not battle.rules[orders.late_ambush](battle.rules, face):
            return
    if task.occasion == "defence":
        battle.spend_die(unit)
    if task.occasion != "order":
        unit = battle.act(unit, battle.order_of(unit).fires_as)
    ordering.declare(battle, unit, command.volleys, task.occasion, task.idle)


def _shot_words(battle: Battle, task: Shooting, command: Shoot, names: Names) -> str:
    unit = battle.units[task.unit]
    return f"fire {' and '.join(_volley(battle, unit, volley, names) for volley in command.volleys)}"


def _volley(battle: Battle, unit: Unit, volley: Volley, names: Names) -> str:
    mounts = battle.sheet(unit).mounts
    mount = mounts[int(volley.arm)] if volley.arm.isdecimal() and int(volley.arm) < len(mounts) else None
    ways = (ROUNDS.get(volley.round), volley.indirect and "in an arc", volley.at_drone and "at the drone")
    how = ", ".join(way for way in ways if way)
    arm = arm_name(battle, unit, volley.arm) + (f" ({mount.place})" if mount else "")
    return f"{arm}{f' ({how})' if how else ''} at {names[volley.target]}"


def _instead(
    command: type[Any],
    offers: Callable[[Battle, Shooting], Iterable[Any]],
    refused: Callable[[Battle, Unit, Any], Refusal | None],
    does: Callable[[Battle, Unit, Any], object],
    words: Callable[[Battle, Any, Any, Names], str],
    preview: foreseeing.Preview,
    occasions: tuple[str, ...] = ("order",),
    title: str = "",
    cost: Callable[[Battle, Any, Any], Costs] | None = None,
) -> Verb:
    """Something that a unit does in place of shooting, on some occasions."""

    def refuses(battle: Battle, task: Shooting, said: Any) -> Refusal | None:
        return refused(battle, battle.units[task.unit], said) if task.occasion in occasions else not_now(said)

    def carries_out(battle: Battle, task: Shooting, said: Any) -> None:
        does(battle, battle.units[task.unit], said)

    return Verb(
        command=command,
        phases=SHOOTING,
        offers=offers,
        refuses=refuses,
        does=carries_out,
        words=words,
        title=title,
        cost=cost,
        preview=preview,
        sure=True,
    )


def _shell(battle: Battle, unit: Unit, command: Shell) -> None:
    """A gun fires at a place."""
    volley = Volley(command.arm, "", command.round, indirect=True)
    weapon = guns.volley_weapon(battle, unit, volley)
    shelling.fire_shell(battle, unit, command.at._replace(z=0), weapon, command.round == "smoke")


def _shell_words(battle: Battle, task: Any, command: Shell, names: Names) -> str:
    load = f" ({ROUNDS.get(command.round, command.round)})" if command.round else ""
    arm = arm_name(battle, battle.units[task.unit], command.arm)
    return f"fire {arm}{load} at the place: {spot_name(battle, command.at)}"


def _bomb_words(battle: Battle, task: Any, command: Bomb, names: Names) -> str:
    return f"drop it straight down: {arm_name(battle, battle.units[task.unit], command.mount)}"


def _lay_words(battle: Battle, task: Any, command: Lay, names: Names) -> str:
    return f"lay {with_article(row_of(battle.rules, command.kind).name)} at {place(command.at)}"


def _breach_words(battle: Battle, task: Any, command: Breach, names: Names) -> str:
    if command.work == "device":
        what = f"device {command.number + 1}, {device_name(battle, command.number, names)}"
    else:
        what = piece_name(battle, command.number)
    return f"use the bangalore on {what}"


def _strike_words(battle: Battle, task: Any, command: CallStrike, names: Names) -> str:
    if command.at is None:
        return f"call an air strike on {names[command.target]}"
    return f"call {'smoke' if command.smoke else 'a barrage'}: {spot_name(battle, command.at)}"


def _set_off(battle: Battle, task: Any, command: Detonate) -> None:
    """A device goes off, and whoever had to decide something still has to."""
    battle.push(task)
    devices.detonate(battle, battle.devices[command.device])


def _set_off_words(battle: Battle, task: Any, command: Detonate, names: Names) -> str:
    return f"set off device {command.device + 1}: {device_name(battle, command.device, names)}"


OCCASIONS = {
    "order": "{unit} shoots: choose at what, or what it does instead",
    "ambush": "{unit} lies in ambush and sees {against} act: fire at it or wait",
    "late": "{unit} still lies in ambush at the end of the turn: fire or hold",
    "defence": "{unit} is charged by {against}: fire at it",
}


THEIRS = {
    "order": "shoots with {unit}",
    "ambush": "may fire from ambush with {unit}",
    "late": "may still fire from ambush with {unit}",
    "defence": "is charged, and fires with {unit}",
}


def _others(state: State, task: Shooting) -> str:
    return THEIRS[task.occasion].format(unit=state.sheets[task.unit].name)


def _what(state: State, task: Shooting) -> str:
    against = state.sheets[task.against].name if task.against else ""
    return OCCASIONS[task.occasion].format(unit=state.sheets[task.unit].name, against=against)


def may_shoot(battle: Battle, task: Shooting) -> bool:
    """Whether a unit can still take its chance to fire."""
    unit = battle.units[task.unit]
    kind = battle.order_of(unit)
    able = {"order": kind.shoots, "ambush": kind.waits, "late": kind.waits, "defence": unit.order is None}
    if not unit.alive or not able[task.occasion]:
        return False
    return not (task.against and battle.units[task.against].place != "table")


VERBS: dict[str, Verb] = {
    "shooting.shoot": Verb(
        command=Shoot,
        phases=SHOOTING,
        offers=_shots,
        refuses=_shot_refused,
        does=_shoot,
        words=_shot_words,
        preview=foreseeing.shot,
        sure=True,
    ),
    "shooting.bomb": _instead(
        Bomb,
        volleys.bomb_choices,
        flying.bomb_refused,
        flying.bomb,
        _bomb_words,
        foreseeing.always("falls straight down and hurts everybody under its blast"),
        title="Drop a bomb",
    ),
    "devices.lay": _instead(
        Lay,
        volleys.lay_choices,
        devices.lay_refused,
        devices.lay,
        _lay_words,
        foreseeing.laid,
        title="Lay a device",
        cost=foreseeing.charges_of,
    ),
    "devices.attach": _instead(
        Attach,
        volleys.attach_choices,
        devices.attach_refused,
        devices.attach,
        lambda battle, task, command, names: f"attach a device to {names[command.vehicle]}",
        foreseeing.always("set off from afar while the sapper lives"),
        title="Attach a device",
    ),
    "smoke.throw": _instead(
        ThrowSmoke,
        volleys.smoke_choices,
        grenades.throw_refused,
        grenades.throw,
        lambda battle, task, command, names: f"throw smoke to {'; '.join(map(place, command.at))}",
        foreseeing.always("nobody sees through it until it drifts off"),
    ),
    "drones.dive": _instead(
        Dive,
        volleys.dives,
        flying.dive_refused,
        flying.dive,
        lambda battle, task, command, names: f"dive and go off: {spot_name(battle, command.to)}",
        foreseeing.always("goes off there and is lost"),
        ("order", "ambush"),
    ),
    "bangalores.breach": _instead(
        Breach,
        volleys.breach_choices,
        breaching.breach_refused,
        breaching.breach,
        _breach_words,
        foreseeing.breached,
    ),
    "helicopters.open_door": _instead(
        OpenDoor,
        volleys.door_choices,
        boarding.open_refused,
        boarding.open_door,
        lambda battle, task, command, names: f"open the {command.door} door",
        foreseeing.always("passengers look out of it, and it is open-topped"),
    ),
    "observers.call": _instead(
        CallStrike,
        volleys.calls,
        strikes.call_refused,
        strikes.call,
        _strike_words,
        foreseeing.called_down,
        title="Call a strike",
    ),
    "indirect.shell": _instead(
        Shell,
        volleys.shell_choices,
        aiming.shell_refused,
        _shell,
        _shell_words,
        foreseeing.shelled,
        title="Fire at a place",
    ),
}
ANY_TIME: dict[str, Verb] = {
    "devices.set_off": Verb(
        command=Detonate,
        phases=(),
        offers=lambda battle, task: volleys.detonations(battle, task.side),
        refuses=lambda battle, task, command: devices.set_off_refused(battle, getattr(task, "side", None), command),
        does=_set_off,
        words=_set_off_words,
        title="Set off a device",
        preview=foreseeing.always("goes off at once, and hurts friends as well"),
        sure=True,
    )
}
"""What whoever decides something may say as well."""
STEPS = {
    "Shooting": Step(task=Shooting, title="Shoot", waits=may_shoot, what=_what, others=_others),
    "Firing": Step(
        task=Firing,
        runs=lambda battle, task: firing.fire(battle, task.unit, task.volleys, task.occasion, task.dodged, task.idle),
    ),
    "Detonating": Step(task=Detonating, runs=lambda battle, task: devices.detonate(battle, task.device)),
    "Landing": Step(task=Landing, runs=shelling.land),
}
