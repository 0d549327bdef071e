"""The heat of a shot is one rule: heat phase, preview, page and bot ask it, whatever layer it comes from."""

from fractions import Fraction

import pytest

from overheat.classic.board.notation import parse
from overheat.classic.facts.commands import Command, Fire
from overheat.classic.facts.state import Shot, State
from overheat.classic.rules.standard.heat import BUILDS, Discharge, heat_of_shot, shot_heat
from overheat.classic.rulesets import CLASSIC
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.heat import toil_of
from overheat.classic.turn.preview import of_shot
from overheat.classic.turn.weapons import fires
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Number, Tally
from overheat.lab.players.classic_volleys import best_volley
from overheat.table.classic.firing import facts
from skirmish import mount, replace, unit

HERE = Book("House rules")("Hot shots")


@rule("heat.of_hot_shot", cite=HERE)
def hot(discharge: Discharge) -> Number:
    """A shot makes a third of a point more than its weapon says."""
    return discharge.rules.below(hot)(discharge) + Fraction(1, 3)


@rule("heat.of_fiery_shot", cite=HERE)
def fiery(discharge: Discharge) -> Number:
    return 50


HOT = Layer("hot", HERE, needs=("classic",), change=(heat_of_shot.wrapped_in(hot),))
FIERY = Layer("fiery", HERE, needs=("classic",), change=(heat_of_shot.replaced_by(fiery),))


def battle(rules: Ruleset) -> State:
    red, blue = unit(), unit(id="blue", hex="0103", facing=0)
    board = parse("0 / 0 / 0")
    return State(relief=Relief(board, rules), units={"red": red, "blue": blue}, phase="weapons", acting="red")


@pytest.mark.proves("heat.of_shot")
def test_a_shot_makes_the_heat_of_its_weapon_as_often_as_it_is_fired() -> None:
    state = battle(compose(CLASSIC))
    laser = mount(state.units["red"], "Medium Laser")
    assert shot_heat(state.relief.rules, state.units["red"], Shot(laser, "blue")) == 3
    assert shot_heat(state.relief.rules, state.units["red"], Shot(laser, "blue", rate=2)) == 6


@pytest.mark.proves("heat.of_shot", "heat.weapons")
def test_what_a_layer_makes_of_it_is_what_preview_page_and_heat_phase_show() -> None:
    state = battle(compose(CLASSIC, HOT))
    red = state.units["red"]
    laser = mount(red, "Medium Laser")
    assert of_shot(state, red, Fire(laser, "blue")).heat == Fraction(10, 3)
    assert facts(state, red, Shot(laser, "blue"))["heat"] == "10/3"
    fired = replace(red, volley=(Shot(laser, "blue"),))
    built = Tally.of(each.function(toil_of(state, fired)) for each in state.relief.rules[BUILDS])
    assert built["heat.weapons"].value == Fraction(10, 3)


@pytest.mark.proves("heat.of_shot")
def test_a_bot_believes_what_the_rule_says() -> None:
    cool, scorching = battle(compose(CLASSIC)), battle(compose(CLASSIC, FIERY))
    assert any(isinstance(command, Fire) for command in volley(cool))
    assert volley(scorching) == []


def volley(state: State) -> list[Command]:
    red = state.units["red"]
    return best_volley(state, red, tuple(fires(state, red)))[1]
