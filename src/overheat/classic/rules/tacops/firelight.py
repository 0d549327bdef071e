"""Fire lights the night: a burning hex and those around it are easier to aim into."""

from __future__ import annotations

from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.blow_numbers import darkness
from overheat.classic.rules.standard.physical import EVERY_BLOW, PhysicalAttack
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.rules.standard.weather import light
from overheat.classic.sight.relief import Relief
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

FIRE = TACTICAL_OPERATIONS("Weather Conditions, fire", 57)
BRIGHT = 2


def firelit(relief: Relief, hex: Hex) -> bool:
    """Whether a hex burns or lies beside one that does."""
    board = relief.board
    return any(near in board and "fire" in board[near] for near in (hex, *hex.neighbours()))


@rule("firelight.to_hit", cite=FIRE, implements=("TO-057-weather-fire-light-1",), slot=EVERY_SHOT)
def shows_targets(attack: WeaponAttack) -> Term | None:
    """A fire in the hex of a target or beside it makes up for 2 points of what the light costs shots."""
    dark = attack.rules[light](attack)
    if dark is None or not firelit(attack.relief, attack.target.hex):
        return None
    return Term("firelight.to_hit", -min(BRIGHT, dark.value), "by the light of a fire", FIRE)


@rule("firelight.blows", cite=FIRE, implements=("TO-057-weather-fire-light-1",), slot=EVERY_BLOW)
def shows_whom_to_strike(attack: PhysicalAttack) -> Term | None:
    """And for all that it costs blows."""
    dark = attack.rules[darkness](attack)
    if dark is None or not firelit(attack.relief, attack.target.hex):
        return None
    return Term("firelight.blows", -dark.value, "by the light of a fire", FIRE)


LAYER = Layer(
    "firelight",
    title="Fires light the night",
    group="Planets",
    cite=FIRE,
    needs=("classic",),
    add=(shows_targets, shows_whom_to_strike),
)
