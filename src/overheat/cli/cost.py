"""`overheat cost`: what units cost in C-bills, with the whole sum if asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overheat.cli.console.batch import Equipment, Explained, Form, Jobs, Paths, Printed, tell_figures
from overheat.cli.console.console import Out
from overheat.cli.console.layers import Rules, classic_rules

if TYPE_CHECKING:
    from overheat.classic.cost.worksheet import CostSheet
    from overheat.classic.unit.sheet import Sheet
    from overheat.kernel.rules.rule import Ruleset


def cost(
    paths: Paths,
    rules: Rules = None,
    equipment: Equipment = None,
    worksheet: Explained = False,
    jobs: Jobs = 1,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the prices of units in C-bills.

    A price is that of the unit with all its ammunition; a worksheet also tells the price without.
    """
    price = partial(cost_of, rules=classic_rules(rules))
    tell_figures(paths, "cost", price, worksheet=worksheet, jobs=jobs, equipment=equipment, form=form, out=out, wide=13)


def cost_of(sheet: Sheet, rules: Ruleset) -> CostSheet:
    """The price of a unit, by some rules."""
    from overheat.classic.cost.unit import unit_cost

    return unit_cost(sheet, rules)
