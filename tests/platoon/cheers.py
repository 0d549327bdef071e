"""A user's file of rules for H.E.A.T: a phase, a step and three verbs, in one file that nothing else names."""

from __future__ import annotations

from pathlib import Path

import pytest

from overheat.platoon.rulesets import LIBRARY

CHEERS = '''"""After the orders of a turn sides may cheer pinned units up; who shoots may whistle instead."""

import msgspec

from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.rules.layers import Layer
from overheat.kernel.refusal import Refusal
from overheat.platoon.turn.turn import PHASES, STEPS, VERBS
from overheat.platoon.turn.verb import Phase, Step, Verb, always
from overheat.platoon.battle.state import Task
from overheat.platoon.battle.wording import of

HERE = Book("House rules")("Cheers")


class Cheering(Task, frozen=True):
    side: int


class Cheer(msgspec.Struct, frozen=True, tag=True):
    unit: str


class Quiet(msgspec.Struct, frozen=True, tag=True):
    pass


class Whistle(msgspec.Struct, frozen=True, tag=True):
    pass


class Cheered(Event, frozen=True):
    unit: str
    rolled: int


class Whistled(Event, frozen=True):
    unit: str


@of(Cheered)
def cheered(event, wording):
    return f"{wording.name(event.unit)} is cheered up."


def pinned(battle, side):
    return [unit for unit in battle.side(side) if unit.pins]


def cannot_cheer(battle, task, command):
    if command.unit in [unit.id for unit in pinned(battle, task.side)]:
        return None
    return Refusal("cheers.pinned", "only one\\'s own pinned units are cheered up", HERE)


def cheer(battle, task, command):
    rolled = battle.dice.roll("cheers", 1).total
    battle.tell(Cheered(command.unit, rolled))
    if rolled > 1:
        battle.set_pins(battle.units[command.unit], battle.units[command.unit].pins - 1)


def whistle(battle, task, command):
    battle.tell(Whistled(task.unit))


LAYER = Layer(
    "cheers",
    HERE,
    title="Cheers",
    needs=("platoon",),
    change=(
        PHASES.amended(
            "cheers.phases",
            {
                "cheers": Phase(
                    title="Cheers", after="orders", begin=lambda battle: battle.push(Cheering(0), Cheering(1))
                )
            },
            cite=HERE,
        ),
        STEPS.amended(
            "cheers.steps",
            {
                "Cheering": Step(
                    task=Cheering,
                    title="Cheers",
                    waits=lambda battle, task: bool(pinned(battle, task.side)),
                    what=lambda state, task: "cheer a pinned unit up",
                )
            },
            cite=HERE,
        ),
        VERBS.amended(
            "cheers.verbs",
            {
                "cheers.cheer": Verb(
                    command=Cheer,
                    phases=("Cheering",),
                    offers=lambda battle, task: [Cheer(id) for id in battle.units],
                    refuses=cannot_cheer,
                    does=cheer,
                    words=lambda battle, task, command, names: f"cheer {names[command.unit]} up",
                    worth=lambda battle, task, command: float(battle.units[command.unit].pins),
                ),
                "cheers.quiet": Verb(
                    command=Quiet,
                    phases=("Cheering",),
                    offers=lambda battle, task: (Quiet(),),
                    refuses=lambda battle, task, command: None,
                    does=lambda battle, task, command: None,
                    words=always("keep quiet"),
                ),
                "cheers.whistle": Verb(
                    command=Whistle,
                    phases=("Shooting",),
                    offers=lambda battle, task: (Whistle(),),
                    refuses=lambda battle, task, command: None,
                    does=whistle,
                    words=always("whistle"),
                ),
            },
            cite=HERE,
        ),
    ),
)
'''


def written(directory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file, and a library that forgets it after the test."""
    monkeypatch.setattr(LIBRARY, "layers", dict(LIBRARY.layers))
    monkeypatch.setattr(LIBRARY, "files", {})
    monkeypatch.setattr(LIBRARY, "_composed", {})
    path = directory / "cheers.py"
    path.write_text(CHEERS, encoding="utf-8")
    return path


def forget() -> None:
    """What another process knows: nothing of anybody's files."""
    for name in LIBRARY.files:
        del LIBRARY.layers[name]
    LIBRARY.files, LIBRARY._composed = {}, {}
