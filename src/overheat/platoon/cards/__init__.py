"""Cards of units to print and play with: one as a picture, or eight to a page for cutting."""

from overheat.platoon.cards.face import draw_card
from overheat.platoon.cards.sheets import card_pages

__all__ = ["card_pages", "draw_card"]
