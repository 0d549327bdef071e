"""The frame of battle armour: its squad, its weight, how it moves, what it wears, and the slots of its limbs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.battle_armour.plan import ARMS, LIMITS, SUIT, SuitPlan
from overheat.classic.construction.findings import broken, found
from overheat.classic.construction.machine.plan import Finding
from overheat.classic.unit.equipment import Armour
from overheat.classic.unit.sheet import Mount
from overheat.kernel.rules.rule import Ruleset, rule

CHASSIS = TECH_MANUAL("Battle armour, chassis")
SQUADS = TECH_MANUAL("Battle armour, squads")
MOVEMENT = TECH_MANUAL("Battle armour, movement")
ARMOUR = TACTICAL_OPERATIONS("Reflective and reactive armour", 281)
SLOTS = TACTICAL_OPERATIONS("Battle armour myomer booster", 286)
CLIPS = TACTICAL_OPERATIONS("Battle armour tube artillery", 284)

TUBE_ARTILLERY = "ba_tube_artillery"

NO_SLOTS = ("anti-personnel mount", "detachable weapon pack")
"""Mountings that hold weapons outside of the slots of a limb."""


@rule("construction.suit.squad", cite=SQUADS, slot=SUIT)
def squad(plan: SuitPlan) -> tuple[Finding, ...]:
    """A squad has one to six suits."""
    most = plan.rules[LIMITS]["suits of a squad"]
    reason = f"a squad has 1 to {most} suits, found {plan.sheet.troopers}"
    return broken("construction.suit.squad", SQUADS, reason, when=not 1 <= plan.sheet.troopers <= most)


@rule("construction.suit.weight", cite=CHASSIS, slot=SUIT)
def weight(plan: SuitPlan) -> tuple[Finding, ...]:
    """A suit weighs no more than its class allows."""
    total, most = plan.weight().total * 1000, plan.weight_class.most
    reason = f"weighs {float(total):g} kg; {plan.suit.weight_class} suits weigh up to {most}"
    return broken("construction.suit.weight", CHASSIS, reason, when=total > most)


@rule("construction.suit.walk", cite=MOVEMENT, slot=SUIT)
def walk(plan: SuitPlan) -> tuple[Finding, ...]:
    """A suit walks as far as its class allows, and no less than its chassis does by itself."""
    faster = plan.rules[LIMITS]["faster on four legs by"] if plan.quad else 0
    least, most = plan.free, plan.weight_class.fastest + faster
    reason = f"walks {plan.sheet.walk}; {plan.suit.weight_class} suits walk {least} to {most}"
    return broken("construction.suit.walk", MOVEMENT, reason, when=not least <= plan.sheet.walk <= most)


@rule("construction.suit.jump", cite=MOVEMENT, slot=SUIT)
def jump(plan: SuitPlan) -> tuple[Finding, ...]:
    """A suit jumps, flies or swims as far as its class allows; four legs do none of it."""
    way = plan.sheet.motive if plan.sheet.motive in ("vtol", "umu") else "jump"
    most = 0 if plan.quad else plan.weight_class.flying[way]
    reason = f"{way} of {plan.sheet.jump}; such {plan.suit.weight_class} suits have up to {most}"
    return broken("construction.suit.jump", MOVEMENT, reason, when=plan.sheet.jump > most)


@rule("construction.suit.armour_limit", cite=ARMOUR, slot=SUIT)
def armour_limit(plan: SuitPlan) -> tuple[Finding, ...]:
    """A suit wears as many points of armour as its class allows."""
    points, most = plan.suit.armour, plan.weight_class.armour
    reason = f"may have {most} points of armour, found {points}"
    return broken("construction.suit.armour_limit", ARMOUR, reason, when=points > most)


@rule(
    "construction.suit.armour_kind",
    cite=ARMOUR,
    implements=("TO-281-reflective-armor-1", "TO-282-reactive-armor-1"),
    slot=SUIT,
)
def armour_kind(plan: SuitPlan) -> tuple[Finding, ...]:
    """A suit wears armour made for suits; reactive and reflective armour is made for them too."""
    kind = plan.armour_kind
    wrong = kind is None or "battle_armour" not in kind.flags
    reason = f"{kind.name if kind else 'unknown armour'} is not made for battle armour"
    return broken("construction.suit.armour_kind", ARMOUR, reason, when=wrong)


@rule("construction.suit.clips", cite=CLIPS, implements=("TO-284-ba-tube-construction-2",))
def clip_slots(rules: Ruleset, mount: Mount) -> int:
    """The slots of ammunition for tube artillery: one for every four clips of two rounds."""
    load = mount.ammunition
    if load is None or load.feeds != TUBE_ARTILLERY:
        return 0
    shots = load.shots if mount.shots is None else mount.shots
    return ceil(shots / (rules[LIMITS]["rounds of a clip"] * rules[LIMITS]["clips of a slot"]))


@rule("construction.suit.slots", cite=SLOTS, implements=("TO-286-ba-myomer-booster",), slot=SUIT)
def slots(plan: SuitPlan) -> tuple[Finding, ...]:
    """What a limb holds fits its slots; armour and myomer boosters may be split among limbs, a slot at a time."""
    known = plan.weight_class
    arm = 0 if plan.quad else known.arm
    room = {"body": known.quad if plan.quad else known.body, **dict.fromkeys(ARMS, arm)}
    reasons = {
        (limb, f"has {room[limb]} slots in the {limb}, found {count} filled")
        for _, mounts in plan.troopers
        for limb, count in filled(plan.rules, mounts).items()
        if limb in room and count > room[limb]
    }
    return found("construction.suit.slots", SLOTS, sorted(reasons))


def filled(rules: Ruleset, mounts: Iterable[Mount]) -> Counter[str]:
    """The slots that are filled, by limb; manipulators fill none."""
    counted: Counter[str] = Counter()
    for limb, count in _fillings(rules, mounts):
        counted[limb] += count
    return counted


def _fillings(rules: Ruleset, mounts: Iterable[Mount]) -> Iterator[tuple[str, int]]:
    for mount in mounts:
        item = mount.equipment
        if mount.mounting in NO_SLOTS or "manipulator" in item.flags:
            continue
        split = isinstance(item, Armour) or "myomer_booster" in item.flags
        clips = rules[clip_slots](rules, mount)
        yield mount.limb, 1 if split or isinstance(item.slots, str) else item.slots + clips


RULES = (squad, weight, walk, jump, armour_limit, armour_kind, clip_slots, slots)
