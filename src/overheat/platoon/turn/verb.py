"""What a verb, a step and a phase are in H.E.A.T."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from overheat.kernel import verbs
from overheat.kernel.refusal import Refusal
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import State
from overheat.platoon.books import HOUSE

COMMANDS = HOUSE("Commands")

Verb = verbs.Verb[Battle, Any, Battle, Any]
"""Something that may be said at some steps, which its `phases` name; the actor is the task that is to be decided.

The task is done with when the verb is carried out, unless it puts it back with `battle.push(task)`.
"""

Names = Mapping[str, str]
"""What units are called, by their ids."""


def always(text: str) -> Callable[[Battle, Any, Any, Names], str]:
    """The words of a command that is always said alike."""
    return lambda battle, task, command, names: text


def not_now(command: object) -> Refusal:
    """Why something is not said at all at a step."""
    return Refusal("game.command", f"not now: {type(command).__name__}", COMMANDS)


def nothing(battle: Battle) -> None:
    """Nothing happens."""


def goes_by(battle: Battle, task: Any) -> None:
    """A step goes by in which nobody has anything to decide."""


def unsaid(state: State, task: Any) -> str:
    """There are no words for what is awaited."""
    return ""


@dataclass(frozen=True, kw_only=True)
class Step:
    """Something that is to be done: a decision of the side that its task names, or what follows of itself."""

    task: type[Any]
    """A kind of `Task`; its name is the id of the step."""
    title: str = ""
    """What the page calls it."""
    waits: Callable[[Battle, Any], bool] | None = None
    """Whether the side has anything to decide; None where nobody is awaited."""
    runs: Callable[[Battle, Any], None] = goes_by
    """What follows of itself where nobody has to decide."""
    what: Callable[[State, Any], str] = unsaid
    """What is awaited, in words for who decides."""
    others: Callable[[State, Any], str] = unsaid
    """The same for everybody else, after the name of the side."""

    def __str__(self) -> str:
        return (self.task.__doc__ or self.task.__name__).strip().split("\n", 1)[0]


@dataclass(frozen=True, kw_only=True)
class Phase:
    """A phase of the turn: it begins by putting tasks on the stack, and is over when they are done."""

    title: str
    after: str = ""
    """The phase that it follows; of several that follow one, the last that was laid comes first."""
    begin: Callable[[Battle], None] = nothing

    def __str__(self) -> str:
        return f"{self.title}, after {self.after}" if self.after else self.title
