"""`overheat cost`: what units cost in C-bills, with the whole sum if asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overheat.cli.batch import Equipment, Explained, Form, Jobs, Paths, Printed, tell_figures
from overheat.cli.console import Out

if TYPE_CHECKING:
    from overheat.classic.cost.worksheet import CostSheet
    from overheat.classic.sheet import Sheet


def cost(
    paths: Paths,
    equipment: Equipment = None,
    worksheet: Explained = False,
    jobs: Jobs = 1,
    form: Printed = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the prices of units in C-bills.

    A price is that of the unit with all its ammunition; a worksheet also tells the price without.
    """
    tell_figures(
        paths, "cost", cost_of, worksheet=worksheet, jobs=jobs, equipment=equipment, form=form, out=out, wide=13
    )


def cost_of(sheet: Sheet) -> CostSheet:
    """The price of a unit."""
    from overheat.classic.cost.unit import unit_cost

    return unit_cost(sheet)
