"""What a ProtoMech costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil

from overheat.classic.battle_value.worksheet import Step
from overheat.classic.construction.protomechplan import ProtomechPlan
from overheat.classic.construction.weights import exact
from overheat.classic.cost.parts import (
    ENGINE_DIVISOR,
    FINAL,
    ammunition_step,
    charged,
    equipment_step,
)
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.sheet import Sheet
from overheat.kernel.rules import Ruleset
from overheat.kernel.terms import Tally, Term

COCKPIT, LARGE_COCKPIT = 500_000, 800_000
"""C-bills of the cockpit, up to 9 tons and above."""
LIFE_SUPPORT = 75_000
SENSORS, MUSCLES = 2000, 2000
ARM_ACTUATORS, LEG_ACTUATORS = 360, 540
"""C-bills for each ton of the ProtoMech, as those of its structure."""
STRUCTURE = {"wige": 600, "quad": 500}
PLAIN_STRUCTURE = 400
ENGINE = 5000
JUMP = 200
HEAT_SINK = 2000
TONS_DIVISOR = 100
APART = frozenset({"jump_jet", "umu", "heat_sink", "ei_interface"})
"""What the structure is charged for; every ProtoMech has an enhanced imaging interface."""


def protomech_cost(rules: Ruleset, sheet: Sheet) -> CostSheet:
    """What a ProtoMech costs, as a worksheet."""
    plan = ProtomechPlan(sheet, rules)
    structure = Tally(tuple(term for part in PARTS for term in part(plan)))
    weight = Term("cost.weight", 1 + exact(sheet.tons) / TONS_DIVISOR, f"1 + tons / {TONS_DIVISOR}", FINAL)
    return CostSheet(Step("Structure", structure), equipment_step(plan, APART), ammunition_step(plan), (weight,))


def _cockpit(plan: ProtomechPlan) -> Iterator[Term]:
    """A cockpit, dearer in an ultraheavy ProtoMech, life support, and sensors by the tons."""
    yield from charged("cockpit", LARGE_COCKPIT if plan.ultraheavy else COCKPIT, "cockpit")
    yield from charged("life_support", LIFE_SUPPORT, "life support")
    yield from charged("sensors", SENSORS * exact(plan.sheet.tons), "sensors")


def _frame(plan: ProtomechPlan) -> Iterator[Term]:
    """Muscles, structure and actuators by the tons; four legs or wings make the structure dearer."""
    tons = exact(plan.sheet.tons)
    yield from charged("myomer", MUSCLES * tons, "musculature")
    yield from charged("structure", STRUCTURE.get(plan.sheet.motive, PLAIN_STRUCTURE) * tons, "internal structure")
    yield from charged("arms", ARM_ACTUATORS * tons, "arm actuators")
    yield from charged("legs", LEG_ACTUATORS * tons, "leg actuators")


def _engine(plan: ProtomechPlan) -> Iterator[Term]:
    """An engine by its rating and the tons."""
    price = ENGINE * plan.rating * exact(plan.sheet.tons) / ENGINE_DIVISOR
    yield from charged("engine", price, f"engine {plan.rating}")


def _jump(plan: ProtomechPlan) -> Iterator[Term]:
    """Jump jets or underwater units: by the tons and the square of the points they give."""
    points = max(plan.sheet.jump, len(plan.sheet.flagged("umu")))
    yield from charged("jump", JUMP * points**2 * exact(plan.sheet.tons), f"{points} points of jumping or diving")


def _heat_sinks(plan: ProtomechPlan) -> Iterator[Term]:
    """A heat sink for each point of heat that energy weapons make."""
    count = ceil(sum((mount.weapon.heat for mount in plan.sheet.flagged("energy") if mount.weapon), start=0))
    yield from charged("heat_sinks", count * HEAT_SINK, f"{count} heat sinks")


def _armour(plan: ProtomechPlan) -> Iterator[Term]:
    """Armour by the point, at the price of its kind."""
    for kind in dict.fromkeys(place.armour_kind for place in plan.sheet.locations if place.armour_kind):
        points = sum(place.armour for place in plan.sheet.locations if place.armour_kind == kind)
        price = 0 if isinstance(kind.cost, str) else points * exact(kind.cost)
        yield from charged("armour", price, f"{points} points of {kind.name}")


PARTS: tuple[Callable[[ProtomechPlan], Iterator[Term]], ...] = (
    _cockpit,
    _frame,
    _engine,
    _jump,
    _heat_sinks,
    _armour,
)
"""What the structure of a ProtoMech is charged for."""
