"""What bays, seats and quarters cost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from overheat.classic.battle_value.worksheet import Step
from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.machine.plan import Plan
from overheat.classic.construction.weights import exact
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table
from overheat.kernel.terms import Tally, Term

TRANSPORT = TECH_MANUAL("Costs, transport bays, seats and quarters")
DOOR = "door"
"""The row of what a door costs."""


class Bay(NamedTuple):
    """C-bills for each unit of a bay's size, how many tons such a unit is, and whether its doors are paid for."""

    price: int
    tons: int = 1
    doors: bool = True


_BAYS = {
    DOOR: Bay(1000, doors=False),
    "troopspace": Bay(0, doors=False),
    "battlearmorhandles - troopers": Bay(0, doors=False),
    "cargobay": Bay(0),
    "liquidcargobay": Bay(100),
    "refrigeratedcargobay": Bay(200),
    "insulatedcargobay": Bay(250),
    "livestockcargobay": Bay(2500),
    "infantrybay": Bay(15_000),
    "battlearmorbay": Bay(15_000),
    "lightvehiclebay": Bay(10_000),
    "pillionseats": Bay(10, doors=False),
    "standardseats": Bay(100, doors=False),
    "ejectionseats": Bay(25_000, doors=False),
    "steeragequarters": Bay(5000, 5, doors=False),
    "2ndclassquarters": Bay(15_000, 7, doors=False),
    "crewquarters": Bay(15_000, 7, doors=False),
    "1stclassquarters": Bay(30_000, 10, doors=False),
}
BAYS: Table[str, Bay] = Table("cost.bays", _BAYS, cite=TRANSPORT)
"""What each sort of bay costs. Quarters are written in tons and paid for by the head."""


def bays_step(plan: Plan) -> Step:
    """Bays by their size and doors, seats and quarters by the head."""
    return Step("Bays, seats and quarters", Tally(tuple(_terms(plan.rules, plan.sheet))))


def _terms(rules: Ruleset, sheet: Sheet) -> Iterator[Term]:
    bays = rules[BAYS]
    for line in sheet.transporters:
        word, size, doors = _read(sheet, line)
        bay = bays.get(word.lower())
        if bay is None:
            raise refuse("cost.bay", f"{sheet.name}: no price is known for {word!r}", bay=word)
        price = bay.price * max(Fraction(0), size) / bay.tons + (bays[DOOR].price * doors if bay.doors else 0)
        if price:
            yield Term("cost.bay", price, word, TRANSPORT)


def _read(sheet: Sheet, line: str) -> tuple[str, Fraction, int]:
    """The sort, the size and the doors of a bay as a file writes them: `cargobay:10:1`; a word is no door."""
    word, size, doors, *_ = (*(part.strip() for part in line.split(":")), "", "")
    try:
        return word, exact(float(size or 0)), int(doors) if doors.isdecimal() else 0
    except (ValueError, OverflowError):
        raise refuse("cost.bay", f"{sheet.name}: {line!r} is no bay", bay=line) from None


RULES = (BAYS,)
