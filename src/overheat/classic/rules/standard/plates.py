"""What a unit has over its armour and around its parts: spikes, HarJel, a particle field damper, component armour."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.lasting import each, named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.impacts import ARMOUR_TERMS, Impact
from overheat.classic.rules.standard.physical import PhysicalAttack
from overheat.classic.rules.standard.systems import works
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

COMPONENTS = TACTICAL_OPERATIONS("Armored Components", 282)
HARJEL = TACTICAL_OPERATIONS("HarJel repair systems", 288)
SPIKES = TACTICAL_OPERATIONS("Spikes", 291)
DAMPER = TACTICAL_OPERATIONS("Blue Shield Particle Field Damper", 296)

DENTED = named("dented", "the armour around a part is gone")
"""The mark of component armour that has stopped a critical hit, of each by its location and slot."""
SCRATCHED = named("scratched", "")
"""The mark of a location that has lost armour this round, where HarJel may close the hole."""


SPIKES_SOFTEN = 4
SPIKES_STING = 2
SPIKES_BREAK = 9


def spiked(unit: Unit, location: str) -> int | None:
    """The mount of the spikes of a location that are whole; None where there are none."""
    if "spikes" not in unit.plan.flags:
        return None
    mounts = enumerate(unit.sheet.mounts)
    there = (at for at, mount in mounts if "spikes" in mount.equipment.flags and mount.location == location)
    return next((at for at in there if works(unit, at)), None)


@rule("plates.spikes", cite=SPIKES, implements=("TO-291-spikes-1",), slot=ARMOUR_TERMS)
def spikes_soften(impact: Impact) -> Term | None:
    """Spikes take 4 points off a blow that strikes them, to no less than 1, before armour takes its share."""
    if not isinstance(impact.hit.by, PhysicalAttack) or spiked(impact.unit, impact.location) is None:
        return None
    left = max(min(1, impact.damage), impact.damage - SPIKES_SOFTEN)
    return Term("plates.spikes", left - impact.damage, "spikes", SPIKES)


@rule("plates.spikes_break", cite=SPIKES, implements=("TO-291-spikes-2", "TO-291-spikes-3"))
def spikes_break(rules: Ruleset, roll: int) -> bool:
    """Spikes break on 9 or more when their location takes damage, whatever does it; a hit of which none is left not."""
    return roll >= SPIKES_BREAK


@rule("plates.damper", cite=DAMPER, slot=ARMOUR_TERMS)
def damper(impact: Impact) -> Term | None:
    """A particle field damper halves what particle cannons do, rounded down."""
    weapon, unit = impact.hit.weapon, impact.unit
    if weapon is None or "ppc" not in weapon.flags or "blue_shield" not in unit.plan.flags:
        return None
    mounts = enumerate(unit.sheet.mounts)
    if unit.condition.shut_down or not all(
        works(unit, at) for at, mount in mounts if "blue_shield" in mount.equipment.flags
    ):
        return None
    return Term("plates.damper", impact.damage // 2 - impact.damage, "particle field damper", DAMPER)


RESEALS: Table[str, int] = Table(
    "plates.reseals",
    {"harjel_ii": 2, "harjel_iii": 4},
    cite=HARJEL,
    of="repair system",
    where="overheat.classic.rules.standard.plates.RESEALS",
)
"""The points of armour that a repair system puts back in its location in a round, by its flag."""


def resealer(rules: Ruleset, unit: Unit, location: str) -> int:
    """The points that a location gets back at the end of a round in which it lost armour."""
    rows = rules[RESEALS].rows
    if unit.plan.flags.isdisjoint(rows):
        return 0
    mounts = [(at, mount) for at, mount in enumerate(unit.sheet.mounts) if mount.location == location]
    found = (points for flag, points in rows.items() for at, mount in mounts if _has(unit, at, flag))
    return max(found, default=0)


def _has(unit: Unit, at: int, flag: str) -> bool:
    return flag in unit.sheet.mounts[at].equipment.flags and works(unit, at)


@rule("plates.component_armour", cite=COMPONENTS, implements=("TO-283-armored-components-masc",))
def component_armour(rules: Ruleset, unit: Unit, location: str, slot: int) -> bool:
    """Component armour stops the first critical hit on its slot; what tears a part from within it does not stop."""
    place = next((place for place in unit.sheet.locations if place.code == location), None)
    if place is None or slot >= len(place.slots) or "(armored)" not in place.slots[slot].lower():
        return False
    return each(DENTED, f"{location}-{slot}") not in unit.marks


RULES = (spikes_soften, spikes_break, damper, component_armour, RESEALS)
