"""Checks a unit's construction: what breaks a rule, and what is worth knowing."""

from __future__ import annotations

from overheat.classic.construction.fighterplan import FIGHTER, FighterPlan
from overheat.classic.construction.handheld import HANDHELD, HandheldPlan
from overheat.classic.construction.plan import MACHINE, Finding, Plan
from overheat.classic.construction.platoon import PLATOON, PlatoonPlan
from overheat.classic.construction.protomechplan import PROTOMECH, ProtomechPlan
from overheat.classic.construction.suitplan import SUIT, SuitPlan
from overheat.classic.construction.vehicleplan import VEHICLE, VehiclePlan
from overheat.classic.fielding import under
from overheat.classic.rulesets import standard
from overheat.classic.sheet import Sheet
from overheat.kernel.rules import Ruleset
from overheat.kernel.terms import Tally

PLANS: dict[str, type[Plan]] = {
    "war machine": Plan,
    "industrial machine": Plan,
    "vehicle": VehiclePlan,
    "aerospace fighter": FighterPlan,
    "conventional fighter": FighterPlan,
    "battle armour": SuitPlan,
    "protomech": ProtomechPlan,
    "infantry": PlatoonPlan,
    "handheld weapon": HandheldPlan,
}
"""What the rules of construction make of a sheet, by the kind of unit."""

CHECKED = tuple(PLANS)
"""The kinds of unit that there are rules of construction for."""


def check(sheet: Sheet, rules: Ruleset | None = None) -> tuple[Finding, ...]:
    """What the rules find in the construction of a unit; nothing for the kinds that are not checked."""
    if sheet.kind not in PLANS:
        return ()
    held = rules or standard()
    return tuple(_findings(PLANS[sheet.kind](under(held, sheet), held)))


def _findings(plan: Plan) -> list[Finding]:
    """The findings of the checks for a plan's own kind of unit."""
    match plan:
        case VehiclePlan():
            return [finding for rule in plan.rules[VEHICLE] for finding in rule(plan)]
        case FighterPlan():
            return [finding for rule in plan.rules[FIGHTER] for finding in rule(plan)]
        case SuitPlan():
            return [finding for rule in plan.rules[SUIT] for finding in rule(plan)]
        case ProtomechPlan():
            return [finding for rule in plan.rules[PROTOMECH] for finding in rule(plan)]
        case PlatoonPlan():
            return [finding for rule in plan.rules[PLATOON] for finding in rule(plan)]
        case HandheldPlan():
            return [finding for rule in plan.rules[HANDHELD] for finding in rule(plan)]
        case _:
            return [finding for rule in plan.rules[MACHINE] for finding in rule(plan)]


def weigh(sheet: Sheet, rules: Ruleset | None = None) -> Tally:
    """What a unit weighs, as an explained sum in tons: of battle armour one suit, of infantry nothing."""
    held = rules or standard()
    return PLANS.get(sheet.kind, Plan)(under(held, sheet), held).weight()
