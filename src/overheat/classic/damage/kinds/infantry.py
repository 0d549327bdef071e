"""Hitting conventional infantry: how many soldiers fall, worked out term by term."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import FateMet, Felled
from overheat.classic.rules.standard.impacts import AMONG_SOLDIERS, Hit, Impact, further
from overheat.classic.rules.standard.infantry import (
    BURSTS,
    CLASSES,
    DAMAGE,
    FURTHER_DICE,
    burst_dice,
    casualties,
    harm_to_soldiers,
    in_the_open,
    mown_down,
    on_wheels,
    through_armour,
    weapon_class,
)
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Tally, Term, parts
from overheat.kernel.wording.phrases import counted


@rule("damage.platoon", cite=DAMAGE)
def hit_platoon(scene: Scene, hit: Hit) -> None:
    """A platoon is hit, and so many of its soldiers fall, whoever they are."""
    id, unit = hit.unit, scene.unit(hit.unit)
    fallen = scene.rules[soldiers_fallen](scene, hit)
    left = unit.condition.troopers - int(fallen.total)
    scene.tell(Felled(id, left, hit.what, parts(fallen), hit.item))
    if left <= 0:
        scene.tell(FateMet(id, "destroyed", "no_soldier_is_left"))


@rule("damage.soldiers_fallen", cite=DAMAGE)
def soldiers_fallen(scene: Scene, hit: Hit) -> Tally:
    """How many soldiers fall: by the kind of weapon, by where they are and what they wear."""
    weapon, unit, rules = hit.weapon, scene.unit(hit.unit), scene.rules
    by_soldiers = weapon is not None and "infantry" in weapon.flags
    dice = None if hit.munition == "coolant" else rules[burst_dice](rules, weapon)
    first = _first(scene, hit, dice)
    ridden = rules[on_wheels](rules, unit, int(first.value), dice is not None, by_soldiers)
    open_ground = rules[in_the_open](rules, scene.state.relief.board[unit.hex], unit)
    exposed = ridden * 2 if open_ground else ridden
    worn = rules[through_armour](rules, unit, exposed)
    return casualties(
        unit,
        first,
        (
            ("infantry.riding_vehicles", "mechanised infantry", ridden),
            ("infantry.in_the_open", "in the open", exposed),
            ("infantry.armour", "what the soldiers wear", worn),
        ),
        further(Impact(rules, unit, hit, worn), AMONG_SOLDIERS),
    )


def _first(scene: Scene, hit: Hit, dice: Fraction | None) -> Term:
    """What the shot itself does to soldiers."""
    weapon, damage = hit.weapon, hit.damage
    if weapon is not None and "infantry" in weapon.flags:
        return Term("infantry.hit", damage, "soldiers' fire", DAMAGE)
    if dice is not None:
        more = sum(rule.function(scene.rules, hit) for rule in scene.rules[FURTHER_DICE])
        rolled = scene.roll("infantry.burst", max(1, int(dice)) + more, target=hit.unit)
        return Term("infantry.hit", rolled if dice >= 1 else ceil(rolled * dice), "burst fire", BURSTS)
    mows = scene.rules[mown_down](hit)
    if mows:
        return Term("infantry.hit", scene.roll("infantry.mown_down", mows, target=hit.unit), hit.label, DAMAGE)
    kind = scene.rules[weapon_class](hit)
    harm = harm_to_soldiers(scene.rules[CLASSES], kind, damage)
    return Term("infantry.hit", harm, f"for {counted(damage, 'point')} of {kind}", DAMAGE)


RULES = (soldiers_fallen, hit_platoon)
