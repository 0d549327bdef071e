"""Battle values of ProtoMechs, worked by hand one rule at a time, and held against the published ones."""

from __future__ import annotations

from fractions import Fraction

import pytest

from boards import needs_corpus
from overheat.classic.battle_value.protomech import jump_points, run_points, swim_points
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk
from overheat.kernel.terms import Number
from published import share_reached

ER_SMALL_LASER, SRM_2, PROBE = 31, 21, 7
ARMOUR, STRUCTURE = 3 + 8 + 2 + 2 + 5, 1 + 5 + 1 + 1 + 3
PUBLISHED = Fraction(76, 100)
"""The least share of published values that must be reached exactly."""


def block(tag: str, *values: object) -> str:
    return "\n".join((f"<{tag}>", *map(str, values), f"</{tag}>", ""))


def protomech(
    *torso: str, walk: int = 4, jump: int = 0, body: tuple[str, ...] = (), motion: str = "Biped", more: str = ""
) -> Sheet:
    """A ProtoMech of five tons without a main gun."""
    head = block("UnitType", "ProtoMek") + block("Name", "Gnat") + block("type", "Clan Level 2")
    frame = block("motion_type", motion) + block("tonnage", 5) + block("cruiseMP", walk) + block("jumpingMP", jump)
    gear = block("Torso Equipment", *torso) + block("Body Equipment", *body)
    return parse_blk(head + frame + block("armor", 3, 8, 2, 2, 5) + gear + more).sheet


def factor(sheet: Sheet, id: str) -> Number:
    return next(term.value for step in battle_value(sheet).steps for term in step.factors if term.id == id)


def terms(sheet: Sheet, id: str) -> list[Number]:
    return [term.value for step in battle_value(sheet).steps for term in step.tally if term.id == id]


def test_a_protomech_is_armour_and_structure_and_weapons() -> None:
    sheet = protomech("CLERSmallLaser")
    armour, structure = ARMOUR * Fraction(5, 2), STRUCTURE * Fraction(3, 2)
    assert battle_value(sheet).steps[0].total == (armour + structure) * Fraction(13, 10)
    assert battle_value(sheet).steps[1].total == ER_SMALL_LASER * Fraction(112, 100)
    assert battle_value(sheet).total == 121


@pytest.mark.parametrize(
    ("sheet", "points"),
    [
        (protomech(walk=2), 2),
        (protomech(), 3),
        (protomech(jump=5), 4),
        (protomech(motion="WiGE"), 4),
        (protomech(walk=1, body=("ProtoMechUMU",) * 3), 2),
    ],
    ids=["slow", "running", "jumping", "gliding", "swimming"],
)
def test_small_and_moving_protomechs_are_hard_to_hit(sheet: Sheet, points: int) -> None:
    assert factor(sheet, "bv.defensive_factor") == 1 + Fraction(points, 10)


def test_a_myomer_booster_doubles_the_run() -> None:
    assert run_points(protomech(walk=5)) == 8
    assert run_points(protomech(walk=5, body=("ProtoMyomerBooster",))) == 10


def test_partial_wings_lengthen_a_jump_and_make_none() -> None:
    assert jump_points(protomech(jump=3, body=("ProtoPartialWing",))) == 5
    assert jump_points(protomech(body=("ProtoPartialWing",))) == 0


def test_half_of_the_jump_counts_for_speed() -> None:
    assert factor(protomech(jump=3), "bv.speed") == factor(protomech(walk=5), "bv.speed")


def test_probes_protect() -> None:
    sheet = protomech("CLLightActiveProbe")
    assert (terms(sheet, "bv.defence"), terms(sheet, "bv.tool")) == ([PROBE], [])


def test_electric_discharge_armour_counts_once() -> None:
    assert terms(protomech(more=block("armor_type", 18)), "bv.armour_kind") == [32]


def test_ammunition_counts_by_its_weight() -> None:
    sheet = protomech("CLSRM2", body=("Clan Ammo SRM-2 (10)",))
    assert (terms(sheet, "bv.weapon"), terms(sheet, "bv.ammunition")) == ([SRM_2], [3 * Fraction(20, 100)])


def test_ammunition_counts_no_more_than_its_weapons() -> None:
    assert terms(protomech(body=("Clan Ammo SRM-2 (10)",)), "bv.ammunition") == [0]


def test_a_melee_system_counts_by_the_tons() -> None:
    assert terms(protomech("ProtoQuadMeleeSystem"), "bv.tool") == [Fraction(25, 2)]


def test_swimming_takes_a_unit_for_each_point() -> None:
    assert swim_points(protomech(body=("ProtoMechUMU",) * 3)) == 3


@needs_corpus
def test_three_quarters_of_the_published_values_are_reached() -> None:
    assert share_reached("PM") >= PUBLISHED


def test_the_smallest_launchers_of_long_range_missiles_are_worth_their_published_values() -> None:
    sheet = protomech("CLLRM3", "Clan Ammo ProtoMech LRM-3:40")
    worth = [term.value for step in battle_value(sheet).steps for term in step.tally if "LRM 3" in term.label]
    assert worth == [35, 5]


@pytest.mark.parametrize(("tons", "biped", "quad"), [(5, 3, 5), (7, 4, 8), (13, 7, 13)])
def test_the_legs_of_a_quad_hold_more_than_those_of_a_biped(tons: int, biped: int, quad: int) -> None:
    found = []
    for motion in ("Biped", "Quad"):
        head = block("UnitType", "ProtoMek") + block("Name", "Gnat") + block("type", "Clan Level 2")
        frame = block("motion_type", motion) + block("tonnage", tons) + block("cruiseMP", 4)
        sheet = parse_blk(head + frame + block("armor", 3, 8, 2, 2, 5)).sheet
        found.append(next(place.structure for place in sheet.locations if place.code == "L"))
    assert found == [biped, quad]
