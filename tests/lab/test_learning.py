"""A small policy learns a duel through the environment: what is kept wins, and learning is the same for a seed."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

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


def test_what_was_learned_wins_most_of_ten_duels_against_random(example: ModuleType) -> None:
    won = example.measure(example.read(example.KEPT), 5, map)
    assert sum(won.values()) >= 6, won


def test_one_that_has_learned_nothing_does_not(example: ModuleType) -> None:
    won = example.measure(np.zeros(len(example.FEATURES)), 2, map)
    assert sum(won.values()) <= 1, won


def test_learning_changes_the_weights_and_is_the_same_for_a_seed(example: ModuleType) -> None:
    begun = example.read(example.KEPT)
    once, again, other = (example.learn(seed, map, generations=1, drawn=2, games=1, begun=begun) for seed in (1, 1, 2))
    assert np.array_equal(once, again)
    assert not np.array_equal(once, other)
    assert np.abs(once - begun).max() > 0.05


def test_a_command_is_judged_by_where_it_leads(example: ModuleType) -> None:
    from overheat.classic.facts.commands import Done, Step

    row = np.zeros((2, example.ROW), np.float32)
    row[0, [0, 1, 5, 6, 7]] = 1, 1, 6 / example.WIDTH, 3 / example.HEIGHT, 3 / 5
    row[1, [0, 1, 5, 6, 7]] = 1, -1, 6 / example.WIDTH, 8 / example.HEIGHT, 0
    sight = example.Sight(np.concatenate((np.zeros(example.HEAD, np.float32), row.ravel())))
    rows = example.features(sight, [Done(), Step("forward"), Step("back"), Step("left")])
    far, aside = example.FEATURES.index("far"), example.FEATURES.index("turned away")
    assert [round(value * 16) for value in rows[:, far]] == [0, -1, 1, 0]
    assert [round(value * 3) for value in rows[:, aside]] == [0, 0, 0, 1]
