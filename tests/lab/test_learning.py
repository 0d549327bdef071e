"""A small policy learns a duel through the environment: what is kept wins, and a few duels teach more than none."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_a_duel.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn_a_duel", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def learned(example: ModuleType, seed: int) -> NDArray[np.float64]:
    """Weights after a few duels: as much of the training as there is time for."""
    found: NDArray[np.float64] = example.learn(seed, map, watched=2, heats=((9, 1),))
    return found


def test_what_was_learned_wins_most_of_ten_duels_against_random(example: ModuleType) -> None:
    rewards = example.measure(example.read(example.KEPT), 5, map)
    assert sum(reward > 0 for side in rewards.values() for reward in side) >= 7, rewards


def test_a_few_duels_teach_more_than_none_and_the_same_for_a_seed(example: ModuleType) -> None:
    once, again, other = (learned(example, seed) for seed in (1, 1, 2))
    assert np.array_equal(once, again)
    assert not np.array_equal(once, other)
    untrained = np.zeros(len(example.FEATURES))
    worth, before = (
        sum(example.play(weights, side, example.FIRST_HELD_OUT + seed)[1] for side in example.SIDES for seed in (0, 1))
        for weights in (once, untrained)
    )
    assert worth > before


def test_imitation_finds_the_weights_that_choices_were_made_by(example: ModuleType) -> None:
    chance = np.random.default_rng(1)
    made_by = np.zeros(len(example.FEATURES))
    made_by[:4] = 3, -2, 1, 0
    choices = []
    for _ in range(400):
        rows = np.zeros((5, len(example.FEATURES)))
        rows[:, :4] = chance.standard_normal((5, 4))
        said = int(np.argmax(rows @ made_by + chance.gumbel(size=5)))
        choices.append(np.concatenate((rows[said : said + 1], np.delete(rows, said, axis=0))))
    assert np.abs(example.imitate(choices)[:4] - made_by[:4]).max() < 0.5


def test_a_command_is_judged_by_where_it_leads(example: ModuleType) -> None:
    from overheat.classic.facts.commands import Done, Jump, Step, Twist

    row = np.zeros((2, example.ROW), np.float32)
    row[0, [0, 1, 5, 6, 7]] = 1, 1, 6 / example.WIDTH, 3 / example.HEIGHT, 3 / 5
    row[1, [0, 1, 5, 6, 7]] = 1, -1, 6 / example.WIDTH, 8 / example.HEIGHT, 0
    sight = example.Sight(np.concatenate((np.zeros(example.HEAD, np.float32), row.ravel())))
    commands = [Done(), Step("forward"), Step("back"), Step("left"), Jump("0608"), Twist(2)]
    rows = example.features(sight, commands, lambda at: None)
    far, aside = example.FEATURES.index("far"), example.FEATURES.index("turned away")
    assert [round(value * 16) for value in rows[:, far]] == [0, -1, 1, 0, -5, 0]
    assert [round(value * 3) for value in rows[:, aside]] == [0, 0, 0, 1, 0, 1]
