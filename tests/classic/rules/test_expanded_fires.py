"""Expanded fires: weather, burning fuel on any ground, air to burn in, smoke that adds up, and who hides in a fire."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicated import adjudicated
from overheat.classic.attack.resolution import into_ground
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.terrain import ignite
from overheat.classic.facts.commands import Aim, Done, Fire
from overheat.classic.facts.events import FateMet, Found, GroundChanged
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.rules.standard.aboard import ABOARD
from overheat.classic.rules.standard.fires import goes_out, together
from overheat.classic.rules.standard.ground import hexes_for
from overheat.classic.rules.standard.hiding import hidden
from overheat.classic.rules.tacops.expanded_fires import BURNING
from overheat.classic.sight.trace import sight
from overheat.classic.turn.burning import burn
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from skirmish import known, mount, on_turn, rearmed, relief, replace, say, shot, state, told, unit

RULES = ("expanded_fires",)
FOOT = "Foot Platoon (Rifle)"
SEVEN = (3, 4)


def under(column: str, *units: Unit, **weather: Any) -> State:
    return replace(state(*units, weather=Weather(**weather)), relief=relief(column, RULES))


@pytest.mark.proves("TO-044-fire-tables-1", "fires.weather", "fires.spreads_in_weather", "expanded_fires.questions")
def test_sleet_hinders_a_fire_as_heavy_snow_and_hail_do_and_a_strong_gale_spreads_it() -> None:
    hindered = ("heavy snow", "light hail", "heavy hail", "sleet")
    needed = [adjudicated("spreading", *RULES, weather={"precipitation": kind})["needed"] for kind in hindered]
    assert needed == [11] * 4
    assert adjudicated("spreading", *RULES, weather={"wind": "strong gale"})["needed"] == 7
    for wind, roll, spread in (("strong gale", (3, 4), True), ("", (3, 4), False)):
        with Scripted(roll, (1, 1)) as dice:
            around = Scene(under("0w1f 0w1 0", wind=wind, wind_towards=3), dice)
            burn(around)
        assert ("fire" in around.state.relief.board[Hex(1, 2)]) is spread


@pytest.mark.proves("TO-044-fire-tables-2", "fires.fuel", "fires.any_hex")
def test_burning_fuel_sets_water_and_bare_ground_alight_without_a_roll() -> None:
    attack = shot("SRM 6", "0 0~1", ammunition="IS Ammo SRM-6 Inferno", rules=RULES)
    around = Scene(replace(under("0 0~1", attack.attacker)), Scripted())
    around.rules[into_ground](around, attack)
    assert "fire" in around.state.relief.board[Hex(1, 2)]
    launcher = attack.attacker
    aimed = hexes_for(around.state, launcher, mount(launcher, "SRM 6"))
    assert Hex(1, 2) in aimed
    laser = unit()
    assert Hex(1, 1) not in hexes_for(under("0 0", laser), laser, mount(laser, "Medium Laser"))


@pytest.mark.proves("TO-044-fire-tables-2", "fires.dies", "fires.ages")
def test_a_fire_on_bare_ground_burns_for_a_turn_and_goes_out_at_the_end_of_the_next() -> None:
    def no_roll(needed: int) -> int:
        raise AssertionError(needed)

    before = under("0f 0", precipitation="heavy rain")
    fresh = replace(before, round=3, effects={Hex(1, 1): {BURNING: Mark(3)}})
    assert not before.relief.rules[goes_out](fresh, Hex(1, 1), no_roll)
    assert before.relief.rules[goes_out](replace(fresh, round=4), Hex(1, 1), no_roll)
    with Scripted() as dice:
        around = Scene(under("0w1 0"), dice)
        ignite(around, Hex(1, 1), "fire")
        around.follow()
    assert around.state.effects[Hex(1, 1)][BURNING].value == 1


@pytest.mark.proves("TO-044-fire-tables-2", "fires.dies", "fires.put_out_by_weather")
def test_rain_puts_woods_out_on_eight_but_not_in_the_turn_in_which_they_began_to_burn() -> None:
    before = under("0w1f 0", precipitation="heavy rain")
    old = replace(before, round=4, effects={Hex(1, 1): {BURNING: Mark(3)}})
    rules = before.relief.rules
    assert rules[goes_out](old, Hex(1, 1), lambda needed: 8)
    assert not rules[goes_out](old, Hex(1, 1), lambda needed: 7)
    assert not rules[goes_out](replace(old, round=3), Hex(1, 1), lambda needed: 12)


@pytest.mark.proves("TO-044-fire-tables-2", "fires.air_to_burn")
@pytest.mark.parametrize("weather", [{"atmosphere": "vacuum"}, {"atmosphere": "trace"}, {"wind": "tornado F4+"}])
def test_nothing_burns_without_air_or_in_a_tornado(weather: dict[str, str]) -> None:
    for facts, burns in ((weather, False), ({}, True)):
        around = Scene(under("0w1 0", **facts), Scripted())
        ignite(around, Hex(1, 1), "fire")
        assert bool(told(around.events, GroundChanged)) is burns


@pytest.mark.proves("TO-045-fire-all-other-units", "fires.touches")
def test_a_squad_that_rides_on_a_machine_in_a_fire_is_burnt_though_the_machine_is_not() -> None:
    machine = unit(hex="0101")
    squad = unit(known("Elemental Battle Armor [Laser](Sqd5)"), id="squad", hex="0101")
    riding = replace(squad, marks={ABOARD: Mark(about="red")})
    with Scripted(SEVEN, (1, 1)) as dice:
        around = Scene(state(machine, riding, board="0w1f 0w1 0"), dice)
        burn(around)
    assert [fate.unit for fate in told(around.events, FateMet)] == ["squad"]


@pytest.mark.proves("TO-047-smoke", "smoke.adds_up")
def test_two_light_clouds_that_come_together_are_heavy_smoke() -> None:
    rules = relief("0 0", RULES).rules
    assert [rules[together](rules, clouds) for clouds in ((1,), (1, 1), (2, 1), ())] == [1, 2, 2, 0]


def ended(
    board: str, *dice: tuple[int, int], rules: tuple[str, ...] = RULES, **facts: Any
) -> tuple[State, list[Event]]:
    """What the end of a round makes of a board with a wind to the south: the last unit is done with its blows."""
    red, blue = unit(hex="0105"), unit(id="blue", side="blue", hex="0106")
    before = on_turn(red, blue, phase="physical", weather=Weather(wind_towards=3))
    with Scripted(*dice, (3, 4), (5, 5)) as scripted:
        return say(replace(before, relief=relief(board, rules), **facts), scripted, Done())


@pytest.mark.proves("TO-047-smoke", "smoke.adds_up")
def test_the_smoke_of_a_fire_and_smoke_that_drifts_there_are_heavy_together() -> None:
    """A battle: light smoke drifts out of one burning hex into the smoke of the next, and a shot through it is +2."""
    board = "0w1f 0w1f[smoke:1] 0 0 0 0"
    after, _ = ended(board, SEVEN, SEVEN, SEVEN)
    assert after.relief.board[Hex(1, 3)].amount("smoke") == 2
    line = sight(after.relief, unit(hex="0102").viewpoint, unit(hex="0105").viewpoint)
    assert line.modifiers["to_hit.intervening.heavy_smoke"].value == 2
    standard, _ = ended(board, SEVEN, SEVEN, SEVEN, rules=("printed",))
    assert standard.relief.board[Hex(1, 3)].amount("smoke") == 1


@pytest.mark.proves("TO-044-fire-tables-2", "fires.fuel", "fires.any_hex", "fires.dies", "fires.ages")
def test_a_volley_of_infernos_into_bare_ground_burns_until_the_end_of_the_next_turn() -> None:
    """A battle, by its commands: aimed at, lit without a roll, alight for a turn whatever the weather, then out."""
    launcher = rearmed(rearmed(unit(), "SRM 6@LT"), "IS Ammo SRM-6 Inferno@LT")
    before = replace(on_turn(launcher, phase="weapons"), relief=relief("0 0 0 0 0 0", RULES))
    with Scripted((6, 6)) as dice:
        at = mount(launcher, "SRM 6")
        (fuel,) = launcher.plan.feeds[at]
        lit, _ = say(before, dice, Aim("0103"), Fire(at, "hex 0103", fuel), Done())
    assert "fire" in lit.relief.board[Hex(1, 3)]
    assert lit.effects[Hex(1, 3)][BURNING].value == 1
    burning: dict[str, Any] = {"effects": {Hex(1, 3): {BURNING: Mark(1)}}}
    still, _ = ended("0 0 0f 0 0 0", SEVEN, **burning)
    assert "fire" in still.relief.board[Hex(1, 3)]
    out, _ = ended("0 0 0f 0 0 0", **burning, round=2)
    assert "fire" not in out.relief.board[Hex(1, 3)]


@pytest.mark.proves("TO-043-fire-hidden-units", "fires.smokes_out")
def test_soldiers_hidden_in_a_hex_that_burns_are_found_when_the_phase_is_over() -> None:
    red = unit(hex="0101", motion=replace(unit().motion, done=True))
    men = hidden(unit(known(FOOT), id="blue", side="blue", hex="0105"))
    before = replace(on_turn(red, men, phase="movement"), relief=relief("0 0 0 0 0w1f 0", RULES))
    with Scripted() as dice:
        _, events = say(before, dice, Done())
    assert [found.unit for found in told(events, Found)] == ["blue"]
