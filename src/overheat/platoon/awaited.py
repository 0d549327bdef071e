"""What a battle waits for, in words: whose turn it is, with which unit, and what may be done."""

from __future__ import annotations

import msgspec

from overheat.kernel.game import Player
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
    State,
    Tasks,
    Watching,
)

MOVES = {
    "": "move {unit}, or leave it where it stands",
    "drone": "fly the drone of {unit}",
    "disembark": "choose where {unit} gets out",
    "arrive": "choose where {unit} comes on",
}
OCCASIONS = {
    "order": "choose what {unit} fires at",
    "ambush": "{unit} lies in ambush and sees {against} act: fire at it or wait",
    "late": "{unit} still lies in ambush at the end of the turn: fire or hold",
    "defence": "{unit} is charged by {against}: fire at it",
}


class Awaited(msgspec.Struct, frozen=True):
    """What is to be decided next; nobody is awaited when a battle is over."""

    player: Player | None
    unit: str | None
    task: str
    what: str
    doing: str = ""
    against: str | None = None


def awaited(state: State) -> Awaited:
    """What the battle waits for now."""
    if state.outcome or not state.tasks:
        return Awaited(None, None, "", f"the battle is over: {state.outcome.reason}" if state.outcome else "")
    task = state.tasks[-1]
    side = getattr(task, "side", None)
    return Awaited(
        player=None if side is None else state.setup.players[side],
        unit=getattr(task, "unit", None),
        task=type(task).__name__,
        what=_what(state, task),
        doing=str(getattr(task, "doing", "")),
        against=getattr(task, "against", None),
    )


def _what(state: State, task: Tasks) -> str:
    match task:
        case Deploying():
            waiting = sum(unit.side == task.side and unit.place == "waiting" for unit in state.units.values())
            return f"set up a unit; {waiting} are still to be set up"
        case Ordering() if task.among:
            return f"{_name(state, task.among[0])} may snap a unit near him to action"
        case Ordering():
            return "a die of yours is drawn: give it to one of your units as an order"
        case Moving():
            return MOVES.get(task.doing, MOVES[""]).format(unit=_name(state, task.unit))
        case Shooting():
            return OCCASIONS[task.occasion].format(
                unit=_name(state, task.unit), against=_name(state, task.against or "")
            )
    return _answer(state, task)


def _answer(state: State, task: Tasks) -> str:
    """What is asked of the side that answers somebody else."""
    unit = _name(state, str(getattr(task, "unit", "")))
    match task:
        case Reacting() if not state.sheets[task.unit].soft:
            return f"{unit} is shot at: let it back away, or take it as it stands"
        case Reacting():
            return f"{unit} is shot at: let it go down, or take it as it stands"
        case Watching():
            return f"{unit} comes near a marker of yours: set it off at once if it can be, or leave it to the die"
        case Ducking():
            return f"{unit} is warned of a blast: let it go down, or not"
        case Dodging():
            return f"{unit} is shot at: release countermeasures, or not"
        case Probing():
            return f"the engineers of {unit} are warned of a device: roll again, or not"
        case Regrouping():
            return f'{unit} has won and may regroup up to {task.inches}"'
        case Choosing():
            return f"{unit} fires at its own side by mistake: choose at whom"
        case Adopting():
            return f"somebody saw where a stray shell of {unit} fell: aim there from now on, or not"
        case Misdirecting():
            return "the strike of the enemy goes astray: choose where it comes down"
        case Keeping():
            return "the turn ends: choose which orders are kept"
    return ""


def _name(state: State, id: str) -> str:
    return state.sheets[id].name if id in state.sheets else id
