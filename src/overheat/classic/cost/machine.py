"""What a war machine costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil

from overheat.classic.battle_value.worksheet import Step
from overheat.classic.books import INTERSTELLAR_OPERATIONS, TACTICAL_OPERATIONS
from overheat.classic.construction.plan import Plan
from overheat.classic.construction.tonnage import free_heat_sinks
from overheat.classic.construction.weights import exact, up_to_half
from overheat.classic.cost.formulas import cost_of
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
)
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.equipment import catalogue
from overheat.classic.rules import standard
from overheat.classic.sheet import Sheet
from overheat.kernel.cite import Cite
from overheat.kernel.refusal import refuse
from overheat.kernel.terms import Tally, Term

SUPERHEAVY = INTERSTELLAR_OPERATIONS("Costs, superheavy and tripod war machines")
COMPONENTS = TACTICAL_OPERATIONS("Costs, armoured components")
COCKPITS = {
    "standard cockpit": 200_000,
    "small cockpit": 175_000,
    "command console": 700_000,
    "small command console": 675_000,
    "torso-mounted cockpit": 750_000,
    "industrial cockpit": 100_000,
    "industrial cockpit (afc)": 100_000,
    "primitive cockpit": 200_000,
    "primitive industrial cockpit": 100_000,
    "virtual reality piloting pod": 1_250_000,
    "tripod cockpit": 400_000,
    "superheavy cockpit": 300_000,
    "superheavy tripod cockpit": 500_000,
}
"""C-bills for a cockpit with its controls; a command console comes on top of the cockpit it serves."""
LIFE_SUPPORT = 50_000
SENSORS = 2000
MYOMER = 2000
"""C-bills for each ton of the machine, as those of actuators."""
ACTUATORS = {
    "upperarmactuator": 100,
    "lowerarmactuator": 50,
    "handactuator": 80,
    "upperlegactuator": 150,
    "lowerlegactuator": 80,
    "footactuator": 120,
}
GYROS = {"standard gyro": 300_000, "compact gyro": 400_000, "heavy duty gyro": 500_000, "xl gyro": 750_000}
"""C-bills for each ton of the gyro."""
SUPERHEAVY_GYRO = 500_000
SUPERHEAVY_MYOMER = 12_000
SUPERHEAVY_ACTUATORS = 2
SUPERHEAVY_STRUCTURE = {
    "standard_structure": 4000,
    "industrial_structure": 3000,
    "is_endo_steel": 16_000,
    "clan_endo_steel": 16_000,
    "composite_structure": 1600,
    "is_endo_composite": 6400,
    "clan_endo_composite": 6400,
}
"""C-bills for each ton of a machine above 100 tons."""
TRIPOD_STRUCTURE = Fraction(6, 5)
HEAT_SINKS = {
    "single": "heat_sink",
    "double": "is_double_heat_sink",
    "compact": "is_compact_heat_sink",
    "laser": "clan_laser_heat_sink",
}
"""The entry of a kind of heat sink."""
HEAD_EJECTION = 1_725_000
ARMOURED_SLOT = 150_000
CONVERTING = ("lam", "quadvee")
"""Machines that change their shape."""
MYOMERS = ("tsm", "industrial_tsm")
APART = frozenset({"heat_sink", "jump_jet", "umu", *MYOMERS})
"""What the structure is charged for, not the equipment."""
TONS_DIVISOR = 100
INDUSTRIAL_DIVISOR = 400


def machine_cost(sheet: Sheet) -> CostSheet:
    """What a war machine costs, as a worksheet; one that changes its shape is refused."""
    if sheet.motive in CONVERTING:
        reason = f"{sheet.name}: there are no rules here for the price of machines that change their shape"
        raise refuse("cost.conversion", reason, motive=sheet.motive)
    plan = Plan(sheet, standard())
    structure = Tally(tuple(term for part in PARTS for term in part(plan)))
    factors = (_by_weight(plan), *omni_factor(plan))
    return CostSheet(Step("Structure", structure), equipment_step(plan, APART), ammunition_step(plan), factors)


def _by_weight(plan: Plan) -> Term:
    """One, and a hundredth for each ton; a quarter of that for an industrial machine."""
    by = INDUSTRIAL_DIVISOR if plan.industrial else TONS_DIVISOR
    return Term("cost.weight", 1 + exact(plan.sheet.tons) / by, f"1 + tons / {by}", FINAL)


def _cite(plan: Plan) -> Cite:
    """Where the prices of a machine's frame are written."""
    return SUPERHEAVY if plan.superheavy or plan.sheet.motive == "tripod" else STRUCTURAL


def _cockpit(plan: Plan) -> Iterator[Term]:
    """A cockpit at its price, life support, and sensors by the tons of the machine."""
    named = plan.sheet.cockpit.lower() or "standard cockpit"
    if named == "standard cockpit" and (plan.superheavy or plan.sheet.motive == "tripod"):
        words = ("superheavy " * plan.superheavy, "tripod " * (plan.sheet.motive == "tripod"), "cockpit")
        named = "".join(words)
    if named not in COCKPITS:
        raise refuse("cost.cockpit", f"{plan.sheet.name}: no price is known for a {named}", cockpit=named)
    yield from charged("cockpit", COCKPITS[named], named, _cite(plan))
    yield from charged("life_support", LIFE_SUPPORT, "life support")
    yield from charged("sensors", SENSORS * exact(plan.sheet.tons), "sensors")
    if "full head" in plan.sheet.ejection.lower():
        yield from charged("ejection", HEAD_EJECTION, "full-head ejection")


def _myomer(plan: Plan) -> Iterator[Term]:
    """Myomer by the tons of the machine; of a stronger kind at its own price."""
    stronger = plan.sheet.flagged(*MYOMERS)
    if stronger:
        yield from charged("myomer", cost_of(plan, stronger[0]), stronger[0].equipment.name)
        return
    price = SUPERHEAVY_MYOMER if plan.superheavy else MYOMER
    yield from charged("myomer", price * exact(plan.sheet.tons), "myomer", _cite(plan))


def _structure(plan: Plan) -> Iterator[Term]:
    """Internal structure by the tons of the machine, at the price of its kind; three legs take a fifth more."""
    kind = plan.sheet.structure
    if kind is None:
        return
    base = Fraction(0) if isinstance(kind.cost, str) else exact(kind.cost)
    if plan.superheavy:
        base = Fraction(SUPERHEAVY_STRUCTURE.get(kind.id, 0))
    legs = TRIPOD_STRUCTURE if plan.sheet.motive == "tripod" else 1
    yield from charged("structure", base * exact(plan.sheet.tons) * legs, kind.name, _cite(plan))


def _actuators(plan: Plan) -> Iterator[Term]:
    """Every actuator at its price for each ton of the machine, twice that above 100 tons."""
    held = Counter[str]()
    for systems in plan.systems.values():
        held.update(systems)
    a_ton = sum(price * held[name] for name, price in ACTUATORS.items())
    times = SUPERHEAVY_ACTUATORS if plan.superheavy else 1
    yield from charged("actuators", a_ton * times * exact(plan.sheet.tons), "actuators", _cite(plan))


def _gyro(plan: Plan) -> Iterator[Term]:
    """A gyro by its own tons, at the price of its kind."""
    engine, gyro, named = plan.sheet.engine, plan.gyro, plan.sheet.gyro.lower()
    if engine is None or gyro is None:
        return
    tons = up_to_half(ceil(Fraction(engine.rating, 100)) * exact(gyro.times))
    price = SUPERHEAVY_GYRO if named == "superheavy gyro" else GYROS.get(named, 0)
    yield from charged("gyro", tons * price, named, _cite(plan))


def _heat_sinks(plan: Plan) -> Iterator[Term]:
    """Single heat sinks beyond those that come with the engine; of any other kind, all. Prototypes cost their own."""
    sinks = plan.sheet.heat_sinks
    if sinks is None:
        return
    own = [mount for mount in plan.sheet.flagged("heat_sink") if "prototype" in mount.equipment.flags]
    yield from charged("heat_sinks", sum((cost_of(plan, sink) for sink in own), start=Fraction(0)), "prototype sinks")
    entry = catalogue()[HEAT_SINKS.get(sinks.kind, "heat_sink")]
    free = max(0, free_heat_sinks(plan) - len(own)) if sinks.kind == "single" else 0
    count = max(0, sinks.count - len(own) - free)
    price = Fraction(0) if isinstance(entry.cost, str) else exact(entry.cost)
    yield from charged("heat_sinks", count * price, f"{count} {sinks.kind} heat sinks")


def _armoured(plan: Plan) -> Iterator[Term]:
    """Armour for components, by the slot."""
    count = sum(held.part.armoured for held in plan.held)
    yield from charged("armoured_components", count * ARMOURED_SLOT, f"{count} armoured slots", COMPONENTS)


PARTS: tuple[Callable[[Plan], Iterator[Term]], ...] = (
    _cockpit,
    _myomer,
    _structure,
    _actuators,
    engine_terms,
    _gyro,
    jump_terms,
    _heat_sinks,
    armour_terms,
    _armoured,
)
"""What the structure of a machine is charged for."""
