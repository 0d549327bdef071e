"""Whatever the conditions are, both implementations of sight agree, and so does the line that an attack goes along."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from laws.test_sight_twins import answer, check_pairs, random_pairs
from overheat.classic.board.generate import PRESETS, generate
from overheat.classic.facts.attack import Engagement
from overheat.classic.facts.conditions import SAND, conditions
from overheat.classic.facts.state import Weather
from overheat.classic.muster.planets import planets
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from skirmish import unit


def named(sort: str, name: str) -> Weather:
    given: dict[str, Any] = {sort: True if name == SAND else name}
    return Weather(**given)


WEATHERS = [named(sort, name) for sort, rows in conditions().items() for name in rows] + [
    Weather(gravity=0.2),
    Weather(gravity=2.5),
    Weather(temperature=90),
    Weather(interference=True),
]


@settings(max_examples=30)
@given(some.sampled_from(sorted(PRESETS)), some.integers(0, 999), some.sampled_from(WEATHERS))
def test_an_attack_in_any_conditions_goes_along_the_plain_line(landscape: str, seed: int, weather: Weather) -> None:
    board = generate(seed, 9, 9, landscape)
    relief = Relief(board, ruleset(["planets"]))
    for start, end in random_pairs(board, 12):
        red, blue = (unit(id=id, hex=str(hex)) for id, hex in (("red", start), ("blue", end)))
        seen = Engagement(relief, red, blue, weather).sight
        assert answer(seen) == answer(sight(relief, red.viewpoint, blue.viewpoint))


@pytest.mark.parametrize("name", planets())
@settings(max_examples=6)
@given(seed=some.integers(0, 999), heights=some.tuples(some.integers(0, 2), some.integers(0, 2)))
def test_both_implementations_agree_on_every_planet(name: str, seed: int, heights: tuple[int, int]) -> None:
    planet: Any = planets()[name]
    board = planet.board(name, seed, 11, 11)
    check_pairs(board, heights, random_pairs(board, 60), ruleset(planet.rules))
