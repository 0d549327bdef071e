"""Mine dispensers: fields that are laid on the way, known to their own side, and met by others."""

from __future__ import annotations

import pytest

from machines import HUNTER
from overheat.classic.battle.knowing import known
from overheat.classic.facts.commands import Go, Mine, Step
from overheat.classic.facts.events import Struck, ThingPlaced
from overheat.kernel.dice import Scripted
from skirmish import NORTH, armed, field, mount, on_turn, refused, replace, say, told, unit

BOARD = field(3, 12)


@pytest.mark.proves("mining.may_lay", "mining.loads")
def test_a_dispenser_lays_two_fields_where_its_unit_has_gone() -> None:
    red = unit(armed(HUNTER, "Vehicular Mine Dispenser@RT"))
    at = mount(red, "Vehicular Mine Dispenser")
    state = on_turn(red, unit(id="blue", hex="0112"), board=BOARD)
    assert refused(state, Mine(at)) == "mining.moving"
    state, _ = say(state, Scripted(), Go("walk"), Step("forward"), Mine(at))
    assert refused(state, Mine(at)) == "mining.there"
    state, events = say(state, Scripted(), Step("forward"), Mine(at), Step("forward"))
    assert refused(state, Mine(at)) == "mining.empty"
    assert [str(event.thing.hex) for event in told(events, ThingPlaced)] == ["0103"]
    assert (len(known(state, "red").things), len(known(state, "blue").things)) == (2, 0)


def test_a_field_that_was_laid_goes_off_under_who_enters_it() -> None:
    red = unit(armed(HUNTER, "Vehicular Mine Dispenser@RT"))
    at = mount(red, "Vehicular Mine Dispenser")
    state, _ = say(
        on_turn(red, unit(id="blue", hex="0103", facing=NORTH), board=BOARD),
        Scripted(),
        Go("walk"),
        Step("forward"),
        Mine(at),
        *[Step("left")] * 2,
        Step("forward"),
    )
    state = replace(state, acting="blue", acted=frozenset({"red"}), order=("blue",))
    _, events = say(state, Scripted((4, 5), 2, 2), Go("walk"), Step("forward"))
    assert [event.damage for event in told(events, Struck)] == [5, 5]
