"""H.E.A.T without a game: the charts, the adjudicator, platoons, cards, and set-ups made of them."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.responses import Response
from pydantic import Field, model_validator

from overheat.drawing.pdf import sheet_pdf
from overheat.kernel.dice import Roll, Seeded
from overheat.kernel.inquiries import Asked
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import in_words
from overheat.platoon.adjudicate import ADJUDICATOR, rolling
from overheat.platoon.battle.purposes import PURPOSES, is_summed
from overheat.platoon.battle.wording import roll_words
from overheat.platoon.cards import card_pages, draw_card, reference_pages
from overheat.platoon.cards.card import Arm
from overheat.platoon.cards.symbols import symbol_picture
from overheat.platoon.resolution.resolve import weapon_of
from overheat.platoon.rosters.roster import Platoon
from overheat.platoon.rules.standard import shooting
from overheat.platoon.rules.standard.orders import ORDER_KINDS, QUALITY, called
from overheat.platoon.units.weapons import weapons as weapons_under
from overheat.table import models, questions
from overheat.table.asking import PROBLEMS, ErrandsHere, HubHere, address_of
from overheat.table.classic.routes import PICTURE, picture
from overheat.table.guard.limits import Limits
from overheat.table.layers import MOST_LAYERS
from overheat.table.packs.platoon import rulings_pack
from overheat.table.platoon import forces
from overheat.table.unit_routes import PAGES, PDF

router = APIRouter(prefix="/api/platoon", tags=["platoon"], responses=PROBLEMS)

Layers = Annotated[tuple[models.Name, ...], Query(max_length=MOST_LAYERS, description="Layers of optional rules.")]
SEEDS = 2**32
Source = str | dict[str, Any]
Force = Annotated[str, Field(max_length=200_000)] | dict[str, Any]
Player = Annotated[str, Field(min_length=1, max_length=40)]
TWO: Any = Field(min_length=2, max_length=2)


class Brought(models.Asked):
    """A platoon: the name of a bundled one, the text of a platoon file, or what would be written in one."""

    platoon: models.Name | None = Field(None, description="The name of a bundled platoon.")
    text: str | None = Field(None, max_length=200_000, description="The text of a platoon file.")
    roster: dict[str, Any] | None = Field(None, description="What a platoon file says.")
    rules: list[models.Name] = Field(default=[], max_length=MOST_LAYERS, description="Layers of optional rules.")

    @model_validator(mode="after")
    def one(self) -> Brought:
        """Exactly one of the three is given."""
        if sum(each is not None for each in (self.platoon, self.text, self.roster)) != 1:
            raise ValueError("give one of platoon, text and roster")
        return self

    @property
    def source(self) -> Source:
        if self.roster is not None:
            return self.roster
        return self.platoon if self.platoon is not None else f"{self.text}\n"


class CardAsked(Brought):
    """One card of a platoon."""

    unit: models.Name = Field(description="The id of the unit in the platoon.")


class PagesAsked(Brought):
    """All cards of a platoon, on paper."""

    paper: Literal["a4", "letter"] = "a4"


class PageAsked(PagesAsked):
    """One page of cards."""

    page: int = Field(1, ge=1, le=100)


class SetupAsked(models.Asked):
    """A scenario or a table of one's own, and who fights on it."""

    scenario: models.Name | None = Field(None, description="The name of a bundled scenario.")
    table: dict[str, Any] | None = Field(None, description="What a scenario file of one's own says.")
    platoons: Annotated[list[Force], TWO] | None = Field(
        None, description="For each side a bundled platoon's name, a platoon file's text, or what is written in one."
    )
    players: Annotated[list[Player], TWO] | None = None
    rules: list[models.Name] = Field(default=[], max_length=MOST_LAYERS)

    @model_validator(mode="after")
    def one(self) -> SetupAsked:
        """Exactly one of the two is given."""
        if (self.scenario is None) == (self.table is None):
            raise ValueError("give one of scenario and table")
        return self


# The charts.


@router.get("/weapons", response_model=list[dict[str, Any]])
async def weapons(errands: ErrandsHere, rules: Layers = ()) -> Response:
    """Every weapon that is to be had under some rules, with its row of the charts."""
    return await errands.answer(_weapons, rules)


def _weapons(names: tuple[str, ...]) -> list[dict[str, object]]:
    rules = forces.rules_of(names)
    found = [weapon_of(rules, weapon.id) for weapon in weapons_under(rules) if rules[shooting.available](rules, weapon)]
    return [
        {**msgspec.to_builtins(weapon, order="deterministic"), "ranges": Arm(weapon).ranges, "reach": weapon.reach}
        for weapon in found
    ]


@router.get("/orders", response_model=dict[str, Any])
async def orders(errands: ErrandsHere, rules: Layers = ()) -> Response:
    """Every order and every quality that there is under some rules."""
    return await errands.answer(_orders, rules)


def _orders(names: tuple[str, ...]) -> dict[str, object]:
    rules = forces.rules_of(names)
    listed = [
        {"id": id, "name": called(id, kind), "tip": kind.tip, "shoots": kind.shoots or kind.waits}
        for id, kind in rules[ORDER_KINDS].rows.items()
    ]
    return {"orders": listed, "qualities": [{"id": id, "name": in_words(id)} for id in rules[QUALITY].rows]}


@router.get("/catalogue", response_model=dict[str, Any])
async def catalogue(errands: ErrandsHere, rules: Layers = ()) -> Response:
    """Every kind of unit with its price for each quality, what it may buy, and what makes a platoon."""
    return await errands.answer(forces.catalogue, rules)


@router.get("/symbols/{kind}.svg", response_class=Response, responses=PICTURE)
async def symbol(
    errands: ErrandsHere, kind: Annotated[str, Path(max_length=60, description="A kind of unit of the catalogue.")]
) -> Response:
    """The map symbol of a kind of unit."""
    return picture(await errands.work(_symbol, kind))


def _symbol(kind: str) -> str:
    rules = forces.rules_of(())
    return symbol_picture(forces.any_of(kind, rules).sheet, rules)


# The adjudicator.


def _asked(facts: dict[str, Any]) -> Asked:
    """A question of H.E.A.T, which `question` names; `ask` will do as well."""
    named = facts.get("ask", facts.get("question"))
    if named is None:
        raise refuse("request.form", "question: which one is asked")
    rest = {name: fact for name, fact in facts.items() if name != "question"}
    return questions.asked_of({**rest, "ask": named})


@router.post("/adjudicate", response_model=dict[str, Any])
async def ruling(errands: ErrandsHere, facts: Annotated[dict[str, Any], Body()]) -> Response:
    """A question of a real table: its sum explained, exact chances, and how likely each outcome is."""
    return await errands.answer(_ruled, facts)


def _ruled(facts: dict[str, Any]) -> dict[str, object]:
    inquiry, asked, rules = questions.facts_in(ADJUDICATOR, _asked(facts))
    told = inquiry.answer(ADJUDICATOR.desk(rules, questions.bundled), asked)
    return {"question": facts.get("question"), **told.as_json()}


@router.get("/pack", response_model=dict[str, Any])
async def pack(hub: HubHere, request: Request, rules: Layers = ()) -> Response:
    """What a browser needs to answer questions of the adjudicator without a network.

    Of each of `questions`, `facts` are what may be said, and after the first `raw` of them what is `derived` from
    those: the sum of the terms, or a part. A part is a table over the few facts that it goes by. Figures of `lists` are
    parts, or put together from what several do. It takes some seconds to make, and is kept.
    """
    asked = partial(hub.strangers.work, address_of(request), packed, rules)
    made = await hub.packs.get(("platoon", rules), lambda: asked(seconds=hub.limits.pack_seconds))
    return Response(made, media_type="application/json")


def packed(rules: tuple[str, ...]) -> bytes:
    """A pack as it is sent."""
    return msgspec.json.encode(rulings_pack(rules))


@router.post("/roll", response_model=dict[str, Any])
async def rolled(errands: ErrandsHere, facts: Annotated[dict[str, Any], Body()]) -> Response:
    """The dice of a question thrown, by a `seed` of one's own or a new one: each with its purpose, and the result."""
    seed = facts.pop("seed", None)
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**53:
        raise refuse("request.form", "seed: a whole number from 0 to 2^53 - 1")
    return await errands.answer(_thrown, facts, seed)


def _thrown(facts: dict[str, Any], seed: int) -> dict[str, object]:
    inquiry, asked, rules = questions.facts_in(ADJUDICATOR, _asked(facts))
    dice, rolls = Seeded(seed, "adjudicator"), rolling(inquiry)
    result, found = rolls.throw(rules, asked, dice)
    return {
        "question": facts.get("question"),
        "seed": seed,
        "dice": [_die(roll) for roll in dice.rolls],
        "result": result,
        "facts": found,
        **rolls.premise(rules, asked).as_json(),
    }


def _die(roll: Roll) -> dict[str, object]:
    return {
        "purpose": roll.purpose,
        "about": PURPOSES.told(roll),
        "sides": roll.sides,
        "faces": roll.faces,
        "sum": roll.total if is_summed(roll) else None,
        "words": roll_words(roll),
    }


# Platoons.


@router.get("/platoons", response_model=list[dict[str, Any]])
async def platoons(errands: ErrandsHere, rules: Layers = ()) -> Response:
    """The platoons that come with the project."""
    return await errands.answer(forces.listed, rules)


@router.post("/check", response_model=dict[str, Any])
async def check(hub: HubHere, errands: ErrandsHere, wanted: Brought) -> Response:
    """A platoon priced part by part, with the cards of its units, and everything that it breaks."""
    return await errands.answer(forces.checked, wanted.source, tuple(wanted.rules), hub.limits)


@router.post("/draft", response_model=dict[str, Any])
async def draft(hub: HubHere, errands: ErrandsHere, wanted: Brought) -> Response:
    """A platoon in the making: each entry priced part by part or refused by itself, and everything the whole breaks."""
    return await errands.answer(forces.in_the_making, wanted.source, tuple(wanted.rules), hub.limits)


def _platoon(wanted: Brought, limits: Limits) -> tuple[Platoon, Ruleset]:
    rules = forces.rules_of(tuple(wanted.rules))
    return forces.platoon_of(wanted.source, rules, limits), rules


@router.post("/card.svg", response_class=Response, responses=PICTURE)
async def card(hub: HubHere, errands: ErrandsHere, wanted: CardAsked) -> Response:
    """The card of one unit of a platoon."""
    return picture(await errands.work(_card, wanted, hub.limits))


def _card(wanted: CardAsked, limits: Limits) -> str:
    platoon, rules = _platoon(wanted, limits)
    for unit in platoon.units:
        if unit.sheet.id == wanted.unit:
            return draw_card(unit, rules)
    there = ", ".join(unit.sheet.id for unit in platoon.units)
    raise refuse("roster.unit", f"no unit {wanted.unit[:60]!r}; there are {there}")


@router.post("/cards.svg", response_class=Response, responses=PICTURE)
async def page(hub: HubHere, errands: ErrandsHere, wanted: PageAsked) -> Response:
    """A page of cards, eight to a page."""
    return picture(await errands.work(_page, wanted, hub.limits))


def _page(wanted: PageAsked, limits: Limits) -> str:
    pages = card_pages(*_platoon(wanted, limits), wanted.paper)
    if wanted.page > len(pages):
        raise refuse("card.page", f"there is no page {wanted.page}; there are {len(pages)}")
    return pages[wanted.page - 1]


@router.post("/cards.pdf", response_class=Response, responses=PAGES)
async def cards(hub: HubHere, errands: ErrandsHere, wanted: PagesAsked) -> Response:
    """All cards of a platoon to print, eight to a page."""
    return Response(await errands.work(_cards, wanted, hub.limits), media_type=PDF)


def _cards(wanted: PagesAsked, limits: Limits) -> bytes:
    return sheet_pdf(card_pages(*_platoon(wanted, limits), wanted.paper), wanted.paper)


OnPaper = Annotated[Literal["a4", "letter"], Query(description="What it is laid out on.")]


@router.get("/reference.svg", response_class=Response, responses=PICTURE)
async def reference_page(
    errands: ErrandsHere,
    page: Annotated[int, Query(ge=1, le=2, description="Which of the two pages.")] = 1,
    paper: OnPaper = "a4",
    rules: Layers = (),
) -> Response:
    """A page of the quick reference, by the rules in force."""
    return picture((await errands.work(_reference, rules, paper))[page - 1])


@router.get("/reference.pdf", response_class=Response, responses=PAGES)
async def reference(errands: ErrandsHere, paper: OnPaper = "a4", rules: Layers = ()) -> Response:
    """The two pages of the quick reference to print."""
    return Response(await errands.work(_printed_reference, rules, paper), media_type=PDF)


def _reference(names: tuple[str, ...], paper: Literal["a4", "letter"]) -> list[str]:
    return reference_pages(forces.rules_of(names), paper)


def _printed_reference(names: tuple[str, ...], paper: Literal["a4", "letter"]) -> bytes:
    return sheet_pdf(_reference(names, paper), paper)


@router.post("/setup", response_model=dict[str, Any])
async def setup(hub: HubHere, errands: ErrandsHere, wanted: SetupAsked) -> Response:
    """A set-up for `POST /api/games`: a bundled scenario or a table of one's own, with platoons of one's own."""
    sources = None if wanted.platoons is None else (wanted.platoons[0], wanted.platoons[1])
    names = None if wanted.players is None else (wanted.players[0], wanted.players[1])
    rules, where = tuple(wanted.rules), wanted.scenario if wanted.table is None else wanted.table
    return await errands.answer(forces.set_up, where, sources, names, rules, hub.limits)
