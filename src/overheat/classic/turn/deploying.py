"""The deployment phase: the sides place their units in turn, each in its zone, before the first initiative."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Deploy
from overheat.classic.facts.events import Deployed, TurnEnded
from overheat.classic.facts.phrases import FACINGS
from overheat.classic.facts.state import RESERVE, State, Unit
from overheat.classic.rules.standard.deployment import DEPLOYMENT, SETTING_UP, Deploying, deployment_order, placed
from overheat.classic.turn.verb import Verb
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal

COVER = 2.0
"""What a point of woods is worth to a bot that places a unit."""
NEARER = 0.3
"""What a hex nearer to the enemy is worth."""
ON_THE_MAP = 50.0
"""What it is worth to be there at all."""


def order(state: State, counts: Mapping[Player, int]) -> tuple[Player, ...]:
    """The sides in the order in which they place their units."""
    return state.relief.rules[deployment_order](state, counts)


def unplaced(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot be done: there is still a place for it."""
    if unit.fate == RESERVE and next(_offers(state, unit), None) is not None:
        return Refusal("deployment.waits", f"{unit.sheet.name} is to be placed first", SETTING_UP)
    return None


def _offers(state: State, unit: Unit) -> Iterator[Deploy]:
    """Every place in its zone, facing the enemy; other facings may be said, and are too many to be listed."""
    for hex in sorted(state.zones.get(unit.side, ())):
        facing = facing_the_enemy(state, unit, hex)
        if _forbidden(state, unit, hex, facing) is None:
            yield Deploy(str(hex), facing)


def facing_the_enemy(state: State, unit: Unit, hex: Hex) -> int:
    """The way to the nearest place where an enemy stands or may be placed."""
    theirs = [other.hex for other in state.units.values() if other.active and other.side != unit.side]
    theirs += [there for side, zone in state.zones.items() if side != unit.side for there in zone]
    goal = min(theirs, key=lambda there: (hex.distance(there), there), default=hex)
    return min(range(6), key=lambda way: hex.neighbour(way).distance(goal))


def _forbidden(state: State, unit: Unit, hex: Hex, facing: int) -> Refusal | None:
    there = Deploying(state, placed(state, unit, hex, facing))
    for rule in state.relief.rules[DEPLOYMENT]:
        no = rule.function(there)
        if no is not None:
            return no
    return None


def _refuses(state: State, unit: Unit, command: Deploy) -> Refusal | None:
    if unit.fate != RESERVE or not 0 <= command.facing <= 5:
        return Refusal("deployment.unit", "a unit is placed once, facing a side of its hex", SETTING_UP)
    return _forbidden(state, unit, state.relief.board.parse_hex(command.hex), command.facing)


def _deploy(scene: Scene, unit: Unit, command: Deploy) -> None:
    there = placed(scene.state, unit, scene.state.relief.board.parse_hex(command.hex), command.facing)
    scene.tell(Deployed(unit.id, there.hex, there.facing, there.elevation))
    scene.tell(TurnEnded(unit.id))


def _worth(state: State, unit: Unit, command: Deploy) -> float:
    """Woods to stand in and high ground, near to the enemy; nobody likes to stand in water."""
    hex = state.relief.board.parse_hex(command.hex)
    ground = state.relief.board[hex]
    ahead = hex.neighbour(command.facing)
    theirs = [there for side, zone in state.zones.items() if side != unit.side for there in zone]
    far = min((ahead.distance(there) for there in theirs), default=0)
    return ON_THE_MAP + COVER * (ground.amount("woods") - ground.amount("water")) + ground.level - NEARER * far


VERBS: dict[str, Verb] = {
    "deployment.deploy": Verb(
        command=Deploy,
        phases=("deployment",),
        offers=_offers,
        refuses=_refuses,
        does=_deploy,
        words=lambda state, unit, command, names: f"deploy in {command.hex} facing {FACINGS[command.facing]}",
        worth=_worth,
        sure=True,
    ),
}
