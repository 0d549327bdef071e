"""What lasts: marks on units, effects on hexes, and things on the map, each with an owner and an end.

A layer names its own marks, effects and things; the engine keeps them, ends them in time, and shows them to everybody
whom they are not hidden from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, TypeVar

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.kernel.facts import ID, Id, Name, Text
from overheat.kernel.game import Player
from overheat.kernel.wording.phrases import in_words

K = TypeVar("K")

MarkName = Annotated[str, Text("a mark by its id, and after a colon which of several: a bin, a side", f"{ID}(:.+)?")]


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that holds of a unit or of a hex for a while."""

    value: int = 0
    owner: Player = ""
    until: int = 0
    """The last round in which it holds; 0 for as long as nobody takes it away."""
    this_phase: bool = False
    """Whether it ends with the phase."""
    hidden: bool = False
    """Whether only its owner knows of it."""
    this_round: bool = False
    """Whether it ends with the round."""
    kind: Name = ""
    """Which of several it is, where there are several."""
    about: Name = ""
    """What it is about, by name: another unit, a hex as a target, a location."""
    conceals: bool = False
    """Whether it hides the unit that it is on from everybody but its owner."""

    def known_to(self, player: Player) -> bool:
        """Whether a player may know of it."""
        return not self.hidden or self.owner == player


class Thing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is no unit: mines and sensors on the map, shells and missiles in flight, guns beyond the edge."""

    id: Name
    kind: Id
    hex: Hex | None = None
    """Where it lies; None for what is in the air or off the map."""
    owner: Player = ""
    hidden: bool = False
    """Whether only its owner knows of it."""
    value: int = 0
    until: int = 0
    """The last round in which it is there; 0 for as long as nothing takes it away."""
    to: Hex | None = None
    """Where it is on its way to."""
    arrives: int = 0
    """The round in which it gets there; 0 for what goes nowhere."""
    path: tuple[Hex, ...] = ()
    """The hexes of its way so far, from where it began to where it is, for what is steered as it flies."""
    flown: int = 0
    """How many hexes of its way it has flown this round."""
    by: Name = ""
    """The unit that it comes from or that steers it, by its id."""
    about: Name = ""
    """What it is meant for, by name: a unit, a load."""
    mount: int = -1
    """Which of the unit's mounts that is; -1 for none."""
    how: Id = ""
    """In which of several ways it comes, where there are several."""
    setting: int = 0
    """What it is set to: the tons that vibrabombs wait for."""

    def known_to(self, player: Player) -> bool:
        """Whether a player may know of it."""
        return not self.hidden or self.owner == player


def lasting(marks: Mapping[K, Mark], now: int) -> dict[K, Mark]:
    """The marks that hold in a round that begins."""
    return {
        name: mark
        for name, mark in marks.items()
        if not (mark.this_phase or mark.this_round) and (not mark.until or mark.until >= now)
    }


def beyond_phase(marks: Mapping[K, Mark]) -> dict[K, Mark]:
    """The marks that outlive a phase."""
    return {name: mark for name, mark in marks.items() if not mark.this_phase}


def without(marks: Mapping[K, Mark], *names: K) -> dict[K, Mark]:
    """The marks apart from some."""
    return {name: mark for name, mark in marks.items() if name not in names}


_WORDS: dict[str, str] = {}
_ASIDE: set[str] = set()


def named(name: str, words: str, *, aside: bool = False) -> str:
    """A mark by its name, and how it is told: `{value}`, `{kind}`, `{about}` and `{owner}` stand for what it holds.

    A mark that is given no words is told by its name; one whose words are empty is of interest to nobody. Words that
    stand for what no mark holds fail here, where they are written. A mark that stands `aside` says when a unit acts,
    and no rule of attacks goes by it: what has been found out about attacks holds when it changes.
    """
    _filled(words, Mark(), str)
    _WORDS[name] = words
    if aside:
        _ASIDE.add(name)
    return name


def of_attacks(marks: Mapping[str, Mark]) -> Mapping[str, Mark]:
    """The marks that rules of attacks may go by."""
    return marks if _ASIDE.isdisjoint(marks) else {name: mark for name, mark in marks.items() if name not in _ASIDE}


def each(name: str, which: object) -> str:
    """One of several marks of a kind that hold at once, told in the words of the kind: `dumping:5`, `adjusted:red`."""
    return f"{name}:{which}"


def kind_of(name: str) -> str:
    """What kind of mark it is, whichever of several that hold at once."""
    return name.partition(":")[0]


def _filled(words: str, mark: Mark, called: Callable[[str], str]) -> str:
    return words.format(value=mark.value, kind=mark.kind, about=called(mark.about), owner=mark.owner)


def words_of(name: str, mark: Mark, called: Callable[[str], str] = str) -> str:
    """A mark in words, with units as they are called."""
    words = _WORDS.get(name, _WORDS.get(kind_of(name)))
    return in_words(kind_of(name)) if words is None else _filled(words, mark, called)
