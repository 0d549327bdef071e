"""A machine on the drawing board: its sheet, the rules it is checked by, and what several checks ask of it."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from importlib.resources import files
from math import ceil, floor
from typing import Literal, TypeVar

import msgspec

from overheat.classic.books import TECH_MANUAL
from overheat.classic.unit.equipment import Armour, Structure, key
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.classic.unit.slot_line import Part, understand
from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Tally, Term

Severity = Literal["error", "note"]
V = TypeVar("V")

TORSOS = ("CT", "LT", "RT")
SIDES = ("LT", "RT")
ARMS = ("LA", "RA")
CHASSIS = TECH_MANUAL("Design the chassis", 46)
PARTS = TECH_MANUAL("Engines, gyros and cockpits", 49)
ROUNDING = TECH_MANUAL("Rounding of weights", 46)

HALF_TONS = "up to half tons"
_ROUNDINGS: dict[str, Callable[[Fraction], Fraction]] = {
    "": lambda amount: amount,
    "up": lambda amount: Fraction(ceil(amount)),
    "nearest": lambda amount: Fraction(floor(amount + Fraction(1, 2))),
    HALF_TONS: lambda amount: Fraction(ceil(amount * 2), 2),
}
"""How an amount is rounded, by the words of the texts that work it out."""


def rounded_as(amount: Fraction, rounding: str) -> Fraction:
    """An amount, rounded as a text says."""
    return _ROUNDINGS[rounding](amount)


@rule("construction.rounded", cite=ROUNDING)
def rounded_tons(rules: Ruleset, tons: Fraction, rounding: str) -> Fraction:
    """A weight is rounded as its part says: nearly all up to half tons, some up to whole tons or to the nearest."""
    return rounded_as(tons, rounding)


LIMITS: Table[str, int] = Table(
    "construction.limits",
    {
        "least tons": 10,
        "most tons": 200,
        "most tons of a land-air machine": 55,
        "superheavy above tons": 100,
        "step of tons": 5,
        "least rating": 10,
        "most rating": 400,
        "most rating of a large engine": 500,
        "step of ratings": 5,
        "slots of the head": 6,
        "slots of a leg": 6,
        "slots elsewhere": 12,
        "armour of the head": 3,
        "armour elsewhere": 2,
        "locations of patchwork": 7,
        "rating of each heat sink in the engine": 25,
        "slots of a weapon that is split": 8,
        "least machine guns of an array": 2,
        "most machine guns of an array": 4,
    },
    cite=CHASSIS,
)
"""What limits war machines, and engines of any unit; armour is for each point of structure."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something about a unit's construction: an error breaks a rule, a note is worth knowing."""

    id: str
    severity: Severity = "error"
    location: str | None = None
    reason: str
    cite: Cite

    def __str__(self) -> str:
        where = f" in {self.location}" if self.location else ""
        return f"{self.severity} {self.id}{where}: {self.reason} [{self.cite}]"


class Gyro(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of gyro: its weight against a standard one, and its slots."""

    cite: str
    times: float
    slots: int


class Cockpit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of cockpit: its tons, and the systems that come with it by location."""

    cite: str
    tons: float
    systems: dict[str, dict[str, int]]


class Engines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tons of standard fusion engines, from a lowest rating by steps."""

    cite: str
    lowest: int
    step: int
    tons: list[float]


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every war machine is built from."""

    engine: Engines
    gyro: dict[str, Gyro]
    cockpit: dict[str, Cockpit]


def _parts() -> Parts:
    """The parts that come with the package."""
    text = files("overheat.classic").joinpath("data/tables/machine_parts.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Parts)


_MADE = _parts()

ENGINES: Table[int, float] = Table(
    "construction.engines",
    {_MADE.engine.lowest + _MADE.engine.step * at: tons for at, tons in enumerate(_MADE.engine.tons)},
    cite=PARTS,
)
"""Tons of a standard fusion engine by its rating."""

GYROS: Table[str, Gyro] = Table("construction.gyros", _MADE.gyro, cite=PARTS)
"""Gyros by the names that unit files write."""

COCKPITS: Table[str, Cockpit] = Table("construction.cockpits", _MADE.cockpit, cite=PARTS)
"""Cockpits by the names that unit files write."""

RULES = (LIMITS, ENGINES, GYROS, COCKPITS, rounded_tons)


class Held(msgspec.Struct, frozen=True):
    """What one critical slot holds, or one of the two things that share it on a superheavy machine."""

    location: str
    index: int
    name: str
    part: Part


@dataclass(frozen=True)
class Plan:
    """A machine with the rules it is checked by."""

    sheet: Sheet
    rules: Ruleset

    @cached_property
    def held(self) -> tuple[Held, ...]:
        """Everything in the machine's slots, in order."""
        return tuple(
            Held(place.code, index, key(item.split("(")[0]), understand(item, self.sheet.tech))
            for place in self.sheet.locations
            for index, line in enumerate(place.slots)
            for item in (line.split("|") if line else ())
        )

    @cached_property
    def systems(self) -> dict[str, Counter[str]]:
        """How many slots each of the machine's own systems fills, by location; every engine is called engine."""
        counted: dict[str, Counter[str]] = {place.code: Counter() for place in self.sheet.locations}
        for held in self.held:
            if held.part.system:
                counted[held.location]["engine" if held.name.endswith("engine") else held.name] += 1
        return counted

    def material(self, of: type[Armour] | type[Structure]) -> Counter[tuple[str, str]]:
        """How many slots each kind of armour or structure fills, by its name and location."""
        return Counter(
            (held.part.equipment.name, held.location) for held in self.held if isinstance(held.part.equipment, of)
        )

    @property
    def superheavy(self) -> bool:
        return self.sheet.tons > self.rules[LIMITS]["superheavy above tons"]

    @property
    def industrial(self) -> bool:
        return self.sheet.kind == "industrial machine"

    @property
    def primitive(self) -> bool:
        return self.sheet.cockpit.lower().startswith("primitive")

    @cached_property
    def legs(self) -> tuple[str, ...]:
        return tuple(place.code for place in self.sheet.locations if is_leg(place.code))

    @property
    def gyro(self) -> Gyro | None:
        return self.rules[GYROS].get(self.sheet.gyro.lower())

    @property
    def cockpit(self) -> Cockpit | None:
        """The kind of cockpit; what moves like no other has one of its own unless the file says otherwise."""
        named = self.sheet.cockpit.lower()
        if named == "standard cockpit":
            own = "superheavy " if self.superheavy else ""
            own += self.sheet.motive + " " if self.sheet.motive in ("quadvee", "tripod") else ""
            named = f"{own}cockpit" if own else named
        return self.rules[COCKPITS].get(named)

    @property
    def run(self) -> int:
        """Running points: half as many again as walking, rounded up."""
        return (self.sheet.walk * 3 + 1) // 2

    def by_weight(self, table: Table[int, V]) -> V:
        """The row of a table of weights up to which a row holds; what is heavier than all belongs to the last."""
        rows = self.rules[table].rows
        return next((row for limit, row in rows.items() if self.sheet.tons <= limit), rows[max(rows)])

    def rounded(self, tons: Fraction, rounding: str = HALF_TONS) -> Fraction:
        """A weight, rounded by the rules."""
        return self.rules[rounded_tons](self.rules, tons, rounding)

    def fits(self, slots: int) -> int:
        """The slots that something fills on this machine: half as many on a superheavy one, whose slots are larger."""
        return (slots + 1) // 2 if self.superheavy else slots

    def here(self, code: str, *flags: str) -> tuple[Mount, ...]:
        """What is mounted in a location, at least in part; with flags, what carries any of them."""
        return tuple(
            mount
            for mount in self.sheet.mounts
            if code in (mount.location, *mount.also_in) and (not flags or not mount.equipment.flags.isdisjoint(flags))
        )

    def weight(self) -> Tally:
        """What the machine weighs, as an explained sum."""
        return Tally(tuple(term for rule in self.rules[WEIGHT] for term in rule(self)))


MACHINE: Slot[[Plan], tuple[Finding, ...]] = Slot("construction.machine", nothing=())
"""The checks of a war machine."""

WEIGHT: Slot[[Plan], tuple[Term, ...]] = Slot("construction.machine_weight", nothing=())
"""What a war machine's weight is the sum of."""


def is_leg(code: str) -> bool:
    return code.endswith("L")
