"""What ProtoMechs cost, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from boards import CORPUS, needs_corpus
from overheat.classic.cost.unit import unit_cost
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk, read_blk
from overheat.kernel.terms import Number


def block(tag: str, *values: object) -> str:
    return "\n".join((f"<{tag}>", *map(str, values), f"</{tag}>", ""))


def protomech(*torso: str, jump: int = 0, body: tuple[str, ...] = (), motion: str = "Biped", tons: int = 5) -> Sheet:
    """A ProtoMech of five tons that walks 4, with twenty points of armour."""
    head = block("UnitType", "ProtoMek") + block("Name", "Gnat") + block("type", "Clan Level 2")
    frame = block("motion_type", motion) + block("tonnage", tons) + block("cruiseMP", 4) + block("jumpingMP", jump)
    gear = block("Torso Equipment", *torso) + block("Body Equipment", *body)
    return parse_blk(head + frame + block("armor", 3, 8, 2, 2, 5) + gear).sheet


def paid(sheet: Sheet) -> dict[str, Number]:
    return {term.id: term.value for term in unit_cost(sheet).structure.tally}


@pytest.mark.proves(
    "cost.protomech.figures",
    "cost.protomech.cockpit",
    "cost.protomech.structure",
    "cost.protomech.engine",
    "cost.protomech.heat_sinks",
    "cost.protomech.armour",
)
def test_a_protomech_by_hand() -> None:
    sheet = unit_cost(protomech("CLERSmallLaser", jump=3))
    assert {term.id: term.value for term in sheet.structure.tally} == {
        "cost.cockpit": 500_000,
        "cost.life_support": 75_000,
        "cost.sensors": 10_000,
        "cost.myomer": 10_000,
        "cost.structure": 2000,
        "cost.arms": 1800,
        "cost.legs": 2700,
        "cost.engine": 5000 * 30 * 5 // 75,
        "cost.jump": 200 * 5 * 9,
        "cost.heat_sinks": 2 * 2000,
        "cost.armour": 20 * 625,
    }
    assert sheet.equipment.total == 11_250
    assert [factor.value for factor in sheet.factors] == [Fraction(21, 20)]


@pytest.mark.proves("cost.protomech.structures")
@pytest.mark.parametrize(("motion", "price"), [("Quad", 500), ("WiGE", 600)])
def test_four_legs_and_wings_have_a_dearer_structure(motion: str, price: int) -> None:
    assert paid(protomech(motion=motion))["cost.structure"] == 5 * price


def test_an_ultraheavy_protomech_has_a_dearer_cockpit() -> None:
    assert paid(protomech(tons=10))["cost.cockpit"] == 800_000


@pytest.mark.proves("cost.protomech.jump")
def test_diving_costs_as_jumping_does() -> None:
    assert paid(protomech(body=("ProtoMechUMU",) * 4))["cost.jump"] == 200 * 5 * 16


def test_clan_cases_are_not_charged_for() -> None:
    assert "cost.clan_case" not in unit_cost(msgspec.structs.replace(protomech(), tech="Clan")).equipment.tally


@needs_corpus
def test_every_official_protomech_has_a_price() -> None:
    for path in sorted((CORPUS / "units" / "protomeks").rglob("*.blk")):
        sheet = unit_cost(read_blk(path).sheet)
        assert 0 < sheet.dry <= sheet.total, path.name
