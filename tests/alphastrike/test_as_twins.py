"""What a conversion keeps for later units is what each of them would work out alone."""

from __future__ import annotations

import msgspec
import pytest

from overheat.alphastrike.abilities.equipment import granted
from overheat.alphastrike.convert import Conversion, convert
from overheat.alphastrike.movement import STEPS
from overheat.alphastrike.rulesets import standard
from overheat.alphastrike.subject import TYPES
from overheat.alphastrike.weapons import PUBLISHED, strike
from overheat.classic.unit.equipment import Weapon, catalogue
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile import library
from overheat.kernel.refusal import RefusedError


def bundled() -> list[Sheet]:
    sheets = [library.find(name).sheet for name in library.names()]
    return [sheet for sheet in sheets if sheet.kind in TYPES]


def converted(sheet: Sheet) -> Conversion | None:
    try:
        return convert(sheet)
    except RefusedError:
        return None


def forget() -> None:
    """Give a table its rows anew: all that was worked out by rules and tables is worked out anew then."""
    STEPS.rows = STEPS.rows


def test_a_bundled_unit_converts_alike_after_all_others_and_alone() -> None:
    sheets = bundled()
    after = [converted(sheet) for sheet in reversed(sheets)]
    assert any(after)
    for sheet, conversion in zip(reversed(sheets), after, strict=True):
        told = conversion.figures if conversion else ()
        forget()
        alone = converted(sheet)
        assert alone == conversion
        assert (alone.figures if alone else ()) == told


def test_the_figures_lead_to_the_card() -> None:
    for conversion in filter(None, map(converted, bundled())):
        card = conversion.card
        assert conversion["points"].value == card.points
        assert conversion["armour"].value == card.armour
        assert conversion["structure"].value == card.structure
        assert conversion["size"].value == card.size


def test_a_weapon_that_was_converted_before_feels_other_published_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    weapon = catalogue().find("ISPPC")
    assert isinstance(weapon, Weapon)
    assert strike(standard(), weapon).short != 9
    monkeypatch.setattr(PUBLISHED, "rows", {**PUBLISHED.rows, weapon.id: (9, 9, 9, 9)})
    assert strike(standard(), weapon).short == 9


def test_equipment_gives_what_its_own_flags_say_whatever_another_of_its_id_gave() -> None:
    plain = catalogue().find("ISMediumLaser")
    assert plain is not None
    probing = msgspec.structs.replace(plain, flags=plain.flags | {"probe"})
    for _ in range(2):
        assert "PRB" not in [code for grant in granted(plain, "BM") for code in grant.gives]
        assert "PRB" in [code for grant in granted(probing, "BM") for code in grant.gives]
