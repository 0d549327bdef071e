"""Modular armour: plates bolted on over the armour, which take hits first and slow their wearer until they are gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.lasting import each, named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.systems import works
from overheat.kernel.rules.rule import Ruleset, rule

MODULAR = TACTICAL_OPERATIONS("Modular Armor", 281)
MODULAR_POINTS = 10

CHIPPED = named("chipped", "{value} points of its {about} gone")
"""The mark of a plate that has taken hits, of each by its mount, with the points that are gone."""


class Plate(NamedTuple):
    """Something over the armour of a location: its mount, what it takes of a hit, and what it has left."""

    mount: int
    most: int
    left: int


def chipped(unit: Unit, mount: int) -> int:
    """The points that a plate has lost."""
    mark = unit.marks.get(each(CHIPPED, mount)) if unit.marks else None
    return 0 if mark is None else mark.value


def modular_left(unit: Unit) -> int:
    """The points of modular armour that are left on a unit."""
    if "modular_armour" not in unit.plan.flags:
        return 0
    return sum(plate.left for plate in _modular(unit, None))


def _modular(unit: Unit, location: str | None, rear: bool = False) -> Iterator[Plate]:
    for at, mount in enumerate(unit.sheet.mounts):
        here = location is None or (mount.location == location and mount.rear == rear)
        if "modular_armour" in mount.equipment.flags and here and works(unit, at):
            left = MODULAR_POINTS - chipped(unit, at)
            yield Plate(at, left, left)


@rule("plates.modular", cite=MODULAR, implements=("TO-281-modular-armor-1",))
def modular_plates(rules: Ruleset, unit: Unit, location: str, rear: bool) -> tuple[Plate, ...]:
    """Modular armour takes the first ten points of what strikes its location; what is more is a hit of its own."""
    if "modular_armour" not in unit.plan.flags:
        return ()
    return tuple(plate for plate in _modular(unit, location, rear) if plate.left > 0)


RULES = (modular_plates,)
