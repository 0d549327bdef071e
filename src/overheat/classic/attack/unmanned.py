"""An attack with nobody behind it: a thing strikes at a hex or a unit by itself."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import ThingRolled
from overheat.classic.facts.lasting import Thing
from overheat.kernel.terms import Tally, parts


def attack_by(scene: Scene, thing: Thing, target: str, needed: Tally | None) -> int:
    """A thing rolls to hit a target: by how much it does, below 0 by how much it misses. What needs no roll hits."""
    if needed is None:
        scene.tell(ThingRolled(thing, target, (), 0, hit=True))
        return 0
    number = int(needed.total)
    rolled = scene.roll("things.to_hit", who=thing.owner, needed=number, what=thing.kind, target=target)
    scene.tell(ThingRolled(thing, target, parts(needed), rolled, hit=rolled >= number))
    return rolled - number
