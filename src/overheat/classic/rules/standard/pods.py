"""Pods against battle armour: charges on the hull that burst among the soldiers around it."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

PODS = TOTAL_WARFARE("Anti-battle armour pods", 130)
BURST = named("burst", "{about} set off")
"""The mark of a pod against soldiers on foot that is used up."""

SURE = 2
"""A number that two dice always make."""
GROUP, SQUAD_DAMAGE = 5, 20


@rule("pods.target", cite=PODS, slot=FORBIDS, only=lambda attack: "b_pod" in attack.weapon.flags)
def soldiers_only(attack: WeaponAttack) -> Refusal | None:
    """A pod bursts among soldiers in its own hex, at its feet or on its back, and harms nobody else."""
    if "b_pod" not in attack.weapon.flags:
        return None
    if attack.target.sheet.kind in ("infantry", "battle armour") and attack.distance == 0:
        return None
    return Refusal("pods.target", f"the {attack.weapon.name} is for soldiers in the same hex", PODS)


@rule("pods.sure", cite=PODS)
def cannot_miss(attack: WeaponAttack) -> Term | None:
    """A pod needs no aim: whoever is around it is hit."""
    if "b_pod" not in attack.weapon.flags:
        return None
    return Term("pods.sure", SURE, "a pod cannot miss", PODS)


@rule("pods.damage", cite=PODS)
def pod_damage(attack: WeaponAttack) -> tuple[int, ...] | None:
    """A squad in battle armour takes 20 points in groups of five; a platoon loses as many soldiers as a die says.

    None for weapons that are no pods.
    """
    if "b_pod" not in attack.weapon.flags:
        return None
    return (GROUP,) * (SQUAD_DAMAGE // GROUP) if attack.target.sheet.kind == "battle armour" else (1,)


@rule("pods.may_burst", cite=PODS)
def may_burst(state: State, unit: Unit) -> Refusal | None:
    """A pod against soldiers on foot is set off where some of the enemy are in the same hex."""
    if any(platoon.side != unit.side for platoon in platoons_around(state, unit)):
        return None
    return Refusal("pods.may_burst", "no soldiers of the enemy are in the hex", PODS)


def platoons_around(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The platoons in the hex of a unit, whosever they are."""
    return tuple(other for other in state.at(unit.hex) if other.sheet.kind == "infantry" and other.active)


@rule("pods.felled", cite=PODS)
def felled_by_pod(rules: Ruleset, rolled: int) -> int:
    """A pod against soldiers on foot fells as many as a die says less one, at least one."""
    return max(1, rolled - 1)


RULES = (may_burst, felled_by_pod, soldiers_only, cannot_miss, pod_damage)
