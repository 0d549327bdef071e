"""What a fighter costs, for space or for air alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from overheat.classic.battle_value.worksheet import Step
from overheat.classic.construction.fighterplan import FighterPlan
from overheat.classic.construction.fightertonnage import POINTS_IN_AIR, POINTS_OF_FUEL, amplifier_weight, sinks
from overheat.classic.construction.weights import exact, up_to_half
from overheat.classic.cost.cockpits import cockpit_terms
from overheat.classic.cost.parts import (
    FINAL,
    ammunition_step,
    armour_terms,
    charged,
    engine_terms,
    equipment_step,
    omni_factor,
)
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.sheet import Sheet
from overheat.kernel.rules import Ruleset
from overheat.kernel.terms import Tally, Term

INTEGRITY, INTEGRITY_IN_AIR = 50_000, 4000
"""C-bills for each point of structural integrity, of a fighter for space and of one for air alone."""
FLIGHT_SYSTEMS, FLIGHT_SYSTEMS_PER_TON = 25_000, 10
AVIONICS, LIFT, AMPLIFIERS = 4000, 5000, 20_000
"""C-bills for each ton of these, which fighters for air alone have."""
FUEL_TANK = 200
"""C-bills of the tank for a ton of fuel."""
HEAT_SINKS = {"single": 2000, "double": 6000}
"""C-bills of a heat sink by its kind; those that come with the engine are paid for too."""
TONS_DIVISOR = 200
APART = frozenset({"heat_sink"})


def fighter_cost(rules: Ruleset, sheet: Sheet) -> CostSheet:
    """What a fighter costs, as a worksheet."""
    plan = FighterPlan(sheet, rules)
    parts = PARTS_IN_AIR if plan.conventional else PARTS
    structure = Tally(tuple(term for part in parts for term in part(plan)))
    weight = Term("cost.weight", 1 + exact(sheet.tons) / TONS_DIVISOR, f"1 + tons / {TONS_DIVISOR}", FINAL)
    factors = (weight, *omni_factor(plan))
    return CostSheet(Step("Structure", structure), equipment_step(plan, APART), ammunition_step(plan), factors)


def _cockpit(plan: FighterPlan) -> Iterator[Term]:
    """A cockpit with life support and sensors."""
    yield from cockpit_terms(plan, plan.sheet.cockpit.lower() or "standard cockpit")


def _avionics(plan: FighterPlan) -> Iterator[Term]:
    """Avionics by their tons, a tenth of the fighter, and what lifts it without a runway, a twentieth."""
    tons = exact(plan.sheet.tons)
    yield from charged("avionics", up_to_half(tons / 10) * AVIONICS, "avionics")
    if plan.sheet.vstol:
        yield from charged("lift", up_to_half(tons / 20) * LIFT, "VSTOL equipment")


def _integrity(plan: FighterPlan) -> Iterator[Term]:
    """Structure by the points of its integrity; flight systems by the tons of the fighter."""
    points = plan.sheet.structural_integrity
    price = points * (INTEGRITY_IN_AIR if plan.conventional else INTEGRITY)
    yield from charged("structure", price, f"structural integrity {points}")
    yield from charged("flight", FLIGHT_SYSTEMS + FLIGHT_SYSTEMS_PER_TON * exact(plan.sheet.tons), "flight systems")


def _fuel(plan: FighterPlan) -> Iterator[Term]:
    """Tanks by the tons of fuel."""
    points = exact(plan.sheet.fuel or 0)
    tons = points / (POINTS_IN_AIR if plan.conventional else POINTS_OF_FUEL)
    yield from charged("fuel", tons * FUEL_TANK, f"tanks for {float(points):g} points of fuel")


def _heat_sinks(plan: FighterPlan) -> Iterator[Term]:
    """All heat sinks; in air alone there are as many as energy weapons need."""
    kind = plan.sheet.heat_sinks.kind if plan.sheet.heat_sinks else "single"
    count = sinks(plan)
    price = HEAT_SINKS["double"] if kind in ("double", "laser") else HEAT_SINKS["single"]
    yield from charged("heat_sinks", count * price, f"{count} {kind} heat sinks")


def _amplifiers(plan: FighterPlan) -> Iterator[Term]:
    """Power amplifiers by their tons, where energy weapons have neither fusion nor fission to draw on."""
    for term in amplifier_weight(plan):
        yield from charged("amplifiers", term.value * AMPLIFIERS, "power amplifiers")


PARTS: tuple[Callable[[FighterPlan], Iterator[Term]], ...] = (
    _cockpit,
    _integrity,
    engine_terms,
    _fuel,
    armour_terms,
    _heat_sinks,
)
"""What the structure of a fighter for space is charged for."""
PARTS_IN_AIR: tuple[Callable[[FighterPlan], Iterator[Term]], ...] = (
    _avionics,
    _integrity,
    engine_terms,
    _fuel,
    armour_terms,
    _heat_sinks,
    _amplifiers,
)
"""What the structure of a fighter for air alone is charged for."""
