"""Record sheets to print: `draw_sheet` gives a page of SVG, `sheet_pdf` binds pages into a PDF."""

from overheat.classic.recordsheet.crew import Crew
from overheat.classic.recordsheet.draw import draw_sheet
from overheat.drawing.paper import PAPERS, Paper
from overheat.drawing.pdf import sheet_pdf

__all__ = ["PAPERS", "Crew", "Paper", "draw_sheet", "sheet_pdf"]
