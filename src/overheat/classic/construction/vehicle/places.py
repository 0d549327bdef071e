"""Where equipment may stand on a combat vehicle, and which equipment goes with which way of moving, or with none."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.machine.plan import Finding
from overheat.classic.construction.vehicle.plan import OF_OTHERS, TURRETS, VEHICLE, VehiclePlan
from overheat.classic.construction.vehicle.tonnage import base_turret, turret_tons
from overheat.classic.unit.sheet import Mount
from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import rule

PLACES = TECH_MANUAL("Combat vehicles, weapons and equipment")
TURRET = TECH_MANUAL("Combat vehicles, turrets")
OMNI = TECH_MANUAL("Combat vehicles, omni technology")
HEAT_SINKS = TECH_MANUAL("Combat vehicles, heat sinks")
SPONSONS = TACTICAL_OPERATIONS("Vehicular sponson turrets", 347)
MAST = TACTICAL_OPERATIONS("VTOL mast mount", 350)
BOOBY_TRAP = TACTICAL_OPERATIONS("Booby traps", 296)
MINESWEEPER = TACTICAL_OPERATIONS("Minesweeper", 326)
JUMP_JETS = TACTICAL_OPERATIONS("Vehicular jump jets")

NOT_IN_TURRETS = frozenset(
    {"jump_jet", "minesweeper", "bulldozer", "chassis", "supercharger", "sponson", "jet_booster"}
)
"""What belongs to the hull."""

ON_MASTS = frozenset({"ecm", "probe", "c3_slave", "c3i", "recon_camera"})
"""Electronics that a mast mount lifts above the rotor."""

NOT_ON_MASTS = frozenset({"tag", "c3_master", "c3_emergency_master"})
"""Electronics that stay below."""

BROADSIDE = ("RS", "LS", "FRRS", "FRLS", "RRRS", "RRLS")
"""The sides that have sponsons."""

GROUND = frozenset({"tracked", "wheeled"})
MOVING = {
    "jet_booster": frozenset({"vtol"}),
    "mast_mount": frozenset({"vtol"}),
    "limited_amphibious": GROUND,
    "fully_amphibious": GROUND,
    "bulldozer": GROUND,
    "dune_buggy": frozenset({"wheeled"}),
    "flotation_hull": frozenset({"hover", "vtol", "wige"}),
    "supercharger": frozenset({"tracked", "wheeled", "hover", "wige", "naval", "hydrofoil", "submarine"}),
    "jump_jet": frozenset({"tracked", "wheeled", "hover", "wige"}),
}
"""How a vehicle moves that has some equipment, by its flag."""

MACHINES_ONLY = frozenset(
    {"masc", "tsm", "industrial_tsm", "super_cooled_myomer", "aes", "partial_wing", "mechanical_jump_booster", "umu"}
    | {"hatchet", "sword", "retractable_blade", "mace", "lance", "chain_whip", "flail", "claw", "talons", "vibroblade"}
    | {"shield", "spikes", "ram_plate", "shoulder_turret", "head_turret", "quad_turret", "tracks", "wheels", "mass"}
    | {"null_signature", "void_signature", "chameleon", "radical_heat_sink", "coolant_pod", "improved_jump_jet"}
)
"""What only war machines have: muscle and what it wields, and what depends on their heat."""


def _at(id: str, mount: Mount, reason: str, cite: Cite) -> Finding:
    return Finding(id=id, location=mount.location, reason=reason, cite=cite)


@rule("construction.vehicle.place", cite=PLACES, slot=VEHICLE)
def place(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Everything stands in a location that the vehicle has: without a turret, nothing stands in one."""
    return tuple(
        _at("construction.vehicle.place", mount, f"{mount.equipment.name} is in {mount.location}, found none", PLACES)
        for mount in plan.sheet.mounts
        if mount.location not in plan.codes
    )


@rule("construction.vehicle.weapon_place", cite=PLACES, slot=VEHICLE)
def weapon_place(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Weapons stand on the sides and in turrets, not inside the body or on the rotor."""
    return tuple(
        _at("construction.vehicle.weapon_place", mount, f"{mount.equipment.name} fires from {mount.location}", PLACES)
        for mount in plan.sheet.weapons
        if mount.location in ("BD", "RO")
    )


@rule("construction.vehicle.ammunition_place", cite=PLACES, slot=VEHICLE)
def ammunition_place(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Ammunition is kept in the body."""
    return tuple(
        _at(
            "construction.vehicle.ammunition_place",
            mount,
            f"{mount.equipment.name} is in {mount.location}, not in the body",
            PLACES,
        )
        for mount in plan.sheet.mounts
        if mount.ammunition and mount.location != "BD"
    )


@rule("construction.vehicle.turret", cite=TURRET, slot=VEHICLE)
def turret(plan: VehiclePlan) -> tuple[Finding, ...]:
    """What belongs to the hull is in no turret, and what flies by a rotor has one at most, below its chin."""
    findings = [
        _at("construction.vehicle.turret", mount, f"{mount.equipment.name} may not be in a turret", TURRET)
        for mount in plan.sheet.mounts
        if mount.location in TURRETS and not mount.equipment.flags.isdisjoint(NOT_IN_TURRETS)
    ]
    if plan.sheet.motive == "vtol" and set(TURRETS) <= set(plan.codes):
        reason = "may have 1 turret below its chin, found 2"
        findings.append(Finding(id="construction.vehicle.turret", location="FT", reason=reason, cite=TURRET))
    return tuple(findings)


@rule("construction.vehicle.turret_capacity", cite=OMNI, slot=VEHICLE)
def turret_capacity(plan: VehiclePlan) -> tuple[Finding, ...]:
    """The turret of an omni vehicle's chassis turns no more than ten times what it weighs."""
    findings = []
    for code in TURRETS:
        stated, needed = base_turret(plan, code), turret_tons(plan, code)
        if stated is not None and needed > stated:
            reason = f"turret {code} of {float(stated):g} tons holds what needs one of {float(needed):g}"
            findings.append(Finding(id="construction.vehicle.turret_capacity", location=code, reason=reason, cite=OMNI))
    return tuple(findings)


@rule("construction.vehicle.sponson", cite=SPONSONS, slot=VEHICLE)
def sponson(plan: VehiclePlan) -> tuple[Finding, ...]:
    """What is in a sponson stands on a broadside of a vehicle that has sponsons."""
    held = [mount for mount in plan.sheet.mounts if mount.mounting == "sponson"]
    equipped = bool(plan.sheet.flagged("sponson"))
    return tuple(
        _at(
            "construction.vehicle.sponson",
            mount,
            f"{mount.equipment.name} is in a sponson in {mount.location}, found none there",
            SPONSONS,
        )
        for mount in held
        if not equipped or mount.location not in BROADSIDE
    )


def _off_mast(plan: VehiclePlan) -> Iterator[Mount]:
    """What is wrong above the rotor, or is a mast anywhere else."""
    mast = any("mast_mount" in mount.equipment.flags for mount in plan.here("RO"))
    for mount in plan.sheet.mounts:
        flags = mount.equipment.flags
        lifted = mast and not flags.isdisjoint(ON_MASTS) and flags.isdisjoint(NOT_ON_MASTS)
        if (mount.location == "RO" and not lifted) != ("mast_mount" in flags):
            yield mount


@rule(
    "construction.vehicle.mast_mount",
    cite=MAST,
    implements=("TO-350-vtol-mast-mount-construction",),
    slot=VEHICLE,
)
def mast_mount(plan: VehiclePlan) -> tuple[Finding, ...]:
    """On a rotor stands a mast mount with electronics on it, of C3 only slaves and C3i, and no target designator."""
    return tuple(
        _at(
            "construction.vehicle.mast_mount",
            mount,
            f"{mount.equipment.name} may not be in {mount.location}",
            MAST,
        )
        for mount in _off_mast(plan)
        if not mount.weapon or "tag" in mount.equipment.flags
    )


@rule("construction.vehicle.booby_trap", cite=BOOBY_TRAP, implements=("TO-296-booby-trap",), slot=VEHICLE)
def booby_trap(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A booby trap goes where the engine is, in the body."""
    return tuple(
        _at("construction.vehicle.booby_trap", mount, f"booby trap in {mount.location}, not in the body", BOOBY_TRAP)
        for mount in plan.sheet.flagged("booby_trap")
        if mount.location != "BD"
    )


@rule("construction.vehicle.minesweeper", cite=MINESWEEPER, implements=("TO-326-minesweeper-3",), slot=VEHICLE)
def minesweeper(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A vehicle of one hex has one minesweeper at most."""
    return tuple(
        _at("construction.vehicle.minesweeper", mount, "may have 1 minesweeper, found more", MINESWEEPER)
        for mount in plan.sheet.flagged("minesweeper")[1:]
    )


@rule("construction.vehicle.motive", cite=PLACES, slot=VEHICLE)
def motive(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Some equipment goes only with some ways of moving: jet boosters with a rotor, swimming with tracks or wheels."""
    return tuple(
        _at(
            "construction.vehicle.motive",
            mount,
            f"{mount.equipment.name} does not go with a {plan.sheet.motive} vehicle",
            PLACES,
        )
        for flag, motives in MOVING.items()
        if plan.sheet.motive not in motives
        for mount in plan.sheet.flagged(flag)
    )


@rule("construction.vehicle.barred", cite=PLACES, slot=VEHICLE)
def barred(plan: VehiclePlan) -> tuple[Finding, ...]:
    """What is made for war machines, suits, soldiers or ships is not mounted on vehicles."""
    return tuple(
        _at("construction.vehicle.barred", mount, f"{mount.equipment.name} is not made for vehicles", PLACES)
        for mount in plan.sheet.flagged(*MACHINES_ONLY, *OF_OTHERS)
    )


@rule("construction.vehicle.jump_jets", cite=JUMP_JETS, slot=VEHICLE)
def jump_jets(plan: VehiclePlan) -> tuple[Finding, ...]:
    """A jump jet for every jumping point, and no more of these than cruising points."""
    jets, sheet = len(plan.sheet.flagged("jump_jet")), plan.sheet
    reasons = []
    if max(jets, sheet.jump) > sheet.walk:
        reasons.append(f"may jump {sheet.walk}, found {max(jets, sheet.jump)}")
    if sheet.jump and sheet.jump != jets:
        reasons.append(f"jumping {sheet.jump} needs as many jets, found {jets}")
    return tuple(Finding(id="construction.vehicle.jump_jets", reason=reason, cite=JUMP_JETS) for reason in reasons)


@rule("construction.vehicle.heat_sink_kind", cite=HEAT_SINKS, slot=VEHICLE)
def heat_sink_kind(plan: VehiclePlan) -> tuple[Finding, ...]:
    """Vehicles have single heat sinks."""
    return tuple(
        _at("construction.vehicle.heat_sink_kind", mount, f"{mount.equipment.name} in {mount.location}", HEAT_SINKS)
        for mount in plan.sheet.flagged("heat_sink")
        if not mount.equipment.flags.isdisjoint(("double", "compact", "laser_heat_sink"))
    )


RULES = (
    place,
    weapon_place,
    ammunition_place,
    turret,
    turret_capacity,
    sponson,
    mast_mount,
    booby_trap,
    minesweeper,
    motive,
    barred,
    jump_jets,
    heat_sink_kind,
)
