"""What stands between two hexes, and what that adds to an attack."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import Desk
from overheat.classic.adjudicator.parties import BoardName
from overheat.classic.board.hexes import Hex
from overheat.classic.rules.standard.sight import LINE_OF_SIGHT
from overheat.classic.sight.model import Viewpoint
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.classic.sight.wording import as_json
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import RefusedError, refuse

Height = Annotated[
    int, Meta(description="How high it reaches above its hex: 1 for a machine that stands.", ge=-99, le=99)
]


class SightAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Two hexes of a board."""

    board: BoardName
    start: str = msgspec.field(name="from")
    to: str
    from_height: Height = 1
    to_height: Height = 1


def answer(desk: Desk, asked: SightAsked) -> Answer:
    """Whether there is a line, what intervenes, who is in cover, and what it all adds to an attack."""
    relief = desk.relief(asked.board)
    line = sight(
        relief,
        _viewpoint(relief, "from", asked.start, asked.from_height),
        _viewpoint(relief, "to", asked.to, asked.to_height),
    )
    told = as_json(line)
    found = {name: told[name] for name in ("from", "to", "distance", "visible", "side")}
    found["intervening"] = [str(finding) for finding in line.findings]
    found |= {"target_partial_cover": line.target_cover is not None}
    found |= {"attacker_partial_cover": line.attacker_cover is not None}
    if line.hides:
        found["hidden_quarters"] = list(line.hides)
    sums = line.modifiers + line.target_hex
    found["modifier"] = sums.total if line.visible else None
    return Answer(figures=found, terms=sums, refusal=line.refusal)


def _viewpoint(relief: Relief, field: str, name: str, height: int) -> Viewpoint:
    try:
        hex: Hex = relief.board.parse_hex(name)
    except RefusedError as error:
        raise refuse("situation.hex", f"{field}: {error.refusal.reason}", field=field) from None
    return Viewpoint.on(relief.board, hex, height)


INQUIRIES = {
    "sight": Inquiry(title="What stands between two hexes", facts=SightAsked, answer=answer, cite=LINE_OF_SIGHT)
}
