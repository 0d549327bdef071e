"""Special abilities of the published cards, but for those that carry damage."""

from __future__ import annotations

import re
from collections import Counter

from alphastrike.frames import published_subjects
from boards import needs_corpus
from overheat.alphastrike.abilities import abilities
from overheat.alphastrike.card import DamageRow
from overheat.alphastrike.damage.firepower import Firepower
from overheat.alphastrike.movement import movement

LEAST = {"BM": 0.97, "PM": 0.95, "CV": 0.90, "BA": 0.90, "CI": 0.85, "AF": 0.85}
"""The share of each type whose abilities must be those of the card; many cards of other types contradict the rules."""
_DAMAGE = re.compile(r"(?:AC|ART[A-Z]+|FLK|HT|IATM|IF|LRM|OVL|REAR|REL|SRM|TOR|TUR)(?![A-Z])")
_APART = re.compile(r",\s*(?![^()]*\))")
EVERY = 4


def without_damage(listed: list[str]) -> set[str]:
    return {text for text in listed if text and not _DAMAGE.match(text)}


@needs_corpus
def test_nearly_all_published_cards_have_the_abilities_that_the_rules_give() -> None:
    seen, equal = Counter[str](), Counter[str]()
    for row, subject in published_subjects(EVERY):
        told = abilities(subject, movement=movement(subject), firepower=Firepower(row=DamageRow()))
        seen[row["type"]] += 1
        official = [text.strip() for text in _APART.split(row["specials"])]
        equal[row["type"]] += without_damage([each.printed for each in told]) == without_damage(official)
    assert {card: share for card in LEAST if (share := equal[card] / seen[card]) < LEAST[card]} == {}
