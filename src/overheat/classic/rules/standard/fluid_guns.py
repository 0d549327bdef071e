"""Fluid guns and other jets: water that drenches soldiers and puts fires out, coolant for who is hot."""

from __future__ import annotations

from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import ASTRAY, WeaponAttack
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.coolant import (
    COOLANT_JETS,
    TRUCKS,
    at_friends,
    carries_coolant,
    coolant_takes,
    is_coolant,
)
from overheat.classic.rules.standard.fire import FORBIDS, WORTH
from overheat.classic.rules.standard.ground import HEXES, Laying
from overheat.classic.rules.standard.heat import tracks_heat
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule

FLUIDS = TACTICAL_OPERATIONS("Fluid guns", 313)
PUTS_OUT = 4


@rule("fluid_guns.target", cite=FLUIDS, slot=FORBIDS, steady=(), only=lambda attack: "fluid" in attack.weapon.flags)
def soldiers_and_fires(attack: WeaponAttack) -> Refusal | None:
    """Water does nothing to what is armoured."""
    if (
        "fluid" not in attack.weapon.flags
        or is_coolant(attack)
        or is_ground(attack.target.id)
        or attack.target.sheet.kind == "infantry"
    ):
        return None
    return Refusal("fluid_guns.target", f"the {attack.weapon.name} is for soldiers on foot and fires", FLUIDS)


@rule("fluid_guns.hexes", cite=FLUIDS, slot=HEXES, only=lambda laying: "fluid" in laying.unit.plan.flags)
def burning_hexes(laying: Laying) -> tuple[Hex, ...]:
    """It may be aimed at every hex that burns."""
    if "fluid" not in laying.unit.sheet.mounts[laying.mount].equipment.flags:
        return ()
    return laying.state.relief.where("fire")


@rule("fluid_guns.puts_out", cite=FLUIDS)
def puts_out(rules: Ruleset, roll: int) -> bool:
    """A jet that hits a burning hex puts the fire out on 4 or more."""
    return roll >= PUTS_OUT


@rule("coolant.worth", cite=COOLANT_JETS, slot=WORTH)
def worth_of_cooling(attack: WeaponAttack) -> int:
    """To a bot a jet of coolant is worth the heat that it takes from a friend, and nothing on an enemy."""
    if not is_coolant(attack) or attack.target.side != attack.attacker.side:
        return 0
    return min(int(attack.target.condition.heat), attack.rules[coolant_takes](attack, attack.target))


@rule("fire.own_side", cite=TRUCKS, implements=("TO-106-coolant-truck-fire-2a",), slot=FORBIDS)
def own_side(attack: WeaponAttack) -> Refusal | None:
    """Who fires at its own side fires coolant; what is drawn away from its target asks nobody."""
    if attack.target.side != attack.attacker.side or ASTRAY in attack.noted or attack.rules[at_friends](attack):
        return None
    return Refusal("fire.own_side", f"{attack.target.sheet.name} is a friend", TRUCKS)


@rule("coolant.target", cite=TRUCKS, slot=FORBIDS, steady=(), only=lambda attack: bool(attack.special))
def wets_nothing_else(attack: WeaponAttack) -> Refusal | None:
    """Coolant is for who keeps heat, for soldiers on foot and for fires; nothing else minds it."""
    if not is_coolant(attack) or is_ground(attack.target.id) or attack.target.sheet.kind == "infantry":
        return None
    if attack.rules[tracks_heat](attack.rules, attack.target):
        return None
    return Refusal("coolant.target", "coolant does nothing to it", TRUCKS)


@rule(
    "coolant.hexes",
    cite=TRUCKS,
    implements=("TO-106-coolant-truck-fire-2b",),
    slot=HEXES,
    only=lambda laying: not laying.unit.plan.flags.isdisjoint(("flamer", "fluid")),
)
def hexes_for_coolant(laying: Laying) -> tuple[Hex, ...]:
    """Coolant may be aimed at every hex that burns."""
    flags = laying.unit.sheet.mounts[laying.mount].equipment.flags
    if flags.isdisjoint(("flamer", "fluid")) or not carries_coolant(laying.unit):
        return ()
    return laying.state.relief.where("fire")


RULES = (soldiers_and_fires, burning_hexes, puts_out, worth_of_cooling, own_side, wets_nothing_else, hexes_for_coolant)
