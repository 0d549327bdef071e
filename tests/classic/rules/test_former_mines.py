"""Minefields of games of earlier formats: each goes off on 7, one in a hex, and nobody sweeps them."""

import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Step
from overheat.classic.facts.events import Struck
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import Unit
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.round import carry_out
from overheat.kernel.dice import Scripted
from skirmish import armed, known, moved, on_turn, replace, told, unit

ONE, TWO = (Thing(f"minefield-blue-{name}", "minefield", Hex(1, 2), "blue", hidden=True, value=10) for name in "12")


def stepped(who: Unit, dice: Scripted, *fields: Thing) -> list[tuple[str, int]]:
    """Where mines strike a unit that walks into their hex, and how hard."""
    state = on_turn(replace(who, motion=moved("walk")), unit(id="blue", hex="0104", facing=0), board="0 0 0 0")
    rules = Relief(state.relief.board, ruleset(["minefields", "former_mines"]))
    scene = Scene(replace(state, relief=rules, things={field.id: field for field in fields}), dice)
    assert carry_out(scene, scene.unit("red"), Step("forward")) is None
    return [(hit.location, hit.damage) for hit in told(scene.events, Struck)]


@pytest.mark.proves("former.mines")
def test_a_thin_field_goes_off_on_seven() -> None:
    assert stepped(unit(), Scripted((3, 4), (1,), (4,)), ONE) == [("RL", 5), ("LL", 5)]
    assert stepped(unit(), Scripted((3, 3)), ONE) == []


@pytest.mark.proves("former.fields")
def test_of_two_fields_in_a_hex_one_goes_off() -> None:
    assert stepped(unit(), Scripted((3, 4), (1,), (4,)), ONE, TWO) == [("RL", 5), ("LL", 5)]


@pytest.mark.proves("former.mines")
def test_nobody_sweeps_mines_with_a_vehicle() -> None:
    sweeper = unit(armed(known("Vedette Medium Tank"), "Mine Sweeper@FR"))
    assert [damage for _, damage in stepped(sweeper, Scripted((3, 4), (3, 4), (3, 4)), ONE)] == [5, 5]
