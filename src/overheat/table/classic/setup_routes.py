"""Setting up a battle of the classic game over HTTP: kinds of scenario, random maps and forces, files of forces."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as NotBase64
from pathlib import PurePath
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from overheat.classic.board.board_file import write_board
from overheat.classic.board.generate import PRESETS, generate
from overheat.classic.facts.missions import missions
from overheat.classic.game import unplayable
from overheat.classic.muster.draft import WEIGHTS, Wishes, draft
from overheat.classic.muster.force import Force, Member
from overheat.classic.muster.force_files import Library, in_archive, read_toml
from overheat.classic.muster.pilots import pilots
from overheat.classic.muster.places import Recruit
from overheat.classic.muster.unit_list import read_mul
from overheat.classic.rulesets import ruleset
from overheat.classic.unit.eras import eras
from overheat.classic.unitfile.collect import unpacked
from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import RefusedError, refuse
from overheat.table.asking import PROBLEMS, ErrandsHere, HubHere, address_of, answer, converted
from overheat.table.guard.limits import Limits
from overheat.table.layers import MOST_LAYERS
from overheat.table.models import Asked, Long, Name

router = APIRouter(prefix="/api/classic", tags=["classic"], responses=PROBLEMS)
Seed = Annotated[int, Field(ge=0, le=2**53, description="The same seed draws the same.")]


class MapAsked(Asked):
    """A random map to be made."""

    landscape: Name = "plains"
    width: int = Field(16, ge=5, le=100)
    height: int = Field(17, ge=5, le=100)
    seed: Seed = 1


class UnitFile(Asked):
    """A unit file that is brought along."""

    unit: Name
    text: Long


class DraftAsked(Asked):
    """A random force to be drawn."""

    wishes: dict[str, Any] = Field(default={}, description="value, tons, count, kinds, weights, technology, year, …")
    seed: Seed = 1
    files: list[UnitFile] = Field(default=[], max_length=500, description="Units to draw from; none: bundled ones.")
    pilots: bool = Field(False, description="Whether pilots get names.")
    rules: list[Name] = Field(default=[], max_length=MOST_LAYERS)


class ForceFile(Asked):
    """A file of a force: a unit list, a force file, or an archive."""

    name: Name
    data: Long = Field(description="What is in it, in base 64.")


class PilotsAsked(Asked):
    """Names for pilots."""

    count: int = Field(4, ge=1, le=100)
    seed: Seed = 1


@router.get("/missions", response_model=dict[str, dict[str, Any]])
async def known_missions(hub: HubHere, request: Request) -> Response:
    """The kinds of scenario for forces of one's own: what each is, how it is won, and who wants something in it."""
    return answer(await hub.looking.work(address_of(request), lambda: msgspec.to_builtins(missions())))


@router.get("/wishes", response_model=dict[str, list[str]])
async def known_wishes() -> Response:
    """What random maps and forces can be chosen by: landscapes, weight classes, eras."""
    return answer({"landscapes": list(PRESETS), "weights": list(WEIGHTS), "eras": list(eras())})


@router.post("/map", response_model=dict[str, str])
async def random_map(hub: HubHere, errands: ErrandsHere, wanted: MapAsked) -> Response:
    """A random map as a board file."""
    return await errands.answer(_made, wanted, hub.limits)


def _made(wanted: MapAsked, limits: Limits) -> dict[str, str]:
    if wanted.width * wanted.height > limits.board_hexes:
        raise refuse("table.board", f"a board of more than {limits.board_hexes:,} hexes is too large")
    board = generate(wanted.seed, wanted.width, wanted.height, wanted.landscape)
    return {"name": f"{board.name}.board", "text": write_board(board)}


@router.post("/draft", response_model=dict[str, Any])
async def random_force(errands: ErrandsHere, wanted: DraftAsked) -> Response:
    """A random force, by battle value, weight or number, of units that fit some wishes."""
    return await errands.answer(_drafted, wanted)


def _drafted(wanted: DraftAsked) -> dict[str, object]:
    wishes: Wishes = converted(wanted.wishes, Wishes, "wishes")
    files = [Recruit(unit=file.unit, text=file.text) for file in wanted.files]
    drawn = draft(wishes, ruleset(wanted.rules), Seeded(wanted.seed, stream="draft"), files=files)
    named = pilots(len(drawn), Seeded(wanted.seed, stream="pilots")) if wanted.pilots else [""] * len(drawn)
    units = [
        {**msgspec.to_builtins(each.recruit), "pilot": pilot, "value": each.value, "tons": float(each.sheet.tons)}
        for each, pilot in zip(drawn, named, strict=True)
    ]
    return {"units": units, "value": sum(each.value for each in drawn), "tons": sum(unit["tons"] for unit in units)}


@router.post("/pilots", response_model=list[str])
async def pilot_names(wanted: PilotsAsked) -> Response:
    """Names for pilots that nobody has named."""
    return answer(pilots(wanted.count, Seeded(wanted.seed, stream="pilots")))


@router.post("/force", response_model=dict[str, Any])
async def read_force_file(hub: HubHere, errands: ErrandsHere, wanted: ForceFile) -> Response:
    """The units of a unit list (`.mul`), a force file (`.toml`) or an archive (`.zip`), and why others cannot fight."""
    return await errands.answer(_force, wanted, hub.limits)


def _force(wanted: ForceFile, limits: Limits) -> dict[str, object]:
    try:
        data = b64decode(wanted.data, validate=True)
    except (NotBase64, ValueError):
        raise refuse("request.form", "data: is not in base 64") from None
    refused: list[str] = []
    force, files = _read(wanted.name, data, refused)
    library = Library(files=files, at_home=False)
    units: list[dict[str, object]] = []
    for member in force.members:
        try:
            units += [_fit(library, member)] * member.count
        except RefusedError as error:
            where = f"{wanted.name}: line {member.line}: " if member.line else f"{wanted.name}/"
            refused.append(where + error.refusal.reason)
    if len(units) > limits.units:
        raise refuse("table.units", f"{wanted.name}: {len(units)} units are too many; the limit is {limits.units}")
    return {"name": force.name or PurePath(wanted.name).stem, "units": units, "refused": refused}


def _fit(library: Library, member: Member) -> dict[str, object]:
    """A unit that can take the field."""
    no = unplayable(library.sheet(member))
    if no is not None:
        raise RefusedError(no)
    found: dict[str, object] = msgspec.to_builtins(library.recruit(member))
    return found


def _read(name: str, data: bytes, aside: list[str]) -> tuple[Force, dict[str, bytes]]:
    """The force of a file by the ending of its name, and the unit files in it; `aside` gets what makes no sense."""
    ending = PurePath(name).suffix.lower()
    if ending == ".zip":
        files = unpacked(data, name)
        return in_archive(files, name, aside), files
    if ending in (".mul", ".toml"):
        return (read_mul if ending == ".mul" else read_toml)(data, name, aside), {}
    raise refuse(
        "force.file", f"{name}: a force is a list (.mul), a force file (.toml) or an archive (.zip)", file=name
    )
