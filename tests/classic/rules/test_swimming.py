"""Moving through air and water: soldiers under rotors, and whoever swims."""

import pytest

from overheat.classic.battle.steps import allowance
from overheat.classic.facts.commands import Go, Step
from overheat.classic.facts.events import Moved
from overheat.classic.facts.state import Unit
from overheat.classic.turn.reach import reach
from overheat.kernel.dice import Scripted
from skirmish import armed, known, on_turn, refused, replace, say, state, told, unit
from soldiers import ELEMENTALS

UMU = ("UMU@LL", "UMU@RL", "UMU@LT")


def flier() -> Unit:
    return unit(replace(known(ELEMENTALS), motive="vtol", jump=6), hex="0101")


def swimmer(depth: int = 2) -> Unit:
    return unit(armed(unit().sheet, *UMU), hex="0101", elevation=-depth)


@pytest.mark.proves("movement.flight")
def test_soldiers_under_rotors_fly_as_far_as_others_jump_and_rise_first() -> None:
    field = on_turn(flier(), unit(id="blue", hex="0109"), board="0 0 0 0 0 0 0 0 0")
    assert allowance(field, field.units["red"], "fly") == 6
    assert refused(field, Go("jump")) == "movement.mode"
    assert not any(place.mode == "jump" for place in reach(field, field.units["red"]))
    after, events = say(field, Scripted(), Go("fly"), Step("up"), Step("forward"), Step("forward"))
    assert told(events, Moved)[-1].elevation == 1
    assert after.units["red"].airborne


@pytest.mark.proves("movement.swimming")
def test_a_machine_in_the_water_swims_a_point_for_each_unit_whatever_the_depth() -> None:
    field = on_turn(swimmer(), unit(id="blue", hex="0105"), board="0~2 0~4 0~3 0 0")
    assert allowance(field, field.units["red"], "swim") == 3
    after, _ = say(field, Scripted(), Go("swim"), Step("forward"), Step("forward"))
    assert (after.units["red"].elevation, after.units["red"].motion.spent) == (-3, 2)
    ashore = state(replace(swimmer(), elevation=0))
    assert allowance(ashore, ashore.units["red"], "swim") == 0


@pytest.mark.proves("movement.swims_in_water")
def test_who_swims_stays_in_the_water() -> None:
    field = on_turn(swimmer(1), unit(id="blue", hex="0105"), board="0~1 0 0 0 0")
    before, _ = say(field, Scripted(), Go("swim"))
    assert refused(before, Step("forward")) == "movement.swims_in_water"


def test_divers_swim_as_far_as_their_gear_takes_them() -> None:
    diver = unit(replace(known(ELEMENTALS), motive="umu", jump=3), hex="0101", elevation=-2)
    field = state(diver, board="0~2 0~2")
    assert allowance(field, diver, "swim") == 3
