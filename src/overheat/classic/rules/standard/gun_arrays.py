"""Machine gun arrays: the guns that an array links fire together, and strike one place."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.munitions import flies_as_one
from overheat.classic.rules.standard.systems import works
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import rule

ARRAYS = TOTAL_WARFARE("Machine gun arrays", 137)

MOST_GUNS = 4
ARRAY = "machine_gun_array"


def linked_guns(unit: Unit, array: int) -> tuple[int, ...]:
    """The guns that an array links: up to four of its kind beside it, the next four for the next array there."""
    mounts = unit.sheet.mounts
    kind, place = mounts[array].weapon, mounts[array].location
    beside = [(at, weapon) for at, mount in enumerate(mounts) if mount.location == place and (weapon := mount.weapon)]
    alike = [(at, weapon) for at, weapon in beside if kind is not None and weapon.ammunition == kind.ammunition]
    arrays = [at for at, weapon in alike if ARRAY in weapon.flags]
    guns = [at for at, weapon in alike if ARRAY not in weapon.flags]
    first = MOST_GUNS * arrays.index(array)
    return tuple(guns[first : first + MOST_GUNS])


@rule("fire.array", cite=ARRAYS, slot=FORBIDS, only=lambda attack: ARRAY in attack.attacker.plan.flags)
def array_forbids(attack: WeaponAttack) -> Refusal | None:
    """An array fires all its guns that work, two at least, and then none of them fires by itself, nor the other way."""
    unit, declared = attack.attacker, {shot.mount for shot in attack.attacker.volley}
    if ARRAY in attack.weapon.flags:
        guns = [at for at in linked_guns(unit, attack.index) if works(unit, at)]
        if len(guns) < 2 or attack.rate != len(guns):
            return Refusal("fire.array", f"the array fires its {len(guns)} guns together, or not at all", ARRAYS)
        return Refusal("fire.array", "guns of the array fire by themselves", ARRAYS) if declared & set(guns) else None
    linking = [at for at in declared if at != attack.index and ARRAY in unit.sheet.mounts[at].equipment.flags]
    if any(attack.index in linked_guns(unit, at) for at in linking):
        return Refusal("fire.array", "the gun fires with its array", ARRAYS)
    return None


@rule("clusters.together", cite=ARRAYS)
def strikes_together(attack: WeaponAttack) -> bool:
    """The guns of an array that hit strike one place together, and so do missiles that follow their leader."""
    return ARRAY in attack.weapon.flags or (bool(attack.special) and attack.rules[flies_as_one](attack))


RULES = (array_forbids, strikes_together)
