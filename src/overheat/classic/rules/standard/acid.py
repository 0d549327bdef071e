"""Acid missiles: what each does to the armour that it hits."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.kernel.rules.rule import Table, rule

ACID = TACTICAL_OPERATIONS("Acid missiles", 367)

ACID_DAMAGE: Table[str, int] = Table(
    "munitions.acid_damage",
    {"ordinary armour": 2, "special armour": 3},
    cite=ACID,
    implements=("TO-367-acid-missiles",),
    where="overheat.classic.rules.standard.acid.ACID_DAMAGE",
)
"""What each acid missile does; special armour takes nothing away from it."""
PLAIN_ARMOUR = ("standard", "industrial", "commercial", "primitive", "bar")


@rule("munitions.acid", cite=ACID, implements=("TO-367-acid-missiles",))
def acid_damage(attack: WeaponAttack) -> int | None:
    """An acid missile eats more of ferro-fibrous and other special armour than of the ordinary kind; else None."""
    if "munition_acid" not in attack.special:
        return None
    kinds = [place.armour_kind for place in attack.target.sheet.locations if place.armour_kind is not None]
    plain = not kinds or any(word in kinds[0].id for word in PLAIN_ARMOUR) or attack.target.sheet.platoon is not None
    return attack.rules[ACID_DAMAGE]["ordinary armour" if plain else "special armour"]


RULES = (acid_damage, ACID_DAMAGE)
