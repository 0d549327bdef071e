"""Clearing mines: sweepers of vehicles, and soldiers by hand."""

from __future__ import annotations

import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hazards import meet_hazards
from overheat.classic.facts.commands import SweepMines
from overheat.classic.facts.events import Felled, Struck, ThingGone, ThingPlaced
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.played import unplayed
from overheat.classic.rulesets import standard
from overheat.classic.turn.carried.sweeping import attempt
from overheat.kernel.dice import Scripted
from skirmish import armed, field, known, marked, moved, on_turn, refused, replace, say, state, told, unit
from soldiers import platoon, squad

MINES = Thing("minefield-0305", "minefield", Hex(3, 5), "red", value=10)
BOARD = field(5, 9)


def tank(**others: object) -> Unit:
    return replace(unit(armed(known("Vedette Medium Tank"), "Mine Sweeper@FR"), id="blue", hex="0305"), **others)


def driven(whole: Unit, *dice: int | tuple[int, ...]) -> Scene:
    with Scripted(*dice) as scripted:
        around = Scene(state(whole, board=BOARD, things={MINES.id: MINES}), scripted)
        meet_hazards(around, "blue")
    return around


@pytest.mark.proves("sweeping.sweeper", "TO-326-minesweeper-2", "play.parts")
def test_a_minesweeper_takes_what_goes_off_and_the_field_is_gone() -> None:
    around = driven(tank(), (4, 5))
    assert not told(around.events, Struck)
    assert told(around.events, ThingGone)
    sweeper = len(tank().sheet.mounts) - 1
    assert around.unit("blue").marks[f"sweeper_worn:{sweeper}"].value == 10
    assert not told(driven(tank(), (4, 4)).events, ThingGone)
    assert "Mine Sweeper" not in [part.name for part in unplayed(standard(), tank().sheet)]


@pytest.mark.proves("sweeping.sweeper", "TO-326-minesweeper-2")
def test_what_is_more_than_it_holds_strikes_where_it_sits() -> None:
    sweeper = len(tank().sheet.mounts) - 1
    around = driven(tank(marks=marked(f"sweeper_worn:{sweeper}", value=27)), (4, 5))
    assert [(hit.location, hit.damage) for hit in told(around.events, Struck)] == [("FR", 5), ("FR", 2)]


def standing(whole: Unit, **mines: object) -> State:
    there = {MINES.id: replace(MINES, **mines)}
    return on_turn(whole, unit(id="red", hex="0101"), board=BOARD, phase="end", things=there)


@pytest.mark.proves("sweeping.attempt", "sweeping.attempts", "TO-211-clearing-mines-ba")
def test_suits_made_for_it_clear_mines_on_six_and_others_on_ten() -> None:
    rules = standard()
    equipped = unit(armed(squad().sheet, "BA Basic Manipulator (Mine Clearance)@Squad"))
    assert tuple(rules[attempt](rules, equipped)) == (6, 2)
    assert tuple(rules[attempt](rules, platoon())) == (10, 5)


@pytest.mark.proves("turns.verbs", "sweeping.attempts")
def test_soldiers_clear_a_field_or_set_it_off_under_themselves() -> None:
    here = standing(platoon(id="blue", hex="0305"))
    with Scripted((5, 5)) as dice:
        after, events = say(here, dice, SweepMines())
    assert told(events, ThingGone)
    assert not after.things
    with Scripted((3, 4)) as dice:
        after, events = say(here, dice, SweepMines())
    assert after.things
    with Scripted((2, 3)) as dice:
        after, events = say(here, dice, SweepMines())
    assert told(events, Felled)
    assert [event.thing.value for event in told(events, ThingPlaced)] == [5]


@pytest.mark.proves("sweeping.may_clear", "TO-211-clearing-mines-ba")
def test_who_has_moved_or_knows_of_no_mines_clears_none() -> None:
    soldiers = platoon(id="blue", hex="0305")
    assert refused(standing(replace(soldiers, motion=moved("walk", 1))), SweepMines()) == "sweeping.moved"
    assert refused(standing(soldiers, hidden=True), SweepMines()) == "sweeping.none"
    assert refused(standing(unit(id="blue", hex="0305")), SweepMines()) == "sweeping.soldiers"
