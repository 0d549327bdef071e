"""Hitting a war machine: armour, structure, transfer, critical hits and what they set off."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.aftermath import SPARES, SYSTEM_HIT
from overheat.classic.damage.crew import hurt_crew
from overheat.classic.damage.flooding import see_breach
from overheat.classic.damage.hull.plates import absorbed, try_spikes
from overheat.classic.damage.passengers import lose_riders
from overheat.classic.damage.sums import off_armour, off_structure, roll_for_criticals, weighed_at
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.events import (
    ArmourLost,
    CriticalHit,
    Exploded,
    FateMet,
    LocationLost,
    MarkLaid,
    ShotsSpent,
    Struck,
)
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.rules.standard.armours import goes_up, reactive_slots, thin_armour
from overheat.classic.rules.standard.crew import head_hit
from overheat.classic.rules.standard.damage import (
    EXPLOSION_CREW_HITS,
    TRANSFERS,
    AmmunitionHit,
    CriticalRoll,
    MountHit,
    can_be_hit,
    critical_hits,
    explosion_of,
    fatal,
    has_case_ii,
    lost_with,
    spared_slot,
    vented,
    weapon_explosion,
)
from overheat.classic.rules.standard.impacts import Hit, Impact, piercing
from overheat.classic.rules.standard.locations import goes_on_behind
from overheat.classic.rules.standard.orders import dumped_bins, dumping_explodes
from overheat.classic.rules.standard.piloting import CAUSES, cause
from overheat.classic.rules.standard.plates import DENTED, component_armour
from overheat.classic.rules.standard.switches import ejects_from_explosion
from overheat.classic.rules.standard.systems import gyro_destroyed, works
from overheat.classic.unit.equipment import Ammunition, Weapon
from overheat.kernel.rules.rule import Slot
from overheat.kernel.terms import Number, Term, number_as_json
from overheat.kernel.wording.phrases import as_id

HALF_OF_SLOTS = 6
SIX_SLOTS = ("HD", *LEGS)
"""Locations with six slots; the others have twelve."""
NO_SLOT = -1
"""What was thrown for is no longer there."""
REAR_ARMOUR = ("CT", "LT", "RT")


def hit_machine(
    scene: Scene,
    hit: Hit,
    location: str,
    *,
    rear: bool = False,
    through_armour: bool = False,
    certain: int = 0,
) -> None:
    """A hit on a machine. With `through_armour` a critical hit is rolled for besides, even if the armour holds.

    `certain` critical hits need no roll.
    """
    id, behind = hit.unit, scene.rules[goes_on_behind](scene.rules, rear, location)
    rear = rear and location in REAR_ARMOUR
    hit = weighed_at(scene, absorbed(scene, hit, location, rear=rear), location, rear)
    if hit.damage <= 0:
        return
    scene.tell(Struck(id, location, rear, hit.damage, hit.what, hit.item))
    hurt_crew(scene, id, scene.rules[head_hit](scene.rules, scene.unit(id), location), "head_hit")
    place = scene.unit(id).condition[location]
    held = place.rear_armour if rear else place.armour
    wear_down(scene, hit, location, rear=behind)
    scene.then(_through, hit, location, through_armour, held, place.structure)
    scene.then(_pierce, hit, location, rear, place.structure)
    if certain:
        scene.then(_strike_certain, id, location, certain)
    scene.then(see_fate, id)


def _through(scene: Scene, hit: Hit, location: str, through_armour: bool, held: Number, structure: Number) -> None:
    """A critical hit is rolled for where luck goes through the armour, or the armour is thin; spikes may break."""
    id = hit.unit
    try_spikes(scene, id, location)
    thin = held > 0 and scene.unit(id).condition[location].structure == structure
    thin = thin and scene.rules[thin_armour](scene.rules, scene.unit(id), location, hit.damage)
    if (through_armour or thin) and scene.unit(id).active and not scene.unit(id).condition[location].destroyed:
        scene.in_time(roll_criticals, id, location, hit)


def _pierce(scene: Scene, hit: Hit, location: str, rear: bool, structure: Number) -> None:
    """What pierces armour that holds rolls for critical hits of its own."""
    id = hit.unit
    if scene.unit(id).active and scene.unit(id).condition[location].structure == structure > 0:
        for term in piercing(Impact(scene.rules, scene.unit(id), hit, hit.damage, location, rear)):
            scene.in_time(roll_criticals, id, location, hit, term)


def _strike_certain(scene: Scene, id: str, location: str, certain: int) -> None:
    if scene.unit(id).active:
        strike_slots(scene, id, location, certain)


def wear_down(scene: Scene, hit: Hit, location: str, *, rear: bool = False) -> None:
    """Take damage off armour and structure, going on inward."""
    at: str | None = location
    damage = hit.damage
    while damage > 0 and at is not None:
        place = scene.unit(hit.unit).condition[at]
        if not place.destroyed:
            damage = off_armour(scene, hit, at, damage, rear=rear and at in REAR_ARMOUR)
            if damage > 0:
                damage = into_structure(scene, hit.unit, at, damage, hit)
            scene.then(see_breach, hit.unit, at, rear=rear and at in REAR_ARMOUR)
        at = next_inward(scene, at)


def next_inward(scene: Scene, location: str) -> str | None:
    """Where damage goes on from a location."""
    return scene.rules[TRANSFERS].get(location)


def into_structure(scene: Scene, id: str, location: str, damage: int, hit: Hit | None = None) -> int:
    """Take damage off structure, with critical hits if the location holds; what is left goes on."""
    left = off_structure(scene, id, location, damage)
    if scene.unit(id).condition[location].structure > 0:
        scene.in_time(roll_criticals, id, location, hit)
    else:
        lose_location(scene, id, location)
    return left


def lose_location(scene: Scene, id: str, location: str, *, blown_off: bool = False) -> None:
    """A location is gone, and what hangs on it."""
    scene.tell(LocationLost(id, location, blown_off))
    lose_riders(scene, id, location)
    if location in LEGS:
        scene.toppled.setdefault(id, cause(scene.rules[CAUSES], "leg destroyed"))
    for code in scene.rules[lost_with](scene.rules, location):
        if any(place.code == code and not place.destroyed for place in scene.unit(id).condition.locations):
            lose_location(scene, id, code)
    see_fate(scene, id)


def see_fate(scene: Scene, id: str) -> None:
    """Whether a machine is lost."""
    unit = scene.unit(id)
    why = scene.rules[fatal](scene.rules, unit) if unit.active else ""
    if why:
        scene.tell(FateMet(id, "destroyed", why))


def roll_criticals(scene: Scene, id: str, location: str, hit: Hit | None = None, more: Term | None = None) -> None:
    """Roll for critical hits on a location and carry them out."""
    roll = roll_for_criticals(scene, id, location, hit, "criticals", more)
    found = scene.rules[critical_hits](CriticalRoll(scene.rules, scene.unit(id), location, roll))
    if found == "blown off":
        lose_location(scene, id, location, blown_off=True)
        return
    strike_slots(scene, id, location, int(found))


def strike_slots(scene: Scene, id: str, location: str, count: int, *, from_within: bool = False) -> None:
    """So many critical hits on a location, or on the next one inward that has anything to hit.

    What comes from within is not stopped by the armour of components.
    """
    at = location
    while count and not hittable(scene, id, at):
        if reactive_slots(scene.unit(id), at) and _goes_up(scene, id, at):
            return
        inward = next_inward(scene, at)
        if inward is None:
            return
        at = inward
    if count:
        scene.in_time(_strike_slot, id, at, count, from_within)


def _strike_slot(scene: Scene, id: str, location: str, count: int, from_within: bool) -> None:
    """One of so many critical hits, and then the others."""
    slot = _pick_slot(scene, id, location)
    if slot is None:
        return
    scene.at_once(hit_slot, id, location, slot, from_within=from_within)
    if count > 1:
        scene.in_time(_strike_slot, id, location, count - 1, from_within)


def hittable(scene: Scene, id: str, location: str) -> set[int]:
    """The slots of a location that can take a critical hit; a location without any passes it on inward."""
    unit = scene.unit(id)
    place = unit.condition[location]
    rules, slots = scene.rules, enumerate(unit.plan.slots.get(location, ()))
    if place.destroyed:
        return set()
    able = {at: held for at, held in slots if rules[can_be_hit](rules, held, at, place.critical_hits)}
    if "case_ii" not in unit.plan.flags:
        return set(able)
    return {at for at, held in able.items() if not rules[spared_slot](rules, unit, held)}


def _pick_slot(scene: Scene, id: str, location: str) -> int | None:
    """A slot by the dice: a half of the location where it has twelve, then a slot, again until one can be hit."""
    able, plates = hittable(scene, id, location), reactive_slots(scene.unit(id), location)
    if not able:
        return None
    held = scene.unit(id).plan.slots[location]
    known = None if plates else (id, location, frozenset(able))
    slot = scene.until(lambda: _throw_for_slot(scene, id, location, able, plates), held.__getitem__, known)
    return None if slot == NO_SLOT else slot


def _throw_for_slot(scene: Scene, id: str, location: str, able: set[int], plates: Collection[int]) -> int | None:
    """A slot by one throw; None where it cannot be hit, and none at all where the armour over it has gone up."""
    half = 0
    if location not in SIX_SLOTS:
        half = 0 if scene.roll("criticals.half", 1, target=id, location=location) <= 3 else HALF_OF_SLOTS
    slot = half + scene.roll("criticals.slot", 1, target=id, location=location) - 1
    if slot in able:
        return slot
    return NO_SLOT if slot in plates and _goes_up(scene, id, location) else None


def _goes_up(scene: Scene, id: str, location: str) -> bool:
    """Whether reactive armour that a critical hit finds explodes: its location loses all armour, and a point inside."""
    place = scene.unit(id).condition[location]
    if place.destroyed or not (place.armour or place.rear_armour):
        return False
    if not scene.rules[goes_up](scene.rules, scene.roll("armours.goes_up", target=id, location=location)):
        return False
    for rear, points in ((False, place.armour), (True, place.rear_armour)):
        if points:
            scene.tell(ArmourLost(id, location, rear, number_as_json(points), 0))
    into_structure(scene, id, location, 1)
    return True


def hit_slot(scene: Scene, id: str, location: str, slot: int, *, from_within: bool = False) -> None:
    """A critical hit on a slot, and what it sets off, unless the armour around it stops it."""
    unit = scene.unit(id)
    if not from_within and scene.rules[component_armour](scene.rules, unit, location, slot):
        held = unit.plan.slots[location][slot]
        what = held.system or " and ".join(unit.sheet.mounts[at].equipment.name for at in held.mounts)
        scene.tell(MarkLaid(id, each(DENTED, f"{location}-{slot}"), Mark(about=what)))
        return
    if not from_within and any(rule.function(scene, id, location, slot) for rule in scene.rules[SPARES]):
        return
    held = unit.plan.slots[location][slot]
    worked = [at for at in held.mounts if works(unit, at)]
    items = () if held.system else tuple(unit.sheet.mounts[at].equipment.name for at in held.mounts)
    scene.tell(CriticalHit(id, location, slot, as_id(held.system), items))
    _shake(scene, id, held.system)
    if held.system:
        for follows in scene.rules[SYSTEM_HIT]:
            follows.function(scene, id, held.system)
    for at in worked:
        _set_off(scene, id, location, at)
    see_fate(scene, id)


def _shake(scene: Scene, id: str, system: str) -> None:
    """What a hit on a system asks of the pilot at the end of the phase."""
    causes = scene.rules[CAUSES]
    if system == "gyro":
        if gyro_destroyed(scene.unit(id)):
            scene.toppled[id] = cause(causes, "gyro destroyed")
        else:
            scene.shaken[id].append(cause(causes, "gyro hit"))
    elif system == "hip":
        scene.shaken[id].append(cause(causes, "hip destroyed"))
    elif system in ("upper leg actuator", "lower leg actuator", "foot actuator"):
        scene.shaken[id].append(cause(causes, "leg or foot actuator destroyed"))


def _set_off(scene: Scene, id: str, location: str, mount: int) -> None:
    """Ammunition and some weapons explode when they are hit."""
    unit = scene.unit(id)
    if unit.sheet.mounts[mount].ammunition is not None:
        explode_bin(scene, id, mount)
        return
    hit = MountHit(scene.rules, unit, mount)
    explode(scene, id, location, hit.item.name, scene.rules[weapon_explosion](hit))


def explode_bin(scene: Scene, id: str, mount: int) -> None:
    """A bin goes up with all that is left in it."""
    unit = scene.unit(id)
    held = unit.sheet.mounts[mount]
    damage = explosive_power(scene, id, mount, unit.condition.shots[mount])
    if unit.condition.shots[mount]:
        scene.tell(ShotsSpent(id, mount, 0))
    if damage and unit.active and scene.rules[ejects_from_explosion](scene.rules, unit):
        scene.tell(FateMet(id, "ejected", "ammunition_explodes"))
        return
    explode(scene, id, held.location, held.equipment.name, damage)


def set_off_dumping(scene: Scene, id: str, code: str, rear: bool) -> None:
    """A hit from behind may set off ammunition that is being dumped."""
    for mount in dumped_bins(scene.unit(id)):
        if scene.unit(id).condition.shots[mount] and scene.rules[dumping_explodes](scene.rules, code, rear):
            explode_bin(scene, id, mount)


def explosive_power(scene: Scene, id: str, mount: int, shots: int) -> int:
    """What so many shots of a bin would do, going up: where it feeds weapons of several sizes, the worst of them."""
    unit = scene.unit(id)
    ammunition = unit.sheet.mounts[mount].ammunition
    guns = [unit.sheet.mounts[gun].weapon for gun, bins in unit.plan.feeds.items() if mount in bins]
    if ammunition is None:
        return 0
    return max((_power(scene, ammunition, gun, shots) for gun in guns if gun), default=0)


def _power(scene: Scene, ammunition: Ammunition, gun: Weapon, shots: int) -> int:
    return scene.rules[explosion_of](AmmunitionHit(scene.rules, ammunition, gun, shots))


class Explosion(NamedTuple):
    """An explosion inside a unit: whose, where, of what, and how strong."""

    unit: str
    location: str
    what: str
    damage: int


CONTAINS: Slot[[Scene, Explosion], bool] = Slot("damage.contains", nothing=False)
"""What an explosion inside a unit does, where that is not as usual: whether the rule has seen to it."""


def contained(scene: Scene, explosion: Explosion) -> bool:
    """Whether a rule of a layer has seen to what an explosion does."""
    return any(rule.function(scene, explosion) for rule in scene.rules[CONTAINS])


def explode(scene: Scene, id: str, location: str, what: str, damage: int) -> None:
    """An explosion inside a location goes straight into the structure, and on unless it is vented."""
    if damage <= 0 or not scene.unit(id).active:
        return
    scene.tell(Exploded(id, location, what, damage))
    at: str | None = None if contained(scene, Explosion(id, location, what, damage)) else location
    while damage > 0 and at is not None:
        if not scene.unit(id).condition[at].destroyed:
            damage = into_structure(scene, id, at, damage)
        if scene.rules[vented](scene.rules, scene.unit(id), at):
            break
        at = next_inward(scene, at)
    see_fate(scene, id)
    beside = "case_ii" if has_case_ii(scene.unit(id), location) else ""
    hurt_crew(scene, id, scene.rules[EXPLOSION_CREW_HITS][beside], "explosion")
