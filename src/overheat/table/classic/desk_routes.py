"""The adjudicator over HTTP: one number, a volley weighed, a volley thrown, and the sheet of what is left."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body
from fastapi.responses import Response

from overheat.classic.adjudicate import Situation, adjudicate
from overheat.classic.miniatures import TERRAINS, Figure
from overheat.table.asking import PROBLEMS, ErrandsHere, HubHere, answer, converted, takes
from overheat.table.classic import models
from overheat.table.classic.desk import Cast, Question, pictured, thrown, weighed
from overheat.table.classic.routes import PICTURE, picture
from overheat.table.offers import check_board, check_unit

router = APIRouter(prefix="/api/adjudicate", tags=["adjudicator"], responses=PROBLEMS)

Asked = Annotated[dict[str, Any], Body()]


@router.post("", response_model=dict[str, Any], openapi_extra=takes(Situation))
async def ruling(errands: ErrandsHere, situation: Asked) -> Response:
    """A situation in, an explained number out. Units and boards are the names of bundled ones."""
    asked: Situation = converted(situation, Situation, "situation")
    return await errands.answer(_ruled, asked)


def _ruled(situation: Situation) -> object:
    check_board(situation.board)
    for party in (situation.attacker, situation.target, situation.spotter):
        if party is not None:
            check_unit(party.unit)
    return adjudicate(situation).as_json()


@router.get("/terrain", response_model=list[str])
async def terrains() -> Response:
    """The words for terrain that a place is described with."""
    return answer([name for name in TERRAINS if name])


@router.post("/volley", response_model=models.Weighed, openapi_extra=takes(Question))
async def volley(hub: HubHere, errands: ErrandsHere, question: Asked) -> Response:
    """What weapons of a unit would do to another: each number explained, the damage of all together, the heat.

    `attacker` and `target` are units as in a situation, with an optional `condition`; `weapons` are `"all"` or choices;
    `place` tells in words how they stand to each other, or they stand in hexes of a `board`.
    """
    asked: Question = converted(question, Question, "question")
    return await errands.answer(weighed, asked, hub.limits)


@router.post("/roll", response_model=models.Thrown, openapi_extra=takes(Cast))
async def roll(hub: HubHere, errands: ErrandsHere, question: Asked) -> Response:
    """The same with dice: what happens, told in order, and the conditions that both units are in afterwards."""
    asked: Cast = converted(question, Cast, "question")
    return await errands.answer(thrown, asked, hub.limits)


@router.post("/sheet.svg", response_class=Response, responses=PICTURE, openapi_extra=takes(Figure))
async def sheet(errands: ErrandsHere, figure: Asked) -> Response:
    """The record sheet of a unit with what it has lost: `unit`, `text`, `gunnery`, `piloting`, `condition`."""
    asked: Figure = converted(figure, Figure, "unit")
    return picture(await errands.work(pictured, asked))
