"""Turning a torso or a turret."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.systems import has
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule

FLIPPING = TOTAL_WARFARE("Flipping arms", 106)
TWISTS = TOTAL_WARFARE("Torso Twists and Turrets", 106)

FLIPPED = named("flipped", "arms flipped over")
"""The mark of a machine whose arms point to the rear for this round."""


def flipped(unit: Unit) -> bool:
    """Whether its arms are flipped over to fire to the rear."""
    return FLIPPED in unit.marks


@rule("fire.may_twist", cite=TWISTS)
def may_twist(rules: Ruleset, unit: Unit, facing: int) -> Refusal | None:
    """A standing biped turns its torso by one hexside, a turret goes all the way round; quads cannot turn theirs.

    ProtoMechs turn as bipeds do, those on four legs only their main gun.
    """
    if not 0 <= facing <= 5:
        return Refusal("fire.may_twist", "a facing is 0 to 5", TWISTS)
    condition = unit.condition
    if condition.shut_down or not condition.conscious:
        return Refusal("fire.may_twist", "nobody is at the controls", TWISTS)
    if unit.protomech:
        return _protomech_twists(unit, facing)
    if not unit.machine:
        turret = any(place.code in ("TU", "FT") and not place.destroyed for place in condition.locations)
        if not turret or condition.vehicle.turret_jammed or condition.vehicle.turret_locked:
            return Refusal("fire.may_twist", "it has no turret that turns", TWISTS)
        return None
    if condition.prone or unit.quad:
        return Refusal("fire.may_twist", "only a standing biped turns its torso", TWISTS)
    if (facing - unit.facing) % 6 not in (0, 1, 5):
        return Refusal("fire.may_twist", "a torso turns by one hexside", TWISTS)
    return None


def _protomech_twists(unit: Unit, facing: int) -> Refusal | None:
    """A ProtoMech on two legs that stand turns its torso by one hexside, one on four its main gun all the way round."""
    if any(place.code == "L" and place.destroyed for place in unit.condition.locations):
        return Refusal("fire.may_twist", "it has no legs to turn on", TWISTS)
    if unit.quad or (facing - unit.facing) % 6 in (0, 1, 5):
        return None
    return Refusal("fire.may_twist", "a torso turns by one hexside", TWISTS)


@rule("fire.may_flip", cite=FLIPPING)
def may_flip(rules: Ruleset, unit: Unit) -> Refusal | None:
    """A standing biped flips both arms to the rear when neither has a lower arm or a hand."""
    if not unit.machine or unit.quad or unit.condition.prone or unit.condition.shut_down:
        return Refusal("fire.may_flip", "only a standing biped flips its arms", FLIPPING)
    for arm in ("LA", "RA"):
        if has(unit, "lower arm actuator", arm) or has(unit, "hand actuator", arm):
            return Refusal("fire.may_flip", f"the {arm} has a lower arm or a hand", FLIPPING)
    return None


RULES = (may_twist, may_flip)
