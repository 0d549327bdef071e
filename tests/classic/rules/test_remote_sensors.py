"""Remote sensors: dropped on the way, heard by friends, finding who is hidden, spotting for missiles, and lost."""

from __future__ import annotations

from typing import Any

import pytest

from machines import HUNTER
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.blasts import burst
from overheat.classic.facts.commands import CrushSensor, Done, DropSensor, Fire, Go, Step
from overheat.classic.facts.events import Found, ThingGone, ThingPlaced
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.hiding import hidden
from overheat.classic.rules.standard.remote_sensors import SENSOR, monitored
from overheat.classic.turn.weapons import attack_of, fires_at
from overheat.kernel.dice import Scripted
from skirmish import NORTH, armed, field, marked, mount, on_turn, refused, replace, say, state, told, unit

BOARD = field(3, 14)


def listening(*items: str, **others: Any) -> Unit:
    return unit(armed(HUNTER, *(items or ("Beagle Probe@LT",))), **others)


def sensor(hex: str, owner: str = "red", name: str = "sensor-red-9") -> Thing:
    return Thing(f"{name}-{hex}", SENSOR, unit(hex=hex).hex, owner, by="red", mount=9)


def lying(*sensors: Thing) -> dict[str, Thing]:
    return {each.id: each for each in sensors}


def test_a_sensor_is_dropped_for_a_point_while_the_unit_moves() -> None:
    red = unit(armed(HUNTER, "Remote Sensors/Dispenser@RT"))
    at = mount(red, "Remote Sensors/Dispenser")
    before = on_turn(red, unit(id="blue", hex="0112"), board=BOARD)
    assert refused(before, DropSensor(at)) == "sensors.moving"
    after, events = say(before, Scripted(), Go("walk"), Step("forward"), DropSensor(at))
    (placed,) = told(events, ThingPlaced)
    assert (str(placed.thing.hex), after.units["red"].motion.spent) == ("0102", 2)
    assert refused(after, DropSensor(at)) == "sensors.there"


def test_a_dispenser_is_empty_when_it_has_dropped_thirty_whatever_became_of_them() -> None:
    red = unit(armed(HUNTER, "Remote Sensors/Dispenser@RT"))
    at = mount(red, "Remote Sensors/Dispenser")
    for dropped, no in ((29, None), (30, "sensors.dispenser")):
        used = replace(red, marks=marked(f"sensors_dropped:{at}", value=dropped))
        after, _ = say(on_turn(used, unit(id="blue", hex="0112"), board=BOARD), Scripted(), Go("walk"), Step("forward"))
        assert refused(after, DropSensor(at)) == no


@pytest.mark.proves("sensors.monitored", "sensors.monitors")
def test_sensors_are_heard_by_friends_who_can_listen_as_many_as_they_can_and_unless_jammed() -> None:
    things = lying(sensor("0105"), sensor("0106"), sensor("0107"))

    def heard(red: Unit, *others: Unit) -> int:
        return len(monitored(state(red, *others, board=BOARD, things=things), "red"))

    blue = unit(id="blue", hex="0114")
    assert heard(unit(), blue) == 0
    assert heard(listening(), blue) == 2
    assert heard(listening("Bloodhound Active Probe@LT"), blue) == 3
    assert heard(listening(), unit(armed(HUNTER, "Guardian ECM Suite@LT"), "blue", "0106")) == 0


@pytest.mark.proves("sensors.finds", "sensors.look")
def test_a_sensor_that_is_heard_finds_who_is_hidden_within_two_hexes() -> None:
    def found(lurker: Unit, red: Unit) -> list[str]:
        before = on_turn(red, hidden(lurker), board=BOARD, things=lying(sensor("0108")))
        return [event.unit for event in told(say(before, Scripted((3, 3), (4, 4)), Done())[1], Found)]

    assert found(unit(id="blue", hex="0110", facing=NORTH), listening()) == ["blue"]
    assert found(unit(id="blue", hex="0111", facing=NORTH), listening()) == []
    assert found(unit(id="blue", hex="0110", facing=NORTH), unit()) == []
    jamming = unit(armed(HUNTER, "Guardian ECM Suite@LT"), "blue", "0110", NORTH)
    assert found(jamming, listening("Bloodhound Active Probe@LT")) == []


@pytest.mark.proves("to_hit.remote_sensor")
def test_missiles_are_fired_by_what_a_sensor_sees_at_three_more() -> None:
    red = listening()
    at = mount(red, "LRM 5")
    wall = "0 9 0 0 0 0 0 0"
    before: State = on_turn(red, unit(id="blue", hex="0108", facing=NORTH), board=wall, phase="weapons")
    assert not list(fires_at(before, red, at, before.units["blue"]))
    seeing = replace(before, things=lying(sensor("0105")))
    (fire, *_) = fires_at(seeing, red, at, seeing.units["blue"])
    assert isinstance(fire, Fire)
    assert fire.spotter == "sensor-red-9-0105"
    assert {term.id: term.value for term in target_number(attack_of(seeing, red, fire.shot)).terms}[
        "to_hit.remote_sensor"
    ] == 3
    after, _ = say(seeing, Scripted(), fire)
    assert after.units["red"].volley


@pytest.mark.proves("sensors.struck")
def test_a_sensor_is_lost_to_a_blast_and_to_who_crushes_it() -> None:
    there = sensor("0102", "blue")
    before = on_turn(unit(), unit(id="blue", hex="0112"), board=BOARD, things=lying(there))
    scene = Scene(before, Scripted(*[(3, 4)] * 4))
    burst(scene, Blast(scene.rules, "shell", unit(hex="0102").hex, (5,), "red"))
    assert told(scene.events, ThingGone) == [ThingGone(there)]
    after, events = say(before, Scripted(), Go("walk"), Step("forward"), CrushSensor())
    assert told(events, ThingGone) == [ThingGone(there)]
    assert not after.things
