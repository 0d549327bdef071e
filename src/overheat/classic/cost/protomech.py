"""What a ProtoMech costs."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from overheat.classic.construction.protomech.plan import ProtomechPlan
from overheat.classic.construction.weights import exact
from overheat.classic.cost.parts import FIGURES as COMMON
from overheat.classic.cost.parts import (
    FINAL,
    STRUCTURAL,
    ammunition_step,
    charged,
    equipment_step,
    structure,
)
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.rules.rule import Rule, Ruleset, Table, rule
from overheat.kernel.terms import Term

FIGURES: Table[str, int] = Table(
    "cost.protomech.figures",
    {
        "cockpit": 500_000,
        "ultraheavy cockpit": 800_000,
        "life support": 75_000,
        "sensors of each ton": 2000,
        "musculature of each ton": 2000,
        "arm actuators of each ton": 360,
        "leg actuators of each ton": 540,
        "engine": 5000,
        "jumping": 200,
        "heat sink": 2000,
        "tons divisor": 100,
    },
    cite=STRUCTURAL,
)
"""What ProtoMechs are charged for, in C-bills."""
STRUCTURE: Table[str, int] = Table(
    "cost.protomech.structures", {"wige": 600, "quad": 500, "biped": 400}, cite=STRUCTURAL
)
"""C-bills for each ton of the ProtoMech, by how it moves."""
APART = frozenset({"jump_jet", "umu", "heat_sink", "ei_interface"})
"""What the structure is charged for; every ProtoMech has an enhanced imaging interface."""


def protomech_cost(rules: Ruleset, sheet: Sheet) -> CostSheet:
    """What a ProtoMech costs, as a worksheet."""
    plan = ProtomechPlan(sheet, rules)
    by = rules[FIGURES]["tons divisor"]
    weight = Term("cost.weight", 1 + exact(sheet.tons) / by, f"1 + tons / {by}", FINAL)
    return CostSheet(structure(plan, PARTS), equipment_step(plan, APART), ammunition_step(plan), (weight,))


@rule("cost.protomech.cockpit", cite=STRUCTURAL)
def cockpit(plan: ProtomechPlan) -> Iterable[Term]:
    """A cockpit, dearer in an ultraheavy ProtoMech, life support, and sensors by the tons."""
    figures = plan.rules[FIGURES]
    yield from charged("cockpit", figures["ultraheavy cockpit" if plan.ultraheavy else "cockpit"], "cockpit")
    yield from charged("life_support", figures["life support"], "life support")
    yield from charged("sensors", figures["sensors of each ton"] * exact(plan.sheet.tons), "sensors")


@rule("cost.protomech.structure", cite=STRUCTURAL)
def frame(plan: ProtomechPlan) -> Iterable[Term]:
    """Muscles, structure and actuators by the tons; four legs or wings make the structure dearer."""
    tons, figures, frames = exact(plan.sheet.tons), plan.rules[FIGURES], plan.rules[STRUCTURE]
    yield from charged("myomer", figures["musculature of each ton"] * tons, "musculature")
    price = frames.get(plan.sheet.motive, frames["biped"])
    yield from charged("structure", price * tons, "internal structure")
    yield from charged("arms", figures["arm actuators of each ton"] * tons, "arm actuators")
    yield from charged("legs", figures["leg actuators of each ton"] * tons, "leg actuators")


@rule("cost.protomech.engine", cite=STRUCTURAL)
def engine(plan: ProtomechPlan) -> Iterable[Term]:
    """An engine by its rating and the tons."""
    divisor = plan.rules[COMMON]["engine divisor"]
    price = plan.rules[FIGURES]["engine"] * plan.rating * exact(plan.sheet.tons) / divisor
    yield from charged("engine", price, f"engine {plan.rating}")


@rule("cost.protomech.jump", cite=STRUCTURAL)
def jump(plan: ProtomechPlan) -> Iterable[Term]:
    """Jump jets or underwater units: by the tons and the square of the points they give."""
    points = max(plan.sheet.jump, len(plan.sheet.flagged("umu")))
    price = plan.rules[FIGURES]["jumping"] * points**2 * exact(plan.sheet.tons)
    yield from charged("jump", price, f"{points} points of jumping or diving")


@rule("cost.protomech.heat_sinks", cite=STRUCTURAL)
def heat_sinks(plan: ProtomechPlan) -> Iterable[Term]:
    """A heat sink for each point of heat that energy weapons make."""
    count = ceil(sum((mount.weapon.heat for mount in plan.sheet.flagged("energy") if mount.weapon), start=0))
    yield from charged("heat_sinks", count * plan.rules[FIGURES]["heat sink"], f"{count} heat sinks")


@rule("cost.protomech.armour", cite=STRUCTURAL)
def armour(plan: ProtomechPlan) -> Iterable[Term]:
    """Armour by the point, at the price of its kind."""
    for kind in dict.fromkeys(place.armour_kind for place in plan.sheet.locations if place.armour_kind):
        points = sum(place.armour for place in plan.sheet.locations if place.armour_kind == kind)
        price = 0 if isinstance(kind.cost, str) else points * exact(kind.cost)
        yield from charged("armour", price, f"{points} points of {kind.name}")


PARTS: tuple[Rule[[ProtomechPlan], Iterable[Term]], ...] = (
    cockpit,
    frame,
    engine,
    jump,
    heat_sinks,
    armour,
)
"""What the structure of a ProtoMech is charged for."""

RULES = (FIGURES, STRUCTURE, cockpit, frame, engine, jump, heat_sinks, armour)
