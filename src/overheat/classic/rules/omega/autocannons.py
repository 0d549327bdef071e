"""Autocannons and machine guns of Omega: many rounds at once, heat and ammunition for each of them.

The figures of guns that the document names, and of the same classes of the other technology; light, improved, rotary
and hyper-velocity guns and prototypes stay as they are. LB-X guns fire slugs or clusters of fragments, ultra
autocannons two bursts a round at one target.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.omega.gun_questions import QUESTIONS
from overheat.classic.rules.omega.guns import (
    FRAGMENTS,
    GUNS,
    HEAT_AND_DAMAGE,
    HITS,
    LB_X_GUNS,
    MOST_ROUNDS,
    TABLES,
    VOLUME,
    gun_class,
)
from overheat.classic.rules.standard.clusters import ClusterRoll, cluster_hits
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.heat import BUILDS, Toil, shot_heat, weapon_heat
from overheat.classic.rules.standard.salvos import jams_on, rates, salvo_size, times_a_round
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, banded
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from overheat.kernel.wording.phrases import counted


@rule("omega.rates", cite=GUNS, implements=("OM-ac-multifire",))
def gun_rates(rules: Ruleset, weapon: Weapon) -> tuple[int, ...]:
    """A gun fires any number of rounds up to its most, in one burst."""
    most = rules[MOST_ROUNDS].get(weapon.id)
    return rules.below(gun_rates)(rules, weapon) if most is None else tuple(range(1, most + 1))


@rule("omega.bursts", cite=GUNS, implements=("OM-ultra-double",))
def bursts(rules: Ruleset, unit: Unit, mount: int) -> int:
    """An ultra autocannon fires two bursts a round."""
    weapon = unit.sheet.mounts[mount].weapon
    return 2 if weapon is not None and ultra(rules, weapon) else rules.below(bursts)(rules, unit, mount)


def ultra(rules: Ruleset, weapon: Weapon) -> bool:
    """Whether a gun is an ultra autocannon that these rules know."""
    return "ultra" in weapon.flags and weapon.id in rules[MOST_ROUNDS]


@rule("omega.same_target", cite=GUNS, implements=("OM-ultra-double",), slot=FORBIDS)
def same_target(attack: WeaponAttack) -> Refusal | None:
    """Both bursts of an ultra autocannon go at the same target."""
    if not attack.attacker.volley or not ultra(attack.rules, attack.weapon):
        return None
    others = {shot.target for shot in attack.attacker.volley if shot.mount == attack.index} - {attack.target.id}
    return Refusal("omega.same_target", "both bursts go at the same target", GUNS) if others else None


@rule("omega.second_burst_jams", cite=GUNS, implements=("OM-ultra-jam",))
def jams(attack: WeaponAttack, rolled: int) -> bool:
    """An ultra autocannon that fires twice jams for good on a 2 for its second burst, and on no other."""
    if attack.weapon.id not in attack.rules[MOST_ROUNDS]:
        return attack.rules.below(jams)(attack, rolled)
    return "ultra" in attack.weapon.flags and attack.ordinal == 2 and rolled == 2


@rule("omega.fragments_that_fly", cite=TABLES, implements=("OM-lbx-ammo-choice",))
def salvo(attack: WeaponAttack) -> int:
    """As many fragments fly as the class of the gun has points, for each cluster round."""
    if attack.munition != "cluster" or attack.weapon.id not in attack.rules[MOST_ROUNDS]:
        return attack.rules.below(salvo)(attack)
    return gun_class(attack.weapon) * attack.rate


@rule("to_hit.volume_of_fire", cite=GUNS, implements=("OM-ac-rof-modifier",), slot=EVERY_SHOT)
def volume_of_fire(attack: WeaponAttack) -> Term | None:
    """The more rounds a gun fires at once, the easier it hits."""
    if attack.weapon.id not in attack.rules[MOST_ROUNDS]:
        return None
    value = banded(attack.rules[VOLUME], attack.rate)
    return Term("to_hit.volume_of_fire", value, f"{attack.rate} rounds fired", GUNS) if value else None


@rule(
    "omega.rounds_that_hit",
    cite=TABLES,
    implements=("OM-ac2-hits", "OM-ac5-hits", "OM-ac10-hits", "OM-lbx-ammo-choice"),
)
def rounds_that_hit(cluster: ClusterRoll) -> int:
    """How many rounds or fragments hit is in a table of the gun's class; machine guns have that of the smallest."""
    attack, roll = cluster.attack, min(12, max(2, cluster.roll)) - 2
    if attack is None or attack.weapon.id not in cluster.rules[MOST_ROUNDS]:
        return cluster.rules.below(rounds_that_hit)(cluster)
    key = gun_class(attack.weapon), attack.rate
    if attack.munition == "cluster":
        return cluster.rules[FRAGMENTS][key][roll]
    return 1 if cluster.size == 1 else cluster.rules[HITS][key][roll]


@rule("omega.gun_heat", cite=GUNS, implements=("OM-ac-ammo-heat", "OM-ac-heat-rounding"), slot=BUILDS)
def gun_heat(toil: Toil) -> Term | None:
    """Every round makes its heat; parts of a point are rounded up for each weapon, before weapons are added up."""
    mounts = dict.fromkeys(shot.mount for shot in toil.fired)
    by_mount = [
        sum(
            (shot_heat(toil.rules, toil.unit, shot, toil.state) for shot in toil.fired if shot.mount == mount),
            start=Fraction(0),
        )
        for mount in mounts
    ]
    points = sum(ceil(heat) for heat in by_mount)
    return Term("heat.weapons", points, f"from {counted(len(mounts), 'weapon')} fired", GUNS) if points else None


LAYER = Layer(
    "omega_autocannons",
    title="Autocannons that fire many rounds",
    group="Omega",
    cite=GUNS,
    needs=("classic",),
    excludes=("rapid_fire_autocannons", "rapid_fire_machine_guns"),
    add=(MOST_ROUNDS, VOLUME, HITS, FRAGMENTS, volume_of_fire, same_target),
    change=(
        HEAT_AND_DAMAGE,
        LB_X_GUNS,
        QUESTIONS,
        rates.wrapped_in(gun_rates),
        times_a_round.wrapped_in(bursts),
        jams_on.wrapped_in(jams),
        salvo_size.wrapped_in(salvo),
        cluster_hits.wrapped_in(rounds_that_hit),
        weapon_heat.replaced_by(gun_heat),
    ),
)
