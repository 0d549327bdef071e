"""What a combat vehicle costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from overheat.classic.construction.machine.plan import Plan
from overheat.classic.construction.machine.tonnage import with_engine
from overheat.classic.construction.weights import exact
from overheat.classic.cost.bays import bays_step
from overheat.classic.cost.formulas import item_tons
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
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Rule, Ruleset, Table, rule
from overheat.kernel.terms import Term

FIGURES: Table[str, int] = Table(
    "cost.vehicle.figures",
    {
        "ton of structure": 10_000,
        "ton of controls": 10_000,
        "ton of amplifiers": 20_000,
        "ton of a turret": 5000,
        "heat sink": 2000,
    },
    cite=STRUCTURAL,
)
"""What vehicles are charged for, in C-bills."""
LIFTING: Table[str, int] = Table(
    "cost.vehicle.lifting",
    {"hover": 20_000, "hydrofoil": 20_000, "submarine": 20_000, "wige": 20_000, "vtol": 40_000},
    cite=STRUCTURAL,
)
"""C-bills for each ton of what lifts a vehicle or lets it dive: a tenth of its weight."""
_DIVISORS = {
    "hover": 50,
    "submarine": 50,
    "hydrofoil": 75,
    "naval": 200,
    "wheeled": 200,
    "tracked": 100,
    "vtol": 30,
    "wige": 25,
    "rail": 250,
    "maglev": 250,
}
DIVISORS: Table[str, int] = Table("cost.vehicle.divisors", _DIVISORS, cite=FINAL)
"""The whole is multiplied by one and the tons by this, for each way of moving."""


class Changed(NamedTuple):
    """A change to the chassis: the flags of the equipment that makes it, and what it multiplies the whole by."""

    flags: tuple[str, ...]
    factor: Fraction


CHASSIS: Table[str, Changed] = Table(
    "cost.vehicle.chassis",
    {
        "flotation hull or sealing": Changed(("flotation_hull", "environmental_sealing"), Fraction(5, 4)),
        "off-road chassis": Changed(("off_road",), Fraction(6, 5)),
    },
    cite=FINAL,
)
"""What changes to the chassis multiply the whole by."""
TURRETS = ("TU", "FT")
HEAVY: Table[str, int] = Table(
    "cost.vehicle.heavy", {"hover": 50, "vtol": 30, "wige": 80, "others": 100}, cite=STRUCTURAL
)
"""The most tons of a vehicle by how it moves; what is heavier pays for a frame of twice the tons."""
SHIPS = ("naval", "submarine", "hydrofoil")
APART = frozenset({"heat_sink", "jump_jet", "umu"})


def vehicle_cost(rules: Ruleset, sheet: Sheet) -> CostSheet:
    """What a combat vehicle costs, as a worksheet."""
    plan = Plan(sheet, rules)
    factors = (*_by_motive(plan), *rules[omni_factor](plan), *_chassis(plan))
    loaded = (equipment_step(plan, APART), ammunition_step(plan))
    return CostSheet(structure(plan, PARTS), *loaded, factors, others=(bays_step(plan),))


def _by_motive(plan: Plan) -> Iterator[Term]:
    """One, and the tons by a number for the way of moving."""
    by = plan.rules[DIVISORS].get(plan.sheet.motive)
    if by:
        label = f"1 + tons / {by}, {plan.sheet.motive}"
        yield Term("cost.motive", 1 + exact(plan.sheet.tons) / by, label, FINAL)


def _chassis(plan: Plan) -> Iterator[Term]:
    """A chassis that floats, is sealed or leaves roads costs more."""
    for label, change in plan.rules[CHASSIS].rows.items():
        if plan.sheet.flagged(*change.flags):
            yield Term("cost.chassis", change.factor, label, FINAL)


@rule("cost.vehicle.structure", cite=STRUCTURAL)
def frame(plan: Plan) -> Iterable[Term]:
    """The frame by its tons: a tenth of the vehicle, a fifth of one too heavy for its way of moving."""
    sheet, heavy = plan.sheet, plan.rules[HEAVY]
    superheavy = sheet.motive not in SHIPS and sheet.tons > heavy.get(sheet.motive, heavy["others"])
    tons = plan.rounded(exact(sheet.tons) / (5 if superheavy else 10))
    yield from charged("structure", tons * plan.rules[FIGURES]["ton of structure"], "internal structure")


@rule("cost.vehicle.controls", cite=STRUCTURAL)
def controls(plan: Plan) -> Iterable[Term]:
    """Controls by their tons, a twentieth of the vehicle; a trailer has none."""
    if not plan.sheet.trailer and not plan.sheet.flagged("trailer"):
        tons = plan.rounded(exact(plan.sheet.tons) / 20)
        yield from charged("controls", tons * plan.rules[FIGURES]["ton of controls"], "controls")


@rule("cost.vehicle.lift", cite=STRUCTURAL)
def lifting(plan: Plan) -> Iterable[Term]:
    """What lifts it or lets it dive, by its tons: a tenth of the vehicle."""
    price = plan.rules[LIFTING].get(plan.sheet.motive, 0)
    label = "rotors" if plan.sheet.motive == "vtol" else "lift or dive equipment"
    yield from charged("lift", plan.rounded(exact(plan.sheet.tons) / 10) * price, label)


def drawing(plan: Plan) -> list[Mount]:
    """The weapons that draw on the engine: energy weapons but for those that burn fuel."""
    weapons = (mount for mount in plan.sheet.weapons if "energy" in mount.equipment.flags)
    return [mount for mount in weapons if not _burning(mount)]


def _burning(mount: Mount) -> bool:
    """Whether it is a chemical laser or a flamer with a tank."""
    flags = mount.equipment.flags
    return "chemical" in flags or ("flamer" in flags and mount.weapon is not None and bool(mount.weapon.ammunition))


@rule("cost.vehicle.heat_sinks", cite=STRUCTURAL)
def heat_sinks(plan: Plan) -> Iterable[Term]:
    """Single heat sinks for all heat of energy weapons, beyond those that come with the engine."""
    engine = plan.sheet.engine
    free = plan.rules[with_engine](plan.rules, engine) if engine else 0
    count = max(0, ceil(sum((mount.weapon.heat for mount in drawing(plan) if mount.weapon), start=0)) - free)
    yield from charged("heat_sinks", count * plan.rules[FIGURES]["heat sink"], f"{count} heat sinks")


@rule("cost.vehicle.amplifiers", cite=STRUCTURAL)
def amplifiers(plan: Plan) -> Iterable[Term]:
    """Without fusion or fission, power amplifiers of a tenth of the energy weapons' tons."""
    engine = plan.sheet.engine
    if engine is not None and not engine.kind.flags.isdisjoint(("fusion", "fission")):
        return
    tons = sum((item_tons(plan, mount) for mount in drawing(plan)), start=Fraction(0))
    price = plan.rules[FIGURES]["ton of amplifiers"]
    yield from charged("amplifiers", plan.rounded(tons / 10) * price, "power amplifiers")


def turret_loads(plan: Plan) -> Iterator[Fraction]:
    """The tons that stand in each turret, ammunition aside."""
    for code in TURRETS:
        inside = [mount for mount in plan.sheet.mounts if mount.location == code and mount.ammunition is None]
        yield sum((item_tons(plan, mount) for mount in inside), start=Fraction(0))


@rule("cost.vehicle.turrets", cite=STRUCTURAL)
def turrets(plan: Plan) -> Iterable[Term]:
    """A turret by its tons: a tenth of what stands in it."""
    for tons in turret_loads(plan):
        yield from charged("turret", plan.rounded(tons / 10) * plan.rules[FIGURES]["ton of a turret"], "turret")


PARTS: tuple[Rule[[Plan], Iterable[Term]], ...] = (
    frame,
    controls,
    engine_terms,
    lifting,
    jump_terms,
    heat_sinks,
    amplifiers,
    turrets,
    armour_terms,
)
"""What the structure of a vehicle is charged for."""

RULES = (
    FIGURES,
    LIFTING,
    DIVISORS,
    CHASSIS,
    HEAVY,
    frame,
    controls,
    lifting,
    heat_sinks,
    amplifiers,
    turrets,
)
