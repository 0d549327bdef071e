"""`overheat unit`: what a unit is, whether it is legal, its record sheet, and which units there are."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO, get_args

import typer

from overheat.cli.console.batch import Equipment, add_own_equipment, read_unit, sources_of
from overheat.cli.console.console import (
    FAILED,
    WRONG_USAGE,
    Command,
    Out,
    leave,
    progress,
    refusals,
    say,
    write_bytes,
    write_json,
    writing,
)
from overheat.cli.console.layers import Rules, classic_rules

if TYPE_CHECKING:
    from overheat.classic.armoury.checking import Checked
    from overheat.classic.muster.unit_index import Entry
    from overheat.classic.report.not_played import NotPlayed
    from overheat.classic.unit.sheet import Sheet
    from overheat.classic.unitfile.reading import UnitReading
    from overheat.kernel.rules.rule import Ruleset

app = typer.Typer(help="Show, check, print and list units.", no_args_is_help=True)
library = typer.Typer(help="Choose the folders of unit files that belong to your library.", no_args_is_help=True)
UnitName = Annotated[
    str, typer.Argument(metavar="UNIT", help="A unit file, .mtf or .blk, or the name of a bundled unit.")
]
Load = Annotated[
    list[str] | None,
    typer.Option("--load", metavar="BIN=MUNITION", help="What a bin holds: 'LT SRM 6 Ammo=Inferno'; for each bin."),
]
Folder = Annotated[str, typer.Argument(metavar="DIR", help="A folder of unit files.")]
COLUMNS = ("name", "kind", "motive", "tons", "tech", "role", "year", "era", "bv", "path", "member")


class Form(StrEnum):
    """How a unit is printed."""

    TABLE = "table"
    JSON = "json"


class Listing(StrEnum):
    """How units are listed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


@app.command(cls=Command)
def show(
    unit: UnitName,
    equipment: Equipment = None,
    rules: Rules = None,
    load: Load = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Show a unit: movement, armour, structure, everything it carries, and what of it is not played."""
    from overheat.classic.report.not_played import not_played
    from overheat.classic.unit.fielding import holders, outfit
    from overheat.classic.unit.wording import as_json, describe

    held = classic_rules(rules)
    reading = find_unit(unit, equipment, held)
    with refusals():
        made = outfit(held, reading.sheet, loads_of(load))
        known, idle = holders(held, made.sheet), not_played(held, made.sheet)
    with writing(out) as file:
        if form is Form.JSON:
            notes = [note.as_json() for note in made.notes]
            loads = [{"key": each.key, "holds": each.holds, "fits": each.fits} for each in known]
            write_json(file, {**as_json(made.sheet), "refitted": notes, "loads": loads, "not_played": idle.as_json()})
        else:
            told = "".join(f"\n{note}" for note in (*made.notes, *((idle,) if idle else ())))
            file.write(f"{describe(made.sheet)}\n" + (f"{told}\n" if told else ""))


def loads_of(given: list[str] | None) -> dict[str, str]:
    """What bins are to hold, from `BIN=MUNITION` on a command line."""
    found = {}
    for word in given or ():
        name, equals, what = word.partition("=")
        if not equals or not name.strip() or not what.strip():
            leave(f"--load {word[:60]!r}: write BIN=MUNITION, as in 'LT SRM 6 Ammo=Inferno'", WRONG_USAGE)
        found[name.strip()] = what.strip()
    return found


def find_unit(name: str, equipment: list[Path] | None = None, rules: Ruleset | None = None) -> UnitReading:
    """The unit asked for. Notices about its file go to standard error; a unit that is none ends the command.

    Equipment that the catalogue does not know is nothing to be told of when the rules know it.
    """
    from overheat.classic.unitfile.library import find

    if not name.strip():
        leave("an empty name is no unit", WRONG_USAGE)
    with refusals():
        add_own_equipment(tuple(equipment or ()))
        reading = find(name)
    tell_notices(name, reading, rules)
    return reading


def tell_notices(name: str, reading: UnitReading, rules: Ruleset | None = None) -> None:
    """Tell what was not understood of a unit's file."""
    from overheat.classic.unit.figures import knows

    for notice in reading.notices:
        if rules is None or not knows(rules, notice.part):
            say(f"{name}: {notice}")


@app.command(cls=Command)
def check(
    units: Annotated[
        list[str],
        typer.Argument(metavar="UNIT...", help="Unit files, folders of them, zip archives, or names of bundled units."),
    ],
    year: Annotated[int | None, typer.Option(min=1, max=9999, help="Whether it can be had in that year, too.")] = None,
    technology: Annotated[
        str | None, typer.Option("--technology", "--tech", metavar="WHOSE", help="inner_sphere, clan or mixed.")
    ] = None,
    equipment: Equipment = None,
    rules: Rules = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Check whether units are built by the rules, and say why not; leaves with 1 when one is not.

    With a year it tells for each part whether it is a prototype, in production, extinct or recovered then.
    """
    from overheat.classic.armoury.finding import allowed_by

    held = classic_rules(rules)
    with refusals(WRONG_USAGE):
        if technology is not None:
            allowed_by(technology)
    with refusals():
        add_own_equipment(tuple(equipment or ()))
    if not all(map(str.strip, units)):
        leave("an empty name is no unit", WRONG_USAGE)
    many = len(units) > 1 or Path(units[0]).is_dir() or units[0].lower().endswith(".zip")
    found = [_checked(sheet, held, year, technology) for sheet in _sheets(units, held, many)]
    if not many and found and not found[0].built and year is None and technology is None:
        leave(f"{found[0].name}: {found[0].verdict}")
    with writing(out) as file:
        if form is Form.JSON:
            told = [answer.as_json() for answer in found]
            write_json(file, told if many else told[0] if told else None)
        else:
            _write_checks(found, many, file)
    if not found or any(answer.errors for answer in found):
        raise typer.Exit(FAILED)


def _sheets(units: list[str], rules: Ruleset, many: bool) -> Iterator[Sheet]:
    """The units under some paths or of some names; what is wrong with one of many is told, and the rest go on."""
    from overheat.kernel.refusal import RefusedError

    if not many:
        yield find_unit(units[0], rules=rules).sheet
        return
    for source in sources_of(units):
        try:
            if isinstance(source, RefusedError):
                raise source
            reading = read_unit(source)
        except RefusedError as error:
            say(str(error))
            continue
        tell_notices(source.name, reading, rules)
        yield reading.sheet


def _checked(sheet: Sheet, rules: Ruleset, year: int | None, technology: str | None) -> Checked:
    from overheat.classic.armoury.availability import Fielding
    from overheat.classic.armoury.checking import checked

    with refusals():
        return checked(Fielding(rules, sheet, year, technology))


def _write_checks(found: list[Checked], many: bool, file: TextIO) -> None:
    """What was found about each unit; of many units only what is wrong, and the count."""
    for answer in found:
        if not many:
            file.writelines(f"{part}\n" for part in answer.parts)
        shown = [finding for finding in answer.findings if not many or finding.severity == "error"]
        file.writelines(f"{f'{answer.name}: ' if many else ''}{finding}\n" for finding in shown)
        if not many:
            file.write(f"{answer.name}: {answer.verdict}\n")
    if many:
        file.write(f"{_summed(found)}\n")


def _summed(found: list[Checked]) -> str:
    """How many of many units are as they should be."""
    checked = [answer for answer in found if answer.built or answer.year is not None]
    clean = sum(not answer.errors for answer in checked)
    share = f", {100 * clean / len(checked):.1f} %" if checked else ""
    without = len(found) - len(checked)
    unchecked = f"; {without} of kinds that are not checked" if without else ""
    return f"{len(checked)} units checked, {clean} without errors{share}{unchecked}"


@app.command(cls=Command)
def unplayed(
    units: Annotated[
        list[str],
        typer.Argument(metavar="UNIT...", help="Unit files, folders of them, zip archives, or names of bundled units."),
    ],
    equipment: Equipment = None,
    rules: Rules = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """List what units carry that is not played, unit by unit, and in how many units each part is."""
    from overheat.classic.report.not_played import not_played
    from overheat.classic.unit.fielding import under

    held = classic_rules(rules)
    with refusals():
        add_own_equipment(tuple(equipment or ()))
    if not all(map(str.strip, units)):
        leave("an empty name is no unit", WRONG_USAGE)
    many = len(units) > 1 or Path(units[0]).is_dir() or units[0].lower().endswith(".zip")
    looked = [(sheet, not_played(held, under(held, sheet))) for sheet in _sheets(units, held, many)]
    with writing(out) as file:
        if form is Form.JSON:
            write_json(file, _unplayed_json(looked))
        else:
            _write_unplayed(looked, file)


def _unplayed_json(looked: list[tuple[Sheet, NotPlayed]]) -> dict[str, object]:
    idle = [{"unit": sheet.name, "kind": sheet.kind, **found.as_json()} for sheet, found in looked if found]
    parts = [{"part": part, "units": count} for part, count in _in_how_many(looked)]
    return {"looked_at": len(looked), "units": idle, "parts": parts}


def _in_how_many(looked: list[tuple[Sheet, NotPlayed]]) -> list[tuple[str, int]]:
    """In how many units each part is that is not played, the commonest first."""
    return Counter(str(part) for _, found in looked for part in found.parts).most_common()


def _write_unplayed(looked: list[tuple[Sheet, NotPlayed]], file: TextIO) -> None:
    idle = [(sheet, found) for sheet, found in looked if found]
    file.writelines(f"{sheet.name}: {found}\n" for sheet, found in idle)
    if len(looked) > 1:
        file.write(f"\n{len(idle)} of {len(looked)} units carry something that is not played\n")
        file.writelines(f"{count:>6}  {part}\n" for part, count in _in_how_many(looked))
    elif not idle:
        file.writelines(f"{sheet.name}: everything it carries is played\n" for sheet, _ in looked)


class Printed(StrEnum):
    """How record sheets are made."""

    SVG = "svg"
    PDF = "pdf"


class Paper(StrEnum):
    """The size of a page."""

    A4 = "a4"
    LETTER = "letter"


@app.command(cls=Command)
def sheet(
    units: Annotated[list[str], typer.Argument(metavar="UNIT...", help="Unit files, or names of bundled units.")],
    paper: Annotated[Paper, typer.Option(help="The size of the page.")] = Paper.A4,
    rules: Rules = None,
    equipment: Equipment = None,
    form: Annotated[Printed, typer.Option("--format", help="svg for one unit, pdf for any number.")] = Printed.SVG,
    out: Out = None,
) -> None:
    """Make record sheets, a page for each unit."""
    from overheat.classic.recordsheet import draw_sheet, sheet_pdf
    from overheat.classic.unit.fielding import under

    if form is Printed.SVG and len(units) > 1:
        leave("svg is one page; ask for --format pdf, or for one unit", WRONG_USAGE)
    held = classic_rules(rules)
    with refusals():
        add_own_equipment(tuple(equipment or ()))
        pages = [
            draw_sheet(
                under(held, found), paper=paper.value, bv=_worth(found, held), cost=_price(found, held), rules=held
            )
            for found in (find_unit(name, rules=held).sheet for name in units)
        ]
        printed = sheet_pdf(pages, paper.value) if form is Printed.PDF else None
    with writing(out) as file:
        if printed is None:
            file.write(pages[0])
        else:
            write_bytes(file, printed)


def _worth(sheet: Sheet, rules: Ruleset) -> int | None:
    """The battle value to print; none for a kind that has no rules for it."""
    from overheat.classic.battle_value.unit import battle_value
    from overheat.kernel.refusal import RefusedError

    try:
        return battle_value(sheet, rules).total
    except RefusedError:
        return None


def _price(sheet: Sheet, rules: Ruleset) -> int | None:
    """The price to print; none for a kind that has no rules for it."""
    from overheat.classic.cost.unit import unit_cost
    from overheat.kernel.refusal import RefusedError

    try:
        return unit_cost(sheet, rules).total
    except RefusedError:
        return None


@app.command(name="list", cls=Command)
def list_(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORD...]", help="Words that the name must have.")
    ] = None,
    kind: Annotated[str | None, typer.Option(help="war machine, vehicle, infantry, battle armour, ...")] = None,
    tech: Annotated[str | None, typer.Option("--tech", "--technology", help="IS or Clan.")] = None,
    role: Annotated[str | None, typer.Option(help="brawler, scout, missile boat, ...")] = None,
    tons: Annotated[
        str | None, typer.Option(metavar="TONS", help="A weight, or two with a dash between: 40-55.")
    ] = None,
    year: Annotated[int | None, typer.Option(help="In use by that year.")] = None,
    available: Annotated[
        int | None,
        typer.Option(metavar="YEAR", min=1, max=9999, help="Of that year or older, and no part of it lost or to come."),
    ] = None,
    era: Annotated[
        str | None, typer.Option(metavar="ERA", help="New in that era: 'star league', 'clan invasion', 'jihad', ...")
    ] = None,
    equipment: Equipment = None,
    form: Annotated[Listing, typer.Option("--format", help="For people or for programs.")] = Listing.TABLE,
    out: Out = None,
) -> None:
    """List the bundled units and those of your library, by name, kind, technology, role, weight, year and era."""
    from overheat.classic.muster.unit_index import entries
    from overheat.classic.unit.equipment import Tech
    from overheat.classic.unit.eras import eras_named
    from overheat.classic.unit.sheet import Kind

    least, most = _range(tons)
    _known(kind, "--kind", get_args(Kind))
    _known(tech, "--tech", get_args(Tech))
    wanted = [word.lower() for word in words or ()]
    own = tuple(equipment or ())
    with refusals(WRONG_USAGE):
        eras = eras_named(era) if era is not None else None
    with refusals():
        add_own_equipment(own)
        listed = entries(lambda steps, total: progress(steps, total, "Reading"), anew=bool(own))
    chosen = [
        entry
        for entry in listed
        if all(word in f"{entry.name} {entry.clan_name}".lower() for word in wanted)
        and (kind is None or kind.lower() in entry.kind)
        and (tech is None or tech.lower() == entry.tech.lower())
        and (role is None or role.lower() in entry.role.lower())
        and (eras is None or any(entry.year in years for years in eras))
        and least <= entry.tons <= most
        and (year is None or (entry.year is not None and entry.year <= year))
        and (available is None or _there(entry, available))
    ]
    with writing(out) as file:
        _write(sorted(chosen, key=lambda entry: (entry.kind, entry.tons, entry.name)), form, file)


def _there(entry: Entry, year: int) -> bool:
    """Whether a unit and all its parts could be had in a year."""
    from overheat.classic.armoury.availability import all_there
    from overheat.classic.rulesets import standard

    return (entry.year is None or entry.year <= year) and all_there(standard(), entry.parts, year)


def _known(word: str | None, option: str, words: Sequence[str]) -> None:
    """See to it that a word is, or is part of, one of those that there are."""
    if word is not None and not any(word.lower() in known.lower() for known in words):
        raise typer.BadParameter(f"{option} {word[:40]!r} is none of {', '.join(words)}")


def _range(tons: str | None) -> tuple[float, float]:
    """A weight, or a pair of them."""
    if tons is None:
        return 0, float("inf")
    parts = tons.split("-")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, 2) or not all(map(isfinite, numbers)) or numbers[0] > numbers[-1]:
        raise typer.BadParameter(f"{tons[:40]!r} is not a weight: write 50, or 40-55")
    return numbers[0], numbers[-1]


def _write(chosen: list[Entry], form: Listing, file: TextIO) -> None:
    if form is Listing.JSON:
        write_json(file, [{column: getattr(entry, column) for column in COLUMNS} for entry in chosen])
    elif form is Listing.CSV:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows([getattr(entry, column) for column in COLUMNS] for entry in chosen)
    else:
        for entry in chosen:
            weight = f"{entry.tons:g} t" if entry.tons else ""
            role = f", {entry.role}" if entry.role else ""
            worth = f"BV {entry.bv}" if entry.bv is not None else ""
            file.write(f"{entry.name:<40} {weight:>7} {entry.tech:<5} {worth:<8} {entry.kind}, {entry.motive}{role}\n")
        file.write(f"{len(chosen)} units\n")


@library.command(name="add", cls=Command)
def add(folder: Folder) -> None:
    """Add a folder of unit files to your library."""
    from overheat.classic.muster.unit_index import add_folder

    with refusals():
        add_folder(_folder(folder))
    typer.echo(f"{folder} belongs to the library; `overheat unit list` searches it")


@library.command(name="remove", cls=Command)
def remove(folder: Folder) -> None:
    """Take a folder out of your library; its files stay where they are."""
    from overheat.classic.muster.unit_index import drop_folder

    with refusals():
        drop_folder(_folder(folder))
    typer.echo(f"{folder} no longer belongs to the library")


@library.command(name="show", cls=Command)
def folders() -> None:
    """Show the folders of your library."""
    from overheat.classic.muster.unit_index import load

    known = load().folders
    if not known:
        say("your library has no folders yet; overheat library add FOLDER adds one")
    for folder in known:
        typer.echo(folder)


def _folder(name: str) -> Path:
    """A folder by its name; an empty one is not the folder one happens to be in."""
    if not name.strip():
        leave("an empty name is no folder", WRONG_USAGE)
    return Path(name)
