"""What a weapon does in Alpha Strike: its damage in each range bracket, and what else a conversion asks of it.

The figures follow from the classic ones by the rules of `data/weapons.toml`; published values that follow from no rule
are listed there by weapon. A weapon that a user has added is converted by the same rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import ceil, floor
from typing import Any

import msgspec

from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.figure import HALF, exact
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Number

WEAPONS = ALPHA_STRIKE("Converting weapons")
BANDS = 4
REACHES = (0, 5, 16, 24)
"""The distance in hexes at which each range bracket begins: a weapon that reaches it does damage there."""
ROLLS = {5: 0, 6: 1, 7: 2, 9: 3, 10: 4}
"""Where each roll stands in a row of the cluster hits table."""
UNSTEADY = {"bv_heat_2": 2, "bv_heat_3": 3}
"""What prototypes heat beyond the figure of their sheet, on average."""

FROM_THE_AIR = "from_the_air"
"""What makes an artillery cannon a gun like any other: being fired by a fighter."""

Row = tuple[Number, Number, Number, Number]
NO_DAMAGE: Row = (0, 0, 0, 0)


class Strike(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon as a conversion counts it."""

    kind: str
    """The kind of weapon by which its figures were found."""
    short: Number = 0
    medium: Number = 0
    long: Number = 0
    extreme: Number = 0
    heat: int = 0
    """What it heats in a turn, firing all it can."""
    family: str = ""
    """The ability that its damage counts to besides: AC, FLK, LRM, SRM, MML (for both), IATM, TOR, CAP, SCAP, MSL."""
    indirect: bool = False
    """Whether it counts to IF."""
    heat_damage: tuple[int, int, int] = (0, 0, 0)
    """Heat that it does to a target at short, medium and long range."""
    nothing: str = ""
    """Why it does no damage of its own, where it does none."""

    @property
    def damage(self) -> Row:
        """Damage at short, medium, long and extreme range."""
        return self.short, self.medium, self.long, self.extreme


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of weapons: which it is, and how its figures follow from the classic ones."""

    name: str
    ids: frozenset[str] = frozenset()
    ammunition: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    rolls: tuple[int, ...] = ()
    by_rack: bool = False
    """Whether its cluster is as large as its rack, or as its damage where it has none, in points of one."""
    accuracy: int = 100
    accuracy_by_range: tuple[int, int, int] | None = None
    volley: float = 1
    shots: int = 1
    times: tuple[float, float, float, float] | None = None
    any_distance: bool = False
    """Whether its munitions reach every bracket, without a minimum range."""
    capital: bool = False
    family: str = ""
    indirect: bool = False
    heat_damage: tuple[int, int, int] = (0, 0, 0)
    nothing: str = ""

    def holds(self, weapon: Weapon) -> bool:
        """Whether a weapon is of this kind."""
        if self.ids or self.ammunition:
            return weapon.id in self.ids or weapon.ammunition in self.ammunition
        return self.flags <= weapon.flags


class Aid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What fire control or a charge changes of a weapon."""

    rolls: tuple[int, ...] = ()
    accuracy: int | None = None
    charge: int = 0
    """Damage that it adds to every other shot; the weapon does not fire in between."""


class Clusters(msgspec.Struct, frozen=True):
    """The cluster hits table, as far as conversions use it: by size, the hits of each roll of `ROLLS`."""

    cite: str
    rows: dict[int, tuple[int, ...]]

    def hits(self, size: int, roll: int) -> int:
        """How many of a cluster hit; a size beyond the table is taken apart."""
        if size in self.rows:
            return self.rows[size][ROLLS[roll]]
        if size < 1:
            return 0
        largest = max(row for row in self.rows if row < size)
        return self.hits(largest, roll) + self.hits(size - largest, roll)


class Figures(msgspec.Struct, frozen=True):
    """All of `data/weapons.toml`."""

    minimum_range: tuple[Number, ...]
    """What is left at short range, by the minimum range."""
    clusters: Clusters
    kinds: tuple[Kind, ...]
    aids: dict[str, Aid]


@cache
def _written() -> dict[str, Any]:
    """What the data says of weapons."""
    return tomllib.loads(files("overheat.alphastrike").joinpath("data/weapons.toml").read_text(encoding="utf-8"))


@cache
def figures() -> Figures:
    """The figures that come with the package."""
    tables = _written()
    clusters = dict(tables["clusters"])
    return Figures(
        tuple(Fraction(part, 100) for part in tables["minimum_range"]["hundredths"]),
        Clusters(clusters.pop("cite"), {int(size): tuple(row) for size, row in clusters.items()}),
        msgspec.convert(tables["kind"], tuple[Kind, ...]),
        msgspec.convert(tables["aid"], dict[str, Aid]),
    )


def _row(values: Sequence[Number]) -> Row:
    short, medium, long, extreme = values
    return short, medium, long, extreme


PUBLISHED: Table[str, Row] = Table(
    "as.weapons",
    {id: _row([exact(value) for value in row]) for id, row in _written()["exact"].items()},
    cite=WEAPONS,
)
"""The published damage of weapons at the four ranges, by their ids, or with a plus sign and an aid behind."""


def strike(rules: Ruleset, weapon: Weapon, aid: str = "") -> Strike:
    """A weapon as a conversion counts it, with what helps it; worked out once for each."""
    kept: dict[tuple[str, str], tuple[Weapon, Strike]] = rules.worked_out("as.strikes")
    known = kept.get((weapon.id, aid))
    if known is not None and known[0] is weapon:
        return known[1]
    found = converted(rules, weapon, aid)
    kept[weapon.id, aid] = weapon, found
    return found


def converted(rules: Ruleset, weapon: Weapon, aid: str = "") -> Strike:
    """A weapon as a conversion counts it, with what helps it."""
    kind = kind_of(weapon)
    does_nothing = kind.nothing and aid != FROM_THE_AIR
    short, medium, long, extreme = NO_DAMAGE if does_nothing else _damage(rules, weapon, kind, aid)
    return Strike(
        kind=kind.name,
        short=short,
        medium=medium,
        long=long,
        extreme=extreme,
        heat=ceil(weapon.heat * kind.shots) + sum(more for flag, more in UNSTEADY.items() if flag in weapon.flags),
        family=kind.family,
        indirect=kind.indirect,
        heat_damage=kind.heat_damage,
        nothing=kind.nothing,
    )


def kind_of(weapon: Weapon) -> Kind:
    """The kind of a weapon: the first that holds it."""
    return next(kind for kind in figures().kinds if kind.holds(weapon))


def _damage(rules: Ruleset, weapon: Weapon, kind: Kind, aid: str) -> Row:
    """The published damage of a weapon, or what follows from its classic figures."""
    published = rules[PUBLISHED].get(f"{weapon.id}+{aid}" if aid else weapon.id)
    if published is not None:
        return published
    if kind.capital:
        return _row(
            [exact(_points(weapon, band)) if band == 0 or weapon.range[band + 1] else 0 for band in range(BANDS)]
        )
    return _row(
        [_to_thousandth(rules[weapon_damage](rules, weapon, kind, _aid(weapon, aid), band)) for band in range(BANDS)]
    )


def _aid(weapon: Weapon, aid: str) -> Aid:
    if not aid:
        return Aid()
    if aid not in figures().aids:
        raise refuse(
            "alphastrike.aid", f"{weapon.name}: nothing is known of {aid!r}", WEAPONS, weapon=weapon.id, aid=aid
        )
    return figures().aids[aid]


def _to_thousandth(value: Number) -> Number:
    """The nearest thousandth; a half goes up."""
    whole = Fraction(floor(value * 1000 + HALF), 1000)
    return whole.numerator if whole.denominator == 1 else whole


@rule("as.weapon_damage", cite=WEAPONS)
def weapon_damage(rules: Ruleset, weapon: Weapon, kind: Kind, aid: Aid, band: int) -> Number:
    """A tenth of the damage that hits on average, where the weapon reaches into the bracket.

    How well it aims is worth a twentieth for each point of the number to hit.
    """
    if not (kind.any_distance or rules[reaches](rules, weapon, band)):
        return 0
    damage = _aimed(rules, weapon, kind, aid, band) * _hits(weapon, kind, aid, band) * exact(kind.volley)
    if kind.times is not None:
        damage *= exact(kind.times[band])
    if aid.charge:
        damage = (damage + aid.charge) / Fraction(2)
    if band == 0 and not kind.any_distance:
        damage *= rules[minimum_range](rules, weapon.range[0])
    return damage / Fraction(10)


@rule("as.weapon_reach", cite=WEAPONS)
def reaches(rules: Ruleset, weapon: Weapon, band: int) -> bool:
    """A weapon does damage in a bracket if its long range is at least 5 for medium, 16 for long, 24 for extreme."""
    return max(weapon.range[1:4]) >= REACHES[band]


@rule("as.weapon_minimum_range", cite=WEAPONS)
def minimum_range(rules: Ruleset, hexes: int) -> Number:
    """A minimum range takes a twelfth of the damage at short range for each hex, half of it at most."""
    parts = figures().minimum_range
    return parts[min(hexes, len(parts) - 1)]


def _points(weapon: Weapon, distance: int) -> float:
    """The classic damage at short, medium or long range."""
    if not isinstance(weapon.damage, tuple):
        return weapon.damage
    return weapon.damage[min(distance, len(weapon.damage) - 1)] if weapon.damage else 0


def _aimed(rules: Ruleset, weapon: Weapon, kind: Kind, aid: Aid, band: int) -> Number:
    """The damage of a hit, times how well the weapon aims.

    Where damage varies by range, a weapon that does not reach the long bracket does the mean of its damage at medium
    and long range in the medium one.
    """
    if band == 1 and isinstance(weapon.damage, tuple) and not rules[reaches](rules, weapon, 2):
        return (_at_range(weapon, kind, aid, 1) + _at_range(weapon, kind, aid, 2)) / Fraction(2)
    return _at_range(weapon, kind, aid, min(band, 2))


def _at_range(weapon: Weapon, kind: Kind, aid: Aid, distance: int) -> Number:
    points: Number = 1 if kind.by_rack else exact(_points(weapon, distance))
    accuracy = kind.accuracy if kind.accuracy_by_range is None else kind.accuracy_by_range[distance]
    if aid.accuracy is not None:
        accuracy = aid.accuracy
    return points * Fraction(accuracy, 100)


def _hits(weapon: Weapon, kind: Kind, aid: Aid, band: int) -> int:
    """How many of a cluster hit."""
    size = (weapon.rack or int(_points(weapon, 0))) if kind.by_rack else weapon.cluster
    if not kind.rolls:
        return size
    rolls = aid.rolls or kind.rolls
    return figures().clusters.hits(size, rolls[band] if len(rolls) > 1 else rolls[0])


RULES = (PUBLISHED, weapon_damage, reaches, minimum_range)
