"""Cards of units to print and play with, and a quick reference: pictures, and pages for cutting and for the table."""

from overheat.platoon.cards.face import draw_card
from overheat.platoon.cards.reference_pages import reference_pages
from overheat.platoon.cards.sheets import card_pages

__all__ = ["card_pages", "draw_card", "reference_pages"]
