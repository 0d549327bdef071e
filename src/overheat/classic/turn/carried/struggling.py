"""Getting free of soft ground: who is bogged down struggles before it moves, or jumps out."""

from __future__ import annotations

import msgspec

from overheat.classic.battle.chances import chance_to_stand
from overheat.classic.battle.mires import halt
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.falls import check_piloting
from overheat.classic.facts.commands import Go
from overheat.classic.facts.events import MarkLifted, Moved
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.bogging import BOG_DOWN, BOGGED, bogged, free_check, leaps_out
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.turn.verb import VETOES, Saying, Verb, always
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import rule
from overheat.kernel.verbs import Foreseen


class Struggle(msgspec.Struct, frozen=True, tag=True):
    """Try to get free of the ground that the unit is stuck in."""


@rule(
    "bogging.held",
    cite=BOG_DOWN,
    implements=("TO-062-bog-down-1",),
    slot=VETOES,
    only=lambda saying: BOGGED in saying.unit.marks,
)
def held(saying: Saying) -> Refusal | None:
    """Who is bogged down goes nowhere before it has struggled free; it may jump out, if it did not jump in."""
    unit, command = saying.unit, saying.command
    if not unit.marks or not isinstance(command, Go) or bogged(unit) is None:
        return None
    rules = saying.state.relief.rules
    mode = rules[MODES].get(command.mode)
    if mode is not None and (not mode.moves or (mode.leaps and rules[leaps_out](rules, unit))):
        return None
    return Refusal("bogging.held", f"{unit.sheet.name} is bogged down and must struggle free first", BOG_DOWN)


def _refuses(state: State, unit: Unit, command: Struggle) -> Refusal | None:
    if bogged(unit) is None:
        return Refusal("bogging.free", f"{unit.sheet.name} is not bogged down", BOG_DOWN)
    return None


def _does(scene: Scene, unit: Unit, command: Struggle) -> None:
    """A unit that gets free stands on the ground again, and may move; one that does not stays this turn."""
    if not check_piloting(scene, unit.id, scene.rules[free_check](scene.state, unit)):
        halt(scene, unit.id)
        return
    scene.tell(MarkLifted(unit.id, BOGGED))
    if unit.elevation < 0:
        scene.tell(Moved(unit.id, "climb_out", unit.hex, unit.facing, 0, unit.motion))


def _preview(state: State, unit: Unit, command: Struggle) -> Foreseen:
    rules, why = state.relief.rules, state.relief.rules[free_check](state, unit)
    number = piloting_number(Check(rules, unit, why, state.relief.board[unit.hex], state=state))
    chance = chance_to_stand(state, unit, int(number.total), why)
    return Foreseen(f"{why.label} {int(number.total)}+", {why.label: number}, chance=chance)


VERB = Verb(
    command=Struggle,
    phases=("movement",),
    offers=lambda state, unit: (Struggle(),) if unit.marks and bogged(unit) is not None else (),
    refuses=_refuses,
    does=_does,
    words=always("struggle free"),
    title="Stuck in the ground",
    preview=_preview,
    worth=lambda state, unit, command: 1.0,
)

RULES = (held,)
