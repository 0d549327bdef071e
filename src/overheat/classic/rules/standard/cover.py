"""Partial cover in an attack: whether the target has it, and what it keeps hits from."""

from __future__ import annotations

from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.attack import WeaponAttack
from overheat.kernel.rules.rule import rule

PARTIAL_COVER = QUICK_REFERENCE("Partial Cover", "26 / 102")
COVER = "to_hit.partial_cover"


@rule("cover.partial", cite=PARTIAL_COVER)
def in_cover(attack: WeaponAttack) -> bool:
    """A target has partial cover from an attack that pays for it in its number to hit, but none through the water."""
    return not attack.under_water and (COVER in attack.line.modifiers or COVER in attack.line.target_hex)


RULES = (in_cover,)
