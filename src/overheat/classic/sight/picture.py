"""Lines of sight drawn on their board."""

from __future__ import annotations

from collections.abc import Mapping

from overheat.classic.board.board import Board
from overheat.classic.board.drawing import centre, draw
from overheat.classic.board.hexes import Hex
from overheat.classic.board.text_map import text_map
from overheat.classic.sight.model import Sight

SIZE = 36.0
SEEN, UNSEEN = "#1b7f3b", "#b3261e"
"""Green and red that stay apart for colour-blind eyes; the unseen line is dashed as well."""


def draw_line(board: Board, line: Sight) -> str:
    """The board as SVG with one line on it: its ends, what it meets, and whether it gets there."""
    (x, y), (to_x, to_y) = centre(line.viewer.hex, SIZE), centre(line.target.hex, SIZE)
    colour, dash = (SEEN, "") if line.visible else (UNSEEN, ' stroke-dasharray="9 6"')
    parts = [_ring(found.hex, "#e07b00") for found in line.findings]
    parts += [_ring(cover.hex, "#7a3fb0") for cover in (line.target_cover, line.attacker_cover) if cover]
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    parts.append(f'<line {ends} stroke="#fff" stroke-width="7" stroke-linecap="round"/>')
    parts.append(f'<line {ends} stroke="{colour}" stroke-width="4" stroke-linecap="round"{dash}/>')
    parts += [_spot(line.viewer.hex, "#1d4ed8"), _spot(line.target.hex, colour)]
    return draw(board, size=SIZE, overlay=f'<g fill="none">{"".join(parts)}</g>')


Seen = Mapping[Hex, int | None]
"""What the line to each hex adds to an attack; None where there is no line."""


def draw_field(board: Board, viewer: Hex, seen: Seen) -> str:
    """The board as SVG with everything darkened that is not seen from a hex."""
    hidden = [_veil(hex) for hex, adds in seen.items() if adds is None]
    return draw(board, size=SIZE, overlay=f"<g>{''.join(hidden)}{_spot(viewer, '#1d4ed8')}</g>")


def print_field(board: Board, viewer: Hex, seen: Seen) -> str:
    """The board in letters: what the line to each hex adds to an attack, and a dash where there is none."""

    def cell(hex: Hex) -> str:
        if hex == viewer:
            return "@"
        return "-" if seen[hex] is None else str(seen[hex])

    count = sum(adds is not None for adds in seen.values())
    legend = f"From {viewer} (@) {count} of {len(seen)} hexes are seen. A number is what the line adds to an attack."
    return f"{text_map(board, cell)}\n\n{legend}"


def _corners(hex: Hex, scale: float) -> str:
    x, y = centre(hex, SIZE)
    half, tall = SIZE * scale / 2, SIZE * scale * 3**0.5 / 2
    points = ((-2 * half, 0), (-half, -tall), (half, -tall), (2 * half, 0), (half, tall), (-half, tall))
    return " ".join(f"{x + right:.1f},{y + down:.1f}" for right, down in points)


def _ring(hex: Hex, colour: str) -> str:
    return f'<polygon points="{_corners(hex, 0.86)}" stroke="{colour}" stroke-width="4"/>'


def _veil(hex: Hex) -> str:
    return f'<polygon points="{_corners(hex, 1.0)}" fill="#101418" fill-opacity="0.55"/>'


def _spot(hex: Hex, colour: str) -> str:
    x, y = centre(hex, SIZE)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SIZE * 0.3:.1f}" fill="{colour}" stroke="#fff" stroke-width="3"/>'
