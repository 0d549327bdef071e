"""Scenario files: a table, where both sides set up, what is worth holding, and who fights."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from overheat.kernel.cite import Cite
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.battle.state import Objective, Setup, Zone
from overheat.platoon.books import BASE, HOUSE
from overheat.platoon.ground.terrain import Table, Terrain, ground
from overheat.platoon.rosters.roster import (
    LONGEST,
    OVER_POINTS,
    Platoon,
    Roster,
    bundled,
    load_roster,
    muster,
    readable,
)

SMALLEST = 12
"""The least inches of a table."""
WORTH = 100
"""The most that an objective is worth."""
TERRAIN, ZONES, AIMS, TABLES = BASE("Terrain"), HOUSE("Deployment"), BASE("Victory"), HOUSE("Tables")


class Bounds(NamedTuple):
    """How large the things on a table may be: all in inches but what an objective is worth."""

    table: float
    """The most that a table is wide and deep."""
    beside: float
    """How far terrain may lie beside it."""
    height: float
    """The highest piece of terrain."""
    radius: float
    """The largest radius of an objective."""
    worth: tuple[int, int]
    """The least and the most that an objective is worth."""


FILES = Bounds(table=1000, beside=1000, height=2000, radius=1000, worth=(-WORTH, WORTH))
"""What a scenario file may say."""


class Senseless(NamedTuple):
    """What no table has: the id of the refusal, what was measured, where it is written, and what it is about."""

    id: str
    reason: str
    cite: Cite | None = None
    part: str = ""
    """A piece, a zone or an objective with its number: `piece 3`."""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a scenario file says."""

    name: str
    game: Literal["platoon"] = "platoon"
    """Files on the disk say which game they are for."""
    text: str = ""
    players: tuple[str, str] = ("attacker", "defender")
    platoons: tuple[str, str]
    table: Table
    zones: tuple[Zone, Zone]
    objectives: tuple[Objective, ...] = ()


def parsed_scenario(text: str, source: str) -> Scenario:
    """What a scenario file says, sense or not; what is no such file is refused with the reason."""
    try:
        return msgspec.convert(tomllib.loads(text), Scenario)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise refuse("scenario.file", f"{source}: {error}", file=source) from None


def read_scenario(text: str, source: str, brought: Terrain = ()) -> Scenario:
    """A scenario file; what cannot be read is refused with the reason."""
    scenario = parsed_scenario(text, source)
    wrong = next(senseless(scenario, names_of(scenario), FILES), None)
    if wrong is not None:
        raise refuse("scenario.file", f"{source}: {wrong.reason}", file=source)
    try:
        ground(scenario.table, brought)
    except RefusedError as error:
        raise refuse(error.refusal.id, f"{source}: {error.refusal.reason}", file=source) from None
    return scenario


def names_of(scenario: Scenario) -> Iterator[str]:
    """Every name that a scenario file gives."""
    yield from (scenario.name, *scenario.players, *scenario.platoons, *(each.name for each in scenario.objectives))
    yield from (text for piece in scenario.table.pieces for text in (piece.kind, piece.name) if text)


def senseless(plan: Scenario | Setup, names: Iterable[str], bounds: Bounds) -> Iterator[Senseless]:
    """What a plan of a battle says that no table has, beginning with names that nobody can read."""
    first, second = plan.players
    yield from (Senseless("setup.name", f"{name[:LONGEST]!r} is no name") for name in names if not readable(name))
    if first == second or "/" in first + second:
        reason = f"two players have two names without a stroke, not {first!r} and {second!r}"
        yield Senseless("setup.players", reason)
    yield from _misshapen(plan.table, bounds)
    for number, zone in enumerate(plan.zones, start=1):
        reasons = _astray(zone, plan.table)
        yield from (Senseless("setup.zone", reason, ZONES, f"zone {number}") for reason in reasons)
    for number, each in enumerate(plan.objectives, start=1):
        reasons = _worthless(each, plan.table, bounds)
        yield from (Senseless("setup.objective", reason, AIMS, f"objective {number}") for reason in reasons)


def _misshapen(table: Table, bounds: Bounds) -> Iterator[Senseless]:
    """A table of no size, and terrain that lies nowhere near it."""
    if not (SMALLEST <= table.width <= bounds.table and SMALLEST <= table.depth <= bounds.table):
        size = f"a table is {SMALLEST} to {bounds.table:g} inches wide and deep"
        yield Senseless("table.size", f"{size}, not {table.width:g} by {table.depth:g}", TABLES)
    for number, piece in enumerate(table.pieces, start=1):
        near = all(-bounds.beside <= inch <= bounds.table + bounds.beside for point in piece.points for inch in point)
        if not near or not 0 <= (piece.height or 0) <= bounds.height:
            reason = f"piece {number} ({piece.kind[:LONGEST]}) lies nowhere near the table"
            yield Senseless("table.corners", reason, TERRAIN, f"piece {number}")


def _astray(zone: Zone, table: Table) -> Iterator[str]:
    """A zone that does not lie on the table."""
    if not (0 <= zone.west <= zone.east <= table.width and 0 <= zone.south <= zone.north <= table.depth):
        west_to_east = f"{zone.west:g} to {zone.east:g} by {zone.south:g} to {zone.north:g}"
        yield f"a zone lies on the table of {table.width:g} by {table.depth:g} inches, not on {west_to_east}"


def _worthless(objective: Objective, table: Table, bounds: Bounds) -> Iterator[str]:
    """An objective that does not lie on the table, or is larger than any."""
    name, (low, high) = objective.name, bounds.worth
    if not (0 <= objective.x <= table.width and 0 <= objective.y <= table.depth):
        yield f"the objective {name!r} at ({objective.x:g}, {objective.y:g}) is off the table"
    if not (0 <= objective.radius <= bounds.radius and low <= objective.worth <= high):
        yield f"the objective {name!r} has a radius of {objective.radius:g} inches and is worth {objective.worth}"


@cache
def scenarios() -> dict[str, Scenario]:
    """The scenarios that come with the package, by name of their file."""
    folder = files("overheat.platoon").joinpath("data/scenarios")
    found = sorted((item for item in folder.iterdir() if item.name.endswith(".toml")), key=lambda item: item.name)
    return {
        item.name.removesuffix(".toml"): read_scenario(item.read_text(encoding="utf-8"), item.name) for item in found
    }


def load_scenario(name: str, brought: Terrain = ()) -> Scenario:
    """A scenario by the name of a bundled one, or from a file on the disk, with the terrain that layers bring."""
    if name in scenarios():
        return scenarios()[name]
    try:
        return read_scenario(Path(name).read_text(encoding="utf-8"), name, brought)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "is not a text file in UTF-8"
        known = ", ".join(scenarios())
        raise refuse("scenario.file", f"{name}: {reason}; bundled are {known}", file=name) from None


def find_roster(name: str) -> Roster:
    """A platoon by the name of a bundled one, or from a file on the disk."""
    return bundled()[name] if name in bundled() else load_roster(Path(name))


def enlist(name: str, rules: Ruleset, *, agreed: bool = False) -> Platoon:
    """A platoon by its name that may fight."""
    return fit_to_fight(muster(find_roster(name), rules), agreed=agreed)


def fit_to_fight(platoon: Platoon, *, agreed: bool) -> Platoon:
    """A platoon that breaks nothing; one that does is refused with the first reason.

    One that is agreed on fights whatever it costs under these rules.
    """
    for found in platoon.findings:
        if not (agreed and found.id == OVER_POINTS):
            raise refuse("roster.unlawful", f"{platoon.name}: {found.reason}", found.cite)
    return platoon


def set_up(scenario: Scenario, rules: Ruleset, platoons: tuple[str, str] | None = None) -> Setup:
    """A battle ready to begin: the scenario with two platoons, its own where none are named, which it agrees on."""
    agreed = platoons is None
    first, second = (enlist(name, rules, agreed=agreed) for name in platoons or scenario.platoons)
    return arrange(scenario, first, second)


def arrange(scenario: Scenario, first: Platoon, second: Platoon) -> Setup:
    """A battle of two platoons, ready to begin."""
    return Setup(
        name=scenario.name,
        players=scenario.players,
        table=scenario.table,
        zones=scenario.zones,
        forces=(first.sheets, second.sheets),
        objectives=scenario.objectives,
    )
