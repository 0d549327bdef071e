"""Unsafe ground: ice and magma crust that break, magma, vents that erupt, and pools of hazardous liquid.

Where no document of ours gives a number, it is the one in common use; what an eruption does is ours.
"""

from __future__ import annotations

from overheat.classic.board.board import Ground
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import MACHINES, Unit
from overheat.classic.rules.standard.arrivals import DREAD, LOST, Arrival
from overheat.classic.rules.standard.heat import BUILDS, Toil
from overheat.classic.rules.standard.movement import AFLOAT
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

ICE = TACTICAL_OPERATIONS("Ice", 50)
MAGMA = TACTICAL_OPERATIONS("Magma", 36)
POOLS = TACTICAL_OPERATIONS("Hazardous Liquid Pools", 49)

STEP, LANDING, FALL = "step", "landing", "fall"
"""How a unit comes to weigh on thin ground."""
CRUST, LIQUID, VENT = 1, 2, 3
"""Grades of magma, and that of a geyser which is a vent of it, as board files number them."""

BREAKS: Table[str, frozenset[int]] = Table(
    "ground.breaks",
    {STEP: frozenset({6}), LANDING: frozenset({4, 5, 6}), FALL: frozenset({6})},
    cite=ICE,
    implements=("TO-050-ice-2",),
    where="overheat.classic.rules.standard.unsafe_ground.BREAKS",
)
"""The throws of a die on which ice or crust breaks, by how a unit comes to weigh on it."""

FIGURES: Table[str, int] = Table(
    "ground.magma",
    {"crust": 5, "liquid": 10, "dice": 2, "erupts": 12},
    cite=MAGMA,
    where="overheat.classic.rules.standard.unsafe_ground.FIGURES",
)
"""The heat of a machine on crust and in magma, the dice of damage to what stands in it, and what a vent erupts on."""

POOL_CLASSES: Table[int, str] = Table(
    "pools.classes",
    {1: "class 0", 2: "class 0", 3: "class 1", 4: "class 2", 5: "class 3", 6: "deadly"},
    cite=POOLS,
    where="overheat.classic.rules.standard.unsafe_ground.POOL_CLASSES",
)
"""How dangerous a pool is to a unit in it, by a die."""

POOL_DAMAGE: Table[str, tuple[int, int, int]] = Table(
    "pools.damage",
    {"class 0": (0, 0, 1), "class 1": (1, 0, 2), "class 2": (1, 0, 1), "class 3": (1, 2, 1), "deadly": (2, 0, 1)},
    cite=POOLS,
    implements=("TO-049-hazardous-pools-class3",),
    where="overheat.classic.rules.standard.unsafe_ground.POOL_DAMAGE",
)
"""What each class does: so many dice, so much more, divided by so much and rounded up."""


@rule("ground.weighs_on", cite=MAGMA, implements=("TO-036-magma-crust-entry",))
def weighs_on(rules: Ruleset, unit: Unit) -> bool:
    """Thin ground bears hovercraft, ground-effect craft, rotorcraft and soldiers who fly; all others weigh on it."""
    return unit.motive not in AFLOAT and not unit.airborne and unit.motion.mode != "fly" and unit.elevation == 0


@rule("ground.breaks_under", cite=ICE, implements=("TO-036-magma-crust-entry", "TO-050-ice-2"))
def breaks_under(rules: Ruleset, how: str, roll: int) -> bool:
    """Ice and crust break under a step on a 6, under a landing on 4 or more, and under a fall after it only on a 6."""
    return roll in rules[BREAKS][how]


@rule("heat.magma", cite=MAGMA, slot=BUILDS)
def magma_heat(toil: Toil) -> Term | None:
    """A machine takes in 5 points of heat on magma crust and 10 in magma."""
    if toil.state is None or toil.unit.elevation > 0 or toil.unit.hex not in toil.state.relief.board:
        return None
    grade = toil.state.relief.board[toil.unit.hex].amount("magma")
    if not grade:
        return None
    kind = "crust" if grade == CRUST else "liquid"
    return Term("heat.magma", toil.rules[FIGURES][kind], f"magma, {kind}", MAGMA)


@rule("ground.erupts", cite=MAGMA)
def erupts(rules: Ruleset, roll: int) -> bool:
    """A vent of magma erupts on a 12."""
    return roll >= rules[FIGURES]["erupts"]


@rule("ground.eruption", cite=MAGMA, implements=("TO-037-magma-eruption-damage",))
def eruption(rules: Ruleset, rolled: int) -> tuple[int, ...]:
    """An eruption is a blast: what two dice show in its hex, and half of it in the hexes around."""
    return rolled, rolled // 2


@rule("pools.dissolves", cite=POOLS, implements=("TO-049-hazardous-pools-class3",))
def dissolves(rules: Ruleset, kind: str, rolled: int) -> int:
    """What a pool of a class does to a unit, by what its dice show."""
    _, more, divisor = rules[POOL_DAMAGE][kind]
    return -(-rolled // divisor) + more


@rule("pools.doubled", cite=POOLS, implements=("TO-049-hazardous-pools-2",))
def doubled(rules: Ruleset, unit: Unit) -> int:
    """It does twice as much to industrial machines and support vehicles that are not sealed."""
    weak = unit.sheet.kind == "support vehicle" or (unit.sheet.kind in MACHINES[1:])
    return 2 if weak and not unit.sheet.flagged("environmental_sealing") else 1


def in_pool(ground: Ground, unit: Unit) -> bool:
    """Whether a unit stands in a pool of hazardous liquid."""
    return "hazardous_liquid" in ground and not unit.airborne and unit.elevation <= 0


@rule("ground.dread", cite=MAGMA, slot=DREAD)
def dreads_ground(arrival: Arrival) -> float:
    """Magma costs a machine its legs and everybody else the battle; crust, vents and pools are bad enough."""
    unit, ground = arrival.unit, arrival.state.relief.board[arrival.unit.hex]
    if unit.airborne or not any(kind in ground for kind in ("magma", "geyser", "hazardous_liquid")):
        return 0.0
    liquid = ground.amount("magma") == LIQUID
    molten = (2 * 7.0 if unit.machine else LOST) if liquid else 5.0 * ("magma" in ground)
    return molten + 2.0 * (ground.amount("geyser") == VENT) + 3.0 * ("hazardous_liquid" in ground)


RULES = (
    weighs_on,
    breaks_under,
    magma_heat,
    erupts,
    eruption,
    dissolves,
    doubled,
    dreads_ground,
    BREAKS,
    FIGURES,
    POOL_CLASSES,
    POOL_DAMAGE,
)
