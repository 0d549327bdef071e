"""`overheat bv` and `overheat cost`: battle values and prices of unit files, with the whole sum if asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from overheat.cli.console.batch import Equipment, Explained, Form, Jobs, Paths, Printed, tell_figures
from overheat.cli.console.console import Out
from overheat.cli.console.layers import Rules, classic_rules

if TYPE_CHECKING:
    from overheat.classic.battle_value.worksheet import Worksheet
    from overheat.classic.cost.worksheet import CostSheet
    from overheat.classic.unit.sheet import Sheet
    from overheat.kernel.rules.rule import Ruleset


def bv(
    paths: Paths,
    gunnery: Annotated[int, typer.Option(min=0, max=8, help="The gunnery skill of the crew.")] = 4,
    piloting: Annotated[int, typer.Option(min=0, max=8, help="Its piloting, driving or anti-'Mech skill.")] = 5,
    rules: Rules = None,
    equipment: Equipment = None,
    worksheet: Explained = False,
    jobs: Jobs = 1,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the battle values of units and their crews."""
    value = partial(battle_value_of, gunnery=gunnery, piloting=piloting, rules=classic_rules(rules))
    tell_figures(paths, "bv", value, worksheet=worksheet, jobs=jobs, equipment=equipment, form=form, out=out, wide=7)


def battle_value_of(sheet: Sheet, gunnery: int, piloting: int, rules: Ruleset) -> Worksheet:
    """The battle value of a unit under a crew, by some rules."""
    from overheat.classic.battle_value.unit import battle_value, with_skills

    return with_skills(battle_value(sheet, rules), gunnery, piloting, rules)


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
