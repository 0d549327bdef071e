"""Prices that depend on the unit: what the entries of equipment write out as texts, worked out exactly.

A text is a product read like the rulebook: `1000 x engine rating x tons` multiplies a number, the unit's engine rating
and the item's own tons. `/ 75` at the end divides and `+ 5000` adds. A second case stands behind a semicolon with the
word for when it holds: `500 x tonnage; leg: 700 x tonnage`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.machine.plan import Plan, is_leg
from overheat.classic.construction.weights import engine_tons, exact, number, tons_of
from overheat.classic.unit.equipment import Weapon
from overheat.classic.unit.formulas import share
from overheat.classic.unit.sheet import Mount
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.rules.rule import Table, rule

EQUIPMENT = TECH_MANUAL("Costs, weapons and equipment", 282)

Measure = Callable[[Plan, Mount], Fraction]

_PRODUCT = re.compile(r"(?P<factors>[^/+;]+?)(?: / (?P<by>[0-9.]+))?(?: \+ (?P<plus>[0-9.]+))?")
_NUMBER = re.compile(r"[0-9.]+")


def item_tons(plan: Plan, mount: Mount) -> Fraction:
    """What an item weighs, also where only vehicles carry it."""
    tons = mount.equipment.tons
    own = plan.rules[ITEM_TONS].get(tons) if isinstance(tons, str) else None
    return tons_of(plan, mount) if own is None else own(plan, mount)


def _sponson_tons(plan: Plan, mount: Mount) -> Fraction:
    """All sponsons together weigh a tenth of what stands in them; each has its share of that."""
    inside = [other for other in plan.sheet.mounts if other.mounting == "sponson"]
    tons = sum((item_tons(plan, other) for other in inside), start=Fraction(0))
    return plan.rounded(tons / 10) / max(1, len(plan.sheet.flagged("sponson")))


def _robot_tons(plan: Plan, _: Mount) -> Fraction:
    """An improved robotic control system: seven in a hundred of the unit, one ton in the lightest."""
    tons = exact(plan.sheet.tons)
    return plan.rounded(tons * Fraction(7, 100)) if tons >= 10 else Fraction(1)


_ITEM_TONS: dict[str, Measure] = {
    "tons in all sponsons / 10, up to half tons, shared": _sponson_tons,
    "tonnage x 0.07, up to half tons; under 10 tons: 1": _robot_tons,
    "2 + drones / 2": lambda _, mount: 2 + exact(mount.size or 0) / 2,
}
ITEM_TONS: Table[str, Measure] = Table("cost.item_tons", _ITEM_TONS, cite=EQUIPMENT)
"""Weights that the construction of machines does not ask for."""


def _alike(plan: Plan, mount: Mount) -> Fraction:
    """How many of an item a unit has."""
    return Fraction(sum(other.equipment.id == mount.equipment.id for other in plan.sheet.mounts))


def _weapon_cost(plan: Plan, _: Mount) -> Fraction:
    """What all the unit's weapons cost."""
    weapons = (other for other in plan.sheet.mounts if isinstance(other.equipment, Weapon))
    return sum((plan.rules[item_cost](plan, other) for other in weapons), start=Fraction(0))


def _seats(plan: Plan, _: Mount) -> Fraction:
    """How many sit in the cockpit."""
    systems = plan.cockpit.systems if plan.cockpit else {}
    return Fraction(max(1, sum(held.get("cockpit", 0) for held in systems.values())))


_MEASURES: dict[str, Measure] = {
    "tonnage": lambda plan, _: exact(plan.sheet.tons),
    "tons": item_tons,
    "tons of the item": item_tons,
    "engine tons": lambda plan, _: engine_tons(plan),
    "engine rating": lambda plan, _: Fraction(plan.sheet.engine.rating if plan.sheet.engine else 0),
    "jump jets": _alike,
    "jump MP^2": lambda plan, _: Fraction(plan.sheet.jump**2),
    "metres": lambda plan, mount: number("metres", plan, mount),
    "size": lambda plan, mount: number("size", plan, mount),
    "seats": _seats,
    "weapon cost": _weapon_cost,
}
MEASURES: Table[str, Measure] = Table("cost.measures", _MEASURES, cite=EQUIPMENT)
"""What the texts measure."""

_CASES: dict[str, Callable[[Plan, Mount], bool]] = {
    "leg": lambda _, mount: is_leg(mount.location),
    "vehicle": lambda plan, _: plan.sheet.kind == "vehicle",
    "support vehicle": lambda plan, _: plan.sheet.kind == "support vehicle",
}
CASES: Table[str, Callable[[Plan, Mount], bool]] = Table("cost.cases", _CASES, cite=EQUIPMENT)
"""When a further case of a text holds."""


@rule("cost.item", cite=EQUIPMENT)
def item_cost(plan: Plan, mount: Mount) -> Fraction:
    """What a mounted item costs on its unit; ammunition of less than a full load, its share."""
    price = worked_out_cost(mount.equipment.cost, plan, mount)
    load = mount.ammunition
    return price * Fraction(mount.shots, load.shots) if load and mount.shots is not None else price


def worked_out_cost(value: float | str, plan: Plan, mount: Mount) -> Fraction:
    """A price of a mounted item, by its number or by its text."""
    if not isinstance(value, str):
        return exact(value)
    common = share(value)
    if common is not None:
        return common.of(plan.sheet.tons)
    usual, *others = value.split("; ")
    for case, _, text in (other.partition(": ") for other in others):
        holds = plan.rules[CASES].get(case)
        if holds is None:
            raise _unknown(value, mount)
        if holds(plan, mount):
            return _product(text, plan, mount)
    return _product(usual, plan, mount)


def _product(text: str, plan: Plan, mount: Mount) -> Fraction:
    """A product of numbers and measures, divided and added to as the text says."""
    found = _PRODUCT.fullmatch(text)
    if not found:
        raise _unknown(text, mount)
    price = Fraction(1)
    for factor in found["factors"].split(" x "):
        measure = plan.rules[MEASURES].get(factor)
        if _NUMBER.fullmatch(factor):
            price *= Fraction(factor)
        elif measure is not None:
            price *= measure(plan, mount)
        else:
            raise _unknown(text, mount)
    return price / Fraction(found["by"] or 1) + Fraction(found["plus"] or 0)


def _unknown(text: str, mount: Mount) -> RefusedError:
    return refuse("cost.formula", f"{mount.equipment.name}: no rule works out the price {text!r}", formula=text)


RULES = (ITEM_TONS, MEASURES, CASES, item_cost)
