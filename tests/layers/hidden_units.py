"""Hidden units: one that goes to ground in the first round is unknown to the enemy until it moves, shoots or is met."""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.events import MarkLaid, MarkLifted, Moved, ShotDeclared, TurnEnded
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.secrets import HIDES, Onlooker, Secret
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Verb, always
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

HERE = TOTAL_WARFARE("Hidden Units", 259)
SCENARIO = "lance"
HIDDEN = "hidden"


class GoToGround(msgspec.Struct, frozen=True, tag=True):
    """Hide where one stands."""


def refuses(state: State, unit: Unit, command: GoToGround) -> Refusal | None:
    if state.round == 1 and unit.motion.mode == "stationary" and not unit.motion.done:
        return None
    return Refusal("hidden.late", "units hide in the first round, before they move", HERE)


def does(scene: Scene, unit: Unit, command: GoToGround) -> None:
    scene.tell(MarkLaid(unit.id, HIDDEN, Mark(owner=unit.side, hidden=True)))
    scene.tell(TurnEnded(unit.id))


@rule("hidden.hides", cite=HERE, slot=HIDES)
def hides(eye: Onlooker, secret: Secret) -> bool:
    """Only its own side knows of a hidden unit."""
    return isinstance(secret, Unit) and HIDDEN in secret.marks


@rule("hidden.found", cite=HERE, slot=FOLLOWS)
def found(scene: Scene, event: Event, before: State) -> None:
    """Who moves or shoots is seen, and so is whom an enemy comes next to."""
    if not isinstance(event, Moved | ShotDeclared):
        return
    mover = scene.unit(event.unit)
    for id, unit in scene.state.units.items():
        met = unit.side != mover.side and unit.hex.distance(mover.hex) <= 1
        if HIDDEN in unit.marks and (id == mover.id or met):
            scene.tell(MarkLifted(id, HIDDEN))


def felt(session: Any) -> bool:
    """A unit was unknown to the enemy, and later known."""
    laid = {event.unit for event in session.events if isinstance(event, MarkLaid) and event.mark == HIDDEN}
    lifted = {event.unit for event in session.events if isinstance(event, MarkLifted) and event.mark == HIDDEN}
    return bool(laid & lifted)


VERB = Verb(
    command=GoToGround,
    phases=("movement",),
    offers=lambda state, unit: (GoToGround(),) if state.round == 1 else (),
    refuses=refuses,
    does=does,
    words=always("go to ground"),
    worth=lambda state, unit, command: float(unit.id.endswith("-1")),
)
LAYER = Layer(
    "hidden_units",
    HERE,
    title="Hidden units",
    needs=("classic",),
    add=(hides, found),
    change=(VERBS.amended("hidden.verbs", {"hidden.hide": VERB}, cite=HERE),),
)
