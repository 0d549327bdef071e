"""What any unit costs that there are rules for."""

from __future__ import annotations

from overheat.classic.cost.kinds import KINDS
from overheat.classic.cost.worksheet import CostSheet
from overheat.classic.rulesets import standard
from overheat.classic.unit.fielding import EMPTY, Loads, under
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset


def unit_cost(sheet: Sheet, rules: Ruleset | None = None, loads: Loads = EMPTY) -> CostSheet:
    """What a unit costs in C-bills, as a worksheet; a kind without rules is refused.

    By the standard rules, or by those of a ruleset with other layers in it, with what its bins are declared to hold.
    """
    held = rules or standard()
    priced = held[KINDS].get(sheet.kind)
    if priced is None:
        reason = f"{sheet.name}: there are no rules here for the price of {sheet.kind}"
        raise refuse("cost.kind", reason, kind=sheet.kind)
    return priced(held, under(held, sheet, loads))
