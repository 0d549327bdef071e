"""The adjudicator over HTTP: questions answered, a volley weighed, a volley thrown, and the sheet of what is left."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Body, Query, Request
from fastapi.responses import Response

from overheat.classic.adjudicator.miniatures import TERRAINS, Figure
from overheat.table import questions
from overheat.table.asking import PROBLEMS, ErrandsHere, HubHere, address_of, answer, converted, takes
from overheat.table.classic import models
from overheat.table.classic.desk import Cast, Foretold, Question, foreseen, pictured, thrown, weighed
from overheat.table.classic.routes import PICTURE, picture
from overheat.table.guard.limits import Limits
from overheat.table.layers import MOST_LAYERS
from overheat.table.models import Name
from overheat.table.packs.shots import shot_pack
from overheat.table.unit_routes import UnitName

router = APIRouter(prefix="/api/adjudicate", tags=["adjudicator"], responses=PROBLEMS)

Asked = Annotated[dict[str, Any], Body()]
Layers = Annotated[tuple[Name, ...], Query(max_length=MOST_LAYERS, description="Layers of rules.")]


@router.post("", response_model=dict[str, Any], openapi_extra=questions.BODY)
async def ruling(errands: ErrandsHere, question: Asked) -> Response:
    """A question in, an explained answer out: an attack unless it says otherwise. Units and boards are bundled ones.

    `rules` names layers of rules; those of H.E.A.T, or `platoon`, ask that game.
    """
    return await errands.answer(questions.ruled, question)


@router.post("/odds", response_model=dict[str, Any], openapi_extra=questions.BODY)
async def odds(errands: ErrandsHere, question: Asked) -> Response:
    """The same question: how likely each thing is that may come of it."""
    return await errands.answer(questions.weighed, question)


@router.get("/questions", response_model=dict[str, Any])
async def askable(errands: ErrandsHere, rules: Layers = ()) -> Response:
    """What can be asked under some layers of rules: each question with its facts, their types and defaults."""
    return await errands.answer(questions.askable, rules)


@router.get("/terrain", response_model=list[str])
async def terrains() -> Response:
    """The words for terrain that a place is described with."""
    return answer([name for name in TERRAINS if name])


@router.get("/pack", response_model=dict[str, Any])
async def pack(hub: HubHere, request: Request, unit: UnitName, rules: Layers = ()) -> Response:
    """What a browser needs to answer about the shots of a bundled unit without a network.

    `facts` are what may be said of a shot. Each of `rows` is a way to fire, with the parts of its answer: reasons why
    not, in the order in which they are given, terms, damage of a hit, heat. A part is a table over the few facts that
    it goes by. It takes some seconds to make, and is kept.
    """
    asked = partial(hub.strangers.work, address_of(request), packed, unit, rules, hub.limits)
    made = await hub.packs.get((unit, rules), lambda: asked(seconds=hub.limits.pack_seconds))
    return Response(made, media_type="application/json")


def packed(unit: str, rules: tuple[str, ...], limits: Limits) -> bytes:
    """A pack as it is sent."""
    return msgspec.json.encode(shot_pack(Figure(unit=unit), rules, limits))


@router.post("/volley", response_model=models.Weighed, openapi_extra=takes(Question))
async def volley(hub: HubHere, errands: ErrandsHere, question: Asked) -> Response:
    """What weapons of a unit would do to another: each number explained, the damage of all together, the heat.

    `attacker` and `target` are units as in a situation, with an optional `condition`; `weapons` are `"all"` or choices;
    `place` tells in words how they stand to each other, or they stand in hexes of a `board`.
    """
    asked: Question = converted(question, Question, "question")
    return await errands.answer(weighed, asked, hub.limits)


@router.post("/outcomes", response_model=models.Foreseen, openapi_extra=takes(Foretold))
async def outcomes(hub: HubHere, errands: ErrandsHere, question: Asked) -> Response:
    """The same question as `volley`: the chances of everything that may become of the target, worked out together.

    `effects` lists what may happen, what decides most first, each with a `name` for programs (`destroyed`,
    `destroyed.head_destroyed`, `fall`, `critical.engine`, `critical.engine.2` for a second hit, `breach.LT` where the
    armour is gone, `breach.LT.rear`, `lost.LA`, `crew.unconscious`, `explosion`, `immobile`, `vehicle.driver_hit`), its
    `words`, and its `chance` from 0 to 1; several may come together. `exact` says whether chances are exact or, where
    there are very many conditions to tell apart, close to it (`way`: `chain`, `every`, or `thinned`). `felled` tells of
    platoons and squads how many fall, else it is null. `others` are further units that fire at the target in the same
    phase, one after the other, each an `attacker` with its `weapons` and its `place` or hex.
    """
    asked: Foretold = converted(question, Foretold, "question")
    return await errands.answer(foreseen, asked, hub.limits)


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
