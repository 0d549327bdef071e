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


BARE = Plan(Sheet(kind="gun emplacement", chassis=GROUND, motive="none", tons=0, tech="IS"))
"""The plan of every hex as a target: there is nothing in it."""


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
    kept: dict[str, Unit] = state.relief.lastingly("grounds", lambda _: {})
    if target not in kept:
        hex = ground_hex(state, target)
        kept[target] = _ground(hex, max(0, state.relief.board[hex].amount("bldg_elev") - 1))
    return kept[target]


@lru_cache(maxsize=1 << 12)
def _ground(hex: Hex, top: int) -> Unit:
    name = ground_name(hex)
    condition = msgspec.structs.replace(Condition((), ()), shut_down=True)
    sheet = msgspec.structs.replace(BARE.sheet, chassis=name)
    return Unit(id=name, side="", sheet=sheet, plan=BARE, condition=condition, hex=hex, elevation=top)
