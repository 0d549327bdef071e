"""A procedure under way: the state as it changes, the events so far, the dice. Rules decide; a scene carries out.

Two slots let a layer's rules take part wherever anything happens: what follows from an event, and what a roll counts
as. The game as published has nothing in either.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from overheat.classic.battle.advance import advance, harm
from overheat.classic.facts.events import Exploded, Felled, PlateStruck, Struck, Withstood
from overheat.classic.facts.questions import asking
from overheat.classic.facts.state import State, Unit
from overheat.kernel import scene
from overheat.kernel.dice import About, Dice, Roll
from overheat.kernel.events import Event
from overheat.kernel.questions import Question, unanswered
from overheat.kernel.rules.rule import Slot
from overheat.kernel.terms import Term

P = ParamSpec("P")
T = TypeVar("T")

FOLLOWS: Slot[[Scene, Event, State], None] = Slot("turns.follows", nothing=None)
"""What follows from something that has happened, with the state that it happened in.

Rules are asked about every event but dice as soon as the command, the attack, the blow or the phase that brought it is
worked out, and about what they bring about in turn. They may do all that a verb may: tell, roll, ask, fire.
"""

COUNTS_AS: Slot[[Scene, Roll, int], int | None] = Slot("turns.counts_as", nothing=None)
"""What a roll counts as, with what it counts as so far, where that is something else: dice thrown again, or turned.

A rule may throw further dice, which are not asked about themselves.
"""


class Scene(scene.Scene):
    """What happens between a command and the next one.

    `answers` are those that players have given so far; without any, nobody can be asked, and every question is answered
    in the way that is worth most.
    """

    def __init__(self, state: State, dice: Dice, answers: Sequence[str] | None = None) -> None:
        super().__init__(state.relief.rules, dice)
        self.state = state
        self._answers = None if answers is None else list(answers)
        self.answered: list[tuple[Question, str]] = []
        """What has been answered so far, in order."""
        self.settled = 0
        """How many events had been told when it was last seen who falls."""
        self.shaken: defaultdict[str, list[Term]] = defaultdict(list)
        """Why each unit must roll to stay on its feet at the end of the phase."""
        self.toppled: dict[str, Term] = {}
        """Units that fall at the end of the phase whatever they roll, and what that adds to the seat-belt check."""
        self.foresees = False
        """Whether nothing happens and somebody only wants to know what would: what falls on whom is not told apart."""
        self._counting = False

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    def unit(self, id: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[id]

    def tell(self, event: Event) -> None:
        """Something happened: note it and let it take effect."""
        follows = partial(self._follows, event, self.state) if self.rules[FOLLOWS] else None
        self.write(event, follows)
        self.state = advance(self.state, event)

    def _follows(self, event: Event, before: State) -> None:
        for rule in self.rules[FOLLOWS]:
            rule.function(self, event, before)

    def harm(self) -> dict[str, int]:
        """What each unit has taken since it was last seen who falls; `unit.taken` is what it has in the phase."""
        found: dict[str, int] = {}
        for event in self.events[self.settled :]:
            if isinstance(event, Struck | Exploded | Felled | Withstood | PlateStruck):
                found[event.unit] = found.get(event.unit, 0) + harm(event)
        return found

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> int:
        """Throw dice for a purpose, given by its id; their total. `who` throws, the facts say what about."""
        roll = self.logged.roll(purpose, count, sides, who=who, needed=needed, **about)
        return roll.total if self._counting or not self.rules[COUNTS_AS] else self._counted(roll)

    def pick(self, purpose: str, among: int, *, target: str) -> int:
        """One of so many by a die with as many faces, counted from 0, where it matters who and not how many.

        The last one needs no die, and a preview takes the first.
        """
        if among <= 1 or self.foresees:
            return 0
        return self.roll(purpose, 1, among, target=target) - 1

    def until(self, throw: Callable[[], T | None], alike: Callable[[T], Hashable], known: Hashable | None = None) -> T:
        """Throw again and again until something comes of it.

        What is `alike` makes no difference afterwards, and throws that are `known` by the same fall alike; only who
        works out chances looks at that.
        """
        while True:
            found = throw()
            if found is not None:
                return found

    def then(self, step: Callable[Concatenate[Scene, P], None], *about: P.args, **more: P.kwargs) -> None:
        """Go on with a step when all that waits has been done: here nothing ever waits."""
        step(self, *about, **more)

    def in_time(self, step: Callable[Concatenate[Scene, P], None], *about: P.args, **more: P.kwargs) -> None:
        """Go on with a step that throws dice of its own, for which who works out chances makes a halt."""
        step(self, *about, **more)

    def at_once(self, step: Callable[Concatenate[Scene, P], None], *about: P.args, **more: P.kwargs) -> None:
        """Take a step with all that it brings about, without a halt on the way."""
        step(self, *about, **more)

    def catches(self, hit: object) -> bool:
        """Whether somebody only wants to know what would hit, and sees to the hit: here nobody."""
        return False

    def _counted(self, roll: Roll) -> int:
        """What a roll counts as when all rules about that have been asked."""
        self._counting, total = True, roll.total
        for rule in self.rules[COUNTS_AS]:
            other = rule.function(self, roll, total)
            if not isinstance(other, int | None):
                raise TypeError(f"the rule {rule.id!r} makes {other!r} of a roll, which is no number")
            total = total if other is None else other
        self._counting = False
        return total

    def ask(self, question: Question) -> str:
        """What a player answers; where only one answer is possible, nobody is asked."""
        if not question.options:
            raise ValueError(f"the question {question.id!r} has no answer to choose from")
        asking(self.rules, question.id)
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
