"""Jets of coolant that hit: heat is taken from a unit, and fires are put out."""

from __future__ import annotations

from overheat.classic.attack.decisions import GROUND_HITS, STRIKES
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import GroundChanged, MarkLaid
from overheat.classic.facts.lasting import Mark
from overheat.classic.rules.standard.coolant import (
    COOLANT_JETS,
    COOLED,
    INFERNO_FIRE,
    TRUCKS,
    coolant_puts_out,
    coolant_takes,
    is_coolant,
)
from overheat.classic.rules.standard.fires import without
from overheat.kernel.rules.rule import rule


@rule("coolant.cools", cite=COOLANT_JETS, implements=("TO-361-coolant-ammo",), slot=STRIKES)
def cools(scene: Scene, attack: WeaponAttack) -> None:
    """A jet of coolant that hits takes its heat in the heat phase."""
    unit = scene.unit(attack.target.id)
    taken = scene.rules[coolant_takes](attack, unit) if is_coolant(attack) and unit.active else 0
    if taken:
        held = unit.marks.get(COOLED)
        scene.tell(MarkLaid(unit.id, COOLED, Mark(taken + (0 if held is None else held.value), this_round=True)))


@rule("coolant.lands", cite=TRUCKS, implements=("TO-106-coolant-truck-fire-2b",), slot=GROUND_HITS)
def douses(scene: Scene, attack: WeaponAttack) -> bool:
    """Coolant on a hex puts its fire out, or does nothing; fires of inferno fuel hardly mind."""
    if not is_coolant(attack):
        return False
    hex = attack.target.hex
    ground = scene.state.relief.board[hex]
    if "fire" in ground:
        needed = scene.rules[coolant_puts_out](scene.rules, ground.amount("fire") >= INFERNO_FIRE)
        rolled = scene.roll(
            "fires.put_out", who=attack.attacker.id, needed=needed, hex=str(hex), weapon=attack.weapon.name
        )
        if rolled >= needed:
            scene.tell(GroundChanged(hex, without(ground, "fire"), "put_out", "fire", attack.weapon.name))
    return True


RULES = (cools, douses)
