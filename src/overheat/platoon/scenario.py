"""Scenario files: a table, where both sides set up, what is worth holding, and who fights."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from math import isfinite
from pathlib import Path

import msgspec

from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules import Ruleset
from overheat.platoon.ground import Table, ground
from overheat.platoon.roster import LONGEST, Platoon, Roster, bundled, load_roster, muster, readable
from overheat.platoon.state import Objective, Setup, Zone

SMALLEST, LARGEST = 12, 1000
"""The least and the most inches of a table."""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a scenario file says."""

    name: str
    text: str = ""
    players: tuple[str, str] = ("attacker", "defender")
    platoons: tuple[str, str]
    table: Table
    zones: tuple[Zone, Zone]
    objectives: tuple[Objective, ...] = ()


def read_scenario(text: str, source: str) -> Scenario:
    """A scenario file; what cannot be read is refused with the reason."""
    try:
        scenario = msgspec.convert(tomllib.loads(text), Scenario)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise refuse("scenario.file", f"{source}: {error}", file=source) from None
    wrong = next(_senseless(scenario), None)
    if wrong is not None:
        raise refuse("scenario.file", f"{source}: {wrong}", file=source)
    try:
        ground(scenario.table)
    except RefusedError as error:
        raise refuse(error.refusal.id, f"{source}: {error.refusal.reason}", file=source) from None
    return scenario


def _senseless(scenario: Scenario) -> Iterator[str]:
    """What a scenario says that no table has, with what was measured."""
    table, (first, second) = scenario.table, scenario.players
    names = [scenario.name, first, second, *scenario.platoons, *(each.name for each in scenario.objectives)]
    names += (text for piece in table.pieces for text in (piece.kind, piece.name) if text)
    yield from (f"{name[:LONGEST]!r} is no name" for name in names if not readable(name))
    if first == second or "/" in first + second:
        yield f"two players have two names without a stroke, not {first!r} and {second!r}"
    if not (_between(table.width, SMALLEST, LARGEST) and _between(table.depth, SMALLEST, LARGEST)):
        yield f"a table is {SMALLEST} to {LARGEST} inches wide and deep, not {table.width:g} by {table.depth:g}"
    for number, piece in enumerate(table.pieces, start=1):
        inches = [*(inch for point in piece.points for inch in point), piece.height or 0]
        if not all(_between(inch, -LARGEST, 2 * LARGEST) for inch in inches) or not (piece.height or 0) >= 0:
            yield f"piece {number} ({piece.kind}) lies nowhere near the table"
    for zone in scenario.zones:
        across, along = (0, zone.west, zone.east, table.width), (0, zone.south, zone.north, table.depth)
        if not all(map(isfinite, across + along)) or [*across, *along] != [*sorted(across), *sorted(along)]:
            west_to_east = f"{zone.west:g} to {zone.east:g} by {zone.south:g} to {zone.north:g}"
            yield f"a zone lies on the table of {table.width:g} by {table.depth:g} inches, not on {west_to_east}"
    for each in scenario.objectives:
        if not (_between(each.x, 0, table.width) and _between(each.y, 0, table.depth)):
            yield f"the objective {each.name!r} at ({each.x:g}, {each.y:g}) is off the table"
        if not (_between(each.radius, 0, LARGEST) and _between(each.worth, -LONGEST, LONGEST)):
            yield f"the objective {each.name!r} has a radius of {each.radius:g} inches and is worth {each.worth}"


def _between(number: float, low: float, high: float) -> bool:
    """Whether a number is one, and within bounds."""
    return isfinite(number) and low <= number <= high


@cache
def scenarios() -> dict[str, Scenario]:
    """The scenarios that come with the package, by name of their file."""
    folder = files("overheat.platoon").joinpath("data/scenarios")
    found = sorted((item for item in folder.iterdir() if item.name.endswith(".toml")), key=lambda item: item.name)
    return {
        item.name.removesuffix(".toml"): read_scenario(item.read_text(encoding="utf-8"), item.name) for item in found
    }


def load_scenario(name: str) -> Scenario:
    """A scenario by the name of a bundled one, or from a file on the disk."""
    if name in scenarios():
        return scenarios()[name]
    try:
        return read_scenario(Path(name).read_text(encoding="utf-8"), name)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "is not a text file in UTF-8"
        known = ", ".join(scenarios())
        raise refuse("scenario.file", f"{name}: {reason}; bundled are {known}", file=name) from None


def find_roster(name: str) -> Roster:
    """A platoon by the name of a bundled one, or from a file on the disk."""
    return bundled()[name] if name in bundled() else load_roster(Path(name))


def enlist(name: str, rules: Ruleset) -> Platoon:
    """A platoon that may fight; one that breaks its selector is refused with the first reason."""
    platoon = muster(find_roster(name), rules)
    if platoon.findings:
        raise refuse("roster.unlawful", f"{platoon.name}: {platoon.findings[0].reason}", platoon=name)
    return platoon


def set_up(scenario: Scenario, rules: Ruleset, platoons: tuple[str, str] | None = None) -> Setup:
    """A battle ready to begin: the scenario with two platoons, its own where none are named."""
    first, second = (enlist(name, rules) for name in platoons or scenario.platoons)
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
