"""Anti-missile fire: a system of the target that can fires at a salvo."""

from __future__ import annotations

from overheat.classic.attack.decisions import ON_THE_WAY
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import Intercepted, ShotsSpent
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.guidance import feeding, intercepted, interceptor
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Tally

LARGE_MISSILES = TACTICAL_OPERATIONS("Thunderbolt missiles", 347)
SHOT_DOWN_ON = 3
"""The highest face of a die with which a large missile is shot down."""


@rule("guidance.large_missile", cite=LARGE_MISSILES, slot=ON_THE_WAY)
def shot_down(scene: Scene, attack: WeaponAttack) -> bool:
    """An anti-missile system that fires at a Thunderbolt shoots it down on 1 to 3."""
    if "thunderbolt" not in attack.weapon.flags or not intercept(scene, attack).terms:
        return False
    return scene.roll("interception", 1, target=attack.target.id) <= SHOT_DOWN_ON


def intercept(scene: Scene, attack: WeaponAttack) -> Tally:
    """What is added to the roll on the cluster table because of it; the system has then used up a shot."""
    if is_ground(attack.target.id):
        return Tally()
    unit = scene.unit(attack.target.id)
    at = scene.rules[interceptor](unit, attack)
    if at is None:
        return Tally()
    scene.tell(Intercepted(unit.id, at))
    bins = feeding(unit, at)
    if bins:
        scene.tell(ShotsSpent(unit.id, bins[0], unit.condition.shots[bins[0]] - 1))
    return Tally((scene.rules[intercepted](scene.rules),))


RULES = (shot_down,)
