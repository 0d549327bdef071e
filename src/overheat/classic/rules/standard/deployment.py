"""Where units may be placed before the battle: in the zone of their side, where there is room and ground for them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from overheat.classic.board.board import Board
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.movement import UNTOUCHED, Entry, barred, floats
from overheat.classic.rules.standard.stacking import has_room
from overheat.classic.rules.standard.turns import turn_order
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, rule

SETTING_UP = TOTAL_WARFARE("Setting Up the Game", 37)
HOVERING = 3
"""How high a rotorcraft is that comes to the field above woods."""


class Deploying(msgspec.Struct, frozen=True):
    """A unit as it would stand in a hex that it is placed in."""

    state: State
    unit: Unit

    @property
    def rules(self) -> Ruleset:
        return self.state.relief.rules


DEPLOYMENT: Slot[[Deploying], Refusal | None] = Slot("deployment.forbids", nothing=None)
"""Reasons why a unit may not be placed in a hex."""


@rule("deployment.zone", cite=SETTING_UP, slot=DEPLOYMENT)
def in_zone(deploying: Deploying) -> Refusal | None:
    """A unit is placed in the zone of its side."""
    unit = deploying.unit
    if unit.hex in deploying.state.zones.get(unit.side, ()):
        return None
    return Refusal("deployment.zone", f"{unit.hex} is outside the zone of {unit.side}", SETTING_UP)


@rule("deployment.room", cite=SETTING_UP, slot=DEPLOYMENT)
def has_place(deploying: Deploying) -> Refusal | None:
    """A unit is placed where it has room beside those that are there."""
    return deploying.rules[has_room](deploying.rules, deploying.unit, deploying.state.at(deploying.unit.hex))


@rule("deployment.ground", cite=SETTING_UP, slot=DEPLOYMENT)
def stands_on_ground(deploying: Deploying) -> Refusal | None:
    """A unit is placed on no ground that its kind may not enter."""
    unit, state = deploying.unit, deploying.state
    ground = state.relief.board[unit.hex]
    level = ground.level + unit.elevation
    effects = state.effects.get(unit.hex, UNTOUCHED)
    return barred(
        Entry(deploying.rules, unit, ground, ground, level, level, weather=state.weather, hex=unit.hex, effects=effects)
    )


@rule("deployment.order", cite=SETTING_UP)
def deployment_order(state: State, counts: Mapping[Player, int]) -> tuple[Player, ...]:
    """The sides place their units in turn, as they were set up; who has more places several for one."""
    sides = tuple(dict.fromkeys(unit.side for unit in state.units.values()))
    return state.relief.rules[turn_order](state.relief.rules, sides, {side: counts.get(side, 0) for side in sides})


def placed(state: State, unit: Unit, hex: Hex, facing: int) -> Unit:
    """A unit as it stands in a hex that it is placed in."""
    elevation = elevation_at(state.relief.board, hex, unit.sheet)
    return msgspec.structs.replace(unit, hex=hex, facing=facing, torso=facing, elevation=elevation, fate="")


def elevation_at(board: Board, hex: Hex, sheet: Sheet) -> int:
    """Where a unit stands in a hex when nobody says: on the roof, on the bridge, on the bottom, or afloat."""
    ground = board[hex]
    for top in ("bldg_elev", "bridge_elev"):
        if top in ground:
            return ground.amount(top) + (sheet.motive == "vtol")
    if sheet.motive == "vtol":
        return HOVERING if "woods" in ground or "jungle" in ground else min(1, ground.amount("water"))
    if "water" in ground and "ice" not in ground and not floats(sheet):
        return -ground.amount("water")
    return 0


RULES = (in_zone, has_place, stands_on_ground, deployment_order)
