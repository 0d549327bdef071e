"""Moves: men walk, run into buildings and charge, vehicles drive, aircraft fly, others come on or get out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import parts
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Charge, Drive, Fly, FlyDrone, Occupy, Place, Walk
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Fighting, Moving, Regrouping, Resuming, Shooting, State, Unit
from overheat.platoon.fire import devices
from overheat.platoon.ground.geometry import SCALE, distance, driven
from overheat.platoon.move import aircraft as flying
from overheat.platoon.move import men as moving
from overheat.platoon.move import transports as boarding
from overheat.platoon.move import vehicles as driving
from overheat.platoon.resolution.resolve import take_test
from overheat.platoon.rules.standard import close_quarters, drones
from overheat.platoon.turn import choices, foreseeing, ordering
from overheat.platoon.turn import markers as tripping
from overheat.platoon.turn.phrases import compass, inches, legs, piece_name, place
from overheat.platoon.turn.verb import COMMANDS, Names, Step, Verb

Judge = Callable[[Battle, Unit, Any], Refusal | None]


def _wrong(command: object) -> Refusal:
    return Refusal("game.command", f"that unit cannot do that: {type(command).__name__}", COMMANDS)


def _judged(judge: Judge, able: Callable[[Battle, Moving, Unit], bool]) -> Callable[..., Refusal | None]:
    """Why a unit may not move so: because it does not move in that way at all, or because of how it goes."""

    def refuses(battle: Battle, task: Moving, command: Any) -> Refusal | None:
        unit = battle.units[task.unit]
        if unit.drone is not None:
            flies = task.doing == "drone" or isinstance(command, FlyDrone)
            walks = task.doing == "" or isinstance(command, Walk | Occupy)
            refused = battle.rules[drones.one_acts_refused](battle.rules, flies, walks)
            if refused:
                return refused
        return judge(battle, unit, command) if able(battle, task, unit) else _wrong(command)

    return refuses


def _on_foot(battle: Battle, task: Moving, unit: Unit) -> bool:
    return task.doing == "" and battle.sheet(unit).soft


def _running(battle: Battle, task: Moving, unit: Unit) -> bool:
    return _on_foot(battle, task, unit) and battle.order_of(unit).gait == "run"


def _of_kind(kind: str) -> Callable[[Battle, Moving, Unit], bool]:
    return lambda battle, task, unit: task.doing == "" and battle.sheet(unit).kind == kind


def _walks(battle: Battle, task: Moving | Regrouping) -> Iterable[Walk]:
    if isinstance(task, Regrouping):
        return choices.regroup_choices(battle, task)
    return choices.walks(battle, battle.units[task.unit]) if _samples(battle, task) == "walk" else ()


def _samples(battle: Battle, task: Moving) -> str:
    """The way in which a unit moves, of which a sample is offered."""
    kind = battle.sheet(task.unit).kind
    if task.doing in ("drone", "arrive", "disembark"):
        return "drone" if task.doing == "drone" else "place"
    return {"helicopter": "fly", "vehicle": "drive"}.get(kind, "walk")


def _sampled(way: str, offers: Callable[[Battle, Unit], Iterable[Any]]) -> Callable[[Battle, Moving], Iterable[Any]]:
    return lambda battle, task: offers(battle, battle.units[task.unit]) if _samples(battle, task) == way else ()


def _walk_refused(battle: Battle, task: Moving | Regrouping, command: Walk) -> Refusal | None:
    if isinstance(task, Regrouping):
        unit = msgspec.structs.replace(battle.units[task.unit], order="advance")
        return moving.walk_refused(battle, unit, command, reach=task.inches)
    return _judged(moving.walk_refused, _on_foot)(battle, task, command)


def _walk(battle: Battle, task: Moving | Regrouping, command: Walk) -> None:
    if isinstance(task, Regrouping):
        moving.walk(battle, battle.units[task.unit], command)
    else:
        tripping.go(battle, task.unit, command)


def _walk_words(battle: Battle, task: Any, command: Walk, names: Names) -> str:
    unit = battle.units[task.unit]
    still = (unit.at.x, unit.at.y) == (command.to.x, command.to.y)
    return f"turn to the {compass(command.heading or 0)}" if still else f"go to {place(command.to)}"


def _then_seen(move: Callable[[Battle, Unit, Any], None]) -> Callable[[Battle, Moving, Any], None]:
    """A move after which enemies in ambush and devices near by have their say."""

    def does(battle: Battle, task: Moving, command: Any) -> None:
        move(battle, battle.units[task.unit], command)
        ordering.offer_ambush(battle, battle.units[task.unit])
        devices.trigger(battle, task.unit)

    return does


def _charge(battle: Battle, task: Moving, command: Charge) -> None:
    """A charge is declared: nerve against armour, fire from the enemy, then the fight."""
    unit, target = battle.units[task.unit], battle.units[command.target]
    sheet = battle.sheet(target)
    hunters = "tank_hunter" in battle.sheet(unit).flags
    if not sheet.soft and battle.rules[close_quarters.fears](battle.rules, sheet.damage_value, hunters):
        test = battle.facts(unit, "run", forced=True)
        found = take_test(battle.rules, battle.hand(unit.id), test, "orders.tank_fear")
        battle.tell(told.Tested(unit.id, found.total, found.target, found.passed, needed=parts(found.needed)))
        if not found.passed:
            battle.go_down(unit, "fears_the_vehicle")
            return
    battle.push(Fighting(unit.id, target.id, battle.eyes(unit)[0]))
    start = battle.distance(unit, target)
    if battle.rules[close_quarters.fires_first](battle.rules, start, target.acted):
        battle.push(Shooting(target.side, target.id, "defence", unit.id))
    ordering.offer_ambush(battle, unit)


def _flight(battle: Battle, task: Moving, command: Fly, names: Names) -> str:
    up = f"{'up' if command.up > 0 else 'down'} {abs(command.up):g}″" if command.up else ""
    return f"fly: {', '.join(part for part in (legs(command.legs), up) if part)}"


def _drone_words(battle: Battle, task: Moving, command: FlyDrone, names: Names) -> str:
    target = f" on {names[command.target]}" if command.target else ""
    return f"fly the drone to {place(command.to)}{f' and drop{target}' if command.drop else ''}"


def _moves(battle: Battle, task: Moving) -> bool:
    unit = battle.units[task.unit]
    return unit.alive and bool(battle.order_of(unit).moves)


WAYS = {
    "": "move {unit}, or leave it where it stands",
    "drone": "fly the drone of {unit}",
    "disembark": "choose where {unit} gets out",
    "arrive": "choose where {unit} comes on",
}
THEIRS = {
    "": "moves {unit}",
    "drone": "flies the drone of {unit}",
    "disembark": "has to get out: {unit}",
    "arrive": "brings on {unit}",
}


def _what(state: State, task: Moving) -> str:
    sheet = state.sheets[task.unit]
    if task.doing == "drone" and not sheet.men:
        return f"fly {sheet.name}"
    return WAYS.get(task.doing, WAYS[""]).format(unit=sheet.name)


def _others(state: State, task: Moving) -> str:
    return THEIRS.get(task.doing, THEIRS[""]).format(unit=state.sheets[task.unit].name)


MOVING = ("Moving",)
VERBS: dict[str, Verb] = {
    "movement.walk": Verb(
        command=Walk,
        phases=("Moving", "Regrouping"),
        offers=_walks,
        refuses=_walk_refused,
        does=_walk,
        words=_walk_words,
        cost=foreseeing.gone(foreseeing.straight(lambda command: command.to)),
        preview=foreseeing.walked,
        sure=True,
    ),
    "movement.charge": Verb(
        command=Charge,
        phases=MOVING,
        offers=_sampled("walk", choices.charges),
        refuses=_judged(moving.charge_refused, _running),
        does=_charge,
        words=lambda battle, task, command, names: f"charge {names[command.target]}",
        preview=foreseeing.charged,
        sure=True,
    ),
    "movement.occupy": Verb(
        command=Occupy,
        phases=MOVING,
        offers=_sampled("walk", choices.shelters),
        refuses=_judged(moving.occupy_refused, _on_foot),
        does=_then_seen(moving.occupy),
        words=lambda battle, task, command, names: f"run into {piece_name(battle, command.feature)}",
        preview=lambda battle, task, command: foreseeing.ground_words(
            battle, battle.ground.features[command.feature].centre
        ),
        sure=True,
    ),
    "movement.drive": Verb(
        command=Drive,
        phases=MOVING,
        offers=_sampled("drive", choices.drives),
        refuses=_judged(driving.drive_refused, _of_kind("vehicle")),
        does=lambda battle, task, command: tripping.go(battle, task.unit, command),
        words=lambda battle, task, command, names: f"drive: {legs(command.legs)}",
        cost=foreseeing.gone(foreseeing.along),
        preview=lambda battle, task, command: foreseeing.ground_words(
            battle, driven(battle.hull(battle.units[task.unit]), command.legs).at
        ),
        sure=True,
    ),
    "movement.fly": Verb(
        command=Fly,
        phases=MOVING,
        offers=_sampled("fly", choices.flights),
        refuses=_judged(flying.fly_refused, _of_kind("helicopter")),
        does=_then_seen(flying.fly),
        words=_flight,
        cost=foreseeing.gone(foreseeing.along),
        preview=lambda battle, task, command: f"then {inches(battle.units[task.unit].at.z / SCALE + command.up)} up",
        sure=True,
    ),
    "movement.place": Verb(
        command=Place,
        phases=MOVING,
        offers=_sampled("place", choices.places),
        refuses=_judged(boarding.place_refused, lambda battle, task, unit: task.doing in ("disembark", "arrive")),
        does=_then_seen(boarding.place),
        words=lambda battle, task, command, names: f"come to {place(command.at)}, facing {compass(command.heading)}",
        preview=foreseeing.cover_at(lambda command: command.at),
        sure=True,
    ),
    "movement.fly_drone": Verb(
        command=FlyDrone,
        phases=MOVING,
        offers=_sampled("drone", choices.drone_moves),
        refuses=_judged(flying.fly_drone_refused, lambda battle, task, unit: task.doing == "drone"),
        does=lambda battle, task, command: flying.fly_drone(battle, battle.units[task.unit], command),
        words=_drone_words,
        cost=foreseeing.gone(
            lambda battle, unit, command: distance(unit.drone.at, command.to) if unit.drone is not None else 0.0
        ),
        preview=foreseeing.always("flies there, whatever it flies over"),
        sure=True,
    ),
}
STEPS = {
    "Moving": Step(task=Moving, title="Move", waits=_moves, what=_what, others=_others),
    "Regrouping": Step(
        task=Regrouping,
        title="Move",
        waits=lambda battle, task: battle.units[task.unit].place == "table",
        what=lambda state, task: f'{state.sheets[task.unit].name} has won and may regroup up to {task.inches}"',
        others=lambda state, task: f"regroups {state.sheets[task.unit].name}",
    ),
    "Resuming": Step(task=Resuming, runs=tripping.resume),
    "Fighting": Step(task=Fighting, runs=tripping.charge),
}
