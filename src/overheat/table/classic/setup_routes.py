"""Setting up a battle of the classic game over HTTP: kinds of scenario for forces of one's own."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response

from overheat.classic.facts.missions import missions
from overheat.table.asking import PROBLEMS, HubHere, address_of, answer

router = APIRouter(prefix="/api/classic", tags=["classic"], responses=PROBLEMS)


@router.get("/missions", response_model=dict[str, dict[str, Any]])
async def known_missions(hub: HubHere, request: Request) -> Response:
    """The kinds of scenario for forces of one's own: what each is, how it is won, and who wants something in it."""
    return answer(await hub.looking.work(address_of(request), lambda: msgspec.to_builtins(missions())))
