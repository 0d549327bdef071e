"""H.E.A.T: a unit throws its first bad order test again, and when a turn ends each side may call for a shell.

A phase with a step of its own in which both sides decide, and dice that count as others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from overheat.kernel.cite import Book
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.platoon.battle.scene import COUNTS_AS, Battle
from overheat.platoon.battle.state import Task
from overheat.platoon.battle.wording import Wording, of
from overheat.platoon.turn.turn import PHASES, STEPS, VERBS
from overheat.platoon.turn.verb import Names, Phase, Step, Verb

HERE = Book("House rules")("Grit")
SCENARIO = "crossroads"
GRIT = "has shown grit"


class Shelling(Task, frozen=True):
    """A side may call for a shell."""

    side: int


class CallShell(msgspec.Struct, frozen=True, tag=True):
    """Call a shell onto an enemy in sight, or none."""

    unit: str = ""


class Shelled(Event, frozen=True):
    unit: str
    rolled: int


@of(Shelled)
def shelled(event: Shelled, wording: Wording) -> str:
    return f"A shell comes down near {wording.name(event.unit)}."


@rule("grit.again", cite=HERE, slot=COUNTS_AS)
def again(battle: Battle, roll: Roll) -> Roll | None:
    """Each unit throws one order test again that fell badly."""
    unit = battle.units.get(roll.who)
    if unit is None or GRIT in unit.marks or roll.purpose != "orders.test" or roll.total < 9:
        return None
    battle.lay_mark(unit, GRIT)
    return battle.dice.roll(roll.purpose, len(roll.faces), roll.sides, who=roll.who, needed=roll.needed, **roll.about)


def seen(battle: Battle, side: int) -> list[str]:
    own = list(battle.on_table(side))
    return [enemy.id for enemy in battle.on_table(1 - side) if any(battle.sees(unit, enemy) for unit in own)]


def offers(battle: Battle, task: Shelling) -> Iterator[CallShell]:
    yield from map(CallShell, ("", *seen(battle, task.side)))


def refuses(battle: Battle, task: Shelling, command: CallShell) -> Refusal | None:
    if not command.unit or command.unit in seen(battle, task.side):
        return None
    return Refusal("grit.sight", "nobody sees it", HERE)


def does(battle: Battle, task: Shelling, command: CallShell) -> None:
    if command.unit:
        rolled = battle.dice.roll("grit.shell", 1, who=command.unit).total
        battle.tell(Shelled(command.unit, rolled))
        battle.add_pins(command.unit, rolled // 5)


def words(battle: Battle, task: Shelling, command: CallShell, names: Names) -> str:
    return f"a shell on {names[command.unit]}" if command.unit else "no shell"


def felt(session: Any) -> bool:
    """Somebody has shown grit, and a shell has come down."""
    shown = any(getattr(event, "mark", "") == GRIT for event in session.events)
    return shown and any(isinstance(event, Shelled) for event in session.events)


STEP = Step(
    task=Shelling,
    title="Barrage",
    waits=lambda battle, task: bool(seen(battle, task.side)),
    what=lambda state, task: "call for a shell",
)
VERB = Verb(
    command=CallShell,
    phases=("Shelling",),
    offers=offers,
    refuses=refuses,
    does=does,
    words=words,
    worth=lambda battle, task, command: 1.0 if command.unit else 0.5,
)
LAYER = Layer(
    "grit",
    HERE,
    title="Grit and a barrage",
    needs=("platoon",),
    add=(again,),
    change=(
        PHASES.amended(
            "grit.phases",
            {
                "barrage": Phase(
                    title="Barrage", after="ending", begin=lambda battle: battle.push(Shelling(0), Shelling(1))
                )
            },
            cite=HERE,
        ),
        STEPS.amended("grit.steps", {"Shelling": STEP}, cite=HERE),
        VERBS.amended("grit.verbs", {"grit.shell": VERB}, cite=HERE),
    ),
)
