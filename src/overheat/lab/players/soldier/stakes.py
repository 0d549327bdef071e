"""What depends on a unit besides itself: an objective that it alone holds or keeps from the other side."""

from __future__ import annotations

from overheat.lab.players.platoon_appraising import Thinking
from overheat.platoon.battle.state import Objective, Unit
from overheat.platoon.ground.geometry import flat, spot
from overheat.platoon.rules.standard import turn
from overheat.platoon.turn.turns import held_objectives, score

LAST = 6
"""The turn that is the last as often as not."""
BY_THEN = (1.0, 0.5, 0.2)
"""What a victory point that somebody holds now counts with so many turns to come."""
HELD = (1.0, 0.75, 0.55, 0.4, 0.3)
"""What it counts to hold a victory point with so many turns to come: a lead that the other side has to take back."""
BOLD, CAREFUL = 0.5, 1.5
"""How much of the danger counts to who has not won yet, and to who has by little."""
SAFE = 3
"""The losses that a lead still decides after."""
REACH = 4.0
"""How far from the middle of a unit its men and its hull may be."""


def turns_left(battle: Thinking) -> int:
    """How many turns follow this one, if the last is the last."""
    return max(0, LAST - battle.turn)


def still_to_come(battle: Thinking) -> float:
    """The part of a battle that is still to come: what a unit can do counts by it, the point for its loss does not."""
    return min(1.0, (turns_left(battle) + 1) / LAST)


def boldness(battle: Thinking, side: int) -> float:
    """How much of the danger counts: towards the end less to who has not won yet, more to who could still lose it."""
    if turns_left(battle) > 1:
        return 1.0
    if ("lead", side) not in battle.kept:
        points = score(battle)
        battle.kept["lead", side] = points[side] - points[1 - side]
    lead: int = battle.kept["lead", side]
    if not battle.rules[turn.decides](battle.rules, max(0, lead)):
        return BOLD
    return 1.0 if battle.rules[turn.decides](battle.rules, lead - SAFE) else CAREFUL


def on_objective(battle: Thinking, objective: Objective, side: int) -> list[str]:
    """The units of a side that are near enough to an objective to hold it, or to keep others from it."""
    at = spot(objective.x, objective.y)
    near = (each for each in battle.on_table(side) if flat(each.at, at) <= objective.radius + REACH and not each.at.z)
    manned = (each for each in near if not battle.sheet(each).unmanned)
    return [each.id for each in manned if any(flat(body.at, at) <= objective.radius for body in battle.bodies(each))]


def stake(battle: Thinking, unit: Unit) -> float:
    """The victory points that change hands with a unit: it alone holds an objective, or keeps enemies from one.

    The sooner the end, the more of them count.
    """
    return _stakes(battle).get(unit.id, 0.0)


def held_worth(battle: Thinking) -> tuple[float, float]:
    """What the objectives that each side holds now are likely to be worth to it at the end."""
    sure = HELD[min(turns_left(battle), len(HELD) - 1)]
    found = held_objectives(battle)
    return sure * found[0], sure * found[1]


def _stakes(battle: Thinking) -> dict[str, float]:
    if "stakes" not in battle.kept:
        battle.kept["stakes"] = found = dict[str, float]()
        left = turns_left(battle)
        for objective in battle.setup.objectives if left < len(BY_THEN) else ():
            for side in (0, 1):
                there = on_objective(battle, objective, side)
                if len(there) == 1:
                    found[there[0]] = found.get(there[0], 0.0) + objective.worth * BY_THEN[left]
    known: dict[str, float] = battle.kept["stakes"]
    return known
