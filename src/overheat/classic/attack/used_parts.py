"""What parts do at once that a crew uses up: pods that burst among soldiers on foot."""

from __future__ import annotations

from overheat.classic.attack.decisions import USED
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import FateMet, Felled
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.infantry import casualties
from overheat.classic.rules.standard.pods import PODS, felled_by_pod, platoons_around
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term, parts


@rule("pods.bursts", cite=PODS, slot=USED)
def bursts(scene: Scene, unit: Unit, mount: int) -> None:
    """A pod against soldiers on foot bursts among all platoons in its hex, friends included."""
    held = unit.sheet.mounts[mount].equipment
    if "ap_pod" not in held.flags:
        return
    for platoon in platoons_around(scene.state, unit):
        rolled = scene.roll("infantry.burst", 1, who=unit.id, target=platoon.id)
        fallen = casualties(
            platoon, Term("pods.felled", scene.rules[felled_by_pod](scene.rules, rolled), "pod", PODS), ()
        )
        left = platoon.condition.troopers - int(fallen.total)
        scene.tell(Felled(platoon.id, left, "fire", parts(fallen), held.name))
        if left <= 0:
            scene.tell(FateMet(platoon.id, "destroyed", "no_soldier_is_left"))


RULES = (bursts,)
