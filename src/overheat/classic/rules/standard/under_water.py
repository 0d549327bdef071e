"""Under water: which parts of a unit are, what fires there and how far, and when a hull lets the water in."""

from __future__ import annotations

import msgspec

from overheat.classic.board.board import Ground
from overheat.classic.books import QUICK_REFERENCE, TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.ranges import Reach
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Number

UNDER_WATER = QUICK_REFERENCE("Under Water", "26 / 102")
RANGES = TOTAL_WARFARE("Underwater Range Table", 121)
MULTI_PURPOSE = TACTICAL_OPERATIONS("Multi-purpose missiles", 370)
BREACHES = TOTAL_WARFARE("Hull breaches", 121)

LEGS = ("LL", "RL", "CL", "FLL", "FRL", "RLL", "RRL")
SHIPS = ("naval", "hydrofoil", "submarine")
"""What floats with its hull in the water, and not above it."""
DRY = frozenset({"flamer", "plasma", "fluid", "tag"})
"""Beams and jets that do nothing under water."""
NOWHERE: Reach = (0, 0, 0, 0, 0)

Brackets = tuple[int, int, int]

WET_RANGES: Table[Brackets, Brackets] = Table(
    "ranges.under_water",
    {
        (1, 2, 3): (1, 2, 2),
        (2, 4, 5): (1, 2, 3),
        (2, 4, 6): (2, 3, 4),
        (3, 6, 9): (2, 4, 6),
        (4, 8, 12): (3, 5, 8),
        (5, 10, 15): (3, 6, 9),
        (6, 12, 18): (4, 7, 10),
        (7, 14, 19): (3, 9, 12),
        (7, 14, 23): (4, 10, 16),
        (8, 15, 25): (5, 10, 16),
        (9, 13, 15): (6, 8, 9),
    },
    cite=RANGES,
    where="overheat.classic.rules.standard.under_water.WET_RANGES",
)
"""How far beams carry under water, by how far they carry above it: short, medium, long."""

BREACH = 10
"""The roll from which a hull that is struck under water lets it in."""


@rule("water.covers", cite=UNDER_WATER, implements=("QR-underwater",))
def water_covers(rules: Ruleset, unit: Unit, ground: Ground, location: str) -> bool:
    """Water covers the legs of a machine that stands in depth 1, and all of what is below the surface as a whole."""
    if unit.elevation >= 0 or ground.amount("water") < 1:
        return False
    return unit.elevation + unit.stature < 0 or (unit.machine and location in LEGS)


@rule("water.touches", cite=UNDER_WATER, implements=("QR-underwater",))
def in_the_water(rules: Ruleset, unit: Unit, ground: Ground) -> bool:
    """What comes through the water reaches who has a part below the surface, and the hull of what floats in it."""
    if ground.amount("water") < 1 or "ice" in ground:
        return False
    return unit.elevation < 0 or (unit.elevation == 0 and unit.sheet.motive in SHIPS)


@rule("ranges.wet", cite=RANGES)
def wet_reach(rules: Ruleset, weapon: Weapon, reach: Reach) -> Reach:
    """Under water beams carry less far, torpedoes as far as they do, soldiers' weapons half as far, and nothing else.

    A beam that the table does not list carries two thirds as far, rounded to the nearest hex.
    """
    if "torpedo" in weapon.flags:
        return reach
    if "platoon" in weapon.flags:
        return (0, reach[1] // 2, reach[2] // 2, reach[3] // 2, reach[4] // 2)
    if "energy" not in weapon.flags or not DRY.isdisjoint(weapon.flags):
        return NOWHERE
    least, short, medium, long, extreme = reach
    listed = rules[WET_RANGES].get((short, medium, long)) or (_thirds(short), _thirds(medium), _thirds(long))
    return (least, *listed, _thirds(extreme))


def _thirds(hexes: int) -> int:
    """Two thirds, rounded to the nearest."""
    return (4 * hexes + 3) // 6


@rule("water.multi_purpose", cite=MULTI_PURPOSE, implements=("TO-224-underwater-attacks-f",))
def both_ways(rules: Ruleset, special: frozenset[str]) -> bool:
    """Multi-purpose missiles fly and swim, as far in the water as above it, and through the surface both ways."""
    return "munition_torpedo_multi_purpose" in special


@rule("hull.exposed", cite=BREACHES)
def exposed(state: State, unit: Unit, location: str) -> bool:
    """Under water it would come in through every hole."""
    if unit.elevation >= 0:
        return False
    return state.relief.rules[water_covers](state.relief.rules, unit, state.relief.board[unit.hex], location)


class Hull(msgspec.Struct, frozen=True):
    """A place of a unit that was struck under water, with the armour that is left there."""

    rules: Ruleset
    unit: Unit
    location: str
    armour: Number


@rule("water.breached_on", cite=BREACHES)
def breached_on(hull: Hull) -> int | None:
    """A place that is struck under water is breached on 10 or more, and without a roll where no armour is left.

    HarJel closes every hole in its location.
    """
    sealed = hull.unit.sheet.flagged("harjel") if "harjel" in hull.unit.plan.flags else ()
    if any(mount.location == hull.location for mount in sealed):
        return None
    return BREACH if hull.armour > 0 else 0


RULES = (water_covers, in_the_water, wet_reach, both_ways, exposed, breached_on, WET_RANGES)
