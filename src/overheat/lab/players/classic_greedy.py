"""`greedy` for the classic game: one turn ahead, for what can be given and what must be taken.

It moves where its guns do most and the enemy's least, keeps its heat down, stays out of what trips it, and strikes when
it stands next to somebody. Where to go is an estimate from tables; what to fire and strike is worked out by the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from overheat.classic.facts.commands import Choose, Command, Decide, Done, Fire, Go, Rise, Stand, Strike
from overheat.classic.facts.questions import best_answer
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.falls import stays_down
from overheat.classic.rules.standard.hiding import in_hiding
from overheat.classic.rules.standard.postures import posture_of
from overheat.classic.turn.round import most_worth, promised
from overheat.kernel.dice import Seeded
from overheat.kernel.game import Game, Player
from overheat.kernel.offered import said_with
from overheat.lab.players import bot
from overheat.lab.players.classic_moves import best_move, odds_of_rising
from overheat.lab.players.classic_volleys import best_strike, best_volley

PLANNED = (Fire, Strike)
"""What it has plans with; with all else it goes by what is promised of it."""


@bot("classic", "greedy")
class Greedy:
    """Looks one turn ahead."""

    def __init__(self, dice: Seeded) -> None:
        self._dice = dice
        self._plan: list[Command] = []
        self._for: tuple[int, str, str] | None = None

    def choose(self, game: Game[Any, Any, Any], state: State, player: Player, legal: Sequence[Command]) -> Command:
        """The next command of the plan for the unit that acts; a plan that no longer fits is made anew."""
        if state.question is not None:
            return Decide(best_answer(state))
        if state.acting is None:
            return self._first(state, legal)
        unit = state.units[state.acting]
        turn = (state.round, state.phase, unit.id)
        said = most_worth(state, unit, legal)
        if said is not None:
            return said
        if self._for != turn:
            self._for, self._plan = turn, self._planned(state, unit, legal)
        while self._plan:
            command = self._plan.pop(0)
            if command in legal:
                self._for = None if isinstance(command, Rise) else self._for
                return command
            self._plan = []
        last = promised(state, unit, legal, PLANNED)
        if last is not None:
            return last[1]
        if state.phase == "movement" and Stand() in legal and unit.motion.mode != "stationary" and _may(state, unit):
            return Stand()
        return most_worth(state, unit, legal, last=True) or Done()

    def _first(self, state: State, legal: Sequence[Command]) -> Command:
        """The lightest unit goes first: what matters most sees most."""
        return min(
            legal, key=lambda command: state.units[command.unit].sheet.tons if isinstance(command, Choose) else 0
        )

    def _planned(self, state: State, unit: Unit, legal: Sequence[Command]) -> list[Command]:
        """What to do with a unit in a phase; first whatever promises more than the guns, or the limbs."""
        worth, plan = self._weighed(state, unit, legal)
        more = promised(state, unit, legal, PLANNED)
        return plan if more is None or more[0] <= worth else [more[1], *plan]

    def _weighed(self, state: State, unit: Unit, legal: Sequence[Command]) -> tuple[float, list[Command]]:
        rules = state.relief.rules
        if state.phase == "movement":
            if in_hiding(unit):
                return inf, []
            if unit.condition.prone and rules[stays_down](rules, unit) is None and _may(state, unit):
                return inf, [Go("run" if Go("run") in legal else "walk"), Stand()]
            stance = unit.condition.stance
            if stance is not None and unit.motion.mode == "stationary":
                pays = posture_of(rules, stance.id).worth(state, unit) > 0
                return inf, [] if pays else [Go("run" if Go("run") in legal else "walk"), Rise()]
            return inf, best_move(state, unit)
        if state.phase == "weapons":
            return best_volley(state, unit, legal)
        if state.phase != "physical":
            return 0.0, []
        worth, strike = best_strike(state, unit, [*said_with(legal, (Strike,))])
        return worth, [] if strike is None else [strike, *self._second_punch(strike)]

    def _second_punch(self, strike: Strike) -> list[Command]:
        """Who punches with one arm punches with the other as well, if it may."""
        if strike.kind != "punch":
            return []
        return [Strike("punch", "RA" if strike.limb == "LA" else "LA", strike.target)]


def _may(state: State, unit: Unit) -> bool:
    """Whether a machine on the ground can stand up at all; who needs more than two dice show only falls again."""
    return odds_of_rising(state, unit)[1] > 0
