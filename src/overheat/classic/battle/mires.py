"""Soft ground at work: who bogs down stops there, a swamp may turn into quicksand, and quicksand takes a level a round.

What failing a roll on entering a hex leads to stands in a table by its cause, for those rolls that nobody falls by.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Feature
from overheat.classic.facts.events import FateMet, GroundChanged, MarkLaid, Moved
from overheat.classic.facts.lasting import Mark
from overheat.classic.rules.standard.bogging import (
    BOG,
    BOG_DOWN,
    BOGGED,
    FRESH,
    LEAPT,
    OLD,
    bogged,
    swallowed,
    turns_to_quicksand,
)
from overheat.classic.rules.standard.fires import with_feature
from overheat.classic.rules.standard.modes import mode_of
from overheat.kernel.rules.rule import Table
from overheat.kernel.terms import Term


def bog_down(scene: Scene, id: str, why: Term | None = None) -> None:
    """A unit is stuck in its hex, and moves no further this turn."""
    unit = scene.unit(id)
    how = LEAPT if mode_of(scene.rules, unit).leaps else ""
    scene.tell(MarkLaid(id, BOGGED, Mark(about=str(unit.hex), kind=how)))
    halt(scene, id)
    ground = scene.state.relief.board[unit.hex]
    if ground.amount("swamp") == 1:
        rolled = scene.roll("bogging.quicksand", hex=str(unit.hex))
        if scene.rules[turns_to_quicksand](scene.rules, rolled):
            scene.tell(GroundChanged(unit.hex, with_feature(ground, Feature("swamp", FRESH)), "quicksand"))


def halt(scene: Scene, id: str) -> None:
    """A unit moves no further this turn."""
    unit = scene.unit(id)
    motion = msgspec.structs.replace(unit.motion, done=True)
    scene.tell(Moved(id, "stop", unit.hex, unit.facing, unit.elevation, motion))


FAILINGS: Table[str, Callable[[Scene, str, Term], None]] = Table(
    "movement.failings",
    {BOG: bog_down},
    cite=BOG_DOWN,
    where="overheat.classic.battle.mires.FAILINGS",
)
"""What comes of a failed roll on entering a hex, by the id of its cause; a machine that fails any other falls."""


def sink(scene: Scene) -> None:
    """At the end of a round quicksand that is older than it takes a level of everybody in it."""
    for id, unit in scene.state.units.items():
        if not unit.active or bogged(unit) is None:
            continue
        ground = scene.state.relief.board[unit.hex]
        grade = ground.amount("swamp")
        if grade == FRESH:
            scene.tell(GroundChanged(unit.hex, with_feature(ground, Feature("swamp", OLD)), "quicksand_deepens"))
        elif grade == OLD:
            scene.tell(Moved(id, "sink_in", unit.hex, unit.facing, unit.elevation - 1, unit.motion))
            if scene.rules[swallowed](scene.rules, scene.unit(id)):
                scene.tell(FateMet(id, "destroyed", "swallowed"))


RULES = (FAILINGS,)
