"""Battles as games of OpenSpiel: its own tests, dice as chance nodes, what a player sees, and a search that plays."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import mcts

import overheat as oh
from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import RefusedError
from small_battles import small_battle


@pytest.fixture
def battle(tmp_path: Path) -> Any:
    return oh.zoo.spiel(small_battle(tmp_path))


def test_a_battle_is_a_game_as_openspiel_asks_for(tmp_path: Path) -> None:
    game = oh.zoo.spiel(small_battle(tmp_path), ["tacops"])
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_platoon_game_is_one_too() -> None:
    state = oh.zoo.spiel("village").new_initial_state()
    said = set()
    for _ in range(100):
        action = state.legal_actions()[-1]
        said.add(state.action_to_string(state.current_player(), action).split("(")[0])
        state.apply_action(action)
    assert {"d6: 6", "Deploy"} <= said


def test_chance_throws_every_die_and_the_battle_goes_as_with_dice_that_fall_so(battle: Any) -> None:
    env = oh.zoo.env(battle.get_parameters()["scenario"])
    env.reset(3)
    state = battle.new_initial_state()
    thrown = 0
    chance = np.random.default_rng(1)
    while True:
        for roll in env._dice.rolls[thrown:]:
            for face in roll.faces:
                assert state.is_chance_node()
                assert state.chance_outcomes() == [(number, 1 / roll.sides) for number in range(roll.sides)]
                state.apply_action(face - 1)
        thrown = len(env._dice.rolls)
        assert state.moment.state == env.state
        if env.terminations[env.agent_selection]:
            break
        mask = env.observe(env.agent_selection)["action_mask"]
        assert state.legal_actions() == list(np.flatnonzero(mask))
        action = int(chance.choice(np.flatnonzero(mask)))
        env.step(action)
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [env.rewards[side] for side in env.possible_agents]


def test_an_observation_is_what_the_environment_for_pettingzoo_shows(battle: Any) -> None:
    env = oh.zoo.env(battle.get_parameters()["scenario"])
    env.reset(3)
    state = battle.new_initial_state()
    assert not any(state.observation_tensor(0))
    for roll in env._dice.rolls:
        for face in roll.faces:
            state.apply_action(face - 1)
    for player, side in enumerate(env.possible_agents):
        seen = env.observe(side)["observation"]
        assert state.observation_tensor(player) == pytest.approx(seen.tolist())


def test_a_copy_goes_its_own_way(battle: Any) -> None:
    state = battle.new_initial_state()
    dice = Seeded(5)
    while state.is_chance_node():
        state.apply_action(dice.roll("any", 1).total - 1)
    copy = state.clone()
    before = state.legal_actions()
    copy.apply_action(before[0])
    assert state.legal_actions() == before
    assert copy.history() != state.history()


def test_its_tree_search_plays(battle: Any) -> None:
    chance = np.random.RandomState(2)
    state = battle.new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(chance.choice(len(state.chance_outcomes()))))
    bot = mcts.MCTSBot(battle, 2, 4, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    assert bot.step(state) in state.legal_actions()


def test_a_battle_of_three_sides_is_refused(tmp_path: Path) -> None:
    three = Path(small_battle(tmp_path))
    third = '[[force]]\nside = "green"\nunits = [{ unit = "Wasp WSP-1A", hex = "0304", facing = 3 }]\n'
    three.write_text(f"{three.read_text()}\n{third}")
    with pytest.raises(RefusedError, match="two sides"):
        oh.zoo.spiel(str(three))
