"""Set-ups of H.E.A.T that somebody brings: what is larger than any table, or makes no sense, is refused."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from overheat.kernel.refusal import refuse
from overheat.platoon.arms import armoury
from overheat.platoon.catalogue import unit_kind
from overheat.platoon.geometry import SCALE, Spot
from overheat.platoon.ground import Table, ground
from overheat.platoon.rules.standard.orders import OFFICERS
from overheat.platoon.sheet import Sheet
from overheat.platoon.state import Setup
from overheat.table.limits import Limits

LONGEST = 100
"""The most letters of a name."""
MOST_MEN = 40
"""The most men of one unit."""
MARKS = 30
"""The most pieces of equipment, objectives and the like."""
SMALLEST, BESIDE = 12, 60
"""The smallest table, and how far terrain may lie beside it, in inches."""


def check_platoon(setup: Setup, limits: Limits) -> None:
    """A set-up is no larger than the limits, its numbers are numbers, and its units are such as there are."""
    _check_players(setup)
    _check_table(setup.table, limits)
    _check_markers(setup)
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


def _named(*names: str) -> bool:
    """Whether names are such that people can read them."""
    return all(0 < len(name) <= LONGEST and name.isprintable() for name in names)


def _numbers(numbers: Iterable[float], low: float, high: float) -> bool:
    """Whether numbers are real and within bounds."""
    return all(isfinite(number) and low <= number <= high for number in numbers)


def _check_players(setup: Setup) -> None:
    first, second = setup.players
    if first == second or not _named(first, second) or "/" in first + second:
        raise refuse("setup.players", "two players have two names, without a stroke")
    if len(setup.name) > LONGEST:
        raise refuse("setup.name", f"a name has at most {LONGEST} letters")


def _check_table(table: Table, limits: Limits) -> None:
    most = limits.table_inches
    if not _numbers((table.width, table.depth), SMALLEST, most):
        raise refuse("table.size", f"a table is {SMALLEST} to {most:g} inches wide and deep")
    corners = [number for piece in table.pieces for point in piece.points for number in point]
    if len(corners) > 2 * limits.corners or len(table.pieces) > limits.corners:
        raise refuse("table.corners", f"terrain has at most {limits.corners:,} corners")
    heights = [piece.height for piece in table.pieces if piece.height is not None]
    if not _numbers(corners, -BESIDE, most + BESIDE) or not _numbers(heights, 0, BESIDE):
        raise refuse("table.corners", "terrain lies on the table")
    if not all(len(piece.name) <= LONGEST for piece in table.pieces):
        raise refuse("setup.name", f"a name has at most {LONGEST} letters")
    ground(table)


def _check_markers(setup: Setup) -> None:
    """Zones, objectives and devices lie on the table."""
    wide, deep = setup.table.width, setup.table.depth
    for zone in setup.zones:
        across, along = (0, zone.west, zone.east, wide), (0, zone.south, zone.north, deep)
        fits = _numbers((*across, *along), 0, max(wide, deep))
        if not fits or list(across) != sorted(across) or list(along) != sorted(along):
            raise refuse("setup.zone", "a zone lies on the table")
    if len(setup.objectives) > MARKS or len(setup.devices) > MARKS:
        raise refuse("setup.marks", f"there are at most {MARKS} objectives and {MARKS} devices")
    for objective in setup.objectives:
        placed = _numbers((objective.x,), 0, wide) and _numbers((objective.y,), 0, deep)
        sized = _numbers((objective.radius, objective.worth), 0, LONGEST)
        if not (placed and sized and len(objective.name) <= LONGEST):
            raise refuse("setup.objective", "an objective lies on the table, and its worth and radius are up to 100")
    for device in setup.devices:
        if device.side not in (0, 1) or device.owner or device.carrier or not _on(device.at, setup.table):
            raise refuse("setup.device", "a device of either side lies on the table, and nobody carries it yet")


def _on(at: Spot, table: Table) -> bool:
    return 0 <= at.x <= table.width * SCALE and 0 <= at.y <= table.depth * SCALE and at.z == 0


def _check_sheet(sheet: Sheet) -> None:
    """A unit is one of the catalogue, with weapons of the charts and numbers of a unit."""
    name = sheet.name[:LONGEST]
    if not _named(sheet.id, sheet.name) or "/" in sheet.id or len(sheet.slot) > LONGEST:
        raise refuse("setup.unit", f"{name!r}: a unit has an id without a stroke, and a name")
    unit_kind(sheet.unit)
    _check_make(sheet, name)
    numbers = (sheet.laws, sheet.grenade_launchers, sheet.seats, sheet.points / LONGEST)
    if not _numbers(numbers, 0, LONGEST) or not 2 <= sheet.damage_value <= 12:
        raise refuse("setup.unit", f"{name}: no unit has such numbers")
    if sheet.officer is not None and sheet.officer not in OFFICERS:
        raise refuse("setup.unit", f"{name}: no rank {sheet.officer[:LONGEST]!r}")
    if len(sheet.flags) > MARKS or len(sheet.mounts) > MARKS:
        raise refuse("setup.unit", f"{name}: too much equipment")
    weapons = [man.arms for man in sheet.men] + [mount.weapon for mount in sheet.mounts]
    for weapon in {*weapons, *([sheet.system] if sheet.system else [])}:
        if weapon not in armoury():
            raise refuse("weapons.unknown", f"no weapon {weapon[:LONGEST]!r} in the charts")


def _check_make(sheet: Sheet, name: str) -> None:
    """Men are men, hulls have a size, and what flies has an airframe or a load."""
    least = 0 if sheet.kind == "drone" else 1
    if sheet.soft and (not least <= len(sheet.men) <= MOST_MEN or sheet.mounts or sheet.seats):
        raise refuse("setup.unit", f"{name}: it has {least} to {MOST_MEN} men, and neither mounts nor seats")
    sizes = (sheet.length, sheet.width, sheet.height)
    if not sheet.soft and (sheet.men or sheet.system or not _numbers(sizes, 10, 3000)):
        raise refuse("setup.unit", f"{name}: a hull has a size, and nobody beside it")
    if sheet.soft and (sheet.length or sheet.width != 100):
        raise refuse("setup.unit", f"{name}: men stand on bases of an inch")
    if (sheet.kind == "helicopter") != (sheet.airframe is not None):
        raise refuse("setup.unit", f"{name}: helicopters alone have an airframe")
    if (sheet.kind == "drone") != (sheet.payload is not None):
        raise refuse("setup.unit", f"{name}: drones alone carry a load")
