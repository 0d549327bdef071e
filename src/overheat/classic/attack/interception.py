"""Anti-missile fire: a system of the target that can fires at a salvo."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import Intercepted, ShotsSpent
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.guidance import feeding, intercepted, interceptor
from overheat.kernel.terms import Tally


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
