"""H.E.A.T's own questions about a game: what there is to draw, orders, reach, the ruler, shots and sight."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field

from overheat.kernel.refusal import refuse
from overheat.kernel.terms import Tally
from overheat.platoon.battle.state import State
from overheat.platoon.cards.face import draw_card
from overheat.platoon.game import PlatoonGame
from overheat.platoon.rosters.roster import Priced
from overheat.table import models
from overheat.table.asking import PROBLEMS, AccessHere, HubHere, answer, converted, player_for, seated
from overheat.table.classic.routes import PICTURE, picture
from overheat.table.games.hub import Access
from overheat.table.platoon.dangers import danger
from overheat.table.platoon.previews import battle_of, left_of, order_previews, unit_of
from overheat.table.platoon.reach import reach
from overheat.table.platoon.ruler import tried
from overheat.table.platoon.shape import shape, symbols
from overheat.table.platoon.shots import shots, targets
from overheat.table.platoon.sight import sight

router = APIRouter(prefix="/api/games/{game}/platoon", tags=["platoon"], responses=PROBLEMS)

UnitId = Annotated[str, Query(max_length=200, description="The id of a unit in the battle.")]
Side = Annotated[str | None, Query(max_length=200, description="One of your sides.")]


class Tried(models.Asked):
    """A command that is only tried."""

    command: dict[str, Any] = Field(description="A command, as for /say.")
    player: str | None = Field(None, max_length=200, description="The side that would say it.")


def _game(access: Access) -> PlatoonGame:
    game = access.room.game
    if not isinstance(game, PlatoonGame):
        raise refuse("table.platoon", "that is a question for H.E.A.T")
    return game


def _battle(access: Access, side: str | None = None) -> tuple[PlatoonGame, State]:
    """A battle of H.E.A.T as a side knows it: of several that a token plays, the one whose turn it is."""
    game = _game(access)
    state: State = access.room.known(player_for(access, side))
    return game, state


def _of_ones_own(access: Access, id: str) -> tuple[PlatoonGame, State]:
    game, state = _battle(access, next((side for side in access.players if id.startswith(f"{side}/")), None))
    if state.setup.players[unit_of(state, id).side] not in access.players:
        raise refuse("table.seat", "your token does not play that unit")
    return game, state


@router.get("/shape", response_model=dict[str, Any])
async def drawn(
    hub: HubHere,
    access: AccessHere,
    player: Side = None,
    at: Annotated[int | None, Query(ge=0, le=2**31, description="An event number to look back to.")] = None,
) -> Response:
    """Everything there is to draw, now or after an event, as far as you may know of it."""
    game, side, room = _game(access), player_for(access, player), access.room

    def made() -> dict[str, object]:
        seen = room.view(side, at)
        assert isinstance(seen.view, State)
        told = shape(battle_of(game, seen.view), seen.view, (side,))
        return {"epoch": seen.epoch, "number": seen.number, "step": seen.step, "player": side, **told}

    return answer(await hub.ask(access, made))


@router.get("/symbols", response_model=dict[str, str])
async def pictures(hub: HubHere, access: AccessHere) -> Response:
    """The map symbol of every unit, as SVG; they do not change."""
    game, state = _battle(access)
    return answer(await hub.look(access, symbols, state, game.ruleset))


@router.get("/card.svg", response_class=Response, responses=PICTURE)
async def card(hub: HubHere, access: AccessHere, unit: UnitId) -> Response:
    """The card of a unit of either side: what its platoon brought, with the weapons of those who live."""
    game, state = _battle(access)
    sheet = state.sheets.get(unit)
    if sheet is None:
        raise refuse("preview.unit", f"no unit {unit[:60]!r} is in the battle", unit=unit[:60])
    shown = Priced(left_of(sheet, state.units.get(unit)), Tally())
    return picture(await hub.look(access, draw_card, shown, game.ruleset))


@router.get("/orders", response_model=dict[str, Any])
async def orders(hub: HubHere, access: AccessHere, unit: UnitId) -> Response:
    """Every order of a unit of yours while a die is in hand: its test explained, and how likely it obeys."""
    return answer(await hub.look(access, order_previews, *_of_ones_own(access, unit), unit))


@router.get("/reach", response_model=dict[str, Any])
async def moves(hub: HubHere, access: AccessHere, unit: UnitId) -> Response:
    """How far a unit of yours can go: now, or with an Advance and with a Run."""
    return answer(await hub.look(access, reach, *_of_ones_own(access, unit), unit))


@router.post("/try", response_model=dict[str, Any])
async def ruler(hub: HubHere, access: AccessHere, asked: Tried) -> Response:
    """Whether the game would allow a command now, and what it measures on the table. Nothing changes."""
    seated(access)
    side = player_for(access, asked.player)
    game, state = _battle(access, side)
    command = converted(asked.command, game.commands, "command")
    return answer(await hub.look(access, tried, game, state, side, command))


@router.get("/shots", response_model=dict[str, Any])
async def volleys(
    hub: HubHere,
    access: AccessHere,
    unit: UnitId,
    target: UnitId,
    order: Annotated[models.Name, Query(description="When it does not fire now: the order.")] = "fire",
) -> Response:
    """Every weapon of a unit of yours at a target: the score explained, chances, and losses to expect."""
    return answer(await hub.look(access, shots, *_of_ones_own(access, unit), unit, target, order))


@router.get("/targets", response_model=dict[str, Any])
async def prospects(
    hub: HubHere,
    access: AccessHere,
    unit: UnitId,
    order: Annotated[models.Name, Query(description="When it does not fire now: the order.")] = "fire",
) -> Response:
    """Every enemy on the table with the best that a unit of yours can do to it, the most promising first."""
    return answer(await hub.look(access, targets, *_of_ones_own(access, unit), unit, order))


@router.get("/danger", response_model=dict[str, Any])
async def threatened(hub: HubHere, access: AccessHere, unit: UnitId) -> Response:
    """What shots that are declared at a unit of yours will do if it stands as it is, and if it goes down."""
    return answer(await hub.look(access, danger, *_of_ones_own(access, unit), unit))


@router.get("/sight", response_model=dict[str, Any])
async def seen(
    hub: HubHere,
    access: AccessHere,
    from_: Annotated[str, Query(alias="from", max_length=200, description="The id of a unit.")],
    to: Annotated[str, Query(max_length=200, description="The id of a unit, or a place as x,y.")],
) -> Response:
    """Whether a unit sees another or a place: distance, cover, and what is in the way."""
    return answer(await hub.look(access, sight, *_battle(access), from_, to))
