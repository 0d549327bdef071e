"""What a block file leaves to the rules: points of structure, the rating of the engine, how infantry moves."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from math import ceil
from typing import Any

from overheat.classic.unitfile.layouts import Place, UnitType

_COLUMNS = {"HD": 0, "T": 1, "RA": 2, "LA": 2, "L": 3, "MG": 4}
"""Which column of the structure of protomechs a location takes."""
_FOUR_LEGS = 5
"""The column of the legs of a protomech on four of them."""


@cache
def tables() -> dict[str, Any]:
    """The tables of `data/tables/implied.toml`."""
    text = files("overheat.classic").joinpath("data/tables/implied.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def structure_points(unit: UnitType, place: Place, tons: float, motive: str, troopers: int) -> int:
    """The internal structure of a location.

    A vehicle has a tenth of its tons in every location with armour, rounded up. A trooper is one point.
    """
    if unit.family in ("vehicle", "vtol"):
        return ceil(tons / 10) if place.armoured else 0
    if unit.family == "suit":
        return int(place.armoured)
    if unit.family == "infantry":
        return troopers if place.code == "Troopers" else 0
    if unit.family == "protomech" and place.armoured and not (motive == "quad" and place.code in ("RA", "LA")):
        row: list[int] | None = tables()["protomech"].get(f"{tons:.0f}")
        column = _FOUR_LEGS if motive == "quad" and place.code == "L" else _COLUMNS[place.code]
        return row[column] if row else 0
    return 0


def integrity(unit: UnitType, tons: float, thrust: int) -> int:
    """The structural integrity of a fighter: its safe thrust or a tenth of its tons, whichever is more."""
    return max(thrust, int(tons / 10)) if unit.family == "fighter" else 0


def infantry_movement(motive: str) -> tuple[int, int]:
    """How far infantry goes on the ground and by jumping; nothing where the rules leave it to the unit."""
    walk, jump = tables()["infantry"].get(motive, (0, 0))
    return walk, jump


def suspension(motive: str, tons: float) -> int:
    """The suspension factor of a combat vehicle."""
    rows: list[tuple[int, int]] = tables()["suspension"].get(motive, [(0, 0)])
    return next((factor for limit, factor in rows if tons <= limit), rows[-1][1])


def engine_rating(unit: UnitType, motive: str, tons: float, walk: int) -> int:
    """The rating that moves a unit as fast as its file says; support vehicles and large craft have none."""
    if unit.kind == "vehicle":
        return max(10, ceil((walk * tons - suspension(motive, tons)) / 5) * 5) if walk else 0
    if unit.kind == "aerospace fighter":
        return max(0, int((walk - 2) * tons))
    if unit.kind == "conventional fighter":
        return int(walk * tons)
    if unit.kind == "protomech":
        saved = 2 if motive in ("quad", "wige") else 0
        return max(1, int((ceil(walk * 1.5) - saved) * tons))
    return 0
