"""Between rounds: waking up, who is left, and whether the battle is over."""

from __future__ import annotations

from overheat.classic.battle.mires import sink
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.crew import stay_awake
from overheat.classic.damage.ground.unsafe import simmer
from overheat.classic.damage.hull.plates import close_holes
from overheat.classic.damage.kinds.vehicle import come_round
from overheat.classic.facts.events import BattleEnded, InitiativeRolled, InitiativeSet, RoundBegan, Scored
from overheat.classic.rules.standard.crew import fainted
from overheat.classic.rules.standard.turns import Claim, added_to_initiative
from overheat.classic.rules.standard.victory import SCORES, VICTORY
from overheat.classic.turn.burning import burn
from overheat.classic.turn.orders import carry_out_orders
from overheat.classic.turn.things import end_things
from overheat.kernel.game import Player
from overheat.kernel.terms import Number, Part, parts

MOST_TIES = 1_000
"""More ties than dice ever make: rolls that count as others are tied for good."""


def end_round(scene: Scene) -> None:
    """The End Phase: orders are carried out, and whoever passed out in an earlier round may come to."""
    carry_out_orders(scene)
    for id, unit in scene.state.units.items():
        if unit.active and not unit.condition.conscious and not fainted(unit):
            stay_awake(scene, id, unit.condition.crew_hits)
    come_round(scene)
    close_holes(scene)
    burn(scene)
    sink(scene)
    simmer(scene)


def see_outcome(scene: Scene) -> bool:
    """Points are made, and then whether the battle is over; if so it is told."""
    for counting in scene.rules[SCORES]:
        for score in counting.function(scene.state):
            total = scene.state.scores.get(score.side, 0) + score.points
            scene.tell(Scored(score.side, score.points, total, score.why))
    for rule in scene.rules[VICTORY]:
        ending = rule.function(scene.state)
        if ending is not None:
            scene.tell(BattleEnded(ending.winners, ending.reason, ending.facts))
            return True
    return False


def begin_round(scene: Scene) -> None:
    """A new round begins with the initiative."""
    scene.tell(RoundBegan(scene.state.round + 1))
    end_things(scene)
    sides = list(dict.fromkeys(unit.side for unit in scene.state.units.values()))
    for _ in range(MOST_TIES):
        rolled = {side: _claimed(scene, side) for side in sides}
        if len(set(rolled.values())) == len(rolled):
            scene.tell(InitiativeSet(tuple(sorted(sides, key=lambda side: rolled[side]))))
            return
    raise RuntimeError(f"the initiative was tied {MOST_TIES:,} times")


def _claimed(scene: Scene, side: Player) -> Number:
    """What a side rolls for the initiative, with what is added to it."""
    rolled = scene.roll("initiative", who=side)
    added = added_to_initiative(Claim(scene.rules, scene.state, side))
    if added.terms:
        scene.tell(InitiativeRolled(side, (Part("initiative.roll", rolled, "roll"), *parts(added))))
    return rolled + added.total
