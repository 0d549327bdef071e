"""Weapons: the charts as data, read from `data/weapons*.toml` and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.layers import CHECKS
from overheat.kernel.rules.rule import Ruleset, Shown, Table, rule
from overheat.platoon.books import HEAT

Count = int | Literal["D2", "D3", "D6", "D6+1", "2D6", "3D6"]
Chart = Literal["small_arms", "infantry_systems", "vehicle_systems", "indirect_systems", "explosives", "upstream"]

KEYWORDS: Table[str, str] = Table(
    "weapons.keywords",
    {
        "Assault": "base game",
        "Team": "base game",
        "Fixed": "base game",
        "Sniper": "base game",
        "Flamethrower": "base game",
        "Indirect Fire": "base game",
        "Howitzer": "base game",
        "Shaped charge": "base game",
        "DMR": "later versions",
        "IED": "later versions",
        "Backblast": "army lists",
        "ATGM": "these rules",
        "MANPADS": "later versions",
        "Hardpoint": "later versions",
        "Dropped": "later versions",
        "Placed": "later versions",
        "Fire and forget": "later versions",
        "Top attack": "later versions",
        "EW": "later versions",
        "Single use": "these rules",
    },
    cite=HEAT("Weapons"),
    implements=("HEAT-weapon-keywords",),
)


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of range in inches, both ends included, with the shots that a weapon has in it."""

    start: float = msgspec.field(default=0, name="from")
    to: float | None = None
    """None is without end."""
    shots: Count = 1


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of the charts."""

    id: str
    name: str
    chart: Chart
    crew: int | None = None
    """Attendants that it needs besides its operator."""
    bands: tuple[Band, ...] = ()
    indirect: Band | None = None
    pen: int | Literal["HE"] | None = None
    """None marks small arms."""
    he: int | None = None
    """The size of its blast in inches."""
    pins: Count = 1
    to_hit: int = 0
    keywords: frozenset[str] = frozenset()
    implements: tuple[str, ...] = ()

    @property
    def reach(self) -> float | None:
        """The farthest it fires directly; None for no limit."""
        return self.bands[-1].to if self.bands else 0

    @property
    def small_arms(self) -> bool:
        """Whether the chart gives it no penetration at all."""
        return self.pen is None

    @property
    def fires_indirectly(self) -> bool:
        return self.indirect is not None

    def __hash__(self) -> int:
        return hash(self.id)


def read_weapons(text: str, source: str) -> list[Weapon]:
    """The weapons of one file; a row that cannot be read is refused by name."""
    found = []
    for id, row in tomllib.loads(text).items():
        try:
            weapon = msgspec.convert({"id": id, **row}, Weapon)
        except msgspec.ValidationError as error:
            raise refuse("weapons.row", f"{source}: [{id}]: {error}", weapon=id) from None
        found.append(weapon)
    return found


class Armoury:
    """Weapons by id. What is hidden is not to be found for a while."""

    def __init__(self, weapons: Mapping[str, Weapon]) -> None:
        self._weapons = weapons
        self.hidden: frozenset[str] = frozenset()

    def __getitem__(self, id: str) -> Weapon:
        if id not in self._weapons or id in self.hidden:
            raise refuse("weapons.unknown", f"no weapon {id!r} in the charts", weapon=id)
        return self._weapons[id]

    def __contains__(self, id: object) -> bool:
        return id in self._weapons and id not in self.hidden

    def chart(self, name: Chart) -> list[Weapon]:
        """The weapons of one chart."""
        return [weapon for weapon in self if weapon.chart == name]

    def __iter__(self) -> Iterator[Weapon]:
        return (weapon for id, weapon in self._weapons.items() if id not in self.hidden)


@cache
def armoury() -> Armoury:
    """Every weapon that comes with the package."""
    found: dict[str, Weapon] = {}
    for name in ("weapons.toml", "weapons_upstream.toml"):
        text = files("overheat.platoon").joinpath(f"data/{name}").read_text(encoding="utf-8")
        found |= {weapon.id: weapon for weapon in read_weapons(text, name)}
    return Armoury(found)


def _row(id: str, given: object) -> Weapon:
    """A weapon as a file gives it: what is otherwise of one of the charts, or all of a new one."""
    fields = msgspec.convert(given, dict[str, object])
    known = msgspec.to_builtins(armoury()[id]) if id in armoury() else {"implements": ()}
    return msgspec.convert({**known, **fields, "id": id}, Weapon)


ENTRIES: Table[str, Weapon] = Table(
    "weapons.entries",
    {},
    cite=HEAT("Weapons"),
    where="overheat.platoon.units.weapons.ENTRIES",
    reads=_row,
    of="weapon",
    shows=lambda id, weapon: Shown(weapon.name),
)
"""By id, weapons that are otherwise under these rules than in the charts, and those that the charts do not have."""


def weapon_row(rules: Ruleset, id: str) -> Weapon:
    """A weapon as some rules have it; what they have no row for is refused."""
    return rules[ENTRIES].get(id) or armoury()[id]


def knows(rules: Ruleset, id: str) -> bool:
    """Whether some rules have a weapon."""
    return id in rules[ENTRIES] or id in armoury()


def weapons(rules: Ruleset) -> Iterator[Weapon]:
    """Every weapon that there is under some rules: those of the charts, then those of layers."""
    brought = rules[ENTRIES].rows
    yield from (brought.get(weapon.id, weapon) for weapon in armoury())
    yield from (weapon for id, weapon in brought.items() if id not in armoury())


def unknown_keyword(rules: Ruleset, weapons: Iterable[Weapon]) -> Refusal | None:
    """Why some weapons cannot be used under some rules: one has a keyword that these do not know."""
    known = rules[KEYWORDS]
    for weapon in weapons:
        for keyword in sorted(weapon.keywords):
            if keyword not in known:
                reason = f"[{weapon.id}]: unknown keyword {keyword!r}"
                return Refusal("weapons.keyword", reason, KEYWORDS.cite, {"weapon": weapon.id})
    return None


@rule("weapons.known_keywords", cite=HEAT("Weapons"), slot=CHECKS)
def known_keywords(rules: Ruleset) -> Refusal | None:
    """Rules know every keyword that the charts use."""
    return unknown_keyword(rules, weapons(rules))


RULES = (KEYWORDS, ENTRIES, known_keywords)


class Listing:
    """Weapons that carry rulings of the register, by themselves or as a chart."""

    def __init__(self, id: str, weapons: frozenset[str], implements: tuple[str, ...]) -> None:
        self.id = id
        self.where = f"overheat.platoon.data.{id}"
        self.implements = implements
        self._weapons = weapons

    @contextmanager
    def taken_out(self) -> Iterator[None]:
        """Hide the weapons for a while."""
        held = armoury()
        before = held.hidden
        held.hidden = before | self._weapons
        try:
            yield
        finally:
            held.hidden = before


CHARTS: dict[Chart, str] = {
    "small_arms": "HEAT-weapon-table-small-arms",
    "infantry_systems": "HEAT-weapon-table-infantry-systems",
    "vehicle_systems": "HEAT-weapon-table-vehicle-systems",
    "indirect_systems": "HEAT-weapon-table-indirect-systems",
    "explosives": "HEAT-weapon-table-explosives",
}


def claimants() -> list[Listing]:
    """Every weapon that carries rulings, every chart, and the charts together."""
    held = armoury()
    single = [Listing(f"weapons.{one.id}", frozenset({one.id}), one.implements) for one in held if one.implements]
    charts = [
        Listing(f"weapons.chart_{name}", frozenset(one.id for one in held.chart(name)), (ruling,))
        for name, ruling in CHARTS.items()
    ]
    every = frozenset(one.id for one in held if one.chart in CHARTS)
    return [*single, *charts, Listing("weapons.charts", every, ("HEAT-weapon-count",))]
