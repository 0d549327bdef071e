"""Whose technology a war machine is made of, how far advanced it is, and what may be in the pods of an omni machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.findings import found, told
from overheat.classic.construction.machine.plan import ARMS, MACHINE, Finding, Plan
from overheat.classic.unit.equipment import Armour, Equipment, Structure
from overheat.kernel.rules.rule import Ruleset, Table, rule

TECH_BASE = TECH_MANUAL("Technology base", 21)
LEVELS = TECH_MANUAL("Rules levels", 8)
OMNI = TECH_MANUAL("Omni technology", 57)
PODS = TACTICAL_OPERATIONS("Equipment notes", 275)
ARMOUR = TACTICAL_OPERATIONS("Armour", 280)
INDUSTRIAL = TACTICAL_OPERATIONS("Advanced armour table", 280)
COMPONENTS = TACTICAL_OPERATIONS("Armoured components", 282)
PATCHWORK = TACTICAL_OPERATIONS("Patchwork armour", 377)

LEVEL = {"introductory": 1, "standard": 2, "advanced": 3, "experimental": 4, "unofficial": 5}
"""The rules levels by the numbers that unit files write."""

NOT_IN_PODS: Table[str, str] = Table(
    "construction.not_in_pods",
    {
        "aes": "actuator enhancement",
        "masc": "accelerates the musculature",
        "tsm": "musculature",
        "industrial_tsm": "musculature",
        "super_cooled_myomer": "musculature",
        "turret": "turret",
    },
    cite=PODS,
)
"""What stands in no pod, by its flag: musculature, what enhances it, and turrets."""

HEAVY_ARMS = frozenset({"autocannon", "gauss", "ppc"})
"""What takes so much of an omni machine's arm that it ends at the elbow."""

FOREIGN = frozenset({"aerospace", "capital", "battle_armour", "protomech", "support"})
"""Armour that no war machine wears."""

OF_INDUSTRY = frozenset({"industrial", "primitive"})


def built_of(plan: Plan) -> Iterator[tuple[Equipment, str | None]]:
    """All that a machine is made of, with its location where it has one."""
    sheet = plan.sheet
    if sheet.structure:
        yield sheet.structure, None
    if sheet.engine:
        yield sheet.engine.kind, None
    for kind in {place.armour_kind.id: place.armour_kind for place in sheet.locations if place.armour_kind}.values():
        yield kind, None
    for mount in sheet.mounts:
        yield mount.equipment, mount.location


@rule("construction.tech", cite=TECH_BASE, slot=MACHINE)
def tech(plan: Plan) -> tuple[Finding, ...]:
    """Only a machine of mixed technology has equipment of the other side."""
    return found("construction.tech", TECH_BASE, of_others(plan, "machine"))


def of_others(plan: Plan, whole: str) -> Iterator[tuple[str | None, str]]:
    """What is of the other side's technology and may not be: where it is, and what it is on, in words."""
    for item, location in () if plan.sheet.mixed else built_of(plan):
        if item.tech not in ("All", plan.sheet.tech):
            yield (
                location,
                f"{item.name} is {item.tech} technology on a {whole} that is {plan.sheet.tech} and not mixed",
            )


@rule("construction.level", cite=LEVELS, slot=MACHINE)
def level(plan: Plan) -> tuple[Finding, ...]:
    """Equipment beyond the rules level that the file states is worth a note."""
    reasons = (
        (place, f"{item.name} is {item.level}, level {LEVEL[item.level]}; the file states level {plan.sheet.level}")
        for item, place in beyond(plan)
    )
    return told("construction.level", LEVELS, reasons)


def beyond(plan: Plan) -> Iterable[tuple[Equipment, str | None]]:
    """What is of a higher rules level than the file states, each kind once."""
    stated = int(plan.sheet.level) if plan.sheet.level.isdigit() else max(LEVEL.values())
    return {item.id: (item, place) for item, place in built_of(plan) if LEVEL[item.level] > stated}.values()


def too_advanced(plan: Plan) -> Iterator[tuple[str | None, str]]:
    """Where a unit that is no war machine has what is beyond its level, in words; combustion is of every level."""
    for item, place in beyond(plan):
        if "combustion" not in item.flags:
            yield place, f"{item.name} is {item.level}; the file states level {plan.sheet.level}"


@rule("construction.pods", cite=PODS, implements=("TO-275-pod-mounting", "TO-344-supercharger-pod"), slot=MACHINE)
def pods(plan: Plan) -> tuple[Finding, ...]:
    """Structure, armour, the machine's own systems, turrets and musculature stand in no pod; superchargers may."""
    findings, never = [], plan.rules[NOT_IN_PODS].rows
    for held in plan.held:
        item = held.part.equipment
        barred = held.part.system or isinstance(item, Armour | Structure)
        if held.part.omnipod and (barred or (item is not None and not item.flags.isdisjoint(never))):
            reason = f"{item.name if item else held.name} in {held.location} may not be in a pod"
            findings.append(Finding(id="construction.pods", location=held.location, reason=reason, cite=PODS))
    return tuple(dict.fromkeys(findings))


@rule("construction.pods_of_others", cite=OMNI, slot=MACHINE)
def pods_of_others(plan: Plan) -> tuple[Finding, ...]:
    """Only omni machines have pods."""
    if plan.sheet.omni:
        return ()
    reasons = (
        (mount.location, f"{mount.equipment.name} in {mount.location} is in a pod, and the machine is no omni machine")
        for mount in plan.sheet.mounts
        if mount.omnipod
    )
    return found("construction.pods_of_others", OMNI, reasons)


@rule("construction.hand_beside", cite=OMNI)
def hand_beside(rules: Ruleset, weapon: Equipment) -> bool:
    """The arm of an omni machine that holds an autocannon, a Gauss rifle or a PPC has neither lower arm nor hand."""
    return weapon.flags.isdisjoint(HEAVY_ARMS)


@rule("construction.omni_arms", cite=OMNI, slot=MACHINE)
def omni_arms(plan: Plan) -> tuple[Finding, ...]:
    """An omni machine has lower arms and hands only where the weapons of the arm leave room for them."""
    reasons = (
        (code, f"{mount.equipment.name} in {code} of an omni machine leaves no room for a lower arm or hand")
        for code in (ARMS if plan.sheet.omni else ())
        for mount in plan.here(code)
        if mount.weapon and not plan.rules[hand_beside](plan.rules, mount.equipment) and _forearm(plan, code)
    )
    return tuple(dict.fromkeys(found("construction.omni_arms", OMNI, reasons)))


def _forearm(plan: Plan, code: str) -> bool:
    systems = plan.systems.get(code, Counter[str]())
    return bool(systems["lowerarmactuator"] or systems["handactuator"])


@rule("construction.armoured_pods", cite=COMPONENTS, implements=("TO-282-armored-components-2",), slot=MACHINE)
def armoured_pods(plan: Plan) -> tuple[Finding, ...]:
    """What is fixed in the chassis of an omni machine is not armoured by a pod."""
    reasons = (
        (held.location, f"{held.name} in {held.location} is part of the chassis and armoured in a pod")
        for held in plan.held
        if held.part.system and held.part.omnipod and held.part.armoured
    )
    return found("construction.armoured_pods", COMPONENTS, reasons)


@rule("construction.hardened_omni", cite=ARMOUR, implements=("TO-280-armor-construction",), slot=MACHINE)
def hardened_omni(plan: Plan) -> tuple[Finding, ...]:
    """Omni machines wear no hardened armour."""
    hardened = any(place.armour_kind and "hardened" in place.armour_kind.flags for place in plan.sheet.locations)
    if not (plan.sheet.omni and hardened):
        return ()
    return (Finding(id="construction.hardened_omni", reason="hardened armour on an omni machine", cite=ARMOUR),)


@rule(
    "construction.industrial_armour",
    cite=INDUSTRIAL,
    implements=("TO-280-advanced-armor-table-2",),
    slot=MACHINE,
)
def industrial_armour(plan: Plan) -> tuple[Finding, ...]:
    """An industrial machine in armour that is not industrial is experimental, which is worth a note."""
    worn = {place.armour_kind.name: place.armour_kind for place in plan.sheet.locations if place.armour_kind}
    others = [name for name, kind in worn.items() if kind.flags.isdisjoint(OF_INDUSTRY)]
    if not plan.industrial or not others or plan.sheet.level >= str(LEVEL["experimental"]):
        return ()
    reason = f"industrial machine in {', '.join(others)} is experimental; the file states level {plan.sheet.level}"
    return (Finding(id="construction.industrial_armour", severity="note", reason=reason, cite=INDUSTRIAL),)


@rule("construction.armour_kind", cite=PATCHWORK, implements=("TO-377-patchwork-armor",), slot=MACHINE)
def armour_kind(plan: Plan) -> tuple[Finding, ...]:
    """Armour made for other kinds of unit is not worn, in patchwork neither."""
    reasons = (
        (place.code, f"{place.armour_kind.name} on {place.code} is not made for war machines")
        for place in plan.sheet.locations
        if place.armour_kind and not place.armour_kind.flags.isdisjoint(FOREIGN)
    )
    return found("construction.armour_kind", PATCHWORK, reasons)


RULES = (
    NOT_IN_PODS,
    tech,
    level,
    pods,
    pods_of_others,
    hand_beside,
    omni_arms,
    armoured_pods,
    hardened_omni,
    industrial_armour,
    armour_kind,
)
