"""What a war machine costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from overheat.classic.books import INTERSTELLAR_OPERATIONS, TACTICAL_OPERATIONS
from overheat.classic.construction.machine.plan import Plan
from overheat.classic.construction.machine.tonnage import free_heat_sinks, gyro_tons
from overheat.classic.construction.weights import exact
from overheat.classic.cost.cockpits import cockpit_terms
from overheat.classic.cost.formulas import item_cost
from overheat.classic.cost.parts import (
    FINAL,
    STRUCTURAL,
    ammunition_step,
    armour_terms,
    charged,
    engine_terms,
    equipment_step,
    jump_terms,
    omni_factor,
    structure,
)
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Rule, Ruleset, Table, rule
from overheat.kernel.terms import Term

SUPERHEAVY = INTERSTELLAR_OPERATIONS("Costs, superheavy and tripod war machines")
COMPONENTS = TACTICAL_OPERATIONS("Costs, armoured components")
CONVERTED = INTERSTELLAR_OPERATIONS("Costs, land-air machines and QuadVees")
OWN_COCKPITS = ("tripod", "quadvee")
"""What moves like no other and has a cockpit of its own."""
FIGURES: Table[str, Fraction] = Table(
    "cost.machine.figures",
    {
        "myomer of each ton": Fraction(2000),
        "superheavy myomer of each ton": Fraction(12_000),
        "superheavy actuators": Fraction(2),
        "tripod structure": Fraction(6, 5),
        "full-head ejection": Fraction(1_725_000),
        "armoured slot": Fraction(150_000),
        "tons divisor": Fraction(100),
        "tons divisor of industry": Fraction(400),
    },
    cite=STRUCTURAL,
)
"""What machines are charged for, in C-bills or as a factor."""
_ACTUATORS = {
    "upperarmactuator": 100,
    "lowerarmactuator": 50,
    "handactuator": 80,
    "upperlegactuator": 150,
    "lowerlegactuator": 80,
    "footactuator": 120,
}
ACTUATORS: Table[str, int] = Table("cost.machine.actuators", _ACTUATORS, cite=STRUCTURAL)
"""C-bills of an actuator for each ton of the machine."""
GYROS: Table[str, int] = Table(
    "cost.machine.gyros",
    {
        "standard gyro": 300_000,
        "compact gyro": 400_000,
        "heavy duty gyro": 500_000,
        "xl gyro": 750_000,
        "superheavy gyro": 500_000,
    },
    cite=STRUCTURAL,
)
"""C-bills for each ton of the gyro."""
_SUPERHEAVY_STRUCTURE = {
    "standard_structure": 4000,
    "industrial_structure": 3000,
    "is_endo_steel": 16_000,
    "clan_endo_steel": 16_000,
    "composite_structure": 1600,
    "is_endo_composite": 6400,
    "clan_endo_composite": 6400,
}
SUPERHEAVY_STRUCTURE: Table[str, int] = Table(
    "cost.machine.superheavy_structure", _SUPERHEAVY_STRUCTURE, cite=SUPERHEAVY
)
"""C-bills for each ton of a superheavy machine."""
HEAT_SINKS = {
    "single": "heat_sink",
    "double": "is_double_heat_sink",
    "compact": "is_compact_heat_sink",
    "laser": "clan_laser_heat_sink",
}
"""The entry of a kind of heat sink."""
CONVERSION: Table[str, Fraction] = Table(
    "cost.machine.conversion",
    {"lam": Fraction(3, 4), "bimodal": Fraction(13, 20), "quadvee": Fraction(1, 2)},
    cite=CONVERTED,
)
"""The share of structure, weapons and equipment that conversion equipment costs, by the shape of a machine; a bimodal
land-air machine has no shape between the two."""
MYOMERS = ("tsm", "industrial_tsm")
APART = frozenset({"heat_sink", "jump_jet", "umu", *MYOMERS})
"""What the structure is charged for, not the equipment."""


def machine_cost(rules: Ruleset, sheet: Sheet) -> CostSheet:
    """What a war machine costs, as a worksheet."""
    plan = Plan(sheet, rules)
    factors = (_by_weight(plan), *rules[omni_factor](plan))
    loaded = (equipment_step(plan, APART), ammunition_step(plan))
    equipment, ammunition = (replace(step, factors=_converting(plan)) for step in loaded)
    return CostSheet(structure(plan, PARTS), equipment, ammunition, factors)


def _conversion_share(plan: Plan) -> Fraction:
    """What conversion equipment costs as a share of what it moves; nothing for a machine of one shape."""
    bimodal = plan.sheet.motive == "lam" and ("lam", "bimodal") in {(a, b.lower()) for a, b in plan.sheet.extra}
    return plan.rules[CONVERSION].get("bimodal" if bimodal else plan.sheet.motive, Fraction(0))


def _converting(plan: Plan) -> tuple[Term, ...]:
    """Weapons and equipment of a machine that changes its shape pay for the conversion too."""
    share = _conversion_share(plan)
    return (Term("cost.conversion", 1 + share, "with conversion equipment", CONVERTED),) if share else ()


def _by_weight(plan: Plan) -> Term:
    """One, and a hundredth for each ton; a quarter of that for an industrial machine."""
    by = plan.rules[FIGURES]["tons divisor of industry" if plan.industrial else "tons divisor"]
    return Term("cost.weight", 1 + exact(plan.sheet.tons) / by, f"1 + tons / {by}", FINAL)


def _cite(plan: Plan) -> Cite:
    """Where the prices of a machine's frame are written."""
    return SUPERHEAVY if plan.superheavy or plan.sheet.motive == "tripod" else STRUCTURAL


@rule("cost.machine.cockpit", cite=STRUCTURAL)
def cockpit(plan: Plan) -> Iterable[Term]:
    """A cockpit at its price, life support, and sensors by the tons of the machine."""
    named = plan.sheet.cockpit.lower() or "standard cockpit"
    if named == "standard cockpit":
        words = ("superheavy " * plan.superheavy, f"{plan.sheet.motive} " * (plan.sheet.motive in OWN_COCKPITS))
        named = f"{''.join(words)}cockpit" if any(words) else named
    yield from cockpit_terms(plan, named, _cite(plan))
    if "full head" in plan.sheet.ejection.lower():
        yield from charged("ejection", plan.rules[FIGURES]["full-head ejection"], "full-head ejection")


@rule("cost.machine.myomer", cite=STRUCTURAL)
def myomer(plan: Plan) -> Iterable[Term]:
    """Myomer by the tons of the machine; of a stronger kind at its own price."""
    stronger = plan.sheet.flagged(*MYOMERS)
    if stronger:
        yield from charged("myomer", plan.rules[item_cost](plan, stronger[0]), stronger[0].equipment.name)
        return
    price = plan.rules[FIGURES][f"{'superheavy ' if plan.superheavy else ''}myomer of each ton"]
    yield from charged("myomer", price * exact(plan.sheet.tons), "myomer", _cite(plan))


@rule("cost.machine.structure", cite=STRUCTURAL)
def frame(plan: Plan) -> Iterable[Term]:
    """Internal structure by the tons of the machine, at the price of its kind; three legs take a fifth more."""
    kind = plan.sheet.structure
    if kind is None:
        return
    base = Fraction(0) if isinstance(kind.cost, str) else exact(kind.cost)
    if plan.superheavy:
        base = Fraction(plan.rules[SUPERHEAVY_STRUCTURE].get(kind.id, 0))
    legs = plan.rules[FIGURES]["tripod structure"] if plan.sheet.motive == "tripod" else 1
    price = base * exact(plan.sheet.tons) * legs
    yield from charged("structure", price, kind.name, _cite(plan))
    yield from charged("conversion", price * _conversion_share(plan), "conversion equipment", CONVERTED)


@rule("cost.machine.actuator_prices", cite=STRUCTURAL)
def actuators(plan: Plan) -> Iterable[Term]:
    """Every actuator at its price for each ton of the machine, twice that above 100 tons."""
    held = Counter[str]()
    for systems in plan.systems.values():
        held.update(systems)
    a_ton = sum(price * held[name] for name, price in plan.rules[ACTUATORS].rows.items())
    times = plan.rules[FIGURES]["superheavy actuators"] if plan.superheavy else 1
    yield from charged("actuators", a_ton * times * exact(plan.sheet.tons), "actuators", _cite(plan))


@rule("cost.machine.gyro", cite=STRUCTURAL)
def gyro_price(plan: Plan) -> Iterable[Term]:
    """A gyro by its own tons, at the price of its kind."""
    engine, gyro, named = plan.sheet.engine, plan.gyro, plan.sheet.gyro.lower()
    if engine is None or gyro is None:
        return
    tons = gyro_tons(plan, engine.rating, gyro)
    yield from charged("gyro", tons * plan.rules[GYROS].get(named, 0), named, _cite(plan))


@rule("cost.machine.heat_sinks", cite=STRUCTURAL)
def heat_sinks(plan: Plan) -> Iterable[Term]:
    """Single heat sinks beyond those that come with the engine; of any other kind, all. Prototypes cost their own."""
    sinks = plan.sheet.heat_sinks
    if sinks is None:
        return
    own = [mount for mount in plan.sheet.flagged("heat_sink") if "prototype" in mount.equipment.flags]
    cost = plan.rules[item_cost]
    yield from charged("heat_sinks", sum((cost(plan, sink) for sink in own), start=Fraction(0)), "prototype sinks")
    entry = catalogue()[HEAT_SINKS.get(sinks.kind, "heat_sink")]
    free = max(0, free_heat_sinks(plan) - len(own)) if sinks.kind == "single" else 0
    count = max(0, sinks.count - len(own) - free)
    price = Fraction(0) if isinstance(entry.cost, str) else exact(entry.cost)
    yield from charged("heat_sinks", count * price, f"{count} {sinks.kind} heat sinks")


@rule("cost.machine.armoured_components", cite=COMPONENTS)
def armoured(plan: Plan) -> Iterable[Term]:
    """Armour for components, by the slot."""
    count = sum(held.part.armoured for held in plan.held)
    price = count * plan.rules[FIGURES]["armoured slot"]
    yield from charged("armoured_components", price, f"{count} armoured slots", COMPONENTS)


PARTS: tuple[Rule[[Plan], Iterable[Term]], ...] = (
    cockpit,
    myomer,
    frame,
    actuators,
    engine_terms,
    gyro_price,
    jump_terms,
    heat_sinks,
    armour_terms,
    armoured,
)
"""What the structure of a machine is charged for."""

RULES = (
    FIGURES,
    ACTUATORS,
    GYROS,
    SUPERHEAVY_STRUCTURE,
    CONVERSION,
    cockpit,
    myomer,
    frame,
    actuators,
    gyro_price,
    heat_sinks,
    armoured,
)
