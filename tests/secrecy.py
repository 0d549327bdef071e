"""A user's file of rules that hides units, marks and effects, and the same battle with other secrets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.rulesets import LIBRARY

AMBUSH = '''"""Units lie in ambush, and note in secret whom they mean to shoot at and where they mean to go."""

import msgspec

from overheat.classic.facts.events import EffectLaid, MarkLaid, MarkLifted
from overheat.classic.facts.lasting import Mark
from overheat.classic.rules.standard.secrets import HIDES
from overheat.classic.facts.state import Unit
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Verb, always
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import rule

HERE = Book("House rules")("Ambush")


class Hide(msgspec.Struct, frozen=True, tag=True):
    pass


class Show(msgspec.Struct, frozen=True, tag=True):
    pass


class Note(msgspec.Struct, frozen=True, tag=True):
    target: str
    value: int


def cannot_hide(state, unit, command):
    late = unit.motion.mode != "stationary" or unit.motion.done or "ambush" in unit.marks
    return Refusal("ambush.late", "a unit hides once, before it moves", HERE) if late else None


def cannot_show(state, unit, command):
    return None if "ambush" in unit.marks else Refusal("ambush.open", "it does not hide", HERE)


def cannot_note(state, unit, command):
    other = state.units.get(command.target)
    if other is None or other.side == unit.side or "noted" in other.marks:
        return Refusal("ambush.note", "nobody to take note of", HERE)
    return None


def note(scene, unit, command):
    scene.tell(MarkLaid(command.target, "noted", Mark(command.value, unit.side, hidden=True)))
    hex = min(scene.state.relief.board, key=lambda hex: (hex.distance(unit.hex) - command.value) ** 2)
    scene.tell(EffectLaid(hex, "goal", Mark(command.value, unit.side, hidden=True)))


def verb(command, offers, refuses, does, words, worth=None):
    said = {"phases": ("movement",), "words": always(words), "worth": worth}
    return Verb(command=command, offers=offers, refuses=refuses, does=does, **said)


@rule("ambush.unseen", cite=HERE, slot=HIDES)
def unseen(eye, secret):
    """Who lies in ambush is seen by its own side alone."""
    return isinstance(secret, Unit) and "ambush" in secret.marks


VERBS_OF_AMBUSH = VERBS.amended(
    "ambush.verbs",
    {
        "ambush.hide": verb(
            Hide,
            lambda state, unit: (Hide(),),
            cannot_hide,
            lambda scene, unit, command: scene.tell(MarkLaid(unit.id, "ambush")),
            "hide",
            lambda state, unit, command: 1.0 if unit.id.endswith("2") else 0.0,
        ),
        "ambush.show": verb(
            Show,
            lambda state, unit: (Show(),),
            cannot_show,
            lambda scene, unit, command: scene.tell(MarkLifted(unit.id, "ambush")),
            "show oneself",
        ),
        "ambush.note": verb(
            Note,
            lambda state, unit: (Note(id, value) for id in state.units for value in (1, 2, 3)),
            cannot_note,
            note,
            "take note",
        ),
    },
    cite=HERE,
)
LAYER = Layer("ambush", HERE, title="Ambushes", needs=("classic",), add=(unseen,), change=(VERBS_OF_AMBUSH,))
'''

RULES = ("minefields", "ambush")


def bring_ambushes(directory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Take in the file, for the time of a test."""
    monkeypatch.setattr(LIBRARY, "layers", dict(LIBRARY.layers))
    monkeypatch.setattr(LIBRARY, "files", {})
    monkeypatch.setattr(LIBRARY, "_composed", {})
    path = directory / "ambush.py"
    path.write_text(AMBUSH, encoding="utf-8")
    LIBRARY.bring(str(path))
    return path


def setup(board: str = "size 8 8\nend\n") -> Any:
    """Two against two on an open field."""
    places = (("red", "0302", 3), ("red", "0502", 3), ("blue", "0306", 0), ("blue", "0506", 0))
    units = [
        {"id": f"{side}-{1 + at % 2}", "side": side, "unit": "Wasp WSP-1A", "hex": hex, "facing": facing}
        for at, (side, hex, facing) in enumerate(places)
    ]
    made = {"board": "field.board", "board_text": board, "units": units, "rounds": 3}
    return msgspec.convert(made, Classic.setups)


def in_hiding(state: State, player: str) -> tuple[str, ...]:
    """The units in ambush that a player may not know of."""
    return tuple(id for id, unit in state.units.items() if "ambush" in unit.marks and unit.side != player)


def otherwise(state: State, player: str) -> State:
    """The same battle, in which everything is different that a player may not know."""
    replace = msgspec.structs.replace
    far = dict(zip(state.relief.board, reversed(list(state.relief.board)), strict=True))
    hidden = in_hiding(state, player)
    units = {}
    for id, unit in state.units.items():
        marks = {
            name: replace(mark, value=mark.value + 1) if not mark.known_to(player) else mark
            for name, mark in unit.marks.items()
        }
        changed = replace(unit, marks=marks)
        if id in hidden:
            crew = replace(unit.condition, heat=unit.condition.heat + 3)
            changed = replace(changed, hex=far[unit.hex], facing=(unit.facing + 1) % 6, condition=crew)
        units[id] = changed
    things = {
        id: thing
        if thing.known_to(player)
        else replace(thing, hex=thing.hex and far[thing.hex], to=thing.to and far[thing.to], value=thing.value + 5)
        for id, thing in state.things.items()
    }
    effects = {
        hex: {name: mark for name, mark in marks.items() if mark.known_to(player)}
        for hex, marks in state.effects.items()
    }
    acting = state.units.get(state.acting or "")
    changes = state.changes + (acting is not None and acting.side != player)
    return replace(
        state,
        units=units,
        things=things,
        effects={hex: marks for hex, marks in effects.items() if marks},
        changes=changes,
    )
