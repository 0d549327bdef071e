"""Fluid guns: jets of water that drench soldiers and put fires out."""

from __future__ import annotations

from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.ground import HEXES, Laying
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule

FLUIDS = TACTICAL_OPERATIONS("Fluid guns", 313)
PUTS_OUT = 4


@rule("fluid_guns.target", cite=FLUIDS, slot=FORBIDS)
def soldiers_and_fires(attack: WeaponAttack) -> Refusal | None:
    """Water does nothing to what is armoured."""
    if "fluid" not in attack.weapon.flags or is_ground(attack.target.id) or attack.target.sheet.kind == "infantry":
        return None
    return Refusal("fluid_guns.target", f"the {attack.weapon.name} is for soldiers on foot and fires", FLUIDS)


@rule("fluid_guns.hexes", cite=FLUIDS, slot=HEXES)
def burning_hexes(laying: Laying) -> tuple[Hex, ...]:
    """It may be aimed at every hex that burns."""
    if "fluid" not in laying.unit.sheet.mounts[laying.mount].equipment.flags:
        return ()
    board = laying.state.relief.board
    return laying.state.relief.remember("burning", lambda _: tuple(hex for hex in board if "fire" in board[hex]))


@rule("fluid_guns.puts_out", cite=FLUIDS)
def puts_out(rules: Ruleset, roll: int) -> bool:
    """A jet that hits a burning hex puts the fire out on 4 or more."""
    return roll >= PUTS_OUT


RULES = (soldiers_and_fires, burning_hexes, puts_out)
