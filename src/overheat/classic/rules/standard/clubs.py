"""Clubs: a machine that stands among trees tears one out and swings it with both arms."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.physical import EVERY_BLOW, NO_BLOW, PhysicalAttack
from overheat.classic.rules.standard.systems import has, hits_on
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

CLUBS = TOTAL_WARFARE("Club attacks", 145)

TREES = ("woods", "jungle")
IN_HAND = named("club", "has a club in its hands")
"""The mark of a machine that has a tree trunk or a girder in its hands."""


@rule("physical.club", cite=CLUBS, slot=NO_BLOW)
def no_club(attack: PhysicalAttack) -> Refusal | None:
    """A club takes a tree in the attacker's hex or its hands, two arms with shoulders and hands, and neither fired."""
    if attack.kind != "club":
        return None
    unit = attack.attacker
    ground = attack.relief.board[unit.hex]
    torn_out = not unit.elevation and any(kind in ground for kind in TREES)
    if not torn_out and IN_HAND not in unit.marks:
        return Refusal("physical.club", "there is no tree to tear out", CLUBS)
    if not all(_holds(unit, arm) for arm in ARMS):
        return Refusal("physical.club", "a club is held in two hands", CLUBS)
    used = {unit.sheet.mounts[shot.mount].location for shot in unit.volley} & set(ARMS)
    return Refusal("physical.club", f"the {min(used)} has fired this turn", CLUBS) if used else None


def _holds(unit: Unit, arm: str) -> bool:
    """Whether an arm can hold something and swing it."""
    if not has(unit, "hand actuator", arm) or unit.condition[arm].destroyed:
        return False
    return not hits_on(unit, "hand actuator", arm) and not hits_on(unit, "shoulder", arm)


@rule("physical.other_arm", cite=CLUBS, slot=EVERY_BLOW)
def other_arm(attack: PhysicalAttack) -> Term | None:
    """Damage to the other arm makes a club harder to swing too, 2 for an upper or lower actuator."""
    if attack.kind != "club" or attack.limb not in ARMS:
        return None
    arm = ARMS[1 - ARMS.index(attack.limb)]
    value = 2 * sum(hits_on(attack.attacker, f"{part} arm actuator", arm) for part in ("upper", "lower"))
    return Term("physical.other_arm", value, f"damaged {arm}", CLUBS) if value else None


RULES = (no_club, other_arm)
