"""The battle value of any unit that there are rules for here."""

from __future__ import annotations

from overheat.classic.battle_value.machine import machine_battle_value
from overheat.classic.battle_value.worksheet import Worksheet
from overheat.classic.sheet import Sheet
from overheat.kernel.refusal import refuse


def battle_value(sheet: Sheet) -> Worksheet:
    """The battle value of a unit with an ordinary crew, as a worksheet; a kind without rules is refused."""
    if sheet.kind in ("war machine", "industrial machine"):
        return machine_battle_value(sheet)
    raise refuse("bv.kind", f"{sheet.name}: there are no battle value rules here for {sheet.kind}", kind=sheet.kind)
