"""Where something comes down that misses its hex."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import MIDDLE, AnyBoard, Desk, Faces, only, thrown
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.scattering import scatter
from overheat.classic.facts.events import Scattered
from overheat.classic.facts.state import State
from overheat.classic.rules.standard.scattering import SCATTER, Drift
from overheat.kernel.answers import Answer, Outcomes
from overheat.kernel.dice import Dice
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import RefusedError, refuse

OFF_THE_MAP = "off the map"
Landed = tuple[int, str]
"""How far something went astray, and where it came down."""


class ScatterAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Something that misses its hex."""

    margin: Annotated[int, Meta(description="By how much its roll fell short.", ge=0, le=50)]
    what: str = "shell"
    board: AnyBoard = ""
    hex: Annotated[str, Meta(description="Where it was meant to go.")] = ""
    dice: Faces = ()


def answer(desk: Desk, asked: ScatterAsked) -> Answer:
    """How far and whereto it scatters for the dice that are told; without them, how likely each hex is."""
    relief = desk.relief(asked.board)
    try:
        hex = relief.board.parse_hex(asked.hex or ("0101" if asked.board else MIDDLE))
    except RefusedError as error:
        raise refuse("situation.hex", f"hex: {error.refusal.reason}", field="hex") from None

    def land(dice: Dice) -> Landed:
        scene = Scene(State(relief=relief, units={}, weather=desk.conditions, round=1), dice)
        found = scatter(scene, Drift(desk.rules, asked.what, hex, asked.margin))
        astray = [event.distance for event in scene.events if isinstance(event, Scattered)]
        return (astray or [0])[0], OFF_THE_MAP if found is None else str(found)

    found = thrown(asked.dice, land)
    far, where = found.map(lambda landed: landed[0]), found.map(lambda landed: landed[1])
    outcomes = None if asked.dice else Outcomes.of("where it lands", where)
    return Answer(figures={"hexes": only(far), "lands_in": only(where)}, terms=None, outcomes=outcomes)


INQUIRIES = {
    "scatter": Inquiry(
        title="Where something comes down that misses its hex", facts=ScatterAsked, answer=answer, cite=SCATTER
    )
}
