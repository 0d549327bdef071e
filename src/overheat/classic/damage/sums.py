"""Working out the damage of a hit in a scene: the sum is told where it has more than its first term."""

from __future__ import annotations

from math import ceil

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hull.plates import scratch
from overheat.classic.facts.events import ArmourLost, CriticalRolled, DamageSummed, StructureLost, Withstood
from overheat.classic.rules.standard.impacts import (
    DAMAGE_TERMS,
    CriticalChance,
    Hit,
    Impact,
    Wear,
    Within,
    added_to_criticals,
    at_the_place,
    first_term,
    inner_wear,
    placed,
    wear,
    worked_out,
)
from overheat.kernel.terms import Number, Part, Tally, Term, number_as_json, parts


def weighed(scene: Scene, hit: Hit) -> Hit:
    """All the damage of an attack, a blow or a fall with what its terms leave of it, before it falls in groups."""
    if hit.damage <= 0 or not scene.rules[DAMAGE_TERMS]:
        return hit
    return _told(scene, hit, worked_out(Impact(scene.rules, scene.unit(hit.unit), hit, hit.damage), DAMAGE_TERMS), "")


def weighed_at(scene: Scene, hit: Hit, location: str, rear: bool = False) -> Hit:
    """A group of damage with what is left of it at the place that it strikes."""
    unit = scene.unit(hit.unit)
    if hit.damage <= 0 or not placed(scene.rules, unit, hit):
        return hit
    impact = Impact(scene.rules, unit, hit, hit.damage, location, rear)
    return _told(scene, hit, Tally((first_term(impact), *at_the_place(impact))), location)


def _told(scene: Scene, hit: Hit, tally: Tally, location: str) -> Hit:
    if len(tally.terms) == 1:
        return hit
    scene.tell(DamageSummed(hit.unit, location, parts(tally)))
    return msgspec.structs.replace(hit, damage=max(0, int(tally.total)))


def off_armour(scene: Scene, hit: Hit, location: str, damage: int, *, rear: bool = False) -> int:
    """Take damage off the armour of a location; how much goes on."""
    unit = scene.unit(hit.unit)
    place = unit.condition[location]
    armour = place.rear_armour if rear else place.armour
    worn = scene.rules[wear](Impact(scene.rules, unit, hit, damage, location, rear), armour)
    if worn.lost:
        _withstand(scene, unit.id, location, worn, damage - worn.left, armour)
        before, after = number_as_json(armour), number_as_json(armour - worn.lost)
        scene.tell(ArmourLost(unit.id, location, rear, before, after))
        scratch(scene, unit.id, location)
    return worn.left


def off_structure(scene: Scene, id: str, location: str, damage: int) -> int:
    """Take damage off the structure of a location; how much goes on."""
    unit = scene.unit(id)
    before = unit.condition[location].structure
    worn = scene.rules[inner_wear](Within(scene.rules, unit, location, damage), before)
    _withstand(scene, id, location, worn, damage - worn.left, before, inside=True)
    scene.tell(StructureLost(id, location, number_as_json(before), number_as_json(before - worn.lost)))
    return worn.left


def _withstand(
    scene: Scene, id: str, location: str, worn: Wear, stopped: int, before: Number, *, inside: bool = False
) -> None:
    """Tell of damage that does not take points one for one."""
    if worn.terms:
        whole = ceil(before) - ceil(before - worn.lost)
        spared = stopped - whole if worn.counts else 0
        scene.tell(Withstood(id, location, inside, parts(Tally(worn.terms)), spared))


def roll_for_criticals(
    scene: Scene, id: str, location: str, hit: Hit | None, purpose: str, more: Term | None = None
) -> int:
    """Roll for critical hits, with what is added to the roll and to this one alone; that is told where it is any."""
    added = added_to_criticals(CriticalChance(scene.rules, scene.unit(id), location, hit))
    if more is not None:
        added += Tally((more,))
    rolled = scene.roll(purpose, target=id, location=location)
    if added.terms:
        scene.tell(CriticalRolled(id, location, (Part("impacts.roll", rolled, "roll"), *parts(added))))
    return rolled + int(added.total)
