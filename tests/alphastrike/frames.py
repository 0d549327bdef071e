"""Units of our own invention for the tests of conversion, as bare as their kind allows, and the published cards."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any

from boards import CORPUS
from overheat.alphastrike.rulesets import standard
from overheat.alphastrike.subject import Subject
from overheat.classic.unit.equipment import Armour, Engine, Equipment, catalogue
from overheat.classic.unit.sheet import BattleSuit, Kind, Location, Mount, Platoon, Powerplant, Sheet
from overheat.classic.unitfile.library import find

LEGS = ("LL", "RL")


def item(id: str) -> Equipment:
    """Equipment by its own id."""
    return catalogue().entries[id]


def armour_kind(id: str) -> Armour:
    kind = item(id)
    assert isinstance(kind, Armour)
    return kind


def engine(id: str, rating: int = 200) -> Powerplant:
    kind = item(id)
    assert isinstance(kind, Engine)
    return Powerplant(kind, rating, clan=kind.tech == "Clan")


def unit(kind: Kind, *gear: str, motive: str = "biped", tons: float = 50, walk: int = 4, **more: Any) -> Subject:
    """A unit that mounts some equipment, each by its id."""
    mounts = tuple(Mount(equipment=item(id), location="CT") for id in gear)
    fields: dict[str, Any] = {"chassis": "Wren", "tech": "IS", "walk": walk, "mounts": mounts, **more}
    return Subject(standard(), Sheet(kind=kind, motive=motive, tons=tons, **fields))


def machine(*gear: str, tons: float = 50, walk: int = 4, **more: Any) -> Subject:
    """A war machine of 50 tons that walks 4."""
    return unit("war machine", *gear, tons=tons, walk=walk, **{"engine": engine("fusion_engine"), **more})


def vehicle(*gear: str, motive: str = "tracked", walk: int = 4, **more: Any) -> Subject:
    """A combat vehicle of 50 tons that cruises 4."""
    return unit("vehicle", *gear, motive=motive, walk=walk, **more)


def squad(*gear: str, motive: str = "foot", walk: int = 1, troopers: int = 4, armour: int = 6, **more: Any) -> Subject:
    """Four troopers in medium suits with six points of armour each."""
    suit = BattleSuit(chassis="biped", weight_class="medium", armour=armour)
    places = tuple(Location(code=f"Trooper {number}", armour=armour) for number in range(1, troopers + 1))
    fields = {"troopers": troopers, "suit": suit, "locations": places, **more}
    return unit("battle armour", *gear, motive=motive, tons=0, walk=walk, **fields)


def platoon(
    motive: str = "foot", walk: int = 1, troopers: int = 28, divisor: float | None = None, **more: Any
) -> Subject:
    """Twenty-eight soldiers in four squads."""
    held = Platoon(squads=4, squad_size=troopers // 4, armour_divisor=divisor)
    return unit("infantry", motive=motive, tons=0, walk=walk, troopers=troopers, platoon=held, **more)


def plated(points: int, kind: str = "standard_armour", codes: tuple[str, ...] = ("CT",)) -> tuple[Location, ...]:
    """Locations that share some points of armour of a kind."""
    each = points // len(codes)
    return tuple(Location(code=code, armour=each, armour_kind=armour_kind(kind)) for code in codes)


def published() -> Iterator[dict[str, str]]:
    """The published cards, by the names of their columns."""
    with (CORPUS / "official_cards.csv").open(encoding="utf-8", newline="") as text:
        yield from csv.DictReader(text)


def published_subjects(every: int) -> Iterator[tuple[dict[str, str], Subject]]:
    """One of so many published cards, with its unit."""
    for row in list(published())[::every]:
        yield row, Subject(standard(), find(CORPUS / "units" / row["file"]).sheet)
