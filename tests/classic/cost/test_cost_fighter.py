"""What fighters cost, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from boards import CORPUS, needs_corpus
from overheat.classic.cost.unit import unit_cost
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk, read_blk
from overheat.kernel.refusal import RefusedError
from overheat.kernel.terms import Number


def block(tag: str, *values: object) -> str:
    return "\n".join((f"<{tag}>", *map(str, values), f"</{tag}>", ""))


def fighter(kind: str = "Aero", more: str = "", power: int = 0, sinks: int = 0, **gear: str) -> Sheet:
    """A fighter of 40 tons that thrusts 5, with 64 points of armour, 400 of fuel, 12 heat sinks and integrity 5."""
    head = block("UnitType", kind) + block("Name", "Martin") + block("type", "IS Level 2")
    body = block("motion_type", "Aerodyne") + block("SafeThrust", 5) + block("tonnage", 40) + block("heatsinks", 12)
    frame = block("engine_type", power) + block("armor", 16, 16, 16, 16) + block("fuel", 400)
    frame += block("structural_integrity", 5) + block("sink_type", sinks)
    listed = "".join(block(f"{place.replace('_', ' ')} Equipment", *names.split(", ")) for place, names in gear.items())
    return parse_blk(head + body + frame + more + listed).sheet


def paid(sheet: CostSheet) -> dict[str, Number]:
    return {term.id: term.value for term in sheet.structure.tally}


@pytest.mark.proves("cost.figures", "cost.fighter.figures", "cost.fighter.integrity", "cost.fighter.fuel")
def test_a_fighter_for_space_by_hand() -> None:
    sheet = unit_cost(fighter(Nose="Medium Laser, LRM 10", Fuselage="IS Ammo LRM-10"))
    assert paid(sheet) == {
        "cost.cockpit": 200_000,
        "cost.life_support": 50_000,
        "cost.sensors": 2000 * 40,
        "cost.structure": 50_000 * 5,
        "cost.flight": 25_000 + 10 * 40,
        "cost.engine": 5000 * 120 * 40 // 75,
        "cost.fuel": 5 * 200,
        "cost.armour": 4 * 10_000,
        "cost.heat_sinks": 12 * 2000,
    }
    assert sheet.equipment.total == 40_000 + 100_000
    assert sheet.ammunition.total == 30_000
    assert [factor.value for factor in sheet.factors] == [Fraction(6, 5)]
    assert sheet.dry == Fraction(6, 5) * (990_400 + 140_000)
    assert sheet.total == sheet.dry + 36_000


@pytest.mark.proves("cost.fighter.avionics", "cost.fighter.amplifiers")
def test_a_fighter_for_air_alone_by_hand() -> None:
    lift = block("VSTOL", 1)
    sheet = unit_cost(fighter("ConvFighter", lift, power=1, Nose="Medium Laser, Large Laser"))
    assert paid(sheet) == {
        "cost.avionics": 4 * 4000,
        "cost.lift": 2 * 5000,
        "cost.structure": 4000 * 5,
        "cost.flight": 25_000 + 10 * 40,
        "cost.engine": Fraction(1250 * 200 * 40, 75),
        "cost.fuel": Fraction(5, 2) * 200,
        "cost.armour": 4 * 10_000,
        "cost.heat_sinks": (3 + 8) * 2000,
        "cost.amplifiers": 20_000,
    }
    assert [factor.value for factor in sheet.factors] == [Fraction(6, 5)]


@pytest.mark.proves("cost.fighter.heat_sinks", "cost.omni")
def test_double_heat_sinks_and_pods_make_a_fighter_dearer() -> None:
    doubled = unit_cost(fighter(sinks=1, Nose="Medium Laser"))
    assert paid(doubled)["cost.heat_sinks"] == 12 * 6000
    assert [factor.value for factor in unit_cost(msgspec.structs.replace(fighter(), omni=True)).factors] == [
        Fraction(6, 5),
        Fraction(5, 4),
    ]


@pytest.mark.proves("cost.cockpits", "cost.fighter.cockpit")
def test_a_small_cockpit_is_cheaper_and_an_unknown_one_refused() -> None:
    small = msgspec.structs.replace(fighter(), cockpit="Small Cockpit")
    assert paid(unit_cost(small))["cost.cockpit"] == 175_000
    with pytest.raises(RefusedError) as refused:
        unit_cost(msgspec.structs.replace(fighter(), cockpit="Bubble"))
    assert refused.value.refusal.id == "cost.cockpit"


def test_a_fighter_of_the_clans_has_one_case_for_all_that_may_explode() -> None:
    clan = msgspec.structs.replace(fighter(Nose="LRM 10", Fuselage="IS Ammo LRM-10, IS Ammo LRM-10"), tech="Clan")
    assert unit_cost(clan).equipment.total == 100_000 + 50_000


@needs_corpus
def test_every_official_fighter_has_a_price() -> None:
    for folder in ("fighters", "convfighter"):
        for path in sorted((CORPUS / "units" / folder).rglob("*.blk")):
            sheet = unit_cost(read_blk(path).sheet)
            assert 0 < sheet.dry <= sheet.total, path.name
