"""Prices: published ones, hand-worked ones, the texts of entries, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from boards import CORPUS, needs_corpus
from machines import ARM, CORE, HUNTER, KNIGHT, LEG, PROWLER, machine
from overheat.classic.construction.machine.plan import Plan
from overheat.classic.cost.formulas import worked_out_cost
from overheat.classic.cost.unit import unit_cost
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.rulesets import standard
from overheat.classic.unit.equipment import Armour, Engine, Equipment, catalogue
from overheat.classic.unit.sheet import Location, Mount, Powerplant, Sheet
from overheat.classic.unitfile.blk import read_blk
from overheat.classic.unitfile.library import find
from overheat.classic.unitfile.mtf import parse_mtf, read_mtf
from overheat.kernel.refusal import RefusedError

PUBLISHED = {
    "Atlas AS7-D": 9_626_000,
    "Locust LCT-1V": 1_512_400,
    "Hunchback HBK-4G": 3_467_875,
    "Thunderbolt TDR-5S": 5_413_760,
}
"""What the machines that come with the project are published to cost, ammunition included."""

SHADOW_HAWK = machine(
    """
chassis:Shadow Hawk
model:SHD-5M
Config:Biped
techbase:Inner Sphere
era:3048
rules level:2
mass:55
engine:275 XL Engine(IS)
structure:IS Endo Steel
myomer:Standard
heat sinks:10 IS Double
walk mp:5
jump mp:5
armor:Standard(Inner Sphere)
LA armor:16
RA armor:16
LT armor:18
RT armor:18
CT armor:23
HD armor:9
LL armor:20
RL armor:20
RTL armor:8
RTR armor:8
RTC armor:12
""",
    LA=ARM,
    RA=f"{ARM}, Medium Laser",
    LT="Fusion Engine x3, ISUltraAC5 x5, IS Ultra AC/5 Ammo, ISCASE, Jump Jet",
    RT="Fusion Engine x3, ISLRM20 x5, IS Ammo LRM-20, Jump Jet x2",
    CT=f"{CORE}, IS Streak SRM 2 Ammo, Jump Jet",
    HD="Life Support, Sensors, Cockpit, ISStreakSRM2, Sensors, Life Support",
    LL=f"{LEG}, Jump Jet",
    RL=LEG,
)
"""Fifty-five tons that are published to cost 10,296,857."""


def priced(text: str) -> CostSheet:
    reading = parse_mtf(text)
    assert not reading.unknown
    return unit_cost(reading.sheet)


def bundled(name: str) -> Sheet:
    return find(name).sheet


def refusal(sheet: Sheet) -> str:
    with pytest.raises(RefusedError) as refused:
        unit_cost(sheet)
    return refused.value.refusal.id


@pytest.mark.parametrize(("name", "price"), PUBLISHED.items())
def test_machines_cost_what_is_published(name: str, price: int) -> None:
    assert unit_cost(bundled(name)).total == price


def test_ammunition_is_left_out_of_the_dry_price() -> None:
    sheet = unit_cost(bundled("Atlas AS7-D"))
    assert sheet.ammunition.total == 2 * 10_000 + 2 * 30_000 + 27_000
    assert sheet.total - sheet.dry == 2 * sheet.ammunition.total


def test_advanced_parts_cost_what_is_published() -> None:
    sheet = priced(SHADOW_HAWK)
    assert sheet.total == 10_296_857
    assert sheet.structure.tally["cost.heat_sinks"].value == 60_000
    assert sheet.structure.tally["cost.jump"].value == 200 * 55 * 25


@pytest.mark.proves("cost.clan_case")
def test_a_machine_of_the_clans_pays_for_the_case_that_it_always_has() -> None:
    sheet = unit_cost(bundled("Timber Wolf Prime"))
    assert sheet.total == 24_233_125
    assert [term.value for term in sheet.equipment.tally if term.id == "cost.clan_case"] == [50_000, 50_000]
    assert [factor.value for factor in sheet.factors] == [Fraction(7, 4), Fraction(5, 4)]


@pytest.mark.proves("cost.cases", "cost.measures")
def test_prices_that_depend_on_the_machine() -> None:
    assert priced(HUNTER).structure.tally["cost.jump"].value == 200 * 50 * 16
    assert priced(KNIGHT).equipment.tally["cost.hatchet"].value == 5000 * 4
    clan = priced(PROWLER)
    assert clan.equipment.tally["cost.clan_masc"].value == 1000 * 240 * 2
    assert clan.equipment.tally["cost.supercharger"].value == 10_000 * 240
    assert clan.structure.tally["cost.engine"].value == 20_000 * 240 * 40 // 75


def test_stronger_myomer_takes_the_place_of_the_ordinary() -> None:
    tsm = catalogue()["tsm"]
    plain = parse_mtf(HUNTER).sheet
    strong = msgspec.structs.replace(plain, mounts=(*plain.mounts, Mount(equipment=tsm, location="LT")))
    assert unit_cost(strong).structure.tally["cost.myomer"].value == 16_000 * 50
    assert "cost.tsm" not in unit_cost(strong).equipment.tally


@pytest.mark.proves("cost.machine.gyros")
def test_cockpits_gyros_and_head_ejection_have_prices_of_their_own() -> None:
    plain = parse_mtf(HUNTER).sheet
    other = msgspec.structs.replace(
        plain, cockpit="Small Cockpit", gyro="XL Gyro", ejection="Full Head Ejection System"
    )
    tally = unit_cost(other).structure.tally
    assert tally["cost.cockpit"].value == 175_000
    assert tally["cost.gyro"].value == 750_000
    assert tally["cost.ejection"].value == 1_725_000
    assert refusal(msgspec.structs.replace(plain, cockpit="Glass Dome")) == "cost.cockpit"


def test_heat_sinks_beyond_the_free_ones_are_paid_for() -> None:
    plain = parse_mtf(HUNTER).sheet
    assert "cost.heat_sinks" not in unit_cost(plain).structure.tally
    assert plain.heat_sinks is not None
    more = msgspec.structs.replace(plain, heat_sinks=msgspec.structs.replace(plain.heat_sinks, count=14))
    assert unit_cost(more).structure.tally["cost.heat_sinks"].value == 4 * 2000


def test_an_industrial_machine_grows_dearer_by_a_quarter_as_much() -> None:
    plain = msgspec.structs.replace(parse_mtf(HUNTER).sheet, kind="industrial machine", cockpit="Industrial Cockpit")
    assert unit_cost(plain).factors[0].value == 1 + Fraction(50, 400)


@pytest.mark.proves("cost.machine.superheavy_structure")
def test_three_legs_and_more_than_a_hundred_tons() -> None:
    plain = parse_mtf(HUNTER).sheet
    heavy = unit_cost(msgspec.structs.replace(plain, tons=150, motive="tripod")).structure.tally
    assert heavy["cost.cockpit"].value == 500_000
    assert heavy["cost.structure"].value == 4000 * 150 * Fraction(6, 5)
    assert heavy["cost.myomer"].value == 12_000 * 150
    assert heavy["cost.actuators"].value == 2 * 150 * (2 * 230 + 2 * 350)


def test_patchwork_armour_is_weighed_by_location() -> None:
    plain = parse_mtf(HUNTER).sheet
    mixed = unit_cost(msgspec.structs.replace(plain, patchwork=True)).structure.tally
    labels = [term.label for term in mixed if term.id == "cost.armour"]
    assert len(labels) == len(plain.locations)
    assert labels[0].endswith(f"in {plain.locations[0].code}")


@pytest.mark.proves(
    "cost.kinds",
    "cost.engine",
    "cost.armour",
    "cost.vehicle.figures",
    "cost.vehicle.divisors",
    "cost.vehicle.heavy",
    "cost.vehicle.structure",
    "cost.vehicle.controls",
    "cost.vehicle.heat_sinks",
    "cost.vehicle.turrets",
)
def test_a_tank_by_hand() -> None:
    sheet = unit_cost(bundled("Manticore Heavy Tank"))
    paid = {term.id: term.value for term in sheet.structure.tally}
    assert paid == {
        "cost.structure": 6 * 10_000,
        "cost.controls": 3 * 10_000,
        "cost.engine": 5000 * 240 * 60 // 75,
        "cost.heat_sinks": 3 * 2000,
        "cost.turret": Fraction(3, 2) * 5000,
        "cost.armour": 11 * 10_000,
    }
    assert sheet.equipment.total == 200_000 + 100_000 + 80_000 + 40_000
    assert sheet.ammunition.total == 30_000 + 27_000
    assert sheet.factors[0].value == Fraction(8, 5)


def test_a_trailer_without_controls_costs_what_is_published() -> None:
    tank = bundled("Manticore Heavy Tank")
    engine, plate = catalogue()["ice_engine"], catalogue()["standard_armour"]
    assert isinstance(engine, Engine)
    assert isinstance(plate, Armour)
    hull = tuple(Location(code="FR", armour=points, armour_kind=plate) for points in (26, 20, 20, 14))
    fields = {"tons": 40.0, "engine": Powerplant(engine, 10), "trailer": True, "locations": hull, "mounts": ()}
    assert unit_cost(msgspec.structs.replace(tank, **fields)).total == 135_333


@pytest.mark.proves("cost.vehicle.lifting", "cost.vehicle.lift")
def test_hovercraft_and_rotors_pay_for_what_lifts_them() -> None:
    hover = unit_cost(bundled("Savannah Master Hovercraft"))
    assert hover.structure.tally["cost.lift"].value == 20_000 // 2
    assert hover.factors[0].value == Fraction(11, 10)
    rotor = unit_cost(bundled("Warrior Attack Helicopter H-7"))
    assert rotor.structure.tally["cost.lift"].label == "rotors"
    assert rotor.factors[0].value == 1 + Fraction(21, 30)


@pytest.mark.proves("cost.vehicle.amplifiers")
def test_lasers_on_a_combustion_engine_need_amplifiers() -> None:
    tank, engine = bundled("Manticore Heavy Tank"), catalogue()["ice_engine"]
    assert isinstance(engine, Engine)
    tally = unit_cost(msgspec.structs.replace(tank, engine=Powerplant(engine, 240))).structure.tally
    assert tally["cost.amplifiers"].value == 20_000
    assert tally["cost.heat_sinks"].value == 13 * 2000


@pytest.mark.proves("cost.vehicle.chassis")
def test_a_chassis_that_floats_or_leaves_roads_costs_more() -> None:
    tank = bundled("Manticore Heavy Tank")
    changes = tuple(Mount(equipment=catalogue()[id], location="BD") for id in ("flotation_hull", "off_road"))
    changed = unit_cost(msgspec.structs.replace(tank, mounts=(*tank.mounts, *changes), omni=True))
    assert [factor.value for factor in changed.factors[1:]] == [Fraction(5, 4), Fraction(5, 4), Fraction(6, 5)]


def test_kinds_without_rules_are_refused() -> None:
    assert refusal(msgspec.structs.replace(bundled("Shilone SL-17"), kind="dropship")) == "cost.kind"
    assert refusal(msgspec.structs.replace(bundled("Shilone SL-17"), kind="gun emplacement")) == "cost.kind"


def converting(motive: str, **fields: object) -> CostSheet:
    """The hunter, which costs 205 thousand in weapons and 20 thousand in structure, turned into what changes shape."""
    return unit_cost(msgspec.structs.replace(parse_mtf(HUNTER).sheet, motive=motive, **fields))


SHAPES = [
    ("lam", (), Fraction(3, 4)),
    ("lam", (("lam", "Bimodal"),), Fraction(13, 20)),
    ("quadvee", (), Fraction(1, 2)),
]


@pytest.mark.proves("cost.machine.conversion")
@pytest.mark.parametrize(("motive", "extra", "share"), SHAPES)
def test_what_changes_its_shape_pays_a_share_for_its_conversion(
    motive: str, extra: tuple[tuple[str, str], ...], share: Fraction
) -> None:
    plain, changing = unit_cost(parse_mtf(HUNTER).sheet), converting(motive, extra=extra)
    assert changing.structure.tally["cost.conversion"].value == 400 * 50 * share
    assert changing.equipment.total == plain.equipment.total * (1 + share)
    assert changing.ammunition.total == plain.ammunition.total * (1 + share)


def test_quadvees_and_interfaces_have_cockpits_at_their_prices() -> None:
    assert converting("quadvee").structure.tally["cost.cockpit"].value == 375_000
    plain = msgspec.structs.replace(parse_mtf(HUNTER).sheet, cockpit="Interface Cockpit")
    assert unit_cost(plain).structure.tally["cost.cockpit"].value == 200_000


@pytest.mark.proves(
    "cost.jump_jets",
    "cost.machine.figures",
    "cost.machine.actuators",
    "cost.machine.cockpit",
    "cost.machine.myomer",
    "cost.machine.structure",
    "cost.machine.actuator_prices",
    "cost.machine.gyro",
    "cost.machine.heat_sinks",
    "cost.machine.armoured_components",
)
def test_a_worksheet_explains_itself() -> None:
    sheet = unit_cost(bundled("Atlas AS7-D"))
    text = sheet.explain()
    assert "TechManual: Costs" in text
    assert text.endswith("Cost 9,626,000 C-bills, without ammunition 9,412,000")
    told = sheet.as_json()
    assert (told["cost"], told["dry"], told["exact"]) == (9_626_000, 9_412_000, 9_626_000)


TEXTS = {
    "10000 x tons + 5000": 10_000 * 2 + 5000,
    "500 x engine rating x tonnage / 75": Fraction(500 * 200 * 50, 75),
    "(tonnage / 20, up, + 1) x 10000": 40_000,
    "500 x tonnage; leg: 700 x tonnage": 35_000,
    "225 x tonnage; vehicle: 0": 225 * 50,
    "150 x tonnage x jump MP^2": 150 * 50 * 16,
    "0.05 x weapon cost": Fraction(200_000 + 3 * 40_000 + 30_000, 20),
    "150 x seats": 150,
    "5 x metres": 100,
    "size x 1000": 1000,
    "engine rating x 1000 x tonnage x 0.025": 200 * 1000 * 50 // 40,
}


@pytest.mark.parametrize(("text", "price"), TEXTS.items())
def test_texts_are_worked_out(text: str, price: Fraction) -> None:
    plan = Plan(parse_mtf(HUNTER).sheet, standard())
    item = Equipment(id="thing", name="Thing", cite="none", tons=2, cost=text)
    assert worked_out_cost(text, plan, Mount(equipment=item, location="LL")) == price


@pytest.mark.parametrize("text", ["jump jet", "10000 / tons", "5 x tonnage; winged: 0", "2 x wings"])
def test_a_text_that_nothing_works_out_is_refused(text: str) -> None:
    plan = Plan(parse_mtf(HUNTER).sheet, standard())
    mount = Mount(equipment=catalogue()["hatchet"], location="LA")
    with pytest.raises(RefusedError) as refused:
        worked_out_cost(text, plan, mount)
    assert refused.value.refusal.id == "cost.formula"


@pytest.mark.proves("cost.item_tons")
def test_every_entry_for_machines_and_vehicles_has_a_price() -> None:
    plan = Plan(parse_mtf(HUNTER).sheet, standard())
    for entry in catalogue().entries.values():
        if isinstance(entry.cost, str) and entry.flags.isdisjoint(("battle_armour", "protomech")):
            assert worked_out_cost(entry.cost, plan, Mount(equipment=entry, location="LT")) >= 0, entry.id


@needs_corpus
def test_every_official_machine_has_a_price() -> None:
    refused = []
    paths = sorted((CORPUS / "units" / "meks").rglob("*.mtf"))
    for path in paths:
        try:
            sheet = unit_cost(read_mtf(path).sheet)
        except RefusedError as error:
            refused.append(error.refusal.id)
        else:
            assert 0 < sheet.dry <= sheet.total
    assert paths
    assert not refused


STRUCTURES = {
    "Chevalier Light Tank.blk": Fraction("569833.33"),
    "Bandit Hovercraft E.blk": Fraction("1004166.67"),
}
"""What the structure of vehicles is published to cost, before anything multiplies it."""


@needs_corpus
@pytest.mark.parametrize(("name", "price"), STRUCTURES.items())
def test_official_vehicles_have_the_published_structure(name: str, price: Fraction) -> None:
    (path,) = (CORPUS / "units" / "vehicles").rglob(name)
    assert abs(unit_cost(read_blk(path).sheet).structure.total - price) < Fraction(1, 100)
