"""Tables of H.E.A.T without a game: what terrain there is, tables by a seed, and tables judged while they are made."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field, model_validator

from overheat.platoon.battle.generator import FEWEST, MOST, USUAL, Mission
from overheat.table import models
from overheat.table.asking import PROBLEMS, ErrandsHere, HubHere
from overheat.table.platoon import tables

router = APIRouter(prefix="/api/platoon", tags=["platoon"], responses=PROBLEMS)
Inches = Annotated[float, Query(ge=36, le=144, allow_inf_nan=False)]


class Drawn(models.Asked):
    """A table: the text of a scenario file, or what would be written in one."""

    text: str | None = Field(None, max_length=500_000, description="The text of a scenario file.")
    scenario: dict[str, Any] | None = Field(None, description="What a scenario file says.")

    @model_validator(mode="after")
    def one(self) -> Drawn:
        """Exactly one of the two is given."""
        if (self.text is None) == (self.scenario is None):
            raise ValueError("give one of text and scenario")
        return self


@router.get("/terrain", response_model=dict[str, Any])
async def terrain(hub: HubHere, errands: ErrandsHere) -> Response:
    """Every kind of terrain with what it does, and the themes and bounds of tables."""
    return await errands.answer(tables.terrain, hub.limits)


@router.get("/tables/made", response_model=dict[str, Any])
async def made(
    errands: ErrandsHere,
    seed: Annotated[int, Query(ge=0, lt=2**53, description="The same seed gives the same table.")] = 1,
    theme: Annotated[models.Name, Query(description="Which kinds of terrain there are.")] = "village",
    pieces: Annotated[int, Query(ge=FEWEST, le=MOST, description="How many pieces of terrain.")] = USUAL,
    width: Inches = 72,
    depth: Inches = 48,
    mission: Mission = "line",
) -> Response:
    """A table of a seed and a theme, alike for both sides, as a scenario and as a file."""
    return await errands.answer(tables.made, seed, theme, pieces, (width, depth), mission)


@router.post("/tables/check", response_model=dict[str, Any])
async def check(hub: HubHere, errands: ErrandsHere, wanted: Drawn) -> Response:
    """A table in the making: as a file, with everything about it that no table has, and what may not be meant."""
    source = wanted.scenario if wanted.scenario is not None else f"{wanted.text}\n"
    return await errands.answer(tables.judged, source, hub.limits)
