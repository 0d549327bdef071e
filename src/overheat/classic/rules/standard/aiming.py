"""Aimed shots: at a location of a machine that cannot move, or with a targeting computer."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

AIMED = TOTAL_WARFARE("Aimed shots", 110)
COMPUTERS = TOTAL_WARFARE("Targeting computers, aimed shots", 143)

HEAD = "HD"
TRUE_ROLLS = range(6, 9)


@rule("fire.aimed", cite=AIMED, slot=FORBIDS, only=lambda attack: bool(attack.aimed))
def may_not_be_aimed(attack: WeaponAttack) -> Refusal | None:
    """A location is aimed at on machines that cannot move, or with a computer, and then not at the head.

    Salvos and scattering shot cannot be aimed, nor pulse lasers by a computer.
    """
    if not attack.aimed:
        return None
    target = attack.target
    whole = [place.code for place in target.condition.locations if not place.destroyed]
    if not target.machine or attack.aimed not in whole:
        return Refusal("fire.aimed", f"{target.sheet.name} has no {attack.aimed} to aim at", AIMED)
    if attack.weapon.cluster > 1 or attack.munition == "cluster" or attack.rate > 1 or attack.indirect:
        return Refusal("fire.aimed", "only single projectiles are aimed", AIMED)
    if target.immobile:
        return None
    if "direct" not in attack.weapon.flags or "pulse" in attack.weapon.flags or not _computes(attack.attacker):
        return Refusal("fire.aimed", "at what can move only a targeting computer aims, and no pulse laser", COMPUTERS)
    if attack.aimed == HEAD:
        return Refusal("fire.aimed", "a targeting computer does not aim at heads", COMPUTERS)
    return None


@rule("fire.may_aim", cite=AIMED)
def may_aim(rules: Ruleset, attacker: Unit, target: Unit) -> bool:
    """Locations are aimed at on machines that cannot move, or with a targeting computer."""
    return target.machine and (target.immobile or _computes(attacker))


def _computes(attacker: Unit) -> bool:
    """Whether a unit has a targeting computer that works."""
    return "targeting_computer" in attacker.plan.flags and any(
        "targeting_computer" in mount.equipment.flags and works(attacker, at)
        for at, mount in enumerate(attacker.sheet.mounts)
    )


@rule("to_hit.aimed", cite=AIMED, slot=EVERY_SHOT, only=lambda attack: bool(attack.aimed))
def aimed(attack: WeaponAttack) -> Term | None:
    """Aiming by computer is +3; so is aiming at the head of what cannot move, in place of the -4 for that."""
    if not attack.aimed:
        return None
    if not attack.target.immobile:
        return Term("to_hit.aimed", 3, f"aimed at {attack.aimed}", COMPUTERS)
    if attack.aimed != HEAD:
        return None
    return Term("to_hit.aimed", 7, "aimed at the head: +3 in place of -4", AIMED)


@rule("fire.aim_is_true", cite=AIMED)
def aim_is_true(rules: Ruleset, roll: int | None) -> bool:
    """A shot at what cannot move hits where it was aimed on 6 to 8; a computer always does, and needs no roll."""
    return roll is None or roll in TRUE_ROLLS


RULES = (may_not_be_aimed, may_aim, aimed, aim_is_true)
