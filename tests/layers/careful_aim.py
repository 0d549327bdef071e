"""Careful aim: who has stood still for two turns, one after the other, shoots better in the second."""

from __future__ import annotations

from typing import Any

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import AttackRolled, MarkLaid, TurnEnded
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import State
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.events import Event
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

HERE = TACTICAL_OPERATIONS("Careful Aim", 84)
SCENARIO = "lance"
STILL = named("standing_still", "standing still")
AIMING = named("careful_aim", "taking careful aim")


@rule("careful_aim.still", cite=HERE, slot=FOLLOWS)
def stands_still(scene: Scene, event: Event, before: State) -> None:
    """Standing still lasts until the end of the next round; who stands still once more takes aim for this one."""
    if not isinstance(event, TurnEnded) or before.phase != "movement":
        return
    unit = scene.unit(event.unit)
    if not unit.active or mode_of(scene.rules, unit).moves:
        return
    if STILL in unit.marks:
        scene.tell(MarkLaid(unit.id, AIMING, Mark(owner=unit.side, this_round=True)))
    scene.tell(MarkLaid(unit.id, STILL, Mark(owner=unit.side, until=scene.state.round + 1)))


@rule("careful_aim.to_hit", cite=HERE, slot=EVERY_SHOT)
def easier(attack: WeaponAttack) -> Term | None:
    """Careful aim is worth 1."""
    return Term("careful_aim.to_hit", -1, "careful aim", HERE) if AIMING in attack.attacker.marks else None


def felt(session: Any) -> bool:
    """Somebody has taken aim and shot."""
    rolled = (event for event in session.events if isinstance(event, AttackRolled))
    return any(part.id == "careful_aim.to_hit" for event in rolled for part in event.needed)


LAYER = Layer("careful_aim", HERE, title="Careful aim", needs=("classic",), add=(stands_still, easier))
