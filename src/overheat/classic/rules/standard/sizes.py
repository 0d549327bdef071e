"""Targets that are larger or smaller than most, and so easier or harder to hit."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.attack import Engagement
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

LARGE = TOTAL_WARFARE("Large support vehicles, as targets", 206)
SQUADS = TOTAL_WARFARE("Infantry squads, as targets", 216)
BEASTS = TACTICAL_OPERATIONS("Beast-mounted infantry, as targets", 294)

RIDDEN: Table[str, int] = Table(
    "to_hit.beasts",
    {"elephant": -1, "orca": -1, "hipposaur": -2},
    cite=BEASTS,
    where="overheat.classic.rules.standard.sizes.RIDDEN",
)
"""What very large and monstrous animals take off the number to hit those who ride them."""


@rule("to_hit.large_target", cite=LARGE, slot=EVERY_ATTACK, only=lambda attack: attack.target.plan.oversized)
def large_target(attack: Engagement) -> Term | None:
    """Large support vehicles and superheavy machines are easier to hit, -1."""
    target = attack.target
    if not target.plan.oversized or not (target.sheet.kind == "support vehicle" or target.machine):
        return None
    return Term("to_hit.large_target", -1, "large target", LARGE)


@rule("to_hit.squad", cite=SQUADS, slot=EVERY_ATTACK, only=lambda attack: attack.target.sheet.platoon is not None)
def lone_squad(attack: Engagement) -> Term | None:
    """Infantry that came as a single squad is harder to hit than a platoon, +1."""
    platoon = attack.target.sheet.platoon
    if platoon is None or attack.target.sheet.kind != "infantry" or platoon.squads != 1:
        return None
    return Term("to_hit.squad", 1, "a single squad", SQUADS)


@rule("to_hit.beast", cite=BEASTS, slot=EVERY_ATTACK, only=lambda attack: attack.target.sheet.platoon is not None)
def ridden_beast(attack: Engagement) -> Term | None:
    """Soldiers on very large animals are easier to hit, -1, and on monstrous ones -2."""
    platoon = attack.target.sheet.platoon
    value = attack.rules[RIDDEN].get(platoon.beast.lower(), 0) if platoon is not None else 0
    return Term("to_hit.beast", value, f"rides: {platoon.beast}", BEASTS) if value and platoon is not None else None


RULES = (large_target, lone_squad, ridden_beast, RIDDEN)
