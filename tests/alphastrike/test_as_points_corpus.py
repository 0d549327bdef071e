"""Point values of the published cards, from nothing but what those cards print."""

from __future__ import annotations

import re
from math import ceil

import pytest

from alphastrike.frames import published
from boards import needs_corpus
from overheat.alphastrike.card import Ability, CardType, Damage, DamageRow, Move
from overheat.alphastrike.movement import target_movement_modifier
from overheat.alphastrike.points.rated import Rated
from overheat.alphastrike.points.value import point_value
from overheat.alphastrike.rulesets import standard

LEAST = {"BM": 0.995, "IM": 0.98, "PM": 1.0, "CV": 0.985, "SV": 0.95, "BA": 0.99, "CI": 0.95, "AF": 0.99, "CF": 1.0}
"""The share of each type that must be reached exactly; the rest are printed with other values than their card's own."""
_CODE = re.compile(r"TSEMP-O|C3[A-Z]+|ARTCM(?:12|5|7|9)|BHJ[23]|[A-Z]+")
_APART = re.compile(r",\s*(?![^()]*\))")


def damage(text: str) -> Damage:
    return Damage(0, True) if text == "0*" else Damage(int(text or 0))


def abilities(text: str) -> tuple[Ability, ...]:
    """Abilities as printed; commas inside brackets do not part them."""
    found = ((printed.strip(), _CODE.match(printed.strip())) for printed in _APART.split(text))
    return tuple(Ability(code[0], printed) for printed, code in found if code)


def moves(text: str) -> tuple[Move, ...]:
    return tuple(Move(int(inches), mode) for inches, mode in re.findall(r'(\d+)"?([^/]*)', text))


def rated(row: dict[str, str]) -> Rated:
    ways, armour = moves(row["move"]), int(row["armor"] or 0)
    leading = next((move for move in ways if move.mode != "f"), ways[0]) if row["type"] in ("BA", "CI") else ways[0]
    card_type: CardType = row["type"]  # type: ignore[assignment]
    return Rated(
        standard(),
        card_type,
        size=int(row["size"]),
        moves=ways,
        jump=next((move.inches for move in ways if move.mode == "j"), 0),
        tmm=0 if ways[0].mode == "a" else target_movement_modifier(standard(), leading.inches),
        row=DamageRow(damage(row["s"]), damage(row["m"]), damage(row["l"])),
        overheat=int(row["ov"] or 0),
        armour=armour,
        structure=int(row["structure"] or 0),
        threshold=ceil(armour / 3),
        abilities=abilities(row["specials"]),
    )


@needs_corpus
@pytest.mark.parametrize("card_type", LEAST)
def test_published_point_values_follow_from_the_rest_of_their_cards(card_type: str) -> None:
    rows = [row for row in published() if row["type"] == card_type]
    found = [point_value(rated(row)).value == int(row["pv"]) for row in rows]
    assert sum(found) >= LEAST[card_type] * len(found)
