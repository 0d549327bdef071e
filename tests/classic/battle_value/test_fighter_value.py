"""Battle values of fighters, worked by hand one rule at a time, and held against the published ones."""

from __future__ import annotations

from fractions import Fraction

import pytest

from boards import needs_corpus
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.battle_value.worksheet import Worksheet
from overheat.classic.unitfile.blk import parse_blk
from overheat.kernel.terms import Number
from published import share_reached

MEDIUM_LASER, LARGE_LASER, SMALL_LASER, LRM_10 = 46, 123, 9, 90


def block(tag: str, *values: object) -> str:
    return "\n".join((f"<{tag}>", *map(str, values), f"</{tag}>", ""))


def valued(thrust: int = 5, kind: str = "Aero", more: str = "", tech: str = "IS Level 2", **gear: str) -> Worksheet:
    """A fighter of 40 tons with ten points of armour in each location and ten heat sinks."""
    head = block("UnitType", kind) + block("Name", "Martin") + block("type", tech)
    body = (
        block("motion_type", "Aerodyne") + block("SafeThrust", thrust) + block("tonnage", 40) + block("heatsinks", 10)
    )
    listed = "".join(block(f"{place.replace('_', ' ')} Equipment", *names.split(", ")) for place, names in gear.items())
    armour = block("engine_type", 0) + block("armor", 10, 10, 10, 10)
    return battle_value(parse_blk(head + body + armour + listed + more).sheet)


def factor(worksheet: Worksheet, id: str) -> Number:
    return next(term.value for step in worksheet.steps for term in step.factors if term.id == id)


def terms(worksheet: Worksheet, id: str) -> list[Number]:
    return [term.value for step in worksheet.steps for term in step.tally if term.id == id]


def test_armour_integrity_kind_and_speed_make_up_a_fighter_and_weight_does_not() -> None:
    found = valued(Nose="Medium Laser")
    defence = (40 * Fraction(5, 2) + 5 * 2) * Fraction(12, 10)
    assert found.exact == defence + MEDIUM_LASER * Fraction(137, 100)
    assert found.total == 195


def test_a_conventional_fighter_counts_a_tenth_less_and_tracks_no_heat() -> None:
    found = valued(kind="ConvFighter", Nose=", ".join(["Medium Laser"] * 9))
    assert factor(found, "bv.defensive_factor") == Fraction(11, 10)
    assert sum(terms(found, "bv.weapon")) == 9 * MEDIUM_LASER


def test_stealth_armour_adds_three_tenths_and_no_heat() -> None:
    found = valued(more=block("armor_type", 22), Nose=", ".join(["Medium Laser"] * 5))
    assert factor(found, "bv.defensive_factor") == Fraction(15, 10)
    assert sum(terms(found, "bv.weapon")) == 5 * MEDIUM_LASER


def test_weapons_beyond_six_and_its_heat_sinks_count_half() -> None:
    found = valued(Nose="Large Laser, Large Laser, Medium Laser")
    assert sum(terms(found, "bv.weapon")) == 2 * LARGE_LASER + Fraction(MEDIUM_LASER, 2)


def test_weapons_aft_count_half_against_those_in_the_nose_and_the_wings_together() -> None:
    found = valued(Aft="Medium Laser", Left_Wing="Small Laser, Small Laser, Small Laser", Nose="Medium Laser")
    assert sum(terms(found, "bv.weapon")) == MEDIUM_LASER + 3 * SMALL_LASER + Fraction(MEDIUM_LASER, 2)


def test_each_kind_of_ammunition_counts_fifteen_against_it_however_much_there_is() -> None:
    found = valued(Nose="LRM 10, SRM 6", Fuselage="IS Ammo LRM-10, IS Ammo LRM-10, IS Ammo SRM-6")
    assert terms(found, "bv.explosive") == [-15, -15]


def test_both_loads_of_a_multi_missile_launcher_are_one_kind() -> None:
    assert terms(valued(Nose="ISMML7", Fuselage="IS Ammo MML-7 LRM, IS Ammo MML-7 SRM"), "bv.explosive") == [-15]


@pytest.mark.parametrize("weapon", ["Autocannon/10", "Light Auto Cannon/5"])
def test_the_ammunition_of_plain_and_light_autocannons_counts_as_two_kinds(weapon: str) -> None:
    load = "IS Ammo AC/10" if "/10" in weapon else "IS Ammo LAC/5"
    assert terms(valued(Nose=weapon, Fuselage=load), "bv.explosive") == [-30]


def test_other_things_that_explode_count_one_and_what_protects_nothing() -> None:
    found = valued(Nose="ISGaussRifle", Aft="ISChaffPod", Fuselage="IS Gauss Ammo")
    assert terms(found, "bv.explosive") == [-1]


@pytest.mark.parametrize(("tech", "aft"), [("Clan Level 2", "Small Laser"), ("IS Level 2", "ISCASE")])
def test_storage_that_blows_outwards_saves_a_fighter_from_that(tech: str, aft: str) -> None:
    assert not terms(valued(tech=tech, Nose="LRM 10", Fuselage="IS Ammo LRM-10", Aft=aft), "bv.explosive")


def test_a_small_cockpit_multiplies_the_whole() -> None:
    assert [term.value for term in valued(more=block("cockpit_type", 1)).factors] == [Fraction(19, 20)]


def test_a_drone_has_no_cockpit_to_count() -> None:
    """Ruling TO-381-drone-bv."""
    found = valued(more=block("cockpit_type", 1), Nose="LRM 10", Aft="ISDroneOperatingSystem")
    assert [term.id for term in found.factors] == ["bv.drone"]
    assert terms(found, "bv.weapon") == [LRM_10 * Fraction(4, 5)]


def test_a_support_vehicle_with_wings_is_a_fighter_whose_ammunition_costs_nothing() -> None:
    body = "IS Ammo LRM-10, Advanced Fire Control"
    found = valued(4, "FixedWingSupport", block("barrating", 10), Nose="LRM 10", Body=body)
    assert factor(found, "bv.defensive_factor") == Fraction(11, 10)
    assert terms(found, "bv.structure") == [8]
    assert not terms(found, "bv.explosive")


@needs_corpus
@pytest.mark.parametrize(("types", "least"), [("AF", 0.73), ("CF", 0.833)])
def test_published_values_of_fighters_are_reached(types: str, least: float) -> None:
    assert share_reached(types) >= least


def test_the_ammunition_of_an_anti_missile_system_may_explode_like_any_other() -> None:
    armed = valued(Nose="ISAntiMissileSystem", Fuselage="ISAMS Ammo")
    assert terms(armed, "bv.explosive") == [-15]
    assert terms(valued(Nose="ISAntiMissileSystem"), "bv.explosive") == []
