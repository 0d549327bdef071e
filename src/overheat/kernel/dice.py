"""Dice are an argument, and there are three kinds.

`Seeded` plays and simulates, `Scripted` tests, and `every` runs a procedure over all rolls for exact odds. One
resolution procedure therefore gives play, tests and probabilities. Dice thrown together are not told apart: the faces
of a roll always come sorted, so a procedure that must tell two dice apart throws them one after the other.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Protocol, TypeVar

import msgspec

from overheat.kernel.facts import Id, Name, Who
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import refuse
from overheat.kernel.terms import Sum
from overheat.kernel.wording.phrases import counted

R = TypeVar("R", bound=Hashable)

About = Name | int | Sum
"""A fact about a roll: a unit, a place, a weapon by name, a size, what is added."""


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """What fell and what it was thrown for: the id of the purpose, who threw, what about, and the number needed."""

    purpose: Id
    sides: int
    faces: tuple[int, ...]
    who: Who = ""
    about: dict[Id, About] = {}
    needed: int | None = None

    @property
    def total(self) -> int:
        return sum(self.faces)

    def __str__(self) -> str:
        return f"{self.purpose}: {'+'.join(map(str, self.faces))} = {self.total}"


class Dice(Protocol):
    """Anything that can be thrown."""

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        """Throw `count` dice of `sides` sides for a purpose, given by its id."""
        ...


class InHand:
    """Dice in somebody's hand: whatever is thrown names who threw and what about."""

    def __init__(self, dice: Dice, who: str = "", **about: About) -> None:
        self._dice = dice
        self._who = who
        self._about = about

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        about = {**self._about, **about}
        return self._dice.roll(purpose, count, sides, who=who or self._who, needed=needed, **about)


class Seeded:
    """Dice that fall alike for one seed on every supported Python, and remember every roll.

    Each stream of one seed falls independently: the battle, a bot and a map generator never disturb one another. Only
    `random()` is promised to stay the same across Python versions, so faces are made from it alone.
    """

    def __init__(self, seed: int, stream: str = "game") -> None:
        digest = hashlib.sha256(f"{seed}/{stream}".encode()).digest()
        self._random = random.Random(int.from_bytes(digest[:8], "big"))
        self.seed = seed
        self.stream = stream
        self.rolls: list[Roll] = []

    def take_back(self, thrown: int) -> None:
        """Forget all rolls but the first `thrown`; the next ones fall as the forgotten ones did."""
        kept = self.rolls[:thrown]
        self.__init__(self.seed, self.stream)  # type: ignore[misc]
        for roll in kept:
            self.roll(roll.purpose, len(roll.faces), roll.sides, who=roll.who, needed=roll.needed, **roll.about)

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        check(count, sides)
        faces = sorted(1 + int(self._random.random() * sides) for _ in range(count))
        roll = Roll(purpose, sides, tuple(faces), who, about, needed)
        self.rolls.append(roll)
        return roll


class ScriptError(AssertionError):
    """A scripted test asked for other dice than it was given."""


class Scripted:
    """Dice that fall as a test says: each entry is the faces of one roll, or one face for a single die.

    Raises when the script runs out, when the number or the faces of the dice do not fit, and, used as a context, when
    rolls are left over.
    """

    def __init__(self, *script: int | tuple[int, ...]) -> None:
        self._script = [(entry,) if isinstance(entry, int) else entry for entry in script]
        self.rolls: list[Roll] = []

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        check(count, sides)
        if len(self.rolls) == len(self._script):
            raise ScriptError(f"no roll left in the script for {purpose!r}")
        faces = self._script[len(self.rolls)]
        if len(faces) != count or not all(1 <= face <= sides for face in faces):
            raise ScriptError(f"the script gives {faces} where {purpose!r} throws {count}d{sides}")
        roll = Roll(purpose, sides, tuple(sorted(faces)), who, about, needed)
        self.rolls.append(roll)
        return roll

    def done(self) -> None:
        """Insist that the whole script was used."""
        left = len(self._script) - len(self.rolls)
        if left:
            raise ScriptError(f"{counted(left, 'scripted roll')} left over: {self._script[-left:]}")

    def __enter__(self) -> Scripted:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None:
            self.done()


class Thrown:
    """Dice that somebody has thrown, face by face, and then dice that fall as others do."""

    def __init__(self, faces: Sequence[int], dice: Dice) -> None:
        self.left = list(faces)
        """The faces that nobody has asked for yet."""
        self._dice = dice

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        if not self.left:
            return self._dice.roll(purpose, count, sides, who=who, needed=needed, **about)
        faces, self.left = self.left[:count], self.left[count:]
        if len(faces) != count or not all(1 <= face <= sides for face in faces):
            raise refuse("dice.thrown", f"{faces} are not {count}d{sides}, which are thrown here", purpose=purpose)
        return Roll(purpose, sides, tuple(sorted(faces)), who, about, needed)


def every(procedure: Callable[[Dice], R], *, limit: int = 1_000_000, totals: bool = False) -> Distribution[R]:
    """Exact odds of a procedure's result, by running it over every way its dice can fall.

    Good for single attacks; a volley of many rolls belongs to `Distribution`, which merges equal states. More than
    `limit` paths is refused rather than waited for. With `totals`, faces that come to the same total are thrown once,
    for a procedure that looks at nothing else.
    """
    found: Counter[tuple[R, int]] = Counter()
    path: list[int] = []
    for _ in range(limit):
        dice = _Every(path, totals_and_weights if totals else faces_and_weights)
        found[procedure(dice), dice.ways] += dice.weight
        if not advance(path, dice.widths):
            return Distribution.mixed((result, weight, ways) for (result, ways), weight in found.items())
    raise OverflowError(f"more than {limit:,} ways for the dice to fall")


class _Every:
    """Dice that follow a chosen path of outcomes, and take the first outcome beyond its end."""

    def __init__(self, path: list[int], outcomes: Callable[[int, int], Outcomes]) -> None:
        self.path = path
        self._outcomes = outcomes
        self.widths: list[int] = []
        self.weight = 1
        self.ways = 1

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        check(count, sides)
        outcomes = self._outcomes(count, sides)
        depth = len(self.widths)
        if depth == len(self.path):
            self.path.append(0)
        self.widths.append(len(outcomes))
        faces, weight = outcomes[self.path[depth]]
        self.weight *= weight
        self.ways *= sides**count
        return Roll(purpose, sides, faces, who, about, needed)


def advance(path: list[int], widths: list[int]) -> bool:
    """Step a path to the next one in order; False when it was the last."""
    while path:
        path[-1] += 1
        if path[-1] < widths[len(path) - 1]:
            return True
        path.pop()
    return False


Outcomes = tuple[tuple[tuple[int, ...], int], ...]
"""Faces, each with the number of ways that they fall."""


@cache
def faces_and_weights(count: int, sides: int) -> Outcomes:
    """Every sorted set of faces with the number of ways it falls, out of `sides ** count`."""
    return tuple(
        (faces, factorial(count) // prod(factorial(times) for times in Counter(faces).values()))
        for faces in combinations_with_replacement(range(1, sides + 1), count)
    )


@cache
def totals_and_weights(count: int, sides: int) -> Outcomes:
    """Some faces for every total, with the number of ways that it falls."""
    ways: dict[int, tuple[tuple[int, ...], int]] = {}
    for faces, weight in faces_and_weights(count, sides):
        ways[sum(faces)] = faces, weight + ways.get(sum(faces), ((), 0))[1]
    return tuple(ways.values())


def check(count: int, sides: int) -> None:
    """Refuse dice that cannot be thrown."""
    if count < 1 or sides < 2:
        raise ValueError(f"cannot throw {count}d{sides}")
