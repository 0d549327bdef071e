"""Spaces that errata give items by kind of unit, through `overheat unit check`: NA is not to be mounted."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

from classic.construction.test_protomech_errors import IMP
from classic.construction.test_support_vehicle_checks import TRUCK
from overheat.classic import rulesets as classic
from overheat.cli.main import app
from vehicles import WARDEN

AS_PRINTED = """id = "as_printed"
needs = ["classic"]
cite = "before the errata"

[rows."equipment.figures"]
"Vehicular Jump Jet" = {spaces = {combat_vehicle = "NA", support_vehicle = "NA"}}
"""
"""Vehicular jump jets as they were printed for combat vehicles, and for support vehicles, too."""


def found(path: Path, text: str, *more: str) -> dict[str, str]:
    """What `overheat unit check` finds in a unit: reasons by the rules that find them."""
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(app, ["unit", "check", str(path), "--format", "json", *more])
    return {each["id"]: each["reason"] for each in json.loads(result.stdout)["findings"]}


@pytest.mark.proves("construction.fighter.made_for")
def test_a_heavy_flamer_is_not_made_for_fighters(tmp_path: Path) -> None:
    plain = files("overheat.classic").joinpath("data/units/fighters/Sparrowhawk SPR-H5.blk").read_text(encoding="utf-8")
    flaming = plain.replace("<Nose Equipment>\n", "<Nose Equipment>\nISHeavyFlamer\n")
    told = found(tmp_path / "fighter.blk", flaming)
    assert told["construction.fighter.made_for"] == "Heavy Flamer is not made for fighters"
    assert "construction.fighter.made_for" not in found(tmp_path / "fighter.blk", plain)


@pytest.mark.proves("construction.protomech.made_for")
def test_an_improved_launcher_of_one_shot_is_not_made_for_protomechs(tmp_path: Path) -> None:
    assert "construction.protomech.made_for" not in found(tmp_path / "imp.blk", IMP)
    armed = IMP.replace("<Torso Equipment>\n", "<Torso Equipment>\nCLLRM5 (I-OS)\n")
    assert found(tmp_path / "imp.blk", armed)["construction.protomech.made_for"].endswith("is not made for protomechs")


@pytest.mark.proves("construction.vehicle.made_for", "construction.support.made_for")
def test_jump_jets_of_vehicles_as_they_were_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as kept:
        kept.setattr(classic.LIBRARY, "layers", dict(classic.LIBRARY.layers))
        kept.setattr(classic.LIBRARY, "files", {})
        kept.setattr(classic.LIBRARY, "_composed", {})
        _as_printed(tmp_path)


def _as_printed(tmp_path: Path) -> None:
    printed = tmp_path / "printed.toml"
    printed.write_text(AS_PRINTED, encoding="utf-8")
    for text, rule, whole in (
        (WARDEN, "construction.vehicle.made_for", "combat vehicles"),
        (TRUCK, "construction.support.made_for", "support vehicles"),
    ):
        jumping = text.replace("<Body Equipment>\n", "<Body Equipment>\nVJJ\n")
        assert rule not in found(tmp_path / "jumper.blk", jumping)
        told = found(tmp_path / "jumper.blk", jumping, "--rules", str(printed))
        assert told[rule] == f"Vehicular Jump Jet is not made for {whole}"


@pytest.mark.proves("construction.support.spaces")
def test_artillery_fills_its_own_space_on_a_support_vehicle(tmp_path: Path) -> None:
    """A truck of 20 tons has seven slots; the Thumper alone takes seven, and four are filled already."""
    armed = TRUCK.replace("<Rear Equipment>\n", "<Rear Equipment>\nISThumper\n")
    told = found(tmp_path / "truck.blk", armed)
    assert told["construction.support.spaces"] == "has 7 slots for items, found 11 filled"
