"""Cards to print and play with: one as a picture, or eight to a page for cutting."""

from overheat.alphastrike.cards.face import draw_card
from overheat.alphastrike.cards.sheets import card_pages, card_pdf
from overheat.drawing.pixels import card_png

__all__ = ["card_pages", "card_pdf", "card_png", "draw_card"]
