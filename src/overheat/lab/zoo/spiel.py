"""A battle as a game of OpenSpiel: every die is a chance node, so its searches and learners see the whole tree.

Importing this registers the game: `pyspiel.load_game("overheat(scenario=duel,rules=tacops)")`, rules joined by `+`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyspiel

from overheat.kernel.dice import About, Roll, Seeded, check
from overheat.kernel.game import Game, Player
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.lab.games import find_scenario
from overheat.lab.zoo import LONGEST
from overheat.lab.zoo.codes import Codes
from overheat.lab.zoo.seen import HEAD, ROW, looker

LARGEST_DIE = 20
"""The most faces of a die that any game throws."""
MOST_DICE = 200
"""Dice that one command throws at most, as a bound for those who ask how deep the tree is."""

TYPE = pyspiel.GameType(
    short_name="overheat",
    long_name="Overheat",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"scenario": "duel", "rules": ""},
)


class Unthrown(Exception):  # noqa: N818 -- a die that is awaited is no error
    """A die that chance has not decided yet."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class FaceByFace:
    """Dice that fall as chance nodes have decided, one face each, and say which die is next."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._left = list(faces)

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        check(count, sides)
        if len(self._left) < count:
            raise Unthrown(sides)
        faces, self._left = self._left[:count], self._left[count:]
        return Roll(purpose, sides, tuple(sorted(faces)), who, about, needed)


class Moment:
    """Where a battle stands: a command is awaited, or the next die of one that was given. A value, never copied."""

    def __init__(self, field: BattleGame, state: Any, command: Any = None, faces: tuple[int, ...] = ()) -> None:
        self.field, self.before, self.command, self.faces = field, state, command, faces
        self.sides = 0
        self.state = state
        if command is not None or state is None:
            self._carry_out()
        self.player = None if self.sides else field.battle.to_act(self.state)
        self._legal: Mapping[int, Any] | None = None

    def _carry_out(self) -> None:
        field, dice = self.field, FaceByFace(self.faces)
        try:
            if self.before is None:
                result = field.battle.start(field.setup, dice)
            else:
                player = field.battle.to_act(self.before)
                assert player is not None
                result = field.battle.apply(self.before, player, self.command, dice)
        except Unthrown as next_die:
            self.sides = next_die.sides
            return
        if isinstance(result, Refusal):
            raise RefusedError(result)
        self.state = result[0]

    @property
    def legal(self) -> Mapping[int, Any]:
        """What may be said, by number."""
        if self._legal is None:
            assert self.player is not None
            self._legal = self.field.codes.numbered(self.field.battle.legal(self.state, self.player))
        return self._legal

    def then(self, action: int) -> Moment:
        """The moment after a die has fallen, or a command was given."""
        if self.sides:
            return Moment(self.field, self.before, self.command, (*self.faces, action + 1))
        return Moment(self.field, self.state, self.legal[action])

    def __deepcopy__(self, memo: object) -> Moment:
        return self


class BattleGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario of two sides under some rules."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        told = {**TYPE.parameter_specification, **(params or {})}
        rules = tuple(name for name in str(told["rules"]).split("+") if name)
        kind, brief = find_scenario(str(told["scenario"]), lambda kind: rules)
        self.kind, self.setup = kind, brief.setup
        self.battle: Game[Any, Any, Any] = kind.make(kind.layers(brief, rules))
        self.sides: tuple[Player, ...] = tuple(kind.sides(brief.setup))
        if len(self.sides) != 2:
            raise refuse("lab.zoo", f"OpenSpiel plays battles of two sides here, and this one has {len(self.sides)}")
        self.first = Moment(self, None)
        begun = self.battle.start(self.setup, Seeded(0))
        assert not isinstance(begun, Refusal)
        units = tuple(begun[0].units)
        self.codes = Codes(self.battle.commands, units)
        self.rows = len(units) * 2
        self.look = looker(kind.name, self.rows)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.codes.count,
            max_chance_outcomes=LARGEST_DIE,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(TYPE, info, dict(params or {}))

    def new_initial_state(self) -> BattleState:
        """A battle that has not begun."""
        return BattleState(self)

    def max_chance_nodes_in_history(self) -> int:
        """More dice than any battle throws."""
        return LONGEST * MOST_DICE

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BattleObserver:
        """What looks at a battle for a player."""
        return BattleObserver(self)


class BattleState(pyspiel.State):  # type: ignore[misc]
    """A battle: dice are chance's to decide, everything else its sides'."""

    def __init__(self, game: BattleGame) -> None:
        super().__init__(game)
        self.moment = game.first
        self.given = 0

    def current_player(self) -> int:
        """Whose turn it is: a side by its place in the set-up, or chance."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.moment.player is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.moment.field.sides.index(self.moment.player)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.moment.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every face of the die that is awaited; the action is one less than the face."""
        return [(face, 1.0 / self.moment.sides) for face in range(self.moment.sides)]

    def _apply_action(self, action: int) -> None:
        self.given += not self.moment.sides
        self.moment = self.moment.then(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"d{self.moment.sides}: {action + 1}" if self.moment.sides else repr(self.moment.legal[action])

    def is_terminal(self) -> bool:
        """Whether nobody is to act any more, or the battle was cut short."""
        return not self.moment.sides and (self.moment.player is None or self.given >= LONGEST)

    def returns(self) -> list[float]:
        """1 for who has won and -1 for who has lost; 0 before the end and for a draw."""
        outcome = self.moment.field.battle.over(self.moment.state) if self.is_terminal() else None
        won = () if outcome is None else outcome.winners
        sides = self.moment.field.sides
        return [0.0 if len(won) != 1 else 1.0 if side in won else -1.0 for side in sides]

    def __str__(self) -> str:
        moment = self.moment
        if moment.state is None:
            return "not begun"
        awaited = f"a die of {moment.sides}" if moment.sides else moment.player or "over"
        return f"{moment.field.kind.text_map(moment.field.battle, moment.state)}\n{self.given} commands, then {awaited}"


class BattleObserver:
    """What a player may know, as numbers and as text."""

    def __init__(self, game: BattleGame) -> None:
        self._game = game
        self.tensor = np.zeros(HEAD + ROW * game.rows, np.float32)
        self.dict = {"battle": self.tensor[:HEAD], "units": self.tensor[HEAD:].reshape(game.rows, ROW)}

    def set_from(self, state: BattleState, player: int) -> None:
        """Look at a battle; before it has begun there is nothing to see."""
        self.tensor[:] = 0
        if state.moment.state is not None:
            side = self._game.sides[player]
            known = self._game.battle.known(state.moment.state, side)
            self.tensor[:] = self._game.look(known, side)

    def string_from(self, state: BattleState, player: int) -> str:
        """The same as text."""
        if state.moment.state is None:
            return "not begun"
        known = self._game.battle.known(state.moment.state, self._game.sides[player])
        return self._game.kind.text_map(self._game.battle, known)


pyspiel.register_game(TYPE, BattleGame)
