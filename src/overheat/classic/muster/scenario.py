"""Scenario files: a battle in TOML, with its map, forces, deployment, objectives, length and rules.

    title = "A duel at the ford"
    game = "classic"
    board = "valley"
    rounds = 15
    rules = []

    [[force]]
    side = "red"
    units = [{ unit = "Wolverine WVR-6R", hex = "0502", facing = 3, gunnery = 4, piloting = 5 }]

A unit without a hex is placed before the first round, in the `zone` of its force: `{ edge = "north", depth = 3 }`, or
`{ hexes = ["0501", "0502"] }`.
`loads = { "LT SRM 6 Ammo" = "Inferno" }` of a unit says what its bins hold, where that is not what its file says.
`planet = "moon"` is fought in the conditions of a planet, under its rules, and on its map where no `board` is named.
A unit or a board is a bundled name, or a path beside the scenario file; what is not bundled is read into the set-up, so
that a saved battle needs nothing but itself.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from overheat.classic.board import library as boards
from overheat.classic.facts.state import Objective, Weather
from overheat.classic.muster import planets
from overheat.classic.muster.setup import Combatant, Setup, Zone
from overheat.classic.unitfile import library as units
from overheat.kernel.refusal import RefusedError, refuse

SUFFIX = ".toml"


Facing = Annotated[int, msgspec.Meta(ge=0, le=5)]
Skill = Annotated[int, msgspec.Meta(ge=0, le=8)]


class Placed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit of a force and where it begins."""

    unit: str
    hex: str = ""
    facing: Facing = 0
    gunnery: Skill = 4
    piloting: Skill = 5
    id: str = ""
    loads: dict[str, str] = {}
    pilot: str = ""


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a side places the units that have no hex."""

    edge: Literal["", "north", "south", "east", "west"] = ""
    depth: Annotated[int, msgspec.Meta(ge=1)] = 3
    hexes: tuple[str, ...] = ()


class Force(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one side brings."""

    side: str
    units: tuple[Placed, ...]
    zone: Place | None = None


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle as its file describes it."""

    title: str
    game: Literal["classic"] = "classic"
    story: str = ""
    board: str = ""
    planet: str = ""
    """Where it is fought: a name of `planets.toml`."""
    rounds: Annotated[int, msgspec.Meta(ge=0)] = 0
    rules: tuple[str, ...] = ()
    weather: Weather = Weather()
    objectives: tuple[Objective, ...] = ()
    force: tuple[Force, ...]


def names() -> tuple[str, ...]:
    """The names of the scenarios that come with the project."""
    return tuple(sorted(_bundled()))


def _bundled() -> dict[str, Traversable]:
    folder = files("overheat.classic").joinpath("data/scenarios")
    return {file.name.removesuffix(SUFFIX): file for file in folder.iterdir() if file.name.endswith(SUFFIX)}


def find(name_or_path: str) -> tuple[Scenario, Setup]:
    """A scenario by the name of a bundled one or by its path, and the set-up it makes."""
    bundled = _bundled().get(name_or_path)
    if bundled is not None:
        return _read(bundled.read_bytes(), name_or_path, None)
    path = Path(name_or_path)
    if not (name_or_path.endswith(SUFFIX) or path.exists()):
        known = ", ".join(names())
        raise refuse("scenario.name", f"no scenario {name_or_path[:60]!r}: neither a file nor one of {known}")
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refuse("scenario.file", f"{name_or_path}: {reason}", file=name_or_path) from None
    return _read(data, name_or_path, path.parent)


def _read(data: bytes, name: str, folder: Path | None) -> tuple[Scenario, Setup]:
    try:
        scenario = msgspec.convert(tomllib.loads(data.decode("utf-8")), Scenario)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise refuse("scenario.file", f"{name}: {error}", file=name) from None
    try:
        scenario = _landed(scenario)
        return scenario, _setup(scenario, folder)
    except RefusedError as error:
        raise refuse("scenario.file", f"{name}: {error.refusal.reason}", error.refusal.cite, file=name) from None


def _landed(scenario: Scenario) -> Scenario:
    """A scenario with the rules of its planet, and its conditions where it has none of its own."""
    if not scenario.planet:
        if not scenario.board:
            raise refuse("scenario.board", "it needs a board or a planet")
        return scenario
    planet = planets.find(scenario.planet)
    weather = scenario.weather if scenario.weather.given else planet.conditions
    rules = tuple(dict.fromkeys((*planet.rules, *scenario.rules)))
    return msgspec.structs.replace(scenario, weather=weather, rules=rules)


def _setup(scenario: Scenario, folder: Path | None) -> Setup:
    board = _beside(scenario.board, folder) if scenario.board else planets.map_of(scenario.planet)
    listed = []
    count: Counter[str] = Counter()
    for force in scenario.force:
        for placed in force.units:
            count[force.side] += 1
            text_of = _beside(placed.unit, folder)
            combatant = Combatant(
                id=placed.id or f"{force.side}-{count[force.side]}",
                side=force.side,
                unit=Path(placed.unit).name if text_of else placed.unit,
                text=text_of,
                hex=placed.hex,
                facing=placed.facing,
                gunnery=placed.gunnery,
                piloting=placed.piloting,
                loads=placed.loads,
                pilot=placed.pilot,
            )
            combatant.sheet()
            listed.append(combatant)
    if not board:
        boards.find(scenario.board)
    return Setup(
        board=Path(scenario.board or f"{scenario.planet}.board").name if board else scenario.board,
        board_text=board,
        units=tuple(listed),
        rounds=scenario.rounds,
        weather=scenario.weather,
        objectives=scenario.objectives,
        zones=tuple(
            Zone(side=force.side, edge=force.zone.edge, depth=force.zone.depth, hexes=force.zone.hexes)
            for force in scenario.force
            if force.zone is not None
        ),
    )


def _beside(name: str, folder: Path | None) -> str:
    """The text of a file that a scenario names by a path; nothing for what comes with the project."""
    if folder is None or not name.lower().endswith((*units.READERS, boards.SUFFIX)):
        return ""
    try:
        return (folder / name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refuse("scenario.path", f"{name}: {reason}", path=name) from None
