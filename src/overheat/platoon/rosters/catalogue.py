"""The kinds of unit and what they may buy, read from `data/units.toml` and `data/options.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Shown, Table
from overheat.platoon.books import HEAT
from overheat.platoon.rosters.sheet import Kind
from overheat.platoon.rules.standard.drones import Payload
from overheat.platoon.rules.standard.helicopters import HelicopterClass
from overheat.platoon.rules.standard.movement import Mobility


class UnitKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of unit as the catalogue has it."""

    id: str
    name: str
    slot: str
    also: tuple[str, ...] = ()
    """Other slots that it may fill."""
    kind: Kind
    cost: tuple[int, int, int] = (0, 0, 0)
    per_man: bool = False
    men: tuple[int, int] = (0, 0)
    base: str = "ar"
    nco: bool = False
    issued: tuple[str, ...] = ()
    """Weapons that come with it."""
    system: str | None = None
    officer: str | None = None
    armour: str | None = None
    mobility: Mobility = "foot"
    airframe: HelicopterClass | None = None
    cas: bool = False
    seats: int = 0
    mounts: tuple[tuple[str, str], ...] = ()
    hull: tuple[float, float, float] | None = None
    flags: frozenset[str] = frozenset()
    options: tuple[str, ...] = ()
    implements: tuple[str, ...] = ()
    source: Literal["rules", "lists", "designer", "decision"]


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that a unit may buy."""

    id: str
    name: str
    cost: int
    most: int = 1
    per_man: bool = False
    arms: str | None = None
    mount: tuple[str, str] | None = None
    flag: str | None = None
    payload: Payload | None = None
    brings: str | None = None
    """A kind of unit that comes with it and has a place of its own on the table."""
    implements: tuple[str, ...] = ()


def _rows(name: str, kind: Any) -> dict[str, Any]:
    text = files("overheat.platoon").joinpath(f"data/{name}").read_text(encoding="utf-8")
    return {id: msgspec.convert({"id": id, **row}, kind) for id, row in tomllib.loads(text).items()}


@cache
def unit_kinds() -> dict[str, UnitKind]:
    """Every kind of unit by its id."""
    return _rows("units.toml", UnitKind)


@cache
def options() -> dict[str, Option]:
    """Everything that units may buy, by its id."""
    return _rows("options.toml", Option)


_HIDDEN: set[str] = set()


class Listing:
    """A kind of unit, or something that units buy, that carries rulings of the register."""

    def __init__(self, group: str, kind: UnitKind | Option) -> None:
        self.id = f"{group}.{kind.id}"
        self.where = f"overheat.platoon.data.{group}.{kind.id}"
        self.implements = kind.implements
        self._kind = kind.id

    @contextmanager
    def taken_out(self) -> Iterator[None]:
        """Hide it for a while."""
        _HIDDEN.add(self._kind)
        try:
            yield
        finally:
            _HIDDEN.discard(self._kind)


def claimants() -> list[Listing]:
    """Every kind of unit and every option that carries rulings."""
    bought = [Listing("options", option) for option in options().values() if option.implements]
    return [*bought, *(Listing("units", kind) for kind in unit_kinds().values() if kind.implements)]


def option_of(kind: UnitKind, id: str) -> Option | None:
    """Something that a kind of unit may buy, by its id."""
    return options()[id] if id in kind.options and id in options() and id not in _HIDDEN else None


def _entry(id: str, given: object) -> UnitKind:
    """A kind of unit as a file gives it: what is otherwise of one that there is, or all of a new one."""
    known = msgspec.to_builtins(unit_kinds()[id]) if id in unit_kinds() else {"source": "decision"}
    return msgspec.convert({**known, **msgspec.convert(given, dict[str, object]), "id": id}, UnitKind)


ENTRIES: Table[str, UnitKind] = Table(
    "units.entries",
    {},
    cite=HEAT("Units"),
    where="overheat.platoon.rosters.catalogue.ENTRIES",
    reads=_entry,
    of="unit",
    shows=lambda id, kind: Shown(kind.name),
)
"""By id, kinds of unit that are otherwise under these rules than in the catalogue, and those that it does not have."""
RULES = (ENTRIES,)


def kinds_under(rules: Ruleset) -> dict[str, UnitKind]:
    """Every kind of unit that there is under some rules."""
    return {**unit_kinds(), **rules[ENTRIES].rows}


def unit_kind(id: str, rules: Ruleset | None = None) -> UnitKind:
    """A kind of unit by its id; refused if there is none."""
    brought = None if rules is None else rules[ENTRIES].get(id)
    if brought is not None:
        return brought
    if id not in unit_kinds() or id in _HIDDEN:
        raise refuse("roster.unit", f"no unit {id!r} in the catalogue", unit=id)
    return unit_kinds()[id]
