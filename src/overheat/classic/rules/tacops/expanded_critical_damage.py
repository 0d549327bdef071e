"""Expanded critical damage: an item of many slots takes more than one hit.

How many, and what a damaged weapon shoots worse by, is our reading of the book; the errata say what it never saves.
"""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.aftermath import SPARES
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import MarkLaid
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

EXPANDED = TACTICAL_OPERATIONS("Expanded Critical Damage", 75)
DAMAGED = named("critical_damage", "{about} damaged ({value})")
"""The mark of an item that has outlasted critical hits, of each by its mount, and how many."""

FIGURES: Table[str, int] = Table(
    "expanded_critical_damage.figures",
    {"to hit": 1},
    cite=EXPANDED,
    where="overheat.classic.rules.tacops.expanded_critical_damage.FIGURES",
)
"""What a weapon shoots worse by for each hit that it has outlasted."""


@rule("expanded_critical_damage.bears", cite=EXPANDED, implements=("TO-075-expanded-critical-damage",))
def bears(rules: Ruleset, slots: int) -> int:
    """An item goes on working until more than half of its slots are hit; what takes one slot is lost at once."""
    return slots // 2


def outlasted(unit: Unit, mount: int) -> int:
    """The critical hits that an item has outlasted."""
    mark = unit.marks.get(each(DAMAGED, mount)) if unit.marks else None
    return 0 if mark is None else mark.value


@rule("expanded_critical_damage.outlasts", cite=EXPANDED, implements=("TO-075-expanded-critical-damage",), slot=SPARES)
def outlasts(scene: Scene, id: str, location: str, slot: int) -> bool:
    """A hit that an item outlasts is noted; the item works on."""
    unit = scene.unit(id)
    held = unit.plan.slots[location][slot]
    if held.system or len(held.mounts) != 1 or not works(unit, held.mounts[0]):
        return False
    mount = held.mounts[0]
    slots = sum(mount in other.mounts for places in unit.plan.slots.values() for other in places)
    hits = outlasted(unit, mount) + 1
    if hits > scene.rules[bears](scene.rules, slots):
        return False
    scene.tell(MarkLaid(id, each(DAMAGED, mount), Mark(value=hits, about=unit.sheet.mounts[mount].equipment.name)))
    return True


@rule("to_hit.critical_damage", cite=EXPANDED, slot=EVERY_SHOT)
def shoots_worse(attack: WeaponAttack) -> Term | None:
    """A damaged weapon is a point harder to hit with for each hit that it has outlasted."""
    hits = outlasted(attack.attacker, attack.index)
    if not hits:
        return None
    return Term("to_hit.critical_damage", hits * attack.rules[FIGURES]["to hit"], "damaged weapon", EXPANDED)


LAYER = Layer(
    "expanded_critical_damage",
    title="Expanded critical damage",
    group="Damage",
    cite=EXPANDED,
    needs=("classic",),
    add=(bears, outlasts, shoots_worse, FIGURES),
)
