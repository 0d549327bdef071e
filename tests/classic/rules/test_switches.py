"""What a crew may switch or give up: searchlights, stealth systems, the machine itself."""

import pytest

from machines import KNIGHT
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.machine import explode_bin
from overheat.classic.facts.commands import Eject, Go, Switch
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.rules.standard.switches import SEARCHLIGHT, STEALTH_ON, illuminated, shines, stealthy
from overheat.classic.turn.round import legal
from overheat.classic.turn.switches import look_around
from overheat.kernel.dice import Scripted
from skirmish import (
    NORTH,
    bared,
    known,
    marked,
    mount,
    needs,
    on_turn,
    refused,
    relief,
    replace,
    say,
    scene,
    shot,
    state,
    unit,
)

NIGHT = Weather(light="moonless")


def seen(*units: Unit, board: str = "0 0 0") -> Scene:
    """The units as the shooting begins at night."""
    around = scene(Scripted(), *units, board=board, weather=NIGHT)
    look_around(around)
    return around


@pytest.mark.proves("switches.lit")
def test_a_searchlight_shows_what_it_sees_ahead_and_who_carries_it() -> None:
    lamp = unit(hex="0102", marks=marked(SEARCHLIGHT))
    ahead, behind = unit(id="blue", hex="0103"), unit(id="green", hex="0101")
    around = seen(lamp, ahead, behind)
    assert [illuminated(around.unit(id)) for id in ("red", "blue", "green")] == [True, True, False]


@pytest.mark.proves("switches.lit")
def test_a_searchlight_does_not_shine_through_hills_nor_without_power() -> None:
    lamp, hidden = unit(marks=marked(SEARCHLIGHT)), unit(id="blue", hex="0103")
    assert illuminated(seen(lamp, hidden).unit("blue"))
    assert not illuminated(seen(lamp, hidden, board="0 3 0").unit("blue"))
    dark = replace(lamp, condition=replace(lamp.condition, shut_down=True))
    assert not illuminated(seen(dark, hidden).unit("blue"))


@pytest.mark.proves("switches.lit")
def test_a_target_in_the_light_is_as_easy_to_hit_as_by_day() -> None:
    around = seen(unit(marks=marked(SEARCHLIGHT)), unit(id="blue", hex="0103", facing=NORTH))
    lit = around.unit("blue")
    assert needs(shot(target=lit, weather=NIGHT)) == needs(shot())
    assert needs(shot(weather=NIGHT)) == needs(shot()) + 3


@pytest.mark.proves("switches.searchlight")
def test_machines_and_vehicles_switch_a_searchlight_at_night_before_they_move_and_soldiers_have_none() -> None:
    on = Switch("searchlight", True)
    night = on_turn(unit(), weather=NIGHT)
    with Scripted() as dice:
        after, _ = say(night, dice, on)
        moving, _ = say(night, dice, Go("walk"))
    assert shines(after.units["red"])
    assert on in set(legal(night, unit()))
    assert refused(after, on) == "switches.already"
    assert refused(moving, on) == "movement.done"
    assert refused(on_turn(unit(known("Foot Platoon (Rifle)")), weather=NIGHT), on) == "switches.searchlight"


@pytest.mark.proves("switches.stealth")
def test_a_stealth_system_needs_its_armour_and_a_jammer_that_works() -> None:
    on, knight = Switch("stealth", True), unit(KNIGHT)
    with Scripted() as dice:
        after, _ = say(on_turn(knight), dice, on)
    assert stealthy(after.units["red"])
    assert refused(on_turn(unit()), on) == "switches.stealth"
    jammer = mount(knight, "Guardian ECM Suite")
    blind = replace(knight, condition=replace(knight.condition, lost=frozenset({jammer})))
    assert refused(on_turn(blind), on) == "switches.stealth"
    assert not stealthy(seen(replace(blind, marks=marked(STEALTH_ON))).unit("red"))
    assert stealthy(seen(replace(knight, marks=marked(STEALTH_ON))).unit("red"))


@pytest.mark.proves("crew.may_eject")
def test_a_pilot_may_leave_a_machine_whose_structure_is_damaged() -> None:
    hurt = bared(unit(), "LL", structure=3)
    other = unit(id="blue", hex="0103")
    assert refused(on_turn(unit(), other), Eject()) == "crew.may_eject"
    with Scripted() as dice:
        after, _ = say(on_turn(hurt, other, phase="movement"), dice, Eject())
    assert after.units["red"].fate == "ejected"
    assert Eject() in set(legal(on_turn(hurt), hurt))


def exploded(*rules: str) -> State:
    """A machine whose autocannon ammunition goes up under some rules."""
    red = unit()
    before = replace(state(red), relief=relief("0 0 0", rules))
    dice = Scripted() if rules else Scripted((6, 6), (6, 6))
    around = Scene(before, dice)
    explode_bin(around, "red", mount(red, "IS Ammo AC/10"))
    return around.state


@pytest.mark.proves("crew.ejects_from_explosion")
def test_a_pilot_stays_aboard_when_ammunition_explodes() -> None:
    after = exploded()
    assert after.units["red"].fate == ""
    assert after.units["red"].condition.crew_hits == 2


@pytest.mark.proves("crew.ejected_by_explosion")
def test_with_ejection_seats_the_pilot_is_thrown_clear() -> None:
    assert exploded("ejection_seats").units["red"].fate == "ejected"
