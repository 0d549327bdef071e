"""`overheat draft`: a random force, by battle value, weight or number, of units that fit some wishes."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from overheat.cli.console.console import Out, refusals, write_json, writing
from overheat.cli.console.layers import Rules, classic_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overheat.classic.muster.draft import Drawn


class Form(StrEnum):
    """How a random force is given."""

    TABLE = "table"
    JSON = "json"
    TOML = "toml"
    MUL = "mul"


def draft(
    value: Annotated[int | None, typer.Option(min=1, metavar="N", help="Its battle value, crews included.")] = None,
    tons: Annotated[float | None, typer.Option(min=1, metavar="N", help="Its weight.")] = None,
    count: Annotated[
        int | None, typer.Option(min=1, max=30, metavar="N", help="How many units; as many as suit if left out.")
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND", help="war machine, vehicle, infantry, battle armour; may be given several times."),
    ] = None,
    weight: Annotated[
        list[str] | None, typer.Option(metavar="CLASS", help="light, medium, heavy, assault or superheavy.")
    ] = None,
    tech: Annotated[str, typer.Option(metavar="BASE", help="IS, Clan or Mixed.")] = "",
    year: Annotated[int | None, typer.Option(min=1, max=9999, help="The year it fights in: nothing later.")] = None,
    era: Annotated[str, typer.Option(metavar="WORDS", help="The era that its units came into use in.")] = "",
    role: Annotated[list[str] | None, typer.Option(metavar="ROLE", help="Scout, striker, sniper and so on.")] = None,
    any_equipment: Annotated[
        bool, typer.Option("--any-equipment", help="Also units with parts that are not played.")
    ] = False,
    gunnery: Annotated[int, typer.Option(min=0, max=8, help="The gunnery of its crews.")] = 4,
    piloting: Annotated[int, typer.Option(min=0, max=8, help="The piloting of its crews.")] = 5,
    pilots: Annotated[bool, typer.Option("--pilots", help="Pilots get names.")] = False,
    folders: Annotated[
        list[Path] | None,
        typer.Option(
            "--from", metavar="PATH", readable=False, help="A folder, archive or file of units, not the bundled ones."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed draws the same force.")] = 1,
    rules: Rules = None,
    form: Annotated[
        Form, typer.Option("--format", help="toml is a force file, mul a unit list of other programs.")
    ] = Form.TABLE,
    out: Out = None,
) -> None:
    """Draw a random force for overheat battle, overheat play and the table.

    The nearest of many random choices to what is wanted; units of files are written beside a force file.
    """
    from overheat.classic.muster.draft import draft, wishes_of
    from overheat.classic.muster.pilots import pilots as named
    from overheat.kernel.dice import Seeded

    if out is not None and out.suffix.lower() == ".toml" and form is Form.TABLE:
        form = Form.TOML
    wishes = {
        "value": value,
        "tons": tons,
        "count": count,
        "kinds": kind or (),
        "weights": weight or (),
        "technology": tech,
        "year": year,
        "era": era,
        "roles": role or (),
        "played": not any_equipment,
        "gunnery": gunnery,
        "piloting": piloting,
    }
    with refusals():
        held = classic_rules(rules)
        drawn = draft(wishes_of(wishes), held, Seeded(seed, stream="draft"), folders or ())
        names = named(len(drawn), Seeded(seed, stream="pilots")) if pilots else [""] * len(drawn)
    with writing(out) as file:
        _write(drawn, names, form, file)
    if form is Form.TOML and out is not None:
        _write_files(drawn, out.parent)


def _write(drawn: Sequence[Drawn], pilots: Sequence[str], form: Form, file: TextIO) -> None:
    from overheat.classic.muster.draft import as_mul, as_toml

    if form is Form.TOML:
        file.write(as_toml(drawn, pilots))
    elif form is Form.MUL:
        file.write(as_mul(drawn, pilots))
    elif form is Form.JSON:
        write_json(file, [_row(each, pilot) for each, pilot in zip(drawn, pilots, strict=True)])
    else:
        _write_table([_row(each, pilot) for each, pilot in zip(drawn, pilots, strict=True)], file)


def _row(each: Drawn, pilot: str) -> dict[str, object]:
    sheet, recruit = each.sheet, each.recruit
    return {
        "unit": sheet.name,
        "kind": sheet.kind,
        "tons": float(sheet.tons),
        "role": sheet.role,
        "year": sheet.year,
        "gunnery": recruit.gunnery,
        "piloting": recruit.piloting,
        "pilot": pilot,
        "bv": each.value,
        "file": recruit.unit if recruit.text else "",
    }


def _write_table(rows: list[dict[str, object]], file: TextIO) -> None:
    heads = ("unit", "kind", "tons", "role", "year", "gunnery", "piloting", "pilot", "bv")
    shown = [heads, *(tuple(_cell(row[name]) for name in heads) for row in rows)]
    wide = [max(len(cells[at]) for cells in shown) for at in range(len(heads))]
    for cells in shown:
        file.write("  ".join(cell.ljust(width) for cell, width in zip(cells, wide, strict=True)).rstrip() + "\n")
    tons, worth = (sum(float(str(row[name])) for row in rows) for name in ("tons", "bv"))
    file.write(f"{len(rows)} units, {tons:g} tons, battle value {worth:,.0f}\n")


def _cell(value: object) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _write_files(drawn: Sequence[Drawn], folder: Path) -> None:
    """The files of units that are not bundled, beside the force file that names them."""
    for each in drawn:
        if each.recruit.text:
            (folder / each.recruit.unit).write_text(each.recruit.text, encoding="utf-8")
