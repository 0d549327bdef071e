"""Things that act by themselves when phases begin and end: what is in flight arrives, what burns down is gone."""

from __future__ import annotations

from typing import NamedTuple

from overheat.classic.attack.crashes import settle
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import ThingGone
from overheat.classic.facts.lasting import Thing
from overheat.kernel.rules.rule import Slot


class Hour(NamedTuple):
    """A moment of the round: a phase begins, or it ends."""

    phase: str
    begins: bool


THINGS_ACT: Slot[[Scene, Thing, Hour], None] = Slot("things.act", nothing=None)
"""What a thing does by itself when a phase begins or ends: it arrives, moves on, bursts, is gone."""


def things_act(scene: Scene, hour: Hour) -> None:
    """Every thing does what it does at a moment; if that was anything, it is seen who falls."""
    rules, told = scene.rules[THINGS_ACT], len(scene.events)
    for id in tuple(scene.state.things) if rules else ():
        for rule in rules:
            thing = scene.state.things.get(id)
            if thing is not None and scene.state.outcome is None:
                rule.function(scene, thing, hour)
        scene.follow()
    if len(scene.events) > told:
        settle(scene)


def end_things(scene: Scene) -> None:
    """A round has begun: things whose time is up are gone."""
    for thing in tuple(scene.state.things.values()):
        if thing.until and thing.until < scene.state.round:
            scene.tell(ThingGone(thing))
