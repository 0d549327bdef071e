"""Putting heat into what is hit."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import Scorched
from overheat.classic.rules.standard.scorching import scorches


def scorch(scene: Scene, attack: WeaponAttack, hits: int) -> bool:
    """Put heat into a target, for weapons that do; whether that is all they do."""
    heat = scene.rules[scorches](attack)
    points = hits * heat.points
    if heat.dice:
        points += scene.roll(
            "fire.heat", heat.dice, who=attack.attacker.id, target=attack.target.id, weapon=attack.weapon.name
        )
    if points:
        scene.tell(Scorched(attack.target.id, points, attack.weapon.name))
    return heat.instead
