"""Terrain factors: what damage makes of woods, snow, ice and roads."""

from __future__ import annotations

import pytest

from adjudicated import adjudicated
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import paved
from overheat.classic.board.board import Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.blasts import burst
from overheat.classic.facts.commands import Aim, Done, Fire
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.entries import skids_on
from overheat.classic.rules.standard.ground import hexes_for
from overheat.classic.rules.tacops.terrain_factors import WORN, wear
from overheat.kernel.dice import Scripted
from skirmish import mount, on_turn, relief, replace, say, state, unit

RULES = ("terrain_factors",)


def under(column: str, *units: Unit) -> State:
    return replace(state(*units), relief=relief(column, RULES))


def worn(cell: str, *damage: int) -> Ground:
    """What is left of a hex after damage."""
    around = Scene(under(f"{cell} 0"), Scripted())
    for points in damage:
        wear(around, Hex(1, 1), points)
    return around.state.relief.board[Hex(1, 1)]


@pytest.mark.proves("factors.becomes", "factors.factor", "terrain.kinds", "terrain_factors.questions")
def test_woods_are_shot_down_grade_by_grade_and_snow_melts_to_mud() -> None:
    assert [worn("0w2", 89).amount("woods"), worn("0w2", 90).amount("woods")] == [2, 1]
    light = worn("0w1", 30, 20)
    assert ("woods" in light, "rough" in light) == (False, True)
    assert worn("0n2", 30).amount("snow") == 1
    assert "mud" in worn("0n1", 15)
    assert adjudicated("terrain_factor", *RULES, kind="heavy woods", damage=90)["becomes"] == "light woods"


@pytest.mark.proves("TO-064-terrain-factor-table-2", "factors.factor", "factors.becomes")
def test_a_road_becomes_a_rough_road_of_half_its_factor_that_leads_nobody_and_then_nothing() -> None:
    asked = adjudicated("terrain_factor", *RULES, kind="rough road", was="paved road")
    assert asked["factor"] == 75
    rough = worn("0=^03", 150)
    assert rough.amount("road") == 5
    assert not paved(rough)
    assert not skids_on(relief("0 0", RULES).rules, rough)
    assert worn("0=^03", 150, 74).amount("road") == 5
    assert "road" not in worn("0=^03", 150, 75)


@pytest.mark.proves("factors.shot", "factors.targets")
def test_a_shot_at_a_hex_wears_it_down_and_may_set_it_alight_besides() -> None:
    red = unit()
    before = replace(on_turn(red, phase="weapons"), relief=relief("0 0 0w1 0", RULES))
    laser = mount(red, "Medium Laser")
    with Scripted((6, 6), (3, 4)) as dice:
        after, _ = say(before, dice, Aim("0103"), Fire(laser, "hex 0103"), Done())
    assert after.effects[Hex(1, 3)][WORN].value == 45
    assert "fire" in after.relief.board[Hex(1, 3)]
    assert Hex(1, 2) in hexes_for(under("0 0n2", red), red, mount(red, "Medium Laser"))


@pytest.mark.proves("factors.blown_up")
def test_a_blast_breaks_the_ice_that_it_reaches() -> None:
    around = Scene(under("0 0~1i 0"), Scripted())
    burst(around, Blast(around.rules, "bomb", Hex(1, 2), (40,)))
    assert "ice" not in around.state.relief.board[Hex(1, 2)]
