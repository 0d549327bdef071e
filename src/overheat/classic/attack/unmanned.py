"""An attack with nobody behind it: a thing strikes at a hex or a unit by itself."""

from __future__ import annotations

from fractions import Fraction

from overheat.classic.battle.chances import chance_to_roll
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import ThingRolled
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import State
from overheat.kernel.terms import Tally, parts

TO_HIT = "things.to_hit"
"""What a thing rolls for."""


def chance_by(state: State, thing: Thing, target: str, needed: Tally | None) -> Fraction:
    """The chance that a thing hits a target."""
    if needed is None:
        return Fraction(1)
    return chance_to_roll(state, TO_HIT, int(needed.total), thing.owner, what=thing.kind, target=target)


def attack_by(scene: Scene, thing: Thing, target: str, needed: Tally | None) -> int:
    """A thing rolls to hit a target: by how much it does, below 0 by how much it misses. What needs no roll hits."""
    if needed is None:
        scene.tell(ThingRolled(thing, target, (), 0, hit=True))
        return 0
    number = int(needed.total)
    rolled = scene.roll(TO_HIT, who=thing.owner, needed=number, what=thing.kind, target=target)
    scene.tell(ThingRolled(thing, target, parts(needed), rolled, hit=rolled >= number))
    return rolled - number
