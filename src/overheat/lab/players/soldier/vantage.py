"""Places to fire from: where a team whose weapon does not fire on the move runs to when it can do nothing here."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.soldier.danger import danger, prospects
from overheat.lab.players.soldier.kills import best_volleys
from overheat.lab.players.soldier.ways import SHY
from overheat.platoon.battle.commands import Walk
from overheat.platoon.battle.state import Unit
from overheat.platoon.ground.geometry import Spot, ahead
from overheat.platoon.move import men as walking

WAYS = 12
"""How many ways to run are looked at."""
SHARES = (1.0, 0.6)
"""The parts of a run after which it may stop there."""
WORTH_IT = 0.15
"""What a shot has to count more there, for a turn goes by on the way."""


class Place(NamedTuple):
    """Somewhere to fire from, and what it is better by."""

    at: Spot
    gain: float


def better_place(battle: Thinking, unit: Unit, risk: float) -> Place | None:
    """The place within a run from which a team may do most, less what it risks there; nowhere if here is as good."""
    known: dict[str, Place | None] = battle.kept.setdefault("vantage", {})
    if unit.id not in known:
        fire, risked = best_volleys(battle, unit).worth, danger(battle, unit, unit.at)
        better = [Place(at, prospects(battle, unit, at) - fire) for at in _within_a_run(battle, unit)]
        every = [
            each._replace(gain=each.gain - risk * max(0.0, danger(battle, unit, each.at) - risked))
            for each in better
            if each.gain >= WORTH_IT
        ]
        known[unit.id] = max((each for each in every if each.gain > 0), key=lambda each: each.gain, default=None)
    return known[unit.id]


def _within_a_run(battle: Thinking, unit: Unit) -> list[Spot]:
    running = msgspec.structs.replace(unit, order="run")
    reach = walking.march_reach(battle, walking.march_over(battle, running, 0, [])) - SHY
    ends = [ahead(unit.at, 360 * way / WAYS, share * reach)._replace(z=0) for way in range(WAYS) for share in SHARES]
    return [end for end in ends if walking.walk_refused(battle, running, Walk(end, unit.heading)) is None]
