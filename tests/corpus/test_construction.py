"""Official units break no rule of construction, but for a few whose files do."""

from fractions import Fraction

import pytest

from boards import CORPUS, needs_corpus
from overheat.classic.construction.check import check
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import read_blk
from overheat.classic.unitfile.mtf import read_mtf

pytestmark = needs_corpus

ERROR_FREE = Fraction(98, 100)
INDUSTRIAL_ERROR_FREE = Fraction(97, 100)
VEHICLES_ERROR_FREE = Fraction(97, 100)
OTHERS = {
    "aerospace fighter": (("fighters",), 240, Fraction(98, 100)),
    "conventional fighter": (("fighters", "convfighter"), 19, Fraction(1)),
    "battle armour": (("battlearmor",), 570, Fraction(98, 100)),
    "protomech": (("protomeks",), 42, Fraction(97, 100)),
    "infantry": (("infantry",), 620, Fraction(99, 100)),
}
"""Of the other kinds: the folders, at least how many there are, and the share that is free of errors."""

TOO_HEAVY = {"Kamakiri Attack VTOL (Gauss) 'Shi Kamakiri'", "SturmFeur 'Kalki' Cruise Missile Launcher"}
"""Superheavy vehicles whose files hold more than they have tons for."""


def machines() -> list[Sheet]:
    return [read_mtf(path).sheet for path in sorted((CORPUS / "units" / "meks").rglob("*.mtf"))]


def test_nearly_all_official_machines_are_free_of_errors() -> None:
    checked = [check(machine) for machine in machines()]
    spotless = sum(not any(finding.severity == "error" for finding in findings) for findings in checked)
    assert len(checked) > 2000
    assert Fraction(spotless, len(checked)) >= ERROR_FREE


def test_nearly_all_official_industrial_machines_are_free_of_errors() -> None:
    checked = [check(machine) for machine in machines() if machine.kind == "industrial machine"]
    spotless = sum(not any(finding.severity == "error" for finding in findings) for findings in checked)
    assert len(checked) > 80
    assert Fraction(spotless, len(checked)) >= INDUSTRIAL_ERROR_FREE


def test_no_official_machine_is_too_heavy() -> None:
    heavy = [
        machine.name
        for machine in machines()
        for finding in check(machine)
        if finding.id == "construction.weight" and finding.severity == "error"
    ]
    assert heavy == []


def vehicles() -> list[Sheet]:
    read = [read_blk(path).sheet for path in sorted((CORPUS / "units" / "vehicles").rglob("*.blk"))]
    return [sheet for sheet in read if sheet.kind == "vehicle"]


def test_nearly_all_official_vehicles_are_free_of_errors() -> None:
    checked = [check(vehicle) for vehicle in vehicles()]
    spotless = sum(not any(finding.severity == "error" for finding in findings) for findings in checked)
    assert len(checked) > 600
    assert Fraction(spotless, len(checked)) >= VEHICLES_ERROR_FREE


def test_hardly_any_official_vehicle_is_too_heavy() -> None:
    heavy = {
        vehicle.name
        for vehicle in vehicles()
        for finding in check(vehicle)
        if finding.id == "construction.vehicle.weight" and finding.severity == "error"
    }
    assert heavy == TOO_HEAVY


@pytest.mark.parametrize("kind", OTHERS)
def test_nearly_all_official_units_of_other_kinds_are_free_of_errors(kind: str) -> None:
    folders, least, share = OTHERS[kind]
    paths = [path for folder in folders for path in sorted((CORPUS / "units" / folder).rglob("*.blk"))]
    checked = [check(sheet) for sheet in (read_blk(path).sheet for path in paths) if sheet.kind == kind]
    spotless = sum(not any(finding.severity == "error" for finding in findings) for findings in checked)
    assert len(checked) >= least
    assert Fraction(spotless, len(checked)) >= share
