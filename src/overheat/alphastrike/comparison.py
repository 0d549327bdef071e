"""Our cards beside published ones: what is equal, what is not, and the line of the worksheet that decides it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from overheat.alphastrike.card import Card
from overheat.alphastrike.convert import Conversion
from overheat.alphastrike.wording import columns, sentence
from overheat.kernel.refusal import refuse

CORE = ("type", "size", "move", "s", "m", "l", "e", "ov", "armor", "structure", "pv")
"""The columns of a card besides its abilities."""
COMPARED = (*CORE, "specials")
NEEDED = ("file", *COMPARED)
"""The columns that a file of published cards must have."""
DECIDED_BY = {
    "type": ("size",),
    "size": ("size",),
    "move": ("move", "jump", "underwater"),
    "s": ("damage.short",),
    "m": ("damage.medium",),
    "l": ("damage.long",),
    "e": ("damage.extreme",),
    "ov": ("overheat", "heat.output", "heat.dissipation"),
    "armor": ("armour",),
    "structure": ("structure",),
    "pv": ("points",),
}
"""The figures that make each column."""
LONGEST = 10_000
"""The most characters of one field."""


class Difference(msgspec.Struct, frozen=True):
    """A column in which a card of ours is not the published one, and why ours says what it says."""

    column: str
    ours: str
    published: str
    because: str


class Score(msgspec.Struct):
    """How many cards of a type are equal, on the whole and column by column."""

    units: int = 0
    core: int = 0
    specials: int = 0
    all: int = 0
    equal: dict[str, int] = {}

    def count(self, differing: frozenset[str]) -> None:
        """Take one more card into the score."""
        self.units += 1
        self.core += differing.isdisjoint(CORE)
        self.specials += "specials" not in differing
        self.all += not differing
        for column in COMPARED:
            self.equal[column] = self.equal.get(column, 0) + (column not in differing)


class Published:
    """Published cards, found by the path of the unit's file or the end of it."""

    def __init__(self, rows: Iterable[dict[str, str]]) -> None:
        self.rows: dict[str, list[dict[str, str]]] = {}
        for row in rows:
            self.rows.setdefault(Path(row["file"]).name, []).append(row)

    def find(self, file: str) -> dict[str, str] | None:
        """The card of a unit file."""
        whole = "/" + file.replace("\\", "/")
        for row in self.rows.get(Path(file).name, ()):
            if whole.endswith("/" + row["file"].replace("\\", "/").lstrip("/")):
                return row
        return None


def read_published(path: Path) -> Published:
    """Published cards from a CSV file; a file that is none is refused with its line."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return Published(_rows(file, str(path)))
    except OSError as error:
        raise refuse("cards.file", f"{path}: cannot be read: {error.strerror or error}", file=str(path)) from None
    except UnicodeDecodeError:
        raise refuse("cards.file", f"{path}: is not a text file in UTF-8", file=str(path)) from None


def _rows(file: Iterable[str], name: str) -> Iterator[dict[str, str]]:
    reader = csv.DictReader(_bounded(file, name), strict=True)
    try:
        missing = [column for column in NEEDED if column not in (reader.fieldnames or ())]
        if missing:
            raise refuse("cards.columns", f"{name}: line 1: no column {', '.join(missing)}", file=name, line=1)
        for row in reader:
            if None in row or None in row.values():
                raise refuse("cards.row", f"{name}: line {reader.line_num}: not as many fields as there are columns")
            yield row
    except csv.Error as error:
        raise refuse("cards.row", f"{name}: line {reader.line_num}: {error}", file=name) from None


def _bounded(file: Iterable[str], name: str) -> Iterator[str]:
    """The lines of a file that is text."""
    for number, line in enumerate(file, 1):
        if "\0" in line or len(line) > LONGEST:
            raise refuse("cards.row", f"{name}: line {number}: is not text, or far too long", file=name, line=number)
        yield line


def differing(card: Card, published: dict[str, str]) -> frozenset[str]:
    """The columns in which a card is not as published."""
    ours = columns(card)
    found = {column for column in CORE if _plain(str(ours[column])) != _plain(published[column])}
    if special_set(str(ours["specials"])) != special_set(published["specials"]):
        found.add("specials")
    return frozenset(found)


def differences(conversion: Conversion, published: dict[str, str]) -> list[Difference]:
    """What differs between a card and its published form, each with the line that decides it."""
    ours = columns(conversion.card)
    told = []
    for column in COMPARED:
        if column in differing(conversion.card, published):
            because = _abilities_apart(conversion, published) if column == "specials" else _line(conversion, column)
            told.append(Difference(column, str(ours[column]), published[column], because))
    return told


def _plain(words: str) -> str:
    return words.replace(" ", "").replace("”", '"')


def _line(conversion: Conversion, column: str) -> str:
    """The line of the worksheet that makes a column."""
    figures = [figure for figure in conversion.figures if figure.id in DECIDED_BY[column]]
    return " | ".join(sentence(figure) for figure in figures)


def _abilities_apart(conversion: Conversion, published: dict[str, str]) -> str:
    """What one has and the other has not, with the line of the worksheet for an ability that carries damage."""
    theirs = special_set(published["specials"])
    ours = {_ordered(ability.printed): ability for ability in conversion.card.abilities}
    told = []
    for code, ability in ours.items():
        if code not in theirs:
            own = f"damage.{ability.code}."
            lines = [sentence(each) for each in conversion.figures if f"{each.id}.".startswith(own)]
            told.append(" | ".join([f"{ability.printed} from {ability.because}", *lines]))
    codes = {_letters(code) for code in ours}
    told += [
        f"{code} is published" if _letters(code) in codes else f"nothing in the file gives {code}"
        for code in sorted(theirs - ours.keys())
    ]
    return "; ".join(told)


def _letters(special: str) -> str:
    """The code of an ability without its numbers."""
    return special.partition("(")[0].rstrip("0123456789/*-.")


def special_set(specials: str) -> frozenset[str]:
    """Special abilities without regard to their order and spaces."""
    return frozenset(_ordered(part) for part in split(specials))


def _ordered(special: str) -> str:
    """One special ability; what a turret holds is put in order."""
    special = _plain(special)
    head, bracket, inside = special.partition("(")
    if not bracket:
        return special
    return f"{head}({','.join(sorted(split(inside.rstrip(')'))))})"


def split(specials: str) -> list[str]:
    """A list of abilities taken apart at the commas that no bracket encloses."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(specials + ","):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth <= 0:
            parts.append(specials[start:at].strip())
            start = at + 1
    return [part for part in parts if part]
