"""Rows of the tables that vehicles are built by, as items: chassis, engines, sizes and fuels of support vehicles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from overheat.classic.armoury.dates import Dates
from overheat.classic.armoury.item import Figure, Item
from overheat.classic.construction.support_vehicle import frame
from overheat.classic.construction.support_vehicle import rules as support
from overheat.classic.construction.vehicle.frame import DEEPEST, HEAVIEST
from overheat.classic.unit.amendments import Amendment, amendments_of
from overheat.classic.unit.sheet import Kind, Sheet
from overheat.kernel.rules.rule import Ruleset, Table

SIZES = ("small", "medium", "large")


def _support_frames(rules: Ruleset) -> Iterator[Item]:
    """Support vehicles by the way they move: what their chassis and engines weigh."""
    table = rules[frame.FRAMES]
    for motive, row in table.rows.items():
        figures = (
            Figure("chassis", "chassis, share of the tons", dict(zip(SIZES, row.chassis, strict=True))),
            Figure("engine", "engine, share of the tons", dict(zip(SIZES, row.engine, strict=True))),
            Figure("large", "large above tons", row.large),
            Figure("flat_bed", "may be a flat bed", _flat_beds(rules, motive)),
        )
        yield _row(table, motive, f"Support vehicle chassis, {motive}", "support vehicle chassis", figures)


def _flat_beds(rules: Ruleset, motive: str) -> tuple[str, ...]:
    """The kinds of vehicles that may be flat beds where they move in some way."""
    kinds: tuple[Kind, ...] = ("vehicle", "support vehicle")
    bare = (Sheet(kind=kind, chassis="", motive=motive, tons=20, tech="IS") for kind in kinds)
    return tuple(sheet.kind for sheet in bare if rules[support.may_be_flat_bed](rules, sheet))


def _support_engines(rules: Ruleset) -> Iterator[Item]:
    """Engines of support vehicles: what the letter of their technology makes of their weight, and how rare they are."""
    weights, rare = rules[frame.ENGINE_WEIGHT], rules[support.ENGINE_AVAILABILITY]
    burning = rules[frame.COMBUSTION]
    for kind in dict.fromkeys((*weights.rows, *rare.rows)):
        made: dict[str, Any] = dict(zip(frame.LETTERS, weights.rows.get(kind, "").split(), strict=False))
        if kind == "combustion":
            made = dict(burning.rows)
        yield Item(
            id=f"{weights.id}.{kind}",
            name=f"Support vehicle engine, {kind.replace('_', ' ')}",
            kind="support vehicle engine",
            cites=tuple(dict.fromkeys((str(weights.cite), str(rare.cite)))),
            figures=(
                Figure("weight_multipliers", "weight times, by technology", made),
                Figure("availability", "availability", rare.rows.get(kind, "")),
            ),
            dates=Dates(availability=rare.rows.get(kind, "")),
            amendments=(
                *_amended(weights, kind),
                *_amended(rare, kind),
                *(amendments_of(burning.id) if kind == "combustion" else ()),
            ),
        )


def _support_sizes(rules: Ruleset) -> Iterator[Item]:
    """The least technology of each size of support vehicle, and how rare it is."""
    table = rules[support.RATINGS]
    for size, rating in table.rows.items():
        letter, _, rare = rating.partition("/")
        figures = (Figure("rating", "least technology rating", letter), Figure("availability", "availability", rare))
        yield _row(table, size, f"Support vehicle, {size}", "support vehicle size", figures, rare)


def _support_fuels(rules: Ruleset) -> Iterator[Item]:
    """What combustion engines of support vehicles burn."""
    table = rules[support.FUEL]
    for fuel, share in table.rows.items():
        figures = (Figure("share", "share of the engine's weight on 100 km", share),)
        yield _row(table, fuel, f"Support vehicle fuel, {fuel}", "support vehicle fuel", figures)


def _superheavies(rules: Ruleset) -> Iterator[Item]:
    """Superheavy vehicles by the way they move: how heavy they get, and which water they may not enter."""
    heaviest, deepest = rules[HEAVIEST], rules[DEEPEST]
    for motive in dict.fromkeys((*heaviest.rows, *deepest.rows)):
        figures = (
            Figure("heaviest", "most tons", heaviest.rows.get(motive)),
            Figure("deepest", "may not enter water of depth", deepest.rows.get(motive)),
        )
        yield _row(deepest, motive, f"Superheavy vehicle, {motive}", "superheavy vehicle", figures)


def _row(
    table: Table[str, Any], key: str, name: str, kind: str, figures: Iterable[Figure], availability: str = ""
) -> Item:
    """A row of a table as an item."""
    return Item(
        id=f"{table.id}.{key}",
        name=name,
        kind=kind,
        cites=(str(table.cite),),
        figures=tuple(figures),
        dates=Dates(availability=availability),
        amendments=_amended(table, key),
    )


def _amended(table: Table[str, Any], key: str) -> tuple[Amendment, ...]:
    """What rulings amend of a row."""
    return tuple(amendment for amendment in amendments_of(table.id) if amendment.field == key)


VEHICLE_TABLES: tuple[Callable[[Ruleset], Iterator[Item]], ...] = (
    _support_frames,
    _support_engines,
    _support_sizes,
    _support_fuels,
    _superheavies,
)
