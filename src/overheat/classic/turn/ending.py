"""Between rounds: waking up, who is left, and whether the battle is over."""

from __future__ import annotations

from overheat.classic.damage.crew import stay_awake
from overheat.classic.damage.vehicle import come_round
from overheat.classic.events import BattleEnded, InitiativeSet, RoundBegan
from overheat.classic.rules.standard.victory import VICTORY
from overheat.classic.scene import Scene
from overheat.classic.turn.burning import burn
from overheat.classic.turn.orders import carry_out_orders


def end_round(scene: Scene) -> None:
    """The End Phase: orders are carried out, and whoever passed out in an earlier round may come to."""
    carry_out_orders(scene)
    for id, unit in scene.state.units.items():
        if unit.active and not unit.condition.conscious and unit.fainted < scene.state.round:
            stay_awake(scene, id, unit.condition.crew_hits)
    come_round(scene)
    burn(scene)


def see_outcome(scene: Scene) -> bool:
    """Whether the battle is over; if so it is told."""
    for rule in scene.rules[VICTORY]:
        outcome = rule.function(scene.state)
        if outcome is not None:
            scene.tell(BattleEnded(outcome.winners, outcome.reason))
            return True
    return False


def begin_round(scene: Scene) -> None:
    """A new round begins with the initiative."""
    scene.tell(RoundBegan(scene.state.round + 1))
    sides = list(dict.fromkeys(unit.side for unit in scene.state.units.values()))
    while True:
        rolled = {side: scene.roll("initiative", who=side) for side in sides}
        if len(set(rolled.values())) == len(rolled):
            break
    scene.tell(InitiativeSet(tuple(sorted(sides, key=lambda side: rolled[side]))))
