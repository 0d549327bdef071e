"""War machines from `.mtf` files: `key:value` lines, and a list of critical slots for each location.

Stories, makers and comments are passed over. A part that the catalogue does not know is told by name, and so is a line
that no rule of the format explains; a number that is none, or a machine without its bones, is refused with the line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from math import ceil
from pathlib import Path
from sys import intern
from typing import NamedTuple

from overheat.classic.unit.equipment import Armour, Engine, Equipment, Structure, Tech, Weapon, catalogue
from overheat.classic.unit.sheet import HeatSinks, Location, Mount, Powerplant, Sheet
from overheat.classic.unit.slot_line import SIZE, Part, understand
from overheat.classic.unitfile.reading import Notice, UnitReading, swims
from overheat.classic.unitfile.text import lines_of, read_bytes
from overheat.kernel.refusal import RefusedError, refuse

LOCATIONS = {
    "head": "HD",
    "center torso": "CT",
    "left torso": "LT",
    "right torso": "RT",
    "left arm": "LA",
    "right arm": "RA",
    "left leg": "LL",
    "right leg": "RL",
    "front left leg": "FLL",
    "front right leg": "FRL",
    "rear left leg": "RLL",
    "rear right leg": "RRL",
    "center leg": "CL",
}
"""The locations by the names that head their lists of slots."""

REAR = {"CT": "rtc", "LT": "rtl", "RT": "rtr"}
"""The locations with rear armour, by the word that files write for it."""
ARMOUR_WORDS = {code: f"{code.lower()} armor" for code in LOCATIONS.values()}
REAR_WORDS = {code: f"{word} armor" for code, word in REAR.items()}
"""What stands before the armour of each location, and before that to the rear."""

SHAPES = {"HD": 0, "CT": 1, "LT": 2, "RT": 2, "LA": 3, "RA": 3}
"""Which column of the structure table a location takes; legs take the last."""


CLAN_SIDE_SLOTS = (2, 4)
"""Slots that only an engine of Clan make fills in a side torso; light engines too, which are made alike everywhere."""

NEIGHBOURS = ({"LA", "LT"}, {"RA", "RT"}, {"LT", "CT"}, {"RT", "CT"})
"""The pairs of locations that a large weapon may be split between."""

ARMS = frozenset({"LA", "RA"})

SUPERHEAVY = 100
"""Tons above which a machine's slots are so large that what needs two fits into one."""

BY_SIZE = "size, up"
"""The slots of what comes in any size, cargo for one: one for each ton. Lines beyond them are further items."""

MOST_SLOTS = 12
"""How many slots a list may have; what follows without a key is prose."""
WORDS_OF_PROSE = 4
"""A line of so many words outside of all lists is part of a story."""

FOUR_LEGS = {"FLL": "LA", "FRL": "RA", "RLL": "LL", "RRL": "RL"}
"""What some files call the legs of a machine on four of them."""
SHORT_NAMES = frozenset(
    {"standard", "xl", "compact", "heavy duty", "superheavy", "small", "industrial", "primitive", "torso-mounted"}
)
"""Kinds of gyros and cockpits that some files name without saying what they are kinds of."""
KEPT = ("base chassis heat sinks", "heat sink kit", "lam", "motive", "generator", "cargo", "liquid storage", "nocrit")
"""Lines that no field takes up, but that belong to the machine."""

EMPTY = "-Empty-"
"""What stands where a slot holds nothing."""
NO_KEY = ("", "", "")
_NAME = re.compile(r"[A-Za-z][A-Za-z ]*")
_CONFIG = re.compile(r"(biped|quadvee|quad|tripod|lam)\s*(omni(?:mech|mek))?", re.IGNORECASE)
_ENGINE = re.compile(r"([0-9]{1,3})\s+(.*)")
_WHOSE = re.compile(r"\((clan|is|inner sphere)\)", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
_SINKS = re.compile(r"([0-9]{1,3})\s*(.*)")
_NUMBER = re.compile(r"-?[0-9]{1,6}(\.0*)?")
MOST_FIGURES = 6
"""Digits of a number at most."""
MOST_DIGITS = 4
"""Digits of the armour points of a location at most."""


def read_mtf(path: Path) -> UnitReading:
    """The war machine in a file."""
    return parse_mtf(read_bytes(path), str(path))


def parse_mtf(data: bytes | str, name: str = "") -> UnitReading:
    """The war machine in a text; `name` is what refusals call it."""
    return _Reader(lines_of(data, name), name).read()


@lru_cache(maxsize=256)
def _key(name: str) -> str:
    """What stands before a colon as a key, in lower case; empty where that is no key."""
    return name.lower() if _NAME.fullmatch(name) else ""


@cache
def structure_points() -> dict[int, list[int]]:
    """Internal structure by tons: head, centre torso, side torso, arm, leg."""
    text = files("overheat.classic").joinpath("data/tables/internal_structure.toml").read_text(encoding="utf-8")
    return {int(tons): points for tons, points in tomllib.loads(text)["points"].items()}


class _List(NamedTuple):
    """A list of slots understood, whichever machine and location it belongs to."""

    slots: tuple[str, ...]
    """The slots as a sheet has them."""
    runs: tuple[tuple[str, Part, Equipment, int], ...]
    """The equipment with the number of neighbouring slots that it fills; two items in a slot are told apart."""
    unknown: tuple[tuple[int, str, str], ...]
    """What nobody knows: which line of the list it is in, as written, and its name."""


@lru_cache(maxsize=16384)
def _understood(lines: tuple[str, ...], tech: Tech) -> _List:
    """A list of slots. Many are those of another machine too: heads, legs, and what variants have in common."""
    runs: list[tuple[str, Part, int]] = []
    unknown: list[tuple[int, str, str]] = []
    last, count, part, strange = "", 0, None, False
    for at, line in enumerate(lines):
        if line == last and not strange:
            count += 1
            continue
        for item in line.split("|") if "|" in line else (line,):
            if part is None or item != last:
                if part is not None:
                    runs.append((last, part, count))
                last, count, part = item, 0, understand(item, tech)
                strange = part.equipment is None and not part.system and item != EMPTY
            count += 1
            if strange:
                unknown.append((at, item, part.name))
    if part is not None:
        runs.append((last, part, count))
    mounted = [
        (line, part, part.equipment, count)
        for line, part, count in runs
        if part.equipment is not None and not isinstance(part.equipment, Armour | Structure)
    ]
    return _List(tuple(["" if line == EMPTY else intern(line) for line in lines]), tuple(mounted), tuple(unknown))


class _Reader:
    """One file being read."""

    def __init__(self, lines: list[str], name: str) -> None:
        self.name = name
        self.values: dict[str, tuple[int, str]] = {}
        self.several: dict[str, list[str]] = {"quirk": [], "weaponquirk": [], "nocrit": []}
        self.slots: dict[str, tuple[list[int], list[str]]] = {}
        """By location, the numbers of the lines that its slots stand on, and those lines."""
        self.lists: dict[str, _List] = {}
        self.notices: list[Notice] = []
        self._sort(lines)

    def _sort(self, lines: list[str]) -> None:
        """Every line to its place: a value, or a slot of the location that was last named."""
        slots: list[str] | None = None
        numbers: list[int] = []
        weapons = False
        blank = 0
        values, several = self.values, self.several
        for number, line in enumerate(lines, start=1):
            if not line:
                blank += 1
                if blank > 1:
                    slots = None
                continue
            blank = 0
            if line[0] == "#":
                continue
            name, _, value = line.partition(":") if ":" in line else NO_KEY
            word = _key(name) if name else ""
            if word:
                if not value and word in LOCATIONS:
                    (numbers, slots), weapons = self.slots.setdefault(LOCATIONS[word], ([], [])), False
                    continue
                if word == "weapons":
                    slots, weapons = None, True
                    continue
                if slots is None or word in several or SIZE.search(line) is None:
                    slots = None
                    if word in several:
                        several[word].append(value.strip())
                    elif word not in values:
                        values[word] = number, value.strip()
                    continue
            if slots is not None and len(slots) < MOST_SLOTS:
                slots.append(line)
                numbers.append(number)
            elif not weapons and len(line.split()) < WORDS_OF_PROSE:
                self.notices.append(Notice(number, f"{line[:60]!r} is not understood", "unit.stray"))

    def wrong(self, number: int, reason: str) -> RefusedError:
        return refuse("unit.value", f"{self.name}: line {number}: {reason}", file=self.name, line=number)

    def text(self, word: str, absent: str | None = "") -> str:
        """A value as written; refused when it must be there and is not."""
        if word in self.values:
            return self.values[word][1]
        if absent is None:
            raise refuse("unit.missing", f"{self.name}: there is no line {word}:", file=self.name)
        return absent

    def number(self, word: str, absent: int | None = None) -> int:
        """A value as a whole number."""
        if word not in self.values and absent is not None:
            return absent
        text = self.text(word, None)
        if text.isascii() and text.isdigit() and len(text) <= MOST_FIGURES:
            return int(text)
        if not _NUMBER.fullmatch(text):
            raise self.wrong(self.values[word][0], f"{word}: {text[:40]!r} is not a number")
        return int(float(text))

    def read(self) -> UnitReading:
        motive, omni = self._config()
        tech, mixed = self._tech()
        tons = self.number("mass")
        structure = self._structure(tech)
        self._understand(tech)
        mounts = tuple(self._mounts(tech, superheavy=tons > SUPERHEAVY))
        sheet = Sheet(
            kind="industrial machine" if structure and "industrial" in structure.flags else "war machine",
            chassis=self.text("chassis", None),
            model=self.text("model"),
            motive=motive,
            tons=tons,
            tech=tech,
            mixed=mixed,
            level=self.text("rules level"),
            year=self.number("era", 0) or None,
            source=self.text("source"),
            role=self.text("role"),
            mul_id=self.number("mul id", 0) or None,
            clan_name=self.text("clanname"),
            omni=omni,
            walk=self.number("walk mp"),
            jump=0 if swims(mounts) else self.number("jump mp", 0),
            engine=self._engine(),
            gyro=self._system("gyro"),
            cockpit=self._system("cockpit"),
            ejection=self.text("ejection"),
            structure=structure,
            myomer=self.text("myomer", "Standard"),
            heat_sinks=self._heat_sinks(),
            locations=tuple(self._locations(tons, tech)),
            mounts=mounts,
            quirks=tuple(self.several["quirk"]),
            weapon_quirks=tuple(self.several["weaponquirk"]),
            extra=tuple(self._kept()),
        )
        return UnitReading(sheet, tuple(self.notices))

    def _system(self, word: str) -> str:
        """A gyro or cockpit by its whole name; some files write the kind alone: `Gyro:XL`, `Cockpit:Small`."""
        name = self.text(word, f"Standard {word.capitalize()}")
        return f"{name} {word.capitalize()}" if name.lower() in SHORT_NAMES else name

    def _kept(self) -> Iterator[tuple[str, str]]:
        for word in KEPT:
            if word in self.values:
                yield word, self.values[word][1]
            if word in self.several:
                yield from [(word, value) for value in self.several[word]]

    def _config(self) -> tuple[str, bool]:
        text = self.text("config", None)
        found = _CONFIG.fullmatch(text)
        if not found:
            raise self.wrong(self.values["config"][0], f"config: {text[:40]!r} is no kind of war machine")
        return found[1].lower(), found[2] is not None

    def _tech(self) -> tuple[Tech, bool]:
        text = self.text("techbase", None).lower()
        clan = text.startswith("clan") or "clan chassis" in text
        return "Clan" if clan else "IS", text.startswith("mixed")

    def _named(self, kind: type[Equipment], word: str, name: str, tech: Tech) -> Equipment | None:
        """The entry of a kind that a value names; what is unknown is told."""
        listed = catalogue()
        found = listed.find_kind(kind, name, tech) or listed.find_kind(kind, f"{name} {kind.__name__}", tech)
        found = found or listed.find_kind(kind, f"{name} Armor", tech)
        if found is None:
            self.notices.append(Notice(self.values[word][0] if word in self.values else 0, f"unknown {word} {name!r}"))
        return found

    def _structure(self, tech: Tech) -> Structure | None:
        text = self.text("structure", None)
        found = self._named(Structure, "structure", text, tech)
        return found if isinstance(found, Structure) else None

    def _engine(self) -> Powerplant | None:
        text = self.text("engine", None)
        found = _plant(text)
        if found is None:
            raise self.wrong(self.values["engine"][0], f"engine: {text[:40]!r} has no rating")
        rating, name, clan = found
        ordinary = self.number("mass") <= SUPERHEAVY
        clan = clan or (ordinary and self._engine_slots("LT") in CLAN_SIDE_SLOTS)
        kind = self._named(Engine, "engine", name, "Clan" if clan else "IS")
        return Powerplant(kind, rating, clan) if isinstance(kind, Engine) else None

    def _engine_slots(self, code: str) -> int:
        lines = "\n".join(self.slots[code][1]).lower() if code in self.slots else ""
        return 0 if "engine" not in lines else sum(["engine" in line for line in lines.split("\n")])

    def _heat_sinks(self) -> HeatSinks:
        text = self.text("heat sinks", None)
        found = _SINKS.match(text)
        if not found:
            raise self.wrong(self.values["heat sinks"][0], f"heat sinks: {text[:40]!r} has no number")
        words = found[2].lower()
        kind = next((kind for kind in ("double", "laser", "compact") if kind in words), "single")
        return HeatSinks(int(found[1]), kind)

    def _armour_word(self, code: str) -> str:
        """The line that states the armour of a location; some files call front legs arms and rear legs legs."""
        word = ARMOUR_WORDS[code]
        return word if word in self.values else ARMOUR_WORDS[FOUR_LEGS.get(code, code)]

    def _missing(self, told: frozenset[str]) -> None:
        """Tell of armour on locations whose slots are not there."""
        for code, word in ARMOUR_WORDS.items():
            if word in self.values and word not in told:
                self.notices.append(Notice(self.values[word][0], f"there are no slots of {code}", "unit.locations"))

    def _locations(self, tons: int, tech: Tech) -> Iterator[Location]:
        points = structure_points().get(tons)
        if points is None:
            raise self.wrong(self.values["mass"][0], f"mass: no war machine weighs {tons} tons")
        if not self.slots:
            raise refuse("unit.locations", f"{self.name}: there are no slots of any location", file=self.name)
        whole = self._armour_kind("armor", self.text("armor", None), tech)
        told = {code: self._armour_word(code) for code in self.slots}
        self._missing(frozenset(told.values()))
        for code, found in self.lists.items():
            own, armour = self._armour(told[code], tech)
            _, rear = self._armour(REAR_WORDS[code], tech) if code in REAR_WORDS else (None, 0)
            yield Location(
                code=code,
                armour=armour,
                rear_armour=rear,
                structure=points[SHAPES.get(code, 4)],
                armour_kind=own or whole,
                slots=found.slots,
            )

    def _armour(self, word: str, tech: Tech) -> tuple[Armour | None, int]:
        """The armour points of a location, and the kind where patchwork armour states one."""
        text = self.text(word, "0")
        kind, _, points = text.rpartition(":") if ":" in text else ("", "", text)
        if not (points.isascii() and points.isdigit() and len(points) <= MOST_DIGITS):
            raise self.wrong(self.values[word][0], f"{word}: {text[:40]!r} is not a number")
        return (self._armour_kind(word, kind, tech) if kind else None), int(points)

    def _armour_kind(self, word: str, name: str, tech: Tech) -> Armour | None:
        if name.lower().startswith("patchwork"):
            return None
        own: Tech = "Clan" if "(clan)" in name.lower() else "IS" if "inner sphere" in name.lower() else tech
        bare = re.sub(r"\(.*\)", "", name).strip() if "(" in name else name.strip()
        found = self._named(Armour, word, bare, own)
        return found if isinstance(found, Armour) else None

    def _understand(self, tech: Tech) -> None:
        """The lists of slots of all locations, with a notice of whatever is unknown."""
        for code, (numbers, lines) in self.slots.items():
            found = self.lists[code] = _understood(tuple(lines), tech)
            for at, item, name in found.unknown:
                self.notices.append(Notice(numbers[at], f"unknown equipment {item!r} in {code}", part=name))

    def _mounts(self, tech: Tech, *, superheavy: bool) -> Iterator[Mount]:
        """The equipment in the slots: neighbouring lines of one item, and the rest of it in other locations."""
        pieces: dict[str, tuple[Part, list[tuple[str, int]]]] = {}
        for code, found in self.lists.items():
            for line, part, item, count in found.runs:
                if isinstance(item.slots, str):
                    if item.slots != BY_SIZE or not part.size:
                        yield _mount(part, code, count)
                        continue
                    needs = ceil(part.size)
                else:
                    needs = item.slots
                size = max(1, (needs + 1) // 2 if superheavy else needs)
                for _ in range(count // size):
                    yield _mount(part, code, size)
                if line not in pieces:
                    pieces[line] = part, []
                if count % size:
                    yield from _pieced(code, part, count % size, size, pieces[line][1])
                    if not pieces[line][1] and not isinstance(item, Weapon):
                        del pieces[line]
        for part, places in pieces.values():
            if places:
                yield _mounted(part, places)
        yield from self._without_slots(tech)

    def _without_slots(self, tech: Tech) -> Iterator[Mount]:
        """Equipment that fills no slot, from lines of its own: `nocrit:NAME:LOCATION`."""
        for value in self.several["nocrit"]:
            name, _, code = value.rpartition(":")
            part = understand(name, tech)
            if part.equipment is None:
                self.notices.append(Notice(0, f"unknown equipment {name!r} without slots", part=part.name))
            elif not isinstance(part.equipment, Armour | Structure):
                yield _mount(part, code if code in self.slots else "", 0)


@lru_cache(maxsize=1024)
def _plant(text: str) -> tuple[int, str, bool] | None:
    """The rating of an engine, the name of its kind, and whether it is said to be of Clan make; None without rating."""
    found = _ENGINE.fullmatch(text)
    if found is None:
        return None
    return int(found[1]), _SPACES.sub(" ", _WHOSE.sub("", found[2]).strip()), "(clan)" in found[2].lower()


def _pieced(code: str, part: Part, left: int, size: int, places: list[tuple[str, int]]) -> Iterator[Mount]:
    """What the slots that a run leaves over make whole with others of their item; the rest waits for its other part."""
    if isinstance(part.equipment, Weapon):
        yield from _joined(part, places, code, left, size)
        return
    places.append((code, left))
    if sum(slots for _, slots in places) >= size:
        yield _mounted(part, places)
        places.clear()


def _joined(part: Part, places: list[tuple[str, int]], code: str, left: int, size: int) -> Iterator[Mount]:
    """Weapons that a part makes whole with parts waiting in locations next to it; the rest of it waits too."""
    for other, slots in tuple(places):
        if {code, other} in NEIGHBOURS and size - slots <= left:
            places.remove((other, slots))
            left -= size - slots
            yield _mounted(part, sorted([(other, slots), (code, size - slots)], key=_in_an_arm))
    if left:
        places.append((code, left))


def _in_an_arm(place: tuple[str, int]) -> bool:
    """A weapon that is split between an arm and a torso belongs to the torso, whose arc is the narrower."""
    return place[0] in ARMS


def _mounted(part: Part, places: list[tuple[str, int]]) -> Mount:
    """An item in one location or in several."""
    return _mount(part, places[0][0], sum(slots for _, slots in places), tuple(code for code, _ in places[1:]))


def _mount(part: Part, code: str, slots: int, also_in: tuple[str, ...] = ()) -> Mount:
    assert part.equipment is not None
    if not (part.marked or also_in):
        return Mount(equipment=part.equipment, location=code, slots=slots)
    return Mount(
        equipment=part.equipment,
        location=code,
        also_in=also_in,
        slots=slots,
        rear=part.rear,
        turret=part.turret,
        omnipod=part.omnipod,
        armoured=part.armoured,
        size=part.size,
        facing=part.facing,
    )
