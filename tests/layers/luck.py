"""Luck: every pilot throws a roll again that missed its number, once a battle, and all odds know it."""

from __future__ import annotations

from typing import Any

from overheat.classic.battle.scene import COUNTS_AS, Scene
from overheat.classic.facts.events import MarkLaid
from overheat.classic.facts.lasting import named
from overheat.kernel.cite import Book
from overheat.kernel.dice import Roll
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule

HERE = Book("House rules")("Luck")
SPENT = named("luck_spent", "has had its luck")


@rule("luck.again", cite=HERE, slot=COUNTS_AS)
def again(scene: Scene, roll: Roll, total: int) -> int | None:
    """Who misses a number for the first time throws again."""
    unit = scene.state.units.get(roll.who)
    if unit is None or SPENT in unit.marks or roll.needed is None or total >= roll.needed:
        return None
    scene.tell(MarkLaid(unit.id, SPENT))
    return scene.roll(roll.purpose, len(roll.faces), roll.sides, who=roll.who, needed=roll.needed, **roll.about)


def felt(session: Any) -> bool:
    """Somebody has had its luck."""
    return any(isinstance(event, MarkLaid) and event.mark == SPENT for event in session.events)


LAYER = Layer("luck", HERE, title="Luck", needs=("classic",), add=(again,))
