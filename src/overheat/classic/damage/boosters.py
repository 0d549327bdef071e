"""Engaging MASC or a supercharger: the roll, and what comes of a failure."""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.falls import settle_falls
from overheat.classic.damage.kinds.machine import hit_slot, hittable, strike_slots
from overheat.classic.damage.kinds.vehicle import hit_motive_system
from overheat.classic.damage.sums import roll_for_criticals
from overheat.classic.facts.events import CheckMade, MarkLaid
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.boosters import STRAINED, number, strain, torn
from overheat.classic.rules.standard.damage import CriticalRoll, critical_hits
from overheat.kernel.terms import Term, parts

WORST = 3
"""The hits of a roll that would tear a limb off."""


def engage(scene: Scene, unit: Unit, mount: int) -> bool:
    """Roll for a booster that is engaged: whether it drives the unit this turn."""
    now, item = scene.state.round, unit.sheet.mounts[mount].equipment
    needed = scene.rules[number](scene.rules, unit, mount, now)
    steps = strain(unit, mount, now) + 1
    scene.tell(MarkLaid(unit.id, each(STRAINED, mount), Mark(value=now, until=now + 1 + steps, about=item.name)))
    if needed is not None:
        rolled = scene.roll("boosters.engage", who=unit.id, needed=int(needed.value))
        passed = rolled >= needed.value
        why = Term(needed.id, 0, f"{item.name} engaged", needed.cite)
        scene.tell(CheckMade(unit.id, needed.id, parts((needed,)), rolled, passed, parts((why,))))
        if passed:
            return True
    _fail(scene, unit, mount)
    settle_falls(scene)
    return False


def _fail(scene: Scene, unit: Unit, mount: int) -> None:
    """What is torn: a slot of each leg by the dice, or as many of a torso, or hits on a motive system, as rolled.

    Radical heat sinks that fail are themselves lost.
    """
    if "radical_heat_sink" in unit.sheet.mounts[mount].equipment.flags:
        code, slot = next(iter(unit.plan.mount_slots.get(mount, ())), ("", 0))
        if code:
            hit_slot(scene, unit.id, code, slot)
        return
    places = scene.rules[torn](scene.rules, unit, mount)
    if "masc" in unit.sheet.mounts[mount].equipment.flags:
        for code in places:
            if scene.unit(unit.id).active:
                strike_slots(scene, unit.id, code, 1, from_within=True)
        return
    place = next(iter(places), unit.condition.locations[0].code)
    roll = roll_for_criticals(scene, unit.id, place, None, "criticals")
    found = scene.rules[critical_hits](CriticalRoll(scene.rules, unit, place, roll))
    for _ in range(WORST if found == "blown off" else int(found)):
        if not places:
            hit_motive_system(scene, unit.id, "front")
        elif scene.unit(unit.id).active and (able := hittable(scene, unit.id, place)):
            hit_slot(scene, unit.id, place, min(able), from_within=True)
