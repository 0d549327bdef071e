"""H.E.A.T: an order Overwatch. Who has it fires at every enemy who acts in sight, or shouts a warning instead."""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.platoon.battle.commands import Give
from overheat.platoon.battle.events import Fired
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Shooting, Unit
from overheat.platoon.battle.wording import Wording, of
from overheat.platoon.lasting import Mark
from overheat.platoon.rules.standard.orders import ORDER_KINDS, OrderKind
from overheat.platoon.turn.ordering import OBEYED
from overheat.platoon.turn.turn import VERBS, VETOES
from overheat.platoon.turn.verb import Verb, always

HERE = Book("House rules")("Overwatch")
SCENARIO = "village"
OVERWATCH, WATCHES = "overwatch", "keeps watch"


class Warn(msgspec.Struct, frozen=True, tag=True):
    """Shout a warning in place of firing: friends on the table lose a pin each."""


class Warned(Event, frozen=True):
    unit: str


@of(Warned)
def warned(event: Warned, wording: Wording) -> str:
    return f"{wording.name(event.unit)} shouts a warning."


@rule("overwatch.vetoes", cite=HERE, slot=VETOES)
def not_when_pinned(battle: Battle, task: Any, command: Any) -> Refusal | None:
    """Nobody keeps watch who is pinned."""
    watches = isinstance(command, Give) and command.order == OVERWATCH
    if watches and battle.units[command.unit].pins:
        return Refusal("overwatch.pinned", "a pinned unit keeps no watch", HERE)
    return None


@rule("overwatch.obeyed", cite=HERE, slot=OBEYED)
def keeps_watch(battle: Battle, unit: Unit, command: Give) -> None:
    """Who obeys keeps watch for the turn."""
    if command.order == OVERWATCH:
        battle.lay_mark(unit, WATCHES, Mark(until=battle.turn))


def refuses(battle: Battle, task: Shooting, command: Warn) -> Refusal | None:
    able = task.occasion == "ambush" and battle.units[task.unit].order == OVERWATCH
    return None if able else Refusal("overwatch.warn", "only who keeps watch warns of who acts", HERE)


def does(battle: Battle, task: Shooting, command: Warn) -> None:
    battle.tell(Warned(task.unit))
    for friend in list(battle.on_table(task.side)):
        if friend.pins:
            battle.set_pins(friend, friend.pins - 1)


def felt(session: Any) -> bool:
    """Somebody fired from overwatch."""
    fired = (event for event in session.events if isinstance(event, Fired))
    return any(part.label == "order: Overwatch" for event in fired for part in event.needed)


ROW = OrderKind(
    0, False, waits=True, kept=True, fires_as=OVERWATCH, to_hit=-1, worth=0.15, tip="fire at all who act in sight"
)
VERB = Verb(
    command=Warn,
    phases=("Shooting",),
    offers=lambda battle, task: (Warn(),),
    refuses=refuses,
    does=does,
    words=always("shout a warning"),
    preview=lambda battle, task, command: "friends lose a pin each",
    worth=lambda battle, task, command: 0.02 * sum(unit.pins for unit in battle.on_table(task.side)),
)
LAYER = Layer(
    "overwatch",
    HERE,
    title="Overwatch",
    needs=("platoon",),
    add=(not_when_pinned, keeps_watch),
    change=(
        ORDER_KINDS.amended("overwatch.orders", {OVERWATCH: ROW}, cite=HERE),
        VERBS.amended("overwatch.verbs", {"overwatch.warn": VERB}, cite=HERE),
    ),
)
