"""What support vehicles and their bays cost, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from boards import CORPUS, needs_corpus
from overheat.classic.construction.support_vehicle.frame import CHANGES
from overheat.classic.cost.unit import unit_cost
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.unit.equipment import Engine, catalogue
from overheat.classic.unit.sheet import Location, Mount, Powerplant, Sheet, TechRatings
from overheat.classic.unitfile.blk import read_blk
from overheat.kernel.refusal import RefusedError
from overheat.kernel.terms import Number


def engine(kind: str) -> Powerplant:
    found = catalogue()[kind]
    assert isinstance(found, Engine)
    return Powerplant(found, 0)


def truck(*gear: tuple[str, str], power: str = "ice_engine", **fields: object) -> Sheet:
    """A wheeled truck of 20 tons that cruises 5, with 40 points of armour rated 5, at technology C."""
    hull = tuple(Location(code=code, armour=10) for code in ("FR", "RS", "LS", "RR"))
    plain = Sheet(
        kind="support vehicle",
        chassis="Vole",
        motive="wheeled",
        tons=20,
        tech="IS",
        walk=5,
        engine=engine(power),
        locations=hull,
        mounts=tuple(Mount(equipment=catalogue()[id], location=place) for id, place in gear),
        bar=5,
        tech_ratings=TechRatings("C", "C", "C"),
    )
    return msgspec.structs.replace(plain, **fields)


def paid(sheet: CostSheet) -> dict[str, Number]:
    return {term.id: term.value for term in sheet.structure.tally}


def refusal(sheet: Sheet) -> str:
    with pytest.raises(RefusedError) as refused:
        unit_cost(sheet)
    return refused.value.refusal.id


@pytest.mark.proves(
    "cost.support.engines",
    "cost.support.figures",
    "cost.support.armour",
    "cost.support.chassis",
    "cost.support.engine_price",
    "cost.support.armour_price",
)
def test_a_truck_by_hand() -> None:
    sheet = unit_cost(truck())
    chassis = Fraction("3.5")  # 20 x 0.15 x 1.15 is 3.45, up to half tons
    motor = Fraction("9")  # 20 x 0.0075 x 29 x 2 is 8.7, up to half tons
    assert paid(sheet) == {
        "cost.chassis": chassis * 2500,
        "cost.engine": motor * 5000,
        "cost.armour": 40 * 200,
    }
    assert [factor.value for factor in sheet.structure.factors] == [1]
    assert [factor.value for factor in sheet.factors] == [Fraction(11, 10)]
    assert sheet.total == 61_750 * Fraction(11, 10)


LETTERS = [("B", "0.75"), ("D", "1.25"), ("E", "1.5"), ("F", "1.75")]


@pytest.mark.parametrize(("letter", "factor"), LETTERS)
def test_better_technology_is_dearer(letter: str, factor: str) -> None:
    sheet = unit_cost(truck(tech_ratings=TechRatings(letter)))
    assert [term.value for term in sheet.structure.factors] == [Fraction(factor)]


def test_a_small_vehicle_is_weighed_to_the_kilogram() -> None:
    told = paid(unit_cost(truck(tons=1.5)))
    assert told["cost.chassis"] == Fraction("0.207") * 2500  # 1.5 x 0.12 x 1.15
    assert told["cost.engine"] == Fraction("0.218") * 5000  # 1.5 x 0.0025 x 29 x 2 is 0.2175
    better = paid(unit_cost(truck(tons=1.5, tech_ratings=TechRatings("E"))))
    assert better["cost.engine"] == Fraction("0.142") * 5000  # 1.5 x 0.0025 x 29 x 1.3 is 0.141375


def test_a_large_vehicle_has_a_heavier_frame() -> None:
    told = paid(unit_cost(truck(tons=100)))
    assert told["cost.chassis"] == 21 * 2500  # 100 x 0.18 x 1.15 is 20.7
    assert told["cost.engine"] == 87 * 5000  # 100 x 0.015 x 29 x 2


@pytest.mark.proves("construction.support.changes")
def test_changes_to_the_chassis_multiply_its_weight_and_price() -> None:
    told = paid(unit_cost(truck(("armoured_chassis", "BD"), ("off_road", "BD"))))
    assert told["cost.chassis"] == 8 * 2500 * 2 * Fraction("1.2")  # 3.45 x 1.5 x 1.5 is 7.7625


def test_every_change_to_a_chassis_is_known_to_the_catalogue() -> None:
    flags = {flag for entry in catalogue().entries.values() for flag in entry.flags}
    assert flags >= CHANGES.rows.keys()


ENGINES = [
    ("fusion_engine", "7", "2"),
    ("fuel_cell_engine", "5.5", "1.4"),
    ("battery_engine", "7", "1.2"),
    ("steam_engine", "13.5", "0.8"),
]
"""20 x 0.0075 x 29 is 4.35 tons, times 1.5, 1.2, 1.5 and 3, up to half tons."""


@pytest.mark.parametrize(("kind", "tons", "price"), ENGINES)
def test_engines_weigh_and_cost_by_their_kind(kind: str, tons: str, price: str) -> None:
    told = paid(unit_cost(truck(power=kind)))
    assert told["cost.engine"] == Fraction(tons) * 5000 * Fraction(price)


@pytest.mark.proves("construction.support.engine_weight")
def test_a_maglev_engine_of_technology_e_weighs_six_tenths() -> None:
    told = paid(unit_cost(truck(power="maglev_engine", motive="maglev", walk=10, tech_ratings=TechRatings("E"))))
    tons = Fraction("3.5")  # 20 x 0.004 x 68 x 0.6 is 3.264
    assert told["cost.engine"] == tons * 5000 * Fraction("2.5")


def test_small_fusion_has_a_least_weight() -> None:
    better = paid(unit_cost(truck(power="fusion_engine", tons=1, tech_ratings=TechRatings("D"))))
    assert better["cost.engine"] == Fraction(1, 4) * 5000 * 2
    poor = paid(unit_cost(truck(power="fusion_engine", tons=1)))
    assert poor["cost.engine"] == 5 * 5000 * 2


def test_the_engine_of_a_hovercraft_is_a_fifth_of_it_at_least() -> None:
    assert paid(unit_cost(truck(motive="hover", walk=1)))["cost.engine"] == 4 * 5000


def test_a_railway_needs_less_engine() -> None:
    assert paid(unit_cost(truck(motive="rail", walk=5)))["cost.engine"] == 12_500  # 20 x 0.004 x 13 x 2 is 2.08


def test_a_trailer_without_an_engine_pays_for_none() -> None:
    assert "cost.engine" not in paid(unit_cost(truck(engine=None)))


@pytest.mark.proves("cost.support.amplifiers", "cost.support.heat_sinks", "cost.support.turrets")
def test_lasers_need_sinks_and_amplifiers_and_turrets_are_paid_for() -> None:
    systems = unit_cost(truck(("is_medium_laser", "TU"), ("is_medium_laser", "TU"))).others[0].tally
    assert systems["cost.heat_sinks"].value == 6 * 2000
    assert systems["cost.amplifiers"].value == 20_000 // 2
    assert systems["cost.turret"].value == 5000 // 2
    fusion = unit_cost(truck(("is_medium_laser", "FR"), power="fusion_engine")).others[0].tally
    assert fusion["cost.heat_sinks"].value == 3 * 2000
    assert "cost.amplifiers" not in fusion


MOTIONS = [("tracked", 100), ("naval", 100_000), ("submarine", 100_000), ("aerodyne", 50), ("vtol", 30)]


@pytest.mark.parametrize(("motive", "by"), MOTIONS)
def test_the_way_of_moving_multiplies_the_whole(motive: str, by: int) -> None:
    assert [factor.value for factor in unit_cost(truck(motive=motive)).factors] == [1 + Fraction(20, by)]


BAYS = [
    ("cargobay:10.0:1", 1000),
    ("troopspace:4.0:omni", 0),
    ("liquidcargobay:18.0:2:1::-1:0", 18 * 100 + 2000),
    ("standardseats:6.0:0", 600),
    ("pillionseats:2:0", 20),
    ("1stclassquarters:20.0:2", 60_000),
    ("steeragequarters:35:7", 35_000),
]


@pytest.mark.proves("cost.bays")
@pytest.mark.parametrize(("line", "price"), BAYS)
def test_bays_seats_and_quarters_are_paid_for(line: str, price: int) -> None:
    assert unit_cost(truck(transporters=(line,))).others[1].total == price


def test_what_no_rule_prices_is_refused() -> None:
    assert refusal(truck(motive="sled")) == "cost.motive"
    assert refusal(truck(tech_ratings=None)) == "cost.technology"
    assert refusal(truck(tech_ratings=TechRatings("A"))) == "cost.engine"
    assert refusal(truck(power="is_xl_engine")) == "cost.engine"
    assert refusal(truck(transporters=("zoo:3:1",))) == "cost.bay"
    assert refusal(truck(transporters=("cargobay:much:1",))) == "cost.bay"


@needs_corpus
def test_every_official_support_vehicle_has_a_price() -> None:
    for path in sorted((CORPUS / "units" / "vehicles").rglob("*.blk")):
        sheet = read_blk(path).sheet
        if sheet.kind == "support vehicle":
            priced = unit_cost(sheet)
            assert 0 < priced.dry <= priced.total, path.name
