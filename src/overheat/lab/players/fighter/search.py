"""`search` for the classic game: moves that are tried out, as long as its budget lasts.

The best few places of `hard` are tried: the commands are carried out with dice of its own on what the player knows, the
others of both sides then move as fighting bots would, now and then otherwise, and where everybody stands at last is
weighed by what both sides may be expected to do to one another. What promises most is tried most often. What to fire
and to strike is decided as `hard` does.

`search` or `search:2s` has a budget of time a unit; `search:40n` one of so many trials, so that a game comes out alike
wherever it is played.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any

import msgspec
import numpy as np

from overheat.classic.facts.commands import Command, Done
from overheat.classic.facts.state import State, Unit
from overheat.classic.turn.reach import Place
from overheat.kernel.dice import Seeded
from overheat.kernel.game import Game, Player
from overheat.kernel.offered import in_order
from overheat.kernel.refusal import Refusal, refuse
from overheat.lab.players import BUDGETED, Reason, bot
from overheat.lab.players.fighter import reasons
from overheat.lab.players.fighter.bot import Fighting
from overheat.lab.players.fighter.exchange import damage
from overheat.lab.players.fighter.lives import weights
from overheat.lab.players.fighter.options import where_it_stands
from overheat.lab.players.fighter.places import Appraisal, fighter
from overheat.lab.players.fighter.preferences import HARD, Preferences

BUDGET = re.compile(r"(\d+(?:\.\d+)?)(s|n)")
DEFAULT = "1s"
LONGEST = 600.0
"""More seconds a unit than anybody waits."""
CANDIDATES = 5
"""Places that are tried."""
ALIKE = 4.0
"""Places that are worth so much less than the best are not tried."""
TRUST = 2.0
"""How many trials the estimate of `hard` counts as."""
CURIOSITY = 3.0
"""Points of damage by which a place that was tried seldom is given the benefit of the doubt."""
COMMANDS = 400
"""More commands than the rest of a phase takes."""
OTHERS = msgspec.structs.replace(HARD, reply=0.0, lapses=0.25, carelessness=3)
"""How everybody else is taken to move: well, but not always the same way."""


class Searching(Fighting):
    """Fights as `hard` does, and tries its moves out before it makes them."""

    def __init__(self, dice: Seeded, budget: str = DEFAULT, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(HARD, dice)
        self._seconds, self._trials = _budget(budget)
        self._clock = clock
        self._dice_of_trials = Seeded(dice.roll("trials", 1, 1_000_000).total, "trials")
        self._game: Game[Any, Any, Any] | None = None
        self._player: Player = ""
        self._began = 0.0

    def choose(self, game: Game[Any, Any, Any], state: State, player: Player, legal: Sequence[Command]) -> Command:
        """As `hard`, with moves that were tried out."""
        self._game, self._player, self._began = game, player, self._clock()
        return super().choose(game, state, player, legal)

    def _selected(self, state: State, unit: Unit, found: Appraisal) -> int:
        """The place that came out best of trials."""
        order = np.argsort(-found.worth, kind="stable")
        near = [int(at) for at in order[:CANDIDATES] if found.worth[order[0]] - found.worth[at] <= ALIKE]
        if self._game is None or len(near) < 2 or state.phase != "movement":
            self.reason = reasons.of_place(state, unit, found, near[0])
            return near[0]
        longest = 0.0
        base = float(found.worth[near[0]])
        sums = {at: TRUST * (float(found.worth[at]) - base) for at in near}
        tried = dict.fromkeys(near, TRUST)
        level: float | None = None
        trials = 0
        while self._goes_on(trials, longest):
            before = self._clock()
            at = max(near, key=lambda each: sums[each] / tried[each] + CURIOSITY * sqrt(log(trials + 2) / tried[each]))
            came_to = self._tried(state, unit, found.places[at])
            level = came_to if level is None else level
            sums[at] += came_to - level
            tried[at] += 1
            trials += 1
            longest = max(longest, self._clock() - before)
        best = max(near, key=lambda each: sums[each] / tried[each])
        told = reasons.of_place(state, unit, found, best)
        self.reason = Reason(f"{told.text}; best of {len(near)} in {trials} trials", {**told.figures, "trials": trials})
        return best

    def _goes_on(self, trials: int, longest: float) -> bool:
        """Whether there is budget left for another trial as long as the longest so far."""
        if self._trials is not None:
            return trials < self._trials
        return self._seconds is None or self._clock() - self._began + longest < self._seconds

    def _tried(self, state: State, unit: Unit, place: Place) -> float:
        """What it comes to when a unit goes to a place, everybody else moves, and the shooting starts."""
        game = self._game
        assert game is not None
        now: State = state
        for command in (*place.path, Done()):
            applied = game.apply(now, self._player, command, self._dice_of_trials)
            if isinstance(applied, Refusal):
                break
            now = applied[0]
        bots: dict[Player, Fighting] = {}
        for _ in range(COMMANDS):
            player = game.to_act(now)
            if player is None or now.phase != "movement" or now.round != state.round:
                break
            mover = bots.setdefault(player, Fighting(OTHERS, self._dice_of_trials))
            said = mover.choose(game, now, player, in_order(game.legal(now, player)))
            applied = game.apply(now, player, said, self._dice_of_trials)
            if isinstance(applied, Refusal):
                break
            now = applied[0]
        return standing(now, unit.side, self.likes)


def standing(state: State, side: Player, likes: Preferences) -> float:
    """What the sides may be expected to do to one another as they stand: ours less theirs, by what it counts."""
    active = [unit for unit in state.units.values() if unit.active]
    weight = weights(state, active, likes)
    seen = {unit.id: (fighter(state, unit, likes), where_it_stands(state, unit)) for unit in active}
    whole = 0.0
    for unit in active:
        ours = unit.side == side
        if unit.condition.prone:
            whole -= likes.enemy_falls if ours else -likes.enemy_falls
        if unit.helpless:
            continue
        by, there = seen[unit.id]
        done = [
            float(damage(state, by, there, *seen[other.id])[0, 0]) * weight[other.id]
            for other in active
            if other.side != unit.side
        ]
        whole += max(done, default=0.0) if ours else -likes.caution * max(done, default=0.0)
    return whole


def _budget(text: str) -> tuple[float | None, int | None]:
    """Seconds, or trials."""
    found = BUDGET.fullmatch(text.strip())
    if found is None or not 0 < float(found[1]) <= (LONGEST if found[2] == "s" else 1e6):
        raise refuse("lab.budget", f"a budget is written as 2s or 40n, not {text[:40]!r}", budget=text[:40])
    return (float(found[1]), None) if found[2] == "s" else (None, int(float(found[1])))


bot("classic", "search")(Searching)
BUDGETED["classic", "search"] = Searching
