"""Hexes as targets: which of them a weapon may be aimed at."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.state import State, Unit
from overheat.kernel.rules.rule import Slot, rule

BUILDINGS = TOTAL_WARFARE("Attacks against buildings", 171)
WORTH_A_SHOT = ("building", "woods", "jungle")


class Laying(msgspec.Struct, frozen=True):
    """A weapon that is laid on a hex."""

    state: State
    unit: Unit
    mount: int


HEXES: Slot[[Laying], tuple[Hex, ...]] = Slot("ground.hexes", nothing=(), lasting=lambda laying: (laying.unit.plan,))
"""The hexes that a weapon may be aimed at, in the order of the board: all that any rule names. By what a unit carries
alone a rule may say that it has nothing to say of any of its weapons."""


@rule("ground.worth_a_shot", cite=BUILDINGS, slot=HEXES)
def worth_a_shot(laying: Laying) -> tuple[Hex, ...]:
    """Buildings can be shot down and woods set alight; nothing else of the ground is worth a shot."""
    return laying.state.relief.lastingly(
        "worth a shot", lambda relief: _in_order(*(relief.where(kind) for kind in WORTH_A_SHOT))
    )


@lru_cache(maxsize=1 << 6)
def _in_order(*hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Hexes in the order of the board: the very same tuple for the same hexes."""
    return tuple(sorted({*chain(*hexes)}, key=lambda hex: (hex.row, hex.column)))


def hexes_for(state: State, unit: Unit, *mounts: int) -> tuple[Hex, ...]:
    """The hexes that one of some weapons of a unit may be aimed at."""
    named: dict[int, tuple[Hex, ...]] = {}
    for mount in mounts:
        laying = Laying(state, unit, mount)
        for names in state.relief.rules.among(HEXES, laying):
            found = names.function(laying)
            if found:
                named[id(found)] = found
    if len(named) == 1:
        return next(iter(named.values()))
    return tuple(dict.fromkeys(hex for found in named.values() for hex in found))


RULES = (worth_a_shot,)
