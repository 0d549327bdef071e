"""What a fighter weighs, part by part; its structure weighs nothing."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.fighter.plan import FIGHTER_WEIGHT, FighterPlan
from overheat.classic.construction.machine.plan import ENGINES
from overheat.classic.construction.machine.tonnage import one, with_engine
from overheat.classic.construction.weights import WEIGHTS as GROUND_WEIGHTS
from overheat.classic.construction.weights import amplifier_tons, armour_points, armour_tons, exact, tons_of
from overheat.classic.unit.sheet import Mount
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

ENGINE = TECH_MANUAL("Fighters, engines")
CONTROLS = TECH_MANUAL("Fighters, cockpits and controls")
FUEL = TECH_MANUAL("Fighters, fuel")
HEAT_SINKS = TECH_MANUAL("Fighters, heat sinks")
ARMOUR = TECH_MANUAL("Fighters, armour")
EQUIPMENT = TECH_MANUAL("Fighters, weapons and equipment")
LIFT = TECH_MANUAL("Conventional fighters, VSTOL equipment")
AMPLIFIERS = TECH_MANUAL("Conventional fighters, power amplifiers")

COCKPITS: Table[str, Fraction] = Table(
    "construction.fighter.cockpits",
    {
        "Small Cockpit": Fraction(2),
        "Command Console": Fraction(6),
        "Primitive Cockpit": Fraction(5),
        "others": Fraction(3),
    },
    cite=CONTROLS,
)
"""Tons of the cockpits of fighters for space."""

WEIGHTS: Table[str, Fraction] = Table(
    "construction.fighter.weights",
    {
        "points of a ton of fuel": Fraction(80),
        "points of a ton of fuel in air": Fraction(160),
        "controls in air": Fraction(1, 10),
        "VSTOL equipment": Fraction(1, 20),
    },
    cite=FUEL,
)
"""The points of a ton of fuel, in space and for what flies in air alone, and the share of such a fighter that controls
and VSTOL equipment weigh."""


@rule("construction.fighter_weight.engine", cite=ENGINE, slot=FIGHTER_WEIGHT)
def engine_weight(plan: FighterPlan) -> tuple[Term, ...]:
    """An engine weighs by its rating and kind; fusion half as much again on what flies in air alone."""
    engine, tons = plan.sheet.engine, plan.rules[ENGINES].get(plan.rating)
    if engine is None or tons is None:
        return ()
    shielded = plan.conventional and plan.powered_by("fusion")
    shielding = plan.rules[GROUND_WEIGHTS]["shielding of fusion"] if shielded else 1
    weight = plan.rounded(exact(tons) * exact(engine.kind.weight_multiplier) * shielding)
    return one("construction.fighter_weight.engine", weight, f"{engine.kind.name} {plan.rating}", ENGINE)


@rule("construction.fighter_weight.controls", cite=CONTROLS, slot=FIGHTER_WEIGHT)
def controls_weight(plan: FighterPlan) -> tuple[Term, ...]:
    """A cockpit weighs 3 tons, others than the common one by their kind; in air alone controls are a tenth."""
    cockpits = plan.rules[COCKPITS]
    tons = cockpits.get(plan.sheet.cockpit, cockpits["others"])
    if plan.conventional:
        tons = plan.rounded(exact(plan.sheet.tons) * plan.rules[WEIGHTS]["controls in air"])
    return one("construction.fighter_weight.controls", tons, plan.sheet.cockpit or "controls", CONTROLS)


@rule("construction.fighter_weight.lift", cite=LIFT, slot=FIGHTER_WEIGHT)
def lift_weight(plan: FighterPlan) -> tuple[Term, ...]:
    """What lets a conventional fighter take off without a runway weighs a twentieth of it."""
    share = plan.rules[WEIGHTS]["VSTOL equipment"] if plan.conventional and plan.sheet.vstol else 0
    tons = plan.rounded(exact(plan.sheet.tons) * share)
    return one("construction.fighter_weight.lift", tons, "VSTOL equipment", LIFT)


@rule("construction.fighter_weight.fuel", cite=FUEL, slot=FIGHTER_WEIGHT)
def fuel_weight(plan: FighterPlan) -> tuple[Term, ...]:
    """A ton of fuel is 80 points, in air alone 160."""
    points = exact(plan.sheet.fuel or 0)
    tons = plan.rounded(points / points_of_fuel(plan))
    return one("construction.fighter_weight.fuel", tons, f"{float(points):g} points of fuel", FUEL)


def points_of_fuel(plan: FighterPlan) -> Fraction:
    """The points of a ton of fuel."""
    return plan.rules[WEIGHTS][f"points of a ton of fuel{' in air' if plan.conventional else ''}"]


def _drawing(mount: Mount) -> bool:
    """Whether a weapon draws its power from the engine; what burns ammunition does not, but for plasma."""
    return mount.weapon is not None and (not mount.weapon.ammunition or "plasma" in mount.weapon.flags)


def sinks(plan: FighterPlan) -> int:
    """How many heat sinks there are; in air alone as many as energy weapons need."""
    if plan.conventional:
        drawing = (mount.weapon for mount in plan.sheet.flagged("energy") if _drawing(mount))
        return ceil(sum((weapon.heat for weapon in drawing if weapon), start=0))
    return plan.sheet.heat_sinks.count if plan.sheet.heat_sinks else 0


@rule("construction.fighter_weight.heat_sinks", cite=HEAT_SINKS, slot=FIGHTER_WEIGHT)
def heat_sink_weight(plan: FighterPlan) -> tuple[Term, ...]:
    """Heat sinks beyond those that come with the engine weigh a ton each."""
    engine = plan.sheet.engine
    free = plan.rules[with_engine](plan.rules, engine) if engine else 0
    extra = max(0, sinks(plan) - free)
    return one("construction.fighter_weight.heat_sinks", Fraction(extra), f"{extra} more heat sinks", HEAT_SINKS)


@rule("construction.fighter_weight.armour", cite=ARMOUR, slot=FIGHTER_WEIGHT)
def armour_weight(plan: FighterPlan) -> tuple[Term, ...]:
    """Armour weighs its points by the points of a ton of its kind; all of it is rounded up to the half ton."""
    points = f"{armour_points(plan.sheet)} points of armour"
    return one("construction.fighter_weight.armour", armour_tons(plan), points, ARMOUR)


@rule("construction.fighter_weight.amplifiers", cite=AMPLIFIERS, slot=FIGHTER_WEIGHT)
def amplifier_weight(plan: FighterPlan) -> tuple[Term, ...]:
    """Without fusion or fission, energy weapons need amplifiers of a tenth of their weight."""
    if plan.powered_by("fusion", "fission"):
        return ()
    return one("construction.fighter_weight.amplifiers", amplifiers(plan), "power amplifiers", AMPLIFIERS)


def amplifiers(plan: FighterPlan) -> Fraction:
    """What the amplifiers weigh of the energy weapons that draw their power from the engine."""
    return amplifier_tons(plan, [mount for mount in plan.sheet.flagged("energy") if _drawing(mount)])


@rule("construction.fighter_weight.equipment", cite=EQUIPMENT, slot=FIGHTER_WEIGHT)
def equipment_weight(plan: FighterPlan) -> tuple[Term, ...]:
    """Weapons, ammunition and all else weigh what they say; ammunition by half tons."""
    return tuple(_weighed(plan, mount) for mount in plan.load)


def _weighed(plan: FighterPlan, mount: Mount) -> Term:
    item, tons = mount.equipment, tons_of(plan, mount)
    if mount.ammunition and mount.shots is not None:
        tons = plan.rounded(tons * Fraction(mount.shots, mount.ammunition.shots))
    return Term(f"construction.fighter_weight.{item.id}", tons, f"{item.name} in {mount.location}", EQUIPMENT)


RULES = (
    COCKPITS,
    WEIGHTS,
    engine_weight,
    controls_weight,
    lift_weight,
    fuel_weight,
    heat_sink_weight,
    armour_weight,
    amplifier_weight,
    equipment_weight,
)
