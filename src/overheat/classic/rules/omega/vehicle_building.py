"""How vehicles of Omega are built: sections and their slots, structure, engines, turrets, and what they never carry."""

from __future__ import annotations

from fractions import Fraction

from overheat.classic.construction.findings import broken, found, wrong_places
from overheat.classic.construction.machine.plan import ENGINES as ENGINE_TONS
from overheat.classic.construction.machine.plan import Finding
from overheat.classic.construction.machine.tonnage import one, with_engine
from overheat.classic.construction.vehicle.frame import least_engine, locations, slots, structure_points
from overheat.classic.construction.vehicle.places import ammunition_place
from overheat.classic.construction.vehicle.plan import VEHICLE, VEHICLE_WEIGHT, VehiclePlan
from overheat.classic.construction.vehicle.tonnage import engine_weight, turret_weight
from overheat.classic.construction.weights import exact
from overheat.classic.rules.omega.vehicles import (
    BUILDING,
    FUEL,
    HARM,
    LIFE,
    NAMES,
    SECTIONS,
    SIDES,
    TOP,
    TURRET,
    sectioned,
    structure_of,
)
from overheat.classic.unit.sheet import Powerplant
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

POWER = Book("Omega Rules")("Vehicle construction, engines", 20)

SHARES: Table[str, Fraction] = Table(
    "omega.vehicle_shares",
    {"turret": Fraction(1, 20), "fuel": Fraction(1, 20), "life support": Fraction(1), "xl ice": Fraction(1, 2)},
    cite=BUILDING,
    implements=("OM-veh-turret-controls", "OM-veh-engine-crits"),
    where="overheat.classic.rules.omega.vehicle_building.SHARES",
)
"""The share of a vehicle that its turret and its fuel weigh, the tons of life support, and the share of the weight of
an engine that burns fuel which one of the light kind weighs."""

FORBIDDEN: Table[str, str] = Table(
    "omega.vehicles_without",
    {"jump_jet": "jump jets", "masc": "MASC", "tsm": "triple-strength myomer", "hatchet": "hatchets"},
    cite=BUILDING,
    implements=("OM-veh-prohibitions",),
    where="overheat.classic.rules.omega.vehicle_building.FORBIDDEN",
)
"""What no vehicle carries, by its flag."""


@rule("omega.vehicle_locations", cite=BUILDING, implements=("OM-veh-sections",), slot=VEHICLE)
def five_sections(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A vehicle with sections has a front, a rear, two sides, and a turret or a top."""
    if not sectioned(plan.sheet):
        return plan.rules.below(five_sections)(plan)
    top = TURRET if TURRET in plan.codes else TOP
    return found("omega.vehicle_locations", BUILDING, wrong_places({*SIDES, top}, set(plan.codes), "such a vehicle"))


@rule("omega.vehicle_structure_points", cite=BUILDING, implements=("OM-veh-structure",), slot=VEHICLE)
def structure_by_section(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A side has a fifth of the tons in points of structure, every other section three tenths."""
    if not sectioned(plan.sheet):
        return plan.rules.below(structure_by_section)(plan)
    wanted = {
        place.code: structure_of(plan.rules, plan.sheet.tons, NAMES[place.code]) for place in plan.sheet.locations
    }
    reasons = (
        (place.code, f"{place.code} has {wanted[place.code]} points of structure, found {place.structure}")
        for place in plan.sheet.locations
        if place.structure != wanted[place.code]
    )
    return found("omega.vehicle_structure_points", BUILDING, reasons)


@rule("omega.vehicle_slots", cite=BUILDING, implements=("OM-veh-sections",), slot=VEHICLE)
def twelve_slots(plan: VehiclePlan) -> tuple[Finding, ...]:
    """All that a section holds fits into its twelve slots."""
    if not sectioned(plan.sheet):
        return plan.rules.below(twelve_slots)(plan)
    reasons = [
        (place.code, f"{place.code} has {plan.rules[SECTIONS][NAMES[place.code]]} slots, found {len(place.slots)}")
        for place in plan.sheet.locations
        if len(place.slots) > plan.rules[SECTIONS][NAMES[place.code]]
    ]
    reasons += [
        (mount.location, f"there is no room for {mount.equipment.name}")
        for mount in plan.sheet.mounts
        if isinstance(mount.equipment.slots, int) and mount.slots < mount.equipment.slots
    ]
    return found("omega.vehicle_slots", BUILDING, reasons)


@rule("omega.ammunition_anywhere", cite=BUILDING, slot=VEHICLE)
def ammunition_anywhere(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Ammunition lies in any section."""
    return () if sectioned(plan.sheet) else plan.rules.below(ammunition_anywhere)(plan)


@rule("omega.any_hover_engine", cite=BUILDING, implements=("OM-veh-hover-engine",))
def any_hover_engine(plan: VehiclePlan) -> Fraction:
    """The engine of a hovercraft may be as light as it is."""
    return Fraction(0)


@rule("omega.energy_needs_fusion", cite=POWER, implements=("OM-veh-energy-weapons",), slot=VEHICLE)
def energy_needs_fusion(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Only vehicles with a fusion engine carry energy weapons."""
    if plan.powered_by("fusion") or not sectioned(plan.sheet):
        return ()
    reasons = (
        (mount.location, f"{mount.equipment.name} needs a fusion engine") for mount in plan.sheet.flagged("energy")
    )
    return found("omega.energy_needs_fusion", POWER, reasons)


@rule("omega.never_on_vehicles", cite=BUILDING, implements=("OM-veh-prohibitions",), slot=VEHICLE)
def never_on_vehicles(plan: VehiclePlan) -> tuple[Finding, ...]:
    """No vehicle has jump jets, MASC, triple-strength myomer or hatchets, and none is an omni vehicle."""
    if not sectioned(plan.sheet):
        return ()
    rows = plan.rules[FORBIDDEN].rows
    reasons = [
        (mount.location, f"no vehicle carries {words}")
        for flag, words in rows.items()
        for mount in plan.sheet.flagged(flag)
    ]
    omni = broken("omega.never_on_vehicles", BUILDING, "there are no omni vehicles", when=plan.sheet.omni)
    return (*found("omega.never_on_vehicles", BUILDING, reasons), *omni)


@rule("omega.vehicle_engine_weight", cite=POWER, implements=("OM-veh-engine-crits",), slot=VEHICLE_WEIGHT)
def engine_without_shielding(plan: VehiclePlan) -> tuple[Term, ...]:
    """An engine weighs by its rating and kind, one that burns fuel twice as much as fusion, with no shielding."""
    engine = plan.sheet.engine
    if engine is None or not sectioned(plan.sheet):
        return plan.rules.below(engine_without_shielding)(plan)
    tons = plan.rounded(exact(plan.rules[ENGINE_TONS].get(engine.rating, 0)) * exact(engine.kind.weight_multiplier))
    return one("construction.vehicle_weight.engine", tons, f"{engine.kind.name} {engine.rating}", POWER)


@rule("omega.vehicle_turret_weight", cite=BUILDING, implements=("OM-veh-turret-controls",), slot=VEHICLE_WEIGHT)
def turret_share(plan: VehiclePlan) -> tuple[Term, ...]:
    """A turret weighs a twentieth of the vehicle, whatever is in it."""
    if not sectioned(plan.sheet):
        return plan.rules.below(turret_share)(plan)
    tons = plan.rounded(exact(plan.sheet.tons) * plan.rules[SHARES]["turret"]) if TURRET in plan.codes else Fraction(0)
    return one("construction.vehicle_weight.turret", tons, "turret", BUILDING)


@rule("omega.fuel_weight", cite=POWER, implements=("OM-veh-engine-crits",), slot=VEHICLE_WEIGHT)
def fuel_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """The fuel of an engine that burns it weighs a twentieth of the vehicle."""
    burns = any(line == FUEL for place in plan.sheet.locations for line in place.slots)
    tons = plan.rounded(exact(plan.sheet.tons) * plan.rules[SHARES]["fuel"]) if burns else Fraction(0)
    return one("omega.fuel_weight", tons, "fuel", POWER)


@rule("omega.life_support_weight", cite=BUILDING, implements=("OM-veh-turret-controls",), slot=VEHICLE_WEIGHT)
def life_support_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """Life support weighs a ton."""
    there = any(line == LIFE for place in plan.sheet.locations for line in place.slots)
    return one(
        "omega.life_support_weight", plan.rules[SHARES]["life support"] if there else Fraction(0), LIFE, BUILDING
    )


@rule("omega.sinks_of_any_engine", cite=POWER, implements=("OM-veh-ice-damage",))
def sinks_of_any_engine(rules: Ruleset, engine: Powerplant) -> int:
    """An engine that burns fuel has as many heat sinks built in as fusion of the same rating."""
    if "combustion" not in engine.kind.flags:
        return rules.below(sinks_of_any_engine)(rules, engine)
    return engine.rating // rules[HARM]["sinks for each"]


LAYER = Layer(
    "omega_vehicle_building",
    title="How vehicles are built",
    group="Omega",
    cite=BUILDING,
    needs=("classic", "omega_vehicles"),
    add=(SHARES, FORBIDDEN, energy_needs_fusion, never_on_vehicles, fuel_weight, life_support_weight),
    change=(
        locations.wrapped_in(five_sections),
        structure_points.wrapped_in(structure_by_section),
        slots.wrapped_in(twelve_slots),
        ammunition_place.wrapped_in(ammunition_anywhere),
        least_engine.replaced_by(any_hover_engine),
        engine_weight.wrapped_in(engine_without_shielding),
        turret_weight.wrapped_in(turret_share),
        with_engine.wrapped_in(sinks_of_any_engine),
    ),
)
