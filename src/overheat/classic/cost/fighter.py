"""What a fighter costs, for space or for air alone."""

from __future__ import annotations

from collections.abc import Iterable

from overheat.classic.construction.fighter.plan import FighterPlan
from overheat.classic.construction.fighter.tonnage import amplifier_weight, points_of_fuel, sinks
from overheat.classic.construction.weights import exact
from overheat.classic.cost.cockpits import cockpit_terms
from overheat.classic.cost.parts import (
    FINAL,
    STRUCTURAL,
    ammunition_step,
    armour_terms,
    charged,
    engine_terms,
    equipment_step,
    omni_factor,
    structure,
)
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.rules.rule import Rule, Ruleset, Table, rule
from overheat.kernel.terms import Term

FIGURES: Table[str, int] = Table(
    "cost.fighter.figures",
    {
        "point of integrity": 50_000,
        "point of integrity in air": 4000,
        "flight systems": 25_000,
        "flight systems of each ton": 10,
        "ton of avionics": 4000,
        "ton of VSTOL equipment": 5000,
        "ton of amplifiers": 20_000,
        "tank for a ton of fuel": 200,
        "single heat sink": 2000,
        "double heat sink": 6000,
        "tons divisor": 200,
    },
    cite=STRUCTURAL,
)
"""What fighters are charged for, in C-bills; heat sinks that come with the engine are paid for too."""
APART = frozenset({"heat_sink"})


def fighter_cost(rules: Ruleset, sheet: Sheet) -> CostSheet:
    """What a fighter costs, as a worksheet."""
    plan = FighterPlan(sheet, rules)
    built = structure(plan, PARTS_IN_AIR if plan.conventional else PARTS)
    by = rules[FIGURES]["tons divisor"]
    weight = Term("cost.weight", 1 + exact(sheet.tons) / by, f"1 + tons / {by}", FINAL)
    factors = (weight, *rules[omni_factor](plan))
    return CostSheet(built, equipment_step(plan, APART), ammunition_step(plan), factors)


@rule("cost.fighter.cockpit", cite=STRUCTURAL)
def cockpit(plan: FighterPlan) -> Iterable[Term]:
    """A cockpit with life support and sensors."""
    yield from cockpit_terms(plan, plan.sheet.cockpit.lower() or "standard cockpit")


@rule("cost.fighter.avionics", cite=STRUCTURAL)
def avionics(plan: FighterPlan) -> Iterable[Term]:
    """Avionics by their tons, a tenth of the fighter, and what lifts it without a runway, a twentieth."""
    tons, figures = exact(plan.sheet.tons), plan.rules[FIGURES]
    yield from charged("avionics", plan.rounded(tons / 10) * figures["ton of avionics"], "avionics")
    if plan.sheet.vstol:
        yield from charged("lift", plan.rounded(tons / 20) * figures["ton of VSTOL equipment"], "VSTOL equipment")


@rule("cost.fighter.integrity", cite=STRUCTURAL)
def integrity(plan: FighterPlan) -> Iterable[Term]:
    """Structure by the points of its integrity; flight systems by the tons of the fighter."""
    points, figures = plan.sheet.structural_integrity, plan.rules[FIGURES]
    price = points * figures["point of integrity in air" if plan.conventional else "point of integrity"]
    yield from charged("structure", price, f"structural integrity {points}")
    systems = figures["flight systems"] + figures["flight systems of each ton"] * exact(plan.sheet.tons)
    yield from charged("flight", systems, "flight systems")


@rule("cost.fighter.fuel", cite=STRUCTURAL)
def fuel(plan: FighterPlan) -> Iterable[Term]:
    """Tanks by the tons of fuel."""
    points = exact(plan.sheet.fuel or 0)
    tons = points / points_of_fuel(plan)
    price = tons * plan.rules[FIGURES]["tank for a ton of fuel"]
    yield from charged("fuel", price, f"tanks for {float(points):g} points of fuel")


@rule("cost.fighter.heat_sinks", cite=STRUCTURAL)
def heat_sinks(plan: FighterPlan) -> Iterable[Term]:
    """All heat sinks; in air alone there are as many as energy weapons need."""
    kind = plan.sheet.heat_sinks.kind if plan.sheet.heat_sinks else "single"
    count = sinks(plan)
    price = plan.rules[FIGURES][f"{'double' if kind in ('double', 'laser') else 'single'} heat sink"]
    yield from charged("heat_sinks", count * price, f"{count} {kind} heat sinks")


@rule("cost.fighter.amplifiers", cite=STRUCTURAL)
def amplifiers(plan: FighterPlan) -> Iterable[Term]:
    """Power amplifiers by their tons, where energy weapons have neither fusion nor fission to draw on."""
    for term in plan.rules[amplifier_weight](plan):
        price = term.value * plan.rules[FIGURES]["ton of amplifiers"]
        yield from charged("amplifiers", price, "power amplifiers")


PARTS: tuple[Rule[[FighterPlan], Iterable[Term]], ...] = (
    cockpit,
    integrity,
    engine_terms,
    fuel,
    armour_terms,
    heat_sinks,
)
"""What the structure of a fighter for space is charged for."""
PARTS_IN_AIR: tuple[Rule[[FighterPlan], Iterable[Term]], ...] = (
    avionics,
    integrity,
    engine_terms,
    fuel,
    armour_terms,
    heat_sinks,
    amplifiers,
)
"""What the structure of a fighter for air alone is charged for."""

RULES = (FIGURES, cockpit, avionics, integrity, fuel, heat_sinks, amplifiers)
