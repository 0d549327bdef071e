"""CASE II: an explosion does a point inside, and leaves through the rear of a torso or the armour of a limb."""

from __future__ import annotations

from math import ceil

from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.kinds.machine import CONTAINS, Explosion, lose_location, strike_slots
from overheat.classic.damage.sums import off_structure, roll_for_criticals
from overheat.classic.facts.events import ArmourLost
from overheat.classic.rules.standard.damage import CriticalRoll, critical_hits, has_case_ii
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import number_as_json

CASE_II = TACTICAL_OPERATIONS("CASE II", 299)
VENTED_TORSOS = ("CT", "LT", "RT")
IGNORED_FROM = 8
LOST_LIMB = 1


@rule("case_ii.vents", cite=CASE_II, implements=("TO-299-case-ii-a",), slot=CONTAINS)
def vents(scene: Scene, explosion: Explosion) -> bool:
    """Of an explosion beside CASE II one point goes inside; the rest takes armour with it, and goes no further.

    From a torso it leaves through the rear armour; a limb or the head loses what armour it has, to half of what it had.
    """
    unit = scene.unit(explosion.unit)
    if not unit.machine or not has_case_ii(unit, explosion.location):
        return False
    if not unit.condition[explosion.location].destroyed:
        _out(scene, explosion)
        _in(scene, explosion)
    return True


def _out(scene: Scene, explosion: Explosion) -> None:
    """What leaves takes armour with it."""
    unit, code = scene.unit(explosion.unit), explosion.location
    place, rear = unit.condition[code], code in VENTED_TORSOS
    now = place.rear_armour if rear else place.armour
    most = now if rear else min(now, ceil(unit.sheet[code].armour / 2))
    lost = min(most, explosion.damage - 1)
    if lost > 0:
        scene.tell(ArmourLost(unit.id, code, rear, number_as_json(now), number_as_json(now - lost)))


def _in(scene: Scene, explosion: Explosion) -> None:
    """A point goes inside, with the critical hits that it causes but for those that are ignored."""
    id, code = explosion.unit, explosion.location
    off_structure(scene, id, code, 1)
    if scene.unit(id).condition[code].structure <= 0:
        lose_location(scene, id, code)
        return
    roll = roll_for_criticals(scene, id, code, None, "criticals")
    found = scene.rules[critical_hits](CriticalRoll(scene.rules, scene.unit(id), code, roll))
    torn = found == "blown off"
    kept = sum(_felt(scene, id, code) for _ in range(LOST_LIMB if torn else int(found)))
    if torn and kept:
        lose_location(scene, id, code, blown_off=True)
    elif kept:
        strike_slots(scene, id, code, kept)


def _felt(scene: Scene, id: str, code: str) -> bool:
    roll = scene.roll("case_ii.ignored", target=id, location=code)
    return not scene.rules[ignored](scene.rules, roll)


@rule("case_ii.ignored", cite=CASE_II, implements=("TO-299-case-ii-b",))
def ignored(rules: Ruleset, roll: int) -> bool:
    """A critical hit of an explosion that CASE II lets out does nothing on 8 or more."""
    return roll >= IGNORED_FROM


RULES = (vents, ignored)
