"""Support vehicles and superheavy ones, as the errata rule on their tables."""

from fractions import Fraction

import pytest

from asking import asked
from doors import told
from overheat.classic.construction.machine.plan import Plan
from overheat.classic.construction.support_vehicle import frame as supportframe
from overheat.classic.construction.support_vehicle import rules as support
from overheat.classic.rulesets import standard
from vehicles import TANK, WARDEN, of, sheet, vehicle


def carrier(tons: str, weapons: dict[str, str], *, fire_control: str = "", chassis: str = "3") -> Plan:
    """A wheeled support vehicle with some weapons, on the drawing board; its chassis has a letter by number, A is 0."""
    text = vehicle(
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
    return Plan(sheet(text), standard())


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
    assert asked(support.may_be_flat_bed)(sheet(WARDEN))
    assert asked(support.may_be_flat_bed)(of(WARDEN, motive="rail"))
    assert asked(support.may_be_flat_bed)(carrier("20", {}).sheet)
    assert not asked(support.may_be_flat_bed)(of(WARDEN, motive="hover"))


@pytest.mark.proves("TO-250-sv-crew-tables-2")
def test_three_of_the_crew_need_no_officer_and_four_do() -> None:
    assert [asked(support.officers)(others) for others in (1, 3, 4)] == [0, 0, 1]


@pytest.mark.proves("TO-250-sv-crew-tables-3")
def test_six_of_the_crew_or_fewer_have_an_officer() -> None:
    assert [asked(support.officers)(others) for others in (6, 7, 12, 13)] == [1, 2, 2, 3]


LASERS = {"Front": "Medium Laser, Medium Laser", "Turret": "Medium Laser, Large Laser"}
"""Eight tons of weapons."""


@pytest.mark.proves("TO-250-sv-crew-tables-4")
def test_the_gunners_of_a_vehicle_go_by_the_weight_of_its_weapons() -> None:
    assert standard()[support.gunners](carrier("40", LASERS)) == 4
    assert standard()[support.gunners](carrier("40", LASERS, fire_control="Fire Control (Basic)")) == 3
    assert standard()[support.gunners](carrier("40", LASERS, fire_control="Fire Control (Advanced)")) == 2


@pytest.mark.proves("TO-250-sv-crew-tables-4")
def test_better_chassis_spare_gunners_under_advanced_fire_control() -> None:
    """Eleven tons: three gunners at four tons each, three at five, two at six."""
    weapons = {"Front": "Large Laser, Medium Laser", "Turret": "Large Laser"}
    gunners = standard()[support.gunners]
    served = [gunners(carrier("40", weapons, fire_control="Fire Control (Advanced)", chassis=it)) for it in "345"]
    assert served == [3, 3, 2]


SMALL = {"Front": "InfantryAssaultRifle, InfantryAssaultRifle", "Turret": "InfantryAssaultRifle"}


@pytest.mark.proves("TO-250-sv-crew-tables-4", "construction.support.limits")
def test_the_gunners_of_a_small_vehicle_go_by_weapons_or_by_facings() -> None:
    assert standard()[support.gunners](carrier("4", SMALL)) == 3
    assert standard()[support.gunners](carrier("4", SMALL, fire_control="Fire Control (Basic)")) == 2
    assert standard()[support.gunners](carrier("4", SMALL, fire_control="Fire Control (Advanced)")) == 1


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
