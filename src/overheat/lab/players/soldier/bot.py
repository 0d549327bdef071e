"""`easy`, `normal` and `hard` for H.E.A.T: bots that fight by exact odds, and say why they do what they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from overheat.kernel.dice import Seeded
from overheat.kernel.game import Game, Player
from overheat.lab.players import NO_REASON, Reason, bot
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.platoon_worth import value as plain_worth
from overheat.lab.players.soldier import orders, setting_up
from overheat.lab.players.soldier.kills import outcome
from overheat.lab.players.soldier.moves import best_move
from overheat.lab.players.soldier.preferences import EASY, HARD, NORMAL, Preferences
from overheat.platoon.battle.commands import (
    Charge,
    Commands,
    Deploy,
    Drive,
    Fly,
    Give,
    Hold,
    Occupy,
    React,
    Shoot,
    Walk,
)
from overheat.platoon.battle.state import Firing, Moving, Reacting, Shooting, State
from overheat.platoon.game import PlatoonGame

Thought = tuple[float, Any, str]
"""What a command is worth, the command, and why."""


class Soldier:
    """Plays a side by what each command gives and takes."""

    likes: ClassVar[Preferences] = HARD

    def __init__(self, dice: Seeded) -> None:
        self._dice = dice
        self.reason = NO_REASON

    def choose(self, game: Game[Any, Any, Any], state: State, player: Player, legal: Sequence[Commands]) -> Commands:
        """The command that is worth most, with the reason for it."""
        if len(legal) == 1:
            self.reason = Reason("nothing else can be done")
            return legal[0]
        if self.likes.blunders and self._dice.roll("blunder", 1, sides=100).total <= self.likes.blunders:
            self.reason = Reason("the first thing that came to mind")
            return legal[self._dice.roll("choice", 1, sides=len(legal)).total - 1]
        assert isinstance(game, PlatoonGame)
        worth, command, why = self._best(game, Thinking(game, state), legal)
        self.reason = Reason(why, {"worth": round(worth, 3)})
        return command  # type: ignore[no-any-return]

    def _best(self, game: PlatoonGame, battle: Thinking, legal: Sequence[Commands]) -> Thought:
        task = battle.tasks[-1]
        if isinstance(legal[0], Deploy) and self.likes.careful:
            return self._setting_up(battle, legal)
        if isinstance(task, Reacting) and self.likes.reacts:
            return self._reacting(game, battle, task, legal)
        if isinstance(task, Moving):
            walking = [each for each in legal if isinstance(each, Walk | Drive | Fly | Charge | Occupy | Hold)]
            if len(walking) == len(legal):
                return best_move(game, battle, battle.units[task.unit], walking, self.likes)
        return max((self._weighed(battle, command) for command in legal), key=lambda thought: thought[0])

    def _weighed(self, battle: Thinking, command: Commands) -> Thought:
        task = battle.tasks[-1]
        if isinstance(command, Give):
            worth, why = orders.weighed(battle, command, self.likes)
            return worth, command, why
        if isinstance(command, Shoot) and isinstance(task, Shooting):
            found = outcome(battle, battle.units[task.unit], command.volleys, task.occasion)
            name = battle.sheet(found.target).name if found.target else "nobody"
            why = f"destroys {name} with {found.kills:.0%}, worth {found.worth:.2f}"
            keeps = 0.12 if task.occasion == "ambush" else 0.0
            return found.worth - keeps, command, why
        worth = plain_worth(battle, command)
        return worth, command, f"{type(command).__name__.lower()} is worth {worth:.2f}"

    def _setting_up(self, battle: Thinking, legal: Sequence[Commands]) -> Thought:
        places: list[Deploy] = [each for each in legal if isinstance(each, Deploy)]
        places += setting_up.further_places(battle, places[0])
        worth, best = max(((setting_up.place_worth(battle, each), each) for each in places), key=lambda each: each[0])
        where = battle.ground.standing(best.at) if best.at is not None else ()
        ground = ", ".join(feature.piece.name or feature.piece.kind for feature in where) or "open ground"
        return worth, best, f"begins in {ground}" if best.at is not None else "waits off the table"

    def _reacting(self, game: PlatoonGame, battle: Thinking, task: Reacting, legal: Sequence[Commands]) -> Thought:
        """Going down saves what the shots would do, and costs what the unit would have done."""
        unit = battle.units[task.unit]
        firing = next((each for each in reversed(battle.tasks) if isinstance(each, Firing)), None)
        react = next((each for each in legal if isinstance(each, React)), None)
        if firing is None or react is None:
            return max((self._weighed(battle, command) for command in legal), key=lambda thought: thought[0])
        mine = tuple(volley for volley in firing.volleys if volley.target == unit.id)
        firer = battle.units[firing.unit]
        stands = outcome(battle, firer, mine, firing.occasion).worth
        down = _with(game, battle, msgspec.structs.replace(unit, order="down"))
        lies = outcome(down, down.units[firing.unit], mine, firing.occasion).worth
        given = orders.best_for(battle, unit, self.likes)
        hold = next(each for each in legal if not isinstance(each, React))
        if stands - lies > given:
            return stands - lies, react, f"going down saves {stands - lies:.2f}, its order is worth {given:.2f}"
        return given, hold, f"its order is worth {given:.2f}, going down saves {stands - lies:.2f}"


def _with(game: PlatoonGame, battle: Thinking, unit: Any) -> Thinking:
    state = battle.frozen()
    return Thinking(game, msgspec.structs.replace(state, units={**state.units, unit.id: unit}))


@bot("platoon", "hard")
class Hard(Soldier):
    """Weighs everything."""


@bot("platoon", "normal")
class Normal(Soldier):
    """Does not look ahead of a move, and holds out under fire."""

    likes = NORMAL


@bot("platoon", "easy")
class Easy(Soldier):
    """Often does the first thing that comes to its mind."""

    likes = EASY
