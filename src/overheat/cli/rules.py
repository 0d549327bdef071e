"""`overheat rules`: the rule register and how much of it works."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from overheat.cli import options
from overheat.cli.console.console import Command, Group, Out, refusals, write_json, writing
from overheat.cli.options import Showing

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

    from overheat.register import Counts, Evidence, Ruling

WIDE = 110
MARKS = {
    "SEED": "stated in the document",
    "LIST": "stated in the army lists published with it",
    "UP": "stated in a later version only",
    "BA-H": "from the game beneath it, sure",
    "BA-M": "from the game beneath it, fairly sure",
    "BA-L": "from the game beneath it, unsure",
    "DEC": "our decision",
}
ORIGINS = {"seed": "the document itself", "base": "the game beneath it", "upstream": "a later version of it"}
COLOURS = {"done": "green", "open": "yellow", "editorial": "dim"}

app = typer.Typer(cls=Group, help="List every ruling of the five documents, and which of them work.")
options.add_to(app)


class Listing(StrEnum):
    """How the register is printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


@app.callback(invoke_without_command=True)
def rules(
    context: typer.Context,
    document: Annotated[
        str | None,
        typer.Option("--document", help="List one of the five documents, by its name: quickref, tacops, ..."),
    ] = None,
    status: Annotated[str | None, typer.Option("--status", help="List what is done, open or editorial.")] = None,
    form: Annotated[Listing, typer.Option("--format", help="For people or for programs.")] = Listing.TABLE,
    out: Out = None,
) -> None:
    """Count what is done of every document; with --document or --status, list the rulings too."""
    if context.invoked_subcommand is not None:
        return
    from overheat.register.coverage import coverage

    with refusals(exit_code=2):
        listed = None if document is None and status is None else _chosen(document, status)
    counts = {id: count for id, count in coverage().items() if document in (None, id)}
    with writing(out) as file:
        if form is Listing.JSON:
            write_json(file, _listing_json(counts, listed))
        elif form is Listing.CSV:
            _write_csv(file, counts, listed)
        else:
            _print_listing(file, counts, listed)


@app.command(cls=Command, short_help="Show one ruling, and what stands behind it.")
def show(
    id: Annotated[str, typer.Argument(metavar="ID", help="The id of the ruling, such as QR-los-intervening.")],
    form: Annotated[Showing, typer.Option("--format", help="For people or for programs.")] = Showing.TABLE,
    out: Out = None,
) -> None:
    """Show one ruling: what it says, how far it has come, where it is implemented and tested."""
    import msgspec

    from overheat.register import find, standing, status
    from overheat.register.coverage import reasons

    with refusals():
        ruling, evidence, state = find(id), standing(id), status(id)
    with writing(out) as file:
        if form is Showing.JSON:
            fields = msgspec.structs.asdict(ruling)
            told = {
                "status": state,
                "editorial": reasons().get(id),
                "claims": evidence.claims,
                "proofs": evidence.proofs,
            }
            write_json(file, {**fields, **told})
        else:
            _print_ruling(file, ruling, evidence, state)


def _chosen(document: str | None, status: str | None) -> list[dict[str, str]]:
    """The rulings of a document in a state, as rows."""
    from overheat.register import rulings
    from overheat.register import status as status_of
    from overheat.register.coverage import check_status

    wanted = None if status is None else check_status(status)
    rows = []
    for ruling in rulings(document):
        state = status_of(ruling.id)
        if wanted in (None, state):
            about = {name: getattr(ruling, name) for name in ("area", "kind", "title")}
            rows.append({"id": ruling.id, "document": ruling.document, "status": state, **about})
    return rows


def _listing_json(counts: dict[str, Counts], listed: list[dict[str, str]] | None) -> dict[str, Any]:
    return {"documents": counts} if listed is None else {"documents": counts, "rulings": listed}


def _write_csv(file: TextIO, counts: dict[str, Counts], listed: list[dict[str, str]] | None) -> None:
    import csv

    writer = csv.writer(file, lineterminator="\n")
    if listed is None:
        writer.writerow(("document", "done", "open", "editorial"))
        writer.writerows((id, count.done, count.open, count.editorial) for id, count in counts.items())
    else:
        columns = ("id", "document", "status", "area", "kind", "title")
        writer.writerow(columns)
        writer.writerows([row[column] for column in columns] for row in listed)


def _print_listing(file: TextIO, counts: dict[str, Counts], listed: list[dict[str, str]] | None) -> None:
    """The counts, and below them the rulings if there are any to list."""
    from rich.console import Console

    console = Console(file=file, highlight=False, markup=False)
    console.print(_counts_table(counts))
    if listed:
        console.print()
        console.print(_wide_list(listed) if console.width >= WIDE else _narrow_list(listed))
    if listed is not None:
        console.print(f"\n{len(listed)} ruling{'' if len(listed) == 1 else 's'}")


def _new_table() -> Table:
    from rich import box
    from rich.table import Table

    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)


def _counts_table(counts: dict[str, Counts]) -> Table:
    """A line for each document, and the sum when there are several."""
    from overheat.register import Counts, documents

    table = _new_table()
    table.add_column("Document", no_wrap=True)
    table.add_column("Title")
    for heading, style in (("Done", "green"), ("Open", "yellow"), ("Editorial", "dim"), ("Total", ""), ("Done %", "")):
        table.add_column(heading, justify="right", style=style, no_wrap=True)
    shown = [(known.id, known.title, counts[known.id]) for known in documents() if known.id in counts]
    for id, title, count in shown:
        table.add_row(id, title, *_figures(count))
    if len(shown) > 1:
        total = Counts(*(sum(getattr(count, state) for count in counts.values()) for state in COLOURS))
        table.add_section()
        table.add_row("all", "", *_figures(total), style="bold")
    return table


def _figures(count: Counts) -> tuple[str, ...]:
    return str(count.done), str(count.open), str(count.editorial), str(count.total), f"{count.percent:.1f}"


def _wide_list(listed: list[dict[str, str]]) -> Table:
    """A column for each thing told of a ruling."""
    from rich.text import Text

    table = _new_table()
    for heading in ("Id", "Status", "Area", "Kind"):
        table.add_column(heading, no_wrap=True)
    table.add_column("Title")
    for row in listed:
        table.add_row(
            row["id"], Text(row["status"], COLOURS[row["status"]]), row["area"], row["kind"], Text(row["title"])
        )
    return table


def _narrow_list(listed: list[dict[str, str]]) -> Table:
    """The same for narrow screens: area and kind stand below the title."""
    from rich.text import Text

    table = _new_table()
    for heading in ("Id", "Status"):
        table.add_column(heading, no_wrap=True)
    table.add_column("Title, area, kind")
    for row in listed:
        about = Text.assemble(row["title"], "\n", (f"{row['area']}, {row['kind']}", "dim"))
        table.add_row(row["id"], Text(row["status"], COLOURS[row["status"]]), about)
    return table


def _print_ruling(file: TextIO, ruling: Ruling, evidence: Evidence, state: str) -> None:
    """One ruling for people, from what it says to what stands behind it."""
    from rich.console import Console
    from rich.text import Text

    from overheat.register.coverage import reasons

    console = Console(file=file, highlight=False, markup=False)
    console.print(Text.assemble((ruling.id, "bold"), "  ", ruling.title))
    console.print(_facts(ruling, state))
    console.print()
    console.print(Text(ruling.summary))
    if ruling.note:
        console.print(Text(f"Note: {ruling.note}"))
    if ruling.tables:
        _section(console, "Tables", _tables(ruling.tables))
    readings = [_item(unclear.issue, "->", unclear.resolution) for unclear in ruling.ambiguities]
    _section(console, "Unclear in the document, and our reading", readings)
    cases = [_item(_inline(case.input), "=>", _inline(case.output)) for case in ruling.expects]
    _section(console, "Worked cases", cases)
    _section(console, "Editorial", [_item(reasons()[ruling.id])] if ruling.id in reasons() else [])
    _section(console, "Implemented", _implemented(evidence))
    _section(console, "Tested", [_item(proof) for proof in evidence.proofs or ["by no test yet"]])


def _facts(ruling: Ruling, state: str) -> RenderableType:
    """What is known about a ruling beside its text, a line each."""
    from rich.table import Table
    from rich.text import Text

    from overheat.register.ruling import document

    printed = f"p. {ruling.page}, {ruling.section}" if ruling.page is not None else ruling.section
    changed = {"new in this errata": ruling.new, "changed from the previous one": ruling.changed_from_previous_errata}
    told: dict[str, str | None] = {
        "status": state,
        "document": document(ruling.document).title,
        "corrects": printed,
        "source": ruling.source,
        "stated by": ORIGINS.get(ruling.origin or "", ruling.origin),
        "marks": "; ".join(MARKS.get(mark, mark) for mark in ruling.marks),
        "specification": ruling.specification,
        "kind": ruling.kind,
        "area": ruling.area,
        "priority": ruling.priority,
        "needs": ", ".join(ruling.needs),
        "errata": ", ".join(words for words, true in changed.items() if true),
        "options": _inline(ruling.option) if ruling.option else None,
        "settles": ", ".join(ruling.contradiction),
    }
    grid = Table.grid(padding=(0, 2))
    for name, value in told.items():
        if value:
            grid.add_row(Text(name, "dim"), Text(value))
    return grid


def _implemented(evidence: Evidence) -> Iterator[RenderableType]:
    """Where a ruling is implemented, in which layer, and what it takes the place of there."""
    for claim in evidence.claims:
        if claim.door:
            yield _item(f"{claim.rule}, seen with `{claim.door}`", "amended in", _file_of(claim.where))
            continue
        layer = f", layer {claim.layer}" if claim.layer else ""
        replaces = f"rule {claim.replaces} of the layers below" if claim.replaces else ""
        yield _item(f"{_file_of(claim.where)} (rule {claim.rule}{layer})", "overrides", replaces)
    if not evidence.claims:
        yield _item("nowhere yet")


def _file_of(where: str) -> str:
    """A name of the source as the file that it is in and what it is called there."""
    parts = where.split(".")
    source = Path(__file__).parents[2]
    for size in range(len(parts), 0, -1):
        place = source.joinpath(*parts[:size])
        file = next((found for end in (".py", ".toml") if (found := place.with_suffix(end)).is_file()), None)
        if file is not None:
            name = ".".join(parts[size:])
            return f"src/{file.relative_to(source).as_posix()}{f': {name}' if name else ''}"
    return where


def _section(console: Console, title: str, parts: Iterable[RenderableType]) -> None:
    """A heading and what stands under it; nothing if there is nothing."""
    from rich.padding import Padding

    for number, part in enumerate(parts):
        if number == 0:
            console.print(f"\n{title}", style="bold")
        console.print(Padding(part, (0, 0, 0, 2)))


def _item(words: str, sign: str = "", further: str = "") -> RenderableType:
    """A line of a list, and beneath it what follows from it after a sign."""
    from rich.table import Table
    from rich.text import Text

    item = Table.grid(padding=(0, 1))
    item.add_row("-", Text(words))
    if further:
        beneath = Table.grid(padding=(0, 1))
        beneath.add_row(sign, Text(further))
        item.add_row("", beneath)
    return item


def _tables(tables: dict[str, Any] | list[Any]) -> Iterator[RenderableType]:
    """The tables of a ruling: columns and rows as a table, all else as an outline."""
    from rich.padding import Padding
    from rich.text import Text

    left = dict(tables) if isinstance(tables, dict) else tables
    table = _grid(left) if isinstance(left, dict) else None
    if table is not None:
        yield table
    if table is not None and left:
        yield Text("")
    for line in _outline(left):
        words = line.lstrip(" ")
        yield Padding(Text(words), (0, 0, 0, len(line) - len(words)))


def _grid(tables: dict[str, Any]) -> Table | None:
    """The table that `columns` and `rows` make, taken out of what is left to tell; None if they make none."""
    from rich.text import Text

    columns, rows = tables.get("columns"), tables.get("rows")
    if not isinstance(columns, list):
        return None
    lines = _lines(columns, rows)
    if lines is None:
        return None
    del tables["columns"], tables["rows"]
    table = _new_table()
    for heading in ["", *columns] if isinstance(rows, dict) else columns:
        table.add_column(Text(str(heading)))
    for line in lines:
        table.add_row(*(Text(_inline(cell)) for cell in line))
    return table


def _lines(columns: list[Any], rows: object) -> list[list[Any]] | None:
    """The cells of every row in the order of the columns, or None when rows and columns do not fit."""
    if isinstance(rows, list):
        lines = [row for row in rows if isinstance(row, list) and len(row) == len(columns)]
        return lines if len(lines) == len(rows) else None
    if not isinstance(rows, dict):
        return None
    found = []
    for key, row in rows.items():
        cells = [row.get(str(column)) for column in columns] if isinstance(row, dict) else row
        if not isinstance(cells, list) or len(cells) != len(columns):
            return None
        found.append([key, *cells])
    return found


def _outline(value: dict[str, Any] | list[Any]) -> Iterator[str]:
    """Nested values as indented lines; what is short stays on one line."""
    if isinstance(value, list):
        for inner in value:
            first, *others = _outline(inner) if _long(inner) else [_inline(inner)]
            yield f"- {first}"
            yield from (f"  {other}" for other in others)
        return
    for key, inner in value.items():
        if _long(inner):
            yield f"{key}:"
            yield from (f"  {line}" for line in _outline(inner))
        else:
            yield f"{key}: {_inline(inner)}"


def _long(value: Any) -> bool:
    """Whether a value has parts, and too many for one line."""
    return isinstance(value, dict | list) and len(value) > 0 and len(_inline(value)) > 60


def _inline(value: Any) -> str:
    """A value on one line, as people write it."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_nested(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(map(_nested, value))
    names: dict[Any, str] = {None: "-", True: "yes", False: "no"}
    return names[value] if value is None or isinstance(value, bool) else str(value)


def _nested(value: Any) -> str:
    """A value inside another: what has parts of its own is bracketed."""
    brackets: Callable[[str], str] = "[{}]".format if isinstance(value, list) else "({})".format
    return brackets(_inline(value)) if isinstance(value, dict | list) else _inline(value)
