"""Handheld weapons: what one may be made of, what it weighs, and who may carry it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.construction.findings import broken, found
from overheat.classic.construction.machine.fittings import SERVED
from overheat.classic.construction.machine.plan import Finding, Plan
from overheat.classic.construction.machine.tonnage import one
from overheat.classic.construction.weights import exact, tons_of
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Tally, Term

HANDHELD_WEAPONS = TACTICAL_OPERATIONS("Handheld weapons", 314)

LIMITS: Table[str, int] = Table(
    "construction.handheld.limits", {"items": 6, "points of armour to the ton": 16}, cite=HANDHELD_WEAPONS
)
"""The most items of a handheld weapon, not counting ammunition, heat sinks and what serves a single weapon."""

OF_OTHERS = frozenset({"battle_armour", "protomech", "infantry", "capital"})
"""What is not for 'Mechs."""

PLACED = frozenset({"is_heavy_gauss_rifle", "is_improved_heavy_gauss_rifle"})
"""Weapons that only some places of a 'Mech can bear."""

ALSO_HELD = frozenset({"mine_dispenser", "tag"})
"""Gear that is held besides weapons."""

BY_THE_CARRIER = frozenset({"shield", "spikes"})
"""Physical weapons that are no use apart from the arm they are on."""

LAUNCHER_AIDS = ("artemis_iv", "artemis_v", "apollo")
"""Fire control of missiles, which all of its launchers have or none."""

ACTUATORS = ("Upper Arm Actuator", "Lower Arm Actuator", "Hand Actuator")


@dataclass(frozen=True)
class HandheldPlan(Plan):
    """A handheld weapon with the rules it is checked by."""

    @property
    def blows(self) -> tuple[Mount, ...]:
        """The physical weapons."""
        return self.sheet.flagged("physical")

    @property
    def items(self) -> tuple[Mount, ...]:
        """What counts against the limit of items."""
        aids = self.sheet.flagged(*SERVED)
        return tuple(mount for mount in self.sheet.mounts if not mount.ammunition and mount not in aids)

    def weight(self) -> Tally:
        """What it weighs, as an explained sum."""
        return Tally(tuple(term for rule in self.rules[HANDHELD_WEIGHT] for term in rule(self)))


HANDHELD: Slot[[HandheldPlan], tuple[Finding, ...]] = Slot("construction.handheld", nothing=())
"""The checks of a handheld weapon."""

HANDHELD_WEIGHT: Slot[[HandheldPlan], tuple[Term, ...]] = Slot("construction.handheld_weight", nothing=())
"""What a handheld weapon's weight is the sum of."""


@rule("construction.handheld.items", cite=HANDHELD_WEAPONS, slot=HANDHELD)
def items(plan: HandheldPlan) -> tuple[Finding, ...]:
    """Up to six weapons of 'Mechs that may stand anywhere, mine dispensers and TAG among them."""
    return found("construction.handheld.items", HANDHELD_WEAPONS, _unfit(plan))


def _unfit(plan: HandheldPlan) -> Iterator[tuple[str | None, str]]:
    counted = [mount for mount in plan.items if mount not in plan.blows]
    most = plan.rules[LIMITS]["items"]
    if len(counted) > most:
        yield None, f"may have {most} items, found {len(counted)}"
    for mount in counted:
        item = mount.equipment
        armed = mount.weapon is not None or not item.flags.isdisjoint(ALSO_HELD)
        if not armed or not item.flags.isdisjoint(OF_OTHERS) or item.id in PLACED:
            yield None, f"{item.name} may not be in a handheld weapon"


@rule(
    "construction.handheld.blow", cite=HANDHELD_WEAPONS, implements=("TO-314-handheld-construction-b",), slot=HANDHELD
)
def blow(plan: HandheldPlan) -> tuple[Finding, ...]:
    """Or a single physical weapon instead, whose weight and damage do not depend on who wields it."""
    return found("construction.handheld.blow", HANDHELD_WEAPONS, _unwieldy(plan))


def _unwieldy(plan: HandheldPlan) -> Iterator[tuple[str | None, str]]:
    if plan.blows and len(plan.items) > 1:
        yield None, f"has a physical weapon and may have 1 item, found {len(plan.items)}"
    for mount in plan.blows:
        gear = mount.gear
        depends = gear is None or isinstance(gear.tons, str) or isinstance(gear.damage, str)
        if depends or not mount.equipment.flags.isdisjoint(BY_THE_CARRIER):
            yield None, f"{mount.equipment.name} depends on who wields it"


@rule(
    "construction.handheld.launchers",
    cite=HANDHELD_WEAPONS,
    implements=("TO-314-handheld-construction-b",),
    slot=HANDHELD,
)
def launchers(plan: HandheldPlan) -> tuple[Finding, ...]:
    """If one launcher has fire control of a kind, all that can have it do."""
    reasons = (
        (None, f"{fitted} of {able} launchers have {flag.replace('_', ' ').title()}")
        for flag in LAUNCHER_AIDS
        if (fitted := len(plan.sheet.flagged(flag)))
        and fitted != (able := sum(bool(mount.weapon) for mount in plan.sheet.flagged(*SERVED[flag])))
    )
    return found("construction.handheld.launchers", HANDHELD_WEAPONS, reasons)


@rule(
    "construction.handheld.armour", cite=HANDHELD_WEAPONS, implements=("TO-314-handheld-construction-c",), slot=HANDHELD
)
def armour(plan: HandheldPlan) -> tuple[Finding, ...]:
    """Only standard armour is on it."""
    kinds = {place.armour_kind.name for place in plan.sheet.locations if place.armour and place.armour_kind}
    reasons = ((None, f"{name} may not be on a handheld weapon") for name in sorted(kinds - {"Standard"}))
    return found("construction.handheld.armour", HANDHELD_WEAPONS, reasons)


@rule(
    "construction.handheld.ammunition",
    cite=HANDHELD_WEAPONS,
    implements=("TO-314-handheld-construction-c",),
    slot=HANDHELD,
)
def ammunition(plan: HandheldPlan) -> tuple[Finding, ...]:
    """What shoots ammunition has some, unless it shoots once."""
    fed = {mount.ammunition.feeds for mount in plan.sheet.mounts if mount.ammunition}
    hungry = [mount.weapon for mount in plan.sheet.weapons if mount.weapon and "one_shot" not in mount.equipment.flags]
    reasons = ((None, f"no ammunition for {it.name}") for it in hungry if it.ammunition and it.ammunition not in fed)
    return found("construction.handheld.ammunition", HANDHELD_WEAPONS, reasons)


@rule("construction.handheld.weight", cite=HANDHELD_WEAPONS, slot=HANDHELD)
def weight(plan: HandheldPlan) -> tuple[Finding, ...]:
    """It weighs no more than its file says."""
    total = plan.weight().total
    reason = f"weighs {float(total):g} tons of {plan.sheet.tons:g}"
    return broken("construction.handheld.weight", HANDHELD_WEAPONS, reason, when=total > exact(plan.sheet.tons))


@rule(
    "construction.handheld_weight.parts",
    cite=HANDHELD_WEAPONS,
    implements=("TO-314-handheld-construction-c",),
    slot=HANDHELD_WEIGHT,
)
def parts_weight(plan: HandheldPlan) -> tuple[Term, ...]:
    """Its parts, ammunition by the shot, heat sinks, 16 points of armour to the ton, all rounded up to the half ton."""
    points = sum(place.armour for place in plan.sheet.locations)
    loaded = sum((_tons(plan, mount) for mount in plan.sheet.mounts), start=Fraction(0))
    parts = loaded + heat_sinks(plan) + Fraction(points, plan.rules[LIMITS]["points of armour to the ton"])
    return one("construction.handheld_weight.parts", plan.rounded(parts), "all parts", HANDHELD_WEAPONS)


def _tons(plan: HandheldPlan, mount: Mount) -> Fraction:
    """What a part weighs; of ammunition each shot its part of a ton."""
    load, tons = mount.ammunition, tons_of(plan, mount)
    return tons if load is None or mount.shots is None else tons / load.shots * mount.shots


def heat_sinks(plan: HandheldPlan) -> int:
    """Single heat sinks of a ton, one for each point of heat of the energy weapons but those that burn ammunition."""
    drawing = [mount.weapon for mount in plan.sheet.flagged("energy") if mount.weapon and not mount.weapon.ammunition]
    return ceil(sum((weapon.heat for weapon in drawing), start=0))


@rule("construction.handheld_carrier", cite=HANDHELD_WEAPONS)
def may_carry(rules: Ruleset, sheet: Sheet) -> bool:
    """A 'Mech with two arms and hands of which nothing is missing may carry a handheld weapon, or a ProtoMech."""
    if sheet.kind == "protomech":
        return sheet.motive != "quad"
    if sheet.kind not in ("war machine", "industrial machine"):
        return False
    arms = [" ".join(place.slots).lower() for place in sheet.locations if place.code in ("LA", "RA")]
    return len(arms) > 1 and all(actuator.lower() in arm for arm in arms for actuator in ACTUATORS)


RULES = (LIMITS, items, blow, launchers, armour, ammunition, weight, parts_weight, may_carry)
