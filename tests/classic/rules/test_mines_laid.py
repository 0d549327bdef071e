"""Mines that missiles lay and clear: augmented, active, inferno, and vibrabombs."""

from __future__ import annotations

import pytest

from launchers import missiles
from overheat.classic.attack.mines_laid import ASKED, grazes
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hazards import meet_hazards
from overheat.classic.facts.commands import Aim, Done, Fire
from overheat.classic.facts.events import Scorched, Struck, ThingGone, ThingPlaced
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.questions import asking
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.mines import feels_steps, goes_off_on
from overheat.classic.rulesets import standard
from overheat.kernel.dice import Scripted
from skirmish import NORTH, field, known, moved, on_turn, replace, say, shot, state, told, unit
from soldiers import platoon

TWO, NINE, TWELVE = (1, 1), (4, 5), (6, 6)
BOARD = field(5, 9)
HERE = Hex(3, 5)


def battle(red: Unit, *others: Unit) -> State:
    return on_turn(red, *(others or (unit(id="blue", hex="0109", facing=NORTH),)), board=BOARD, phase="weapons")


def fire(before: State, *dice: tuple[int, ...], hex: str = "0305") -> tuple[State, list[object]]:
    feed = len(before.units["red"].sheet.mounts) - 1
    with Scripted(*dice) as scripted:
        after, events = say(before, scripted, Aim(hex), Fire(feed - 1, f"hex {hex}", feed), Done())
    return after, list(events)


def mined(*fields: Thing, walker: Unit) -> State:
    return state(walker, board=BOARD, things={field.id: field for field in fields})


def stepped(before: State, *dice: int | tuple[int, ...]) -> Scene:
    with Scripted(*dice) as scripted:
        around = Scene(before, scripted)
        meet_hazards(around, "blue")
    return around


def thing(kind: str, value: int = 10, setting: int = 0) -> Thing:
    return Thing(f"{kind}-{HERE}", kind, HERE, "red", value=value, setting=setting)


@pytest.mark.proves("hex_rounds.mines", "hex_rounds.density", "hex_rounds.kinds")
def test_augmented_mines_lie_half_as_dense_in_the_hex_and_around_it() -> None:
    _, events = fire(battle(missiles("Thunder-Augmented")), TWELVE)
    placed = {str(event.thing.hex): event.thing.value for event in events if isinstance(event, ThingPlaced)}
    assert placed == dict.fromkeys(("0305", "0304", "0404", "0405", "0306", "0205", "0204"), 5)


@pytest.mark.proves("minefields.number", "minefields.goes_off_on", "minefields.figures")
def test_dense_fields_go_off_more_easily_soldiers_and_hovercraft_set_them_off_less() -> None:
    rules, blue = standard(), unit(id="blue")
    assert [rules[goes_off_on](rules, thing("minefield", value), blue) for value in (5, 10, 15, 25)] == [9, 9, 8, 7]
    assert rules[goes_off_on](rules, thing("minefield", 15), platoon()) == 9
    assert rules[goes_off_on](rules, thing("minefield", 25), unit(known("Pegasus Scout Hover Tank"))) == 12


@pytest.mark.proves("minefields.met")
def test_of_two_fields_in_a_hex_each_may_go_off() -> None:
    one = thing("minefield", 5)
    other = replace(one, id="minefield-other", owner="green")
    around = stepped(mined(one, other, walker=unit(id="blue", hex="0305", motion=moved("walk"))), NINE, 1, NINE, 4)
    assert [hit.damage for hit in told(around.events, Struck)] == [5, 5]


@pytest.mark.proves("minefields.active", "mines.worn")
def test_active_mines_wait_for_who_jumps_and_get_fewer() -> None:
    walker = unit(id="blue", hex="0305", motion=moved("walk"))
    assert not stepped(mined(thing("active_minefield"), walker=walker)).events
    jumper = replace(walker, motion=moved("jump"))
    around = stepped(mined(thing("active_minefield"), walker=jumper), NINE, 1, 4)
    assert [hit.damage for hit in told(around.events, Struck)] == [5, 5]
    assert [field.value for field in around.state.things.values()] == [5]
    around = stepped(mined(thing("active_minefield", 5), walker=jumper), NINE, 1)
    assert told(around.events, ThingGone)


@pytest.mark.proves("minefields.inferno", "mines.burns", "minefields.fuel")
def test_inferno_mines_heat_a_machine_by_two_for_every_two_points() -> None:
    walker = unit(id="blue", hex="0305", motion=moved("walk"))
    around = stepped(mined(thing("inferno_minefield"), walker=walker), NINE)
    assert [event.heat for event in told(around.events, Scorched)] == [10]
    assert not told(around.events, Struck)


@pytest.mark.proves("minefields.vibrabombs", "minefields.feels_steps", "mines.shakes")
def test_vibrabombs_feel_the_steps_of_heavy_machines_from_afar_and_strike_who_is_in_their_hex() -> None:
    rules, walker = standard(), unit(id="blue", hex="0305", motion=moved("walk"))
    tons = int(walker.sheet.tons)
    felt = {
        (setting, far): rules[feels_steps](
            rules, thing("vibrabombs", setting=setting), replace(walker, hex=Hex(3, 5 + far))
        )
        for setting in (tons + 10, tons + 5, tons, tons - 10)
        for far in (0, 1)
    }
    assert [place for place, does in felt.items() if does] == [(tons + 5, 0), (tons, 0), (tons - 10, 0), (tons - 10, 1)]
    around = stepped(mined(thing("vibrabombs", setting=tons), walker=walker), 1, 4)
    assert [(hit.unit, hit.damage) for hit in told(around.events, Struck)] == [("blue", 5), ("blue", 5)]
    near, victim = replace(walker, hex=Hex(3, 6)), unit(id="red", hex="0305")
    before = replace(mined(thing("vibrabombs", setting=tons - 10), walker=near), units={"blue": near, "red": victim})
    around = stepped(before, 1, 4)
    assert [hit.unit for hit in told(around.events, Struck)] == ["red", "red"]


@pytest.mark.proves("hex_rounds.mines", "vibrabombs.setting")
def test_who_fires_vibrabombs_says_what_they_wait_for() -> None:
    before = battle(missiles("Thunder-Vibrabomb"))
    feed = len(before.units["red"].sheet.mounts) - 1
    with Scripted(TWELVE) as dice:
        asked, _ = say(before, dice, Aim("0305"), Fire(feed - 1, "hex 0305", feed), Done())
    assert asked.question is not None
    assert asked.question.id == ASKED
    how = asking(standard(), ASKED)
    assert "0305" in how.words(asked, asked.question)
    enemy = before.units["blue"].sheet.tons
    worth = {answer: how.worth(asked, asked.question, answer) for answer in asked.question.options}
    assert {int(answer) for answer, value in worth.items() if value} == {
        tons for tons in range(20, 101, 10) if abs(tons - enemy) < 10
    }


@pytest.mark.proves("hex_rounds.clearance", "hex_rounds.grazes", "TO-370-mine-clearance-missiles")
def test_mine_clearance_missiles_clear_each_field_on_five_and_graze_thin_armour() -> None:
    red = missiles("Mine-Clearance")
    before = replace(
        battle(red), things={"a": replace(thing("minefield"), id="a"), "b": replace(thing("vibrabombs"), id="b")}
    )
    after, events = fire(before, TWELVE, (1, 4), (1, 3))
    assert [event.thing.id for event in events if isinstance(event, ThingGone)] == ["a"]
    assert list(after.things) == ["b"]
    rules = standard()
    assert rules[grazes](rules, shot("LRM 20", "0 0 0 0 0 0 0")) == 2
    assert rules[grazes](rules, shot("SRM 6", "0 0 0")) == 1
