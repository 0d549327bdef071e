"""What games had before: damage that goes on from a limb meets the armour in front, also where it came from behind."""

from __future__ import annotations

from overheat.classic.rules.standard.locations import TRANSFER, goes_on_behind
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

TORSOS = ("CT", "LT", "RT")


@rule("former.goes_on_behind", cite=TRANSFER)
def from_torsos_alone(rules: Ruleset, rear: bool, location: str) -> bool:
    """Only what goes on from a torso that was hit from behind meets the armour of the back."""
    return rear and location in TORSOS


LAYER = Layer(
    "former_transfers",
    title="Damage that goes on from limbs as in earlier versions: to the armour in front",
    group="Earlier versions",
    cite=TRANSFER,
    needs=("classic",),
    change=(goes_on_behind.replaced_by(from_torsos_alone),),
)
