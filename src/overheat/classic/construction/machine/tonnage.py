"""What a war machine weighs, part by part. Each part is a rule of its own, so that a layer may change one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from overheat.classic.books import INTERSTELLAR_OPERATIONS, TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.machine.plan import WEIGHT, Gyro, Plan
from overheat.classic.construction.weights import (
    IN_EACH,
    amplifier_tons,
    armour_points,
    armour_tons,
    engine_tons,
    exact,
    tons_of,
)
from overheat.classic.unit.sheet import Mount, Powerplant
from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

STRUCTURE = TECH_MANUAL("Internal structure", 46)
ENGINE = TECH_MANUAL("Engines", 49)
GYRO = TECH_MANUAL("Gyros", 50)
COCKPIT = TECH_MANUAL("Cockpits", 50)
HEAT_SINKS = TECH_MANUAL("Heat sinks", 53)
ARMOUR = TECH_MANUAL("Armour", 55)
EQUIPMENT = TECH_MANUAL("Weapons and equipment", 56)
AMPLIFIERS = TACTICAL_OPERATIONS("Non-fusion engines", 308)
COMPONENTS = TACTICAL_OPERATIONS("Armoured components", 282)
CONVERSION = INTERSTELLAR_OPERATIONS("Conversion equipment")
TALONS = TACTICAL_OPERATIONS("Talons", 288)
DRONES = TACTICAL_OPERATIONS("Drone operating systems", 306)
WING = TACTICAL_OPERATIONS("Partial wing", 292)

FREE_HEAT_SINKS: Table[str, int] = Table(
    "construction.free_heat_sinks", {"fusion": 10, "fission": 5, "fuel_cell": 1}, cite=HEAT_SINKS
)
"""Heat sinks that come with an engine and weigh nothing."""

HEAT_SINK_TONS: Table[str, Fraction] = Table(
    "construction.heat_sink_tons",
    {"single": Fraction(1), "double": Fraction(1), "laser": Fraction(1), "compact": Fraction(3, 2)},
    cite=HEAT_SINKS,
)
"""Tons of a heat sink by its kind."""

FRAMES: Table[str, Fraction] = Table(
    "construction.frame_weight", {"tripod": Fraction(11, 10), "superheavy": Fraction(2)}, cite=STRUCTURE
)
"""What three legs and great weight make of the weight of internal structure."""

CONVERTED: Table[str, Fraction] = Table(
    "construction.conversion_weight",
    {"lam": Fraction(1, 10), "quadvee": Fraction(1, 10), "bimodal": Fraction(3, 20)},
    cite=CONVERSION,
)
"""The share of a machine that changes its shape that its conversion equipment weighs, rounded up to whole tons."""


def one(id: str, tons: Fraction, label: str, cite: Cite) -> tuple[Term, ...]:
    """A single part of the weight, or nothing if it weighs nothing."""
    return (Term(id, tons, label, cite),) if tons else ()


@rule("construction.weight.structure", cite=STRUCTURE, slot=WEIGHT)
def structure_weight(plan: Plan) -> tuple[Term, ...]:
    """Internal structure weighs a share of the machine's tons, twice that above 100 tons, more with three legs."""
    kind = plan.sheet.structure
    if kind is None:
        return ()
    tons, frames = exact(plan.sheet.tons) * exact(kind.share), plan.rules[FRAMES]
    tons *= frames["superheavy"] if plan.superheavy else 1
    tons *= frames.get(plan.sheet.motive, Fraction(1))
    return one("construction.weight.structure", plan.rounded(tons), kind.name, STRUCTURE)


@rule("construction.weight.engine", cite=ENGINE, slot=WEIGHT)
def engine_weight(plan: Plan) -> tuple[Term, ...]:
    """An engine weighs what the table says for its rating, times what its kind says."""
    engine = plan.sheet.engine
    if engine is None:
        return ()
    return one("construction.weight.engine", engine_tons(plan), f"{engine.kind.name} {engine.rating}", ENGINE)


@rule("construction.weight.gyro", cite=GYRO, slot=WEIGHT)
def gyro_weight(plan: Plan) -> tuple[Term, ...]:
    """A gyro weighs a ton for each 100 of the engine's rating or fraction of it, times what its kind says."""
    engine, gyro = plan.sheet.engine, plan.gyro
    if engine is None or gyro is None:
        return ()
    tons = gyro_tons(plan, engine.rating, gyro)
    return one("construction.weight.gyro", tons, plan.sheet.gyro, GYRO)


def gyro_tons(plan: Plan, rating: int, gyro: Gyro) -> Fraction:
    """What a gyro for an engine weighs."""
    return plan.rounded(plan.rounded(Fraction(rating, 100), "up") * exact(gyro.times))


@rule("construction.weight.cockpit", cite=COCKPIT, slot=WEIGHT)
def cockpit_weight(plan: Plan) -> tuple[Term, ...]:
    """A cockpit weighs what its kind says."""
    cockpit = plan.cockpit
    return one("construction.weight.cockpit", exact(cockpit.tons), plan.sheet.cockpit, COCKPIT) if cockpit else ()


@rule("construction.with_engine", cite=HEAT_SINKS)
def with_engine(rules: Ruleset, engine: Powerplant) -> int:
    """An engine brings heat sinks that weigh nothing, by its kind: ten with fusion."""
    return next((count for flag, count in rules[FREE_HEAT_SINKS].rows.items() if flag in engine.kind.flags), 0)


def free_heat_sinks(plan: Plan) -> int:
    """How many heat sinks come with the engine and weigh nothing.

    Without fusion none come with it (TO 308), but for a few on industrial machines, as their own rules have it.
    """
    engine = plan.sheet.engine
    if engine is None or ("fusion" not in engine.kind.flags and not plan.industrial):
        return 0
    return plan.rules[with_engine](plan.rules, engine)


@rule("construction.weight.heat_sinks", cite=HEAT_SINKS, implements=("TO-308-nonfusion-mechs-b",), slot=WEIGHT)
def heat_sink_weight(plan: Plan) -> tuple[Term, ...]:
    """Heat sinks beyond those that come with the engine weigh a ton each, compact ones a ton and a half."""
    sinks = plan.sheet.heat_sinks
    if sinks is None:
        return ()
    extra = max(0, sinks.count - free_heat_sinks(plan))
    tons = extra * plan.rules[HEAT_SINK_TONS].get(sinks.kind, Fraction(1))
    return one("construction.weight.heat_sinks", Fraction(tons), f"{extra} more heat sinks", HEAT_SINKS)


@rule("construction.weight.armour", cite=ARMOUR, slot=WEIGHT)
def armour_weight(plan: Plan) -> tuple[Term, ...]:
    """Armour weighs its points by the points of a ton of its kind; all of it is rounded up to the half ton."""
    points = f"{armour_points(plan.sheet)} points of armour"
    return one("construction.weight.armour", armour_tons(plan), points, ARMOUR)


def weighed(plan: Plan, mounts: Iterable[Mount]) -> Iterator[Mount]:
    """The mounts to weigh: of what stands in each leg or location in part, only the first."""
    seen = set()
    for mount in mounts:
        slots = mount.equipment.slots
        if isinstance(slots, str) and IN_EACH in slots:
            if mount.equipment.id in seen:
                continue
            seen.add(mount.equipment.id)
        yield mount


SEPARATE = frozenset({"heat_sink", "talons", "drone", "partial_wing"})
"""What has a rule of its own for its weight."""


@rule("construction.weight.equipment", cite=EQUIPMENT, implements=("TO-376-fractional-accounting",), slot=WEIGHT)
def equipment_weight(plan: Plan) -> tuple[Term, ...]:
    """Weapons, ammunition and all else weigh what they say, fractions rounded up as they say."""
    mounts = [mount for mount in plan.sheet.mounts if mount.equipment.flags.isdisjoint(SEPARATE)]
    return tuple(_weighed_term(plan, mount, EQUIPMENT) for mount in weighed(plan, mounts))


def _weighed_term(plan: Plan, mount: Mount, cite: Cite) -> Term:
    item = mount.equipment
    return Term(f"construction.weight.{item.id}", tons_of(plan, mount), f"{item.name} in {mount.location}", cite)


def _flagged_terms(plan: Plan, flag: str, cite: Cite) -> tuple[Term, ...]:
    return tuple(_weighed_term(plan, mount, cite) for mount in weighed(plan, plan.sheet.flagged(flag)))


@rule("construction.weight.talons", cite=TALONS, implements=("TO-288-talons-construction",), slot=WEIGHT)
def talons_weight(plan: Plan) -> tuple[Term, ...]:
    """A machine's whole set of talons weighs a fifteenth of its tons, rounded up."""
    return _flagged_terms(plan, "talons", TALONS)


@rule("construction.weight.drone", cite=DRONES, implements=("TO-306-drone-os-construction",), slot=WEIGHT)
def drone_weight(plan: Plan) -> tuple[Term, ...]:
    """A drone operating system weighs a tenth of the machine."""
    return _flagged_terms(plan, "drone", DRONES)


@rule("construction.weight.partial_wing", cite=WING, implements=("TO-292-partial-wing-construction",), slot=WEIGHT)
def wing_weight(plan: Plan) -> tuple[Term, ...]:
    """A partial wing weighs 5 in 100 of the machine if of Clan make and 7 otherwise, rounded up to the half ton."""
    return _flagged_terms(plan, "partial_wing", WING)


@rule(
    "construction.weight.amplifiers",
    cite=AMPLIFIERS,
    implements=("TO-308-nonfusion-mechs-b", "TO-319-chemical-lasers-construction"),
    slot=WEIGHT,
)
def amplifier_weight(plan: Plan) -> tuple[Term, ...]:
    """Without fusion or fission, energy weapons need amplifiers of a tenth of their weight; chemical lasers do not."""
    engine = plan.sheet.engine
    if engine is None or not engine.kind.flags.isdisjoint(("fusion", "fission")):
        return ()
    powered = [mount for mount in plan.sheet.flagged("energy") if "chemical" not in mount.equipment.flags]
    needing = [mount for mount in powered if mount.equipment.id != "vehicle_flamer"]
    return one("construction.weight.amplifiers", amplifier_tons(plan, needing), "power amplifiers", AMPLIFIERS)


@rule(
    "construction.weight.armoured_components",
    cite=COMPONENTS,
    implements=("TO-282-armored-components-1",),
    slot=WEIGHT,
)
def component_armour_weight(plan: Plan) -> tuple[Term, ...]:
    """Armouring a component weighs half a ton for each slot; a cockpit or command console takes a whole ton."""
    armoured = [held.name for held in plan.held if held.part.armoured]
    tons = Fraction(len(armoured) + armoured.count("cockpit"), 2)
    return one("construction.weight.armoured_components", tons, "armoured components", COMPONENTS)


@rule("construction.weight.conversion", cite=CONVERSION, slot=WEIGHT)
def conversion_weight(plan: Plan) -> tuple[Term, ...]:
    """What lets a machine change its shape weighs a tenth of it; 15 in 100 if it has but two shapes and flies."""
    shape = "bimodal" if ("lam", "Bimodal") in plan.sheet.extra else plan.sheet.motive
    tons = plan.rounded(exact(plan.sheet.tons) * plan.rules[CONVERTED].get(shape, Fraction(0)), "up")
    return one("construction.weight.conversion", tons, "conversion equipment", CONVERSION)


RULES = (
    with_engine,
    FREE_HEAT_SINKS,
    HEAT_SINK_TONS,
    FRAMES,
    CONVERTED,
    structure_weight,
    engine_weight,
    gyro_weight,
    cockpit_weight,
    heat_sink_weight,
    armour_weight,
    equipment_weight,
    talons_weight,
    drone_weight,
    wing_weight,
    amplifier_weight,
    component_armour_weight,
    conversion_weight,
)
