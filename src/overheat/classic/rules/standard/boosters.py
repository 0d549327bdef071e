"""MASC and superchargers: how much faster a unit runs with them, and how likely they are to fail; marks of gadgets.

Each is engaged before the unit moves, for one turn, with a roll that is harder every turn in a row; a turn of rest
makes it easier again by a step.
"""

from __future__ import annotations

from math import ceil

from overheat.classic.books import INTERSTELLAR_OPERATIONS, TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.lasting import each, named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.systems import works
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

MASC = TOTAL_WARFARE("MASC", 137)
SUPERCHARGER = TACTICAL_OPERATIONS("Supercharger", 345)
RADICAL_SINKS = INTERSTELLAR_OPERATIONS("Radical heat sink system", 89)

ENGAGED = named("engaged", "{about} engaged")
"""The mark of a booster that drives its unit this turn, of each by its mount."""
STRAINED = named("strained", "{about} strained")
"""The mark of a booster that was engaged: how many turns in a row, and until when that counts."""

COOLED = named("cooled", "{about} used")
"""The mark of a coolant pod that is used up, and in which round it was used."""

STRAINS: Table[int, int] = Table(
    "boosters.strains",
    {0: 3, 1: 5, 2: 7, 3: 11},
    cite=MASC,
    where="overheat.classic.rules.standard.boosters.STRAINS",
)
"""What must be rolled to engage a booster, by the turns in a row that it was engaged before; after these it fails."""


RADICAL = named("radical", "{about} engaged")
"""The mark of radical heat sinks that are engaged this turn."""

RADICAL_STRAINS: Table[int, int] = Table(
    "boosters.radical_strains",
    {0: 3, 1: 5, 2: 7, 3: 10, 4: 11},
    cite=RADICAL_SINKS,
    where="overheat.classic.rules.standard.boosters.RADICAL_STRAINS",
)
"""What must be rolled to engage radical heat sinks, by the turns in a row that they were engaged before."""


def radically(unit: Unit) -> int:
    """What radical heat sinks take away more: two fifths of a point for every sink that works, rounded up."""
    sinks = unit.sheet.heat_sinks
    flagged = enumerate(unit.sheet.mounts)
    broken = sum("heat_sink" in mount.equipment.flags and not works(unit, at) for at, mount in flagged)
    return 0 if sinks is None else ceil(2 * max(0, sinks.count - broken) / 5)


def strain(unit: Unit, mount: int, now: int) -> int:
    """The steps of strain that a booster is under: one for each turn of use, less one for each turn of rest."""
    held = unit.marks.get(each(STRAINED, mount)) if unit.marks else None
    return 0 if held is None else max(0, held.until - now)


@rule("boosters.number", cite=MASC)
def number(rules: Ruleset, unit: Unit, mount: int, now: int) -> Term | None:
    """Engaging takes a 3, then 5, 7 and 11 for turns in a row; None when it is bound to fail.

    Radical heat sinks have numbers of their own.
    """
    radical = "radical_heat_sink" in unit.sheet.mounts[mount].equipment.flags
    needed = rules[RADICAL_STRAINS if radical else STRAINS].get(strain(unit, mount, now))
    return None if needed is None else Term("boosters.number", needed, "strain", MASC)


@rule("boosters.run", cite=SUPERCHARGER, implements=("TO-345-supercharger-3",))
def boosted_run(rules: Ruleset, unit: Unit, walk: int, run: int) -> int:
    """With a booster a run is twice as far as a walk, with two of them two and a half times, rounded up.

    What myomer adds to the walk is in it before.
    """
    if not unit.marks:
        return run
    mounts = range(len(unit.sheet.mounts))
    engaged = sum(each(ENGAGED, at) in unit.marks and works(unit, at) for at in mounts)
    return run if not engaged else 2 * walk if engaged == 1 else ceil(walk * 5 / 2)


@rule("boosters.torn", cite=SUPERCHARGER, implements=("TO-345-supercharger-2",))
def torn(rules: Ruleset, unit: Unit, mount: int) -> tuple[str, ...]:
    """A booster that fails tears at the unit: MASC at each leg, a supercharger at the uppermost slots of the torso.

    Where no place is named, it tears at what moves a vehicle.
    """
    if "supercharger" in unit.sheet.mounts[mount].equipment.flags:
        return ("CT",) if unit.machine else ()
    return tuple(place.code for place in unit.condition.locations if place.code in LEGS and not place.destroyed)


RULES = (number, torn, boosted_run, STRAINS, RADICAL_STRAINS)
