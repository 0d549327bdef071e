"""Damage to men: the roll, picked casualties, shields, medics, morale after heavy loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from overheat.platoon.books import BASE
from overheat.platoon.facts import Facing
from overheat.platoon.ground.geometry import Body, coherent
from overheat.platoon.rules.standard.movement import coherency
from overheat.platoon.units.weapons import Weapon

DAMAGE = BASE("Damage to infantry and artillery")


@rule("damage.natural_one", cite=DAMAGE)
def one_fails(rules: Ruleset, face: int) -> bool:
    """A 1 rolled for damage always fails."""
    return face == 1


@rule("damage.reaches", cite=DAMAGE, implements=("HEAT-base-damage-soft",))
def reaches(rules: Ruleset, face: int, pen: int, damage_value: int) -> bool:
    """A die with the weapon's penetration added takes a man away when it reaches the damage value."""
    return face + pen >= damage_value


@rule("damage.exceptional", cite=DAMAGE, implements=("HEAT-base-exceptional-damage",))
def exceptional(rules: Ruleset, face: int, again: int) -> bool:
    """A 6 for damage followed by another 6 lets the firer pick who falls."""
    return face == 6 and again == 6


class Standing(NamedTuple):
    """A man who may fall: how much he is missed, and the ground that he fills."""

    missed: tuple[int, int]
    """By his post, then by his weapon."""
    body: Body


@rule("damage.given_up", cite=DAMAGE, implements=("HEAT-base-coherency",))
def given_up(rules: Ruleset, men: Sequence[Standing], many: int) -> tuple[int, ...]:
    """An owner gives up those whom he misses least, and of those first who leave the others together."""
    limit, left = rules[coherency](rules), list(range(len(men)))
    for _ in range(min(many, len(men))):
        least = min(men[index].missed for index in left)
        rest = [index for index in left if men[index].missed == least]
        left.remove(next((each for each in rest if _hold(rules, men, left, each, limit)), rest[0]))
    return tuple(index for index in range(len(men)) if index not in left)


def _hold(rules: Ruleset, men: Sequence[Standing], left: list[int], without: int, limit: float) -> bool:
    """Whether men still stand together without one of them."""
    return coherent(rules, [men[index].body for index in left if index != without], limit)


@rule("damage.always_picked", cite=BASE("Snipers"))
def always_picked(rules: Ruleset, weapon: Weapon) -> bool:
    """Whoever a sniper fells is picked by him."""
    return "Sniper" in weapon.keywords


@rule("damage.gun_shield", cite=BASE("Gun shields"), implements=("HEAT-base-gun-shield",))
def shield(rules: Ruleset, weapon: Weapon, facing: Facing, high_explosive: bool) -> int:
    """A gun shield makes its crew tougher by one from the front, but not against blasts, flames and snipers."""
    spared = high_explosive or weapon.pen == "HE" or {"Flamethrower", "Sniper"} & weapon.keywords
    return 0 if spared or facing != "front" else 1


@rule("damage.medic", cite=BASE("Medics"), implements=("HEAT-base-medic",))
def medic_saves(rules: Ruleset, weapon: Weapon, face: int) -> bool:
    """Near a medic, what small arms do is undone on a 6."""
    return weapon.small_arms and face == 6


@rule("damage.morale_due", cite=BASE("Morale checks"), implements=("HEAT-base-morale-half",))
def morale_due(rules: Ruleset, before: int, lost: int) -> bool:
    """A unit that loses half its men or more to one attack checks its morale."""
    return lost > 0 and 2 * lost >= before


@rule("damage.morale_holds", cite=BASE("Morale checks"))
def morale_holds(rules: Ruleset, total: int, target: int) -> bool:
    """Two dice must not exceed the target; nothing passes or fails by itself."""
    return total <= target


@rule("damage.pins_shake", cite=BASE("Morale checks"))
def pins_shake(rules: Ruleset, pins: int) -> Term | None:
    """Each pin lowers the morale that a unit checks by one."""
    return Term("pins", -pins, "pins", BASE("Morale checks")) if pins else None


RULES = (
    one_fails,
    reaches,
    exceptional,
    given_up,
    always_picked,
    shield,
    medic_saves,
    morale_due,
    morale_holds,
    pins_shake,
)
