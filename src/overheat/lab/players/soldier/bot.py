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
from overheat.lab.players.soldier import orders, riding, setting_up, support
from overheat.lab.players.soldier.aims import SENT, aim_of
from overheat.lab.players.soldier.kills import foreseen, outcome
from overheat.lab.players.soldier.moves import best_moves, move_worth
from overheat.lab.players.soldier.preferences import EASY, HARD, NORMAL, Preferences
from overheat.lab.players.soldier.screens import throw_worth
from overheat.lab.players.soldier.stakes import boldness
from overheat.platoon.battle.commands import (
    CallStrike,
    Charge,
    Commands,
    Deploy,
    Drive,
    Fly,
    FlyDrone,
    Give,
    Hold,
    Keep,
    Misdirect,
    Occupy,
    Place,
    React,
    Shoot,
    ThrowSmoke,
    Walk,
)
from overheat.platoon.battle.state import Firing, Keeping, Moving, Reacting, Shooting, State
from overheat.platoon.game import PlatoonGame
from overheat.platoon.rules.standard import turn

EVEN = 0.06
"""What going down must save beside the order that it costs: the enemy shoots at somebody anyway."""
HOPELESS = 0.005
"""Shots that are worth less are not fired."""
Thought = tuple[float, Any, str]
"""What a command is worth, the command, and why."""
PLACED = ("arrive", "disembark", "drone")
"""What is done without a way to go: units are put down, drones fly."""
PLAINLY: dict[type, str] = {Hold: "stays where it is", Deploy: "the best place of those that it looked at"}
"""Why, where there is little to say."""


class Soldier:
    """Plays a side by what each command gives and takes."""

    likes: ClassVar[Preferences] = HARD

    def __init__(self, dice: Seeded) -> None:
        self._dice = dice
        self._sent: dict[str, str] = {}
        self.reason = NO_REASON

    def choose(self, game: Game[Any, Any, Any], state: State, player: Player, legal: Sequence[Commands]) -> Commands:
        """The command that is worth most, with the reason for it."""
        if len(legal) == 1 and not (isinstance(legal[0], Hold) and isinstance(state.tasks[-1], Moving)):
            self.reason = Reason("nothing else can be done")
            return legal[0]
        if len(legal) > 1 and self._blunders():
            self.reason = Reason("the first thing that came to mind")
            return legal[self._dice.roll("choice", 1, sides=len(legal)).total - 1]
        assert isinstance(game, PlatoonGame)
        battle = Thinking(game, state)
        worth, command, why = self.best(game, battle, legal)
        self.reason = Reason(why, {"worth": round(worth, 3)})
        self.remember(battle, command)
        return command  # type: ignore[no-any-return]

    def remember(self, battle: Thinking, command: Commands) -> None:
        """Which objective it has sent a unit to: who is on the way is not called back without need."""
        battle.kept[SENT] = self._sent
        if isinstance(command, Give) and (aim := aim_of(battle, battle.units[command.unit], self.likes)) is not None:
            self._sent[command.unit] = aim.name if aim.objective else ""

    def _blunders(self) -> bool:
        """Whether it does the first thing that comes to its mind."""
        often = self.likes.blunders
        return bool(often) and self._dice.roll("blunder", 1, sides=100).total <= often

    def best(self, game: PlatoonGame, battle: Thinking, legal: Sequence[Commands]) -> Thought:
        """The command that is worth most, with what it is worth and why."""
        return max(self.thoughts(game, battle, legal), key=lambda thought: thought[0])

    def thoughts(self, game: PlatoonGame, battle: Thinking, legal: Sequence[Commands]) -> list[Thought]:
        """What is thought of with some care, each with what it is worth and why."""
        task = battle.tasks[-1]
        battle.kept[SENT] = self._sent
        if isinstance(legal[0], Deploy) and self.likes.careful:
            return [self._setting_up(battle, legal)]
        if isinstance(task, Reacting) and self.likes.reacts:
            return self._reacting(game, battle, task, legal)
        if isinstance(task, Keeping):
            return [self._keeping(battle, task.side)]
        if isinstance(task, Moving) and task.doing not in PLACED:
            walking = [each for each in legal if isinstance(each, Walk | Drive | Fly | Charge | Occupy | Hold)]
            if len(walking) == len(legal):
                return best_moves(game, battle, battle.units[task.unit], walking, self._minds(battle))
        if isinstance(task, Moving) and task.doing == "disembark" and self.likes.looks:
            ways = riding.ways_out(battle, battle.units[task.unit], self._minds(battle))
            return [self._weighed(game, battle, command) for command in (*legal, *ways)]
        return [self._weighed(game, battle, command) for command in legal]

    def worth(self, game: PlatoonGame, battle: Thinking, command: Commands) -> Thought:
        """What one command is worth, by the same measure as the best, and why."""
        task = battle.tasks[-1]
        walks = isinstance(task, Moving) and task.doing not in PLACED
        if walks and isinstance(command, Walk | Drive | Fly | Charge | Occupy | Hold):
            return move_worth(game, battle, battle.units[task.unit], command, self._minds(battle))
        if isinstance(task, Reacting) and (trade := self._trade(game, battle, task)) is not None:
            saved, given = trade
            went = isinstance(command, React)
            return saved - EVEN if went else given, command, _traded(saved, given, went)
        return self._weighed(game, battle, command)

    def _weighed(self, game: PlatoonGame, battle: Thinking, command: Commands) -> Thought:
        task = battle.tasks[-1]
        if isinstance(command, Give):
            worth, why = orders.weighed(game, battle, command, self._minds(battle))
            return worth, command, why
        if isinstance(command, Shoot) and isinstance(task, Shooting):
            found = foreseen(battle, battle.units[task.unit], command.volleys, task.occasion)
            name = battle.sheet(found.target).name if found.target else "nobody"
            why = f"destroys {name} with {found.kills:.0%}, worth {found.worth:.2f}"
            keeps = 0.12 if task.occasion == "ambush" else HOPELESS
            return found.worth - keeps, command, why
        if isinstance(command, CallStrike | Misdirect):
            worth = support.strike_worth(battle, task.side, command)
            return worth, command, f"a strike there is worth {worth:.2f}"
        if isinstance(command, FlyDrone) and isinstance(task, Moving):
            worth = support.flight_worth(battle, battle.units[task.unit], command, self._minds(battle).risk)
            return worth, command, f"{'its load' if command.drop else 'the flight'} is worth {worth:.2f}"
        if isinstance(command, ThrowSmoke) and isinstance(task, Shooting):
            worth = throw_worth(game, battle, battle.units[task.unit], command.at, self._minds(battle))
            return worth, command, f"smoke there is worth {worth:.2f}"
        if isinstance(command, Hold) and isinstance(task, Moving) and task.doing == "disembark":
            return riding.STAYS, command, "stays aboard"
        if isinstance(command, Place) and isinstance(task, Moving) and task.doing == "disembark":
            worth, why = riding.place_worth(battle, battle.units[task.unit], command, self._minds(battle))
            return worth, command, why
        worth = plain_worth(battle, command)
        return worth, command, PLAINLY.get(type(command), f"{type(command).__name__.lower()} is worth {worth:.2f}")

    def _minds(self, battle: Thinking) -> Preferences:
        """What it minds as the battle stands: it dares more or less towards the end."""
        risk = self.likes.risk * boldness(battle, battle.tasks[-1].side)
        return msgspec.structs.replace(self.likes, risk=risk)

    def _keeping(self, battle: Thinking, side: int) -> Thought:
        """Who lies low under fire or has nothing to do keeps his order; everybody else wants a die again."""
        may = battle.rules[turn.may_keep]
        able = [unit for unit in battle.side(side) if unit.order is not None and may(battle.rules, unit.order)]
        kept = tuple(unit.id for unit in able if unit.place == "table" and orders.keeps(battle, unit, self.likes))
        names = ", ".join(battle.sheet(id).name for id in kept)
        return 0.0, Keep(kept), f"no better use next turn for {names}" if kept else "everybody has something to do"

    def _setting_up(self, battle: Thinking, legal: Sequence[Commands]) -> Thought:
        places: list[Deploy] = [each for each in legal if isinstance(each, Deploy)]
        places += setting_up.further_places(battle, places[0])
        worth, best = max(((setting_up.place_worth(battle, each), each) for each in places), key=lambda each: each[0])
        best = setting_up.pointed(battle, best)
        where = battle.ground.standing(best.at) if best.at is not None else ()
        ground = ", ".join(feature.piece.name or feature.piece.kind for feature in where) or "open ground"
        if best.aboard is not None:
            return worth, best, f"begins in {battle.sheet(best.aboard).name}, for the way is long"
        return worth, best, f"begins in {ground}" if best.at is not None else "waits off the table"

    def _reacting(
        self, game: PlatoonGame, battle: Thinking, task: Reacting, legal: Sequence[Commands]
    ) -> list[Thought]:
        """Going down saves what the shots would do, and costs what the unit would have done."""
        react = next((each for each in legal if isinstance(each, React)), None)
        trade = self._trade(game, battle, task)
        if trade is None or react is None:
            return [self._weighed(game, battle, command) for command in legal]
        hold = next(each for each in legal if not isinstance(each, React))
        saved, given = trade
        return [(given, hold, _traded(saved, given, False)), (saved - EVEN, react, _traded(saved, given, True))]

    def _trade(self, game: PlatoonGame, battle: Thinking, task: Reacting) -> tuple[float, float] | None:
        """What going down saves, and what the order would have been worth that it costs."""
        firing = next((each for each in reversed(battle.tasks) if isinstance(each, Firing)), None)
        if firing is None:
            return None
        unit, firer = battle.units[task.unit], battle.units[firing.unit]
        mine = tuple(volley for volley in firing.volleys if volley.target == unit.id)
        stands = outcome(battle, firer, mine, firing.occasion).worth
        down = _with(game, battle, msgspec.structs.replace(unit, order="down"))
        lies = outcome(down, down.units[firing.unit], mine, firing.occasion).worth
        return stands - lies, orders.best_for(battle, unit, self._minds(battle))


def _traded(saved: float, given: float, goes: bool) -> str:
    """Why a unit goes down under fire, or does not."""
    if goes:
        return f"going down saves {saved:.2f}, its order is worth {given:.2f}"
    return f"its order is worth {given:.2f}, going down saves {saved:.2f}"


def _with(game: PlatoonGame, battle: Thinking, unit: Any) -> Thinking:
    state = battle.frozen()
    return Thinking(game, msgspec.structs.replace(state, units={**state.units, unit.id: unit}))


@bot("platoon", "hard")
class Hard(Soldier):
    """Weighs everything."""


@bot("platoon", "normal")
class Normal(Soldier):
    """Looks at fewer moves, and now and then does the first thing that comes to its mind."""

    likes = NORMAL


@bot("platoon", "easy")
class Easy(Soldier):
    """Often does the first thing that comes to its mind."""

    likes = EASY
