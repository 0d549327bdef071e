"""Checks a unit's construction: what breaks a rule, and what is worth knowing."""

from __future__ import annotations

from overheat.classic.construction.plan import MACHINE, Finding, Plan
from overheat.classic.construction.vehicleplan import VEHICLE, VehiclePlan
from overheat.classic.rules import standard
from overheat.classic.sheet import Sheet
from overheat.kernel.rules import Ruleset
from overheat.kernel.terms import Tally

MACHINES = ("war machine", "industrial machine")
VEHICLES = ("vehicle",)
CHECKED = (*MACHINES, *VEHICLES)
"""The kinds of unit that there are rules of construction for."""


def check(sheet: Sheet, rules: Ruleset | None = None) -> tuple[Finding, ...]:
    """What the rules find in the construction of a war machine or combat vehicle; nothing for other kinds of unit."""
    rules = rules or standard()
    if sheet.kind in VEHICLES:
        vehicle = VehiclePlan(sheet, rules)
        return tuple(finding for rule in rules[VEHICLE] for finding in rule(vehicle))
    if sheet.kind in MACHINES:
        machine = Plan(sheet, rules)
        return tuple(finding for rule in rules[MACHINE] for finding in rule(machine))
    return ()


def weigh(sheet: Sheet, rules: Ruleset | None = None) -> Tally:
    """What a war machine or combat vehicle weighs, as an explained sum."""
    plan = VehiclePlan if sheet.kind in VEHICLES else Plan
    return plan(sheet, rules or standard()).weight()
