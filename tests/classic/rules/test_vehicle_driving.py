"""Vehicles on the ground: where they go, skids, rams, and blows at them.

The Warden has 55 tons on tracks, cruises 3 and flanks 5. The Hunter is a machine of 50 tons.
"""

from typing import Any

import pytest

from asking import asked
from overheat.classic.attack.blows import refusal as no_blow
from overheat.classic.battle.steps import Prospect, allowance, entered
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.displacement import displace
from overheat.classic.facts.commands import Charge, Choose, Done, Go, Step, Strike
from overheat.classic.facts.events import AttackRolled, CheckMade, Moved, Struck
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.driving import may_ram
from overheat.classic.rules.standard.movement import can_run
from overheat.classic.rules.standard.physical import charge_of
from overheat.classic.rulesets import standard
from overheat.classic.turn.reach import reach
from overheat.classic.turn.taking import waiting
from overheat.classic.unit.condition import VehicleDamage
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from skirmish import blow, field, moved, on_turn, refused, replace, say, scene, shot, state, told, unit
from vehicles import HERON, SKIMMER, WARDEN, sheet

NO_MOTIVE_DAMAGE = (1, 1)


def going(motive: str, of: str = WARDEN) -> Sheet:
    return replace(sheet(of), motive=motive)


def step(column: str, motive: str = "tracked", **facts: Any) -> str | int:
    """What a step into the second hex of a column costs, or the rule that forbids it."""
    mover = unit(replace(going(motive), walk=20), motion=moved("walk"), **facts)
    found = entered(state(mover, board=column), mover, "forward")
    return found.id if isinstance(found, Refusal) else int(found.cost.total)


def test_a_vehicle_cruises_and_flanks_half_as_far_again() -> None:
    tank = unit(sheet(WARDEN))
    assert [allowance(state(tank), tank, "walk"), allowance(state(tank), tank, "run")] == [3, 5]


@pytest.mark.proves("movement.can_run")
def test_a_stunned_crew_does_not_flank() -> None:
    tank = unit(sheet(WARDEN))
    stunned = replace(tank, condition=replace(tank.condition, vehicle=VehicleDamage(crew_stunned=1)))
    assert [standard()[can_run](state(crew), crew) for crew in (tank, stunned)] == [True, False]


@pytest.mark.proves("movement.prohibited", "terrain.kinds")
@pytest.mark.parametrize(
    ("motive", "cells"),
    [
        ("tracked", "0w2 0j1 0~1"),
        ("wheeled", "0w1 0w2 0r 0u 0j1 0~1 0n2"),
        ("hover", "0w1 0w2 0j1"),
        ("wige", "0w1 0w2 0j1"),
    ],
)
def test_vehicles_cannot_enter_every_terrain(motive: str, cells: str) -> None:
    for cell in cells.split():
        assert step(f"0 {cell}", motive) == "movement.prohibited", cell


@pytest.mark.parametrize(("motive", "cells"), [("tracked", "0 0w1 0r 0u"), ("hover", "0 0r 0~1 0~2"), ("wheeled", "0")])
def test_and_go_where_they_can(motive: str, cells: str) -> None:
    for cell in cells.split():
        assert isinstance(step(f"0 {cell}", motive), int), cell


def test_a_road_leads_through_anything_and_a_level_costs_two_points() -> None:
    assert step("0=^03 0w2=^03") == 1
    assert step("0 1") == 1 + 2
    assert step("0 2") == "movement.too_steep"


@pytest.mark.proves("vehicles.road_bonus")
def test_a_vehicle_that_keeps_to_the_road_has_a_point_more() -> None:
    def goes(cells: str, of: Unit, steps: int) -> bool:
        before = on_turn(of, unit(id="blue", hex="0108", facing=0), board=cells)
        before, _ = say(before, Scripted(), Go("walk"), *[Step("forward")] * (steps - 1))
        return refused(before, Step("forward")) is None

    road = " ".join(["0=^03"] * 8)
    leaving = "0=^03 0=^03 0=^03 0=^03 0 0 0 0"
    joining = "0 0=^03 0=^03 0=^03 0=^03 0=^03 0=^03 0=^03"
    tank = unit(sheet(WARDEN))
    assert goes(road, tank, 4)
    assert not goes(road, tank, 5)
    assert not goes(leaving, tank, 4)
    assert not goes(joining, tank, 4)
    assert not goes(road, unit(replace(unit().sheet, walk=3)), 4)


@pytest.mark.proves("vehicles.own_element")
def test_ships_stay_in_the_water_and_trains_on_their_rails() -> None:
    for motive in ("naval", "submarine", "hydrofoil"):
        assert step("0~2 0", motive) == "vehicles.own_element"
        assert step("0~2 0~2i", motive) == "vehicles.own_element"
        assert step("0~2 0~2", motive) == 1
    assert step("0#^03 0", "rail") == "vehicles.own_element"
    assert step("0#^03 0#^03", "rail") == 1


def skids(cell: str, hexes: int, heading: int = 2, mode: str = "run", motive: str = "tracked") -> list[int]:
    """What turning on a cell and going on asks of a driver who faces south."""
    tank = unit(replace(going(motive), walk=20), motion=moved(mode, hexes, heading=heading))
    found = entered(state(tank, board=f"{cell} 0"), tank, "forward")
    assert isinstance(found, Prospect), found
    assert {check.id for check in found.checks} <= {"vehicles.skid"}
    return [int(check.value) for check in found.checks]


@pytest.mark.proves("vehicles.skid", "piloting.skid_bands")
def test_tracks_and_wheels_that_turn_at_flank_speed_on_pavement_may_skid() -> None:
    for hexes, modifier in {1: -1, 2: -1, 3: 0, 4: 0, 5: 1, 7: 1, 8: 2, 10: 2, 11: 4}.items():
        assert skids("0p", hexes) == [modifier]
        assert skids("0=^03", hexes, motive="wheeled") == [modifier]
        assert skids("0i", hexes) == [modifier]


@pytest.mark.proves("QR-psr-skid", "vehicles.skid")
def test_who_cruises_goes_straight_or_turns_elsewhere_does_not_skid() -> None:
    assert skids("0p", 4, mode="walk") == []
    assert skids("0p", 4, heading=3) == []
    assert skids("0", 4) == []
    assert skids("0p", 0) == []
    assert skids("0p", 4) == [0]


@pytest.mark.proves("vehicles.skid")
def test_a_vehicle_that_skids_slides_on_the_way_it_came_and_stops() -> None:
    tank = unit(sheet(WARDEN), hex="0201", facing=4, motion=moved("run", 3, heading=3))
    before = on_turn(tank, unit(id="blue", hex="0106", facing=0), board=field(3, 6, "0p"))
    after, events = say(before, Scripted((1, 2), (3, 5)), Step("forward"))
    assert told(events, CheckMade)[0].passed is False
    assert after.units["red"].hex == Hex(2, 3)
    assert (after.units["red"].motion.skidded, after.units["red"].motion.done) == (True, True)
    assert not after.units["red"].condition.prone
    assert after.units["red"].condition.vehicle.motive == 1


def test_a_vehicle_that_skids_into_another_unit_rams_it() -> None:
    tank = unit(sheet(WARDEN), hex="0201", facing=4, motion=moved("run", 3, heading=3))
    before = on_turn(tank, unit(id="blue", hex="0202", facing=0), board=field(3, 6, "0p"))
    after, events = say(before, Scripted((1, 2), (1, 1), NO_MOTIVE_DAMAGE), Step("forward"))
    assert told(events, AttackRolled)[0].what == "unintentional_charge"
    assert after.units["red"].hex == Hex(2, 1)


def test_a_vehicle_that_makes_its_driving_roll_goes_on() -> None:
    tank = unit(sheet(WARDEN), hex="0201", facing=4, motion=moved("run", 3, heading=3))
    before = on_turn(tank, unit(id="blue", hex="0106", facing=0), board=field(3, 6, "0p"))
    after, events = say(before, Scripted((2, 3)), Step("forward"))
    assert after.units["red"].hex == Hex(1, 2)
    assert [event.how for event in told(events, Moved)] == ["forward"]


def strikes(kind: str, limb: str, column: str, of: Unit) -> bool:
    return no_blow(blow(kind, limb, target=replace(of, id="blue", hex=Hex(1, 2), side="blue"), column=column)) is None


@pytest.mark.proves("physical.height")
def test_a_vehicle_is_kicked_on_the_same_level_and_punched_one_level_up() -> None:
    tank = unit(sheet(WARDEN))
    assert [strikes("kick", "LL", column, tank) for column in ("0 0", "1 0", "0 1")] == [True, False, False]
    assert [strikes("punch", "LA", column, tank) for column in ("0 0", "1 0", "0 1")] == [False, False, True]
    assert strikes("punch", "LA", "0 0", unit(sheet(HERON), elevation=1))
    assert not strikes("push", "", "0 0", tank)


def test_a_kick_at_a_vehicle_lands_by_the_table_of_the_vehicle() -> None:
    machine, tank = unit(hex="0101"), unit(sheet(WARDEN), id="blue", hex="0102", facing=0)
    before = on_turn(machine, tank, phase="physical", board="0 0")
    _, events = say(before, Scripted((6, 6), (3, 4), *[(3, 4), (1, 2)] * 4), Strike("kick", "LL", "blue"), Done())
    assert told(events, Struck) == [Struck("blue", "FR", False, 10, "kick")]


@pytest.mark.proves("vehicles.may_ram")
def test_vehicles_on_the_ground_ram_but_not_what_flies_swims_or_cannot_move() -> None:
    ram = asked(may_ram)
    assert [ram(unit(going(motive))) for motive in ("tracked", "wheeled", "hover")] == [True, True, True]
    assert [ram(unit(going(motive))) for motive in ("vtol", "wige", "naval")] == [False, False, False]
    for damage in (VehicleDamage(immobile=True), VehicleDamage(crew_stunned=1)):
        tank = unit(sheet(WARDEN))
        assert not ram(replace(tank, condition=replace(tank.condition, vehicle=damage)))


def test_a_ram_goes_into_the_legs_of_a_machine_and_hurts_both() -> None:
    tank = unit(sheet(WARDEN), hex="0101", motion=moved("walk", 2))
    before = on_turn(tank, unit(id="blue", hex="0102", facing=0), board=field(1, 4))
    after, _ = say(before, Scripted(), Charge("blue"))
    assert charge_of(after.units["red"]) is not None
    dice = Scripted((6, 6), 1, 4, 6, (3, 4), *[(6, 6)] * 3, *[(3, 4), (1, 2)] * 4)
    events: list[Event] = []
    while after.round == 1:
        after, more = _pass(after, dice)
        events += more
    hits = [(event.unit, event.location, event.damage) for event in told(events, Struck)]
    assert hits == [("blue", "RL", 5), ("blue", "LL", 5), ("blue", "LL", 1), ("red", "FR", 5)]
    assert after.units["blue"].hex == Hex(1, 3)
    assert after.units["red"].hex == Hex(1, 2)


def _pass(before: State, dice: Scripted) -> tuple[State, list[Event]]:
    """Whoever is next does nothing."""
    side = Classic().to_act(before)
    assert side is not None
    if before.acting is None:
        chosen = waiting(before, side)[0]
        answer = Classic().apply(before, side, Choose(chosen.id), dice)
    else:
        answer = Classic().apply(before, side, Done(), dice)
    assert not isinstance(answer, Refusal), answer
    return answer[0], list(answer[1])


def test_a_vehicle_rams_what_stands_a_level_up_or_down_and_nothing_farther() -> None:
    tank = unit(sheet(WARDEN), hex="0101", motion=moved("walk", 2))
    blue = unit(id="blue", hex="0102", facing=0)
    assert no_blow(blow("charge", "", tank, blue, column="0 2")) is not None
    assert no_blow(blow("charge", "", tank, blue, column="0 1")) is None
    assert refused(on_turn(tank, blue, board="1 0"), Charge("blue")) is None


@pytest.mark.proves("vehicles.in_reach")
def test_the_largest_vehicles_are_punched_where_they_stand_and_never_pushed() -> None:
    largest = unit(replace(sheet(WARDEN), tons=150), id="blue", hex="0102")
    assert no_blow(blow("punch", "LA", target=largest)) is None
    no = no_blow(blow("push", "", target=largest))
    assert no is not None
    assert no.id == "vehicles.in_reach"


def test_machines_charge_vehicles_but_not_what_flies() -> None:
    machine = unit(hex="0101", motion=moved("run", 2))
    tank, flyer = (unit(sheet(of), id="blue", hex="0102", facing=0) for of in (WARDEN, HERON))
    assert refused(on_turn(machine, tank, board="0 0"), Charge("blue")) is None
    assert refused(on_turn(machine, replace(flyer, elevation=1), board="0 0"), Charge("blue")) == "physical.charge"


def test_nobody_pushes_a_vehicle_into_terrain_it_cannot_enter() -> None:
    for column, went in (("0 0", True), ("0 0w2", False), ("0 0~1", False)):
        playing = scene(Scripted(), unit(sheet(WARDEN)), board=column)
        assert displace(playing, "red", 3, "drive_back") == went


def test_a_vehicles_hull_weapons_fire_where_the_hull_points_and_turret_weapons_where_the_turret_does() -> None:
    tank = unit(sheet(WARDEN), facing=3, torso=0)
    assert not shot("Medium Laser", attacker=replace(tank, torso=0)).bears
    assert shot("Medium Laser", attacker=replace(tank, torso=3)).bears
    assert shot("Machine Gun", attacker=tank).bears
    assert not shot("Machine Gun", attacker=replace(tank, facing=0)).bears


def test_a_vehicle_keeps_its_turret_turned_when_a_round_begins_only_as_far_as_the_hull_turned() -> None:
    tank = unit(sheet(SKIMMER), facing=3, torso=5)
    before = on_turn(tank, unit(id="blue", hex="0103", facing=0))
    after, _ = say(before, Scripted(), Go("walk"), Step("left"))
    assert (after.units["red"].facing, after.units["red"].torso) == (2, 4)


def test_reach_tells_where_a_hovercraft_at_flank_speed_may_slip() -> None:
    skimmer = unit(sheet(SKIMMER), hex="0301", facing=3)
    places = reach(state(skimmer, board=field(6, 14)), skimmer)
    straight, bent = ((3, 12), 3), ((5, 10), 2)
    trips = {(tuple(place.hex), place.facing): (place.mode, place.trips) for place in places}
    assert trips[straight] == ("run", 0)
    assert trips[bent] == ("run", 1)
    assert all(place.trips == 0 for place in places if place.mode == "walk")
