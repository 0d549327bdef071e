"""Equipment over HTTP: lists of items, and every figure of one, under the rules that are asked for."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from overheat.classic.armoury.finding import find, kinds, listed
from overheat.classic.armoury.wording import as_json, row
from overheat.classic.rulesets import ruleset
from overheat.table.asking import PROBLEMS, ErrandsHere
from overheat.table.layers import MOST_LAYERS

router = APIRouter(prefix="/api", tags=["equipment"], responses=PROBLEMS)

SELDOM = {"capital weapon", "sub-capital weapon", "aerospace", "bomb", "prototype"}
"""What hardly anybody looks for; it comes last in lists."""

Whose = Annotated[str, Query(max_length=40, description="inner_sphere, clan or mixed; all where it is empty.")]
Layers = Annotated[list[str], Query(max_length=MOST_LAYERS, description="The layers of rules that it is looked at by.")]


@router.get("/equipment", response_model=dict[str, Any])
async def equipment(
    errands: ErrandsHere,
    search: Annotated[str, Query(max_length=100)] = "",
    kind: Annotated[str, Query(max_length=40)] = "",
    technology: Whose = "",
    available: Annotated[int | None, Query(ge=1, le=9999, description="What could be had in a year.")] = None,
    rules: Layers = [],  # noqa: B006 (a default that the framework copies)
    first: Annotated[int, Query(ge=0, le=100_000)] = 0,
    most: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """The items of a kind and a technology that could be had in a year and have some words in their names.

    Weapons come first, what ships and prototypes carry last.
    """
    return await errands.answer(_list, search, kind, technology, available, tuple(rules), first, most)


def _list(
    search: str, kind: str, technology: str, year: int | None, layers: tuple[str, ...], first: int, most: int
) -> dict[str, object]:
    held = ruleset(layers)
    every = listed(held, search=search, kind=kind or None, technology=technology or None, available=year)
    found = sorted(
        every, key=lambda item: (not SELDOM.isdisjoint(item.groups), item.kind != "weapon", bool(item.groups))
    )
    rows = [
        row(item) | ({} if year is None else {"standing": item.dates.standing(year)})
        for item in found[first : first + most]
    ]
    return {"count": len(found), "first": first, "items": rows, "kinds": kinds(held)}


@router.get("/equipment/item", response_model=dict[str, Any])
async def item(
    errands: ErrandsHere,
    name: Annotated[str, Query(min_length=1, max_length=200, description="Any name of it, part of one, or its id.")],
    technology: Whose = "",
    rules: Layers = [],  # noqa: B006 (a default that the framework copies)
) -> Response:
    """Every figure of an item, what fits it, and what errata and rules change; one of each technology."""
    return await errands.answer(_item, name, technology, tuple(rules))


def _item(name: str, technology: str, layers: tuple[str, ...]) -> dict[str, object]:
    return {"items": [as_json(found) for found in find(ruleset(layers), name, technology or None)]}
