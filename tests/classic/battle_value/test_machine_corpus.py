"""Battle values of war machines against those that are printed on the official cards."""

import csv
from collections import Counter

from boards import CORPUS, needs_corpus
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.unitfile.mtf import read_mtf

pytestmark = needs_corpus

LEAST = {"BM": 97.7, "IM": 84.8}
"""How many of a hundred agree, by the letters of the card. What does not is listed in docs/deviations.md."""


def test_most_machines_agree_with_their_card() -> None:
    right: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    with (CORPUS / "official_cards.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["type"] in LEAST and row["file"].endswith(".mtf")]
    for row in rows:
        printed = int(float(row["bv"] or 0))
        if not printed:
            continue
        cards[row["type"]] += 1
        right[row["type"]] += battle_value(read_mtf(CORPUS / "units" / row["file"]).sheet).total == printed
    assert all(cards[kind] for kind in LEAST)
    assert {
        kind: 100 * right[kind] / cards[kind] for kind in LEAST if 100 * right[kind] / cards[kind] < LEAST[kind]
    } == {}
