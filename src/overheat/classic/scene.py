"""A procedure under way: the state as it changes, the events so far, the dice. Rules decide; a scene carries out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from overheat.classic.advance import advance
from overheat.classic.questions import asking
from overheat.classic.state import State, Unit
from overheat.kernel.dice import About, Dice
from overheat.kernel.events import Event, LoggedDice
from overheat.kernel.questions import Question, unanswered
from overheat.kernel.rules import Ruleset
from overheat.kernel.terms import Term


class Scene:
    """What happens between a command and the next one.

    `answers` are those that players have given so far; without any, nobody can be asked, and every question is answered
    in the way that is worth most.
    """

    def __init__(self, state: State, dice: Dice, answers: Sequence[str] | None = None) -> None:
        self.state = state
        self._answers = None if answers is None else list(answers)
        self.answered: list[tuple[Question, str]] = []
        """What has been answered so far, in order."""
        self.events: list[Event] = []
        self._dice = LoggedDice(dice, self.events)
        self.damage_taken: defaultdict[str, int] = defaultdict(int)
        """What each unit has taken in this phase."""
        self.shaken: defaultdict[str, list[Term]] = defaultdict(list)
        """Why each unit must roll to stay on its feet at the end of the phase."""
        self.toppled: dict[str, Term] = {}
        """Units that fall at the end of the phase whatever they roll, and what that adds to the seat-belt check."""

    @property
    def rules(self) -> Ruleset:
        return self.state.relief.rules

    def unit(self, id: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[id]

    def tell(self, event: Event) -> None:
        """Something happened: note it and let it take effect."""
        self.events.append(event)
        self.state = advance(self.state, event)

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> int:
        """Throw dice for a purpose, given by its id; their total. `who` throws, the facts say what about."""
        return self._dice.roll(purpose, count, sides, who=who, needed=needed, **about).total

    def ask(self, question: Question) -> str:
        """What a player answers; where only one answer is possible, nobody is asked."""
        answer = self._answer(question)
        self.answered.append((question, answer))
        return answer

    def _answer(self, question: Question) -> str:
        if len(question.options) == 1:
            return question.options[0]
        if self._answers is None:
            return asking(self.rules, question.id).best(self.state, question)
        return self._answers.pop(0) if self._answers else unanswered(question)

    def result(self) -> tuple[State, tuple[Event, ...]]:
        """What came of it."""
        return self.state, tuple(self.events)
