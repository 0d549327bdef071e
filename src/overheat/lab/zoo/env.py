"""A battle as an environment of PettingZoo: agents act in turn, and a mask says what each may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from overheat.kernel.dice import Seeded
from overheat.kernel.game import Game, Player
from overheat.kernel.offered import in_order
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.verbs import Foreseen
from overheat.kernel.wording.commands import Speaker
from overheat.lab.games import Brief, Kind, find_scenario
from overheat.lab.players import Bot, make_bot
from overheat.lab.zoo import LONGEST
from overheat.lab.zoo.codes import Codes
from overheat.lab.zoo.seen import HEAD, ROW, looker


class BattleEnv(AECEnv):  # type: ignore[misc]
    """A scenario under some rules: its sides are the agents, and a reward comes with the end.

    An observation holds `observation`, numbers of what the agent may know, and `action_mask`, 1 for every number that
    is a legal command now. `words(action)` is that command.
    """

    metadata = {"render_modes": ["ansi"], "name": "overheat_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, scenario: str = "duel", rules: Sequence[str] = (), render_mode: str | None = None) -> None:
        super().__init__()
        kind, brief = find_scenario(scenario, lambda kind: tuple(rules))
        self._start(kind, brief, kind.layers(brief, tuple(rules)))
        self.render_mode = render_mode

    def _start(self, kind: Kind, brief: Brief, layers: Sequence[str]) -> None:
        self.kind, self.setup = kind, brief.setup
        self.game: Game[Any, Any, Any] = kind.make(layers)
        self.possible_agents: list[Player] = list(kind.sides(brief.setup))
        self._dice = Seeded(0)
        units = self._begun().units
        self.codes = Codes(self.game.commands, tuple(units))
        most = len(units) * 2
        self._look = looker(kind.name, most)
        shape = (HEAD + ROW * most,)
        self._seen = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-1, 1, shape, np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.codes.count,), np.int8),
            }
        )
        self._actions = gymnasium.spaces.Discrete(self.codes.count)
        self._seed = 0

    def _begun(self) -> Any:
        begun = self.game.start(self.setup, self._dice)
        if isinstance(begun, Refusal):
            raise RefusedError(begun)
        return begun[0]

    def observation_space(self, agent: Player) -> gymnasium.spaces.Space[Any]:
        """What an agent sees; the same for all."""
        return self._seen

    def action_space(self, agent: Player) -> gymnasium.spaces.Space[Any]:
        """What an agent may say; the same for all."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew: with the dice of a seed, or without one with those that follow the last."""
        self._seed = self._seed + 1 if seed is None else seed
        self._dice = Seeded(self._seed)
        self.state = self._begun()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Player, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.steps = 0
        self._turn()

    def _turn(self) -> None:
        """Whose turn it is, and what he may say."""
        player = self.game.to_act(self.state)
        self.legal: Sequence[Any] = ()
        self._coded: dict[int, Any] | None = None
        self._speaker: Speaker | None = None
        if player is None:
            self._finish()
            return
        self.agent_selection = player
        self.legal = in_order(self.game.legal(self.state, player))

    @property
    def _numbered(self) -> dict[int, Any]:
        """What may be said, by number; found out when somebody asks."""
        if self._coded is None:
            self._coded = self.codes.numbered(self.legal)
        return self._coded

    def _finish(self) -> None:
        outcome = self.game.over(self.state)
        won = () if outcome is None else outcome.winners
        self.agent_selection = self.possible_agents[0]
        for agent in self.agents:
            self.terminations[agent] = True
            self.rewards[agent] = 0.0 if not won or len(won) == len(self.agents) else 1.0 if agent in won else -1.0

    def observe(self, agent: Player) -> dict[str, Any]:
        """What an agent may know, and what it may say."""
        known = self.game.known(self.state, agent)
        mask = np.zeros(self.codes.count, np.int8)
        if agent == self.agent_selection:
            mask[list(self._numbered)] = 1
        return {"observation": self._look(known, agent), "action_mask": mask}

    def words(self, action: int) -> Any:
        """The command that a number stands for now; None where it is none."""
        return self._numbered.get(int(action))

    def actions(self) -> NDArray[np.int64]:
        """The numbers of what may be said now, in their order: what the mask says, without looking through it."""
        return np.array(sorted(self._numbered), np.int64)

    def foreseen(self, action: int) -> Foreseen | None:
        """What the command of a number promises: `chance` and `damage` are the engine's own; None where it has none."""
        if self._speaker is None:
            agent = self.agent_selection
            self._speaker = self.kind.speaker(self.game, self.game.known(self.state, agent))
        command = self.words(action)
        return None if self._speaker is None or command is None else self._speaker.foreseen(command)

    def step(self, action: int | None) -> None:
        """Carry out the command of a number. One that may not be said now ends the battle for nobody's good."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        command = None if action is None else self.words(action)
        if command is None:
            raise ValueError(f"{action} is not a legal action of {agent}; the mask says which are")
        self.say(command)

    def say(self, command: Any) -> None:
        """Carry out a command of the agent whose turn it is, which need not be looked up by its number."""
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        result = self.game.apply(self.state, agent, command, self._dice)
        if isinstance(result, Refusal):
            raise RefusedError(result)
        self.state, self.steps = result[0], self.steps + 1
        if self.steps >= LONGEST:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn()
        self._accumulate_rewards()

    def render(self) -> str:
        """The field as a map of characters."""
        return self.kind.text_map(self.game, self.state)

    def close(self) -> None:
        """Nothing is held open."""


class SideEnv(gymnasium.Env[Any, Any]):
    """One side of a battle as an environment of Gymnasium: bots play all others, and act until it is its turn."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self, scenario: str = "duel", side: str = "", rules: Sequence[str] = (), opponent: str = "random"
    ) -> None:
        self.battle = BattleEnv(scenario, rules)
        self.side = side or self.battle.possible_agents[0]
        self.opponent = opponent
        self.observation_space = self.battle.observation_space(self.side)
        self.action_space = self.battle.action_space(self.side)
        self._bots: dict[Player, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin anew."""
        super().reset(seed=seed)
        self.battle.reset(seed)
        name, number = self.battle.game.name, self.battle._seed
        self._bots = {
            agent: make_bot(name, self.opponent, number, agent) for agent in self.battle.agents if agent != self.side
        }
        self._others()
        return self.battle.observe(self.side), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carry out a command, and everybody else's until it is the side's turn again."""
        self.battle.step(int(action))
        self._others()
        battle = self.battle
        over, cut = battle.terminations[self.side], battle.truncations[self.side]
        return battle.observe(self.side), battle.rewards[self.side], over, cut, {}

    def action_masks(self) -> Any:
        """What may be said now, as libraries that know masks ask for it."""
        return self.battle.observe(self.side)["action_mask"].astype(bool)

    def _others(self) -> None:
        battle = self.battle
        while not battle.terminations[self.side] and not battle.truncations[self.side]:
            agent = battle.agent_selection
            if agent == self.side:
                return
            known = battle.game.known(battle.state, agent)
            battle.say(self._bots[agent].choose(battle.game, known, agent, battle.legal))


def vector(count: int, *, processes: bool = False, **facts: Any) -> Any:
    """Several battles side by side, each against bots: one after the other, or in processes of their own."""
    makers = [lambda: SideEnv(**facts)] * count
    kind = gymnasium.vector.AsyncVectorEnv if processes else gymnasium.vector.SyncVectorEnv
    return kind(makers)
