"""Expanded falling: a good pilot who fails a roll narrowly goes down on a knee, and does not fall."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.falls import SAVES
from overheat.classic.facts.events import Posture
from overheat.classic.rules.standard.postures import posture_of
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule

FALLING = TACTICAL_OPERATIONS("Falling, expanded", 24)
HULL_DOWN = "postures.hull_down"

ALLOWANCES: Table[int, int] = Table(
    "expanded_falling.allowances",
    {0: 2, 2: 1, 6: 0},
    cite=FALLING,
    implements=("TO-024-falling-expanded",),
    where="overheat.classic.rules.tacops.expanded_falling.ALLOWANCES",
)
"""By how much a roll may fail without a fall, by the best piloting skill for which it is so."""


def allowance(rules: Ruleset, piloting: int) -> int:
    """By how much a pilot may fail a roll and not fall."""
    rows = rules[ALLOWANCES].rows
    return rows[max(best for best in rows if best <= piloting)]


@rule("expanded_falling.saves", cite=FALLING, implements=("TO-024-falling-expanded",), slot=SAVES)
def goes_hull_down(scene: Scene, id: str, failed_by: int) -> bool:
    """A machine whose pilot fails narrowly goes hull down where it stands, and does not fall; who lies stays down."""
    unit = scene.unit(id)
    if not unit.machine or unit.condition.prone or failed_by > allowance(scene.rules, unit.piloting):
        return False
    scene.tell(Posture(id, prone=False, stance=posture_of(scene.rules, HULL_DOWN).stance(HULL_DOWN)))
    return True


class FailedRollAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A pilot, the number of a piloting roll, and what was rolled."""

    piloting_skill: Annotated[int, Meta(ge=0, le=13)]
    modified_target: int
    roll: Annotated[int, Meta(ge=2, le=12)]


def answer(desk: Desk, asked: FailedRollAsked) -> Answer:
    """Whether the machine stands, goes hull down, or falls."""
    failed_by = asked.modified_target - asked.roll
    spared = allowance(desk.rules, asked.piloting_skill)
    result = "stands" if failed_by <= 0 else "hull-down, no fall" if failed_by <= spared else "fall"
    return Answer(figures={"result": result, "failed_by": max(0, failed_by), "allowance": spared}, terms=None)


ROW = Inquiry(title="What a failed piloting roll comes to", facts=FailedRollAsked, answer=answer, cite=FALLING)

LAYER = Layer(
    "expanded_falling",
    title="Expanded falling",
    group="Piloting",
    cite=FALLING,
    needs=("classic", "hull_down"),
    add=(goes_hull_down, ALLOWANCES),
    change=(INQUIRIES.amended("expanded_falling.questions", {"failed_roll": ROW}, cite=FALLING),),
)
