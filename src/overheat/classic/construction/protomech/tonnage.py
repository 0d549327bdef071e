"""What a protomech weighs, part by part, to the kilogram."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.machine.plan import ENGINES
from overheat.classic.construction.machine.tonnage import one
from overheat.classic.construction.protomech.plan import LIMITS, PROTOMECH_WEIGHT, ProtomechPlan
from overheat.classic.construction.weights import exact
from overheat.classic.unit.equipment import Armour
from overheat.classic.unit.sheet import Mount
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

CHASSIS = TECH_MANUAL("Protomechs, chassis")
ENGINE = TECH_MANUAL("Protomechs, engines")
HEAT_SINKS = TECH_MANUAL("Protomechs, heat sinks")
ARMOUR = TECH_MANUAL("Protomechs, armour")
EQUIPMENT = TECH_MANUAL("Protomechs, weapons and equipment")
MUNITIONS = TACTICAL_OPERATIONS("Missile munitions", 367)

WEIGHTS: Table[str, Fraction] = Table(
    "construction.protomech.weights",
    {
        "structure": Fraction(1, 10),
        "cockpit": Fraction(1, 2),
        "ultraheavy cockpit": Fraction(3, 4),
        "engine for each point of rating": Fraction(1, 40),
        "heat sink": Fraction(1, 4),
    },
    cite=CHASSIS,
)
"""The share of a protomech that its structure weighs, and the tons of its parts."""


@rule("construction.protomech_weight.structure", cite=CHASSIS, slot=PROTOMECH_WEIGHT)
def structure_weight(plan: ProtomechPlan) -> tuple[Term, ...]:
    """Internal structure weighs a tenth of the protomech."""
    tons = exact(plan.sheet.tons) * plan.rules[WEIGHTS]["structure"]
    return one("construction.protomech_weight.structure", tons, "structure", CHASSIS)


@rule("construction.protomech_weight.engine", cite=ENGINE, slot=PROTOMECH_WEIGHT)
def engine_weight(plan: ProtomechPlan) -> tuple[Term, ...]:
    """A small engine weighs 25 kilograms for each point of its rating, one above 40 as the table says."""
    small = plan.rating <= plan.rules[LIMITS]["rating of any step up to"]
    tabled = None if small else plan.rules[ENGINES].get(plan.rating)
    each = plan.rules[WEIGHTS]["engine for each point of rating"]
    tons = plan.rating * each if tabled is None else exact(tabled)
    return one("construction.protomech_weight.engine", tons, f"engine {plan.rating}", ENGINE)


@rule("construction.protomech_weight.cockpit", cite=CHASSIS, slot=PROTOMECH_WEIGHT)
def cockpit_weight(plan: ProtomechPlan) -> tuple[Term, ...]:
    """A cockpit weighs half a ton, of an ultraheavy protomech three quarters."""
    tons = plan.rules[WEIGHTS]["ultraheavy cockpit" if plan.ultraheavy else "cockpit"]
    return one("construction.protomech_weight.cockpit", tons, "cockpit", CHASSIS)


@rule("construction.protomech_weight.heat_sinks", cite=HEAT_SINKS, slot=PROTOMECH_WEIGHT)
def heat_sink_weight(plan: ProtomechPlan) -> tuple[Term, ...]:
    """A heat sink of a quarter ton for each point of heat of the energy weapons that draw on the engine."""
    drawing = [mount.weapon for mount in plan.sheet.flagged("energy") if mount.weapon and not mount.weapon.ammunition]
    heat = ceil(sum((weapon.heat for weapon in drawing), start=0))
    tons = heat * plan.rules[WEIGHTS]["heat sink"]
    return one("construction.protomech_weight.heat_sinks", tons, f"{heat} heat sinks", HEAT_SINKS)


@rule("construction.protomech_weight.armour", cite=ARMOUR, slot=PROTOMECH_WEIGHT)
def armour_weight(plan: ProtomechPlan) -> tuple[Term, ...]:
    """A point of armour weighs by its kind, in whole kilograms."""
    places = [place for place in plan.sheet.locations if place.armour and place.armour_kind]
    kilograms = (place.armour * round(1000 / place.armour_kind.points_per_ton) for place in places if place.armour_kind)
    points = sum(place.armour for place in places)
    return one("construction.protomech_weight.armour", Fraction(sum(kilograms), 1000), f"{points} points", ARMOUR)


@rule("construction.protomech_weight.equipment", cite=EQUIPMENT, slot=PROTOMECH_WEIGHT)
def equipment_weight(plan: ProtomechPlan) -> tuple[Term, ...]:
    """Weapons and equipment weigh what they say; ammunition by the shot, in whole kilograms."""
    weighs = plan.rules[shots_weight]
    return tuple(
        Term(
            f"construction.protomech_weight.{mount.equipment.id}", weighs(plan, mount), mount.equipment.name, EQUIPMENT
        )
        for mount in plan.sheet.mounts
        if not isinstance(mount.equipment, Armour)
    )


@rule("construction.protomech_weight.shots", cite=MUNITIONS, implements=("TO-367-missile-munitions-proto",))
def shots_weight(plan: ProtomechPlan, mount: Mount) -> Fraction:
    """Shots weigh their part of a ton each, so that only munitions of which a ton holds fewer weigh more."""
    whole, load = plan.item_tons(mount), mount.ammunition
    if load is None or mount.shots is None:
        return whole
    return Fraction(floor(whole / load.shots * 1000) * mount.shots, 1000)


RULES = (
    WEIGHTS,
    structure_weight,
    engine_weight,
    cockpit_weight,
    heat_sink_weight,
    armour_weight,
    equipment_weight,
    shots_weight,
)
