"""What tests of equipment's figures ask of the entries."""

from fractions import Fraction

from overheat.classic.construction.machine.plan import rounded_as
from overheat.classic.construction.weights import measured
from overheat.classic.unit.equipment import Gear, Munition, Space, Spaces, Weapon, catalogue

BOTH = "All"


def has(id: str, **figures: object) -> None:
    """The entry of an id carries these figures."""
    entry = catalogue()[id]
    for name, figure in figures.items():
        assert getattr(entry, name) == figure, f"{id}: {name} is {getattr(entry, name)}, not {figure}"


def takes(id: str, **spaces: Space) -> None:
    """The entry of an id takes these spaces on other units, and no others are stated."""
    assert catalogue()[id].spaces == Spaces(**spaces)


def is_marked(id: str, *flags: str) -> None:
    """The entry of an id is of these types."""
    assert catalogue()[id].flags >= set(flags)


def weapon(id: str) -> Weapon:
    entry = catalogue()[id]
    assert isinstance(entry, Weapon)
    return entry


def gear(id: str) -> Gear:
    entry = catalogue()[id]
    assert isinstance(entry, Gear)
    return entry


def munition(id: str) -> Munition:
    entry = catalogue()[id]
    assert isinstance(entry, Munition)
    return entry


def tons_for(id: str, tonnage: int) -> Fraction:
    """What an item weighs on a unit of so many tons."""
    return by_tonnage(catalogue()[id].tons, tonnage)


def by_tonnage(text: object, tonnage: int) -> Fraction:
    """What an entry's formula comes to on a unit of so many tons."""
    assert isinstance(text, str)
    formula = measured(text)
    assert formula is not None
    assert formula.of == "tonnage"
    return formula.worked_out(Fraction(tonnage), rounded_as)


def choices(family: str | None) -> list[str]:
    """The special munitions that a family of ammunition comes in."""
    listed = catalogue().entries.values()
    return [entry.id for entry in listed if isinstance(entry, Munition) and family in entry.families]
