"""Checks a unit's construction: what breaks a rule, and what is worth knowing."""

from __future__ import annotations

from overheat.classic.construction.plan import MACHINE, Finding, Plan
from overheat.classic.rules import standard
from overheat.classic.sheet import Sheet
from overheat.kernel.rules import Ruleset
from overheat.kernel.terms import Tally

MACHINES = ("war machine", "industrial machine")


def check(sheet: Sheet, rules: Ruleset | None = None) -> tuple[Finding, ...]:
    """What the rules find in a war machine's construction; nothing for other kinds of unit."""
    if sheet.kind not in MACHINES:
        return ()
    plan = Plan(sheet, rules or standard())
    return tuple(finding for rule in plan.rules[MACHINE] for finding in rule(plan))


def weigh(sheet: Sheet, rules: Ruleset | None = None) -> Tally:
    """What a war machine weighs, as an explained sum."""
    return Plan(sheet, rules or standard()).weight()
