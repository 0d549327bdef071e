"""`overheat equipment`: lists of what there is, and every figure of an item."""

from __future__ import annotations

import csv
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from overheat.cli.console.batch import Equipment, add_own_equipment
from overheat.cli.console.console import Command, Out, refusals, write_json, writing
from overheat.cli.console.layers import Rules, classic_rules

if TYPE_CHECKING:
    from overheat.classic.armoury.item import Item

app = typer.Typer(help="Look up equipment: every figure of every item, by name.", no_args_is_help=True)
Technology = Annotated[
    str | None, typer.Option("--technology", "--tech", metavar="WHOSE", help="inner_sphere, clan or mixed.")
]


class Form(StrEnum):
    """How an item is printed."""

    TABLE = "table"
    JSON = "json"


class Listing(StrEnum):
    """How items are listed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


@app.command(cls=Command)
def show(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name, another of its names, part of one, or its id.")
    ],
    technology: Technology = None,
    equipment: Equipment = None,
    rules: Rules = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Show every figure of an item, what fits it, and what errata and rules change; one of each technology."""
    from overheat.classic.armoury.finding import find
    from overheat.classic.armoury.wording import as_json, describe

    held = classic_rules(rules)
    with refusals():
        add_own_equipment(tuple(equipment or ()))
        found = find(held, name, technology)
    with writing(out) as file:
        if form is Form.JSON:
            write_json(file, [as_json(item) for item in found])
        else:
            file.write("\n\n".join(describe(item) for item in found) + "\n")


@app.command(name="list", cls=Command)
def list_(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORD...]", help="Words that a name of it must have.")
    ] = None,
    search: Annotated[str, typer.Option(metavar="TEXT", help="The same, as one text.")] = "",
    kind: Annotated[
        str | None, typer.Option(help="weapon, ammunition, munition, armour, engine, chassis modification, ...")
    ] = None,
    technology: Technology = None,
    available: Annotated[
        int | None, typer.Option(metavar="YEAR", min=1, max=9999, help="What could be had in a year.")
    ] = None,
    equipment: Equipment = None,
    rules: Rules = None,
    form: Annotated[Listing, typer.Option("--format", help="For people or for programs.")] = Listing.TABLE,
    out: Out = None,
) -> None:
    """List items by kind, technology, year and words of their names."""
    from overheat.classic.armoury.finding import listed

    held = classic_rules(rules)
    with refusals():
        add_own_equipment(tuple(equipment or ()))
        sought = " ".join([*(words or ()), search])
        found = listed(held, search=sought, kind=kind, technology=technology, available=available)
    with writing(out) as file:
        _write(found, available, form, file)


def _write(found: tuple[Item, ...], year: int | None, form: Listing, file: TextIO) -> None:
    from overheat.classic.armoury.wording import row

    rows: list[dict[str, Any]] = [row(item) for item in found]
    for item, told in zip(found, rows, strict=True):
        if year is not None:
            told["standing"] = item.dates.standing(year)
    if form is Listing.JSON:
        write_json(file, rows)
    elif form is Listing.CSV:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(rows[0] if rows else ())
        writer.writerows([_cell(value) for value in told.values()] for told in rows)
    else:
        file.writelines(f"{_told(item, year)}\n" for item in found)
        file.write(f"{len(found)} {'item' if len(found) == 1 else 'items'}\n")


def _cell(value: object) -> object:
    return "/".join(map(str, value)) if isinstance(value, list) else value


def _told(item: Item, year: int | None) -> str:
    standing = f"  {item.dates.standing(year)}" if year is not None else ""
    since = item.dates.introduced or item.dates.prototype or ""
    return f"{item.name:<44} {item.technology:<12} {since!s:>4}  {', '.join((item.kind, *item.groups))}{standing}"
