"""Explain a line of sight on a bundled board, and draw it."""

from pathlib import Path

from overheat.classic.board.library import find
from overheat.classic.rulesets import standard
from overheat.classic.sight.model import Viewpoint
from overheat.classic.sight.picture import draw_line
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.classic.sight.wording import explain

board = find("valley").board
relief = Relief(board, standard())
line = sight(relief, Viewpoint.on(board, board.parse_hex("0303")), Viewpoint.on(board, board.parse_hex("1414")))
print(explain(board, line))
Path("line.svg").write_text(draw_line(board, line), encoding="utf-8")
