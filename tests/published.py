"""Published battle values, where the reference collection is there, and how many of them we reach."""

from __future__ import annotations

import csv
from fractions import Fraction

from boards import CORPUS
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.unitfile.blk import read_blk


def share_reached(kind: str) -> Fraction:
    """The share of the published values of a type of unit that we reach to the point.

    Published values of nought say that none was worked out.
    """
    with (CORPUS / "official_cards.csv").open(encoding="utf-8", newline="") as file:
        cards = [card for card in csv.DictReader(file) if card["type"] == kind and int(float(card["bv"]))]
    blocks = [card for card in cards if card["file"].endswith(".blk")]
    right = sum(
        battle_value(read_blk(CORPUS / "units" / card["file"]).sheet).total == int(float(card["bv"])) for card in blocks
    )
    return Fraction(right, len(blocks))
