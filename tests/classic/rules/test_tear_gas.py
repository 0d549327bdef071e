"""Tear gas: soldiers in it do nothing but move."""

from __future__ import annotations

import pytest

from launchers import gunner
from overheat.classic.attack.blows import refusal as why_not
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hazards import meet_hazards
from overheat.classic.facts.commands import Aim, Done, Fire
from overheat.classic.facts.events import EffectLaid
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.rules.standard.tear_gas import GAS, GASSED, TEAR_GAS, reaches
from overheat.classic.rulesets import standard
from overheat.classic.sight.trace import sight
from overheat.classic.turn.movement import end_move
from overheat.kernel.dice import Scripted
from overheat.kernel.terms import Term
from skirmish import NORTH, armed, blow, field, forbidden, marked, moved, on_turn, replace, say, shot, state, unit
from soldiers import platoon, squad
from vehicles import WARDEN
from vehicles import sheet as as_sheet

TWELVE = (6, 6)
BOARD = field(5, 9)


def truck() -> Unit:
    return unit(replace(as_sheet(WARDEN), kind="support vehicle"), id="blue")


def gassy(walker: Unit) -> State:
    return state(walker, board=BOARD, effects={walker.hex: {GAS: Mark(1, until=5)}})


@pytest.mark.proves("tear_gas.fills", "hex_rounds.kinds", "loads.munitions", "TO-372-tear-gas-srm-a")
def test_tear_gas_missiles_fill_a_hex_for_a_die_and_two_turns() -> None:
    red = gunner("SRM 6", "IS Ammo SRM-6", "Tear Gas")
    before = on_turn(red, unit(id="blue", hex="0109", facing=NORTH), board=BOARD, phase="weapons")
    feed = len(red.sheet.mounts) - 1
    with Scripted(TWELVE, 3) as dice:
        after, events = say(before, dice, Aim("0304"), Fire(feed - 1, "hex 0304", feed), Done())
    (laid,) = [event for event in events if isinstance(event, EffectLaid)]
    assert (laid.hex, laid.effect, laid.detail.until) == (Hex(3, 4), GAS, 1 + 5)
    assert after.effects


@pytest.mark.proves("tear_gas.hangs", "TO-372-tear-gas-srm-a")
def test_it_is_light_smoke_of_one_level() -> None:
    red, blue = platoon(id="red", hex="0301"), platoon(id="blue", hex="0305")
    clear = state(red, blue, board=BOARD)
    thick = state(red, blue, board=BOARD, effects={Hex(3, 3): {GAS: Mark(1, until=5)}})
    reliefs = (clear.relief, clear.relief.under(thick.effects))
    lines = [sight(each, red.viewpoint, blue.viewpoint).modifiers.total for each in reliefs]
    assert lines == [0, 1]


@pytest.mark.proves("tear_gas.reaches", "tear_gas.figures", "TO-372-tear-gas-srm-b")
def test_it_reaches_soldiers_without_suits_and_open_support_vehicles_on_eight() -> None:
    rules = standard()
    assert rules[reaches](rules, platoon()) == 0
    assert rules[reaches](rules, squad()) is None
    assert rules[reaches](rules, unit()) is None
    assert rules[reaches](rules, truck()) == 8
    assert rules[reaches](rules, unit(armed(truck().sheet, "Environmental Sealing@FR"))) is None


@pytest.mark.proves("tear_gas.entered", "tear_gas.exposes", "tear_gas.figures", "TO-372-tear-gas-srm-b")
def test_who_enters_it_is_blinded_longer_with_each_exposure_up_to_fifteen_turns() -> None:
    for held, until in (({}, 1 + 4), (marked(GASSED, until=1 + 14), 1 + 15)):
        walker = platoon(id="blue", hex="0305", marks=held)
        with Scripted(2) as dice:
            around = Scene(gassy(walker), dice)
            meet_hazards(around, "blue")
        assert around.unit("blue").marks[GASSED].until == until


@pytest.mark.proves("tear_gas.stays", "TO-372-tear-gas-srm-a")
def test_who_stays_in_it_is_exposed_as_well_and_who_has_moved_there_not_again() -> None:
    walker = platoon(id="blue", hex="0305")
    with Scripted(1) as dice:
        around = Scene(gassy(walker), dice)
        end_move(around, walker)
    assert GASSED in around.unit("blue").marks
    came = replace(walker, motion=moved("walk", 1))
    around = Scene(gassy(came), Scripted())
    end_move(around, came)
    assert GASSED not in around.unit("blue").marks


@pytest.mark.proves("tear_gas.no_shot", "tear_gas.no_blow", "TO-372-tear-gas-srm-b")
def test_who_is_blinded_neither_fires_nor_strikes() -> None:
    blinded = unit(marks=marked(GASSED, until=3))
    assert forbidden(shot("Medium Laser", "0 0 0", blinded)) == "tear_gas.no_shot"
    no = why_not(blow("punch", "LA", blinded))
    assert no is not None
    assert no.id == "tear_gas.no_blow"


@pytest.mark.proves("tear_gas.skills", "tear_gas.figures", "TO-372-tear-gas-srm-b")
def test_and_drives_worse_by_three() -> None:
    blinded = replace(truck(), marks=marked(GASSED, until=3))
    check = Check(standard(), blinded, Term("test", 0, "test", TEAR_GAS))
    assert piloting_number(check)["tear_gas.skills"].value == 3
