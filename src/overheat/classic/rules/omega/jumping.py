"""Machines that jump see everybody, and everybody sees them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import SEES, line_of
from overheat.classic.facts.state import Motion, Unit
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.sight.model import Sight
from overheat.classic.sight.relief import Relief
from overheat.classic.unitfile.library import find
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally

JUMPING = Book("Omega Rules")("Jumping 'Mechs", 19)


@rule("omega.hides_from_jumpers", cite=JUMPING)
def hides_from_jumpers(rules: Ruleset, line: Sight) -> bool:
    """Nothing on the map hides a unit from a machine that jumped; a referee's layer may let large hills do so."""
    return False


@rule("omega.seen_aloft", cite=JUMPING, implements=("OM-jump-los",), slot=SEES)
def seen_aloft(relief: Relief, viewer: Unit, target: Unit, line: Sight) -> Sight | None:
    """A machine that jumped this turn sees every unit, and every unit sees it; nothing between them is in the way.

    What stands in the target's own hex counts as ever.
    """
    if not any(_jumped(relief.rules, unit) for unit in (viewer, target)):
        return None
    if not line.visible and relief.rules[hides_from_jumpers](relief.rules, line):
        return None
    return msgspec.structs.replace(
        line, findings=(), refusal=None, target_cover=None, attacker_cover=None, side=None, modifiers=Tally()
    )


def _jumped(rules: Ruleset, unit: Unit) -> bool:
    return unit.machine and mode_of(rules, unit).leaps


class JumpSightAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Two machines with a hill between them."""

    hill_between: Annotated[int, Meta(description="The levels of the hill.", ge=0, le=50)] = 0
    jumped: Annotated[bool, Meta(description="Whether the one who looks has jumped.")] = False
    target_jumped: bool = False


def _answer(desk: Desk, asked: JumpSightAsked) -> Answer:
    board = Board(1, 5, tuple(Ground(level) for level in (0, 0, asked.hill_between, 0, 0)))
    ends = (
        _machine(desk.rules, "viewer", Hex(1, 1), jumped=asked.jumped),
        _machine(desk.rules, "target", Hex(1, 5), jumped=asked.target_jumped),
    )
    line = line_of(Relief(board, desk.rules), *ends)
    return Answer(figures={"los": line.visible}, terms=line.modifiers + line.target_hex, refusal=line.refusal)


def _machine(rules: Ruleset, id: str, hex: Hex, *, jumped: bool) -> Unit:
    made = Unit.fresh(rules, id, id, find("Wasp WSP-1A").sheet, hex)
    return msgspec.structs.replace(made, motion=Motion("jump", 3, 3, spent=3)) if jumped else made


QUESTION = INQUIRIES.amended(
    "omega.jump_sight_question",
    {
        "jump_sight": Inquiry(
            title="Whether machines see each other over a hill when one jumped",
            facts=JumpSightAsked,
            answer=_answer,
            cite=JUMPING,
        )
    },
    cite=JUMPING,
)

LAYER = Layer(
    "omega_jumping",
    title="Jumping machines see and are seen",
    group="Omega",
    cite=JUMPING,
    needs=("classic",),
    add=(hides_from_jumpers, seen_aloft),
    change=(QUESTION,),
)
