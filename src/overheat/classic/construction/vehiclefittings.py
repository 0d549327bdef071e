"""What equipment of a combat vehicle needs beside it, whose technology it is, and what may be in pods."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction import fittings, technology
from overheat.classic.construction.plan import Finding
from overheat.classic.construction.vehicleplan import VEHICLE, VehiclePlan
from overheat.classic.equipment import Armour, Structure
from overheat.kernel.rules import rule

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
    return tuple(
        Finding(
            id="construction.vehicle.ammunition_missing",
            severity="note",
            location=mount.location,
            reason=f"no ammunition for {mount.equipment.name} in {mount.location}",
            cite=AMMUNITION,
        )
        for mount in fittings.unfed(plan)
    )


@rule("construction.vehicle.ammunition_unused", cite=AMMUNITION, slot=VEHICLE)
def ammunition_unused(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Ammunition that no weapon takes is worth a note."""
    return tuple(
        Finding(
            id="construction.vehicle.ammunition_unused",
            severity="note",
            location=mount.location,
            reason=f"no weapon takes {mount.equipment.name} in {mount.location}",
            cite=AMMUNITION,
        )
        for mount in fittings.unused(plan)
    )


@rule("construction.vehicle.once", cite=EQUIPMENT, slot=VEHICLE)
def once(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Of some equipment a vehicle has one at most."""
    return tuple(
        Finding(
            id="construction.vehicle.once",
            location=found[1].location,
            reason=f"may have 1 {name}, found {len(found)}",
            cite=EQUIPMENT,
        )
        for name, found in fittings.twice(plan)
    )


@rule("construction.vehicle.rivals", cite=EQUIPMENT, slot=VEHICLE)
def rivals(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Some equipment does not go together: C3 of two networks, swimming in two ways."""
    pairs = list(fittings.clashing(plan))
    limited, fully = plan.sheet.flagged("limited_amphibious"), plan.sheet.flagged("fully_amphibious")
    if limited and fully:
        pairs.append((limited[0], fully[0], AMPHIBIOUS))
    return tuple(
        Finding(
            id="construction.vehicle.rivals",
            location=second.location,
            reason=f"{first.equipment.name} does not go with {second.equipment.name}",
            cite=cite,
        )
        for first, second, cite in pairs
    )


@rule("construction.vehicle.fire_control", cite=fittings.FIRE_CONTROL, slot=VEHICLE)
def fire_control(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Artemis stands beside the launcher it guides, one to each."""
    return tuple(
        Finding(
            id="construction.vehicle.fire_control",
            location=mount.location,
            reason=f"{mount.equipment.name} in {mount.location} has no launcher of its own there",
            cite=fittings.FIRE_CONTROL,
        )
        for flag in LINKED
        for mount in fittings.unserved(plan, flag)
    )


@rule(
    "construction.vehicle.capacitor",
    cite=fittings.CAPACITOR,
    implements=("TO-336-ppc-capacitor-turret",),
    slot=VEHICLE,
)
def capacitor(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A PPC capacitor stands beside its PPC, and in the turret if the PPC does."""
    return tuple(
        Finding(
            id="construction.vehicle.capacitor",
            location=mount.location,
            reason=f"PPC capacitor in {mount.location} has no PPC of its own there",
            cite=fittings.CAPACITOR,
        )
        for mount in fittings.unserved(plan, "ppc_capacitor")
    )


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
    return tuple(
        Finding(id="construction.vehicle.array", location=code, reason=reason, cite=fittings.ARRAYS)
        for code, reason in fittings.loose_arrays(plan)
    )


@rule("construction.vehicle.tech", cite=TECH_BASE, slot=VEHICLE)
def tech(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Only a vehicle of mixed technology has equipment of the other side."""
    return tuple(
        Finding(
            id="construction.vehicle.tech",
            location=location,
            reason=f"{item.name} is {item.tech} technology on a vehicle that is {plan.sheet.tech} and not mixed",
            cite=TECH_BASE,
        )
        for item, location in technology.of_others(plan)
    )


@rule("construction.vehicle.level", cite=technology.LEVELS, slot=VEHICLE)
def level(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Equipment beyond the rules level that the file states is worth a note; combustion engines are of every level."""
    return tuple(
        Finding(
            id="construction.vehicle.level",
            severity="note",
            location=place,
            reason=f"{item.name} is {item.level}; the file states level {plan.sheet.level}",
            cite=technology.LEVELS,
        )
        for item, place in technology.beyond(plan)
        if "combustion" not in item.flags
    )


@rule("construction.vehicle.pods", cite=technology.PODS, implements=("TO-275-pod-mounting",), slot=VEHICLE)
def pods(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Armour and structure stand in no pod, but modular armour may, and so may all else."""
    return tuple(
        Finding(
            id="construction.vehicle.pods",
            location=mount.location,
            reason=f"{mount.equipment.name} in {mount.location} may not be in a pod",
            cite=technology.PODS,
        )
        for mount in plan.sheet.mounts
        if mount.omnipod and isinstance(mount.equipment, Armour | Structure)
    )


@rule("construction.vehicle.pods_of_others", cite=OMNI, slot=VEHICLE)
def pods_of_others(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Only omni vehicles have pods."""
    return tuple(
        Finding(
            id="construction.vehicle.pods_of_others",
            location=mount.location,
            reason=f"{mount.equipment.name} in {mount.location} is in a pod, and the vehicle is no omni vehicle",
            cite=OMNI,
        )
        for mount in plan.sheet.mounts
        if mount.omnipod and not plan.sheet.omni
    )


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
    return tuple(
        Finding(
            id="construction.vehicle.armour_kind",
            location=place.code,
            reason=f"{place.armour_kind.name} on {place.code} is not made for vehicles",
            cite=ARMOUR,
        )
        for place in plan.sheet.locations
        if (kind := place.armour_kind) and (not kind.flags.isdisjoint(NOT_FOR_VEHICLES) or kind.id == OF_MACHINES)
    )


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
