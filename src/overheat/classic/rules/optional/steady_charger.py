"""A machine whose charge hits rolls to stay on its feet at +0, as the table of actions has it."""

from __future__ import annotations

from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.rules.standard.piloting import DEEDS
from overheat.kernel.rules.layers import Layer

ACTIONS = QUICK_REFERENCE("Piloting Skill Rolls, actions")

STEADIER = DEEDS.amended(
    "piloting.steadier_deeds",
    {"charge": 0},
    cite=ACTIONS,
    where="overheat.classic.rules.optional.steady_charger.STEADIER",
)
"""What a machine's own deeds add to the roll to stay on its feet."""

LAYER = Layer(
    "steady_charger",
    title="A charger rolls at +0",
    cite=ACTIONS,
    needs=("classic",),
    change=(STEADIER,),
)
