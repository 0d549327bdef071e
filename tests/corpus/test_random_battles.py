"""A few battles of the campaign of random ones: `benchmarks/random_battles.py` plays as many as one likes."""

import random
from pathlib import Path

import pytest

from campaign import KINDS, fight, files_of, named, setup_of

UNITS = Path(__file__).parents[3] / "shared" / "corpus" / "units"
SEEDS = (3, 103, 117)


@pytest.fixture(scope="module")
def folder() -> Path:
    if not UNITS.is_dir():
        pytest.skip("the reference collection of units is not there")
    return UNITS


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_battle_breaks_no_law_and_replays_byte_for_byte(seed: int, folder: Path) -> None:
    fought = fight(seed, folder)
    assert fought.commands > 0


def test_a_seed_is_a_battle_and_whoever_is_refused_is_told_by_which_rule(folder: Path) -> None:
    assert all(files_of(folder)), KINDS
    seed = random.Random(1).randrange(1000)
    setup, refused = setup_of(seed, folder)
    assert setup == setup_of(seed, folder)[0]
    assert all(map(named, refused))
