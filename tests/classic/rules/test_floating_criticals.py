"""Floating criticals: where the second roll sends the hit, and what cover passes over."""

import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.facts.events import Deflected, Struck
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Rolled
from skirmish import replace, state, told, unit


def hit(dice: Scripted, *, in_cover: bool = False) -> Scene:
    before = state(unit())
    relief = Relief(before.relief.board, ruleset(["floating_criticals"]))
    playing = Scene(replace(before, relief=relief), dice)
    take(playing, Hit("red", "front", 1, "test", in_cover=frozenset(("LL", "RL")) if in_cover else frozenset()))
    return playing


@pytest.mark.proves("TO-077-floating-criticals", "locations.floating_luck")
def test_a_two_sends_damage_and_critical_hit_where_the_next_roll_says() -> None:
    playing = hit(Scripted((1, 1), (6, 6), (3, 4), (3, 4)))
    assert [struck.location for struck in told(playing.events, Struck)] == ["HD"]
    assert told(playing.events, Rolled)[-1].roll.about == {"target": "red", "location": "HD"}


@pytest.mark.proves("TO-077-floating-criticals", "locations.floating_luck")
def test_in_partial_cover_legs_are_rolled_past_until_something_else_comes_up() -> None:
    playing = hit(Scripted((1, 1), (4, 5), (2, 3), (3, 4), (3, 4)), in_cover=True)
    assert told(playing.events, Deflected) == []
    assert [struck.location for struck in told(playing.events, Struck)] == ["CT"]


def test_without_cover_a_leg_is_hit_like_anything_else() -> None:
    playing = hit(Scripted((1, 1), (4, 5), (3, 4)))
    assert [struck.location for struck in told(playing.events, Struck)] == ["LL"]


def test_other_rolls_are_as_they_were() -> None:
    playing = hit(Scripted((3, 4)))
    assert [struck.location for struck in told(playing.events, Struck)] == ["CT"]
    assert len(told(playing.events, Rolled)) == 1
