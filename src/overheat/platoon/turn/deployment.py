"""Setting up: the sides put their units on the table in turn, and then the first turn begins."""

from __future__ import annotations

from overheat.kernel.refusal import Refusal
from overheat.kernel.wording.phrases import counted
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Deploy
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Beginning, Deploying, State
from overheat.platoon.move import transports as boarding
from overheat.platoon.turn import foreseeing
from overheat.platoon.turn.choices import deploy_refused, deployments
from overheat.platoon.turn.phrases import place
from overheat.platoon.turn.verb import Names, Step, Verb


def _refuses(battle: Battle, task: Deploying, command: Deploy) -> Refusal | None:
    return deploy_refused(battle, task.side, command)


def _does(battle: Battle, task: Deploying, command: Deploy) -> None:
    unit = battle.units[command.unit]
    if command.aboard:
        battle.tell(told.Deployed(unit.id, "aboard", carrier=command.aboard))
    elif command.at is None:
        battle.tell(told.Deployed(unit.id, command.flank or "reserve"))
    else:
        _, men = boarding.standing(battle, unit, command.at)
        battle.tell(told.Deployed(unit.id, "table", command.at, command.heading, men))
    waiting = [any(other.place == "waiting" for other in battle.side(each)) for each in (0, 1)]
    if any(waiting):
        battle.push(Deploying(1 - task.side if waiting[1 - task.side] else task.side))
    else:
        battle.push(Beginning())


def _words(battle: Battle, task: Deploying, command: Deploy, names: Names) -> str:
    if command.aboard:
        where = f"aboard {names[command.aboard]}"
    elif command.at is not None:
        where = f"at {place(command.at)}"
    else:
        where = f"reserve, outflanking by the {command.flank}" if command.flank else "in reserve"
    return f"{names[command.unit]}: {where}"


def _what(state: State, task: Deploying) -> str:
    waiting = sum(unit.side == task.side and unit.place == "waiting" for unit in state.units.values())
    return f"set up a unit: {waiting} to go"


def _others(state: State, task: Deploying) -> str:
    waiting = sum(unit.side == task.side and unit.place == "waiting" for unit in state.units.values())
    return f"sets up, {counted(waiting, 'unit')} to go"


VERBS: dict[str, Verb] = {
    "deployment.deploy": Verb(
        command=Deploy,
        phases=("Deploying",),
        offers=lambda battle, task: deployments(battle, task.side),
        refuses=_refuses,
        does=_does,
        words=_words,
        title="Set up",
        preview=foreseeing.deployed,
        sure=True,
    )
}
STEPS = {"Deploying": Step(task=Deploying, title="Set-up", waits=lambda battle, task: True, what=_what, others=_others)}
