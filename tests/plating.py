"""Units in armour of any kind, on structure of any kind, and hits on them, for tests of what they are made of."""

from __future__ import annotations

from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.unit.equipment import Armour, Structure, Weapon, catalogue
from overheat.classic.unit.sheet import Sheet
from skirmish import replace


def plated(of: Sheet, armour: str) -> Sheet:
    """A unit that wears a kind of armour all over."""
    kind = catalogue()[armour]
    assert isinstance(kind, Armour)
    return replace(of, locations=tuple(replace(place, armour_kind=kind) for place in of.locations))


def built(of: Sheet, structure: str) -> Sheet:
    """A unit that is built on a kind of structure."""
    kind = catalogue()[structure]
    assert isinstance(kind, Structure)
    return replace(of, structure=kind)


def gun(name: str) -> Weapon:
    found = catalogue().find(name)
    assert isinstance(found, Weapon)
    return found


def hit(damage: int, weapon: str = "", what: str = "fire", munition: str = "standard") -> Hit:
    return Hit("blue", "front", damage, what, frozenset(), gun(weapon) if weapon else None, munition, item=weapon)
