"""What a player decides about an attack while it is resolved: a slot of questions, before and after the roll to hit.

The answers stand in `attack.decided`, by the question's id, and whatever rule they matter to looks there.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.physical import PhysicalAttack
from overheat.kernel.questions import Question
from overheat.kernel.rules.rule import Slot


class Moment(msgspec.Struct, frozen=True):
    """An attack at the moment when somebody may decide something."""

    state: State
    attack: Engagement
    rolled: int | None = None
    """What the roll to hit came to; None before it."""
    hit: bool = False
    answered: tuple[tuple[Question, str], ...] = ()
    """What has been decided before in the same resolution, of this attack and of others."""


class Guessed(Moment, frozen=True, kw_only=True):
    """The same with a roll that may come to something else. Whoever asks what it came to is noted."""

    noted: set[str]

    @property  # type: ignore[misc]
    def rolled(self) -> int | None:
        self.noted.add("rolled")
        return _rolled(self)


_rolled: Callable[[Moment], int | None] = Moment.__dict__["rolled"].__get__


DECISIONS: Slot[[Moment], Question | None] = Slot("attack.decisions", nothing=None)
"""What is to be decided at a moment of an attack."""

ON_THE_WAY: Slot[[Scene, WeaponAttack], bool] = Slot("attack.on_the_way", nothing=False)
"""What meets a hit on its way to the target, with the dice that it takes: whether it stops the hit for good."""

GROUND_HITS: Slot[[Scene, WeaponAttack], bool] = Slot("attack.ground_hits", nothing=False)
"""What a hit on a hex comes to, where that is not as usual: whether the rule has seen to it."""

STRIKES: Slot[[Scene, WeaponAttack], None] = Slot("attack.strikes", nothing=None)
"""What a hit on a unit does besides its damage, once that is done."""

USED: Slot[[Scene, Unit, int], None] = Slot("attack.used", nothing=None)
"""What using a part of a unit does at once, by its mount."""

ASTRAY: Slot[[Scene, WeaponAttack], None] = Slot("attack.astray", nothing=None)
"""What becomes of a shot that was fired and missed, at a unit or at a hex: `attack.margin` says by how much."""

FIRED: Slot[[Scene, WeaponAttack, int], None] = Slot("attack.fired", nothing=None)
"""What firing does to the weapon and to who fires it, by what was rolled to hit: misfires, ammunition used up."""

THROWS: Slot[[Scene, WeaponAttack], tuple[int, ...] | None] = Slot("attack.throws", nothing=None)
"""What a hit does by itself, group by group, with the dice that it takes, where that is not as usual. The first rule
that says so decides."""

DIVERTS: Slot[[Scene, WeaponAttack], bool] = Slot("attack.diverts", nothing=False)
"""What draws a shot away before it is rolled for, with the dice that it takes: whether it has struck somebody else."""

PARRIES: Slot[[Scene, PhysicalAttack], bool] = Slot("attack.parries", nothing=False)
"""What meets a blow that would land, with the dice that it takes: whether it stops the blow."""

COMES_TO: Slot[[Scene, PhysicalAttack, bool], bool] = Slot("attack.comes_to", nothing=False)
"""What a blow comes to that hits or misses, where that is not as usual: whether the rule has seen to it."""


def decide(
    scene: Scene, attack: Engagement, rolled: int | None = None, *, hit: bool = False, noted: set[str] | None = None
) -> None:
    """Ask whoever has something to decide about an attack; where somebody only guesses what was rolled, it is noted
    whether anybody asks for that."""
    for rule in scene.rules[DECISIONS]:
        facts = scene.state, attack, rolled, hit, tuple(scene.answered)
        question = rule.function(Moment(*facts) if noted is None else Guessed(*facts, noted=noted))
        if question is not None:
            attack.decided = {**attack.decided, question.id: scene.ask(question)}


def parried(scene: Scene, attack: PhysicalAttack) -> bool:
    """Whether something stops a blow that would land."""
    return any(rule.function(scene, attack) for rule in scene.rules[PARRIES])


def seen_to(scene: Scene, attack: PhysicalAttack, hit: bool) -> bool:
    """Whether a rule of a layer has seen to what a blow comes to."""
    return any(rule.function(scene, attack, hit) for rule in scene.rules[COMES_TO])


def thrown_otherwise(scene: Scene, attack: WeaponAttack) -> tuple[int, ...] | None:
    """What a hit does by itself where a rule of a layer says so."""
    found = (rule.function(scene, attack) for rule in scene.rules[THROWS])
    return next((groups for groups in found if groups is not None), None)


def stopped(scene: Scene, attack: WeaponAttack) -> bool:
    """Whether something stops a hit on its way."""
    return any(rule.function(scene, attack) for rule in scene.rules[ON_THE_WAY])
