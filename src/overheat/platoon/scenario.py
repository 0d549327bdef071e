"""Scenario files: a table, where both sides set up, what is worth holding, and who fights."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from overheat.kernel.refusal import refuse
from overheat.kernel.rules import Ruleset
from overheat.platoon.ground import Table, ground
from overheat.platoon.roster import Platoon, Roster, bundled, load_roster, muster
from overheat.platoon.state import Objective, Setup, Zone


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
    ground(scenario.table)
    return scenario


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
