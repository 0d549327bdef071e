"""Numbers and words that block files write for kinds of armour, engines, suits, training and movement."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from overheat.classic.unit.equipment import Armour, Engine, Structure, Tech, catalogue
from overheat.kernel.refusal import refuse

Coded = TypeVar("Coded", Armour, Engine, Structure)

PATCHWORK = 7
"""The code of armour that differs from location to location."""
CLAN_CODES = frozenset({2, 6, 8, 10})
SPHERE_CODES = frozenset({0, 1, 3, 5, 7, 9, 12})
"""The codes of a technology and rules level, by the technology that they mean."""

MOTIVES = {"leg": "foot", "scuba": "umu"}
"""The words for movement that differ from ours; the others are the same in lower case."""
MOTIVE_WORDS = {"vtol": "VTOL", "wige": "WiGE", "umu": "UMU", "foot": "Leg"}
"""Our words for movement as files write them, where that is not with a capital letter alone."""

WEIGHT_CLASSES = ("PA(L)", "light", "medium", "heavy", "assault")
"""The weight classes of battle armour, by their codes."""

COCKPITS = ("Standard Cockpit", "Small Cockpit", "Command Console", "Primitive Cockpit")
"""The cockpits of fighters, by their codes."""

SPECIALITIES = (
    "bridge engineers",
    "demolition engineers",
    "firefighters",
    "minesweepers",
    "sensor engineers",
    "trench engineers",
    "marines",
    "mountain troops",
    "paramedics",
    "paratroops",
    "tag troops",
    "extreme conditions troops",
    "scuba",
)
"""What infantry is trained for; a file adds up powers of two in this order."""

PROTECTION = {
    "encumberingarmor": "encumbering",
    "spacesuit": "spacesuit",
    "dest": "dest",
    "sneakcamo": "sneak camo",
    "sneakir": "sneak ir",
    "sneakecm": "sneak ecm",
}
"""What the armour of infantry does, by the blocks that say so."""

RATINGS = "ABCDEF"
"""The letters of technology, by their codes."""


@cache
def _coded(kind: type[Armour] | type[Engine] | type[Structure]) -> dict[int, list[Armour | Engine | Structure]]:
    found: dict[int, list[Armour | Engine | Structure]] = {}
    for entry in catalogue().entries.values():
        if isinstance(entry, kind) and entry.code is not None:
            found.setdefault(entry.code, []).append(entry)
    return found


@cache
def by_code(kind: type[Coded], code: int, tech: Tech) -> Coded | None:
    """The entry of a code; of several the one of a technology, or else one for all."""
    held = [entry for entry in _coded(kind).get(code, ()) if isinstance(entry, kind)]
    for wanted in (tech, "All"):
        for entry in held:
            if entry.tech == wanted:
                return entry
    return held[0] if held else None


def code_of(words: Sequence[str], word: str) -> int:
    """The code that a list of words has for one of them."""
    if word not in words:
        raise refuse("unit.text", f"{word[:40]!r} has no code in unit files")
    return words.index(word)


def tech_of(code: str, own: Tech) -> Tech:
    """The technology that a number or a name means; that of the unit where it means none."""
    if code.lower() in ("clan", "inner sphere", "is"):
        return "Clan" if code.lower() == "clan" else "IS"
    if not (code.isascii() and code.isdigit() and len(code) <= 9):
        return own
    return "Clan" if int(code) in CLAN_CODES else "IS" if int(code) in SPHERE_CODES else own


def specialities(bits: int) -> tuple[str, ...]:
    """The training that a sum of powers of two stands for; a power without a word is its own."""
    known = range(len(SPECIALITIES), bits.bit_length())
    words = [word for place, word in enumerate(SPECIALITIES) if bits >> place & 1]
    return (*words, *(str(1 << place) for place in known if bits >> place & 1))


def speciality_bits(words: tuple[str, ...]) -> int:
    """The sum that `specialities` is read from."""
    return sum(1 << SPECIALITIES.index(word) if word in SPECIALITIES else int(word) for word in words)
