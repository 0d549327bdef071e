"""A war machine in one line."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from overheat.classic.battle_value.unit import battle_value
from overheat.classic.unitfile.notation import parse_unit, print_unit
from overheat.kernel.refusal import RefusedError

WASP = (
    "Wasp; WSP-1A | biped 20 IS | 120 Fusion Engine | walk 6 jump 6 | 10 single"
    " | HD 4, CT 4+2, LT 3+1, RT 3+1, LA 2, RA 2, LL 4, RL 4"
    " | Medium Laser@RA, SRM 2@LL, IS Ammo SRM-2@LT, Jump Jet@LL*3, Jump Jet@RL*3"
)


def test_a_line_is_a_machine() -> None:
    sheet = parse_unit(WASP)
    assert (sheet.name, sheet.tons, sheet.walk, sheet.jump) == ("Wasp WSP-1A", 20, 6, 6)
    assert (sheet["CT"].armour, sheet["CT"].rear_armour, sheet["CT"].structure) == (4, 2, 6)
    assert len(sheet.weapons) == 2
    assert sum(mount.equipment.name == "Jump Jet" for mount in sheet.mounts) == 6


def test_a_machine_in_one_line_has_a_battle_value() -> None:
    assert battle_value(parse_unit(WASP)).total > 300


def test_what_is_printed_parses_to_the_same_machine() -> None:
    sheet = parse_unit(WASP)
    assert parse_unit(print_unit(sheet)) == sheet
    assert print_unit(parse_unit(print_unit(sheet))) == print_unit(sheet)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("biped 20 IS", "snake 20 IS", "is not shape, tons and technology"),
        ("biped 20 IS", "biped 23 IS", "no war machine weighs 23 tons"),
        ("120 Fusion Engine", "120 Hamster Wheel", "'Hamster Wheel' is not an engine"),
        ("walk 6 jump 6", "walk six", "is not movement"),
        ("10 single", "10 triple", "is not heat sinks"),
        ("HD 4", "HD lots", "is not the armour of a location"),
        ("Medium Laser@RA", "Medium Laser", "is not equipment at a location"),
        ("Medium Laser@RA", "Improbability Drive@RA", "is no equipment"),
        (" | 10 single", "", "7 fields between bars, here are 6"),
    ],
)
def test_a_line_that_is_no_machine_is_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason):
        parse_unit(WASP.replace(old, new, 1))


@settings(max_examples=100)
@given(some.text(max_size=60), some.integers(0, len(WASP)))
def test_any_text_is_a_machine_or_refused(text: str, at: int) -> None:
    with contextlib.suppress(RefusedError):
        sheet = parse_unit(WASP[:at] + text + WASP[at:])
        assert parse_unit(print_unit(sheet)).tons == sheet.tons
