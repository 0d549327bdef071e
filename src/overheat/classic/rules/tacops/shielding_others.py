"""Shielding: a unit walks between friends and the enemy, who then aims at the friends past its bulk."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.modes import MODES, Mode, walking
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

SHIELDING = TACTICAL_OPERATIONS("Shielding", 19)
SHIELD = "shield"

FIGURES: Table[str, int] = Table(
    "shielding.figures", {"covered": 1}, cite=SHIELDING, where="overheat.classic.rules.tacops.shielding_others.FIGURES"
)
"""What is added to shots at a friend that somebody shields."""

MODE = MODES.amended(
    "shielding.mode",
    {
        SHIELD: Mode(
            word="shield others",
            past="shielded others",
            points=lambda state, unit: walking(state, unit) if unit.machine or unit.vehicle else 0,
            heat=MODES["walk"].heat,
            attacker=MODES["walk"].attacker + 1,
            like="walk",
            cite=SHIELDING,
        )
    },
    cite=SHIELDING,
    implements=("TO-019-shielding",),
)
"""As far as a walk, and as one that walked it attacks, at 1 more."""


def shields(other: Unit, attack: WeaponAttack) -> bool:
    """Whether a unit stands between an attacker and a friend, next to the friend or in its hex, and is as tall."""
    target = attack.target
    if other.motion.mode != SHIELD or not other.active or other.side != target.side or other.id == target.id:
        return False
    if other.condition.prone or other.stature < target.stature or other.hex == attack.attacker.hex:
        return False
    if other.hex == target.hex:
        return True
    between = attack.attacker.hex.line(target.hex)
    return other.hex.distance(target.hex) == 1 and any(other.hex in step for step in between)


@rule("shielding.covered", cite=SHIELDING, slot=EVERY_SHOT)
def covered(attack: WeaponAttack) -> Term | None:
    """Shots at who has a shielding friend beside it on the line, or in its hex, are at 1 more."""
    if not any(shields(other, attack) for other in attack.others):
        return None
    return Term("shielding.covered", attack.rules[FIGURES]["covered"], "shielded by a friend", SHIELDING)


LAYER = Layer(
    "shielding_others",
    title="Shielding",
    group="Movement",
    cite=SHIELDING,
    needs=("classic",),
    add=(covered, FIGURES),
    change=(MODE,),
)
