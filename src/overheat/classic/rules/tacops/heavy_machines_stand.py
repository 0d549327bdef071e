"""Piloting by weight class: heavy machines keep their feet more easily, light ones less, when damage shakes them."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.rules.standard.piloting import BLOWS, CAUSES, STEADINESS, Check
from overheat.classic.rules.standard.to_hit import banded
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

WEIGHT = TACTICAL_OPERATIONS("Piloting Skill Rolls by weight class", 23)

CLASSES: Table[int, int] = Table(
    "heavy_machines_stand.classes",
    {0: 1, 40: 0, 60: -1, 80: -2},
    cite=WEIGHT,
    where="overheat.classic.rules.tacops.heavy_machines_stand.CLASSES",
)
"""What a machine's weight adds to rolls after damage and blows, by the least tons that add as much."""


@rule("heavy_machines_stand.weight", cite=WEIGHT, slot=STEADINESS)
def by_weight(check: Check) -> Term | None:
    """Rolls that damage or a blow asks for are +1 for light machines, -1 for heavy ones and -2 for assault machines."""
    if not check.cause.id.startswith((f"{CAUSES.id}.20_damage", f"{BLOWS.id}.")):
        return None
    added = banded(check.rules[CLASSES], int(check.unit.sheet.tons))
    return Term("heavy_machines_stand.weight", added, "weight class", WEIGHT) if added else None


LAYER = Layer(
    "heavy_machines_stand",
    title="Piloting by weight class",
    group="Piloting",
    cite=WEIGHT,
    needs=("classic",),
    add=(by_weight, CLASSES),
)
