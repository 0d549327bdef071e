"""The checks of support vehicles, each through `overheat unit check`, on a truck that was weighed by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from boards import CORPUS, needs_corpus
from overheat.classic.construction.check import check
from overheat.classic.unitfile.collect import Source, read_source, sources
from overheat.cli.main import app

TRUCK = """<UnitType>
SupportTank
</UnitType>

<Name>
Vole
</Name>

<model>
Truck
</model>

<year>
3050
</year>

<type>
IS Level 2
</type>

<motion_type>
Wheeled
</motion_type>

<transporters>
cargobay:1.35:1:1
standardseats:2.0:0
</transporters>

<cruiseMP>
5
</cruiseMP>

<engine_type>
1
</engine_type>

<armor>
8
8
8
8
8
</armor>

<Body Equipment>
IS Ammo MG - Half
Advanced Fire Control
</Body Equipment>

<Front Equipment>
Machine Gun
</Front Equipment>

<Right Equipment>
</Right Equipment>

<Left Equipment>
</Left Equipment>

<Rear Equipment>
</Rear Equipment>

<Turret Equipment>
Medium Laser
</Turret Equipment>

<barrating>
5
</barrating>

<structural_tech_rating>
3
</structural_tech_rating>

<engine_tech_rating>
3
</engine_tech_rating>

<armor_tech_rating>
3
</armor_tech_rating>

<tonnage>
20.0
</tonnage>

<fuel>
0.5
</fuel>

<fuelType>
PETROCHEMICALS
</fuelType>
"""
"""Twenty tons on wheels that cruise 5, all at technology D: what each part weighs stands in the first test."""

Checked = dict[str, Any]


@pytest.fixture
def vole(tmp_path: Path) -> Path:
    return tmp_path / "vole.blk"


def checked(path: Path, *changes: tuple[str, str]) -> Checked:
    """What `overheat unit check` finds in the truck with some of its lines otherwise."""
    text = TRUCK
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(app, ["unit", "check", str(path), "--format", "json"])
    found: Checked = json.loads(result.stdout)
    assert result.exit_code == any(finding["severity"] == "error" for finding in found["findings"])
    return found


def reasons(found: Checked, severity: str = "error") -> dict[str, str]:
    return {each["id"]: each["reason"] for each in found["findings"] if each["severity"] == severity}


def weights(found: Checked) -> dict[str, float]:
    """What the parts weigh, by the last words of their ids; alike ones together."""
    summed: dict[str, float] = {}
    for term in found["weight"]["terms"]:
        name = term["id"].rpartition(".")[2]
        summed[name] = summed.get(name, 0) + float(term["value"] if "/" not in str(term["value"]) else _fraction(term))
    return summed


def _fraction(term: dict[str, str]) -> float:
    above, below = term["value"].split("/")
    return int(above) / int(below)


@pytest.mark.proves(
    "construction.support.weight",
    "construction.support_weight.chassis",
    "construction.support_weight.engine",
    "construction.support_weight.fuel",
    "construction.support_weight.armour",
    "construction.support.armour_kilograms",
    "construction.support_weight.equipment",
    "construction.support_weight.fire_control",
    "construction.support_weight.heat_sinks",
    "construction.support_weight.amplifiers",
    "construction.support_weight.turrets",
    "construction.support_weight.rooms",
    "construction.support.rooms",
)
def test_the_parts_of_a_truck_weigh_what_it_weighs(vole: Path) -> None:
    found = checked(vole)
    assert reasons(found) == {}
    assert weights(found) == {
        "chassis": 3,  # 0.15 of 20 tons
        "engine": 7,  # 20 x 0.0075 x (4 + 25) x 1.5 is 6.525
        "fuel": 0.5,
        "armour": 1.5,  # 40 points of 32 kilograms
        "is_machine_gun": 0.5,
        "is_machine_gun_ammo_half": 0.5,
        "is_medium_laser": 1,
        "fire_control": 0.5,  # a tenth of 1.5 tons
        "heat_sinks": 3,
        "amplifiers": 0.5,
        "turrets": 0.5,
        "rooms": 1.5,  # 1.35 of cargo, two seats of 75 kilograms
    }
    heavier = reasons(checked(vole, ("cargobay:1.35", "cargobay:2.0")))
    assert heavier["construction.support.weight"] == "weighs 21 tons of 20"
    lighter = checked(vole, ("cargobay:1.35", "cargobay:0.35"))
    assert reasons(lighter, "note")["construction.support.weight"] == "weighs 19 tons of 20"


@pytest.mark.proves("construction.support.tonnage", "construction.support.most_tons")
def test_a_chassis_bears_so_much(vole: Path) -> None:
    heavy = reasons(checked(vole, ("20.0", "161.0")))
    assert heavy["construction.support.tonnage"] == "weighs 161 tons; one that moves by wheeled weighs up to 160"
    assert "construction.support.tonnage" not in reasons(checked(vole, ("20.0", "160.0")))


@pytest.mark.proves("construction.support.technology")
def test_a_chassis_and_what_is_changed_about_it_demand_a_technology(vole: Path) -> None:
    ultra = ("Advanced Fire Control", "Advanced Fire Control\nUltra-Light")
    poor = ("<structural_tech_rating>\n3", "<structural_tech_rating>\n2")
    told = reasons(checked(vole, ultra, poor))["construction.support.technology"]
    assert told == "SV Chassis Mod [Ultra-Light] needs technology D or better, found C"
    assert "construction.support.technology" not in reasons(checked(vole, ultra))
    ship, poorest = (
        (("Wheeled", "Naval"), ("20.0", "400.0")),
        ("<structural_tech_rating>\n3", "<structural_tech_rating>\n0"),
    )
    told = reasons(checked(vole, *ship, poorest))["construction.support.technology"]
    assert told == "a large naval vehicle needs technology B or better, found A"
    unknown = ("<structural_tech_rating>\n3\n</structural_tech_rating>", "")
    assert "does not say" in reasons(checked(vole, unknown))["construction.support.technology"]


@pytest.mark.proves("construction.support.engine")
def test_an_engine_is_made_at_some_technologies_only(vole: Path) -> None:
    poor = ("<engine_tech_rating>\n3", "<engine_tech_rating>\n1")
    fusion = ("<engine_type>\n1", "<engine_type>\n0")
    assert (
        reasons(checked(vole, fusion, poor))["construction.support.engine"]
        == "no fusion engine is built at technology B"
    )
    assert "construction.support.engine" not in reasons(checked(vole, poor))


@pytest.mark.proves("construction.support.spaces", "construction.support.slots")
def test_items_fill_no_more_slots_than_there_are(vole: Path) -> None:
    guns = ("Machine Gun\n</Front", "Machine Gun\n" * 5 + "</Front")
    told = reasons(checked(vole, guns))["construction.support.spaces"]
    assert told == "has 7 slots for items, found 8 filled"
    fewer = ("Machine Gun\n</Front", "Machine Gun\n" * 4 + "</Front")
    assert "construction.support.spaces" not in reasons(checked(vole, fewer))


@pytest.mark.proves("construction.support.crew", "construction.support.officers", "construction.support.gunners")
def test_who_must_be_aboard_is_told(vole: Path) -> None:
    def told(guns: int, control: str) -> str:
        """With so many machine guns of half a ton, and a laser of a ton."""
        more = ("Machine Gun\n</Front", "Machine Gun\n" * guns + "</Front")
        found = checked(vole, more, ("Advanced Fire Control", control))
        return reasons(found, "note")["construction.support.crew"]

    assert told(10, "CASE") == "needs a crew of 6 (to run it: 2, gunners: 3, officers: 1)"
    assert told(6, "CASE") == "needs a crew of 5 (to run it: 2, gunners: 2, officers: 1)"
    assert told(2, "CASE") == "needs a crew of 3 (to run it: 2, gunners: 1)"
    assert told(10, "Basic Fire Control") == "needs a crew of 5 (to run it: 2, gunners: 2, officers: 1)"
    assert told(14, "Advanced Fire Control") == "needs a crew of 5 (to run it: 2, gunners: 2, officers: 1)"


@pytest.mark.proves("construction.support.hands", "construction.support.base_crew")
@pytest.mark.parametrize(
    ("tons", "motion", "run_by"),
    [
        ("4.5", "Wheeled", 1),
        ("20.0", "Wheeled", 2),
        ("81.0", "Wheeled", 3),
        ("200.0", "Naval", 4),
        ("6000.0", "Naval", 5),
    ],
)
def test_a_larger_vehicle_takes_more_to_run_it_and_a_ship_most(vole: Path, tons: str, motion: str, run_by: int) -> None:
    """A large ship takes three, and one more for every 5,000 tons or part of them."""
    found = reasons(checked(vole, ("20.0", tons), ("\nWheeled", f"\n{motion}")), "note")
    assert f"to run it: {run_by}," in found["construction.support.crew"]


@pytest.mark.proves("construction.support.attendants", "construction.support.serving")
def test_hospitals_kitchens_and_wireless_have_people_of_their_own(vole: Path) -> None:
    def told(gear: str) -> str:
        return reasons(checked(vole, ("IS Ammo MG - Half", gear)), "note")["construction.support.crew"]

    assert "to serve its equipment: 10," in told("MASH Equipment:SIZE:2.0")
    assert "to serve its equipment: 3," in told("Field Kitchen")
    assert "to serve its equipment: 4," in told("Communications Equipment:SIZE:4.0")


@pytest.mark.proves("construction.support.seats")
def test_a_small_vehicle_has_a_seat_for_each_of_its_crew(vole: Path) -> None:
    small = (("20.0", "4.5"), ("Advanced Fire Control\n", ""), ("standardseats:2.0", "standardseats:2"))
    assert reasons(checked(vole, *small))["construction.support.seats"] == "needs seats for a crew of 3, found 2"
    more = (*small[:2], ("standardseats:2.0", "standardseats:3.0"))
    assert "construction.support.seats" not in reasons(checked(vole, *more))


@pytest.mark.proves("construction.support.fuel_points", "construction.support_weight.fuel")
def test_the_fuel_of_wings_is_points_that_weigh_by_size_and_engine(vole: Path) -> None:
    """Medium, technology D: 20 kg a point, so that 130 points are 2.6 tons, up to 3; propellers take 15 kg: 1.95."""
    plane = (("SupportTank", "FixedWingSupport"), ("\nWheeled", "\nAerodyne"), ("cruiseMP", "SafeThrust"))
    wings = (("<fuel>\n0.5", "<fuel>\n130"), ("8\n" * 5, "8\n" * 4), *PLACES)
    assert weights(checked(vole, *plane, *wings))["fuel"] == 3.0
    propeller = ("Advanced Fire Control", "PropChassisMod")
    assert weights(checked(vole, *plane, *wings, propeller))["fuel"] == 2.0


PLACES = (
    ("Front Equipment", "Nose Equipment"),
    ("Right Equipment", "Right Wing Equipment"),
    ("Left Equipment", "Left Wing Equipment"),
    ("Rear Equipment", "Aft Equipment"),
    ("Turret Equipment", "Wings Equipment"),
)
"""What the places of a truck are called with wings."""


@pytest.mark.proves("construction.support_weight.fire_control", "construction.support.gunners")
def test_nobody_aims_an_anti_missile_system(vole: Path) -> None:
    """A ton of laser and half a ton of gun are aimed; eighteen tons of systems besides change nothing."""
    more = ("Machine Gun\n</Front", "Machine Gun\n" + "ISAntiMissileSystem\n" * 36 + "</Front")
    assert weights(checked(vole, more))["fire_control"] == weights(checked(vole))["fire_control"]
    assert "gunners: 1" in reasons(checked(vole, more), "note")["construction.support.crew"]


@pytest.mark.proves("construction.support.range", "construction.support.fuel")
def test_how_far_the_fuel_takes_it_is_told(vole: Path) -> None:
    told = reasons(checked(vole), "note")["construction.support.range"]
    assert told == "0.5 tons of petrochemicals take its engine of 7 tons 714 km"
    told = reasons(checked(vole, ("PETROCHEMICALS", "ALCOHOL")), "note")["construction.support.range"]
    assert told == "0.5 tons of alcohol take its engine of 7 tons 571 km"


@pytest.mark.proves("construction.support_weight.pintles")
def test_a_pintle_weighs_a_twentieth_of_what_is_on_it(vole: Path) -> None:
    pintle = ("Machine Gun\n</Front", "Machine Gun (PT)\n</Front")
    assert weights(checked(vole, pintle)).get("pintles", 0) == 0.5


@needs_corpus
def test_nearly_all_published_support_vehicles_are_built_by_the_rules() -> None:
    found = [item for item in sources([CORPUS / "units" / "vehicles"]) if isinstance(item, Source)]
    sheets = [sheet for item in found if (sheet := read_source(item).sheet).kind == "support vehicle"]
    clean = [sheet for sheet in sheets if not any(finding.severity == "error" for finding in check(sheet))]
    assert len(sheets) > 100
    assert len(clean) / len(sheets) > 0.95
