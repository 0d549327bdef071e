"""A user's file of rules that no page knows: a phase, and a verb of it that has a title, a cost and a preview."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from overheat.classic.rulesets import LIBRARY
from overheat.lab.games import bring_rules

NAME = "parade"
PARADE = '''"""A parade after the movement, in which machines salute; they may salute again before they fire."""

from fractions import Fraction

import msgspec

from overheat.classic.facts.events import Twisted
from overheat.classic.turn.round import PHASES, VERBS
from overheat.classic.turn.verb import Phase, Verb
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.terms import Tally, Term
from overheat.kernel.verbs import Foreseen

HERE = Book("House rules")("Parade")


class Salute(msgspec.Struct, frozen=True, tag=True):
    facing: int


class March(msgspec.Struct, frozen=True, tag=True):
    hex: str


def preview(state, unit, command):
    crowd = Tally((Term("parade.crowd", 7, "the crowd", HERE), Term("parade.way", command.facing, "the way", HERE)))
    return Foreseen(f"cheers on {crowd.total}+, 58.3 %", {"cheers": crowd}, Fraction(21, 36))


def never(state, unit, command):
    return None


LAYER = Layer(
    "parade",
    HERE,
    title="Parades",
    needs=("classic",),
    change=(
        PHASES.amended(
            "parade.phases",
            {"parade": Phase(title="Parade", after="movement", asks="salute with", task="salute")},
            cite=HERE,
        ),
        VERBS.amended(
            "parade.verbs",
            {
                "parade.salute": Verb(
                    command=Salute,
                    phases=("parade", "weapons"),
                    offers=lambda state, unit: (Salute(facing) for facing in range(2)),
                    refuses=never,
                    does=lambda scene, unit, command: scene.tell(Twisted(unit.id, command.facing)),
                    words=lambda state, unit, command, names: f"salute towards {command.facing}",
                    title="Salutes",
                    cost=lambda state, unit, command: {
                        "heat": Tally((Term("parade.pride", Fraction(1, 2), "pride", HERE),))
                    },
                    preview=preview,
                ),
                "parade.march": Verb(
                    command=March,
                    phases=("parade",),
                    offers=lambda state, unit: (March(str(hex)) for hex in state.relief.board if hex.row < 4),
                    refuses=never,
                    does=lambda scene, unit, command: scene.tell(Twisted(unit.id, 5)),
                    words=lambda state, unit, command, names: f"march past {command.hex}",
                    preview=lambda state, unit, command: f"they see it in {command.hex}",
                ),
            },
            cite=HERE,
        ),
    ),
)
'''


@contextmanager
def on_parade(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The file, and the name of its layer in the library for as long as this lasts."""
    monkeypatch.setattr(LIBRARY, "layers", dict(LIBRARY.layers))
    monkeypatch.setattr(LIBRARY, "files", {})
    path = place / "parade.py"
    path.write_text(PARADE, encoding="utf-8")
    bring_rules([str(path)])
    yield str(path)
