"""What equipment needs beside it, what it does not go with, and how often a war machine has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.findings import found, told
from overheat.classic.construction.machine.plan import LIMITS, MACHINE, Finding, Plan
from overheat.classic.unit.equipment import Ammunition, Weapon
from overheat.classic.unit.sheet import Mount
from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Table, rule

AMMUNITION = TECH_MANUAL("Ammunition", 57)
EQUIPMENT = TECH_MANUAL("Weapons and equipment", 56)
FIRE_CONTROL = TECH_MANUAL("Artemis fire control", 206)
APOLLO = TACTICAL_OPERATIONS("Apollo fire control", 331)
CAPACITOR = TACTICAL_OPERATIONS("PPC capacitor", 336)
STEALTH = TECH_MANUAL("Stealth armour", 206)
ARRAYS = TECH_MANUAL("Machine gun arrays", 228)
NETWORKS = TECH_MANUAL("C3 computers", 209)
MYOMER = TECH_MANUAL("Myomer enhancements", 225)
ACTUATORS = TACTICAL_OPERATIONS("Actuator Enhancement System", 380)

_ONCE = {
    "targeting_computer": "targeting computer",
    "masc": "MASC",
    "supercharger": "supercharger",
    "partial_wing": "partial wing",
    "tsm": "triple-strength myomer",
    "null_signature": "null signature system",
    "void_signature": "void signature system",
    "chameleon": "chameleon light polarization shield",
    "booby_trap": "booby trap",
    "drone": "drone operating system",
    "c3i": "improved C3 computer",
    "nova": "Nova CEWS",
}
ONCE: Table[str, str] = Table("construction.once_only", _ONCE, cite=EQUIPMENT)
"""What a machine has at most one of, by flag."""

RIVALS = (
    ({"tsm", "industrial_tsm", "super_cooled_myomer"}, {"masc"}, MYOMER),
    ({"tsm", "industrial_tsm"}, {"aes"}, ACTUATORS),
    ({"c3i"}, {"c3_slave", "c3_master"}, NETWORKS),
    ({"null_signature"}, {"void_signature"}, EQUIPMENT),
)
"""What does not go together."""

SERVED = {
    "artemis_iv": frozenset({"lrm", "srm", "mml"}),
    "artemis_v": frozenset({"lrm", "srm"}),
    "apollo": frozenset({"mrm"}),
    "ppc_capacitor": frozenset({"ppc"}),
}
"""Fire control and the like by flag, and what it is built onto."""


def _sort(item: Weapon) -> tuple[str, int]:
    return item.ammunition or "", item.rack


def _feeds(load: Ammunition, weapon: Weapon) -> bool:
    feeds, rack = _sort(weapon)
    return load.feeds == feeds and load.rack in (0, rack)


@rule("construction.ammunition_missing", cite=AMMUNITION, slot=MACHINE)
def ammunition_missing(plan: Plan) -> tuple[Finding, ...]:
    """A weapon that needs ammunition and has none is worth a note."""
    reasons = (
        (mount.location, f"no ammunition for {mount.equipment.name} in {mount.location}") for mount in unfed(plan)
    )
    return told("construction.ammunition_missing", AMMUNITION, reasons)


def unfed(plan: Plan) -> Iterator[Mount]:
    """The weapons that need ammunition and have none."""
    loads = [mount.ammunition for mount in plan.sheet.mounts if mount.ammunition]
    for mount in plan.sheet.weapons:
        if mount.weapon and _hungry(mount) and not any(_feeds(load, mount.weapon) for load in loads):
            yield mount


def _hungry(mount: Mount) -> bool:
    weapon = mount.weapon
    return weapon is not None and bool(weapon.ammunition) and "one_shot" not in weapon.flags


@rule("construction.ammunition_unused", cite=AMMUNITION, slot=MACHINE)
def ammunition_unused(plan: Plan) -> tuple[Finding, ...]:
    """Ammunition that no weapon takes is worth a note."""
    reasons = (
        (mount.location, f"no weapon takes {mount.equipment.name} in {mount.location}") for mount in unused(plan)
    )
    return told("construction.ammunition_unused", AMMUNITION, reasons)


def unused(plan: Plan) -> Iterator[Mount]:
    """The ammunition that no weapon takes."""
    weapons = [mount.weapon for mount in plan.sheet.weapons if mount.weapon]
    for mount in plan.sheet.mounts:
        if mount.ammunition and not any(_feeds(mount.ammunition, weapon) for weapon in weapons):
            yield mount


@rule("construction.once", cite=EQUIPMENT, slot=MACHINE)
def once(plan: Plan) -> tuple[Finding, ...]:
    """Of some equipment a machine has one at most."""
    reasons = ((there[1].location, f"may have 1 {name}, found {len(there)}") for name, there in twice(plan))
    return found("construction.once", EQUIPMENT, reasons)


def twice(plan: Plan) -> Iterator[tuple[str, tuple[Mount, ...]]]:
    """What there is more than one of and should not be, by its name."""
    for flag, name in plan.rules[ONCE].rows.items():
        if len(there := plan.sheet.flagged(flag)) > 1:
            yield name, there


@rule("construction.rivals", cite=EQUIPMENT, implements=("TO-380-aes-bv-2",), slot=MACHINE)
def rivals(plan: Plan) -> tuple[Finding, ...]:
    """Some equipment does not go together: enhanced myomer and MASC or enhanced actuators, C3 of two networks."""
    return clashes("construction.rivals", clashing(plan))


def clashes(id: str, pairs: Iterable[tuple[Mount, Mount, Cite]]) -> tuple[Finding, ...]:
    """An error for each pair that does not go together."""
    return tuple(
        Finding(
            id=id,
            location=second.location,
            reason=f"{first.equipment.name} does not go with {second.equipment.name}",
            cite=cite,
        )
        for first, second, cite in pairs
    )


def clashing(plan: Plan) -> Iterator[tuple[Mount, Mount, Cite]]:
    """What does not go together and is there together."""
    for some, others, cite in RIVALS:
        first, second = plan.sheet.flagged(*some), plan.sheet.flagged(*others)
        if first and second:
            yield first[0], second[0], cite


def unserved(plan: Plan, flag: str) -> Iterator[Mount]:
    """What of a kind has nothing in its own location to be built onto, each weapon taking one."""
    for code in plan.systems:
        fitted = [mount for mount in plan.here(code, flag) if mount.location == code]
        weapons = [mount for mount in plan.here(code, *SERVED[flag]) if mount.weapon]
        yield from fitted[len(weapons) :]


@rule("construction.fire_control", cite=FIRE_CONTROL, slot=MACHINE)
def fire_control(plan: Plan) -> tuple[Finding, ...]:
    """Artemis stands beside the launcher it guides, one to each."""
    reasons = (
        (mount.location, f"{mount.equipment.name} in {mount.location} has no launcher of its own there")
        for flag in ("artemis_iv", "artemis_v")
        for mount in unserved(plan, flag)
    )
    return found("construction.fire_control", FIRE_CONTROL, reasons)


@rule("construction.apollo", cite=APOLLO, implements=("TO-331-apollo-attachment",), slot=MACHINE)
def apollo(plan: Plan) -> tuple[Finding, ...]:
    """On a war machine Apollo is part of its launcher and stands beside it."""
    reasons = (
        (mount.location, f"Apollo in {mount.location} has no launcher of its own there")
        for mount in unserved(plan, "apollo")
    )
    return found("construction.apollo", APOLLO, reasons)


@rule("construction.capacitor", cite=CAPACITOR, implements=("TO-336-ppc-capacitor-turret",), slot=MACHINE)
def capacitor(plan: Plan) -> tuple[Finding, ...]:
    """A PPC capacitor stands beside its PPC, and in the turret if the PPC does."""
    findings = [
        Finding(
            id="construction.capacitor",
            location=mount.location,
            reason=f"PPC capacitor in {mount.location} has no PPC of its own there",
            cite=CAPACITOR,
        )
        for mount in unserved(plan, "ppc_capacitor")
    ]
    for mount in plan.sheet.flagged("ppc_capacitor"):
        cannons = [other for other in plan.here(mount.location, "ppc") if other.weapon]
        if cannons and mount.turret not in {cannon.turret for cannon in cannons}:
            reason = "PPC and PPC capacitor are not both in the turret"
            findings.append(
                Finding(id="construction.capacitor", location=mount.location, reason=reason, cite=CAPACITOR)
            )
    return tuple(findings)


@rule("construction.stealth", cite=STEALTH, slot=MACHINE)
def stealth(plan: Plan) -> tuple[Finding, ...]:
    """Stealth armour needs an ECM suite."""
    if not unhidden(plan):
        return ()
    return (Finding(id="construction.stealth", reason="stealth armour needs an ECM suite, found none", cite=STEALTH),)


def unhidden(plan: Plan) -> bool:
    """Whether there is stealth armour and no ECM suite."""
    armoured = any(place.armour_kind and "stealth" in place.armour_kind.flags for place in plan.sheet.locations)
    return armoured and not plan.sheet.flagged("ecm")


@rule("construction.array", cite=ARRAYS, slot=MACHINE)
def array(plan: Plan) -> tuple[Finding, ...]:
    """An array links two to four machine guns of its own kind in its own location."""
    return found("construction.array", ARRAYS, loose_arrays(plan))


def loose_arrays(plan: Plan) -> Iterator[tuple[str, str]]:
    """Where arrays have too few machine guns to link, and in words how many they need."""
    guns = Counter(_gun(mount) for mount in plan.sheet.flagged("machine_gun") if not _linking(mount))
    arrays = Counter(_gun(mount) for mount in plan.sheet.flagged("machine_gun_array"))
    limits = plan.rules[LIMITS]
    least, most = limits["least machine guns of an array"], limits["most machine guns of an array"]
    for (code, sort), count in arrays.items():
        if (there := guns[code, sort]) < least * count:
            yield code, f"{count} arrays in {code} need {least * count} to {most * count} machine guns, found {there}"


def _linking(mount: Mount) -> bool:
    return "machine_gun_array" in mount.equipment.flags


def _gun(mount: Mount) -> tuple[str, str]:
    """Where a machine gun or array is, and which ammunition it takes."""
    return mount.location, (mount.weapon and mount.weapon.ammunition) or ""


RULES = (
    ONCE,
    ammunition_missing,
    ammunition_unused,
    once,
    rivals,
    fire_control,
    apollo,
    capacitor,
    stealth,
    array,
)
