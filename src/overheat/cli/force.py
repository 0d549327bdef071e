"""`overheat force`: a list of units with their crews, its point total, its battle value, and its cards."""

from __future__ import annotations

import csv
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from overheat.cli.console.batch import Equipment, add_own_equipment
from overheat.cli.console.console import (
    FAILED,
    WRONG_USAGE,
    Out,
    leave,
    refusals,
    say,
    write_bytes,
    write_json,
    writing,
)
from overheat.cli.console.layers import Rules, conversion_rules
from overheat.cli.convert import Paper

if TYPE_CHECKING:
    from overheat.alphastrike.forces import Fielded, Totals

COLUMNS = ("unit", "type", "tons", "skill", "pv", "gunnery", "piloting", "bv", "network", "network_bv")


class Form(StrEnum):
    """How a force is given."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    PDF = "pdf"
    SVG = "svg"
    MUL = "mul"


def force(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            readable=False,
            help="A force file, .toml, a unit list, .mul, or an archive of unit files, .zip.",
        ),
    ],
    paper: Annotated[Paper, typer.Option(help="The size of the pages of cards.")] = Paper.A4,
    rules: Rules = None,
    equipment: Equipment = None,
    form: Annotated[
        Form,
        typer.Option(
            "--format",
            help="pdf for all cards, eight to a page; svg for one such page; mul for a unit list of other programs.",
        ),
    ] = Form.TABLE,
    out: Out = None,
) -> None:
    """Add up a force: points, battle value, networks, cards to print."""
    from overheat.alphastrike.forces import Fielded, field_force, totals
    from overheat.classic.muster.force_files import Library, read_force

    held = conversion_rules(rules)
    with refusals():
        add_own_equipment(tuple(equipment or ()))
        mustered = read_force(file)
        found = field_force(mustered, Library.beside(file), held)
    units = [unit for unit in found if isinstance(unit, Fielded)]
    for problem in found:
        if not isinstance(problem, Fielded):
            say(f"{file}: {problem}")
    _write(mustered.name, units, totals(units, held), form, paper, out)
    if len(units) < len(found) or not units:
        raise typer.Exit(FAILED)


def _write(name: str, units: list[Fielded], total: Totals, form: Form, paper: Paper, out: Path | None) -> None:
    from overheat.alphastrike.forces import unlinked
    from overheat.classic.muster.unit_list import write_mul

    if form in (Form.PDF, Form.SVG):
        _write_cards(name, units, total, form, paper, out)
        return
    rows = [_row(unit) for unit in units]
    with writing(out) as file:
        if form is Form.MUL:
            file.write(write_mul(name, ((unit.sheet, unit.member) for unit in units)))
        elif form is Form.JSON:
            sums = {
                "units": total.units,
                "pv": total.points,
                "bv": total.battle_value,
                "network_bv": total.network_value,
            }
            write_json(file, {"name": name, "units": rows, "total": sums, "unlinked": unlinked(units)})
        elif form is Form.CSV:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        else:
            write_table(name, rows, total, file)
            _write_networks(units, file)


def _write_networks(units: list[Fielded], file: TextIO) -> None:
    """Each C3 network with its units and what it adds, and who has C3 and is in none."""
    from overheat.alphastrike.forces import unlinked

    for name in dict.fromkeys(unit.network for unit in units if unit.network):
        held = [unit for unit in units if unit.network == name]
        told = ", ".join(f"{unit.sheet.name} +{unit.network_value:,}" for unit in held)
        file.write(f"C3 network {name}: {told}\n")
    alone = unlinked(units)
    if alone:
        file.write(f"C3 in no network: {', '.join(alone)}\n")


def _row(unit: Fielded) -> dict[str, object]:
    card, member = unit.conversion.card, unit.member
    return {
        "unit": card.name,
        "type": card.type,
        "tons": card.tons,
        "skill": card.skill,
        "pv": card.points,
        "gunnery": member.gunnery,
        "piloting": member.piloting,
        "bv": unit.battle_value,
        "network": unit.network,
        "network_bv": unit.network_value,
    }


def write_table(name: str, rows: list[dict[str, object]], total: Totals, file: TextIO) -> None:
    """The force for people: a line for each unit, and the sums."""
    file.write(f"{name}\n\n   PV  skill      BV  crew  unit\n")
    for row in rows:
        worth = f"{row['bv']:,}" if row["bv"] is not None else "-"
        crew = f"{row['gunnery']}/{row['piloting']}"
        file.write(f"{row['pv']:>5}  {row['skill']:>5}  {worth:>6}  {crew:>4}  {row['unit']}\n")
    units = f"{total.units} {'unit' if total.units == 1 else 'units'}"
    file.write(f"\n{total.points:>5}         {total.battle_value:>6,}        {units}\n")


def _write_cards(name: str, units: list[Fielded], total: Totals, form: Form, paper: Paper, out: Path | None) -> None:
    from overheat.alphastrike.cards import card_pages, card_pdf

    cards = [unit.conversion.card for unit in units]
    heading = f"{name}: {total.points:,} points, battle value {total.battle_value:,}"
    with refusals():
        pages = card_pages(cards, paper.value, heading)
        if form is Form.SVG and len(pages) > 1:
            leave(f"svg is one page of cards and this force needs {len(pages)}; ask for --format pdf", WRONG_USAGE)
        printed = card_pdf(cards, paper.value, heading) if form is Form.PDF else None
    with writing(out) as file:
        if printed is not None:
            write_bytes(file, printed)
        else:
            file.write("".join(pages))
