"""What a verb and a phase are in the classic game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import names_of_marks
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.postures import posture_of
from overheat.kernel import verbs
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Rule, Slot

Verb = verbs.Verb[State, Unit, Scene, Any]
"""Something that may be said for the unit whose turn it is."""


Names = Mapping[str, str]
"""What units are called, by their ids."""


def always(text: str) -> Callable[[State, Unit, Any, Names], str]:
    """The words of a command that is always said alike."""
    return lambda state, unit, command, names: text


class Saying(NamedTuple):
    """A command as it is about to be given."""

    state: State
    unit: Unit
    command: Any


def _by_marks(saying: Saying) -> tuple[object, ...]:
    return (names_of_marks(saying.unit),)


VETOES: Slot[[Saying], Refusal | None] = Slot("turns.vetoes", nothing=None, lasting=_by_marks)
"""Why a command may not be given, whichever verb it belongs to. By the names of a unit's marks alone a rule may say
that it has nothing against any."""


Vetoes = tuple[Rule[[Saying], Refusal | None], ...]


def vetoes(state: State, unit: Unit) -> Vetoes:
    """The rules that may have anything against what is said for a unit, whatever it is."""
    return state.relief.rules.among(VETOES, Saying(state, unit, None))


def vetoed(state: State, unit: Unit, command: Any, asked: Vetoes | None = None) -> Refusal | None:
    """What a unit's posture or a rule of any layer has against a command.

    Who asks about many commands may say which rules are to be asked.
    """
    rules, stance = state.relief.rules, unit.condition.stance
    if stance is not None:
        no = posture_of(rules, stance.id).bars(state, unit, command)
        if no is not None:
            return no
    saying = Saying(state, unit, command)
    for rule in rules.among(VETOES, saying) if asked is None else asked:
        no = rule.function(saying)
        if no is not None:
            return no
    return None


def nothing(scene: Scene) -> None:
    """Nothing happens."""


@dataclass(frozen=True, kw_only=True)
class Phase:
    """A phase of the round. Where nobody takes turns, it begins and is over."""

    title: str
    short: str = ""
    """The title where there is little room, if it is another."""
    asks: str = "act with"
    """What a side does with a unit in it: `fire with`."""
    task: str = "act"
    """What a unit is to do in it: `fire`."""
    rests: Callable[[State, Unit], str] = lambda state, unit: "done"
    """What it is called that a unit does no more in it."""
    after: str = ""
    """The phase that it follows; of several that follow one, the last that was laid comes first."""
    turns: bool = True
    """Whether the sides take turns in it."""
    acts: Callable[[State, Unit], bool] | None = None
    """Which units take a turn in it, if not all that can do anything; where none does, the phase passes unannounced."""
    order: Callable[[State, Mapping[Player, int]], Sequence[Player]] | None = None
    """The sides in the order of their turns, for how many units each has, if not by the initiative."""
    reserves: bool = False
    """Whether it is for units that are not on the map yet, and for those only."""
    unfinished: Callable[[State, Unit], Refusal | None] | None = None
    """Why a unit cannot be done in it yet, if that may be."""
    told: Callable[[State], bool] | None = None
    """When a phase without turns is told of as others are; else it passes unannounced."""
    seldom: bool = False
    """Whether it is passed in most rounds, and shown only while it lasts."""
    begin: Callable[[Scene], None] = nothing
    """What happens before the first turn."""
    end_turn: Callable[[Scene, Unit], None] | None = None
    """What happens when a unit is done, before its turn is over."""
    finish: Callable[[Scene], None] = nothing
    """What happens when everybody is done."""

    def __str__(self) -> str:
        return f"{self.title}, after {self.after}: units {self.task}" if self.after else self.title
