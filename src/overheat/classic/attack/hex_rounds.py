"""Carrying out what ammunition for hexes does: smoke that is laid, shells that burst above all in a hex."""

from __future__ import annotations

from math import ceil

from overheat.classic.attack.decisions import GROUND_HITS
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hits import take
from overheat.classic.damage.terrain import hit_building
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import EffectLaid, FateMet, Felled, GroundChanged
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.buildings import shelters
from overheat.classic.rules.standard.coolant import is_coolant
from overheat.classic.rules.standard.fires import without
from overheat.classic.rules.standard.fluid_guns import FLUIDS, puts_out
from overheat.classic.rules.standard.hex_rounds import AIRBURST, SMOKE, SMOKY, laid, smoke_of
from overheat.classic.rules.standard.impacts import BARE, Hit
from overheat.classic.rules.standard.infantry import casualties
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.salvos import damage_at
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term, parts


@rule("hex_rounds.lands", cite=SMOKE, slot=GROUND_HITS)
def lands(scene: Scene, attack: WeaponAttack) -> bool:
    """What is fired at a hex does there what its ammunition is for, a whole volley of it."""
    kind, hex = laid(scene.rules, attack.ammunition), attack.target.hex
    if kind == "smoke":
        _lay_smoke(scene, attack, hex)
    elif kind == "airburst":
        _burst(scene, attack, hex)
    return kind in ("smoke", "airburst")


@rule("fluid_guns.lands", cite=FLUIDS, slot=GROUND_HITS)
def drenches(scene: Scene, attack: WeaponAttack) -> bool:
    """A jet of water puts out a fire, or does nothing."""
    if "fluid" not in attack.weapon.flags or is_coolant(attack):
        return False
    hex = attack.target.hex
    ground = scene.state.relief.board[hex]
    if "fire" in ground and scene.rules[puts_out](
        scene.rules, scene.roll("fires.put_out", who=attack.attacker.id, hex=str(hex), weapon=attack.weapon.name)
    ):
        scene.tell(GroundChanged(hex, without(ground, "fire"), "put_out", "fire", attack.weapon.name))
    return True


def _lay_smoke(scene: Scene, attack: WeaponAttack, hex: Hex) -> None:
    grade, rounds = scene.rules[smoke_of](scene.rules, attack.weapon.cluster * scene.rules[damage_at](attack))
    there = scene.state.effect(hex, SMOKY)
    value = min(2, grade + (0 if there is None else there.value))
    scene.tell(EffectLaid(hex, SMOKY, Mark(value, until=scene.state.round + rounds)))


def _burst(scene: Scene, attack: WeaponAttack, hex: Hex) -> None:
    """Every unit in the hex takes a point from each shell, but for those inside a building, which takes it for them."""
    shells, ground = attack.weapon.cluster, scene.state.relief.board[hex]
    for unit in scene.state.at(hex):
        if unit.airborne or scene.rules[shelters](scene.rules, ground, unit):
            continue
        if unit.sheet.kind == "infantry":
            _among_soldiers(scene, attack, unit, shells)
            continue
        side = scene.rules[side_hit](scene.rules, unit, attack.attacker.hex)
        for _ in range(shells):
            name, munition = attack.weapon.name, attack.munition
            take(scene, Hit(unit.id, side, 1, "fire", BARE, attack.weapon, munition, by=attack, item=name))
    hit_building(scene, hex, shells, "fire", attack.weapon.name)


def _among_soldiers(scene: Scene, attack: WeaponAttack, unit: Unit, shells: int) -> None:
    rolled = scene.roll("infantry.burst", shells, who=attack.attacker.id, target=unit.id)
    fallen = casualties(unit, Term("hex_rounds.burst", ceil(rolled / 2), "shells in the air", AIRBURST), ())
    left = unit.condition.troopers - int(fallen.total)
    scene.tell(Felled(unit.id, left, "fire", parts(fallen), attack.weapon.name))
    if left <= 0:
        scene.tell(FateMet(unit.id, "destroyed", "no_soldier_is_left"))


RULES = (lands, drenches)
