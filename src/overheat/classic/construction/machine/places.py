"""Where equipment may stand on a war machine, whole or split, and what it needs beside it."""

from __future__ import annotations

from collections import Counter

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.findings import found
from overheat.classic.construction.machine.plan import ARMS, LIMITS, MACHINE, SIDES, TORSOS, Finding, Plan, is_leg
from overheat.classic.construction.weights import slots_of
from overheat.classic.unit.sheet import Mount
from overheat.classic.unitfile.mtf import NEIGHBOURS
from overheat.kernel.rules.rule import rule

SLOTS = TECH_MANUAL("Critical slots", 51)
SPLIT = TECH_MANUAL("Splitting weapons", 57)
PLACES = TECH_MANUAL("Weapons and equipment", 56)
REAR = TECH_MANUAL("Rear-facing weapons", 56)
MELEE = TACTICAL_OPERATIONS("Melee weapons", 288)
BOOBY_TRAP = TACTICAL_OPERATIONS("Booby traps", 296)
WING = TACTICAL_OPERATIONS("Partial wing", 292)
TURRETS = TACTICAL_OPERATIONS("BattleMech turret", 347)
MODULAR = TACTICAL_OPERATIONS("Modular armour", 280)

IN_ARMS = frozenset(
    {"hatchet", "sword", "mace", "lance", "claw", "retractable_blade", "vibroblade", "flail", "shield"}
    | {"wrecking_ball", "salvage_arm"}
)
TOOLS = frozenset({"chainsaw", "dual_saw", "backhoe", "combine", "mining_drill", "pile_driver", "rock_cutter"}) | {
    "spot_welder",
    "buzzsaw",
}
"""Tools that an arm swings; a machine on four legs has them at its sides."""
IN_LEGS = frozenset({"talons", "tracks", "wheels", "mechanical_jump_booster", "ap_pod"})
IN_SIDES = frozenset({"quad_turret", "shoulder_turret"})
HEAVY_GAUSS = frozenset({"is_heavy_gauss_rifle", "is_improved_heavy_gauss_rifle"})
"""Weapons whose recoil only a torso bears, up to 100 tons."""

HELD_IN_HAND = frozenset({"hatchet", "sword", "mace", "vibroblade", "chain_whip"})
EVERY_LEG = frozenset({"talons", "tracks", "wheels", "mechanical_jump_booster"})
NOT_IN_TURRETS = frozenset({"physical", "b_pod", "m_pod", "ap_pod", "jump_jet"})


@rule("construction.item_slots", cite=SLOTS, slot=MACHINE)
def item_slots(plan: Plan) -> tuple[Finding, ...]:
    """Every item fills all of its slots: fixed ones, or as many as its machine makes it need."""
    findings = []
    for mount in plan.sheet.mounts:
        if isinstance(mount.equipment.slots, int) and mount.equipment.slots == 0:
            continue
        needed = slots_of(plan, mount)
        if needed and (mount.slots < needed or mount.slots % needed):
            reason = f"{mount.equipment.name} needs {needed} slots, found {mount.slots}"
            findings.append(Finding(id="construction.item_slots", location=mount.location, reason=reason, cite=SLOTS))
    return tuple(findings)


@rule("construction.split", cite=SPLIT, slot=MACHINE)
def split(plan: Plan) -> tuple[Finding, ...]:
    """Only weapons of eight slots or more are split, and only between two locations that are next to each other."""
    large = plan.fits(plan.rules[LIMITS]["slots of a weapon that is split"])
    reasons = (
        (mount.location, f"{mount.equipment.name} of {mount.slots} slots is split between {', '.join(_places(mount))}")
        for mount in plan.sheet.weapons
        if mount.also_in and (mount.slots < large or set(_places(mount)) not in NEIGHBOURS)
    )
    return found("construction.split", SPLIT, reasons)


def _places(mount: Mount) -> tuple[str, ...]:
    return (mount.location, *mount.also_in)


def _allowed(plan: Plan, mount: Mount) -> str:
    """In words, the only places where an item may stand; empty if it stands in one of them."""
    flags, places = mount.equipment.flags, _places(mount)
    if not flags.isdisjoint(IN_ARMS) and not set(places) <= set(ARMS):
        return "an arm"
    swung = ARMS if set(ARMS) & set(plan.systems) else SIDES
    if not flags.isdisjoint(TOOLS) and not set(places) <= set(swung):
        return "an arm" if swung is ARMS else "a side torso"
    if not flags.isdisjoint(IN_LEGS) and not all(map(is_leg, places)):
        return "a leg"
    if not flags.isdisjoint(IN_SIDES) and not set(places) <= set(SIDES):
        return "a side torso"
    torso = "supercharger" in flags or (mount.equipment.id in HEAVY_GAUSS and not plan.superheavy)
    if (torso or mount.equipment.id in ("is_case", "case_prototype")) and not set(places) <= set(TORSOS):
        return "a torso"
    if "ejection_seat" in flags and "HD" not in places:
        return "the head"
    if "mass" in flags and not any(plan.systems[code]["cockpit"] for code in places if code in plan.systems):
        return "the location of the cockpit"
    return ""


@rule("construction.place", cite=PLACES, slot=MACHINE)
def place(plan: Plan) -> tuple[Finding, ...]:
    """Some equipment stands only in arms, in legs, in torsos, in the head or where the cockpit is."""
    reasons = (
        (mount.location, f"{mount.equipment.name} may only stand in {where}, found in {mount.location}")
        for mount in plan.sheet.mounts
        if (where := _allowed(plan, mount))
    )
    return found("construction.place", PLACES, reasons)


@rule("construction.chain_whip", cite=MELEE, implements=("TO-288-melee-weapons-2",), slot=MACHINE)
def chain_whip(plan: Plan) -> tuple[Finding, ...]:
    """A chain whip goes only in an arm."""
    reasons = (
        (mount.location, f"chain whip in {mount.location}, not in an arm")
        for mount in plan.sheet.flagged("chain_whip")
        if mount.location not in ARMS
    )
    return found("construction.chain_whip", MELEE, reasons)


@rule("construction.booby_trap", cite=BOOBY_TRAP, implements=("TO-296-booby-trap",), slot=MACHINE)
def booby_trap(plan: Plan) -> tuple[Finding, ...]:
    """A booby trap goes where the engine is, in the centre torso."""
    reasons = (
        (mount.location, f"booby trap in {mount.location}, not in the centre torso")
        for mount in plan.sheet.flagged("booby_trap")
        if mount.location != "CT"
    )
    return found("construction.booby_trap", BOOBY_TRAP, reasons)


@rule("construction.partial_wing", cite=WING, implements=("TO-292-partial-wing-construction",), slot=MACHINE)
def partial_wing(plan: Plan) -> tuple[Finding, ...]:
    """A partial wing fills as many slots in one side torso as in the other: three if of Clan make, four otherwise."""
    findings = []
    for mount in plan.sheet.flagged("partial_wing"):
        needed = plan.fits(3 if mount.equipment.tech == "Clan" else 4)
        there = Counter(held.location for held in plan.held if held.part.equipment == mount.equipment)
        for code in sorted({*SIDES, *there}):
            want = needed if code in SIDES else 0
            if there[code] != want:
                reason = f"partial wing needs {want} slots in {code}, found {there[code]}"
                findings.append(Finding(id="construction.partial_wing", location=code, reason=reason, cite=WING))
    return tuple(findings)


@rule("construction.melee", cite=MELEE, implements=("TO-288-melee-weapons-1",), slot=MACHINE)
def melee(plan: Plan) -> tuple[Finding, ...]:
    """A location holds one physical weapon, one shield and one set of spikes."""
    findings = []
    for code in plan.systems:
        physical = plan.here(code, "physical")
        shields = [mount for mount in physical if "shield" in mount.equipment.flags]
        spikes = [mount for mount in physical if "spikes" in mount.equipment.flags]
        others = len(physical) - len(shields) - len(spikes)
        if max(others, len(shields), len(spikes)) > 1:
            names = ", ".join(mount.equipment.name for mount in physical)
            reason = f"{code} holds more than one physical weapon, shield or set of spikes: {names}"
            findings.append(Finding(id="construction.melee", location=code, reason=reason, cite=MELEE))
    return tuple(findings)


@rule("construction.hand", cite=PLACES, slot=MACHINE)
def hand(plan: Plan) -> tuple[Finding, ...]:
    """What is held in a hand needs one in its arm, and claws stand in the place of one."""
    findings = []
    for mount in plan.sheet.flagged("claw", *HELD_IN_HAND):
        hands = plan.systems.get(mount.location, Counter())["handactuator"]
        claw = "claw" in mount.equipment.flags
        if hands != (0 if claw else 1):
            reason = f"{mount.equipment.name} needs {0 if claw else 1} hands in {mount.location}, found {hands}"
            findings.append(Finding(id="construction.hand", location=mount.location, reason=reason, cite=PLACES))
    return tuple(findings)


@rule("construction.every_leg", cite=PLACES, slot=MACHINE)
def every_leg(plan: Plan) -> tuple[Finding, ...]:
    """What a machine has on its legs it has on all of them."""
    findings = []
    for flag in sorted(EVERY_LEG):
        there = {mount.location for mount in plan.sheet.flagged(flag)}
        for code in plan.legs if there else ():
            if code not in there:
                reason = f"{flag.replace('_', ' ')} missing in {code}"
                findings.append(Finding(id="construction.every_leg", location=code, reason=reason, cite=PLACES))
    return tuple(findings)


@rule("construction.rear", cite=REAR, slot=MACHINE)
def rear(plan: Plan) -> tuple[Finding, ...]:
    """Weapons face to the rear in torsos, head and legs; arms turn by themselves."""
    reasons = (
        (mount.location, f"{mount.equipment.name} faces to the rear in {mount.location}")
        for mount in plan.sheet.weapons
        if mount.rear and mount.location in ARMS
    )
    return found("construction.rear", REAR, reasons)


@rule("construction.turret", cite=TURRETS, implements=("TO-347-mech-turret-3",), slot=MACHINE)
def turret(plan: Plan) -> tuple[Finding, ...]:
    """What is in a turret has a turret there, and is nothing that a vehicle's turret could not hold."""
    findings = []
    for mount in plan.sheet.mounts:
        if not mount.turret:
            continue
        held_by = plan.here("CT", "head_turret") if mount.location == "HD" else plan.here(mount.location, "turret")
        if not held_by:
            reason = f"{mount.equipment.name} is in a turret, found none in {mount.location}"
        elif not mount.equipment.flags.isdisjoint(NOT_IN_TURRETS):
            reason = f"{mount.equipment.name} may not be in a turret"
        else:
            continue
        findings.append(Finding(id="construction.turret", location=mount.location, reason=reason, cite=TURRETS))
    return tuple(findings)


@rule("construction.modular_armour", cite=MODULAR, implements=("TO-280-armor-construction",), slot=MACHINE)
def modular_armour(plan: Plan) -> tuple[Finding, ...]:
    """One piece of modular armour to a location."""
    there = Counter(mount.location for mount in plan.sheet.flagged("modular_armour"))
    reasons = (
        (code, f"{code} may have 1 piece of modular armour, found {count}")
        for code, count in there.items()
        if count > 1
    )
    return found("construction.modular_armour", MODULAR, reasons)


RULES = (
    item_slots,
    split,
    place,
    chain_whip,
    booby_trap,
    partial_wing,
    melee,
    hand,
    every_leg,
    rear,
    turret,
    modular_armour,
)
