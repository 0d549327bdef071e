"""Support vehicles and superheavy ones, as the errata rule on their tables."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from asking import asked
from doors import told
from overheat.classic.construction.machine.plan import Plan
from overheat.classic.construction.support_vehicle import frame as supportframe
from overheat.classic.construction.support_vehicle import rules as support
from overheat.classic.rulesets import standard
from vehicles import TANK, sheet, vehicle


def carrier(tons: str, weapons: dict[str, str]) -> Plan:
    """A wheeled support vehicle with some weapons, on the drawing board."""
    return Plan(sheet(drawn(tons, weapons)), standard())


def drawn(tons: str, weapons: dict[str, str], *, fire_control: str = "", chassis: str = "3") -> str:
    """The file of a wheeled support vehicle with some weapons; its chassis has a letter by number, A is 0."""
    return vehicle(
        TANK,
        "10 8 8 6 8",
        {"Body": fire_control, **weapons},
        UnitType="SupportTank",
        Name="Carrier",
        Model="C-1",
        type="IS Level 2",
        year="3050",
        tonnage=tons,
        motion_type="Wheeled",
        cruiseMP="4",
        engine_type="1",
        structural_tech_rating=chassis,
    )


def crew(folder: Path, tons: str, weapons: dict[str, str], *, fire_control: str = "", chassis: str = "3") -> list[int]:
    """The gunners and officers that `overheat unit check` says a vehicle needs."""
    path = folder / "carrier.blk"
    path.write_text(drawn(tons, weapons, fire_control=fire_control, chassis=chassis), encoding="utf-8")
    words = " ".join(told(f"overheat unit check {path}").split())
    assert "needs a crew of" in words
    found = [re.search(rf"{those}: (\d+)", words) for those in ("gunners", "officers")]
    return [int(each[1]) if each else 0 for each in found]


@pytest.mark.proves("construction.support.combustion", "construction.support.frames")
def test_a_combustion_engine_of_technology_b_weighs_three_times_as_much() -> None:
    """20 tons on wheels: 20 x 0.0075 x (4 + 4 x 4) x 3 = 9."""
    truck = carrier("20", {})
    assert supportframe.engine_tons(truck, "combustion", "B") == 9
    assert supportframe.engine_tons(truck, "combustion", "C") == 6
    assert supportframe.engine_tons(truck, "combustion", "A") is None


@pytest.mark.proves("construction.support.structure_weight")
def test_chassis_and_engines_are_weighed_up_to_the_half_ton_and_small_ones_to_the_kilogram() -> None:
    """30 x 0.15 x 0.85 is 3.825 and 30 x 0.0075 x 20 x 1.3 is 5.85; 3 x 0.12 x 0.66 is 0.2376, and 0.195."""
    large, small = carrier("30", {}), carrier("3", {})
    assert supportframe.chassis_tons(large, "E") == 4
    assert supportframe.engine_tons(large, "combustion", "E") == 6
    assert supportframe.chassis_tons(small, "F") == Fraction("0.238")
    assert supportframe.engine_tons(small, "combustion", "E") == Fraction("0.195")


@pytest.mark.proves("construction.support.fuel")
def test_alcohol_and_gas_burn_a_quarter_more() -> None:
    """An engine of eight tons on a thousand kilometres: a tenth of its weight, or an eighth."""
    assert support.fuel_tons(standard(), Fraction(8), "petrochemicals", 1000) == Fraction(4, 5)
    assert support.fuel_tons(standard(), Fraction(8), "alcohol", 1000) == 1
    assert support.fuel_tons(standard(), Fraction(8), "natural gas", 1000) == 1


@pytest.mark.proves("TO-247-flat-cars")
def test_vehicles_on_wheels_or_tracks_may_be_flat_as_rail_cars_are() -> None:
    for motive in ("rail", "wheeled", "tracked"):
        shown = told(f"overheat equipment show 'support vehicle chassis, {motive}'")
        assert "may be a flat bed                  vehicle, support vehicle\n" in shown
    assert "may be a flat bed                  none\n" in told(
        "overheat equipment show 'support vehicle chassis, hover'"
    )


def lasers(tons: int) -> dict[str, str]:
    """So many tons of medium lasers."""
    return {"Front": ", ".join(["Medium Laser"] * tons)}


@pytest.mark.proves("TO-250-sv-crew-tables-2", "construction.support.officers", "construction.support.crew_sizes")
def test_three_of_the_crew_need_no_officer_and_four_do(tmp_path: Path) -> None:
    """Two run a vehicle of forty tons: with a gunner they are three, with two gunners four."""
    assert crew(tmp_path, "40", lasers(2)) == [1, 0]
    assert crew(tmp_path, "40", lasers(4)) == [2, 1]


@pytest.mark.proves("TO-250-sv-crew-tables-3")
def test_six_of_the_crew_or_fewer_have_an_officer(tmp_path: Path) -> None:
    assert crew(tmp_path, "40", lasers(8)) == [4, 1]
    assert crew(tmp_path, "40", lasers(10)) == [5, 2]


BASIC, ADVANCED = "Fire Control (Basic)", "Fire Control (Advanced)"


@pytest.mark.proves("TO-250-sv-crew-tables-4", "construction.support.gunners")
def test_the_gunners_of_a_vehicle_go_by_the_weight_of_its_weapons_and_better_chassis_spare_some(tmp_path: Path) -> None:
    """Eleven tons under advanced fire control: three gunners at four tons each, three at five, two at six."""
    assert crew(tmp_path, "40", lasers(8))[0] == 4
    assert crew(tmp_path, "40", lasers(8), fire_control=BASIC)[0] == 3
    assert [crew(tmp_path, "40", lasers(11), fire_control=ADVANCED, chassis=it)[0] for it in "345"] == [3, 3, 2]


SMALL = {"Front": "InfantryAssaultRifle, InfantryAssaultRifle", "Turret": "InfantryAssaultRifle"}


@pytest.mark.proves("construction.support.limits", "construction.support.gunners")
def test_the_gunners_of_a_small_vehicle_go_by_weapons_or_by_facings(tmp_path: Path) -> None:
    served = [crew(tmp_path, "4", SMALL, fire_control=system)[0] for system in ("", BASIC, ADVANCED)]
    assert served == [3, 2, 1]


@pytest.mark.proves("TO-255-power-amplifiers")
def test_power_amplifiers_weigh_a_tenth_up_to_the_half_ton() -> None:
    assert [asked(support.amplifier_tons)(Fraction(tons)) for tons in (1, 5, 6, 11)] == [
        Fraction(1, 2),
        Fraction(1, 2),
        1,
        Fraction(3, 2),
    ]


@pytest.mark.proves("construction.superheavy_water")
def test_superheavy_vehicles_are_kept_out_of_water_of_depth_two() -> None:
    for motive in ("hover", "tracked", "wheeled", "wige"):
        assert "may not enter water of depth       2\n" in told(
            f"overheat equipment show 'superheavy vehicle, {motive}'"
        )


@pytest.mark.proves("construction.support.ratings")
def test_the_least_technology_of_a_large_railway_vehicle_is_shown() -> None:
    assert "least technology rating            A\n" in told("overheat equipment show 'support vehicle, large rail'")


@pytest.mark.proves("construction.support.engine_availability")
def test_how_rare_fission_engines_of_support_vehicles_are_is_shown() -> None:
    assert "availability                       E-E-D\n" in told(
        "overheat equipment show 'support vehicle engine, fission'"
    )
