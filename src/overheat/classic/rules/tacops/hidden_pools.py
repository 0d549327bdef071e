"""Hidden pools: hazardous liquid in the basement of a building, which nobody knows of but who has put it there.

Each unit may mark one, in the first round and before it moves, in a building nearby.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.board.board import Feature
from overheat.classic.damage.ground.unsafe import dissolve
from overheat.classic.facts.events import GroundChanged, ThingGone, ThingPlaced
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import GROUND, THINGS
from overheat.classic.rules.standard.arrivals import HAZARDS, Arrival, Hazard
from overheat.classic.rules.standard.fires import with_feature
from overheat.classic.rules.standard.unsafe_ground import POOLS
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Verb
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

POOL = "hidden_pool"
RULING = "TO-049-hazardous-pools-1"
REACH = 8
THINGS.says(POOL, "hidden pool of hazardous liquid")
GROUND.says("pool_found", "a pool of hazardous liquid is found")


class HidePool(msgspec.Struct, frozen=True, tag=True):
    """Say that there is a pool of hazardous liquid in a building."""

    hex: str


def _offers(state: State, unit: Unit) -> Iterator[HidePool]:
    board = state.relief.board
    if state.round <= 1:
        yield from (HidePool(str(hex)) for hex in board if "building" in board[hex])


def _refuses(state: State, unit: Unit, command: HidePool) -> Refusal | None:
    hex = state.relief.board.parse_hex(command.hex)
    if state.round > 1 or unit.motion.done or unit.motion.mode != "stationary" or _own(unit) in state.things:
        return Refusal("pools.time", "a unit hides one pool, in the first round and before it moves", POOLS)
    if "building" not in state.relief.board[hex] or unit.hex.distance(hex) > REACH:
        return Refusal("pools.place", "a pool is hidden in a building nearby", POOLS)
    return None


def _does(scene: Scene, unit: Unit, command: HidePool) -> None:
    hex = scene.state.relief.board.parse_hex(command.hex)
    scene.tell(ThingPlaced(Thing(_own(unit), POOL, hex, unit.side, hidden=True)))


def _own(unit: Unit) -> str:
    return f"{POOL}-{unit.id}"


@rule("pools.met", cite=POOLS, implements=(RULING,), slot=HAZARDS)
def pool_met(arrival: Arrival) -> Hazard | None:
    """Whoever enters the hex of a hidden pool finds it."""
    unit = arrival.unit
    there = (thing for thing in arrival.state.things.values() if thing.kind == POOL and thing.hex == unit.hex)
    thing = None if unit.airborne or unit.elevation > 0 else next(there, None)
    return None if thing is None else Hazard("hazardous_liquid", (), thing=thing)


@rule("pools.found", cite=POOLS, implements=(RULING,), slot=FOLLOWS)
def pool_found(scene: Scene, event: Event, before: State) -> None:
    """A pool that is found lies in its hex from then on, and does its work on who stands there."""
    if not isinstance(event, ThingPlaced) or event.thing.kind != POOL or event.thing.hidden or event.thing.hex is None:
        return
    hex = event.thing.hex
    scene.tell(ThingGone(event.thing))
    ground = with_feature(scene.state.relief.board[hex], Feature("hazardous_liquid", 0))
    scene.tell(GroundChanged(hex, ground, "pool_found"))
    for unit in scene.state.at(hex):
        dissolve(scene, unit.id)


VERB = VERBS.amended(
    "hidden_pools.verb",
    {
        "hidden_pools.hide": Verb(
            command=HidePool,
            phases=("movement",),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=lambda state, unit, command, names: f"hide a pool of hazardous liquid in {command.hex}",
        )
    },
    cite=POOLS,
    implements=(RULING,),
)

LAYER = Layer(
    "hidden_pools",
    title="Hidden pools of hazardous liquid",
    group="Terrain",
    cite=POOLS,
    needs=("classic",),
    add=(pool_met, pool_found),
    change=(VERB,),
)
