"""What a unit carries: cargo, troops and other units, from the bays that its file lists."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import msgspec

from overheat.alphastrike.abilities.pool import Pool, number
from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import CardType
from overheat.alphastrike.figure import HALF, exact, round_half_up
from overheat.alphastrike.subject import Subject
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Number

CARGO = ALPHA_STRIKE("Special unit abilities: cargo transport, in tons")

CODES = {
    "troopspace": "IT",
    "infantrybay": "IT",
    "battlearmorbay": "IT",
    "cargobay": "CT",
    "liquidcargobay": "CT",
    "insulatedcargobay": "CT",
    "refrigeratedcargobay": "CT",
    "livestockcargobay": "CT",
    "mechbay": "MT",
    "mekbay": "MT",
    "artsmekbay": "MT",
    "asfbay": "AT",
    "artsasfbay": "AT",
    "smallcraftbay": "ST",
    "protomechbay": "PT",
    "protomekbay": "PT",
    "lightvehiclebay": "VTM",
    "heavyvehiclebay": "VTH",
    "superheavyvehiclebay": "VTS",
    "dockingcollar": "DT",
}
"""The ability of each kind of bay, by the word that files use."""
PLATOON_TONS = {"foot": 5, "jump": 6, "motorized": 7, "mechanized": 8}
"""Tons of a bay for one platoon, by how it moves."""
SQUAD_TONS = {"": 8, "is": 8, "clan": 10, "c*": 12}
"""Tons of a bay for one squad in battle armour, by whose squads it is for."""
KILOTON = 1000
"""Tons from which on cargo is counted by the thousand."""
WITH_DOORS: frozenset[CardType] = frozenset({"DS", "DA", "JS", "WS", "SS"})
"""Types whose bay doors are counted too."""
LARGE_AIRCRAFT = 100
"""Tons above which a support vehicle with wings is large, and its doors are counted as well."""
DOORS = frozenset({"AT", "CK", "CT", "MT", "PT", "ST", "VTM", "VTH", "VTS"})
"""Abilities that tell of doors."""


class Bay(msgspec.Struct, frozen=True):
    """A bay as a file writes it: its ability, how much of it, and the doors."""

    code: str
    amount: Number
    word: str
    doors: int = 0


@cache
def bay(text: str) -> Bay | None:
    """A bay from its line, as in `cargobay:4.0:1:1`; None for what is no bay, such as seats and quarters."""
    word, *rest = (part.strip().casefold() for part in text.split(":"))
    if word not in CODES:
        return None
    amount = _capacity(rest[0], text) if rest and rest[0] else 1
    if word == "infantrybay":
        amount *= next((PLATOON_TONS[part] for part in rest if part in PLATOON_TONS), PLATOON_TONS["foot"])
    elif word == "battlearmorbay":
        amount *= SQUAD_TONS.get(rest[3] if len(rest) > 3 else "", SQUAD_TONS[""])
    doors = int(float(rest[1])) if len(rest) > 1 and rest[1].replace(".", "", 1).isdigit() else 0
    return Bay(CODES[word], amount, word, doors)


def _capacity(amount: str, text: str) -> Number:
    try:
        return exact(amount)
    except (ValueError, ZeroDivisionError):
        raise refuse("alphastrike.bay", f"{text!r} does not say how much it carries", CARGO, bay=text) from None


def transport(pool: Pool, subject: Subject) -> None:
    """All that it carries, each kind added up; a great deal of cargo is told in thousands of tons."""
    sheet, doors = subject.sheet, dict[str, int]()
    for text in sheet.transporters:
        found = bay(text)
        if found is not None:
            pool.add(found.code, found.amount, found.word)
            doors[found.code] = doors.get(found.code, 0) + found.doors
    _cargo(subject.rules, pool, doors)
    if subject.type in WITH_DOORS or (subject.winged and sheet.tons > LARGE_AIRCRAFT):
        for code, count in doors.items():
            if count and code in pool and code in DOORS:
                pool.say(code, f"{number(pool.amounts[code])}D{count}", pool.reasons[code])


def _cargo(rules: Ruleset, pool: Pool, doors: dict[str, int]) -> None:
    """Bring tons of cargo to what is printed of them."""
    if "CT" not in pool:
        return
    tons, why = rules[cargo](rules, pool.amounts["CT"]), pool.reasons["CT"]
    pool.drop(("CT",))
    if tons > KILOTON:
        pool.add("CK", round_half_up(Fraction(tons, KILOTON)), why)
        doors["CK"] = doors.pop("CT", 0)
    elif tons:
        pool.add("CT", tons, why)


@rule("as.cargo", cite=CARGO)
def cargo(rules: Ruleset, tons: Number) -> Number:
    """Half tons are told as they are, all else is rounded, and less than half a ton is nothing."""
    return tons if (tons * 2) % 1 == 0 else 0 if tons < HALF else round_half_up(tons)


RULES = (cargo,)
