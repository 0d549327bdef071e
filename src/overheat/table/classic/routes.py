"""The classic game's own questions: boards as pictures, forces, reach, sight, shots and live sheets."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from overheat.classic.board import library as boards
from overheat.classic.board.board import Board
from overheat.classic.board.board_file import parse_board
from overheat.classic.board.drawing import draw
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.state import State
from overheat.classic.muster.planets import map_of, planets
from overheat.classic.rules.standard.weather import sorts, weathers
from overheat.classic.rulesets import ruleset
from overheat.kernel.refusal import refuse
from overheat.table.asking import PROBLEMS, AccessHere, ErrandsHere, HubHere, address_of, answer, converted, player_for
from overheat.table.classic import models
from overheat.table.classic.firing import outcomes, shots, targets, volley
from overheat.table.classic.live_sheet import live_sheet
from overheat.table.classic.looking import arcs, look, viewpoint
from overheat.table.classic.mustering import check_muster, mustered
from overheat.table.classic.previews import places, unit_of
from overheat.table.classic.prospects import prospects
from overheat.table.classic.striking import blows, strikers
from overheat.table.games.hub import Access
from overheat.table.guard.limits import Limits
from overheat.table.layers import MOST_LAYERS
from overheat.table.offers import check_size, check_size_line

router = APIRouter(prefix="/api", tags=["classic"], responses=PROBLEMS)

SVG = "image/svg+xml"
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {SVG: {}}, "description": "A picture."}}
Size = Annotated[float, Query(ge=5, le=100, description="From the middle of a hex to its corner.")]
HexName = Annotated[str, Query(max_length=12, description="The name of a hex.")]
UnitId = Annotated[str, Query(max_length=200, description="The id of a unit in the battle.")]

Layers = Annotated[tuple[str, ...], Query(max_length=MOST_LAYERS, description="Layers of rules by their names.")]


def picture(svg: str) -> Response:
    """An SVG as an answer."""
    return Response(svg.encode(), media_type=SVG)


def _battle(access: Access, side: str | None = None) -> State:
    """A battle of the classic game as a side knows it: of several that a token plays, the one whose turn it is."""
    state = access.room.known(player_for(access, side))
    if not isinstance(state, State):
        raise refuse("table.classic", "that is a question for the classic game")
    return state


def _of_ones_own(access: Access, id: str) -> State:
    sides = [side for side in access.players if id in (units := _battle(access, side).units) and units[id].side == side]
    state = _battle(access, *sides[:1])
    if unit_of(state, id).side not in access.players:
        raise refuse("table.seat", "your token does not play that unit")
    return state


@router.get("/boards", response_model=list[models.BoardInfo])
async def board_list(hub: HubHere, request: Request) -> Response:
    """The boards that come with the project."""
    return answer(await hub.looking.work(address_of(request), _board_infos))


def _board_infos() -> list[dict[str, object]]:
    return [_board_info(name) for name in boards.names()]


def _board_info(name: str) -> dict[str, object]:
    board = boards.find(name).board
    return {
        "name": name,
        "width": board.width,
        "height": board.height,
        "description": boards.description(name),
        "tags": board.tags,
    }


@router.post("/boards/board.svg", response_class=Response, responses=PICTURE)
async def own_board_picture(hub: HubHere, errands: ErrandsHere, wanted: models.BoardText) -> Response:
    """A board file as a picture."""
    return picture(await errands.work(_own_picture, wanted, hub.limits))


def _own_picture(wanted: models.BoardText, limits: Limits) -> str:
    return draw(_own_board(wanted.text, limits, wanted.name), size=wanted.size)


def _own_board(text: str, limits: Limits, name: str = "board") -> Board:
    check_size_line(text, limits)
    board = parse_board(text.encode("utf-8", "replace"), name).board
    check_size(board, limits)
    return board


@router.post("/classic/muster", response_model=models.Mustered)
async def draw_up(hub: HubHere, errands: ErrandsHere, wanted: models.MusterAsked) -> Response:
    """Forces drawn up on a board: a set-up to make a game of, and what each side is worth."""
    check_muster(wanted, hub.limits)
    return await errands.answer(mustered, wanted, hub.limits)


@router.get("/classic/weather", response_model=dict[str, list[str]])
async def weather(hub: HubHere, request: Request, rules: Layers = ()) -> Response:
    """The light and the weather that a battle under some rules may be fought in, the ordinary one first."""
    return answer(await hub.looking.work(address_of(request), lambda: weathers(ruleset(rules))))


@router.get("/classic/conditions", response_model=dict[str, dict[str, Any]])
async def conditions(hub: HubHere, request: Request, rules: Layers = ()) -> Response:
    """Every sort of condition that a battle under some rules may be fought in: names, a number, or yes and no."""
    return answer(await hub.looking.work(address_of(request), lambda: sorts(ruleset(rules))))


@router.get("/classic/planets", response_model=dict[str, dict[str, Any]])
async def known_planets(hub: HubHere, request: Request) -> Response:
    """The planets to fight on: what each is like, its conditions and rules, and its map as a board file."""
    return answer(await hub.looking.work(address_of(request), _planets))


def _planets() -> dict[str, dict[str, Any]]:
    return {
        name: {**msgspec.to_builtins(planet), "conditions": planet.conditions.given, "board_text": map_of(name)}
        for name, planet in planets().items()
    }


@router.get("/boards/{name}/board.svg", response_class=Response, responses=PICTURE)
async def board_picture(errands: ErrandsHere, name: str, size: Size = 36) -> Response:
    """A bundled board as a picture."""
    if name not in boards.names():
        raise refuse("table.page", f"no board {name[:60]!r}")
    return picture(await errands.work(_picture, name, size))


def _picture(name: str, size: float) -> str:
    return draw(boards.find(name).board, size=size)


@router.get("/games/{game}/board.svg", response_class=Response, responses=PICTURE)
async def battlefield(hub: HubHere, access: AccessHere, size: Size = 36) -> Response:
    """The board of a battle as it is now."""
    state = _battle(access)
    return picture(await hub.look(access, lambda: draw(state.relief.board, size=size)))


@router.get("/games/{game}/sheet.svg", response_class=Response, responses=PICTURE)
async def unit_sheet(hub: HubHere, access: AccessHere, unit: UnitId) -> Response:
    """The record sheet of a unit in battle, with everything it has lost."""
    state = _battle(access)
    if unit not in state.units:
        raise refuse("preview.unit", f"no unit {unit[:60]!r} is in the battle", unit=unit[:60])
    return picture(await hub.look(access, live_sheet, state.units[unit], state.relief.rules))


@router.get("/games/{game}/reach", response_model=models.Reach)
async def reach(hub: HubHere, access: AccessHere, unit: UnitId) -> Response:
    """Every place a unit of yours can go to from where it is: its cost, the piloting rolls on the way, what to say."""
    return answer(await hub.look(access, places, _of_ones_own(access, unit), unit))


@router.get("/games/{game}/prospects", response_model=list[models.Prospect])
async def from_each_hex(
    hub: HubHere,
    access: AccessHere,
    unit: UnitId,
    hex: Annotated[str, Query(max_length=12, description="Only this hex, in all facings, and explained.")] = "",
) -> Response:
    """What each place that a unit of yours can go to means for the fight: heat, cover, its best number and damage to
    expect, and the same of the enemies as they stand now."""
    return answer(await hub.look(access, prospects, _of_ones_own(access, unit), unit, hex))


@router.get("/games/{game}/arcs", response_model=models.Arcs)
async def unit_arcs(hub: HubHere, access: AccessHere, unit: UnitId) -> Response:
    """The hexes in each arc of a unit, and those that each of its weapons bears on, within range."""
    state = _battle(access)
    return answer(await hub.look(access, arcs, state, unit_of(state, unit)))


@router.get("/games/{game}/sight", response_model=models.SightLine)
async def line_of_sight(
    hub: HubHere,
    access: AccessHere,
    to: HexName,
    unit: Annotated[str, Query(max_length=200, description="The unit that looks.")] = "",
    origin: Annotated[str, Query(alias="from", max_length=12, description="The hex looked from, without a unit.")] = "",
) -> Response:
    """The line of sight from a unit or a hex to a hex: what intervenes, what it adds, and the hexes that it crosses.

    Whoever stands in a hex is looked from and at; where nobody does, a standing machine is taken to.
    """
    state = _battle(access)
    if bool(unit) == bool(origin):
        raise refuse("preview.origin", "a line begins at a unit or in a hex, and not both")
    viewer = unit_of(state, unit) if unit else viewpoint(state, origin)
    return answer(await hub.look(access, look, state, viewer, to))


@router.get("/games/{game}/targets", response_model=list[models.Target])
async def all_targets(hub: HubHere, access: AccessHere, unit: UnitId) -> Response:
    """Every enemy as a target of a unit of yours: the best number, damage to expect, or why nothing may fire."""
    return answer(await hub.look(access, targets, _of_ones_own(access, unit), unit))


@router.get("/games/{game}/shots", response_model=list[models.ShotInfo])
async def single_shots(hub: HubHere, access: AccessHere, unit: UnitId, target: UnitId) -> Response:
    """Every weapon of a unit of yours at a target: the number explained, its chance, damage to expect, heat after."""
    return answer(await hub.look(access, shots, _of_ones_own(access, unit), unit, target))


@router.post("/games/{game}/volley", response_model=models.VolleyInfo)
async def whole_volley(hub: HubHere, access: AccessHere, wanted: models.VolleyAsked) -> Response:
    """What a unit of yours has declared and more shots would do together: damage, heat, ammunition."""
    state = _of_ones_own(access, wanted.unit)
    fires = converted(wanted.fires, list[Fire], "fires")
    return answer(await hub.look(access, volley, state, wanted.unit, wanted.target, fires))


@router.post("/games/{game}/outcomes", response_model=models.Foreseen)
async def volley_outcomes(hub: HubHere, access: AccessHere, wanted: models.OutcomesAsked) -> Response:
    """What may become of a target from all that a unit of yours has declared at it, and from more shots.

    The answer is that of `/api/adjudicate/outcomes`: `effects` with `name`, `words` and `chance`, whether they are
    `exact`, how many are `felled` of soldiers, and how many shots `others` of your side have declared at it, which
    count as well where you ask for all `together`.
    """
    state = _of_ones_own(access, wanted.unit)
    fires = converted(wanted.fires, list[Fire], "fires")
    return answer(await hub.foresee(access, outcomes, state, wanted.unit, wanted.target, fires, wanted.together))


@router.get("/games/{game}/blows", response_model=list[models.BlowInfo])
async def strikes(hub: HubHere, access: AccessHere, unit: UnitId, target: UnitId) -> Response:
    """Every blow, charge or soldiers' assault that a unit of yours may declare now: number, chance, damage to both."""
    return answer(await hub.look(access, blows, _of_ones_own(access, unit), unit, target))


@router.get("/games/{game}/strikers", response_model=list[str])
async def able_to_strike(hub: HubHere, access: AccessHere) -> Response:
    """Your units that have somebody to strike in the physical phase."""
    known = [(_battle(access, side), (side,)) for side in access.players]
    return answer(await hub.look(access, lambda: [id for each in known for id in strikers(*each)]))
