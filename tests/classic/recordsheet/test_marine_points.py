"""Marine points on the record sheets of battle armour, through `overheat unit sheet`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from classic.rules.test_errata_units import suit
from terminal import run


def words(folder: Path, *equipment: str, chassis: str = "biped") -> str:
    """What the record sheet of a squad says."""
    path = folder / "squad.blk"
    path.write_text(suit(*equipment, chassis=chassis), encoding="utf-8")
    drawn = run("unit", "sheet", str(path)).stdout
    return "\n".join(
        "".join(text.itertext()) for text in ElementTree.fromstring(drawn).iter() if text.tag.endswith("text")
    )


def added(folder: Path, *equipment: str, chassis: str = "biped") -> str:
    """What the record sheet of a squad says that suits add to the marine points of each trooper."""
    (line,) = (line for line in words(folder, *equipment, chassis=chassis).splitlines() if line.startswith("Marine"))
    return line.removeprefix("Marine points ")


@pytest.mark.proves("TO-202-marine-points-battle-armor", "boarding.battle_armour_modifiers")
def test_a_sheet_tells_what_suits_add_to_marine_points(tmp_path: Path) -> None:
    assert added(tmp_path, "BABattleClawVibro:LA", "BABattleClawVibro:RA") == "+2 each"
    assert added(tmp_path, "BABattleClaw:LA", "BABattleClaw:RA") == "+1 each"
    assert added(tmp_path, "ISBAMachineGun:LA") == "+1 each"
    assert added(tmp_path, "BAHeavyBattleClaw:LA") == "+0.25 each"
    assert added(tmp_path, "BACuttingTorch:Body") == "+0.25 each"
    assert added(tmp_path, "BAIndustrialDrill:LA", "BAIndustrialDrill:RA") == "+0.25 each"
    assert added(tmp_path, "ISBAMagneticClamp:Body") == "0 each, +1 weightless"
    assert added(tmp_path, "ISBASpaceOperationsAdaptation:Body") == "0 each, +1 weightless"
    assert added(tmp_path, chassis="quad") == "0 each, -1 weightless"


def test_a_sheet_is_silent_where_suits_add_nothing(tmp_path: Path) -> None:
    assert "Marine points" not in words(tmp_path)
