"""H.E.A.T: who is pinned is rattled for a turn, and who is ordered to move may lay a trap that only its side sees."""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from overheat.platoon.battle.events import Fired, Moved, Pinned, ThingGone
from overheat.platoon.battle.scene import FOLLOWS, Battle
from overheat.platoon.battle.state import Moving
from overheat.platoon.battle.vocabulary import THINGS
from overheat.platoon.facts import OrderTest, Shot
from overheat.platoon.ground.geometry import flat
from overheat.platoon.lasting import Mark, Thing
from overheat.platoon.rules.standard.orders import TEST_TERMS
from overheat.platoon.rules.standard.shooting import TO_HIT
from overheat.platoon.turn.turn import VERBS
from overheat.platoon.turn.verb import Verb, always

HERE = Book("House rules")("Rattled")
SCENARIO = "village"
RATTLED, TRAP, NEAR = "rattled", "trap", 12
THINGS.says(TRAP, "snare of wire")


class LayTrap(msgspec.Struct, frozen=True, tag=True):
    """Lay a hidden trap in place of moving."""


def refuses(battle: Battle, task: Moving, command: LayTrap) -> Refusal | None:
    unit = battle.units[task.unit]
    able = unit.place == "table" and bool(unit.men) and f"{TRAP} of {unit.id}" not in battle.things
    return None if able else Refusal("rattled.trap", "soldiers on the table lay one trap each", HERE)


def does(battle: Battle, task: Moving, command: LayTrap) -> None:
    unit = battle.units[task.unit]
    battle.place(Thing(f"{TRAP} of {unit.id}", TRAP, unit.men[0].at, unit.side, hidden=True))


@rule("rattled.follows", cite=HERE, slot=FOLLOWS)
def follows(battle: Battle, event: Event) -> None:
    """Pins rattle a unit, and a trap goes off under who moves near it."""
    if isinstance(event, Pinned) and event.change > 0 and battle.units[event.unit].alive:
        battle.lay_mark(event.unit, RATTLED, Mark(until=battle.turn))
    if isinstance(event, Moved):
        for thing in list(battle.things.values()):
            mover = battle.units[event.unit]
            if thing.side != mover.side and mover.alive and flat(thing.at, mover.at) <= NEAR:
                battle.take_away(thing)
                battle.add_pins(mover, battle.dice.roll("rattled.trap", 1, 2, who=mover.id).total)


@rule("rattled.to_hit", cite=HERE, slot=TO_HIT)
def shoots_worse(rules: Ruleset, shot: Shot) -> Term | None:
    """Who is rattled shoots worse."""
    return Term("rattled.to_hit", -1, RATTLED, HERE) if RATTLED in shot.marks else None


@rule("rattled.obeys", cite=HERE, slot=TEST_TERMS)
def obeys_worse(rules: Ruleset, test: OrderTest) -> Term | None:
    """And obeys worse."""
    return Term("rattled.obeys", -1, RATTLED, HERE) if RATTLED in test.marks else None


def felt(session: Any) -> bool:
    """A trap went off, and somebody rattled shot worse."""
    needed = {part.id for event in session.events if isinstance(event, Fired) for part in event.needed}
    return "rattled.to_hit" in needed and any(isinstance(event, ThingGone) for event in session.events)


VERB = Verb(
    command=LayTrap,
    phases=("Moving",),
    offers=lambda battle, task: (LayTrap(),),
    refuses=refuses,
    does=does,
    words=always("lay a trap"),
    worth=lambda battle, task, command: float(battle.turn == 1),
)
LAYER = Layer(
    "rattled",
    HERE,
    title="Rattled",
    needs=("platoon",),
    add=(follows, shoots_worse, obeys_worse),
    change=(VERBS.amended("rattled.verbs", {"rattled.trap": VERB}, cite=HERE),),
)
