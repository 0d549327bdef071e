"""Field a lance in Alpha Strike: its points, why one of them costs what it does, and its cards and sheets to print."""

from pathlib import Path

import overheat as oh
from overheat.alphastrike.cards import card_pages

LANCE = ["Warhammer WHM-6R", "Phoenix Hawk PXH-1", "Manticore Heavy Tank", "Shilone SL-17"]

units = [oh.unit(name) for name in LANCE]
for unit in units:
    print(f"{unit.conversion.card.points:>4}  {unit.name}, battle value {unit.bv:,}")
print(f"{sum(unit.conversion.card.points for unit in units):>4}  points in all")
units[0].sheet.save("warhammer.svg")
units[0].card.save("warhammer_card.svg")
(page,) = card_pages([unit.conversion.card for unit in units], "a4", "A lance")
Path("cards.svg").write_text(page, encoding="utf-8")
