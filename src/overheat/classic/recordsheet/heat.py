"""Heat: the scale with what it does beside it, and the heat sinks with a pip for each."""

from __future__ import annotations

from collections.abc import Mapping

from overheat.classic.recordsheet.diagram import pip_row
from overheat.classic.recordsheet.page import Page
from overheat.classic.rules.standard.overheating import heat_scale
from overheat.classic.unit.sheet import Sheet
from overheat.drawing.surface import DARK, PALE, Box
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Number

TO_HIT = {8: 1, 13: 2, 17: 3, 24: 4}
SHUTDOWN = {14: 4, 18: 6, 22: 8, 26: 10}
EXPLOSION = {19: 4, 23: 6, 28: 8}
SWERVE = {5: 5, 10: 6, 15: 7, 20: 8, 25: 10}
PILOT = {21: 6, 27: 9}
FLYING_TOP = 30
AT_FULL_SIZE = 21
"""How many letters fit beside the scale at its full size."""
LARGEST = 6.8
"""The largest figures of the scale; smaller where it is long."""


def effects(rules: Ruleset) -> dict[int, str]:
    """What each level of heat does from there on."""
    return heat_scale(rules)


def flying_effects() -> dict[int, str]:
    """What each level of heat does to a fighter: it swerves where a machine slows down, and its pilot suffers."""
    told = {level: f"+{by} to hit" for level, by in TO_HIT.items()}
    told |= {level: f"Swerves, avoid {roll}+" for level, roll in SWERVE.items()}
    told |= {level: f"Shutdown, avoid {roll}+" for level, roll in SHUTDOWN.items()}
    told |= {level: f"Explosion, avoid {roll}+" for level, roll in EXPLOSION.items()}
    told |= {level: f"Pilot hit, avoid {roll}+" for level, roll in PILOT.items()}
    return told | {FLYING_TOP: "Shutdown"}


def draw_scale(page: Page, box: Box, told: Mapping[int, str]) -> None:
    """The scale from its highest level down to 0, with what it does."""
    inside = page.panel(box, "Heat")
    top = max(told)
    high = inside.height / (top + 1)
    size = min(LARGEST, high * 0.86)
    for level in range(top, -1, -1):
        y = inside.y + (top - level) * high
        cell = Box(inside.x, y, 18, high)
        with page.group(heat=str(level)):
            page.rect(cell, 0.6, PALE if level in told else "none")
        middle = y + high * 0.5 + size * 0.34
        page.text(cell.x + 9, middle, str(level), size, bold=level in told, anchor="middle")
        if level in told:
            small = size * min(0.92, AT_FULL_SIZE / len(told[level]))
            page.text(cell.right + 3, middle, told[level], small, room=inside.right - cell.right - 3)


def weapons_heat(sheet: Sheet) -> Number:
    """The heat of all weapons fired once."""
    return sum((mount.weapon.heat for mount in sheet.weapons if mount.weapon is not None), start=0)


def draw_sinks(page: Page, box: Box, sheet: Sheet, *, moves: bool = True) -> None:
    """The heat sinks, and what makes heat."""
    inside = page.panel(box, "Heat sinks")
    sinks = sheet.heat_sinks
    if sinks is None:
        return
    page.text(inside.x, inside.y + 7, f"{sinks.count} {sinks.kind}", 8, bold=True)
    page.text(inside.right, inside.y + 7, f"sheds {sinks.dissipation}", 8, bold=True, anchor="end")
    per_row = 12
    pitch = min(9.5, (inside.width - 6) / (per_row + 0.7))
    with page.group(sinks=str(sinks.count)):
        pip_row(page, inside.x + 4, inside.y + 16, sinks.count, pitch=pitch, per_row=per_row, radius=pitch * 0.38)
    lines = [f"All weapons {weapons_heat(sheet)}"]
    if moves:
        lines = ["Walk 1, run 2, jump 1 a hex (3 at least)", f"{lines[0]}, stand up 1, engine hit 5"]
    for at, line in enumerate(reversed(lines)):
        page.text(inside.x, inside.bottom - 1 - at * 7.4, line, 6.2, fill=DARK, room=inside.width)
