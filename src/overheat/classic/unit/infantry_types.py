"""Special types of conventional infantry: figures read from `data/tables/infantry_types.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec

from overheat.kernel.refusal import refuse


class InfantryType(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A special type of infantry. What is None or empty is as in the type that the platoon is otherwise of."""

    id: str
    name: str
    cite: str
    motive: str = ""
    """How it moves, for a type that says so."""
    squad_size: int | None = None
    platoon_size: int | None = None
    squads: int | None = None
    support_weapons: int | None = None
    """The most support weapons of a squad."""
    movement: int | None = None
    weight: float | None = None
    """Tons that each soldier adds to the weight of the platoon."""
    rating: str = ""
    """The letters of its technology and of how available it is, as published."""
    year: int | None = None
    """When it came into use."""
    barred_from: str = ""
    """Where it may not go."""
    least_in_squad: int = 0
    """How many of a squad are needed for the type to do its work."""
    most_in_squad: int | None = None
    """How many of a squad may be of the type, each in place of one who serves a support weapon."""


@cache
def _read() -> dict[str, InfantryType]:
    text = files("overheat.classic").joinpath("data/tables/infantry_types.toml").read_text(encoding="utf-8")
    return {id: msgspec.convert({"id": id, **fields}, InfantryType) for id, fields in tomllib.loads(text).items()}


def put(kind: InfantryType) -> None:
    """Put a type in the place of the one of its id, so that tests can see whether they notice."""
    _read()[kind.id] = kind


def infantry_type(id: str) -> InfantryType:
    """The special type of an id."""
    if id not in _read():
        raise refuse("infantry.type", f"there is no infantry type {id!r}", type=id)
    return _read()[id]


def known() -> Iterator[InfantryType]:
    """Every special type."""
    return iter(_read().values())


def of_motive(motive: str) -> InfantryType | None:
    """The special type that moves in some way, if there is one."""
    return next((kind for kind in known() if kind.motive == motive), None)
