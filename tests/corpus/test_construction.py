"""Official units break no rule of construction, but for a few whose files do."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from boards import CORPUS, needs_corpus
from overheat.classic.construction.check import check
from overheat.classic.construction.machine.plan import Finding
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


Checked = list[tuple[Sheet, tuple[Finding, ...]]]
"""Units with what construction finds wrong with them."""


def checked(sheets: Iterable[Sheet]) -> Checked:
    return [(sheet, check(sheet)) for sheet in sheets]


def spotless(units: Checked) -> Fraction:
    """The share of units that are free of errors."""
    return Fraction(sum(not any(each.severity == "error" for each in found) for _, found in units), len(units))


def failing(units: Checked, id: str) -> set[str]:
    """The names of units that fail a check."""
    return {sheet.name for sheet, found in units for each in found if (each.id, each.severity) == (id, "error")}


@pytest.fixture(scope="module")
def machines() -> Checked:
    return checked(read_mtf(path).sheet for path in sorted((CORPUS / "units" / "meks").rglob("*.mtf")))


def test_nearly_all_official_machines_are_free_of_errors(machines: Checked) -> None:
    assert len(machines) > 2000
    assert spotless(machines) >= ERROR_FREE


def test_nearly_all_official_industrial_machines_are_free_of_errors(machines: Checked) -> None:
    industrial = [(sheet, found) for sheet, found in machines if sheet.kind == "industrial machine"]
    assert len(industrial) > 80
    assert spotless(industrial) >= INDUSTRIAL_ERROR_FREE


def test_no_official_machine_is_too_heavy(machines: Checked) -> None:
    assert failing(machines, "construction.weight") == set()


@pytest.fixture(scope="module")
def vehicles() -> Checked:
    read = (read_blk(path).sheet for path in sorted((CORPUS / "units" / "vehicles").rglob("*.blk")))
    return checked(sheet for sheet in read if sheet.kind == "vehicle")


def test_nearly_all_official_vehicles_are_free_of_errors(vehicles: Checked) -> None:
    assert len(vehicles) > 600
    assert spotless(vehicles) >= VEHICLES_ERROR_FREE


def test_hardly_any_official_vehicle_is_too_heavy(vehicles: Checked) -> None:
    assert failing(vehicles, "construction.vehicle.weight") == TOO_HEAVY


@pytest.mark.parametrize("kind", OTHERS)
def test_nearly_all_official_units_of_other_kinds_are_free_of_errors(kind: str) -> None:
    folders, least, share = OTHERS[kind]
    paths = [path for folder in folders for path in sorted((CORPUS / "units" / folder).rglob("*.blk"))]
    units = checked(sheet for sheet in (read_blk(path).sheet for path in paths) if sheet.kind == kind)
    assert len(units) >= least
    assert spotless(units) >= share
