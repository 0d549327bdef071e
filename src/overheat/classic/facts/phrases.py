"""Names and phrases that the words of the game are made from: who units are, where things are, what a sum says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from overheat.classic.facts.lasting import Mark, Thing, words_of
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import VEHICLES, Unit
from overheat.classic.facts.vocabulary import THINGS
from overheat.classic.rules.standard.modes import Mode
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.dice import Roll
from overheat.kernel.terms import Sum, signed
from overheat.kernel.wording.phrases import he, in_words

FACINGS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
MODES = {"walk": "walks", "run": "runs", "jump": "jumps", "stationary": "stays"}
PACES = MODES | {"walk": "cruises", "run": "flanks"}
"""How vehicles move."""
PLACES = {
    "HD": "head",
    "CT": "centre torso",
    "LT": "left torso",
    "RT": "right torso",
    "LA": "left arm",
    "RA": "right arm",
    "LL": "left leg",
    "RL": "right leg",
    "CL": "centre leg",
    "FLL": "front left leg",
    "FRL": "front right leg",
    "RLL": "rear left leg",
    "RRL": "rear right leg",
    "FR": "front",
    "RR": "rear",
    "LS": "left side",
    "RS": "right side",
    "TU": "turret",
    "TP": "top",
    "FT": "front turret",
    "RO": "rotor",
    "BD": "body",
}
"""Locations by their codes; what is not here is called by its code."""


class Cast:
    """Who takes part: what each unit is called, and its sheet."""

    def __init__(
        self,
        units: Iterable[Unit],
        phases: Mapping[str, str] | None = None,
        modes: Mapping[str, Mode] | None = None,
    ) -> None:
        listed = list(units)
        self.phases = phases or {}
        """The titles of the phases in force, as far as they are known."""
        self._modes = modes or {}
        self.sheets: dict[str, Sheet] = {unit.id: unit.sheet for unit in listed}
        self.names = called(listed)

    def name(self, id: str) -> str:
        """What a target is called: a unit by its name, a hex as it is."""
        return self.names.get(id) or id

    def goes(self, unit: str, mode: str) -> str:
        """How a unit moves, as is said of its kind."""
        return (PACES if self.sheets[unit].kind in VEHICLES else MODES).get(mode) or he(self.mode(unit, mode))

    def mode(self, unit: str, mode: str) -> str:
        """What a unit does that moves in a mode, as is said of its kind: `walk`, `cruise`."""
        row = self._modes.get(mode)
        return in_words(mode) if row is None else row.said_of(self.sheets[unit])

    def mount(self, unit: str, at: int) -> str:
        """The name of something mounted."""
        return self.sheets[unit].mounts[at].equipment.name

    def purpose(self, roll: Roll) -> str:
        """What dice were thrown for, with units called by their names."""
        return PURPOSES.told(roll, self.name)


def called(units: Iterable[Unit]) -> dict[str, str]:
    """What each unit is called: its chassis, its pilot if named, and its side, or its id where several are alike."""
    listed = list(units)
    alike = Counter((unit.side, unit.sheet.chassis, unit.pilot) for unit in listed)
    return {
        unit.id: f"{unit.sheet.chassis} ({f'{unit.pilot}, ' if unit.pilot else ''}"
        f"{unit.side if alike[unit.side, unit.sheet.chassis, unit.pilot] == 1 else unit.id})"
        for unit in listed
    }


def thing_name(thing: Thing) -> str:
    """What a thing is, in a few words: `minefield`, `object of 2 tons`."""
    return THINGS.told(thing.kind, value=thing.value, about=thing.about)


def thing_told(thing: Thing) -> str:
    """A thing in a few words: `minefield in 0503`, `shell (red) to 0809 in round 3`, `gun (red) off the map`."""
    whose = f" ({thing.owner})" if thing.owner and thing.hex is None else ""
    where = f" in {thing.hex}" if thing.hex is not None else "" if thing.to is not None else " off the map"
    way = f" to {thing.to}" if thing.to is not None else ""
    due = f" in round {thing.arrives}" if thing.arrives else ""
    return f"{thing_name(thing)}{whose}{where}{way}{due}"


def short_names(units: Iterable[Unit]) -> dict[str, str]:
    """What each unit is called where its side is seen: its chassis, numbered where a side has several of a kind."""
    listed = list(units)
    alike = Counter((unit.side, unit.sheet.chassis) for unit in listed)
    return {
        unit.id: unit.sheet.chassis
        if alike[unit.side, unit.sheet.chassis] == 1
        else f"{unit.sheet.chassis} {unit.id.rpartition('-')[2]}"
        for unit in listed
    }


def mark_in_words(name: str, mark: Mark, names: Mapping[str, str]) -> str:
    """A mark in words: units by their names, locations as they are called."""
    return words_of(name, mark, lambda about: names.get(about) or PLACES.get(about, about))


def marks_in_words(unit: Unit, names: Mapping[str, str]) -> list[str]:
    """Everything that holds of a unit for a while, in words."""
    told = (mark_in_words(name, mark, names) for name, mark in unit.marks.items())
    return [words for words in told if words]


def faces(roll: Roll) -> str:
    """Dice as they fell: `3+4 = 7`."""
    return f"{'+'.join(map(str, roll.faces))} = {roll.total}" if len(roll.faces) > 1 else str(roll.total)


def place(code: str) -> str:
    """A location in words."""
    return PLACES.get(code) or (code if code.isupper() else code.lower())


def the(code: str, *, rear: bool = False) -> str:
    """A location as it stands in a sentence: `the left leg`, `trooper 3`."""
    article = "the " if code in PLACES or code.isupper() else ""
    return f"{article}{place(code)}{' (rear)' if rear else ''}"


def explain(parts: Sum) -> str:
    """The parts of a sum: `4 gunnery skill, +2 medium range`."""
    return ", ".join(f"{signed(part.value, first=at == 0)} {part.label}" for at, part in enumerate(parts))


def who_won(winners: tuple[str, ...]) -> str:
    """Who has won: `Red wins`."""
    if not winners:
        return "A draw"
    names = " and ".join(winners)
    return f"{names[0].upper()}{names[1:]} {'wins' if len(winners) == 1 else 'win'}"


def by_side(units: Mapping[str, Unit]) -> dict[str, list[Unit]]:
    """Units by side, in the order they were named."""
    sides: dict[str, list[Unit]] = {}
    for unit in units.values():
        sides.setdefault(unit.side, []).append(unit)
    return sides
