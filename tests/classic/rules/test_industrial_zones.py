"""Heavy industrial zones: shots that set something off."""

from __future__ import annotations

from typing import Any

import pytest

from overheat.classic.facts.commands import Done, Fire
from overheat.classic.facts.events import Burst, Scorched, Struck
from overheat.kernel.dice import Scripted
from skirmish import mount, on_turn, relief, replace, say, told, unit

RULES = ("industrial_zones",)
TWELVE, MISS = (6, 6), (1, 1)


def fired(*dice: Any, column: str = "0 0 0[heavy_industrial:1]") -> Any:
    """Red fires a laser at blue in a zone."""
    red, blue = unit(), unit(id="blue", side="blue", hex="0103", facing=0)
    before = replace(on_turn(red, blue, phase="weapons"), relief=relief(column, RULES))
    with Scripted(*dice) as thrown:
        return say(before, thrown, Fire(mount(red, "Medium Laser"), "blue"), Done())


@pytest.mark.proves("TO-031-heavy-industrial-zone", "industrial_zones.goes_off", "industrial_zones.shot")
def test_on_eight_a_second_roll_says_what_goes_off_and_the_first_is_not_looked_up() -> None:
    _, events = fired(MISS, (3, 4))
    assert told(events, Burst) == []
    _, events = fired(MISS, TWELVE, (5, 6))
    assert told(events, Burst) == []
    _, events = fired(MISS, column="0 0 0")
    assert told(events, Burst) == []


@pytest.mark.proves("TO-031-terrain-effects-12", "industrial_zones.effects", "industrial_zones.figures")
def test_a_major_explosion_hurts_everybody_in_one_place_and_burns_for_a_turn_as_infernos_do() -> None:
    """A throw of 8 is enough; 9 points of damage, and four infernos: 8 points of heat."""
    _, events = fired(MISS, (4, 4), TWELVE, (4, 5), (3, 4), 4)
    assert [burst.what for burst in told(events, Burst)] == ["major_explosion"]
    assert [(hit.unit, hit.damage) for hit in told(events, Struck)] == [("blue", 9)]
    assert [(heat.unit, heat.heat) for heat in told(events, Scorched)] == [("blue", 8)]
