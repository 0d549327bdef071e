"""Bangalores: breaching works and walls, and clearing hidden devices."""

from __future__ import annotations

from typing import Literal

import msgspec

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.platoon.books import UPSTREAM
from overheat.platoon.facts import Order
from overheat.platoon.ground.geometry import within
from overheat.platoon.rules.standard.orders import kind_of
from overheat.platoon.units.weapons import Count

BANGALORES = UPSTREAM("Bangalores")
Work = Literal["fortification", "wall", "device"]
Effect = Literal["nothing", "breached", "detonates", "disarmed"]


class Charge(msgspec.Struct, frozen=True):
    """The die that is rolled against a kind of work, and what its results mean."""

    die: Count
    effects: dict[int, Effect]


CHARGES: Table[Work, Charge] = Table(
    "bangalores.charges",
    {
        "fortification": Charge("D2", {2: "breached"}),
        "wall": Charge("D3", {3: "breached"}),
        "device": Charge("D3", {2: "detonates", 3: "disarmed"}),
    },
    cite=BANGALORES,
    implements=("HEAT-up-bangalores",),
)


@rule("bangalores.refused", cite=BANGALORES, implements=("HEAT-up-bangalores",))
def refused(rules: Ruleset, order: Order | None, length: float, used: bool) -> Refusal | None:
    """A unit has one bangalore and uses it within 6 inches, in place of shooting."""
    if used:
        return Refusal("bangalores.spent", "there is no bangalore left", BANGALORES)
    if not kind_of(rules, order).shoots:
        return Refusal(
            "bangalores.order", f"bangalores are used on a Fire order or an Advance, not on {order}", BANGALORES
        )
    if not rules[within](rules, length, 6):
        return Refusal("bangalores.far", f"a bangalore reaches 6 inches, not {length:.1f}", BANGALORES)
    return None


@rule("bangalores.tied_up", cite=BANGALORES)
def tied_up(rules: Ruleset, men: int) -> int:
    """The whole unit is busy with its bangalore."""
    return men


RULES = (CHARGES, refused, tied_up)
