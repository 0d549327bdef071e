"""Rotorcraft: rising and landing, flying over things, what brings them down, and crashes.

The Heron has 25 tons, cruises 7 and flanks 11, has structure 3 everywhere, 18 armour in front, 12 on the other sides
and 2 on its rotor, and a fusion engine.
"""

from typing import Any

import pytest

from asking import asked
from overheat.classic.attack.crashes import crash, loses_control, settle_crashes, slip
from overheat.classic.battle.steps import Prospect, entered
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.kinds.vehicle import hit_vehicle, roll_vehicle_critical
from overheat.classic.facts.commands import Go, Step
from overheat.classic.facts.events import CheckMade, FateMet, Fell, Moved, Struck
from overheat.classic.facts.state import Motion, Unit
from overheat.classic.rules.standard.deployment import elevation_at
from overheat.classic.rules.standard.driving import (
    SIDESLIPPING,
    air_is_clear,
    burns,
    can_come_down,
    can_land,
    crash_damage,
    sideslip_distance,
    slip_damage,
)
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.stacking import has_room
from overheat.classic.rulesets import standard
from overheat.classic.unit.condition import VehicleDamage
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Term
from skirmish import bared, field, ground, moved, on_turn, refused, replace, say, scene, shot, state, term, told, unit
from vehicles import HERON, SKIMMER, WARDEN, put, sheet

LANDED = "emergency_landing"
BURNING = put(HERON, "engine_type", "1")


def heron(elevation: int = 1, of: str = HERON, **facts: Any) -> Unit:
    damage = facts.pop("damage", VehicleDamage())
    made = unit(sheet(of), elevation=elevation, **facts)
    return replace(made, condition=replace(made.condition, vehicle=damage))


def blue(hex: str = "0105") -> Unit:
    return unit(id="blue", hex=hex, facing=0)


def flown(column: str, elevation: int) -> Prospect | Refusal:
    """A step of a Heron at an elevation into the second hex of a column."""
    flying = replace(heron(elevation), motion=moved("walk"))
    return entered(state(flying, board=column), flying, "forward")


def test_rising_costs_a_point_a_level_and_so_does_coming_down() -> None:
    before = on_turn(heron(0), blue(), board=field(1, 5))
    after, events = say(before, Scripted(), Go("walk"), Step("up"), Step("up"), Step("down"))
    assert (after.units["red"].elevation, after.units["red"].motion.spent) == (1, 3)
    after, events = say(after, Scripted(), Step("down"))
    assert after.units["red"].elevation == 0
    assert told(events, Moved)[-1].how == "land"


def test_nothing_else_flies() -> None:
    before = on_turn(unit(sheet(WARDEN)), blue(), board=field(1, 5))
    before, _ = say(before, Scripted(), Go("walk"))
    assert refused(before, Step("up")) == "movement.height"


@pytest.mark.proves("vehicles.flies")
def test_a_rotorcraft_on_the_ground_must_rise_before_it_goes_anywhere() -> None:
    no = flown("0 0", 0)
    assert isinstance(no, Refusal)
    assert no.id == "vehicles.flies"


@pytest.mark.parametrize(
    ("column", "elevation", "there"),
    [
        ("0 0", 1, 1),
        ("0 1", 2, 1),
        ("0 -2", 1, 3),
        ("0 0~2", 1, 1),
        ("0 0w2", 3, 3),
        ("0 0u", 1, 1),
        ("0 0b2.40.3", 4, 4),
    ],
)
def test_a_rotorcraft_keeps_its_level_and_pays_a_point_whatever_lies_below(
    column: str, elevation: int, there: int
) -> None:
    found = flown(column, elevation)
    assert isinstance(found, Prospect), found
    assert (found.elevation, found.cost.total) == (there, 1)


@pytest.mark.proves("vehicles.flies", "vehicles.air_is_clear")
@pytest.mark.parametrize(
    ("column", "elevation"), [("0 1", 1), ("0 3", 3), ("0 0w1", 2), ("0 0j1", 2), ("0 0b2.40.3", 2)]
)
def test_a_rotorcraft_cannot_enter_what_reaches_up_to_it(column: str, elevation: int) -> None:
    found = flown(column, elevation)
    assert isinstance(found, Refusal)
    assert found.id == "vehicles.flies"


@pytest.mark.proves("vehicles.air_is_clear")
def test_nobody_flies_higher_than_level_50() -> None:
    clear = asked(air_is_clear)
    open_ground = ground("0")[Hex(1, 1)]
    assert clear(open_ground, 50)
    assert not clear(open_ground, 51)


@pytest.mark.proves("vehicles.can_land")
def test_rotorcraft_land_on_clear_and_paved_ground_only() -> None:
    lands = asked(can_land)
    for cell, good in (
        ("0", True),
        ("0p", True),
        ("0w1=^03", True),
        ("0b1.15.1", True),
        ("0w1", False),
        ("0j1", False),
        ("0~1", False),
        ("0r", False),
        ("0u", False),
        ("0g", False),
    ):
        assert lands(ground(cell)[Hex(1, 1)]) == good, cell


@pytest.mark.proves("vehicles.can_come_down")
def test_in_an_emergency_rough_ground_will_do() -> None:
    good = asked(can_come_down)
    for cell, there in (("0", True), ("0p", True), ("0r", True), ("0w1", False), ("0~1", False), ("0u", False)):
        assert good(ground(cell)[Hex(1, 1)]) == there, cell


@pytest.mark.proves("vehicles.can_land")
def test_over_rough_ground_a_rotorcraft_stays_up() -> None:
    before = on_turn(heron(1), blue(), board=field(1, 5, "0r"))
    before, _ = say(before, Scripted(), Go("walk"))
    assert refused(before, Step("down")) == "movement.height"


@pytest.mark.proves("movement.stacking")
def test_what_flies_clear_of_others_shares_their_hex() -> None:
    rules = standard()
    machine, tank = unit(id="blue"), unit(sheet(WARDEN), id="blue")
    assert [rules[has_room](rules, heron(height), (machine,)) is None for height in (1, 2)] == [False, True]
    assert [rules[has_room](rules, heron(height), (tank,)) is None for height in (0, 1)] == [False, True]
    assert rules[has_room](rules, machine, (replace(heron(2), side="green"),)) is None


@pytest.mark.proves("vehicles.airborne_target")
def test_a_target_in_the_air_is_harder_to_hit_by_1() -> None:
    for elevation, value in ((0, 0), (1, 1), (4, 1)):
        target = heron(elevation, id="blue", facing=0)
        assert term(shot(target=target), "vehicles.airborne_target") == value
    glider = unit(replace(sheet(SKIMMER), motive="wige"), id="blue", motion=moved("walk", 4))
    assert term(shot(target=glider), "vehicles.airborne_target") == 1


def test_a_rotorcraft_sees_over_a_hill() -> None:
    low, high = heron(0, id="blue", facing=0), heron(6, id="blue", facing=0)
    assert not shot(column="0 5 0", target=low).sight.visible
    assert shot(column="0 5 0", attacker=heron(6), target=high).sight.visible


@pytest.mark.proves("vehicles.crash_damage")
def test_a_crash_does_a_tenth_of_the_weight_for_every_level_and_one_more() -> None:
    damage = asked(crash_damage)
    assert [damage(25, levels) for levels in (1, 2, 5)] == [3 * 2, 3 * 3, 3 * 6]
    assert [damage(21, levels) for levels in (1, 2)] == [4, 6]


def test_a_crash_is_damage_in_groups_of_five_from_the_side_it_lands_on() -> None:
    with Scripted(1, (3, 4), (3, 4), (3, 4), (3, 4)) as dice:
        playing = scene(dice, heron(5))
        crash(playing, "red")
    assert told(playing.events, Fell) == [Fell("red", 5, "front", 18)]
    assert [(event.location, event.damage) for event in told(playing.events, Struck)] == [
        ("FR", 5),
        ("FR", 5),
        ("FR", 5),
        ("FR", 3),
    ]


def test_a_rotorcraft_that_came_down_stays_there() -> None:
    with Scripted(1, (3, 4), (3, 4)) as dice:
        playing = scene(dice, heron(1))
        crash(playing, "red")
    after = playing.unit("red")
    assert (after.elevation, after.immobile, after.active) == (0, True, True)
    assert after.condition["FR"].armour == 18 - 6


def test_a_crash_into_water_is_the_end() -> None:
    playing = scene(Scripted(1), heron(2), board="0~1 0")
    crash(playing, "red")
    assert told(playing.events, FateMet) == [FateMet("red", "destroyed", "crashes_into_water")]


@pytest.mark.proves("vehicles.burns")
def test_a_crash_that_reaches_the_structure_burns_what_runs_on_oil() -> None:
    for of, active in ((HERON, True), (BURNING, False)):
        with Scripted(1, (3, 4), (1, 1), (3, 4), (1, 1)) as dice:
            playing = scene(dice, bared(heron(1, of=of), "FR"))
            playing.state = replace(playing.state, units={"red": _thick(playing.unit("red"))})
            crash(playing, "red")
        assert playing.unit("red").active == active
    assert not asked(burns)(heron())


def _thick(thin: Unit) -> Unit:
    """The unit with enough structure in front to live through a crash."""
    place = replace(thin.condition["FR"], structure=20)
    return replace(thin, condition=thin.condition.with_location(place))


def test_without_its_rotor_a_rotorcraft_crashes_at_the_end_of_the_phase() -> None:
    with Scripted(1, (3, 4), (3, 4)) as dice:
        playing = scene(dice, bared(heron(1), "RO", 1))
        hit_vehicle(playing, Hit("red", "front", 10, "test"), "RO")
        assert playing.unit("red").elevation == 1
        settle_crashes(playing)
    assert [event.how for event in told(playing.events, Moved)] == ["crash"]


@pytest.mark.proves("vehicles.rotor_slows")
def test_the_last_rotor_hit_that_takes_all_lift_brings_it_down() -> None:
    tired = heron(1, damage=VehicleDamage(rotor_hits=6))
    with Scripted(1, (3, 4), (3, 4)) as dice:
        playing = scene(dice, tired)
        hit_vehicle(playing, Hit("red", "front", 1, "test"), "RO")
        settle_crashes(playing)
    assert playing.unit("red").elevation == 0
    assert playing.unit("red").immobile


@pytest.mark.proves("vehicles.emergencies")
def test_when_the_engine_stops_a_pilot_who_makes_the_roll_at_4_more_lands() -> None:
    for roll, how in (((4, 5), LANDED), ((3, 5), "crash")):
        rest: list[Any] = [] if how == LANDED else [1, (3, 4), (3, 4), (3, 4), (3, 4), (3, 4)]
        playing = scene(Scripted((6, 5), roll, *rest), heron(4))
        roll_vehicle_critical(playing, "red", "RR")
        settle_crashes(playing)
        assert sum(part.value for part in told(playing.events, CheckMade)[0].needed) == 5 + 4
        assert told(playing.events, Moved)[0].how == how


def test_over_woods_an_engine_hit_is_a_crash() -> None:
    playing = scene(Scripted((6, 5), 1, *[(3, 4)] * 3), heron(3), board="0w1 0")
    roll_vehicle_critical(playing, "red", "RR")
    settle_crashes(playing)
    assert told(playing.events, CheckMade) == []
    assert told(playing.events, Moved)[0].how == "crash"


@pytest.mark.proves("vehicles.emergencies")
def test_when_the_pilot_is_hit_a_failed_roll_costs_a_level() -> None:
    for roll, height in (((4, 3), 3), ((4, 2), 2)):
        playing = scene(Scripted((6, 4), roll), heron(3))
        roll_vehicle_critical(playing, "red", "FR")
        settle_crashes(playing)
        assert sum(part.value for part in told(playing.events, CheckMade)[0].needed) == 5 + 2
        assert playing.unit("red").elevation == height


@pytest.mark.proves("vehicles.sideslip")
def test_what_rides_on_air_rolls_when_it_turns_at_flank_speed_and_goes_on() -> None:
    def rolls(of: str, mode: str, hexes: int, heading: int, **facts: Any) -> bool:
        motion = replace(moved(mode, hexes, heading=heading), **facts)
        flying = replace(unit(sheet(of), elevation=1 if of is HERON else 0), motion=motion)
        found = entered(state(flying, board="0 0"), flying, "forward")
        assert isinstance(found, Prospect), found
        return [check.id for check in found.checks] == ["vehicles.sideslip"]

    for of in (HERON, SKIMMER):
        assert rolls(of, "run", 3, 2)
        assert not rolls(of, "run", 3, 3)
        assert not rolls(of, "walk", 3, 2)
        assert not rolls(of, "run", 0, 2)


@pytest.mark.proves("vehicles.sideslip_distance")
def test_a_slip_goes_as_far_as_the_roll_failed_by_and_less_far_than_the_vehicle_came() -> None:
    far = asked(sideslip_distance)
    assert [far(missed, 3) for missed in (1, 2, 4)] == [1, 2, 2]
    assert far(3, 1) == 0
    assert far(3, 0) == 0


def slipping(of: str, elevation: int, hexes: int) -> Unit:
    """Red came south and has turned to the south-west."""
    return unit(sheet(of), hex="0101", facing=4, elevation=elevation, motion=moved("run", hexes, heading=3))


@pytest.mark.proves("vehicles.sideslip", "vehicles.sideslip_distance")
def test_a_hovercraft_that_fails_slips_on_the_way_it_came_and_goes_on() -> None:
    before = on_turn(replace(slipping(SKIMMER, 0, 3), hex=Hex(2, 1)), blue("0205"), board=field(3, 5))
    after, events = say(before, Scripted((1, 2)), Step("forward"))
    assert sum(part.value for part in told(events, CheckMade)[0].needed) == 5
    assert after.units["red"].hex == Hex(2, 3)
    assert (after.units["red"].facing, after.units["red"].motion.spent, after.acting) == (4, 3, "red")
    after, events = say(after, Scripted(), Step("forward"))
    assert after.units["red"].hex == Hex(1, 4)


def test_a_hovercraft_that_makes_the_roll_goes_where_it_wants() -> None:
    before = on_turn(replace(slipping(SKIMMER, 0, 3), hex=Hex(2, 1)), blue("0205"), board=field(3, 5))
    after, _ = say(before, Scripted((2, 3)), Step("forward"))
    assert after.units["red"].hex == Hex(1, 2)


@pytest.mark.proves("vehicles.slip_damage")
def test_a_rotorcraft_that_slips_into_a_hillside_crashes_before_it() -> None:
    assert [asked(slip_damage)(tons, hexes) for tons, hexes in ((25, 4), (25, 3), (21, 3))] == [10, 8, 7]
    with Scripted((3, 4), (3, 4)) as dice:
        playing = scene(dice, slipping(HERON, 2, 3), board="0 4 0")
        slip(playing, "red", 2)
    assert told(playing.events, Fell) == [Fell("red", 2, "front", 10)]
    assert playing.unit("red").elevation == 0
    assert playing.unit("red").hex == Hex(1, 1)
    assert playing.unit("red").motion.done


@pytest.mark.proves("vehicles.can_land")
def test_where_it_could_not_land_such_a_crash_is_the_end() -> None:
    playing = scene(Scripted(), slipping(HERON, 3, 3), board="0w1 5 0")
    slip(playing, "red", 2)
    assert told(playing.events, FateMet) == [FateMet("red", "destroyed", "crashes")]


def test_what_slips_over_the_edge_is_gone() -> None:
    playing = scene(Scripted((1, 1)), replace(slipping(HERON, 3, 9), hex=Hex(1, 3)), board="0 0 0")
    why = Term("vehicles.sideslip", 0, "test", SIDESLIPPING)
    assert loses_control(playing, "red", why)
    assert told(playing.events, FateMet)[0].fate == "fled"


def test_a_wreck_that_comes_down_on_others_ends_up_beside_them() -> None:
    high = replace(heron(3), hex=Hex(2, 2))
    playing = scene(Scripted(1, *[(3, 4)] * 3), high, replace(blue("0202"), id="blue"), board=field(3, 3))
    crash(playing, "red")
    after = playing.unit("red")
    assert after.hex.distance(Hex(2, 2)) == 1
    assert after.elevation == 0


def test_a_rotorcraft_comes_to_the_field_on_the_ground_or_above_what_it_cannot_stand_on() -> None:
    for cell, elevation in (("0", 0), ("0w1", 3), ("0~2", 1)):
        assert elevation_at(ground(cell), Hex(1, 1), sheet(HERON)) == elevation


def test_motion_of_a_slip_counts_as_hexes_moved() -> None:
    playing = scene(Scripted(), slipping(SKIMMER, 0, 3), board="0 0 0 0")
    slip(playing, "red", 2)
    assert playing.unit("red").motion == Motion("run", 5, 5, spent=3, heading=4)
