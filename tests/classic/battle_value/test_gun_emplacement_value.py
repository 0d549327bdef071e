"""Battle values of gun emplacements and handheld weapons, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from boards import CORPUS, needs_corpus
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk, read_blk

MEDIUM_LASER, LRM_10, LRM_10_AMMO, ANTI_MISSILE = 46, 90, 11, 32


def block(tag: str, *values: object) -> str:
    return "\n".join((f"<{tag}>", *map(str, values), f"</{tag}>", ""))


def guns(*gear: str) -> Sheet:
    head = block("UnitType", "GunEmplacement") + block("Name", "Redoubt") + block("Type", "IS Level 2")
    return parse_blk(head + block("Turret", 1) + block("Guns Equipment", *gear)).sheet


def handheld(*gear: str) -> Sheet:
    head = block("UnitType", "HandheldWeapon") + block("Name", "Long Arm") + block("type", "IS Level 3")
    return parse_blk(head + block("tonnage", 6) + block("armor", 8) + block("Gun Equipment", *gear)).sheet


@pytest.mark.proves("bv.emplacement_speed")
def test_the_guns_of_an_emplacement_count_at_the_factor_of_standing_still() -> None:
    found = battle_value(guns("Medium Laser", "LRM 10", "IS Ammo LRM-10", "IS Ammo LRM-10"))
    assert found.exact == (MEDIUM_LASER + LRM_10 + 2 * LRM_10_AMMO) * Fraction(44, 100)
    assert found.total == 70


@pytest.mark.proves("bv.emplacement_defence")
def test_what_protects_an_emplacement_counts_half() -> None:
    assert battle_value(guns("Medium Laser", "ISAntiMissileSystem")).steps[0].total == Fraction(ANTI_MISSILE, 2)


@pytest.mark.proves("bv.handheld_armour")
def test_a_handheld_weapon_counts_twice_its_armour_and_what_it_holds() -> None:
    found = battle_value(handheld("Medium Laser"))
    assert [step.total for step in found.steps] == [16, MEDIUM_LASER]
    assert found.total == 62


def test_guns_count_no_more_for_heat() -> None:
    assert battle_value(guns(*["Medium Laser"] * 20)).exact == 20 * MEDIUM_LASER * Fraction(44, 100)


@needs_corpus
@pytest.mark.parametrize("folder", ["ge", "handheld"])
def test_every_official_emplacement_and_handheld_weapon_has_a_value(folder: str) -> None:
    values = [battle_value(read_blk(path).sheet).total for path in (CORPUS / "units" / folder).rglob("*.blk")]
    assert sum(value > 0 for value in values) >= len(values) * Fraction(9, 10) > 0
