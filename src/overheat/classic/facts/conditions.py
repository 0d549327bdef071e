"""Planetary conditions: what light, weather, air and the like do, as data. Read from `data/conditions.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import ORDINARY_AIR, Unit, Weather
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.cite import Cite

NOTHING: Mapping[str, int] = {}
SAND = "blowing sand"
"""What it is called that sand blows."""


class Without(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a condition cannot be with."""

    atmosphere: tuple[str, ...] = ()
    warmer: int | None = None
    """Degrees from which it is too warm."""


class Condition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one condition does; `conditions.toml` says what each field counts."""

    page: int
    says: str
    to_hit: dict[str, int] = {}
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    physical: int = 0
    glow: int = 0
    lamp: int = 0
    lamp_way: bool = False
    cost: int = 0
    paved: int = 0
    points: dict[str, int] = {}
    jump: dict[str, int] = {}
    piloting: dict[str, int] = {}
    on_all_fours: int | None = None
    runs: bool = True
    dry_in: dict[str, int] = {}
    sight: tuple[int, int] | None = None
    unfit: tuple[str, ...] = ()
    brings: dict[str, str] = {}
    without: Without = Without()
    snow: tuple[int, int, int] = (0, 0, 0)
    breaches: bool = False
    burns: bool = True
    kindles: int = 0
    shelters: bool = False
    amended: dict[str, str] = {}

    @property
    def cite(self) -> Cite:
        """Where its rules are."""
        return TACTICAL_OPERATIONS("Planetary Conditions", self.page)


@cache
def conditions() -> dict[str, dict[str, Condition]]:
    """Every condition by its sort, the fields of a weather, and by its name."""
    text = files("overheat.classic").joinpath("data/conditions.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, dict[str, Condition]])


def present(weather: Weather) -> list[tuple[str, str]]:
    """The conditions with names that a battle is fought in, by sort and name; nothing of what is as usual."""
    if weather is USUAL or weather == USUAL:
        return []
    found = [(sort, getattr(weather, sort)) for sort in ("light", "fog", "precipitation", "wind", "taint")]
    found += [("sand", SAND)] if weather.sand else []
    found += [("atmosphere", weather.atmosphere)] if weather.atmosphere != ORDINARY_AIR else []
    return [(sort, name) for sort, name in found if name and (sort, name) != ("light", USUAL.light)]


USUAL = Weather()


def kinds_of(unit: Unit) -> tuple[str, ...]:
    """What conditions call a unit, what says most about it first."""
    return kinds_of_sheet(unit.sheet)


@cache
def _kinds(kind: str, motive: str) -> tuple[str, ...]:
    if kind == "infantry":
        return ("afoot", "platoon", "all") if motive in ("foot", "jump") else ("platoon", "all")
    if kind == "battle armour":
        return ("suits", "all")
    if kind in ("vehicle", "support vehicle"):
        return (motive, "vehicle", "all")
    return ("protomech", "all") if kind == "protomech" else ("machine", "all")


def kinds_of_sheet(sheet: Sheet) -> tuple[str, ...]:
    """What conditions call a unit of some sheet."""
    return _kinds(sheet.kind, sheet.motive)


def figure(of: Mapping[str, int], kinds: tuple[str, ...]) -> int:
    """What a condition says for the first of some names that it speaks of."""
    return next((of[kind] for kind in kinds if kind in of), 0)
