"""Autocannons and machine guns of Omega: many rounds at once, heat and ammunition for each of them.

The figures of guns that the document names; light, improved, rotary and hyper-velocity guns stay as they are. Ultra
autocannons fire twice at most, each time as many rounds as they like; that the second burst may jam them is not played.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.clusters import ClusterRoll, cluster_hits
from overheat.classic.rules.standard.heat import BUILDS, Toil, shot_heat, weapon_heat
from overheat.classic.rules.standard.salvos import jams_on, rates, times_a_round
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, banded
from overheat.classic.unit.equipment import Weapon
from overheat.classic.unit.figures import FIGURES, Figure
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term
from overheat.kernel.wording.phrases import counted

OMEGA = Book("Omega Rules")
GUNS = OMEGA("Autocannons", 3)
TABLES = OMEGA("Autocannon hits", 4)

MOST_ROUNDS: Table[str, int] = Table(
    "omega.most_rounds",
    {
        "is_ac_20": 1,
        "is_ac_10": 2,
        "is_ac_5": 4,
        "is_ac_2": 10,
        "is_lb_10_x_ac": 2,
        "is_ultra_ac_5": 4,
        "is_machine_gun": 10,
        "clan_lb_20_x_ac": 1,
        "clan_lb_10_x_ac": 2,
        "clan_lb_5_x_ac": 4,
        "clan_lb_2_x_ac": 10,
        "clan_ultra_ac_20": 1,
        "clan_ultra_ac_10": 2,
        "clan_ultra_ac_5": 4,
        "clan_ultra_ac_2": 10,
        "clan_machine_gun": 10,
    },
    cite=GUNS,
    implements=("OM-ac-multifire", "OM-ac-table-is", "OM-ac-table-clan"),
    where="overheat.classic.rules.omega.autocannons.MOST_ROUNDS",
)
"""How many rounds a gun fires at once at most."""

HEAT_AND_DAMAGE = FIGURES.amended(
    "omega.gun_figures",
    {
        "is_ac_20": Figure(heat=5),
        "is_ac_5": Figure(heat=2),
        "is_machine_gun": Figure(heat=Fraction(1, 10), damage=1.0),
        "clan_machine_gun": Figure(heat=Fraction(1, 10), damage=1.0),
        "clan_lb_20_x_ac": Figure(heat=4),
        "clan_lb_2_x_ac": Figure(heat=Fraction(1, 2)),
        "clan_ultra_ac_20": Figure(heat=4),
        "clan_ultra_ac_10": Figure(heat=2),
        "clan_ultra_ac_2": Figure(heat=Fraction(1, 2)),
        "is_ac_2_ammo": Figure(shots=50),
        "clan_lb_2_x_ac_ammo": Figure(shots=50),
        "clan_ultra_ac_2_ammo": Figure(shots=50),
    },
    cite=GUNS,
    implements=("OM-ac-damage", "OM-ac-table-is", "OM-ac-table-clan"),
    where="overheat.classic.rules.omega.autocannons.HEAT_AND_DAMAGE",
)
"""What differs of heat, damage and rounds to the ton; the guns that are not here have the figures they always had."""

VOLUME: Table[int, int] = Table(
    "omega.volume_of_fire",
    {1: 0, 2: -1, 4: -2, 8: -3},
    cite=GUNS,
    implements=("OM-ac-rof-modifier",),
    where="overheat.classic.rules.omega.autocannons.VOLUME",
)
"""What many rounds add to the number to hit, by the lowest count of each band."""

HITS: Table[tuple[int, int], tuple[int, ...]] = Table(
    "omega.gun_hits",
    {
        (2, 2): (1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2),
        (2, 3): (1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3),
        (2, 4): (1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4),
        (2, 5): (1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5),
        (2, 6): (1, 1, 1, 2, 2, 3, 3, 3, 4, 5, 6),
        (2, 7): (1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 7),
        (2, 8): (1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 8),
        (2, 9): (1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 9),
        (2, 10): (1, 2, 2, 3, 4, 4, 5, 6, 6, 8, 10),
        (5, 2): (1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2),
        (5, 3): (1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3),
        (5, 4): (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4),
        (10, 2): (1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2),
    },
    cite=TABLES,
    implements=("OM-ac2-hits", "OM-ac5-hits", "OM-ac10-hits"),
    where="overheat.classic.rules.omega.autocannons.HITS",
)
"""How many rounds hit, by the class of the gun and the rounds that it fires, for two dice from 2 to 12."""


@rule("omega.rates", cite=GUNS, implements=("OM-ac-multifire",))
def gun_rates(rules: Ruleset, weapon: Weapon) -> tuple[int, ...]:
    """A gun fires any number of rounds up to its most, in one burst."""
    most = rules[MOST_ROUNDS].get(weapon.id)
    return rules.below(gun_rates)(rules, weapon) if most is None else tuple(range(1, most + 1))


@rule("omega.bursts", cite=GUNS)
def bursts(rules: Ruleset, unit: Unit, mount: int) -> int:
    """An ultra autocannon fires two bursts a round."""
    weapon = unit.sheet.mounts[mount].weapon
    ultra = weapon is not None and "ultra" in weapon.flags and weapon.id in rules[MOST_ROUNDS]
    return 2 if ultra else rules.below(bursts)(rules, unit, mount)


@rule("omega.no_early_jam", cite=GUNS)
def jams(attack: WeaponAttack, rolled: int) -> bool:
    """A burst alone jams no gun; that is for the second one of a round."""
    return attack.weapon.id not in attack.rules[MOST_ROUNDS] and attack.rules.below(jams)(attack, rolled)


@rule("to_hit.volume_of_fire", cite=GUNS, implements=("OM-ac-rof-modifier",), slot=EVERY_SHOT)
def volume_of_fire(attack: WeaponAttack) -> Term | None:
    """The more rounds a gun fires at once, the easier it hits."""
    if attack.weapon.id not in attack.rules[MOST_ROUNDS]:
        return None
    value = banded(attack.rules[VOLUME], attack.rate)
    return Term("to_hit.volume_of_fire", value, f"{attack.rate} rounds fired", GUNS) if value else None


@rule("omega.rounds_that_hit", cite=TABLES, implements=("OM-ac2-hits", "OM-ac5-hits", "OM-ac10-hits"))
def rounds_that_hit(cluster: ClusterRoll) -> int:
    """How many rounds of a burst hit is in a table of the gun's class; machine guns have that of the smallest."""
    attack = cluster.attack
    if attack is None or attack.munition == "cluster" or attack.weapon.id not in cluster.rules[MOST_ROUNDS]:
        return cluster.rules.below(rounds_that_hit)(cluster)
    if cluster.size == 1:
        return 1
    return cluster.rules[HITS][gun_class(attack.weapon), cluster.size][min(12, max(2, cluster.roll)) - 2]


def gun_class(weapon: Weapon) -> int:
    """The class of a gun: its damage, and for machine guns that of the smallest autocannon."""
    return 2 if "machine_gun" in weapon.flags else int(Fraction(str(weapon.damage)))


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
    add=(MOST_ROUNDS, VOLUME, HITS, volume_of_fire),
    change=(
        HEAT_AND_DAMAGE,
        rates.wrapped_in(gun_rates),
        times_a_round.wrapped_in(bursts),
        jams_on.wrapped_in(jams),
        cluster_hits.wrapped_in(rounds_that_hit),
        weapon_heat.replaced_by(gun_heat),
    ),
)
