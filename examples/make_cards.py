"""Field a force of bundled units in Alpha Strike: its points, why one of them costs what it does, and its cards."""

from pathlib import Path

from overheat.alphastrike.cards import card_pages
from overheat.alphastrike.convert import convert
from overheat.alphastrike.wording import sentence
from overheat.classic.unitfile.library import find

FORCE = {"Warhammer WHM-6R": 3, "Phoenix Hawk PXH-1": 4, "Manticore Heavy Tank": 4, "Shilone SL-17": 5}

conversions = [convert(find(name).sheet, skill) for name, skill in FORCE.items()]
cards = [conversion.card for conversion in conversions]
for card in cards:
    print(f"{card.points:>4}  {card.name}, skill {card.skill}")
print(f"{sum(card.points for card in cards):>4}  in all")
print(sentence(conversions[0]["points"]))
(page,) = card_pages(cards, "a4", "An example")
Path("cards.svg").write_text(page, encoding="utf-8")
