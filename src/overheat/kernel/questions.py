"""Questions that a procedure puts to a player while it is under way.

A procedure that needs an answer asks for it wherever it is. If the answer is not there yet, everything stops: what has
happened so far is told, and the question stands in the state until the player answers. Then the procedure runs again
from its beginning with the same dice and the answers so far, which leads to the same point, and goes on from there. So
any rule may ask at any point, and a state stays a value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NoReturn, TypeVar

import msgspec

from overheat.kernel.dice import About, Dice, Roll
from overheat.kernel.facts import Id, Name, Who
from overheat.kernel.wording.phrases import in_words

S = TypeVar("S")


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player is asked: which decision it is, for whom, about what, and what may be answered."""

    id: Id
    player: Who
    options: tuple[Id, ...]
    unit: Who = ""
    """Whom the answer is given for."""
    facts: dict[Id, Name | int] = {}


class Unanswered(BaseException):
    """A procedure stops because a question has no answer yet. It is no error, and no handler of errors takes it."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.id)
        self.question = question


def unanswered(question: Question) -> NoReturn:
    """Stop until a player has answered."""
    raise Unanswered(question)


@dataclass(frozen=True, kw_only=True)
class Asking(Generic[S]):
    """Everything about one kind of question, for a game of states `S`."""

    words: Callable[[S, Question], str] = lambda state, question: in_words(question.id)
    """What is asked, in a sentence."""
    option: Callable[[S, Question, str], str] = lambda state, question, option: option
    """What may be answered, in a few words."""
    worth: Callable[[S, Question, str], float] = lambda state, question, option: 0
    """What an answer is worth to who gives it: bots give the best one, and odds are those of the best one."""
    secret: bool = False
    """Whether others learn only that something is asked."""

    def best(self, state: S, question: Question) -> str:
        """The answer that is worth most; of several, the first."""
        return max(question.options, key=lambda option: self.worth(state, question, option))


class Continued:
    """Dice that fall as they fell before, and then as other dice do."""

    def __init__(self, fallen: Sequence[Roll], dice: Dice) -> None:
        self._fallen = list(reversed(fallen))
        self._dice = dice

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        if not self._fallen:
            return self._dice.roll(purpose, count, sides, who=who, needed=needed, **about)
        roll = self._fallen.pop()
        if (roll.purpose, len(roll.faces), roll.sides) != (purpose, count, sides):
            raise AssertionError(f"dice fell for {roll.purpose!r} and are now thrown for {purpose!r}")
        return roll
