"""What equipment of a combat vehicle needs beside it, whose technology it is, and what may be in pods."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.findings import found, told
from overheat.classic.construction.machine import fittings, technology
from overheat.classic.construction.machine.plan import Finding
from overheat.classic.construction.vehicle.plan import VEHICLE, VehiclePlan
from overheat.classic.unit.equipment import Armour, Structure
from overheat.kernel.rules.rule import rule

AMMUNITION = TECH_MANUAL("Combat vehicles, ammunition")
EQUIPMENT = TECH_MANUAL("Combat vehicles, weapons and equipment")
TECH_BASE = TECH_MANUAL("Technology base", 21)
OMNI = TECH_MANUAL("Combat vehicles, omni technology")
ARMOUR = TECH_MANUAL("Combat vehicles, armour")

AMPHIBIOUS = TACTICAL_OPERATIONS("Amphibious vehicles", 302)
NOT_FOR_VEHICLES = technology.FOREIGN | {"impact_resistant", "heat_dissipating"}
"""Armour that no vehicle wears, by its flags."""
OF_MACHINES = "stealth_armour"
"""Stealth armour in the make of war machines; vehicles have one of their own."""

LINKED = ("artemis_iv", "artemis_v")


@rule("construction.vehicle.ammunition_missing", cite=AMMUNITION, slot=VEHICLE)
def ammunition_missing(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A weapon that needs ammunition and has none is worth a note."""
    reasons = (
        (mount.location, f"no ammunition for {mount.equipment.name} in {mount.location}")
        for mount in fittings.unfed(plan)
    )
    return told("construction.vehicle.ammunition_missing", AMMUNITION, reasons)


@rule("construction.vehicle.ammunition_unused", cite=AMMUNITION, slot=VEHICLE)
def ammunition_unused(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Ammunition that no weapon takes is worth a note."""
    reasons = (
        (mount.location, f"no weapon takes {mount.equipment.name} in {mount.location}")
        for mount in fittings.unused(plan)
    )
    return told("construction.vehicle.ammunition_unused", AMMUNITION, reasons)


@rule("construction.vehicle.once", cite=EQUIPMENT, slot=VEHICLE)
def once(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Of some equipment a vehicle has one at most."""
    reasons = ((there[1].location, f"may have 1 {name}, found {len(there)}") for name, there in fittings.twice(plan))
    return found("construction.vehicle.once", EQUIPMENT, reasons)


@rule("construction.vehicle.rivals", cite=EQUIPMENT, slot=VEHICLE)
def rivals(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Some equipment does not go together: C3 of two networks, swimming in two ways."""
    pairs = list(fittings.clashing(plan))
    limited, fully = plan.sheet.flagged("limited_amphibious"), plan.sheet.flagged("fully_amphibious")
    if limited and fully:
        pairs.append((limited[0], fully[0], AMPHIBIOUS))
    return fittings.clashes("construction.vehicle.rivals", pairs)


@rule("construction.vehicle.fire_control", cite=fittings.FIRE_CONTROL, slot=VEHICLE)
def fire_control(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Artemis stands beside the launcher it guides, one to each."""
    reasons = (
        (mount.location, f"{mount.equipment.name} in {mount.location} has no launcher of its own there")
        for flag in LINKED
        for mount in fittings.unserved(plan, flag)
    )
    return found("construction.vehicle.fire_control", fittings.FIRE_CONTROL, reasons)


@rule(
    "construction.vehicle.capacitor",
    cite=fittings.CAPACITOR,
    implements=("TO-336-ppc-capacitor-turret",),
    slot=VEHICLE,
)
def capacitor(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A PPC capacitor stands beside its PPC, and in the turret if the PPC does."""
    reasons = (
        (mount.location, f"PPC capacitor in {mount.location} has no PPC of its own there")
        for mount in fittings.unserved(plan, "ppc_capacitor")
    )
    return found("construction.vehicle.capacitor", fittings.CAPACITOR, reasons)


@rule("construction.vehicle.stealth", cite=fittings.STEALTH, slot=VEHICLE)
def stealth(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Stealth armour needs an ECM suite."""
    if not fittings.unhidden(plan):
        return ()
    reason = "stealth armour needs an ECM suite, found none"
    return (Finding(id="construction.vehicle.stealth", reason=reason, cite=fittings.STEALTH),)


@rule("construction.vehicle.array", cite=fittings.ARRAYS, slot=VEHICLE)
def array(plan: VehiclePlan) -> tuple[Finding, ...]:
    """An array links two to four machine guns of its own kind in its own location."""
    return found("construction.vehicle.array", fittings.ARRAYS, fittings.loose_arrays(plan))


@rule("construction.vehicle.tech", cite=TECH_BASE, slot=VEHICLE)
def tech(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Only a vehicle of mixed technology has equipment of the other side."""
    return found("construction.vehicle.tech", TECH_BASE, technology.of_others(plan, "vehicle"))


@rule("construction.vehicle.level", cite=technology.LEVELS, slot=VEHICLE)
def level(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Equipment beyond the rules level that the file states is worth a note; combustion engines are of every level."""
    return told("construction.vehicle.level", technology.LEVELS, technology.too_advanced(plan))


@rule("construction.vehicle.pods", cite=technology.PODS, implements=("TO-275-pod-mounting",), slot=VEHICLE)
def pods(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Armour and structure stand in no pod, but modular armour may, and so may all else."""
    reasons = (
        (mount.location, f"{mount.equipment.name} in {mount.location} may not be in a pod")
        for mount in plan.sheet.mounts
        if mount.omnipod and isinstance(mount.equipment, Armour | Structure)
    )
    return found("construction.vehicle.pods", technology.PODS, reasons)


@rule("construction.vehicle.pods_of_others", cite=OMNI, slot=VEHICLE)
def pods_of_others(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Only omni vehicles have pods."""
    reasons = (
        (mount.location, f"{mount.equipment.name} in {mount.location} is in a pod, and the vehicle is no omni vehicle")
        for mount in plan.sheet.mounts
        if mount.omnipod and not plan.sheet.omni
    )
    return found("construction.vehicle.pods_of_others", OMNI, reasons)


@rule(
    "construction.vehicle.hardened_omni",
    cite=technology.ARMOUR,
    implements=("TO-280-armor-construction",),
    slot=VEHICLE,
)
def hardened_omni(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Omni vehicles wear no hardened armour."""
    hardened = any(place.armour_kind and "hardened" in place.armour_kind.flags for place in plan.sheet.locations)
    if not (plan.sheet.omni and hardened):
        return ()
    reason = "hardened armour on an omni vehicle"
    return (Finding(id="construction.vehicle.hardened_omni", reason=reason, cite=technology.ARMOUR),)


@rule("construction.vehicle.armour_kind", cite=ARMOUR, slot=VEHICLE)
def armour_kind(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Armour made for other kinds of unit is not worn; stealth armour has a make of its own for vehicles."""
    reasons = (
        (place.code, f"{place.armour_kind.name} on {place.code} is not made for vehicles")
        for place in plan.sheet.locations
        if (kind := place.armour_kind) and (not kind.flags.isdisjoint(NOT_FOR_VEHICLES) or kind.id == OF_MACHINES)
    )
    return found("construction.vehicle.armour_kind", ARMOUR, reasons)


RULES = (
    ammunition_missing,
    ammunition_unused,
    once,
    rivals,
    fire_control,
    capacitor,
    stealth,
    array,
    tech,
    level,
    pods,
    pods_of_others,
    hardened_omni,
    armour_kind,
)
