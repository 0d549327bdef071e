"""Pilots with a gift, chosen at set-up: a lucky one throws dice again that fell short, a dancer keeps its feet."""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.classic.battle.scene import COUNTS_AS, Scene
from overheat.classic.facts.events import CheckMade, MarkLaid
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import State
from overheat.classic.muster.setup import Setup
from overheat.classic.rules.standard.piloting import STEADINESS, Check
from overheat.classic.unit.fielding import HOLDERS, Fielding, Holder
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.cite import Book
from overheat.kernel.dice import Roll
from overheat.kernel.events import Rolled
from overheat.kernel.questions import Asking, Question
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

HERE = Book("House rules")("Pilots")
SCENARIO = "lance"
LUCKY, DANCER, SPENT = "lucky", "dancer", "luck spent"

FIGURES: Table[str, int] = Table("pilots.figures", {"luck": 3, "steadiness": -2}, cite=HERE)


@rule("pilots.chosen", cite=HERE, slot=HOLDERS)
def chosen(fielding: Fielding) -> tuple[Holder, ...]:
    """Every machine has a pilot, who is plain unless its set-up says otherwise."""

    def filled(sheet: Sheet, gift: str) -> Sheet:
        return sheet if gift == "plain" else msgspec.structs.replace(sheet, quirks=(*sheet.quirks, gift))

    return (Holder(key="Pilot", holds="plain", fits=("plain", LUCKY, DANCER), filled=filled),)


@rule("pilots.luck", cite=HERE, slot=COUNTS_AS)
def again(scene: Scene, roll: Roll, total: int) -> int | None:
    """A lucky pilot may throw a few rolls again that fell short."""
    unit = scene.state.units.get(roll.who)
    if unit is None or LUCKY not in unit.sheet.quirks or roll.needed is None or total >= roll.needed:
        return None
    spent = unit.marks[SPENT].value if SPENT in unit.marks else 0
    if spent >= scene.rules[FIGURES]["luck"]:
        return None
    facts: dict[str, str | int] = {"rolled": total, "needed": roll.needed}
    if scene.ask(Question("pilots.again", unit.side, ("keep", "again"), unit.id, facts)) == "keep":
        return None
    scene.tell(MarkLaid(unit.id, SPENT, Mark(value=spent + 1)))
    return scene.roll("pilots.again", len(roll.faces), roll.sides, who=unit.id, needed=roll.needed)


@rule("pilots.again", cite=HERE, slot=QUESTIONS)
def asked(rules: Ruleset) -> Asking[State]:
    """Whether to throw again."""
    return Asking(
        words=lambda state, question: (
            f"{question.unit} rolled {question.facts['rolled']} and needs {question.facts['needed']}: again?"
        ),
        worth=lambda state, question, answer: float(answer == "again") * (11 - int(question.facts["needed"])),
    )


@rule("pilots.dancer", cite=HERE, slot=STEADINESS)
def steady(check: Check) -> Term | None:
    """A dancer makes every piloting roll at -2."""
    gifted = DANCER in check.unit.sheet.quirks
    return Term("pilots.dancer", check.rules[FIGURES]["steadiness"], DANCER, HERE) if gifted else None


def setup(given: Setup) -> Setup:
    """The same battle with gifts for every pilot: luck for red, dancers for blue."""
    for unit in given.units:
        given = given.with_load(unit.id, "Pilot", LUCKY if unit.side == "red" else DANCER)
    return given


def felt(session: Any) -> bool:
    """Dice were thrown again, and a dancer danced."""
    thrown = {event.roll.purpose for event in session.events if isinstance(event, Rolled)}
    needed = {part.id for event in session.events if isinstance(event, CheckMade) for part in event.needed}
    return "pilots.again" in thrown and "pilots.dancer" in needed


LAYER = Layer("pilots", HERE, title="Gifted pilots", needs=("classic",), add=(FIGURES, chosen, again, asked, steady))
