"""Putting heat into what is hit."""

from __future__ import annotations

from overheat.classic.attack.situation import WeaponAttack
from overheat.classic.events import Scorched
from overheat.classic.rules.standard.scorching import scorches
from overheat.classic.scene import Scene


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
