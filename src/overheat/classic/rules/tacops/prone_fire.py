"""Prone fire: a machine on the ground that has lost an arm leans on the other, and fires from its torso and head."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.arcs import ARMS, LEGS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.fire import FORBIDS, prone
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

PRONE = TACTICAL_OPERATIONS("Firing when down", 85)


@rule("prone_fire.one_arm", cite=PRONE, slot=FORBIDS)
def one_arm(attack: WeaponAttack) -> Refusal | None:
    """A prone biped with one arm left leans on it and fires all but that arm's and its legs' weapons."""
    attacker, place = attack.attacker, attack.mount.location
    if not attacker.condition.prone or not attacker.machine:
        return None
    left = [arm.code for arm in attacker.condition.locations if arm.code in ARMS and not arm.destroyed]
    if len(left) != 1 or place in LEGS:
        return attack.rules.below(one_arm)(attack)
    if place != left[0]:
        return None
    return Refusal("fire.prone", f"the {place} props the machine up", PRONE, {"location": place})


LAYER = Layer(
    "prone_fire",
    title="Prone fire",
    group="Gunnery",
    cite=PRONE,
    needs=("classic",),
    change=(prone.wrapped_in(one_arm),),
)
