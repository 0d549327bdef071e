"""Units over HTTP: the library, a unit file and everything that is worked out from it, and pages to print."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from overheat.alphastrike import wording as cards_wording
from overheat.alphastrike.cards import card_pdf, draw_card
from overheat.alphastrike.convert import Conversion, convert
from overheat.classic.armoury.availability import Fielding
from overheat.classic.armoury.checking import checked
from overheat.classic.battle_value.unit import battle_value, with_skills
from overheat.classic.cost.unit import unit_cost
from overheat.classic.damage.hits import TAKERS
from overheat.classic.game import unplayable
from overheat.classic.muster.unit_index import Entry, bundled
from overheat.classic.recordsheet import PAPERS, Crew, draw_sheet, sheet_pdf
from overheat.classic.recordsheet.draw import drawer_of
from overheat.classic.report.not_played import not_played
from overheat.classic.rulesets import ruleset
from overheat.classic.unit.equipment import key
from overheat.classic.unit.fielding import holders, outfit, under
from overheat.classic.unit.figures import knows
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unit.wording import as_json
from overheat.classic.unitfile.library import READERS, find
from overheat.classic.unitfile.reading import UnitReading
from overheat.kernel.refusal import RefusedError, refuse
from overheat.table import models
from overheat.table.asking import PROBLEMS, ErrandsHere, HubHere, answer
from overheat.table.classic.routes import PICTURE, picture
from overheat.table.offers import check_unit

router = APIRouter(prefix="/api", tags=["units"], responses=PROBLEMS)

PDF = "application/pdf"
PAGES: dict[int | str, dict[str, Any]] = {200: {"content": {PDF: {}}, "description": "Pages to print."}}
GUNNERY, PILOTING = 4, 5
UnitName = Annotated[str, Query(min_length=1, max_length=200, description="The name of a bundled unit.")]


@cache
def _library() -> tuple[tuple[str, Entry, str], ...]:
    """Every bundled unit behind the names that it is searched by, and what of it the standard game does not play."""
    return tuple((key(f"{entry.name} {entry.clan_name}"), entry, _idle(entry)) for entry in bundled())


def _idle(entry: Entry) -> str:
    rules = ruleset(())
    idle = not_played(rules, under(rules, find(entry.name).sheet)) if entry.kind in TAKERS else None
    return str(idle) if idle else ""


@router.get("/units", response_model=dict[str, Any])
async def units(
    hub: HubHere,
    search: Annotated[str, Query(max_length=100)] = "",
    kind: Annotated[str, Query(max_length=40)] = "",
    least_tons: Annotated[float, Query(ge=0, le=1e7)] = 0,
    most_tons: Annotated[float, Query(ge=0, le=1e7)] = 1e7,
    first: Annotated[int, Query(ge=0, le=100_000)] = 0,
    most: Annotated[int, Query(ge=1, le=500)] = 100,
    for_battle: Annotated[bool, Query(description="Only kinds that have a part in battles.")] = False,
    tech: Annotated[str, Query(max_length=20, description="IS, Clan or Mixed.")] = "",
    role: Annotated[str, Query(max_length=40)] = "",
    era: Annotated[str, Query(max_length=60, description="The era that it came into use in.")] = "",
    year: Annotated[int, Query(ge=0, le=9999, description="Nothing later than that year; 0 for any.")] = 0,
    least_bv: Annotated[int, Query(ge=0, le=10**7)] = 0,
    most_bv: Annotated[int, Query(ge=0, le=10**7)] = 10**7,
) -> Response:
    """The units that come with the project: by words of their names, kind, weight, value, technology, role and age."""
    words = [key(word) for word in search.split()]

    def wanted(names: str, entry: Entry) -> bool:
        fits = kind in ("", entry.kind) and least_tons <= entry.tons <= most_tons
        fits = fits and tech in ("", entry.tech) and role.lower() in ("", entry.role.lower()) and era in ("", entry.era)
        fits = fits and least_bv <= (entry.bv or 0) <= most_bv and (not year or 0 < (entry.year or 0) <= year)
        return fits and all(word in names for word in words) and (not for_battle or entry.kind in TAKERS)

    found = [(entry, idle) for names, entry, idle in await hub.work(_library) if wanted(names, entry)]
    fields = ("name", "kind", "motive", "tons", "tech", "year", "bv", "role")
    listed = [
        {**{field: getattr(entry, field) for field in fields}, "not_played": idle}
        for entry, idle in found[first : first + most]
    ]
    return answer({"count": len(found), "first": first, "units": listed})


def read(wanted: models.UnitRef) -> UnitReading:
    """A bundled unit by its name, or the unit file that came along."""
    if not wanted.text:
        check_unit(wanted.unit)
        return find(wanted.unit)
    ending = next((ending for ending in READERS if wanted.unit.lower().endswith(ending)), None)
    if ending is None:
        raise refuse("unit.file", f"a unit file ends in {' or '.join(READERS)}", unit=wanted.unit[:60])
    return READERS[ending](wanted.text.encode(), wanted.unit)


@router.post("/units/read", response_model=dict[str, Any])
async def read_unit(errands: ErrandsHere, wanted: models.UnitRef) -> Response:
    """A unit with all that is worked out from it: battle value, price and card, each with its worksheet."""
    return await errands.answer(_everything, wanted)


@router.post("/units/check", response_model=dict[str, Any])
async def check_units(errands: ErrandsHere, wanted: models.CheckedUnit) -> Response:
    """Whether a unit is built by the rules, and with a year or a technology whether it can be had."""
    return await errands.answer(_checked, wanted)


def _checked(wanted: models.CheckedUnit) -> dict[str, object]:
    found = checked(Fielding(ruleset(wanted.rules), read(wanted).sheet, wanted.year, wanted.technology or None))
    return {**found.as_json(), "verdict": found.verdict}


def _everything(wanted: models.UnitRef) -> dict[str, object]:
    reading, rules = read(wanted), ruleset(wanted.rules)
    made = outfit(rules, reading.sheet, wanted.loads)
    return {
        "unit": as_json(made.sheet),
        "notices": [str(notice) for notice in reading.notices if not knows(rules, notice.part)],
        "refitted": [note.as_json() for note in made.notes],
        "loads": [{"key": each.key, "holds": each.holds, "fits": each.fits} for each in holders(rules, made.sheet)],
        "not_played": not_played(rules, made.sheet).as_json(),
        "battle_value": _or_refusal(lambda: _valued(reading.sheet, wanted).as_json()),
        "cost": _or_refusal(lambda: unit_cost(reading.sheet, rules, wanted.loads).as_json()),
        "alpha_strike": _or_refusal(lambda: _card_json(convert(reading.sheet, _skill(wanted)))),
        "record_sheet": _or_refusal(lambda: _papers(reading.sheet)),
        "battle": {"refusal": no.as_json()} if (no := unplayable(reading.sheet)) else {},
    }


def _papers(sheet: Sheet) -> dict[str, object]:
    """What a unit's record sheet can be printed on, if there is one for its kind."""
    drawer_of(sheet)
    return {"papers": list(PAPERS)}


def _valued(sheet: Sheet, wanted: models.UnitRef) -> Any:
    rules = ruleset(wanted.rules)
    worth = battle_value(sheet, rules, wanted.loads)
    if wanted.gunnery is None and wanted.piloting is None:
        return worth
    gunnery = GUNNERY if wanted.gunnery is None else wanted.gunnery
    return with_skills(worth, gunnery, PILOTING if wanted.piloting is None else wanted.piloting, rules)


def _skill(wanted: models.UnitRef) -> int:
    return GUNNERY if wanted.gunnery is None else wanted.gunnery


def _card_json(conversion: Conversion) -> dict[str, object]:
    return {
        "card": cards_wording.card_as_json(conversion.card),
        "worksheet": cards_wording.as_json(conversion),
        "explained": cards_wording.explain(conversion),
    }


def _or_refusal(work: Any) -> object:
    """What is worked out, or why it cannot be."""
    try:
        return work()
    except RefusedError as error:
        return {"refusal": error.refusal.as_json()}


def _sheet_svg(wanted: models.UnitRef, paper: Any = "a4") -> str:
    sheet, rules = read(wanted).sheet, ruleset(wanted.rules)
    crew = Crew(gunnery=wanted.gunnery, piloting=wanted.piloting)
    figures = (lambda: _valued(sheet, wanted), lambda: unit_cost(sheet, rules, wanted.loads))
    worth, price = (_if_any(figure) for figure in figures)
    made = under(rules, sheet, wanted.loads)
    return draw_sheet(made, paper=paper, bv=worth, cost=price, crew=crew, rules=rules)


def _if_any(figure: Callable[[], Any]) -> int | None:
    """The total of a figure, or none where it cannot be worked out."""
    try:
        return int(figure().total)
    except RefusedError:
        return None


def _card_svg(wanted: models.UnitRef) -> str:
    return draw_card(convert(read(wanted).sheet, _skill(wanted)).card)


@router.get("/units/sheet.svg", response_class=Response, responses=PICTURE)
async def bundled_sheet(errands: ErrandsHere, unit: UnitName) -> Response:
    """The record sheet of a bundled unit."""
    return picture(await errands.work(_sheet_svg, models.UnitRef(unit=unit)))


@router.get("/units/card.svg", response_class=Response, responses=PICTURE)
async def bundled_card(errands: ErrandsHere, unit: UnitName) -> Response:
    """The Alpha Strike card of a bundled unit."""
    return picture(await errands.work(_card_svg, models.UnitRef(unit=unit)))


@router.post("/units/sheet.svg", response_class=Response, responses=PICTURE)
async def own_sheet(errands: ErrandsHere, wanted: models.UnitRef) -> Response:
    """The record sheet of a unit file."""
    return picture(await errands.work(_sheet_svg, wanted))


@router.post("/units/card.svg", response_class=Response, responses=PICTURE)
async def own_card(errands: ErrandsHere, wanted: models.UnitRef) -> Response:
    """The Alpha Strike card of a unit file."""
    return picture(await errands.work(_card_svg, wanted))


@router.post("/print/sheets.pdf", response_class=Response, responses=PAGES)
async def sheets_pdf(hub: HubHere, errands: ErrandsHere, wanted: models.Printed) -> Response:
    """Record sheets as a PDF, a page each."""
    paper = _paper(hub.limits.pages, wanted)
    return _pages(await errands.work(_sheets_pdf, wanted.units, paper))


def _sheets_pdf(units: list[models.UnitRef], paper: Any) -> bytes:
    return sheet_pdf([_sheet_svg(unit, paper) for unit in units], paper)


@router.post("/print/cards.pdf", response_class=Response, responses=PAGES)
async def cards_pdf(hub: HubHere, errands: ErrandsHere, wanted: models.Printed) -> Response:
    """Alpha Strike cards as a PDF, eight to a page."""
    paper = _paper(hub.limits.pages, wanted)
    return _pages(await errands.work(_cards_pdf, wanted.units, paper, wanted.heading))


def _cards_pdf(units: list[models.UnitRef], paper: Any, heading: str) -> bytes:
    return card_pdf([convert(read(unit).sheet, _skill(unit)).card for unit in units], paper, heading)


def _paper(most: int, wanted: models.Printed) -> Any:
    if wanted.paper not in PAPERS:
        raise refuse("sheet.paper", f"no paper {wanted.paper!r}; there are {', '.join(PAPERS)}")
    if len(wanted.units) > most:
        raise refuse("table.pages", f"at most {most} units are printed at once")
    return wanted.paper


def _pages(pdf: bytes) -> Response:
    return Response(pdf, media_type=PDF)
