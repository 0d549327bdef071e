"""Turrets of machines: which way they cannot fire."""

from __future__ import annotations

from overheat.classic.board.hexes import Arc, in_arc
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import rule

TURRETS = TACTICAL_OPERATIONS("BattleMech turrets", 347)


@rule(
    "fire.head_turret",
    cite=TURRETS,
    implements=("TO-347-mech-turret-2",),
    slot=FORBIDS,
    only=lambda attack: bool(attack.mount.turret),
)
def behind_the_other(attack: WeaponAttack) -> Refusal | None:
    """On four legs the turret of the head does not fire to the rear where another turret stands behind it."""
    mount, unit = attack.mount, attack.attacker
    if not mount.turret or mount.location != "HD" or not unit.quad or "quad_turret" not in unit.plan.flags:
        return None
    if attack.distance == 0 or not in_arc(unit.hex, unit.torso, attack.target.hex, Arc.REAR):
        return None
    return Refusal("fire.head_turret", "the turret on its back is in the way", TURRETS)


RULES = (behind_the_other,)
