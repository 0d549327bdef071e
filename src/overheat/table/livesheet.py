"""A record sheet in the middle of a battle: pips that are lost are filled, and slots that were hit are struck out."""

from __future__ import annotations

import re

from overheat.classic.recordsheet import Crew, draw_sheet
from overheat.classic.state import Unit

GROUP = re.compile(r'<g data-location="([^"]*)" data-what="([^"]*)">')
SLOTS = re.compile(r'<g data-slots="([^"]*)">')
WHITE_PIP = re.compile(r'(<circle [^>]*fill=")[^"]*(")')
NUMBERED = re.compile(r'<text x="[^"]*" y="[^"]*"[^>]*>[1-6]\.</text>')
LOST = "#c1121f"


def live_sheet(unit: Unit) -> str:
    """The sheet of a unit as it is now."""
    crew = Crew(gunnery=unit.gunnery, piloting=unit.piloting)
    lines = draw_sheet(unit.sheet, crew=crew).split("\n")
    lost = _lost(unit)
    hits = {place.code: place.critical_hits for place in unit.condition.locations}
    left, struck, slot = 0, frozenset[int](), -1
    for at, line in enumerate(lines):
        if found := GROUP.match(line):
            left = lost.get((found[1], found[2]), 0)
        elif found := SLOTS.match(line):
            struck, slot = hits.get(found[1], frozenset()), -1
        elif line == "</g>":
            left, struck = 0, frozenset()
        elif left and line.startswith("<circle"):
            lines[at], left = WHITE_PIP.sub(rf"\g<1>{LOST}\g<2>", line), left - 1
        elif NUMBERED.match(line):
            slot += 1
        elif slot in struck and line.startswith("<text"):
            lines[at] = line.replace("<text", f'<text text-decoration="line-through" fill="{LOST}"', 1)
    return "\n".join(lines)


def _lost(unit: Unit) -> dict[tuple[str, str], int]:
    """How many pips of each location are gone."""
    whole = {place.code: place for place in unit.sheet.locations}
    lost = {("Troopers", "men"): unit.sheet.troopers - unit.condition.troopers}
    for place in unit.condition.locations:
        sheet = whole[place.code]
        lost[place.code, "armour"] = sheet.armour - place.armour
        lost[place.code, "rear armour"] = sheet.rear_armour - place.rear_armour
        lost[place.code, "structure"] = sheet.structure - place.structure
    return lost
