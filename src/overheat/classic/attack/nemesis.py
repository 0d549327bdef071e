"""Pods of Narc launchers that do more than cling: some draw missiles of the carrier's own side, some burst."""

from __future__ import annotations

from overheat.classic.attack.decisions import DIVERTS, THROWS
from overheat.classic.attack.resolution import ToHitRoll, arrive
from overheat.classic.attack.swarms import turned_on
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import ASTRAY, WeaponAttack
from overheat.classic.facts.events import AttackRolled
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.guidance import carries
from overheat.classic.rules.standard.improved_beacons import CONFUSED, PODS, bursting_pod, is_guided
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import parts


@rule("improved_beacons.draws", cite=PODS, slot=DIVERTS)
def draws(scene: Scene, attack: WeaponAttack) -> bool:
    """Guided missiles that fly past a unit of their own side with a nemesis pod on it attack it first, at +1.

    Only those that miss it fly on to their target.
    """
    if not scene.rules[is_guided](attack) or is_ground(attack.target.id):
        return False
    way = [hex for step in attack.attacker.hex.line(attack.target.hex) for hex in step]
    for hex in dict.fromkeys(way):
        for unit in scene.state.at(hex):
            mine = unit.side == attack.attacker.side and unit.id not in (attack.attacker.id, attack.target.id)
            if mine and carries(unit, "nemesis") and _struck(scene, attack, unit.id):
                return True
    return False


def _struck(scene: Scene, attack: WeaponAttack, id: str) -> bool:
    """Whether missiles that are drawn to a unit hit it."""
    drawn = turned_on(attack, scene.unit(id))
    drawn.noted = {CONFUSED: 1, ASTRAY: 1}
    if refusal(drawn) is not None:
        return False
    needed = target_number(drawn)
    rolled = scene.roll(
        "fire.to_hit", who=attack.attacker.id, needed=int(needed.total), target=id, weapon=attack.weapon.name
    )
    hit = rolled >= needed.total
    scene.tell(AttackRolled(attack.attacker.id, id, "fire", parts(needed), rolled, hit, attack.weapon.name))
    if hit:
        arrive(scene, drawn, ToHitRoll(rolled, hit, rolled - int(needed.total)))
    return hit


@rule("improved_beacons.bursts", cite=PODS, slot=THROWS)
def bursts(scene: Scene, attack: WeaponAttack) -> tuple[int, ...] | None:
    """An explosive pod does its damage in one place."""
    damage = scene.rules[bursting_pod](attack)
    return None if damage is None else (damage,)


RULES = (draws, bursts)
