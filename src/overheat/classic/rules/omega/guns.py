"""The tables of Omega's guns: rounds, heat, volume of fire, and how many rounds or fragments hit."""

from __future__ import annotations

from fractions import Fraction

from overheat.classic.unit.equipment import Weapon
from overheat.classic.unit.figures import FIGURES, Figure
from overheat.kernel.cite import Book
from overheat.kernel.rules.rule import Table

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
        "is_lb_20_x_ac": 1,
        "is_lb_5_x_ac": 4,
        "is_lb_2_x_ac": 10,
        "is_ultra_ac_20": 1,
        "is_ultra_ac_10": 2,
        "is_ultra_ac_2": 10,
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
    where="overheat.classic.rules.omega.guns.MOST_ROUNDS",
)
"""How many rounds a gun fires at once at most."""

HEAT_AND_DAMAGE = FIGURES.amended(
    "omega.gun_figures",
    {
        "is_ac_20": Figure(heat=5),
        "is_ac_5": Figure(heat=2),
        "is_machine_gun": Figure(heat=Fraction(1, 10), damage=1.0),
        "clan_machine_gun": Figure(heat=Fraction(1, 10), damage=1.0),
        "is_lb_20_x_ac": Figure(heat=4),
        "is_lb_2_x_ac": Figure(heat=Fraction(1, 2)),
        "is_ultra_ac_20": Figure(heat=4),
        "is_ultra_ac_10": Figure(heat=2),
        "is_ultra_ac_2": Figure(heat=Fraction(1, 2)),
        "clan_ultra_ac_20": Figure(heat=4),
        "clan_ultra_ac_10": Figure(heat=2),
        "clan_ultra_ac_2": Figure(heat=Fraction(1, 2)),
        "is_ac_2_ammo": Figure(shots=50),
        "is_lb_2_x_ac_ammo": Figure(shots=50),
        "is_ultra_ac_2_ammo": Figure(shots=50),
        "clan_lb_2_x_ac_ammo": Figure(shots=50),
        "is_lb_2_x_cluster_ammo": Figure(shots=50),
        "clan_lb_2_x_cluster_ammo": Figure(shots=50),
        "clan_ultra_ac_2_ammo": Figure(shots=50),
    },
    cite=GUNS,
    implements=("OM-ac-damage", "OM-ac-table-is", "OM-ac-table-clan"),
    where="overheat.classic.rules.omega.guns.HEAT_AND_DAMAGE",
)
"""What differs of heat, damage and rounds to the ton; the guns that are not here have the figures they always had."""

LB_X_GUNS = FIGURES.amended(
    "omega.lb_x_guns",
    {
        "clan_lb_20_x_ac": Figure(heat=4, tons=9, slots=7),
        "clan_lb_10_x_ac": Figure(tons=7, slots=4),
        "clan_lb_5_x_ac": Figure(tons=5, slots=2),
        "clan_lb_2_x_ac": Figure(heat=Fraction(1, 2), tons=4, slots=1),
    },
    cite=TABLES,
    implements=("OM-clan-lbx-construction", "OM-ac-table-clan"),
    where="overheat.classic.rules.omega.guns.LB_X_GUNS",
)
"""What differs of the LB-X guns of the Clans, their tons and critical slots included."""

VOLUME: Table[int, int] = Table(
    "omega.volume_of_fire",
    {1: 0, 2: -1, 4: -2, 8: -3},
    cite=GUNS,
    implements=("OM-ac-rof-modifier",),
    where="overheat.classic.rules.omega.guns.VOLUME",
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
    where="overheat.classic.rules.omega.guns.HITS",
)
"""How many rounds hit, by the class of the gun and the rounds that it fires, for two dice from 2 to 12."""


FRAGMENTS: Table[tuple[int, int], tuple[int, ...]] = Table(
    "omega.fragments",
    {
        (2, 1): (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2),
        (2, 2): (1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4),
        (2, 3): (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 6),
        (2, 4): (1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 8),
        (2, 5): (1, 2, 2, 2, 3, 3, 4, 5, 5, 7, 10),
        (2, 6): (1, 2, 2, 3, 3, 4, 5, 5, 6, 8, 12),
        (2, 7): (2, 2, 3, 3, 4, 5, 5, 6, 7, 9, 14),
        (2, 8): (2, 3, 3, 4, 5, 5, 6, 7, 9, 11, 16),
        (2, 9): (2, 3, 4, 4, 5, 6, 7, 8, 10, 12, 18),
        (2, 10): (2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 20),
        (5, 1): (1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5),
        (5, 2): (1, 1, 2, 3, 3, 4, 5, 6, 7, 9, 10),
        (5, 3): (1, 2, 3, 4, 5, 6, 8, 9, 11, 13, 15),
        (5, 4): (2, 3, 4, 5, 7, 9, 10, 12, 15, 17, 20),
        (10, 1): (3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10),
        (10, 2): (5, 6, 7, 8, 10, 11, 12, 14, 16, 18, 20),
        (20, 1): (8, 9, 10, 11, 13, 14, 15, 16, 18, 19, 20),
    },
    cite=TABLES,
    implements=("OM-lb2x-cluster", "OM-lb5x-cluster", "OM-lb10x-cluster", "OM-lb20x-cluster", "OM-ac-hit-locations"),
    where="overheat.classic.rules.omega.guns.FRAGMENTS",
)
"""How many fragments of a point each hit, by the class of an LB-X gun and the cluster rounds that it fires."""


def gun_class(weapon: Weapon) -> int:
    """The class of a gun: its damage, and for machine guns that of the smallest autocannon."""
    return 2 if "machine_gun" in weapon.flags else int(Fraction(str(weapon.damage)))
