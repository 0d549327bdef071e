"""What a combat vehicle weighs, part by part. Each part is a rule of its own, so that a layer may change one."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.machine.tonnage import one, with_engine
from overheat.classic.construction.vehicle.plan import TURRETS, VEHICLE_WEIGHT, VehiclePlan, amount
from overheat.classic.construction.weights import (
    amplifier_tons,
    armour_points,
    armour_tons,
    engine_tons,
    exact,
    tons_of,
)
from overheat.classic.unit.sheet import Mount
from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

CHASSIS = TECH_MANUAL("Combat vehicles, design the chassis")
ENGINE = TECH_MANUAL("Combat vehicles, engines")
CONTROLS = TECH_MANUAL("Combat vehicles, controls")
LIFT = TECH_MANUAL("Combat vehicles, lift and dive equipment")
HEAT_SINKS = TECH_MANUAL("Combat vehicles, heat sinks")
ARMOUR = TECH_MANUAL("Combat vehicles, armour")
TURRET = TECH_MANUAL("Combat vehicles, turrets")
AMPLIFIERS = TECH_MANUAL("Combat vehicles, power amplifiers")
EQUIPMENT = TECH_MANUAL("Combat vehicles, weapons and equipment")
TRANSPORT = TECH_MANUAL("Combat vehicles, infantry compartments and cargo")
AMPHIBIOUS = TACTICAL_OPERATIONS("Amphibious vehicles", 302)
DRONES = TACTICAL_OPERATIONS("Drone operating systems", 306)

LIFTED = frozenset({"hover", "vtol", "wige", "hydrofoil", "submarine"})
"""What flies, floats on air or dives, and has a tenth of its weight for it."""

HEAT: Table[str, int] = Table(
    "construction.vehicle.heat", {"stealth armour": 10, "PPC capacitor": 5, "laser insulator": -1}, cite=HEAT_SINKS
)
"""The heat that heat sinks must take away besides that of weapons: of stealth armour, and for each capacitor and
insulator."""

SHARES: Table[str, Fraction] = Table(
    "construction.vehicle.shares",
    {"controls": Fraction(1, 20), "lift": Fraction(1, 10), "turret": Fraction(1, 10), "superheavy frame": Fraction(2)},
    cite=CHASSIS,
)
"""The share of a vehicle that controls and lift or dive equipment weigh, the share of what it holds that a turret does,
and what great weight makes of the weight of internal structure."""


@rule("construction.vehicle_weight.structure", cite=CHASSIS, slot=VEHICLE_WEIGHT)
def structure_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """Internal structure weighs a tenth of the vehicle, of a superheavy one a fifth."""
    kind = plan.sheet.structure
    if kind is None:
        return ()
    frame = plan.rules[SHARES]["superheavy frame"] if plan.superheavy else 1
    tons = plan.rounded(exact(plan.sheet.tons) * exact(kind.share) * frame)
    return one("construction.vehicle_weight.structure", tons, kind.name, CHASSIS)


@rule("construction.vehicle_weight.engine", cite=ENGINE, slot=VEHICLE_WEIGHT)
def engine_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """An engine weighs by its rating and kind, fusion half as much again for its shielding."""
    engine = plan.sheet.engine
    if engine is None:
        return ()
    label = f"{engine.kind.name} {engine.rating}"
    return one("construction.vehicle_weight.engine", engine_tons(plan), label, ENGINE)


@rule("construction.vehicle_weight.controls", cite=CONTROLS, slot=VEHICLE_WEIGHT)
def controls_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """Controls and crew weigh 5 in 100 of the vehicle; a trailer may go without."""
    if plan.blocks.get("hasNoControlSystems") == "1":
        return ()
    tons = plan.rounded(exact(plan.sheet.tons) * plan.rules[SHARES]["controls"])
    return one("construction.vehicle_weight.controls", tons, "controls", CONTROLS)


@rule("construction.vehicle_weight.lift", cite=LIFT, slot=VEHICLE_WEIGHT)
def lift_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """What lifts a hovercraft, hydrofoil or flying vehicle or lets a submarine dive weighs a tenth of it."""
    if plan.sheet.motive not in LIFTED:
        return ()
    tons = plan.rounded(exact(plan.sheet.tons) * plan.rules[SHARES]["lift"])
    return one("construction.vehicle_weight.lift", tons, "rotor, lift or dive equipment", LIFT)


def heat(plan: VehiclePlan) -> int:
    """The heat that a vehicle's heat sinks must take away: that of all its energy weapons, and of stealth armour.

    Chemical lasers and flamers that burn fuel cool themselves. A laser insulator saves a point, a PPC capacitor adds
    five.
    """
    made = sum(mount.weapon.heat for mount in plan.sheet.flagged("energy") if mount.weapon and _drawing(mount))
    heat = plan.rules[HEAT]
    made += heat["PPC capacitor"] * len(plan.sheet.flagged("ppc_capacitor"))
    made += heat["laser insulator"] * len(plan.sheet.flagged("laser_insulator"))
    armoured = any(place.armour_kind and "stealth" in place.armour_kind.flags for place in plan.sheet.locations)
    return ceil(made) + (heat["stealth armour"] if armoured else 0)


def _drawing(mount: Mount) -> bool:
    """Whether an energy weapon draws its power from the engine; what burns ammunition does not, but for plasma."""
    return mount.weapon is not None and (not mount.weapon.ammunition or "plasma" in mount.weapon.flags)


@rule("construction.vehicle_weight.heat_sinks", cite=HEAT_SINKS, slot=VEHICLE_WEIGHT)
def heat_sink_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """A vehicle has a heat sink of a ton for each point of heat of its energy weapons, beyond those of its engine."""
    engine = plan.sheet.engine
    free = plan.rules[with_engine](plan.rules, engine) if engine else 0
    extra = max(0, heat(plan) - free)
    return one("construction.vehicle_weight.heat_sinks", Fraction(extra), f"{extra} heat sinks", HEAT_SINKS)


@rule(
    "construction.vehicle_weight.amplifiers",
    cite=AMPLIFIERS,
    implements=("TO-319-chemical-lasers-construction",),
    slot=VEHICLE_WEIGHT,
)
def amplifier_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """Without fusion or fission, energy weapons need amplifiers of a tenth of their weight; chemical lasers do not."""
    if plan.powered_by("fusion", "fission"):
        return ()
    needing = [mount for mount in plan.sheet.flagged("energy") if _drawing(mount)]
    tons = amplifier_tons(plan, (*needing, *plan.sheet.flagged("ppc_capacitor")))
    return one("construction.vehicle_weight.amplifiers", tons, "power amplifiers", AMPLIFIERS)


@rule("construction.vehicle_weight.armour", cite=ARMOUR, slot=VEHICLE_WEIGHT)
def armour_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """Armour weighs its points by the points of a ton of its kind; all of it is rounded up to the half ton."""
    points = f"{armour_points(plan.sheet)} points of armour"
    return one("construction.vehicle_weight.armour", armour_tons(plan), points, ARMOUR)


def turret_tons(plan: VehiclePlan, code: str) -> Fraction:
    """What turns a turret: a tenth of what it holds but ammunition, rounded up to the half ton."""
    held = sum((tons_of(plan, mount) for mount in plan.inside(code)), start=Fraction(0))
    return plan.rounded(held * plan.rules[SHARES]["turret"])


def base_turret(plan: VehiclePlan, code: str) -> Fraction | None:
    """What the turret of an omni vehicle's chassis weighs, whatever is in it; None where the file does not say."""
    return amount(plan.blocks.get(TURRETS[code], "")) if plan.sheet.omni else None


@rule("construction.vehicle_weight.turret", cite=TURRET, slot=VEHICLE_WEIGHT)
def turret_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """A turret weighs a tenth of what it holds but ammunition; that of an omni vehicle what its chassis says."""
    terms: list[Term] = []
    for code in TURRETS:
        if code in plan.codes:
            stated = base_turret(plan, code)
            tons = turret_tons(plan, code) if stated is None else stated
            terms += one("construction.vehicle_weight.turret", tons, f"turret {code}", TURRET)
    return tuple(terms)


SEPARATE = frozenset({"heat_sink", "drone", "limited_amphibious", "fully_amphibious"})
"""What has a rule of its own for its weight."""


@rule(
    "construction.vehicle_weight.equipment",
    cite=EQUIPMENT,
    implements=("TO-376-fractional-accounting",),
    slot=VEHICLE_WEIGHT,
)
def equipment_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """Weapons, ammunition and all else weigh what they say, fractions rounded up; ammunition by half tons."""
    plain = [mount for mount in plan.load if mount.equipment.flags.isdisjoint(SEPARATE)]
    return tuple(_weighed(plan, mount, EQUIPMENT) for mount in plain)


def _weighed(plan: VehiclePlan, mount: Mount, cite: Cite) -> Term:
    item, tons = mount.equipment, tons_of(plan, mount)
    if mount.ammunition and mount.shots is not None:
        tons = plan.rounded(tons * Fraction(mount.shots, mount.ammunition.shots))
    return Term(f"construction.vehicle_weight.{item.id}", tons, f"{item.name} in {mount.location}", cite)


@rule("construction.vehicle_weight.amphibious", cite=AMPHIBIOUS, slot=VEHICLE_WEIGHT)
def amphibious_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """Swimming weighs a tenth of the vehicle, or a twenty-fifth if it is limited, rounded up to the half ton."""
    mounts = plan.sheet.flagged("limited_amphibious", "fully_amphibious")
    return tuple(_weighed(plan, mount, AMPHIBIOUS) for mount in mounts)


@rule(
    "construction.vehicle_weight.drone",
    cite=DRONES,
    implements=("TO-306-drone-os-construction",),
    slot=VEHICLE_WEIGHT,
)
def drone_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """A drone operating system weighs a tenth of the vehicle."""
    return tuple(_weighed(plan, mount, DRONES) for mount in plan.sheet.flagged("drone"))


@rule("construction.vehicle_weight.transport", cite=TRANSPORT, slot=VEHICLE_WEIGHT)
def transport_weight(plan: VehiclePlan) -> tuple[Term, ...]:
    """Room for soldiers and cargo weighs what it holds."""
    tons = sum((room.tons for room in plan.transports), start=Fraction(0))
    return one(
        "construction.vehicle_weight.transport", plan.rounded(tons), "infantry compartments and cargo", TRANSPORT
    )


RULES = (
    HEAT,
    SHARES,
    structure_weight,
    engine_weight,
    controls_weight,
    lift_weight,
    heat_sink_weight,
    amplifier_weight,
    armour_weight,
    turret_weight,
    equipment_weight,
    amphibious_weight,
    drone_weight,
    transport_weight,
)
