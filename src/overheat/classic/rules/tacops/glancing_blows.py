"""Glancing blows: an attack that needed every point of its roll does half of what it would have done."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.rules.standard.clusters import EVERY_CLUSTER
from overheat.classic.rules.standard.impacts import (
    AMONG_SOLDIERS,
    CRITICAL_ROLL,
    DAMAGE_TERMS,
    CriticalChance,
    Impact,
)
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term, scaled

GLANCING = TACTICAL_OPERATIONS("Glancing Blow", 80)
HALF = Fraction(1, 2)
LABEL = "glancing blow"

FIGURES: Table[str, int] = Table(
    "glancing_blows.figures",
    {"clusters": -4, "critical hits": -2},
    cite=GLANCING,
    where="overheat.classic.rules.tacops.glancing_blows.FIGURES",
)
"""What a glancing blow adds to the roll on the cluster table, and to the roll for critical hits."""


def _glances(attack: Engagement | None) -> bool:
    return attack is not None and attack.barely


@rule("glancing_blows.damage", cite=GLANCING, implements=("TO-080-glancing-blow-2",), slot=DAMAGE_TERMS)
def half_damage(impact: Impact) -> Term | None:
    """Half the damage, rounded down, and before armour makes anything of it; a salvo counts fewer hits instead."""
    if impact.hit.counted or impact.unit.sheet.kind == "infantry" or not _glances(impact.attack):
        return None
    return scaled("glancing_blows.damage", impact.damage, HALF, floor, LABEL, GLANCING)


@rule("glancing_blows.clusters", cite=GLANCING, slot=EVERY_CLUSTER)
def fewer_hits(attack: WeaponAttack) -> Term | None:
    """A salvo that glances rolls for its hits at -4."""
    if not _glances(attack):
        return None
    return Term("glancing_blows.clusters", attack.rules[FIGURES]["clusters"], LABEL, GLANCING)


@rule("glancing_blows.soldiers", cite=GLANCING, implements=("TO-080-glancing-blow-3",), slot=AMONG_SOLDIERS)
def half_the_soldiers(impact: Impact) -> Term | None:
    """Of a platoon half as many soldiers fall as would have, rounded up."""
    if not _glances(impact.attack):
        return None
    return scaled("glancing_blows.soldiers", impact.damage, HALF, ceil, LABEL, GLANCING)


@rule("glancing_blows.critical_hits", cite=GLANCING, slot=CRITICAL_ROLL)
def fewer_criticals(chance: CriticalChance) -> Term | None:
    """A glancing blow rolls for critical hits at -2."""
    by = None if chance.hit is None else chance.hit.by
    if not isinstance(by, Engagement) or by.target.id != chance.unit.id or not _glances(by):
        return None
    return Term("glancing_blows.critical_hits", chance.rules[FIGURES]["critical hits"], LABEL, GLANCING)


LAYER = Layer(
    "glancing_blows",
    title="Glancing blows",
    group="Damage",
    cite=GLANCING,
    needs=("classic",),
    add=(half_damage, fewer_hits, half_the_soldiers, fewer_criticals, FIGURES),
)
