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


@pytest.mark.proves("TO-202-marine-points-battle-armor", "boarding.battle_armour_modifiers")
def test_a_sheet_tells_what_suits_add_to_marine_points(tmp_path: Path) -> None:
    assert "Marine points +2 each\n" in words(tmp_path, "BABattleClawVibro:LA", "BABattleClawVibro:RA") + "\n"
    assert "Marine points +1 each\n" in words(tmp_path, "ISBAMachineGun:LA") + "\n"
    assert "Marine points 0 each, +2 weightless" in words(
        tmp_path, "ISBAMagneticClamp:Body", "ISBASpaceOperationsAdaptation:Body"
    )
    assert "Marine points 0 each, -1 weightless" in words(tmp_path, chassis="quad")
    assert "Marine points" not in words(tmp_path)
