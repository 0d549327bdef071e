"""Puts single figures back as they were before the errata, so that a test can see whether a user would notice."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import msgspec

from overheat.classic.rulesets import standard
from overheat.classic.unit import infantry_types
from overheat.classic.unit.amendments import INFANTRY, Amendment, amended, amendments
from overheat.classic.unit.equipment import catalogue, hidden
from overheat.kernel.rules.rule import Table

ENGINES = "construction.support.engine_weight"
SHOWN_WITH = {
    "construction.support.engine_availability": f"{ENGINES}.{{key}}",
    "construction.support.combustion": f"{ENGINES}.combustion",
}
"""The item that rows of a table are shown with, where that is not one of their own."""
NONE = "none"
"""A field of a record that has nothing, as files write it."""
FELT_ELSEWHERE = {
    "boarding.battle_armour_modifiers": "overheat unit sheet UNIT",
    "bv.infantry.hiding": "overheat bv UNIT --worksheet",
    "bv.infantry.unit_type": "overheat bv UNIT",
    "construction.support.crew_sizes": "overheat unit check UNIT",
    "movement.terrain_costs": "overheat adjudicate ground",
    "pools.damage": "overheat adjudicate pool",
    "terrain.kinds": "overheat adjudicate terrain",
}
"""The command that tells what rows of a table come to, of tables whose rows are no items."""


class Listing:
    """A figure that a ruling gives, as the register asks for it."""

    def __init__(self, amendment: Amendment) -> None:
        self.amendment = amendment
        self.listed = amendment.of not in FELT_ELSEWHERE
        self.door = FELT_ELSEWHERE.get(amendment.of) or f"overheat equipment show {shlex.quote(item_of(amendment))}"
        self.id = ".".join(filter(None, (_kind(amendment) + amendment.of, amendment.field)))
        self.where = f"overheat.classic.data.amendments.{amendment.of}"
        self.implements = (amendment.ruling,)

    @contextmanager
    def taken_out(self) -> Iterator[None]:
        """Put the figure back for a while."""
        with put_back(self.amendment):
            yield


def claimants() -> list[Listing]:
    """Every figure that our data has from a ruling."""
    return [Listing(amendment) for amendment in amendments()]


def item_of(amendment: Amendment) -> str:
    """The id of the item that shows the figure."""
    if _kind(amendment) or amendment.of.startswith(INFANTRY):
        return amendment.of
    return SHOWN_WITH.get(amendment.of, f"{amendment.of}.{{key}}").format(key=amendment.field)


def _kind(amendment: Amendment) -> str:
    return "" if "." in amendment.of else "equipment."


@contextmanager
def put_back(amendment: Amendment) -> Iterator[None]:
    """Have the figure as it was before its ruling, for a while; a figure of which nothing is told is not there."""
    if amendment.of.startswith(INFANTRY):
        way = _infantry(amendment)
    elif "." in amendment.of:
        way = _row(amendment)
    else:
        way = _equipment(amendment) if amendment.field else hidden(amendment.of)
    with way:
        yield


@contextmanager
def _equipment(amendment: Amendment) -> Iterator[None]:
    listed = catalogue()
    entry = listed.entries[amendment.of]
    listed.put(amended(entry, amendment.field, amendment.was))
    try:
        yield
    finally:
        listed.put(entry)


@contextmanager
def _infantry(amendment: Amendment) -> Iterator[None]:
    kind = infantry_types.infantry_type(amendment.of.removeprefix(INFANTRY))
    infantry_types.put(amended(kind, amendment.field, amendment.was))
    try:
        yield
    finally:
        infantry_types.put(kind)


@contextmanager
def _row(amendment: Amendment) -> Iterator[None]:
    table = table_of(amendment)
    rows = table.rows
    others = {key: row for key, row in rows.items() if key != amendment.field}
    before = {} if amendment.was is None else {amendment.field: as_row(rows[amendment.field], amendment.was)}
    table.rows = {key: {**others, **before}[key] for key in rows if key in others or key in before}
    try:
        yield
    finally:
        table.rows = rows


def table_of(amendment: Amendment) -> Table[str, Any]:
    """The table that an amendment is of."""
    brought = (entry for layer in standard().stack for entry in layer.add)
    return next(entry for entry in brought if isinstance(entry, Table) and entry.id == amendment.of)


def as_row(held: object, given: Any) -> Any:
    """What a file gives for a row, as the table has it: a fraction is a text, and of a record some fields are given."""
    if isinstance(held, msgspec.Struct):
        fields = {name: None if value == NONE else value for name, value in given.items()}
        return msgspec.convert({**msgspec.to_builtins(held), **fields}, type(held))
    if isinstance(held, tuple):
        return tuple(given)
    return Fraction(str(given)) if isinstance(held, Fraction) else given
