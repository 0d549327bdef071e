"""What a verb and a phase are in the classic game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from overheat.classic.scene import Scene
from overheat.classic.state import State, Unit
from overheat.kernel import verbs

Verb = verbs.Verb[State, Unit, Scene, Any]
"""Something that may be said for the unit whose turn it is."""


Names = Mapping[str, str]
"""What units are called, by their ids."""


def always(text: str) -> Callable[[State, Unit, Any, Names], str]:
    """The words of a command that is always said alike."""
    return lambda state, unit, command, names: text


def nothing(scene: Scene) -> None:
    """Nothing happens."""


@dataclass(frozen=True, kw_only=True)
class Phase:
    """A phase of the round. Where nobody takes turns, it begins and is over."""

    title: str
    after: str = ""
    """The phase that it follows; of several that follow one, the last that was laid comes first."""
    turns: bool = True
    """Whether the sides take turns in it."""
    begin: Callable[[Scene], None] = nothing
    """What happens before the first turn."""
    end_turn: Callable[[Scene, Unit], None] | None = None
    """What happens when a unit is done, before its turn is over."""
    finish: Callable[[Scene], None] = nothing
    """What happens when everybody is done."""
