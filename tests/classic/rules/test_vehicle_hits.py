"""Where vehicles are hit, what that does to what they move by, and when they are lost.

The Warden of these tests has 55 tons on tracks, cruises 3 and has structure 6 everywhere; the Skimmer 30 tons on air,
cruising 8, with structure 3; the Heron 25 tons under a rotor, cruising 7, with structure 3.
"""

from typing import Any

import pytest

from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.vehicle import hit_motive_system, hit_vehicle
from overheat.classic.facts.events import FateMet, LocationLost, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import Placement, Side
from overheat.classic.rules.standard.movement import walk_points
from overheat.classic.rules.standard.vehicles import (
    ROTORCRAFT_LOCATIONS,
    VEHICLE_LOCATIONS,
    MotiveHit,
    fatal_to_vehicle,
    motive_points,
    motive_roll,
    where_hit,
)
from overheat.classic.rulesets import ruleset, standard
from overheat.classic.turn.moves import drops
from overheat.kernel.dice import Scripted
from skirmish import bared, known, maimed, relief, replace, scene, state, told, unit
from vehicles import HERON, MAMMOTH, SKIMMER, WARDEN, sheet

NO_CRITICAL = (1, 4)
NO_MOTIVE_DAMAGE = (1, 1)


def two(total: int) -> tuple[int, int]:
    """Two dice of a total."""
    return (total - 1, 1) if total <= 7 else (6, total - 6)


def warden(**facts: Any) -> Unit:
    return unit(sheet(WARDEN), id="blue", **facts)


def heron(elevation: int = 5, **facts: Any) -> Unit:
    return unit(sheet(HERON), id="blue", elevation=elevation, **facts)


def struck(target: Unit, side: Side, *dice: int | tuple[int, ...]) -> str:
    """The location that a hit of one point lands in."""
    playing = scene(Scripted(*dice), target)
    take(playing, Hit("blue", side, 1, "test"))
    return told(playing.events, Struck)[0].location


GROUND = {
    "front": "FR FR FR RS FR FR FR LS TU TU TU",
    "rear": "RR RR RR LS RR RR RR RS TU TU TU",
    "left": "LS LS LS FR LS LS LS RR TU TU TU",
    "right": "RS RS RS FR RS RS RS RR TU TU TU",
}
ROTORCRAFT = {
    "front": "FR RO RO RS FR FR FR LS RO RO RO",
    "rear": "RR RO RO RS RR RR RR LS RO RO RO",
    "left": "LS RO RO FR LS LS LS RR RO RO RO",
    "right": "RS RO RO FR RS RS RS RR RO RO RO",
}
MOTIVE_ROLLS = (3, 4, 5, 9)


@pytest.mark.proves("vehicles.locations", "vehicles.where_hit")
@pytest.mark.parametrize("side", ["front", "rear", "left", "right"])
def test_a_vehicle_is_hit_where_the_table_of_its_side_says(side: Side) -> None:
    for total, code in zip(range(2, 13), GROUND[side].split(), strict=True):
        critical = total in (2, 12) or (total == 8 and side in ("left", "right"))
        more = [NO_MOTIVE_DAMAGE] if total in MOTIVE_ROLLS else [NO_CRITICAL] if critical else []
        with Scripted(two(total), *more) as dice:
            playing = scene(dice, warden())
            take(playing, Hit("blue", side, 1, "test"))
        assert told(playing.events, Struck)[0].location == code, total


@pytest.mark.proves("vehicles.rotorcraft_locations", "vehicles.where_hit")
@pytest.mark.parametrize("side", ["front", "rear", "left", "right"])
def test_a_rotorcraft_is_hit_where_the_table_of_its_side_says(side: Side) -> None:
    for total, code in zip(range(2, 13), ROTORCRAFT[side].split(), strict=True):
        critical = total in (2, 12) or (total == 8 and side in ("left", "right"))
        with Scripted(two(total), *([NO_CRITICAL] if critical else [])) as dice:
            playing = scene(dice, heron(), board="0 0 0")
            take(playing, Hit("blue", side, 1, "test"))
        assert told(playing.events, Struck)[0].location == code, total


@pytest.mark.proves("vehicles.turret_missing")
@pytest.mark.parametrize(("side", "code"), [("front", "FR"), ("rear", "RR"), ("left", "LS"), ("right", "RS")])
def test_without_a_turret_hits_on_it_strike_the_side_that_was_attacked(side: Side, code: str) -> None:
    hetzer = unit(known("Hetzer Wheeled Assault Gun"), id="blue")
    assert struck(hetzer, side, (4, 6)) == code


@pytest.mark.proves("TO-348-vtol-chin-turret", "vehicles.chin_turret")
def test_a_chin_turret_is_hit_on_a_4_in_place_of_the_rotor_and_its_loss_is_fatal() -> None:
    turret = replace(sheet(HERON)["RO"], code="TU", armour=2)
    chin = replace(sheet(HERON), locations=(*sheet(HERON).locations, turret))
    gunship = unit(chin, id="blue", elevation=5)
    assert struck(gunship, "front", (1, 3)) == "TU"
    assert struck(gunship, "front", (1, 2)) == "RO"
    playing = scene(Scripted(), gunship)
    hit_vehicle(playing, Hit("blue", "front", 5, "test"), "TU")
    assert told(playing.events, FateMet) == [FateMet("blue", "destroyed", "turret_destroyed")]


@pytest.mark.proves("vehicles.which_turret")
@pytest.mark.parametrize(
    ("side", "die", "code"),
    [
        ("left", 3, "FT"),
        ("left", 4, "TU"),
        ("front", 5, "FT"),
        ("front", 6, "TU"),
        ("rear", 1, "FT"),
        ("rear", 2, "TU"),
    ],
)
def test_of_two_turrets_a_die_picks_one_and_the_nearer_is_hit_more_often(side: Side, die: int, code: str) -> None:
    second = replace(sheet(WARDEN)["TU"], code="FT")
    twin = replace(sheet(WARDEN), locations=(*sheet(WARDEN).locations, second))
    assert struck(unit(twin, id="blue"), side, (4, 6), die) == code


@pytest.mark.proves("vehicles.which_flank")
@pytest.mark.parametrize(("die", "code"), [(3, "FRLS"), (4, "RRLS")])
def test_where_a_side_has_two_locations_a_die_picks_one(die: int, code: str) -> None:
    assert struck(unit(sheet(MAMMOTH), id="blue"), "left", (3, 4), die) == code


@pytest.mark.proves("vehicles.motive_roll", "vehicles.motive_modifiers")
@pytest.mark.parametrize(
    ("motive", "modifier"), [("tracked", 0), ("naval", 0), ("wheeled", 2), ("hover", 3), ("hydrofoil", 3), ("wige", 4)]
)
def test_motive_damage_is_worse_on_wheels_and_air_and_from_the_side_and_rear(motive: str, modifier: int) -> None:
    rules = standard()
    of_kind = unit(replace(sheet(WARDEN), motive=motive))
    sides: dict[Side, int] = {"front": 0, "rear": 1, "left": 2, "right": 2}
    for side, more in sides.items():
        assert rules[motive_roll](MotiveHit(rules, of_kind, side)).total == modifier + more


GRADES = [(5, "none"), (6, "minor"), (7, "minor"), (8, "moderate"), (9, "moderate"), (10, "heavy"), (11, "heavy")]


@pytest.mark.proves("vehicles.motive_grades", "vehicles.motive_grade")
@pytest.mark.parametrize(("total", "grade"), GRADES)
def test_motive_damage_is_of_the_grade_that_the_roll_says(total: int, grade: str) -> None:
    playing = scene(Scripted(two(total)), warden())
    hit_motive_system(playing, "blue", "front")
    levels = playing.unit("blue").condition.vehicle.motive_levels
    assert levels == (frozenset() if grade == "none" else frozenset({grade}))


@pytest.mark.proves("vehicles.motive_grades", "vehicles.motive_roll")
def test_a_12_immobilises_and_so_does_a_lower_roll_with_its_modifiers() -> None:
    for vehicle, roll, side in ((WARDEN, (6, 6), "front"), (WARDEN, (4, 6), "left"), (SKIMMER, (3, 4), "right")):
        playing = scene(Scripted(roll), unit(sheet(vehicle), id="blue"))
        hit_motive_system(playing, "blue", side)  # type: ignore[arg-type]
        assert playing.unit("blue").immobile


@pytest.mark.proves("vehicles.motive_points")
def test_moderate_damage_costs_a_point_and_heavy_damage_half_of_what_is_left() -> None:
    rules = standard()
    assert [rules[motive_points](rules, "minor", left) for left in (1, 5)] == [0, 0]
    assert [rules[motive_points](rules, "moderate", left) for left in (0, 1, 5)] == [0, 1, 1]
    assert [rules[motive_points](rules, "heavy", left) for left in (1, 4, 5, 8)] == [0, 2, 2, 4]
    assert [rules[motive_points](rules, "immobilised", left) for left in (1, 4)] == [1, 4]


@pytest.mark.proves("movement.motive_damage", "vehicles.motive_points")
def test_motive_damage_adds_up_until_a_vehicle_stands_still() -> None:
    playing = scene(Scripted((5, 5), (2, 6), (2, 6)), warden())
    points = []
    for _ in range(3):
        hit_motive_system(playing, "blue", "front")
        points.append(int(walk_points(playing.state, playing.unit("blue")).total))
    assert points == [2, 1, 0]
    assert playing.unit("blue").immobile


@pytest.mark.proves("vehicles.where_hit", "vehicles.locations")
def test_a_hit_on_the_front_can_hurt_the_tracks() -> None:
    playing = scene(Scripted((1, 2), (3, 5)), warden())
    take(playing, Hit("blue", "front", 5, "test"))
    assert playing.unit("blue").condition.vehicle.motive == 1
    assert playing.unit("blue").condition["FR"].armour == 44 - 5


@pytest.mark.proves("vehicles.sinks")
def test_a_hovercraft_that_cannot_move_sinks_in_water_but_not_on_land_or_ice() -> None:
    for column, lost in (("0~1 0", True), ("0~2 0", True), ("0 0", False), ("0~1i 0", False)):
        playing = scene(Scripted((6, 6)), unit(sheet(SKIMMER), id="blue"), board=column)
        hit_motive_system(playing, "blue", "front")
        assert bool(told(playing.events, FateMet)) == lost, column


@pytest.mark.proves("vehicles.sinks")
def test_on_a_bridge_a_hovercraft_does_not_sink() -> None:
    for elevation, lost in ((0, True), (2, False)):
        playing = scene(Scripted((6, 6)), unit(sheet(SKIMMER), id="blue", elevation=elevation), board="0~1B1.40.2 0")
        hit_motive_system(playing, "blue", "front")
        assert bool(told(playing.events, FateMet)) == lost


@pytest.mark.proves("vehicles.sinks")
def test_a_tank_does_not_sink_for_want_of_tracks() -> None:
    playing = scene(Scripted((6, 6)), warden(), board="0~1 0")
    hit_motive_system(playing, "blue", "front")
    assert playing.unit("blue").active


@pytest.mark.proves("vehicles.rotor_damage")
@pytest.mark.parametrize(("damage", "left"), [(1, 1), (10, 1), (11, 0), (20, 0)])
def test_a_rotor_takes_a_tenth_of_a_hit_rounded_up(damage: int, left: int) -> None:
    playing = scene(Scripted(), heron())
    hit_vehicle(playing, Hit("blue", "front", damage, "test"), "RO")
    assert playing.unit("blue").condition["RO"].armour == left


@pytest.mark.proves("vehicles.rotor_slows")
def test_each_hit_on_the_rotor_costs_a_point() -> None:
    playing = scene(Scripted(), heron())
    for hits in (1, 2):
        hit_vehicle(playing, Hit("blue", "front", 1, "test"), "RO")
        assert walk_points(playing.state, playing.unit("blue")).total == 7 - hits
    assert walk_points(playing.state, maimed(heron(), "RO")).total == 0


@pytest.mark.proves("vehicles.fatal")
@pytest.mark.parametrize("code", ["FR", "LS", "RS", "RR", "TU"])
def test_a_vehicle_is_lost_with_any_of_its_locations(code: str) -> None:
    playing = scene(Scripted(), bared(warden(), code))
    hit_vehicle(playing, Hit("blue", "front", 6, "test"), code)
    assert [event.location for event in told(playing.events, LocationLost)] == [code]
    assert not playing.unit("blue").active


@pytest.mark.proves("vehicles.fatal")
def test_a_rotorcraft_without_a_rotor_is_grounded_but_not_lost() -> None:
    playing = scene(Scripted(), bared(heron(0), "RO", 1))
    hit_vehicle(playing, Hit("blue", "front", 1, "test"), "RO")
    assert playing.unit("blue").active
    assert playing.unit("blue").immobile


def test_damage_does_not_go_on_from_one_location_of_a_vehicle_to_another() -> None:
    whole = warden()
    playing = scene(Scripted(NO_CRITICAL), whole)
    hit_vehicle(playing, Hit("blue", "front", 32 + 5, "test"), "LS")
    after = playing.unit("blue").condition
    assert (after["LS"].armour, after["LS"].structure) == (0, 1)
    assert [after[code].armour for code in ("FR", "RS", "RR", "TU")] == [44, 32, 22, 30]


@pytest.mark.proves("armours.thin", "armours.barrier")
def test_armour_of_a_low_barrier_rating_lets_critical_hits_through() -> None:
    for rating, damage, rolled in ((5, 6, True), (5, 5, False), (10, 20, False), (None, 20, False)):
        truck = unit(replace(sheet(WARDEN), bar=rating), id="blue")
        with Scripted(*([(3, 3)] if rolled else [])) as dice:
            playing = scene(dice, truck)
            hit_vehicle(playing, Hit("blue", "front", damage, "test"), "FR")
        assert playing.unit("blue").condition.vehicle.driver_hit == rolled


def test_the_other_reading_has_both_sides_of_the_front_column_on_the_left() -> None:
    rules = ruleset(("vehicle_front_left",))
    row = rules[VEHICLE_LOCATIONS]["front"]
    assert (row[5].place, row[9].place) == ("left", "left")
    assert standard()[VEHICLE_LOCATIONS]["front"][5].place == "right"


@pytest.mark.proves("vehicles.locations_front_left")
def test_under_the_other_reading_a_5_from_the_front_strikes_the_left() -> None:
    rules = ruleset(("vehicle_front_left",))
    assert rules[where_hit](Placement(rules, warden(), "front", 5)).place == "left"
    assert rules[where_hit](Placement(rules, warden(), "rear", 5)).place == "left"
    assert rules[where_hit](Placement(rules, warden(), "rear", 9)).place == "right"


@pytest.mark.proves("vehicles.fatal_but_turret")
def test_under_the_option_a_vehicle_fights_on_without_its_turret() -> None:
    playing = scene(Scripted(), bared(warden(), "TU"))
    playing.state = replace(playing.state, relief=relief("0 0 0", ("turretless_vehicles",)))
    playing.rules = playing.state.relief.rules
    hit_vehicle(playing, Hit("blue", "front", 6, "test"), "TU")
    assert playing.unit("blue").active
    hit_vehicle(playing, Hit("blue", "front", 50, "test"), "FR")
    assert not playing.unit("blue").active
    turret = replace(sheet(HERON)["RO"], code="TU", armour=2)
    chin = replace(sheet(HERON), locations=(*sheet(HERON).locations, turret))
    rules = ruleset(("turretless_vehicles",))
    assert rules[fatal_to_vehicle](rules, maimed(unit(chin), "TU"))


def test_vehicles_never_lie_down() -> None:
    tank = warden()
    assert drops(state(tank), tank) is not None


def test_every_result_of_the_tables_names_a_place_that_vehicles_have() -> None:
    places = {"front", "rear", "left", "right", "side", "turret", "rotor"}
    for table in (VEHICLE_LOCATIONS, ROTORCRAFT_LOCATIONS):
        for row in standard()[table].rows.values():
            assert set(row) == set(range(2, 13))
            assert {landing.place for landing in row.values()} <= places
