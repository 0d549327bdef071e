"""Numbers of equipment that depend on the unit: the few shapes that the entries write out, worked out exactly.

Most read like the rulebook: `tonnage / 15, up` is the unit's tons by fifteen, rounded up; `, + 1` adds and `, x 1.5`
multiplies afterwards. What is not of that shape has a name and a function here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import ceil
from typing import NamedTuple

from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.refusal import refuse

_SHAPE = re.compile(
    r"\(?(?:tonnage) / (?P<by>[0-9.]+)(?P<up>, up(?P<half> to half tons)?)?(?:, \+ (?P<plus>[0-9.]+))?\)?"
    r"(?:,? x (?P<times>[0-9.]+))?"
)


class Share(NamedTuple):
    """The unit's tons divided, rounded up to a step, with something added, and multiplied."""

    by: Fraction
    step: Fraction | None
    plus: Fraction
    times: Fraction

    def of(self, tons: float) -> Fraction:
        share = Fraction(str(tons)) / self.by
        if self.step is not None:
            share = ceil(share / self.step) * self.step
        return (share + self.plus) * self.times


@cache
def share(text: str) -> Share | None:
    """A formula of the common shape; None for any other."""
    found = _SHAPE.fullmatch(text)
    if not found:
        return None
    step = None if not found["up"] else Fraction(1, 2) if found["half"] else Fraction(1)
    return Share(Fraction(found["by"]), step, Fraction(found["plus"] or 0), Fraction(found["times"] or 1))


def kick_damage(sheet: Sheet) -> int:
    """What a kick does: a fifth of the tons."""
    return ceil(sheet.tons / 5)


def charge_damage(sheet: Sheet) -> int:
    """What a charge at a full run does: a tenth of the tons for each hex."""
    return ceil(Fraction(str(sheet.tons)) * ceil(sheet.walk * 3 / 2) / 10)


NAMED: dict[str, Callable[[Sheet, Mount], Fraction]] = {
    "half of kick damage": lambda sheet, mount: Fraction(ceil(kick_damage(sheet) / 2)),
    "half of charge damage, x 1.1": lambda sheet, mount: Fraction(charge_damage(sheet), 2) * Fraction(11, 10),
}
"""Formulas that have a function of their own."""


def worked_out(value: float | str, sheet: Sheet, mount: Mount) -> Fraction:
    """A number of a mounted item on its unit."""
    if not isinstance(value, str):
        return Fraction(str(value))
    common = share(value)
    if common is not None:
        return common.of(sheet.tons)
    if value in NAMED:
        return NAMED[value](sheet, mount)
    raise refuse("formula.unknown", f"{mount.equipment.name}: no rule works out {value!r}", formula=value)
