"""Set-ups of H.E.A.T that somebody brings: what is larger than any table, or makes no sense, is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Table as Rows
from overheat.platoon.battle.scenario import WORTH, Bounds, senseless
from overheat.platoon.battle.state import Setup
from overheat.platoon.ground.geometry import SCALE, Spot
from overheat.platoon.ground.terrain import TERRAIN, Table, Terrain, ground
from overheat.platoon.rosters.catalogue import ENTRIES, unit_kind
from overheat.platoon.rosters.roster import LONGEST, readable
from overheat.platoon.rosters.sheet import LEAST_BASE, MOST_BASE, Sheet, weapons_of
from overheat.platoon.rulesets import LIBRARY
from overheat.platoon.units.weapons import ENTRIES as ARMS
from overheat.platoon.units.weapons import armoury
from overheat.table.guard.limits import Limits

MOST_MEN = 40
"""The most men of one unit."""
MOST, MOST_POINTS = 100, 10_000
"""The most of anything that one unit has, and the most that it costs."""
MARKS = 30
"""The most pieces of equipment, objectives and the like."""
BESIDE = 60
"""How far terrain may lie beside the table, and how high it may be, in inches."""
RADIUS = 100
"""The largest radius of an objective, in inches."""


def check_platoon(setup: Setup, limits: Limits) -> None:
    """A set-up is no larger than the limits, its numbers are numbers, and its units are such as there are."""
    _check_many(setup, limits)
    bounds = Bounds(table=limits.table_inches, beside=BESIDE, height=BESIDE, radius=RADIUS, worth=(0, WORTH))
    for wrong in senseless(setup, _names(setup), bounds):
        raise refuse(wrong.id, wrong.reason, wrong.cite)
    ground(setup.table, terrain_of_layers())
    _check_devices(setup)
    sheets = [sheet for force in setup.forces for sheet in force]
    if len(sheets) > limits.units:
        raise refuse("table.units", f"{len(sheets)} units are too many; the limit is {limits.units}")
    men = sum(len(sheet.men) for sheet in sheets)
    if men > limits.men:
        raise refuse("table.men", f"{men} men are too many; the limit is {limits.men}")
    for force in setup.forces:
        ids = [sheet.id for sheet in force]
        if len(set(ids)) < len(ids):
            raise refuse("setup.units", "two units of a side have the same id")
        for sheet in force:
            _check_sheet(sheet)
            if sheet.squad is not None and sheet.squad not in ids:
                raise refuse("setup.squad", f"{sheet.name[:LONGEST]}: there is no squad {sheet.squad[:LONGEST]!r}")


def _numbers(numbers: Iterable[float], low: float, high: float) -> bool:
    """Whether numbers are real and within bounds."""
    return all(low <= number <= high for number in numbers)


def _names(setup: Setup) -> list[str]:
    """Every name that a set-up gives; the players alone need some."""
    objectives, pieces = ([each.name for each in many] for many in (setup.objectives, setup.table.pieces))
    return [*setup.players, *filter(None, (setup.name, *objectives, *pieces))]


def _check_many(setup: Setup, limits: Limits) -> None:
    """There is no more on the table than the limits allow."""
    pieces = setup.table.pieces
    if sum(len(piece.points) for piece in pieces) > limits.corners or len(pieces) > limits.corners:
        raise refuse("table.corners", f"terrain has at most {limits.corners:,} corners")
    if len(setup.objectives) > MARKS or len(setup.devices) > MARKS:
        raise refuse("setup.marks", f"there are at most {MARKS} objectives and {MARKS} devices")


def _check_devices(setup: Setup) -> None:
    """Devices lie on the table."""
    for device in setup.devices:
        if device.side not in (0, 1) or device.owner or device.carrier or not _on(device.at, setup.table):
            raise refuse("setup.device", "a device of either side lies on the table, and nobody carries it yet")


def _on(at: Spot, table: Table) -> bool:
    return 0 <= at.x <= table.width * SCALE and 0 <= at.y <= table.depth * SCALE and at.z == 0


def _brought(table: Rows[str, Any]) -> dict[str, Any]:
    """The rows that any layer known here brings to a table; whether its rules have them says the game that begins."""
    brought = (rows.rows for layer in LIBRARY.layers.values() for rows in layer.rows if rows.table.id == table.id)
    return {id: row for rows in brought for id, row in rows.items()}


def terrain_of_layers() -> Terrain:
    """The kinds of terrain that any layer known here brings or changes."""
    return tuple(_brought(TERRAIN).items())


def _check_sheet(sheet: Sheet) -> None:
    """A unit is one of the catalogue, with weapons of the charts and numbers of a unit."""
    name = sheet.name[:LONGEST]
    if not (readable(sheet.id) and readable(sheet.name)) or "/" in sheet.id or len(sheet.slot) > LONGEST:
        raise refuse("setup.unit", f"{name!r}: a unit has an id without a stroke, and a name")
    if sheet.unit not in _brought(ENTRIES):
        unit_kind(sheet.unit)
    _check_make(sheet, name)
    numbers = (sheet.laws, sheet.grenade_launchers, sheet.seats)
    if not (_numbers(numbers, 0, MOST) and 0 <= sheet.points <= MOST_POINTS) or not 2 <= sheet.damage_value <= 12:
        raise refuse("setup.unit", f"{name}: no unit has such numbers")
    if len(sheet.flags) > MARKS or len(sheet.mounts) > MARKS:
        raise refuse("setup.unit", f"{name}: too much equipment")
    for weapon in weapons_of(sheet):
        if weapon not in armoury() and weapon not in _brought(ARMS):
            raise refuse("weapons.unknown", f"no weapon {weapon[:LONGEST]!r} in the charts")


def _check_make(sheet: Sheet, name: str) -> None:
    """Men are men, hulls have a size, and what flies has an airframe or a load."""
    least = 0 if sheet.kind == "drone" else 1
    if sheet.soft and (not least <= len(sheet.men) <= MOST_MEN or sheet.mounts or sheet.seats):
        raise refuse("setup.unit", f"{name}: it has {least} to {MOST_MEN} men, and neither mounts nor seats")
    sizes = (sheet.length, sheet.width, sheet.height)
    if not sheet.soft and (sheet.men or sheet.system or not _numbers(sizes, 10, 3000)):
        raise refuse("setup.unit", f"{name}: a hull has a size, and nobody beside it")
    if sheet.soft and (sheet.length or not LEAST_BASE <= sheet.width / SCALE <= MOST_BASE):
        raise refuse("setup.unit", f"{name}: men stand on bases of {LEAST_BASE:g} to {MOST_BASE:g} inches")
    if (sheet.kind == "helicopter") != (sheet.airframe is not None):
        raise refuse("setup.unit", f"{name}: helicopters alone have an airframe")
    if (sheet.kind == "drone") != (sheet.payload is not None):
        raise refuse("setup.unit", f"{name}: drones alone carry a load")
