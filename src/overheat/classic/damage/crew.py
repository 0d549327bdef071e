"""Hurting the crew."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import CrewHurt, CrewSenses, FateMet
from overheat.classic.rules.standard.crew import STAY_AWAKE, dead


def hurt_crew(scene: Scene, id: str, hits: int, why: str) -> None:
    """The crew takes hits; after each it must stay awake, and the last one may kill. Crews of vehicles are many."""
    for _ in range(0 if scene.unit(id).vehicle else hits):
        if not scene.unit(id).active:
            return
        scene.tell(CrewHurt(id, 1, why))
        taken = scene.unit(id).condition.crew_hits
        if scene.rules[dead](scene.rules, taken):
            scene.tell(FateMet(id, "destroyed", "pilot_killed"))
            return
        if scene.unit(id).condition.conscious:
            stay_awake(scene, id, taken)


def stay_awake(scene: Scene, id: str, hits: int) -> None:
    """Roll to stay conscious, or to wake up."""
    needed = scene.rules[STAY_AWAKE][hits]
    awake = scene.roll("crew.consciousness", who=id, needed=needed) >= needed
    if awake != scene.unit(id).condition.conscious:
        scene.tell(CrewSenses(id, awake))
