"""Files that are damaged or written in an older way: refused by name, or told of, and never a surprise later."""

from __future__ import annotations

import random
import re
from contextlib import suppress

import msgspec
import pytest

from overheat.classic.battle_value.unit import battle_value
from overheat.classic.construction.check import check, weigh
from overheat.classic.cost.unit import unit_cost
from overheat.classic.recordsheet import draw_sheet
from overheat.classic.unit.sheet import Location, Sheet
from overheat.classic.unitfile.blk import parse_blk
from overheat.classic.unitfile.blk_writing import write_blk
from overheat.classic.unitfile.library import find, names
from overheat.classic.unitfile.mtf import parse_mtf
from overheat.classic.unitfile.mtf_writing import write_mtf
from overheat.kernel.refusal import RefusedError
from testbed import MACHINE

NUMBERS = (b"0", b"-1", b"99999999999999999999", b"1e400", b"nan", b"inf", b"", b"0.5")


def refusal(text: str) -> str:
    with pytest.raises(RefusedError) as refused:
        parse_mtf(text)
    return refused.value.refusal.id


def test_a_machine_without_any_location_is_refused() -> None:
    assert refusal(MACHINE[: MACHINE.index("Left Arm:")]) == "unit.locations"


def test_armour_on_a_location_that_is_not_there_is_told() -> None:
    reading = parse_mtf(MACHINE[: MACHINE.index("Right Leg:")])
    assert [(notice.id, notice.message) for notice in reading.notices] == [
        ("unit.locations", "there are no slots of RL")
    ]


def test_the_legs_of_a_machine_on_four_may_be_called_arms_and_legs() -> None:
    text = write_mtf(find("Scorpion SCP-1N").sheet)
    for leg, limb in (("FLL", "LA"), ("FRL", "RA"), ("RLL", "LL"), ("RRL", "RL")):
        text = text.replace(f"{leg} armor:", f"{limb} armor:")
    reading = parse_mtf(text)
    assert reading.notices == ()
    assert reading.sheet == find("Scorpion SCP-1N").sheet


@pytest.mark.parametrize(("known", "strange"), [("Fusion Engine(IS)", "Steam Kettle"), ("IS Standard", "Matchwood")])
def test_a_machine_whose_engine_or_structure_is_not_known_is_not_written(known: str, strange: str) -> None:
    reading = parse_mtf(MACHINE.replace(known, strange, 1))
    assert reading.unknown
    with pytest.raises(RefusedError) as refused:
        write_mtf(reading.sheet)
    assert refused.value.refusal.id == "unit.write"


def test_a_machine_without_slots_has_a_sheet_all_the_same() -> None:
    plain = parse_mtf(MACHINE).sheet
    bare = tuple(Location(code=place.code, armour=place.armour) for place in plain.locations)
    assert draw_sheet(msgspec.structs.replace(plain, locations=bare)).startswith("<svg")


def damaged(data: bytes, dice: random.Random) -> bytes:
    """Some bytes with a few of them changed, lost or doubled, or with a number in the place of another."""
    for _ in range(dice.choice((1, 2, 4))):
        at = dice.randrange(len(data))
        numbers = list(re.finditer(rb"-?[0-9]+", data))
        kind = dice.randrange(4)
        if kind == 0:
            data = data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]
        elif kind == 1:
            data = data[:at] + data[at + dice.choice((1, 20, 200)) :]
        elif kind == 2:
            data = data[:at] + data[at // 2 : at // 2 + 40] + data[at:]
        elif numbers:
            found = dice.choice(numbers)
            data = data[: found.start()] + dice.choice(NUMBERS) + data[found.end() :]
        if not data:
            return b"x"
    return data


def used(sheet: Sheet) -> None:
    """Ask everything of a unit; a refusal is an answer."""
    for ask in (battle_value, unit_cost, check, weigh, write_blk if sheet.unit_type else write_mtf, draw_sheet):
        with suppress(RefusedError):
            assert ask(sheet) is not None


@pytest.mark.parametrize("seed", range(2))
def test_damaged_files_are_read_or_refused_and_whatever_is_read_can_be_used(seed: int) -> None:
    dice = random.Random(seed)
    read = 0
    for name in names():
        sheet = find(name).sheet
        text = (write_blk(sheet) if sheet.unit_type else write_mtf(sheet)).encode()
        with suppress(RefusedError):
            used((parse_blk if sheet.unit_type else parse_mtf)(damaged(text, dice)).sheet)
            read += 1
    assert read > len(names()) / 10
