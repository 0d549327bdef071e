"""A record sheet in the middle of a battle: what is lost, spent or hit is filled in, and hit slots are struck out."""

from __future__ import annotations

import re
from math import ceil

from overheat.classic.facts.state import Unit
from overheat.classic.recordsheet import Crew, draw_sheet
from overheat.classic.recordsheet.protomech import NAMES
from overheat.classic.rules.standard.heat import broken_sinks
from overheat.classic.rules.standard.protomechs import boxes_hit
from overheat.classic.rules.standard.systems import engine_hits, hits_on, sensor_hits
from overheat.classic.unit.condition import Condition
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Number

PLACE = re.compile(r'<g data-location="([^"]*)" data-what="([^"]*)">')
SLOTS = re.compile(r'<g data-slots="([^"]*)">')
COUNTED = re.compile(r'<g data-(heat|crew|bin|hits|sinks)="([^"]*)">')
FILL = re.compile(r'fill="[^"]*"')
COUNT = re.compile(r">(\d+)</text>")
NUMBERED = re.compile(r'<text x="[^"]*" y="[^"]*"[^>]*>[1-6]\.</text>')
LOST = "#c1121f"
HALF = "url(#half-gone)"
"""A pip of which half is gone: half of it is filled."""
HALVES = (
    f'<defs><linearGradient id="half-gone"><stop offset="0.5" stop-color="{LOST}"/>'
    '<stop offset="0.5" stop-color="#fff"/></linearGradient></defs>'
)
"""What half a pip is filled with, for sheets that have one."""
HOT = "#f4845f"


def live_sheet(unit: Unit, rules: Ruleset | None = None) -> str:
    """The sheet of a unit as it is now, under the rules in force; those of the standard game if none are given."""
    crew = Crew(unit.pilot, gunnery=unit.gunnery, piloting=unit.piloting)
    pencil = _Pencil(unit)
    lines = [pencil.over(line) for line in draw_sheet(unit.sheet, crew=crew, rules=rules).split("\n")]
    return "\n".join((lines[0], HALVES, *lines[1:]) if any(HALF in line for line in lines) else lines)


class _Pencil:
    """Goes over a sheet line by line and marks what is no longer whole."""

    def __init__(self, unit: Unit) -> None:
        self._lost = _lost(unit) | _marks(unit)
        self._half: bool = False
        self._hits = {place.code: place.critical_hits for place in unit.condition.locations}
        self._leave()

    def over(self, line: str) -> str:
        """A line of the drawing, marked where it must be."""
        if line.startswith("<g "):
            self._enter(line)
        elif line == "</g>":
            self._leave()
        elif line.startswith(("<circle", "<rect")) and self._left:
            self._left -= 1
            return FILL.sub(f'fill="{self._colour}"', line, count=1)
        elif line.startswith(("<circle", "<rect")) and self._half:
            self._half = False
            return FILL.sub(f'fill="{HALF}"', line, count=1)
        elif line.startswith("<text"):
            return self._words(line)
        return line

    def _leave(self) -> None:
        self._left, self._colour, self._bin = 0, LOST, False
        self._half = False
        self._struck, self._slot = frozenset[int](), -1

    def _enter(self, line: str) -> None:
        self._leave()
        if found := PLACE.match(line) or COUNTED.match(line):
            lost = self._lost.get((found[1], found[2]), 0)
            self._left = int(lost)
            self._half = lost.denominator != 1
            self._colour = HOT if found[1] == "heat" else LOST
            self._bin = found[1] == "bin"
        elif found := SLOTS.match(line):
            self._struck = self._hits.get(found[1], frozenset())

    def _words(self, line: str) -> str:
        """What is left of a bin beside what it held; a struck slot crossed out."""
        if self._bin and self._left:
            spent = self._left
            return COUNT.sub(lambda held: f">{int(held[1]) - spent}/{held[1]}</text>", line).replace(
                "<text", f'<text fill="{LOST}"', 1
            )
        if NUMBERED.match(line):
            self._slot += 1
        elif self._slot in self._struck:
            self._struck -= {self._slot}
            return line.replace("<text", f'<text text-decoration="line-through" fill="{LOST}"', 1)
        return line


def _lost(unit: Unit) -> dict[tuple[str, str], Number]:
    """How many pips of each location are gone, half ones among them."""
    whole = {place.code: place for place in unit.sheet.locations}
    lost: dict[tuple[str, str], Number] = {("Troopers", "men"): unit.sheet.troopers - unit.condition.troopers}
    for place in unit.condition.locations:
        sheet = whole[place.code]
        lost[place.code, "armour"] = sheet.armour - place.armour
        lost[place.code, "rear armour"] = sheet.rear_armour - place.rear_armour
        lost[place.code, "structure"] = sheet.structure - place.structure
    return lost


def _marks(unit: Unit) -> dict[tuple[str, str], Number]:
    """Heat reached, hits on crew and systems, broken sinks and spent shots, by the marks of the sheet."""
    condition, whole = unit.condition, Condition.fresh(unit.sheet)
    marks: dict[tuple[str, str], Number] = {("heat", str(level)): 1 for level in range(1, ceil(condition.heat) + 1)}
    marks |= {("crew", str(hit)): 1 for hit in range(1, condition.crew_hits + 1)}
    bins = [at for at, mount in enumerate(unit.sheet.mounts) if mount.ammunition is not None]
    for row, at in enumerate(bins):
        marks["bin", str(row)] = whole.shots[at] - condition.shots[at]
    if unit.machine:
        marks["hits", "Engine"] = engine_hits(unit)
        marks["hits", "Gyro"] = hits_on(unit, "gyro")
        marks["hits", "Sensors"] = sensor_hits(unit)
        marks["hits", "Life support"] = hits_on(unit, "life support")
    if unit.protomech:
        marks |= {("hits", name): boxes_hit(unit, code) for code, name in NAMES.items()}
    if unit.sheet.heat_sinks is not None:
        marks["sinks", str(unit.sheet.heat_sinks.count)] = broken_sinks(unit)
    return marks
