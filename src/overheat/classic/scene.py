"""A procedure under way: the state as it changes, the events so far, the dice. Rules decide; a scene carries out."""

from __future__ import annotations

from collections import defaultdict

from overheat.classic.advance import advance
from overheat.classic.state import State, Unit
from overheat.kernel.dice import Dice
from overheat.kernel.events import Event, LoggedDice
from overheat.kernel.rules import Ruleset
from overheat.kernel.terms import Term


class Scene:
    """What happens between a command and the next one."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
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

    def roll(self, purpose: str, count: int = 2, sides: int = 6) -> int:
        """Throw dice for a purpose; their total."""
        return self._dice.roll(purpose, count, sides).total

    def result(self) -> tuple[State, tuple[Event, ...]]:
        """What came of it."""
        return self.state, tuple(self.events)
