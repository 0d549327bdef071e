"""Working out the damage of a hit in a scene: the sum is told where it has more than its first term."""

from __future__ import annotations

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import CriticalRolled, DamageSummed
from overheat.classic.rules.standard.impacts import (
    AT_THE_PLACE,
    DAMAGE_TERMS,
    CriticalChance,
    Hit,
    Impact,
    Stage,
    added_to_criticals,
    worked_out,
)
from overheat.kernel.terms import Part, parts


def weighed(scene: Scene, hit: Hit) -> Hit:
    """All the damage of an attack, a blow or a fall with what its terms leave of it, before it falls in groups."""
    return _summed(scene, hit, DAMAGE_TERMS, "", False)


def weighed_at(scene: Scene, hit: Hit, location: str, rear: bool = False) -> Hit:
    """A group of damage with what is left of it at the place that it strikes."""
    return _summed(scene, hit, AT_THE_PLACE, location, rear)


def _summed(scene: Scene, hit: Hit, stage: Stage, location: str, rear: bool) -> Hit:
    if hit.damage <= 0 or not scene.rules[stage]:
        return hit
    tally = worked_out(Impact(scene.rules, scene.unit(hit.unit), hit, hit.damage, location, rear), stage)
    if len(tally.terms) == 1:
        return hit
    scene.tell(DamageSummed(hit.unit, location, parts(tally)))
    return msgspec.structs.replace(hit, damage=max(0, int(tally.total)))


def roll_for_criticals(scene: Scene, id: str, location: str, hit: Hit | None, purpose: str) -> int:
    """Roll for critical hits, with what is added to the roll; that is told where it is anything."""
    added = added_to_criticals(CriticalChance(scene.rules, scene.unit(id), location, hit))
    rolled = scene.roll(purpose, target=id, location=location)
    if added.terms:
        scene.tell(CriticalRolled(id, location, (Part("impacts.roll", rolled, "roll"), *parts(added))))
    return rolled + int(added.total)
