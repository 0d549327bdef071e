"""A hit on a lower arm costs 2 on shots from that arm, as the list of critical hits has it."""

from __future__ import annotations

from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.systems import hits_on
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, arm_damage
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

CRITICALS = QUICK_REFERENCE("Critical Hit Effects, lower arm actuator")


@rule("to_hit.arm_damage_as_listed", cite=CRITICALS, slot=EVERY_SHOT)
def arm_damage_as_listed(attack: WeaponAttack) -> Term | None:
    """Weapons in an arm suffer +1 from its upper arm, +2 from its lower arm, and +4 from its shoulder alone."""
    term = attack.rules.below(arm_damage_as_listed)(attack)
    if term is None or term.id == "to_hit.shoulder":
        return term
    more = 1 if hits_on(attack.attacker, "lower arm actuator", attack.mount.location) else 0
    return Term(term.id, int(term.value) + more, term.label, CRITICALS)


LAYER = Layer(
    "lower_arm_firing",
    title="Lower arm hits cost 2 on shots",
    cite=CRITICALS,
    needs=("classic",),
    change=(arm_damage.wrapped_in(arm_damage_as_listed),),
)
