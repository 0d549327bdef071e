"""The classic game's own questions: boards as pictures, reach, shots, live sheets, and the adjudicator."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query
from fastapi.responses import Response

from overheat.classic.adjudicate import Situation, adjudicate
from overheat.classic.board import library as boards
from overheat.classic.board.drawing import draw
from overheat.classic.state import State
from overheat.kernel.refusal import refuse
from overheat.table.asking import PROBLEMS, AccessHere, HubHere, answer
from overheat.table.game_routes import converted
from overheat.table.hub import Access
from overheat.table.livesheet import live_sheet
from overheat.table.offers import check_board, check_unit
from overheat.table.previews import blows, places, shots, unit_of

router = APIRouter(prefix="/api", tags=["classic"], responses=PROBLEMS)

SVG = "image/svg+xml"
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {SVG: {}}, "description": "A picture."}}
Size = Annotated[float, Query(ge=5, le=100, description="From the middle of a hex to its corner.")]
UnitId = Annotated[str, Query(max_length=200, description="The id of a unit in the battle.")]


def picture(svg: str) -> Response:
    """An SVG as an answer."""
    return Response(svg.encode(), media_type=SVG)


def _battle(access: Access) -> State:
    """The state of a battle of the classic game."""
    state = access.room.now.state
    if not isinstance(state, State):
        raise refuse("table.classic", "that is a question for the classic game")
    return state


def _of_ones_own(access: Access, id: str) -> State:
    state = _battle(access)
    if unit_of(state, id).side not in access.players:
        raise refuse("table.seat", "your token does not play that unit")
    return state


@router.get("/boards", response_model=list[str])
async def board_names() -> Response:
    """The boards that come with the project."""
    return answer(boards.names())


@router.get("/boards/{name}/board.svg", response_class=Response, responses=PICTURE)
async def board_picture(hub: HubHere, name: str, size: Size = 36) -> Response:
    """A bundled board as a picture."""
    if name not in boards.names():
        raise refuse("table.page", f"no board {name[:60]!r}")
    return picture(await hub.work(lambda: draw(boards.find(name).board, size=size)))


@router.get("/games/{game}/board.svg", response_class=Response, responses=PICTURE)
async def battlefield(hub: HubHere, access: AccessHere, size: Size = 36) -> Response:
    """The board of a battle as it is now."""
    state = _battle(access)
    return picture(await hub.work(lambda: draw(state.relief.board, size=size)))


@router.get("/games/{game}/sheet.svg", response_class=Response, responses=PICTURE)
async def unit_sheet(hub: HubHere, access: AccessHere, unit: UnitId) -> Response:
    """The record sheet of a unit in battle, with everything it has lost."""
    state = _battle(access)
    if unit not in state.units:
        raise refuse("preview.unit", f"no unit {unit[:60]!r} is in the battle", unit=unit[:60])
    return picture(await hub.work(live_sheet, state.units[unit]))


@router.get("/games/{game}/reach", response_model=list[dict[str, Any]])
async def reach(hub: HubHere, access: AccessHere, unit: UnitId) -> Response:
    """Every place a unit of yours can go to, with its cost, the piloting rolls on the way and the commands to say."""
    return answer(await hub.work(places, _of_ones_own(access, unit), unit))


@router.get("/games/{game}/shots", response_model=list[dict[str, Any]])
async def volley(hub: HubHere, access: AccessHere, unit: UnitId, target: UnitId) -> Response:
    """Every weapon of a unit of yours at a target: the number explained, its chance, damage to expect, heat after."""
    return answer(await hub.work(shots, _of_ones_own(access, unit), unit, target))


@router.get("/games/{game}/blows", response_model=list[dict[str, Any]])
async def strikes(hub: HubHere, access: AccessHere, unit: UnitId, target: UnitId) -> Response:
    """Every blow that a unit of yours may strike at a target: the number explained, its chance, damage to expect."""
    return answer(await hub.work(blows, _of_ones_own(access, unit), unit, target))


@router.post("/adjudicate", response_model=dict[str, Any])
async def ruling(hub: HubHere, situation: Annotated[dict[str, Any], Body()]) -> Response:
    """A situation in, an explained number out. Units and boards are the names of bundled ones."""
    asked: Situation = converted(situation, Situation, "situation")
    return answer(await hub.work(_ruled, asked))


def _ruled(situation: Situation) -> object:
    check_board(situation.board)
    for party in (situation.attacker, situation.target, situation.spotter):
        if party is not None:
            check_unit(party.unit)
    return adjudicate(situation).as_json()
