"""Battle values of vehicles, worked by hand one rule at a time, and held against the published ones."""

from __future__ import annotations

from fractions import Fraction

import pytest

from boards import needs_corpus
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.battle_value.worksheet import Worksheet
from overheat.classic.unitfile.blk import parse_blk
from overheat.kernel.terms import Number
from published import share_reached

MEDIUM_LASER, SMALL_LASER, MACHINE_GUN, AC_5, AC_5_TON = 46, 9, 5, 70, 9


def block(tag: str, *values: object) -> str:
    return "\n".join((f"<{tag}>", *map(str, values), f"</{tag}>", ""))


def valued(
    motion: str = "Tracked", cruise: int = 4, kind: str = "Tank", more: str = "", tech: str = "IS Level 2", **gear: str
) -> Worksheet:
    """A vehicle of 40 tons with ten points of armour on each side, and more blocks."""
    armour = [10] * (5 if kind in ("VTOL", "SupportVTOL") or "Turret" in gear else 4)
    head = block("UnitType", kind) + block("Name", "Badger") + block("type", tech)
    body = block("motion_type", motion) + block("cruiseMP", cruise) + block("tonnage", 40) + block("engine_type", 1)
    listed = "".join(block(f"{place} Equipment", *names.split(", ")) for place, names in gear.items())
    sheet = parse_blk(head + body + block("armor", *armour) + listed + more).sheet
    return battle_value(sheet)


def factor(worksheet: Worksheet, id: str) -> Number:
    return next(term.value for step in worksheet.steps for term in step.factors if term.id == id)


def terms(worksheet: Worksheet, id: str) -> list[Number]:
    return [term.value for step in worksheet.steps for term in step.tally if term.id == id]


@pytest.mark.proves("bv.vehicle.motives")
def test_armour_structure_motive_movement_weight_and_speed_make_up_an_unarmed_vehicle() -> None:
    found = valued()
    defence = (40 * Fraction(5, 2) + 16 * Fraction(3, 2)) * Fraction(9, 10) * Fraction(12, 10)
    offence = 20 * Fraction(112, 100)
    assert found.exact == defence + offence
    assert found.total == 156


@pytest.mark.parametrize(
    ("motion", "tenths"), [("Tracked", 9), ("Wheeled", 8), ("Hover", 7), ("WiGE", 7), ("Naval", 6), ("Submarine", 6)]
)
def test_how_it_moves_says_how_easily_it_is_stopped(motion: str, tenths: int) -> None:
    assert factor(valued(motion), "bv.motive") == Fraction(tenths, 10)


@pytest.mark.proves("bv.vehicle.chassis")
@pytest.mark.parametrize(
    ("item", "tenths"),
    [
        ("Environmental Sealing", 10),
        ("ISArmoredMotiveSystem", 10),
        ("ISLimitedAmphibiousChassis", 10),
        ("ISFullyAmphibiousChassis", 11),
    ],
)
def test_changes_to_the_chassis_make_it_harder_to_stop(item: str, tenths: int) -> None:
    assert factor(valued(Body=item), "bv.motive") == Fraction(tenths, 10)


def test_what_flies_low_is_harder_to_hit_by_one() -> None:
    assert factor(valued("Hover", 8), "bv.defensive_factor") == Fraction(14, 10)
    assert factor(valued("WiGE", 8), "bv.defensive_factor") == Fraction(15, 10)
    assert factor(valued("VTOL", 8, "VTOL"), "bv.defensive_factor") == Fraction(15, 10)


def test_stealth_armour_is_harder_to_hit_by_two() -> None:
    assert factor(valued(more=block("armor_type", 22)), "bv.defensive_factor") == Fraction(14, 10)


def test_hardened_armour_counts_double_and_slows_no_vehicle() -> None:
    found = valued(more=block("armor_type", 4))
    assert terms(found, "bv.armour") == [200]
    assert factor(found, "bv.speed") == factor(valued(), "bv.speed")


@pytest.mark.parametrize("item", ["Supercharger", "ISVTOLJetBooster"])
def test_a_booster_doubles_its_cruising_points(item: str) -> None:
    assert factor(valued(Body=item), "bv.speed") == factor(valued(cruise=5), "bv.speed")


def test_jump_jets_count_half_for_speed() -> None:
    assert factor(valued(Body="Jump Jet, Jump Jet, Jump Jet, Jump Jet"), "bv.speed") == Fraction(137, 100)


def test_a_trailer_counts_as_moving_one_hex() -> None:
    assert factor(valued(cruise=0), "bv.speed") == Fraction(54, 100)
    assert factor(valued(cruise=0), "bv.defensive_factor") == 1


def test_weapons_to_the_rear_count_half_unless_they_are_worth_more_than_those_ahead() -> None:
    rear_less = valued(Front="Medium Laser", Rear="Small Laser")
    rear_more = valued(Front="Small Laser", Rear="Medium Laser")
    assert sum(terms(rear_less, "bv.weapon")) == sum(terms(rear_more, "bv.weapon"))
    assert sum(terms(rear_less, "bv.weapon")) == MEDIUM_LASER + Fraction(SMALL_LASER, 2)


def test_weapons_in_turrets_and_on_the_sides_are_not_weighed_against_the_rear() -> None:
    found = valued(Right="Medium Laser", Turret="Medium Laser", Rear="Small Laser")
    assert sum(terms(found, "bv.weapon")) == 2 * MEDIUM_LASER + SMALL_LASER


def test_heat_does_not_matter() -> None:
    assert sum(terms(valued(Front=", ".join(["Medium Laser"] * 9)), "bv.weapon")) == 9 * MEDIUM_LASER


def test_ammunition_explodes_at_no_cost_and_part_of_a_ton_counts_its_share() -> None:
    found = valued(Front="Autocannon/5, Machine Gun", Body="IS Ammo AC/5, ISMG Ammo (100)")
    assert not terms(found, "bv.explosive")
    assert sum(terms(found, "bv.ammunition")) == AC_5_TON + Fraction(1, 2)


def test_a_drone_loses_a_fifth_of_its_weapons_and_a_twentieth_of_all() -> None:
    """Ruling TO-381-drone-bv."""
    found = valued(Front="Autocannon/5", Body="ISDroneOperatingSystem")
    assert terms(found, "bv.weapon") == [AC_5 * Fraction(4, 5)]
    assert [term.value for term in found.factors] == [Fraction(19, 20)]


def test_each_item_on_a_mast_counts_ten_more() -> None:
    """Rulings TO-382-mast-mount-bv and TO-383-bv-is-b-11."""
    found = valued("VTOL", 8, "VTOL", Rotor="Mast Mount, BeagleActiveProbe, ISTAG")
    assert terms(found, "bv.mast_mount") == [10, 10]


@pytest.mark.parametrize(("system", "lost"), [("Advanced", 0), ("Basic", 1), ("No", 2)])
def test_a_support_vehicle_needs_fire_control_for_its_weapons_and_nothing_else(system: str, lost: int) -> None:
    more = block("Body Equipment", f"{system} Fire Control") if system != "No" else ""
    found = valued(kind="SupportTank", more=more + block("barrating", 10), Front="Autocannon/5")
    assert sum(terms(found, "bv.fire_control")) == -AC_5 * Fraction(lost, 10)
    assert terms(found, "bv.weight") == [20]


@pytest.mark.parametrize("written", ["", block("armor_type", 0)])
def test_rated_armour_of_a_support_vehicle_counts_a_tenth_a_point(written: str) -> None:
    found = valued(kind="SupportTank", more=written + block("barrating", 6))
    assert terms(found, "bv.armour") == [100 * Fraction(6, 10)]


def test_a_bulldozer_shields_and_strikes() -> None:
    found = valued(Front="Bulldozer")
    assert terms(found, "bv.defence") == [10]
    assert terms(found, "bv.tool") == [10]


@needs_corpus
@pytest.mark.parametrize(("types", "least"), [("CV", 0.899), ("SV", 0.593)])
def test_published_values_of_vehicles_are_reached(types: str, least: float) -> None:
    assert share_reached(types) >= least


@pytest.mark.proves("bv.vehicle.afloat")
def test_a_flotation_hull_adds_a_tenth_and_nothing_to_a_hovercraft() -> None:
    assert factor(valued("Wheeled", Body="Flotation Hull"), "bv.motive") == Fraction(9, 10)
    assert factor(valued("Hover", Body="Flotation Hull"), "bv.motive") == Fraction(7, 10)
