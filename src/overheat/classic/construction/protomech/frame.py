"""The frame of a protomech, and what its locations hold."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.findings import broken, found, weighed
from overheat.classic.construction.machine.plan import Finding
from overheat.classic.construction.protomech.plan import LIMITS, PROTOMECH, ProtomechPlan
from overheat.kernel.rules.rule import Table, rule

CHASSIS = TECH_MANUAL("Protomechs, chassis")
ENGINE = TECH_MANUAL("Protomechs, engines")
MOVEMENT = TECH_MANUAL("Protomechs, movement")
ARMOUR = TECH_MANUAL("Protomechs, armour")
SLOTS = TECH_MANUAL("Protomechs, weapons and equipment")
ONE_SHOT = TACTICAL_OPERATIONS("Improved one-shot launchers", 327)

ARM_ARMOUR: Table[int, int] = Table("construction.protomech.arm_armour", {5: 2, 9: 4, 15: 6}, cite=ARMOUR)
"""Points of armour of an arm, for protomechs up to so many tons."""

LEAST_RUN: Table[str, int] = Table(
    "construction.protomech.least_run", {"wige": 4, "quad": 3, "biped": 1}, cite=MOVEMENT
)
"""The least running points of those that glide, of those on four legs and of all others."""

LOADS: Table[str, tuple[Fraction, Fraction]] = Table(
    "construction.protomech.loads",
    {"T": (Fraction(2), Fraction(4)), "RA": (Fraction(1, 2), Fraction(1)), "LA": (Fraction(1, 2), Fraction(1))},
    cite=SLOTS,
)
"""The most tons of equipment in a location, of common and of ultraheavy protomechs; four legs carry others."""

LOADS_ON_FOUR: Table[str, tuple[Fraction, Fraction]] = Table(
    "construction.protomech.loads_on_four", {"T": (Fraction(5), Fraction(8))}, cite=SLOTS
)
"""The same of those on four legs."""


@rule("construction.protomech.tonnage", cite=CHASSIS, slot=PROTOMECH)
def tonnage(plan: ProtomechPlan) -> tuple[Finding, ...]:
    """A protomech weighs 2 to 15 whole tons."""
    tons, least, most = plan.sheet.tons, plan.rules[LIMITS]["least tons"], plan.rules[LIMITS]["most tons"]
    reason = f"{tons:g} tons; a protomech weighs {least} to {most} in whole tons"
    wrong = not least <= tons <= most or tons % 1 != 0
    return broken("construction.protomech.tonnage", CHASSIS, reason, when=wrong)


def slack(plan: ProtomechPlan) -> Fraction:
    """What ammunition weighs less when a shot is rounded down to ten kilograms, as some official files have it."""
    loads = [(mount, mount.ammunition) for mount in plan.sheet.mounts if mount.ammunition]
    shots = ((floor(plan.item_tons(mount) / load.shots * 1000), mount.shots or 0) for mount, load in loads)
    return sum((Fraction(one % 10 * count, 1000) for one, count in shots), start=Fraction(0))


@rule("construction.protomech.weight", cite=CHASSIS, slot=PROTOMECH)
def weight(plan: ProtomechPlan) -> tuple[Finding, ...]:
    """All that a protomech is made of weighs no more than it does, however shots are rounded; any other sum is told."""
    total = plan.weight().total
    return weighed("construction.protomech.weight", CHASSIS, total, plan.sheet.tons, slack=slack(plan))


@rule("construction.protomech.engine", cite=ENGINE, slot=PROTOMECH)
def engine(plan: ProtomechPlan) -> tuple[Finding, ...]:
    """A protomech has a fusion engine."""
    fitted = plan.sheet.engine
    wrong = fitted is None or "fusion" not in fitted.kind.flags
    return broken("construction.protomech.engine", ENGINE, "has no fusion engine", when=wrong)


@rule("construction.protomech.run", cite=MOVEMENT, slot=PROTOMECH)
def run(plan: ProtomechPlan) -> tuple[Finding, ...]:
    """A protomech moves; one that glides runs at least 4, one on four legs at least 3."""
    runs = plan.rules[LEAST_RUN]
    least = runs.get(plan.sheet.motive) or runs["biped"]
    reason = f"runs at least {least}, found {plan.run}"
    return broken("construction.protomech.run", MOVEMENT, reason, when=plan.run < least)


@rule("construction.protomech.jump_jets", cite=MOVEMENT, slot=PROTOMECH)
def jump_jets(plan: ProtomechPlan) -> tuple[Finding, ...]:
    """There is a jump jet for each jumping point, and no more points than walking, with better jets than running."""
    jets, jump = plan.sheet.flagged("jump_jet"), plan.sheet.jump
    most = plan.run if any("extended_jump_jet" in jet.equipment.flags for jet in jets) else plan.sheet.walk
    reason = f"jumps {jump} with {len(jets)} jump jets; it may jump up to {most}"
    return broken("construction.protomech.jump_jets", MOVEMENT, reason, when=jump > most or len(jets) != jump)


def most_armour(plan: ProtomechPlan, code: str) -> int:
    """The most armour of a location; four legs have that of arms as well."""
    tons, structure, arm = plan.sheet.tons, plan.sheet[code].structure, plan.by_weight(ARM_ARMOUR)
    if code in ("RA", "LA"):
        return 0 if plan.quad else arm
    legs = structure * 2 + (2 * arm if plan.quad else 0)
    return {"HD": 2 + int(tons) // 2, "MG": structure * 3, "L": legs}.get(code, structure * 2)


@rule("construction.protomech.armour_limit", cite=ARMOUR, slot=PROTOMECH)
def armour_limit(plan: ProtomechPlan) -> tuple[Finding, ...]:
    """Every location has a limit of armour by the weight."""
    over = [
        (place.code, most, place.armour)
        for place in plan.sheet.locations
        if place.armour > (most := most_armour(plan, place.code))
    ]
    reasons = ((code, f"{code} may have {most} points of armour, found {points}") for code, most, points in over)
    return found("construction.protomech.armour_limit", ARMOUR, reasons)


@rule("construction.protomech.armour_kind", cite=ARMOUR, slot=PROTOMECH)
def armour_kind(plan: ProtomechPlan) -> tuple[Finding, ...]:
    """A protomech wears armour made for protomechs."""
    worn = {place.armour_kind.id: place.armour_kind for place in plan.sheet.locations if place.armour_kind}
    wrong = (kind for kind in worn.values() if "protomech" not in kind.flags)
    reasons = ((None, f"{kind.name} is not made for protomechs") for kind in wrong)
    return found("construction.protomech.armour_kind", ARMOUR, reasons)


def most_slots(plan: ProtomechPlan, code: str) -> int:
    """The slots of a location; head and legs have none, and four legs more in the torso."""
    torso = (3 if plan.ultraheavy else 2) * (2 if plan.quad else 1)
    arm = 0 if plan.quad else 1
    return {"T": torso, "RA": arm, "LA": arm, "MG": 2 if plan.quad and plan.ultraheavy else 1}.get(code, 0)


@rule("construction.protomech.slots", cite=SLOTS, slot=PROTOMECH)
def slots(plan: ProtomechPlan) -> tuple[Finding, ...]:
    """A location holds as many weapons and items as it has slots."""
    counted = [
        (place.code, len(plan.slotted(place.code)), most_slots(plan, place.code))
        for place in plan.sheet.locations
        if place.code != "BD"
    ]
    reasons = ((code, f"{code} may hold {most} items, found {count}") for code, count, most in counted if count > most)
    return found("construction.protomech.slots", SLOTS, reasons)


@rule("construction.protomech.load", cite=SLOTS, slot=PROTOMECH)
def load(plan: ProtomechPlan) -> tuple[Finding, ...]:
    """Torso and arms carry so much and no more; the main gun may weigh anything."""
    limits = plan.rules[LOADS_ON_FOUR if plan.quad else LOADS]
    loads = [
        (code, sum((plan.item_tons(mount) for mount in plan.slotted(code)), start=Fraction(0)), pair[plan.ultraheavy])
        for code, pair in limits.rows.items()
    ]
    over = [(code, float(tons), float(most)) for code, tons, most in loads if tons > most]
    reasons = ((code, f"{code} may carry {most:g} tons, found {tons:g}") for code, tons, most in over)
    return found("construction.protomech.load", SLOTS, reasons)


@rule("construction.protomech.weapon_place", cite=SLOTS, slot=PROTOMECH)
def weapon_place(plan: ProtomechPlan) -> tuple[Finding, ...]:
    """No weapon is inside the body."""
    inside = [mount for mount in plan.sheet.weapons if mount.location == "BD"]
    return found(
        "construction.protomech.weapon_place",
        SLOTS,
        ((mount.location, f"{mount.equipment.name} is inside the body") for mount in inside),
    )


@rule("construction.protomech.one_shot", cite=ONE_SHOT, implements=("TO-327-ios-protomech",), slot=PROTOMECH)
def one_shot(plan: ProtomechPlan) -> tuple[Finding, ...]:
    """Improved one-shot launchers are not for protomechs."""
    launchers = plan.sheet.flagged("improved_one_shot")
    reasons = ((mount.location, f"{mount.equipment.name} is not for protomechs") for mount in launchers)
    return found("construction.protomech.one_shot", ONE_SHOT, reasons)


RULES = (
    ARM_ARMOUR,
    LEAST_RUN,
    LOADS,
    LOADS_ON_FOUR,
    tonnage,
    weight,
    engine,
    run,
    jump_jets,
    armour_limit,
    armour_kind,
    slots,
    load,
    weapon_place,
    one_shot,
)
