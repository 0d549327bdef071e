"""What can be shot at: units, and hexes, which stand as still as anything can."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import State, Unit
from overheat.classic.unit.condition import Condition
from overheat.classic.unit.plan import Plan
from overheat.classic.unit.sheet import Sheet

GROUND = "hex "
"""What the name of a hex as a target begins with."""

AIM = named("aim", "aims at {about}")
"""The mark of who has taken a hex for a target this round, which it is about."""


def aim_of(unit: Unit) -> str:
    """The hex that a unit may shoot at besides its enemies, by its name as a target."""
    return unit.about(AIM) if unit.marks else ""


def is_ground(target: str) -> bool:
    """Whether a target is a hex and no unit."""
    return target.startswith(GROUND)


def ground_name(hex: Hex) -> str:
    """A hex by its name as a target."""
    return f"{GROUND}{hex}"


def ground_hex(state: State, target: str) -> Hex:
    """The hex that a target names."""
    return state.relief.board.parse_hex(target.removeprefix(GROUND))


def target_of(state: State, target: str) -> Unit | None:
    """A target by its name: a unit, or a hex as the rules of attacks see it, which is a unit that cannot move."""
    if not is_ground(target):
        return state.units.get(target)
    hex = ground_hex(state, target)
    return _ground(hex, max(0, state.relief.board[hex].amount("bldg_elev") - 1))


@lru_cache(maxsize=1 << 12)
def _ground(hex: Hex, top: int) -> Unit:
    sheet = Sheet(kind="gun emplacement", chassis=ground_name(hex), motive="none", tons=0, tech="IS")
    unit = Unit(
        id=ground_name(hex), side="", sheet=sheet, plan=Plan(sheet), condition=Condition((), ()), hex=hex, elevation=top
    )
    return msgspec.structs.replace(unit, condition=msgspec.structs.replace(unit.condition, shut_down=True))
