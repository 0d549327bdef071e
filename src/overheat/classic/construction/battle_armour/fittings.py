"""What battle armour mounts: manipulators, weapons, what goes with what, and whose technology it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.battle_armour.plan import ARMS, SUIT, SuitPlan
from overheat.classic.construction.findings import broken, found, told
from overheat.classic.construction.machine import technology
from overheat.classic.construction.machine.plan import Finding
from overheat.kernel.rules.rule import rule

MANIPULATORS = TECH_MANUAL("Battle armour, manipulators")
EQUIPMENT = TACTICAL_OPERATIONS("Equipment of battle armour", 279)
TUBES = TACTICAL_OPERATIONS("Battle armour tube artillery", 284)
SUPPORT = TECH_MANUAL("Battle armour, squad support weapons")
PACKS = TACTICAL_OPERATIONS("Detachable weapon packs", 286)
PERSONAL = TACTICAL_OPERATIONS("Disposable weapons", 304)
TECH_BASE = TECH_MANUAL("Technology base", 21)

PACK = "detachable weapon pack"
PACK_LIMBS = ("body", *ARMS)

OF_SUITS = ("battle_armour", "infantry", "attack", "searchlight", "unknown")
"""What suits carry, by its flags: their own, weapons of foot soldiers, ways to attack."""

RIVALS = (
    ("jump_booster", "partial_wing"),
    ("mechanical_jump_booster", "myomer_booster"),
)
"""What does not go together."""


@rule("construction.suit.manipulators", cite=MANIPULATORS, slot=SUIT)
def manipulators(plan: SuitPlan) -> tuple[Finding, ...]:
    """Manipulators are on arms, one on each, and some only in pairs."""
    return found("construction.suit.manipulators", MANIPULATORS, _mishandled(plan))


def _mishandled(plan: SuitPlan) -> Iterator[tuple[str | None, str]]:
    mounts = plan.manipulators()
    for mount in mounts:
        if plan.quad or mount.limb not in ARMS:
            yield mount.limb or None, f"{mount.equipment.name} is on no arm"
    for limb, count in Counter(mount.limb for mount in mounts).items():
        if limb in ARMS and count > 1:
            yield limb, f"may have 1 manipulator, found {count}"
    for id, count in Counter(mount.equipment.id for mount in mounts if "paired" in mount.equipment.flags).items():
        if count != len(ARMS):
            yield None, f"{id} comes in pairs, found {count}"


@rule("construction.suit.rivals", cite=MANIPULATORS, slot=SUIT)
def rivals(plan: SuitPlan) -> tuple[Finding, ...]:
    """Some equipment does not go together, and myomer boosters not with armour that hides."""
    flagged = plan.sheet.flagged
    clashing = [f"{some} does not go with {other}" for some, other in RIVALS if flagged(some) and flagged(other)]
    kind = plan.armour_kind
    if kind and "stealth" in kind.flags and flagged("myomer_booster"):
        clashing.append(f"a myomer booster does not go with {kind.name}")
    return found("construction.suit.rivals", MANIPULATORS, ((None, reason) for reason in clashing))


@rule(
    "construction.suit.barred",
    cite=EQUIPMENT,
    implements=("TO-279-angel-ecm-2", "TO-312-heavy-flamer-1", "TO-284-conventional-artillery-2"),
    slot=SUIT,
)
def barred(plan: SuitPlan) -> tuple[Finding, ...]:
    """What is not made for suits is not mounted; angel ECM, heavy flamers and tube artillery are made for them."""
    wrong = [mount for mount in plan.sheet.mounts if mount.equipment.flags.isdisjoint(OF_SUITS)]
    reasons = ((mount.limb or None, f"{mount.equipment.name} is not for battle armour") for mount in wrong)
    return found("construction.suit.barred", EQUIPMENT, reasons)


@rule("construction.suit.tube", cite=TUBES, implements=("TO-284-ba-tube-construction-1",), slot=SUIT)
def tube(plan: SuitPlan) -> tuple[Finding, ...]:
    """Tube artillery is mounted in the body."""
    wrong = [mount for mount in plan.sheet.flagged("artillery") if mount.limb in (*ARMS, "turret")]
    reasons = ((mount.limb, f"{mount.equipment.name} is in the {mount.limb}, not in the body") for mount in wrong)
    return found("construction.suit.tube", TUBES, reasons)


@rule("construction.suit.support_weapon", cite=SUPPORT, slot=SUIT)
def support_weapon(plan: SuitPlan) -> tuple[Finding, ...]:
    """A squad on two legs may have one weapon that all of it serves."""
    held = [mount for mount in plan.sheet.weapons if mount.mounting == "squad support weapon mount"]
    most = 0 if plan.quad else 1
    reason = f"may have {most} squad support weapon, found {len(held)}"
    return broken("construction.suit.support_weapon", SUPPORT, reason, when=len(held) > most)


@rule("construction.suit.pack", cite=PACKS, implements=("TO-286-ba-dwp",), slot=SUIT)
def pack(plan: SuitPlan) -> tuple[Finding, ...]:
    """A detachable weapon pack holds one weapon, on the body or an arm, and stands in no modular mount."""
    return found("construction.suit.pack", PACKS, _mispacked(plan))


def _mispacked(plan: SuitPlan) -> Iterator[tuple[str | None, str]]:
    packs = plan.sheet.flagged("detachable")
    held = sum(mount.mounting == PACK for mount in plan.sheet.weapons)
    if held > len(packs):
        yield None, f"has {len(packs)} detachable weapon packs for {held} weapons"
    for mount in packs:
        if mount.limb and mount.limb not in PACK_LIMBS:
            yield mount.limb, f"a detachable weapon pack is on the {mount.limb}, not on the body or an arm"
        if mount.mounting:
            yield mount.limb or None, f"a detachable weapon pack is in a {mount.mounting}"


@rule("construction.suit.personal_weapon", cite=PERSONAL, implements=("TO-304-disposable-weapons-ba",), slot=SUIT)
def personal_weapon(plan: SuitPlan) -> tuple[Finding, ...]:
    """Weapons of foot soldiers need a mount of their own or an armoured glove, disposable ones a pair of gloves."""
    carried = plan.sheet.flagged("infantry")
    gloves = sum(mount.equipment.id == "ba_armoured_glove" for mount in plan.manipulators())
    lasting = any("one_shot" not in mount.equipment.flags for mount in carried)
    held, room = len(carried), len(plan.sheet.flagged("ap_mount")) + (gloves >= (1 if lasting else 2))
    reason = f"has {held} weapons of foot soldiers and room for {room}"
    return broken("construction.suit.personal_weapon", PERSONAL, reason, when=held > room)


@rule("construction.suit.tech", cite=TECH_BASE, slot=SUIT)
def tech(plan: SuitPlan) -> tuple[Finding, ...]:
    """Only suits of mixed technology have equipment of the other side."""
    reasons = dict.fromkeys(reason for _, reason in technology.of_others(plan, "suit"))
    return found("construction.suit.tech", TECH_BASE, ((None, reason) for reason in reasons))


@rule("construction.suit.level", cite=technology.LEVELS, slot=SUIT)
def level(plan: SuitPlan) -> tuple[Finding, ...]:
    """Equipment beyond the rules level that the file states is worth a note."""
    reasons = (
        (None, f"{item.name} is {item.level}; the file states level {plan.sheet.level}")
        for item, _ in technology.beyond(plan)
    )
    return told("construction.suit.level", technology.LEVELS, reasons)


RULES = (manipulators, rivals, barred, tube, support_weapon, pack, personal_weapon, tech, level)
