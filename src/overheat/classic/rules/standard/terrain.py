"""Kinds of terrain: what each costs, whom it bars, how firm, how thick, how dry it is; a table from a data file.

Other rules ask it by the names of the kinds that a hex has; a layer amends its rows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, TypeVar

import msgspec

from overheat.classic.board.board import Ground
from overheat.classic.books import QUICK_REFERENCE, TACTICAL_OPERATIONS
from overheat.kernel.rules.rule import Ruleset, Table

if TYPE_CHECKING:
    from overheat.classic.facts.state import Unit

KINDS = TACTICAL_OPERATIONS("Expanded Movement Costs and Planetary Conditions Table", 32)
SHEET = QUICK_REFERENCE("Movement, terrain costs")

V = TypeVar("V")


class Terrain(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of terrain. Plurals give the figures of some units by words for them, the nearest word first."""

    of: str
    """The feature of board files that it is; nothing for ground without any."""
    grades: frozenset[int] = frozenset()
    """The levels of that feature at which it is met; none for all that no other row has."""
    over: bool = False
    """Whether it lies over other terrain, in place of being the ground itself."""
    way: bool = False
    """Whether units follow it, and pay nothing for what it leads through."""
    costs: dict[str, int] = {}
    """Points beyond the first, of those who do not pay what others do."""
    bars: frozenset[str] = frozenset()
    """Words for those who do not enter it."""
    bars_upwards: frozenset[str] = frozenset()
    """Words for those who do not come up it."""
    edge: bool = False
    """Whether it is met only across the hexsides that its exits name."""
    entry: int | None = None
    """What is added to the piloting roll that a machine makes when it enters; None where it makes none."""
    footing: int = 0
    """What is added to every piloting roll made there."""
    footings: dict[str, int] = {}
    slippery: bool = False
    """Whether units skid on it."""
    bog: int | None = None
    """What is added to the roll not to bog down; None where nobody does but those of `bogs`."""
    bogs: dict[str, int] = {}
    spares: frozenset[str] = frozenset()
    """Words for those who do not bog down in it."""
    swallows: int = 0
    """What every level that a unit has sunk in makes it harder to get out; nothing where nobody sinks."""
    to_hit: int = 0
    """What it adds to attacks on who stands in it or behind it."""
    screen: int = 0
    """Half points that it thins a line of sight by."""
    height: int = 0
    """How many levels it stands above the ground, where the file of a board does not say."""
    kindles: int | None = None
    """What is added to the roll that sets it alight; None for what does not burn by itself."""
    factor: int = 0
    """What damage it stands before it is something else; 0 for what damage does not change."""
    becomes: str = ""
    notes: tuple[int, ...] = ()
    """The footnotes of the printed table."""


def _read() -> tuple[dict[str, Terrain], dict[str, int]]:
    """The kinds of terrain, and what each costs those who have no price of their own."""
    text = files("overheat.classic").joinpath("data/tables/terrain_kinds.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)
    prices = {name: row.pop("cost", 0) for name, row in rows.items()}
    return msgspec.convert(rows, dict[str, Terrain]), prices


_KINDS, _PRICES = _read()
TERRAIN: Table[str, Terrain] = Table(
    "terrain.kinds",
    _KINDS,
    cite=KINDS,
    implements=("QR-terrain-costs", "QR-terrain-modifications-move", "QR-attack-terrain"),
    where="overheat.classic.rules.standard.terrain.TERRAIN",
    of="kind of terrain",
)

TERRAIN_COSTS: Table[str, int] = Table(
    "movement.terrain_costs",
    _PRICES,
    cite=SHEET,
    implements=("QR-terrain-costs", "QR-terrain-modifications-move"),
    where="overheat.classic.rules.standard.terrain.TERRAIN_COSTS",
)
"""What each kind costs beyond the point for a hex, who has no price of its own in the table of kinds."""

CLEAR = "clear"
DEEPEST = 3
"""The depth from which on all water is alike."""


def kinds_of(rules: Ruleset, ground: Ground) -> tuple[str, ...]:
    """The kinds of terrain that a hex has, by their names, in the order of the table."""
    rows, kept = rules[TERRAIN].rows, rules.remembered("terrain.kinds_of")
    if kept.get("rows") is not rows:
        kept.clear()
        kept.update(rows=rows, order={name: at for at, name in enumerate(rows)}, index=_index(rows))
    found: tuple[str, ...] | None = kept.get(ground.features)
    if found is None:
        names = {name for feature in ground.features if (name := _name(kept["index"], feature.kind, feature.level))}
        found = kept[ground.features] = tuple(sorted(names, key=kept["order"].__getitem__))
    return found


def _index(rows: Mapping[str, Terrain]) -> dict[tuple[str, int | None], str]:
    index: dict[tuple[str, int | None], str] = {}
    for name, row in rows.items():
        index.update({(row.of, grade): name for grade in row.grades or (None,)})
    return index


def _name(index: Mapping[tuple[str, int | None], str], kind: str, level: int) -> str:
    if kind == "water":
        level = min(DEEPEST, level)
    return index.get((kind, level)) or index.get((kind, None), "")


def nearest(figures: Mapping[str, V], words: Iterable[str], otherwise: V) -> V:
    """The figure of the first of some words for a unit that is among them; the usual one where none is."""
    return next((figures[word] for word in words if word in figures), otherwise)


LEGGED = ("biped", "quad", "tripod", "quadvee", "lam")
DUNE_BUGGY, SEALED = "dune_buggy", "environmental_sealing"
TRAINS = ("rail", "maglev")
LARGE = {"wheeled": 80, "tracked": 100, "hover": 50}
"""The tons above which a support vehicle is a large one, by how it moves."""
BATTLE_ARMOUR, INFANTRY = "battle armour", "infantry"


def words_for(unit: Unit) -> tuple[str, ...]:
    """The words that the table of terrain has for a unit, the nearest first."""
    sheet, motive = unit.sheet, unit.motive
    if sheet.kind == BATTLE_ARMOUR:
        return BATTLE_ARMOUR, motive, "soldiers"
    if sheet.kind == INFANTRY:
        return motive, INFANTRY, "soldiers"
    if motive in LEGGED:
        return ("protomech", motive, "legs") if unit.protomech else (motive, "legs")
    if sheet.kind == "support vehicle" and sheet.tons > LARGE.get(motive, sheet.tons):
        return "large support vehicle", motive, "vehicles"
    if unit.vehicle and sheet.flagged(DUNE_BUGGY):
        return "dune buggy", motive, "vehicles"
    if motive in TRAINS and sheet.flagged(SEALED):
        return "sealed train", "vehicles"
    return motive, "vehicles"


RULES = (TERRAIN, TERRAIN_COSTS)
