"""Short answers to what somebody else does: react or not, lead a strike astray, choose whom to hit; and holding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from overheat.kernel.refusal import Refusal
from overheat.kernel.verbs import Foreseen
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Choose, Hold, Misdirect, React
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import (
    Adopting,
    Arriving,
    Choosing,
    Dodging,
    Ducking,
    Firing,
    Misdirecting,
    Moving,
    Ordering,
    Probing,
    Reacting,
    Shooting,
    State,
    Watching,
)
from overheat.platoon.fire import devices, strikes
from overheat.platoon.fire import shells as shelling
from overheat.platoon.move import flight as fleeing
from overheat.platoon.turn import foreseeing, ordering
from overheat.platoon.turn.phrases import spot_name
from overheat.platoon.turn.verb import Names, Step, Verb, not_now

ANSWERS: dict[str, tuple[str, str]] = {
    "Reacting": ("go down", "stand as it is"),
    "Dodging": ("release countermeasures", "fly on"),
    "Probing": ("probe again", "leave it"),
    "Watching": ("set it off", "leave it to the die"),
    "Ducking": ("go down", "stand as it is"),
    "Adopting": ("aim there from now on", "keep the old aim"),
}
"""What reacting and holding mean at each step."""
HOLDS = {
    "Moving": "stay where it is",
    "Shooting": "hold fire",
    "Ordering": "pass",
    "Regrouping": "stay where it is",
}
STAYS = {"arrive": "stay in reserve", "disembark": "stay aboard", "drone": "leave the drone where it is"}
"""What holding means for who would do something else than go."""


def _reacts(battle: Battle, task: Any) -> Iterator[React]:
    if not isinstance(task, Watching) or devices.remote_refused(battle, task.device) is None:
        yield React()


def _react_refused(battle: Battle, task: Any, command: React) -> Refusal | None:
    return devices.remote_refused(battle, task.device) if isinstance(task, Watching) else None


def _react(battle: Battle, task: Any, command: React) -> None:
    match task:
        case Adopting():
            shelling.adopt(battle, battle.units[task.unit], task.at)
        case Probing():
            devices.probe(battle, task.unit, task.device, True)
        case Reacting():
            fleeing.react(battle, task.unit)
        case Ducking():
            battle.go_down(task.unit, "reacts")
        case Watching():
            devices.watched(battle, task.unit, task.device, True)
        case Dodging():
            battle.tell(told.Dodged(task.unit))


def _react_words(battle: Battle, task: Any, command: React, names: Names) -> str:
    if isinstance(task, Reacting) and not battle.sheet(task.unit).soft:
        return "back away"
    return ANSWERS[type(task).__name__][0]


REACTIONS = {
    "Reacting": "harder to hit, and its die is spent",
    "Dodging": "missiles may be led astray",
    "Watching": "goes off at once",
    "Ducking": "takes half the hits of the blast",
    "Adopting": "its next shells fall there",
}
"""What comes of reacting at each step."""


def _react_foreseen(battle: Battle, task: Any, command: React) -> Foreseen:
    if isinstance(task, Probing):
        return foreseeing.probed(battle, task)
    if isinstance(task, Reacting) and not battle.sheet(task.unit).soft:
        return Foreseen("moves back out of the fire, and its die is spent")
    return Foreseen(REACTIONS[type(task).__name__])


def _holds(battle: Battle, task: Any) -> Iterator[Hold]:
    if not isinstance(task, Ordering) or task.may_pass:
        yield Hold()


def _hold_refused(battle: Battle, task: Any, command: Hold) -> Refusal | None:
    return not_now(command) if isinstance(task, Ordering) and not task.may_pass else None


def _hold(battle: Battle, task: Any, command: Hold) -> None:
    match task:
        case Moving(doing="arrive"):
            unit = battle.units[task.unit]
            battle.act(unit, "down", last=unit.last)
        case Moving(doing="disembark"):
            while battle.tasks and battle.tasks[-1] == Shooting(task.side, task.unit):
                battle.take_up()
        case Probing():
            devices.probe(battle, task.unit, task.device, False)
        case Watching():
            devices.watched(battle, task.unit, task.device, False)


def _hold_words(battle: Battle, task: Any, command: Hold, names: Names) -> str:
    name = type(task).__name__
    if name in ANSWERS:
        return ANSWERS[name][1]
    return STAYS.get(getattr(task, "doing", "")) or HOLDS.get(name, "do nothing")


def _misdirect_words(battle: Battle, task: Misdirecting, command: Misdirect, names: Names) -> str:
    if command.at is not None:
        return f"lead the barrage: {spot_name(battle, command.at)}"
    player = battle.setup.players[battle.units[command.target].side]
    return f"lead the aircraft onto {player}'s {battle.sheet(command.target).name}"


def _choose(battle: Battle, task: Choosing, command: Choose) -> None:
    friend = battle.units[command.unit]
    volleys = ordering.mistaken_volleys(battle, battle.units[task.unit], friend)
    battle.push(Firing(task.unit, volleys, "mistake"))


VERBS: dict[str, Verb] = {
    "observers.misdirect": Verb(
        command=Misdirect,
        phases=("Misdirecting",),
        offers=lambda battle, task: strikes.astray(battle, task.called),
        refuses=lambda battle, task, command: strikes.misdirect_refused(battle, task.called, command),
        does=lambda battle, task, command: strikes.misdirect(battle, task.called, command),
        words=_misdirect_words,
        title="Lead the strike",
        preview=foreseeing.always("the strike comes down there"),
        sure=True,
    ),
    "orders.choose": Verb(
        command=Choose,
        phases=("Choosing",),
        offers=lambda battle, task: (Choose(id) for id in task.among),
        refuses=lambda battle, task, command: None if command.unit in task.among else not_now(command),
        does=_choose,
        words=lambda battle, task, command, names: f"choose {names[command.unit]}",
        preview=foreseeing.always("is fired at by its own side"),
        sure=True,
    ),
    "orders.react": Verb(
        command=React,
        phases=tuple(ANSWERS),
        offers=_reacts,
        refuses=_react_refused,
        does=_react,
        words=_react_words,
        preview=_react_foreseen,
        sure=True,
    ),
    "orders.hold": Verb(
        command=Hold,
        phases=(*HOLDS, *ANSWERS),
        offers=_holds,
        refuses=_hold_refused,
        does=_hold,
        words=_hold_words,
        preview=foreseeing.always("nothing else is done now"),
        sure=True,
    ),
}


def _on_table(battle: Battle, task: Any) -> bool:
    return battle.units[task.unit].place == "table"


def _reacts_still(battle: Battle, task: Reacting) -> bool:
    return _on_table(battle, task) and not battle.units[task.unit].acted


def _near_device(battle: Battle, task: Probing | Watching) -> bool:
    return _on_table(battle, task) and task.device in battle.devices


def _alive(battle: Battle, task: Any) -> bool:
    return battle.units[task.unit].alive


def _stands(battle: Battle, task: Ducking) -> bool:
    return _on_table(battle, task) and not battle.order_of(battle.units[task.unit]).low


def _shot_at(state: State, task: Reacting) -> str:
    sheet = state.sheets[task.unit]
    deed = "go down" if sheet.soft else "back away"
    return f"{sheet.name} is shot at{_by(state)}: let it {deed}, or take it as it stands"


def _under_fire(state: State, task: Reacting) -> str:
    sheet = state.sheets[task.unit]
    return f"decides whether {sheet.name} {'goes down under fire' if sheet.soft else 'backs away from the fire'}"


def _by(state: State) -> str:
    """Who fires, where shots are declared."""
    firing = next((task for task in reversed(state.tasks) if isinstance(task, Firing)), None)
    return f" by {state.sheets[firing.unit].name}" if firing else ""


def _about(text: str) -> Callable[[State, Any], str]:
    """What is asked about the unit of a task."""
    return lambda state, task: text.format(unit=state.sheets[task.unit].name, by=_by(state))


def _astray(state: State, task: Misdirecting) -> str:
    if task.called.kind == "air":
        return "an air strike of the enemy goes astray: choose whom it attacks"
    return "a barrage of the enemy goes astray: choose where it falls"


STEPS = {
    "Reacting": Step(task=Reacting, title="React", waits=_reacts_still, what=_shot_at, others=_under_fire),
    "Dodging": Step(
        task=Dodging,
        title="React",
        waits=_on_table,
        what=_about("{unit} is shot at{by}: release countermeasures, or not"),
        others=_about("decides whether {unit} uses its countermeasures"),
    ),
    "Probing": Step(
        task=Probing,
        title="React",
        waits=_near_device,
        what=_about("the engineers of {unit} are warned of a device: roll again, or not"),
        others=_about("decides whether {unit} probes for a device again"),
    ),
    "Watching": Step(
        task=Watching,
        title="React",
        waits=_near_device,
        what=_about("{unit} comes near a marker of yours: set it off at once if it can be, or leave it to the die"),
        others=lambda state, task: "decides about a marker",
    ),
    "Ducking": Step(
        task=Ducking,
        title="React",
        waits=_stands,
        what=_about("{unit} is warned of a blast: let it go down, or not"),
        others=_about("decides whether {unit} goes down before a blast"),
    ),
    "Adopting": Step(
        task=Adopting,
        title="React",
        waits=_alive,
        what=_about("somebody saw where a stray shell of {unit} fell: aim there from now on, or not"),
        others=_about("decides whether {unit} aims where its stray shell fell"),
    ),
    "Choosing": Step(
        task=Choosing,
        title="Shoot",
        waits=_alive,
        what=_about("{unit} fires at its own side by mistake: choose at whom"),
        others=_about("chooses whom {unit} shoots at by mistake"),
    ),
    "Misdirecting": Step(
        task=Misdirecting,
        title="Shoot",
        waits=lambda battle, task: any(True for _ in strikes.astray(battle, task.called)),
        what=_astray,
        others=lambda state, task: "leads a strike of the enemy astray",
    ),
    "Arriving": Step(task=Arriving, runs=lambda battle, task: strikes.arrive(battle, task.called)),
}
