"""Going into a posture that the rules in force have, and standing up out of it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import points_left, too_far
from overheat.classic.damage.passengers import throw_off
from overheat.classic.facts.commands import Adopt, Rise
from overheat.classic.facts.events import Moved, Posture
from overheat.classic.facts.phrases import FACINGS
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.movement import ADDITIONAL
from overheat.classic.rules.standard.postures import POSTURES, posture_of
from overheat.classic.turn.foresight import points
from overheat.classic.turn.verb import Names, Verb, always
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Tally, parts
from overheat.kernel.verbs import Costs


def _offers(state: State, unit: Unit) -> Iterator[Adopt]:
    for posture in state.relief.rules[POSTURES]:
        yield from (Adopt(posture.id, facing) for facing in posture.function(state.relief.rules).facings(state, unit))


def _cannot_adopt(state: State, unit: Unit, command: Adopt) -> Refusal | None:
    posture = posture_of(state.relief.rules, command.posture)
    if unit.condition.stance is not None:
        return Refusal("movement.posture", f"{unit.sheet.name} must stand up first", ADDITIONAL)
    if command.facing not in posture.facings(state, unit):
        return Refusal("movement.posture", "it cannot face that way so", ADDITIONAL)
    return _unaffordable(state, unit, posture.takes(state, unit))


def _cannot_rise(state: State, unit: Unit, command: Rise) -> Refusal | None:
    stance = unit.condition.stance
    if stance is None:
        return Refusal("movement.posture", f"{unit.sheet.name} is on its feet", ADDITIONAL)
    return _unaffordable(state, unit, posture_of(state.relief.rules, stance.id).rises(state, unit))


def _unaffordable(state: State, unit: Unit, cost: Tally | Refusal) -> Refusal | None:
    if isinstance(cost, Refusal):
        return cost
    left = points_left(state, unit)
    return None if cost.total <= left else too_far(cost, left)


def _risen(state: State, unit: Unit, command: Rise) -> Costs:
    assert unit.condition.stance is not None
    return points(posture_of(state.relief.rules, unit.condition.stance.id).rises(state, unit))


def _adopt(scene: Scene, unit: Unit, command: Adopt) -> None:
    posture = posture_of(scene.rules, command.posture)
    _pay(scene, unit, posture.takes(scene.state, unit), command.facing, "adopt")
    throw_off(scene, unit.id)
    scene.tell(Posture(unit.id, prone=False, stance=posture.stance(command.posture)))


def _rise(scene: Scene, unit: Unit, command: Rise) -> None:
    assert unit.condition.stance is not None
    rises = posture_of(scene.rules, unit.condition.stance.id).rises(scene.state, unit)
    _pay(scene, unit, rises, unit.facing, "rise")
    scene.tell(Posture(unit.id, prone=False))


def _pay(scene: Scene, unit: Unit, cost: Tally | Refusal, facing: int, how: str) -> None:
    assert isinstance(cost, Tally)
    motion = msgspec.structs.replace(unit.motion, spent=unit.motion.spent + int(cost.total))
    scene.tell(Moved(unit.id, how, unit.hex, facing, unit.elevation, motion, parts(cost)))


def _words(state: State, unit: Unit, command: Adopt, names: Names) -> str:
    told = f"go {posture_of(state.relief.rules, command.posture).title}"
    return told if command.facing == unit.facing else f"{told}, facing {FACINGS[command.facing]}"


VERBS: dict[str, Verb] = {
    "movement.adopt": Verb(
        command=Adopt,
        phases=("movement",),
        offers=_offers,
        refuses=_cannot_adopt,
        does=_adopt,
        words=_words,
        title="Postures",
        worth=lambda state, unit, command: posture_of(state.relief.rules, command.posture).worth(state, unit),
        last=True,
        cost=lambda state, unit, command: points(posture_of(state.relief.rules, command.posture).takes(state, unit)),
    ),
    "movement.rise": Verb(
        command=Rise,
        phases=("movement",),
        offers=lambda state, unit: (Rise(),) if unit.condition.stance is not None else (),
        refuses=_cannot_rise,
        does=_rise,
        words=always("stand up"),
        cost=_risen,
    ),
}
