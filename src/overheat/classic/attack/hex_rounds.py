"""Carrying out what ammunition for hexes does: mines and smoke that are laid, shells that burst above all in a hex."""

from __future__ import annotations

from math import ceil

from overheat.classic.attack.decisions import ASTRAY, GROUND_HITS
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hits import take
from overheat.classic.damage.scattering import scatter
from overheat.classic.damage.terrain import hit_building
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import EffectLaid, FateMet, Felled, GroundChanged, ThingPlaced
from overheat.classic.facts.lasting import Mark, Thing
from overheat.classic.facts.state import Unit
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.buildings import shelters
from overheat.classic.rules.standard.fires import without
from overheat.classic.rules.standard.fluid_guns import FLUIDS, puts_out
from overheat.classic.rules.standard.hex_rounds import AIRBURST, SMOKY, THUNDER, density, laid, smoke_of
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.infantry import casualties
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.mines import FIELD, field_at
from overheat.classic.rules.standard.salvos import damage_at
from overheat.classic.rules.standard.scattering import Drift
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term, parts


@rule("hex_rounds.lands", cite=THUNDER, slot=GROUND_HITS)
def lands(scene: Scene, attack: WeaponAttack) -> bool:
    """What is fired at a hex does there what its ammunition is for, a whole volley of it."""
    kind, hex = laid(scene.rules, attack.ammunition), attack.target.hex
    if kind == "mines":
        _lay_mines(scene, attack, hex, scattered=False)
    elif kind == "smoke":
        _lay_smoke(scene, attack, hex)
    elif kind == "airburst":
        _burst(scene, attack, hex)
    return bool(kind)


@rule("fluid_guns.lands", cite=FLUIDS, slot=GROUND_HITS)
def drenches(scene: Scene, attack: WeaponAttack) -> bool:
    """A jet of water puts out a fire, or does nothing."""
    if "fluid" not in attack.weapon.flags:
        return False
    hex = attack.target.hex
    ground = scene.state.relief.board[hex]
    if "fire" in ground and scene.rules[puts_out](
        scene.rules, scene.roll("fires.put_out", who=attack.attacker.id, hex=str(hex), weapon=attack.weapon.name)
    ):
        scene.tell(GroundChanged(hex, without(ground, "fire"), "put_out", "fire", attack.weapon.name))
    return True


@rule("hex_rounds.astray", cite=THUNDER, implements=("TO-373-thunder-lrm-scatter",), slot=ASTRAY)
def astray(scene: Scene, attack: WeaponAttack) -> None:
    """Mines that miss their hex scatter as shells do, and lie less dense where they come down."""
    if not is_ground(attack.target.id) or laid(scene.rules, attack.ammunition) != "mines" or attack.margin is None:
        return
    hex = scatter(scene, Drift(scene.rules, FIELD, attack.target.hex, -attack.margin))
    if hex is not None:
        _lay_mines(scene, attack, hex, scattered=True)


def _lay_mines(scene: Scene, attack: WeaponAttack, hex: Hex, *, scattered: bool) -> None:
    """A minefield that all have seen come down; where there is one already it grows."""
    there = field_at(scene.state, hex)
    value = scene.rules[density](scene.rules, attack, scattered) + (0 if there is None else there.value)
    if value > 0:
        id = f"{FIELD}-{hex}" if there is None else there.id
        scene.tell(ThingPlaced(Thing(id, FIELD, hex, attack.attacker.side, value=value)))


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
            take(scene, Hit(unit.id, side, 1, "fire", False, attack.weapon, munition, by=attack, item=name))
    hit_building(scene, hex, shells, "fire", attack.weapon.name)


def _among_soldiers(scene: Scene, attack: WeaponAttack, unit: Unit, shells: int) -> None:
    rolled = scene.roll("infantry.burst", shells, who=attack.attacker.id, target=unit.id)
    fallen = casualties(unit, Term("hex_rounds.burst", ceil(rolled / 2), "shells in the air", AIRBURST), ())
    left = unit.condition.troopers - int(fallen.total)
    scene.tell(Felled(unit.id, left, "fire", parts(fallen), attack.weapon.name))
    if left <= 0:
        scene.tell(FateMet(unit.id, "destroyed", "no_soldier_is_left"))


RULES = (lands, astray, drenches)
