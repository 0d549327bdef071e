"""`overheat platoon`: platoons built, checked and printed, and the exact odds of their shots and orders."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overheat.cli.console.console import (
    FAILED,
    WRONG_USAGE,
    Command,
    Out,
    leave,
    refusals,
    say,
    write_bytes,
    write_json,
    writing,
)
from overheat.cli.console.layers import Rules, platoon_rules
from overheat.cli.platoon import odds as platoonodds
from overheat.cli.platoon import tables as platoontables
from overheat.cli.platoon.asked import Form, Printed

if TYPE_CHECKING:
    from overheat.kernel.rules.rule import Ruleset
    from overheat.platoon.rosters.roster import Platoon, Priced, Roster

app = typer.Typer(help="Build, check and print H.E.A.T platoons, and ask for odds.", no_args_is_help=True)
app.command(cls=Command)(platoonodds.shot)
app.command("test", cls=Command)(platoonodds.order_test)
app.command(cls=Command)(platoontables.table)
File = Annotated[str, typer.Argument(metavar="FILE", help="A platoon file, or the name of a bundled platoon.")]
PAGE_PIXELS = 2480
"""How wide a page is as a picture: 300 dots an inch of A4."""


class CardForm(StrEnum):
    """How cards are given."""

    TABLE = "table"
    JSON = "json"
    SVG = "svg"
    PDF = "pdf"
    PNG = "png"


class Paper(StrEnum):
    """The paper that cards are laid out on."""

    A4 = "a4"
    LETTER = "letter"


def _platoon(file: str, rules: Ruleset) -> Platoon:
    from overheat.platoon.battle.scenario import find_roster
    from overheat.platoon.rosters.roster import muster

    with refusals():
        return muster(find_roster(file), rules)


@app.command(cls=Command)
def check(file: File, rules: Rules = None, form: Printed = Form.TABLE, out: Out = None) -> None:
    """Price a platoon, and say whether it is legal; if not, why not, and exit with 1."""
    platoon = _platoon(file, platoon_rules(rules))
    with writing(out) as stream:
        if form is Form.JSON:
            write_json(
                stream,
                {
                    "name": platoon.name,
                    "points": platoon.points,
                    "limit": platoon.limit,
                    "units": [{"id": unit.sheet.id, **unit.cost.as_json()} for unit in platoon.units],
                    "findings": [finding.as_json() for finding in platoon.findings],
                },
            )
        else:
            for unit in platoon.units:
                stream.write(f"{int(unit.cost.total):>5}  {unit.sheet.name} [{unit.sheet.id}]\n")
            stream.write(f"{platoon.points:>5}  {platoon.name}, of {platoon.limit}\n")
    for finding in platoon.findings:
        say(f"{file}: {finding}")
    if platoon.findings:
        raise typer.Exit(FAILED)


@app.command(cls=Command)
def design(
    parts: Annotated[
        list[str] | None,
        typer.Argument(metavar="PART[=N]...", help="Parts such as armour.7 or capacity.soldier=6.", show_default=False),
    ] = None,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Price a vehicle from its parts, for the three qualities of crew; without parts, list what each costs."""
    from overheat.platoon.rosters import designer

    wanted: dict[str, int] = {}
    for word in parts or ():
        name, _, many = word.partition("=")
        if many and not (many.isascii() and many.isdecimal() and len(many) <= 3):
            leave(f"{word!r}: write a part as armour.7, or with its number as capacity.soldier=6", WRONG_USAGE)
        wanted[name] = wanted.get(name, 0) + int(many or 1)
    with refusals(WRONG_USAGE):
        found = designer.design(wanted)
    prices = {"inexperienced": found.inexperienced, "regular": found.regular, "veteran": found.veteran}
    with writing(out) as stream:
        if form is Form.JSON:
            write_json(stream, {"parts": found.parts.as_json(), **prices} if wanted else designer.part_costs())
        elif wanted:
            stream.write(f"{found.parts.explain()}\n")
            stream.writelines(f"{price:>5}  {quality}\n" for quality, price in prices.items())
        else:
            stream.writelines(f"{cost:>5}  {part}\n" for part, cost in designer.part_costs().items())


@app.command(cls=Command)
def card(
    file: File,
    unit: Annotated[str, typer.Option("--unit", metavar="ID", help="Only the card of this unit.")] = "",
    page: Annotated[
        int | None, typer.Option("--page", metavar="N", help="Which page, for svg and png.", min=1, show_default=False)
    ] = None,
    paper: Annotated[Paper, typer.Option("--paper", help="What pages of cards are laid out on.")] = Paper.A4,
    rules: Rules = None,
    form: Annotated[
        CardForm, typer.Option("--format", help="pdf for all cards, eight to a page; svg or png for one page or card.")
    ] = CardForm.TABLE,
    out: Out = None,
) -> None:
    """Print what the units of a platoon are and can do, to read or as cards to play with."""
    from overheat.platoon.cards.card import card_facts, platoon_card

    held = platoon_rules(rules)
    platoon = _platoon(file, held)
    if unit:
        platoon = _only(platoon, unit)
    if form in (CardForm.TABLE, CardForm.JSON):
        with refusals(), writing(out) as stream:
            if form is CardForm.JSON:
                write_json(stream, [card_facts(each, held) for each in platoon.units])
            else:
                stream.write(platoon_card(platoon, held))
        return
    with refusals():
        drawn = _drawn(platoon, held, form, paper, page, one=bool(unit))
    with writing(out) as stream:
        write_bytes(stream, drawn)


def _only(platoon: Platoon, id: str) -> Platoon:
    """A platoon of which only one unit is looked at."""
    import msgspec

    found: tuple[Priced, ...] = tuple(unit for unit in platoon.units if unit.sheet.id == id)
    if not found:
        leave(f"no unit {id[:60]!r}; there are {', '.join(unit.sheet.id for unit in platoon.units)}", WRONG_USAGE)
    return msgspec.structs.replace(platoon, units=found)


def _drawn(platoon: Platoon, rules: Ruleset, form: CardForm, paper: Paper, page: int | None, *, one: bool) -> bytes:
    """Cards as a file: all pages as PDF, or one page or one card as a picture."""
    from overheat.drawing.pdf import sheet_pdf
    from overheat.drawing.pixels import card_png
    from overheat.platoon.cards import card_pages, draw_card

    pages = card_pages(platoon, rules, paper.value)
    if form is CardForm.PDF:
        return sheet_pdf(pages, paper.value)
    if one:
        svg = draw_card(platoon.units[0], rules)
        return card_png(svg) if form is CardForm.PNG else svg.encode()
    if page is None and len(pages) != 1:
        leave(
            f"{form.value} is one page and these are {len(pages)}; add --page N or --unit ID, or ask for pdf",
            WRONG_USAGE,
        )
    if page is not None and page > len(pages):
        leave(f"there is no page {page}; there are {len(pages)}", WRONG_USAGE)
    svg = pages[(page or 1) - 1]
    return card_png(svg, PAGE_PIXELS) if form is CardForm.PNG else svg.encode()


@app.command(cls=Command)
def reference(
    page: Annotated[
        int | None, typer.Option("--page", metavar="N", help="Which page, for svg and png.", min=1, show_default=False)
    ] = None,
    paper: Annotated[Paper, typer.Option("--paper", help="What it is laid out on.")] = Paper.A4,
    rules: Rules = None,
    form: Annotated[
        CardForm, typer.Option("--format", help="pdf for both pages, svg or png for one; table and json to read.")
    ] = CardForm.TABLE,
    out: Out = None,
) -> None:
    """Print two pages of quick reference: every table and chance that is looked up in play, by the rules in force."""
    from overheat.platoon.cards.reference import reference as sections
    from overheat.platoon.cards.reference import reference_lines

    held = platoon_rules(rules)
    with refusals(), writing(out) as stream:
        if form is CardForm.TABLE:
            stream.writelines(f"{line}\n" for line in reference_lines(held))
        elif form is CardForm.JSON:
            write_json(stream, [section.as_json() for section in sections(held)])
        else:
            write_bytes(stream, _pages(held, form, paper, page))


def _pages(rules: Ruleset, form: CardForm, paper: Paper, page: int | None) -> bytes:
    """The reference as a file: both pages as PDF, or one as a picture."""
    from overheat.drawing.pdf import sheet_pdf
    from overheat.drawing.pixels import card_png
    from overheat.platoon.cards import reference_pages

    pages = reference_pages(rules, paper.value)
    if form is CardForm.PDF:
        return sheet_pdf(pages, paper.value)
    if page is None or page > len(pages):
        leave(f"{form.value} is one page and there are {len(pages)}; add --page N, or ask for pdf", WRONG_USAGE)
    svg = pages[page - 1]
    return card_png(svg, PAGE_PIXELS) if form is CardForm.PNG else svg.encode()


@app.command(cls=Command)
def build(
    units: Annotated[
        list[str] | None,
        typer.Argument(metavar="UNIT...", help="Units such as rifle_squad:veteran:8+lmg+law=2~smg=3."),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="What the platoon is called.")] = "Platoon",
    points: Annotated[int, typer.Option("--points", help="How many points it may cost.", min=1)] = 1000,
    selector: Annotated[str, typer.Option("--selector", help="list, reinforced or open.")] = "list",
    rules: Rules = None,
    out: Out = None,
) -> None:
    """Write a platoon file from a few words, one for each unit.

    Without any UNIT the words are asked for line by line, with the sum and what is still wrong after each.
    """
    from overheat.platoon.rosters.draft import check_quality, entry, written
    from overheat.platoon.rosters.roster import Roster, muster

    held = platoon_rules(rules)
    with refusals(WRONG_USAGE):
        roster = Roster(name=name, points=points, selector=selector, units=tuple(map(entry, units or ())))
        for unit in roster.units:
            check_quality(unit.quality, held)
    refused = 0
    if not units:
        roster, refused = _asked(roster, held, out)
    with refusals():
        platoon = muster(roster, held)
    with writing(out) as stream:
        stream.write(written(roster))
    for finding in platoon.findings:
        say(str(finding))
    if platoon.findings or refused:
        raise typer.Exit(FAILED)


def _asked(roster: Roster, rules: Ruleset, out: Path | None) -> tuple[Roster, int]:
    """A platoon built line by line from standard input, and how many lines of a pipe were not taken.

    The end of typed lines leaves without writing; the end of lines from a file or a pipe is as good as `done`. What is
    told along the way goes to standard output, unless the platoon itself goes there unseen.
    """
    from overheat.cli.platoon.build import Builder

    typed = sys.stdin is not None and sys.stdin.isatty()
    builder = Builder(roster, rules, talks=typed or out is not None)
    finished = builder.listen(sys.stdin or (), prompts=typed)
    if not finished and (typed or builder.left):
        say("nothing written")
        raise typer.Exit(0)
    if not builder.roster.units:
        leave("no units: name them as UNIT..., or type them line by line", WRONG_USAGE)
    return builder.roster, builder.refused
