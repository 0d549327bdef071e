"""Battles as environments for learners: PettingZoo's own tests, masks, codes that stay, and what an agent may know."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

import overheat as oh
from overheat.lab.zoo.codes import BLOCK, Codes
from overheat.lab.zoo.seen import HEAD, ROW, looker
from small_battles import small_battle

pytestmark = pytest.mark.filterwarnings("ignore")


RULESETS = (("printed",), ("tacops",), ("omega",))


@pytest.mark.parametrize("rules", RULESETS)
def test_a_battle_is_an_environment_as_pettingzoo_asks_for(tmp_path: Path, rules: tuple[str, ...]) -> None:
    api_test(oh.zoo.env(small_battle(tmp_path), rules), num_cycles=300, verbose_progress=False)


@pytest.mark.parametrize("rules", [(), ("first_readings",)])
def test_a_platoon_game_is_one_too(rules: tuple[str, ...]) -> None:
    api_test(oh.zoo.env("village", rules), num_cycles=30, verbose_progress=False)


@pytest.mark.parametrize("rules", RULESETS)
def test_the_same_seed_is_the_same_battle(tmp_path: Path, rules: tuple[str, ...]) -> None:
    seed_test(lambda: oh.zoo.env(small_battle(tmp_path), rules), num_cycles=100)


def test_the_same_seed_is_the_same_platoon_game() -> None:
    seed_test(lambda: oh.zoo.env("village"), num_cycles=15)


def test_an_agent_that_wins_gets_one_and_the_other_loses_one(tmp_path: Path) -> None:
    env = oh.zoo.env(small_battle(tmp_path, rounds=8))
    for seed in range(1, 9):
        env.reset(seed)
        chance = np.random.default_rng(seed)
        while not env.terminations[env.agent_selection]:
            env.step(int(chance.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
        outcome = env.game.over(env.state)
        won = set(outcome.winners)
        assert env.rewards == {
            side: 0.0 if len(won) != 1 else 1.0 if side in won else -1.0 for side in env.possible_agents
        }


def test_what_is_not_in_the_mask_is_refused(tmp_path: Path) -> None:
    env = oh.zoo.env(small_battle(tmp_path))
    env.reset(1)
    mask = env.observe(env.agent_selection)["action_mask"]
    assert {type(env.words(code)).__name__ for code in np.flatnonzero(mask)} == {
        env.codes.verb(int(code)) for code in np.flatnonzero(mask)
    }
    with pytest.raises(ValueError, match="is not a legal action"):
        env.step(int(np.flatnonzero(mask == 0)[0]))


@pytest.mark.parametrize("scenario", ["", "village"])
def test_what_a_command_promises_is_what_players_are_told_of_it(tmp_path: Path, scenario: str) -> None:
    env = oh.zoo.env(scenario or small_battle(tmp_path))
    env.reset(1)
    chance, chances = np.random.default_rng(1), []
    for _ in range(150):
        if env.terminations[env.agent_selection]:
            break
        told = env.kind.speaker(env.game, env.game.known(env.state, env.agent_selection))
        for action in env.actions():
            found = env.foreseen(int(action))
            assert found == told.foreseen(env.words(int(action)))
            chances += [found.chance] if found is not None and found.chance is not None else []
        env.step(int(chance.choice(env.actions())))
    assert chances
    assert all(0 <= chance <= 1 for chance in chances)


def test_a_command_has_the_same_number_in_every_battle(tmp_path: Path) -> None:
    numbers = []
    for _ in range(2):
        env = oh.zoo.env(small_battle(tmp_path))
        env.reset(3)
        numbers.append(
            {str(env.words(int(code))): int(code) for code in np.flatnonzero(env.observe("red")["action_mask"])}
        )
    assert numbers[0] == numbers[1]


def test_every_legal_command_has_a_number_of_its_own() -> None:
    from overheat.classic.facts.commands import Jump, Step

    codes = Codes(Step | Jump, ("red-1",))
    legal = [Jump(f"{column:02}{row:02}") for column in range(1, 17) for row in range(1, 18)]
    assert len(codes.numbered(legal)) == len(legal) == 272
    assert set(map(codes.verb, codes.numbered(legal))) == {"Jump"}
    assert codes.count == 2 * BLOCK


@pytest.mark.parametrize(("scenario", "rules"), [("", ("tacops",)), ("village", ())])
def test_rows_and_numbers_that_are_kept_are_those_that_are_worked_out_anew(
    tmp_path: Path, scenario: str, rules: tuple[str, ...]
) -> None:
    env = oh.zoo.env(scenario or small_battle(tmp_path), rules)
    env.reset(5)
    chance = np.random.default_rng(5)
    units = tuple(env.state.units)
    for _ in range(60):
        if env.terminations[env.agent_selection]:
            break
        legal = tuple(env.legal)
        assert env._numbered == Codes(env.game.commands, units).numbered(legal)
        for agent in env.possible_agents:
            seen = env.observe(agent)
            assert np.array_equal(
                seen["observation"],
                looker(env.kind.name, 2 * len(units))(env.game.known(env.state, agent), agent),
            )
            mask = np.flatnonzero(seen["action_mask"])
            assert list(mask) == (list(env.actions()) if agent == env.agent_selection else [])
        env.step(int(chance.choice(env.actions())))


def test_a_number_of_a_row_is_as_its_unit_has_it(tmp_path: Path) -> None:
    env = oh.zoo.env(small_battle(tmp_path))
    env.reset(1)
    rows = env.observe("red")["observation"][HEAD:].reshape(-1, ROW)
    board = env.state.relief.board
    for row, unit in zip(rows, env.state.units.values(), strict=False):
        assert row[1] == (1 if unit.side == "red" else -1)
        assert (round(row[5] * board.width), round(row[6] * board.height)) == (unit.hex.column, unit.hex.row)
        assert row[11] == 1
    assert not rows[len(env.state.units) :].any()


def test_one_side_is_played_against_a_bot(tmp_path: Path) -> None:
    side = oh.zoo.side(small_battle(tmp_path), opponent="random")
    seen, _ = side.reset(seed=2)
    assert side.observation_space.contains(seen)
    total, over = 0.0, False
    chance = np.random.default_rng(1)
    while not over:
        _, reward, over, cut, _ = side.step(int(chance.choice(np.flatnonzero(side.action_masks()))))
        total += reward
        assert not cut
    assert total in (-1.0, 0.0, 1.0)


def test_several_battles_go_side_by_side(tmp_path: Path) -> None:
    many = oh.zoo.vector(3, scenario=small_battle(tmp_path))
    seen, _ = many.reset(seed=4)
    assert seen["action_mask"].shape[0] == 3
    actions = [int(np.flatnonzero(mask)[0]) for mask in seen["action_mask"]]
    _, rewards, *_ = many.step(actions)
    assert list(rewards) == [0, 0, 0]
