"""Checks a unit's construction: what breaks a rule, and what is worth knowing."""

from __future__ import annotations

from overheat.classic.construction.kinds import KINDS
from overheat.classic.construction.machine.plan import Finding, Plan
from overheat.classic.rulesets import standard
from overheat.classic.unit.fielding import under
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally


def check(sheet: Sheet, rules: Ruleset | None = None) -> tuple[Finding, ...]:
    """What the rules find in the construction of a unit; nothing for the kinds that are not checked."""
    held = rules or standard()
    drawn = held[KINDS].get(sheet.kind)
    if drawn is None:
        return ()
    plan = drawn.plan(under(held, sheet), held)
    return tuple(finding for rule in held[drawn.checks] for finding in rule.function(plan))


def is_checked(sheet: Sheet, rules: Ruleset) -> bool:
    """Whether there are rules of construction for a unit's kind."""
    return sheet.kind in rules[KINDS]


def weigh(sheet: Sheet, rules: Ruleset | None = None) -> Tally:
    """What a unit weighs, as an explained sum in tons: of battle armour one suit, of infantry nothing."""
    held = rules or standard()
    drawn = held[KINDS].get(sheet.kind)
    plan = drawn.plan if drawn else Plan
    return plan(under(held, sheet), held).weight()
