"""When a battle is over, and who has won it."""

from __future__ import annotations

import msgspec

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.endings import Ending, Figure
from overheat.classic.facts.state import Objective, State
from overheat.kernel.facts import Id
from overheat.kernel.game import Player
from overheat.kernel.rules.rule import Slot, Table, rule

VICTORY_CONDITIONS = TOTAL_WARFARE("Victory", 258)


class Score(msgspec.Struct, frozen=True):
    """Points that a side has made, and for what."""

    side: Player
    points: int
    why: Id


SCORES: Slot[[State], tuple[Score, ...]] = Slot("victory.scores", nothing=())
"""Points that sides make, asked at the end of each round before it is seen whether the battle is over."""

VICTORY: Slot[[State], Ending | None] = Slot("victory", nothing=None)
"""Ways for a battle to be over, asked at the end of each round in order."""


OBJECTIVES: Table[str, tuple[str, ...]] = Table(
    "victory.objectives",
    {
        "breakthrough": ("edge", "units"),
        "hold": ("hexes", "rounds"),
        "line": ("edge", "depth", "rounds"),
        "hunt": ("targets",),
        "hill": ("hexes", "rounds"),
    },
    cite=VICTORY_CONDITIONS,
    where="overheat.classic.rules.standard.victory.OBJECTIVES",
)
"""What a side may want besides beating the other, and what has to be said of it: an edge, units, hexes and so on.

A layer that brings another decides it with a rule of the slot `VICTORY`.
"""


def sides_of(state: State) -> tuple[Player, ...]:
    """The sides of a battle in the order they were named."""
    return tuple(dict.fromkeys(unit.side for unit in state.units.values()))


def time_is_up(state: State) -> bool:
    """Whether the last round has been played."""
    return state.rounds > 0 and state.round >= state.rounds


@rule("victory.breakthrough", cite=VICTORY_CONDITIONS, slot=VICTORY)
def breakthrough(state: State) -> Ending | None:
    """A side wins when enough of its units have left over its edge, and loses when that can no longer happen."""
    for objective in state.objectives:
        if objective.kind != "breakthrough":
            continue
        side, edge = objective.side, objective.edge
        own = [unit for unit in state.units.values() if unit.side == side]
        through = sum(edge in unit.left_over for unit in own)
        score: dict[str, Figure] = {"side": side, "edge": edge, "through": through, "wanted": objective.units}
        if through >= objective.units:
            return Ending((side,), "got_through", score)
        if time_is_up(state):
            return Ending(others(state, side), "not_through_in_time", {**score, "round": state.round})
        if through + len(state.on_side(side)) < objective.units:
            return Ending(others(state, side), "too_few_to_get_through", score)
    return None


def others(state: State, side: Player) -> tuple[Player, ...]:
    """All sides but one."""
    return tuple(other for other in sides_of(state) if other != side)


@rule("victory.last_standing", cite=VICTORY_CONDITIONS, slot=VICTORY)
def last_standing(state: State) -> Ending | None:
    """The side that has units left when no other has is the winner; if nobody has, it is a draw."""
    left = tuple(side for side in sides_of(state) if state.on_side(side))
    if len(left) > 1:
        return None
    return Ending(left, "last_side" if left else "nobody_left")


@rule("victory.hold", cite=VICTORY_CONDITIONS, slot=VICTORY)
def hold(state: State) -> Ending | None:
    """When time is up, a side that stands where it wanted to without an enemy wins; one that alone failed loses.

    Where several sides wanted ground and none holds it, the battle is decided otherwise.
    """
    wanted = [objective for objective in state.objectives if objective.kind == "hold"]
    if not wanted or not time_is_up(state):
        return None
    holding = tuple(dict.fromkeys(objective.side for objective in wanted if stands_alone(state, objective)))
    hexes = tuple(dict.fromkeys(name for objective in wanted for name in objective.hexes))
    if holding:
        return Ending(holding, "held", {"sides": holding, "hexes": hexes, "round": state.round})
    failed = {objective.side for objective in wanted}
    if len(failed) > 1:
        return None
    side = wanted[0].side
    return Ending(others(state, side), "not_held", {"side": side, "hexes": hexes, "round": state.round})


def stands_alone(state: State, objective: Objective) -> bool:
    """Whether somebody of the side stands in one of the hexes, and nobody of another side in any."""
    there = {unit.side for unit in state.units.values() if unit.active and str(unit.hex) in objective.hexes}
    return there == {objective.side}


RULES = (breakthrough, last_standing, hold, OBJECTIVES)
