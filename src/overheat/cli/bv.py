"""`overheat bv`: battle values of unit files, with the whole sum if asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from overheat.cli.console.batch import Equipment, Explained, Form, Jobs, Paths, Printed, tell_figures
from overheat.cli.console.console import Out
from overheat.cli.console.layers import Rules, classic_rules

if TYPE_CHECKING:
    from overheat.classic.battle_value.worksheet import Worksheet
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
