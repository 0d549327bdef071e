"""What the figures of equipment are called, and how each is written for people."""

from __future__ import annotations

from typing import Any

from overheat.classic.armoury.dates import told_year
from overheat.classic.armoury.item import Figure, plain
from overheat.classic.unit.figures import told

LABELS = {
    "tons": "weight",
    "slots": "critical slots",
    "vehicle_slots": "slots on a vehicle",
    "spaces": "space on other units",
    "bv": "battle value",
    "bv_by": "battle value of a",
    "rating": "technology rating",
    "level": "rules level",
    "year": "introduced",
    "makers": "developed by",
    "tabled_year": "introduced by the compiled tables",
    "flags": "counts as",
    "cluster": "cluster size",
    "ammunition": "family of ammunition",
    "rack": "size",
    "heat_damage": "heat to the target",
    "to_hit": "to-hit modifier",
    "splash": "damage around, by hexes",
    "group": "to a group",
    "load": "shots issued",
    "kilograms_per_shot": "weight of a shot",
    "ammunition_cost": "cost of its ammunition",
    "loads": "family of special rounds",
    "munition": "kind of rounds",
    "feeds": "family",
    "reach": "probes within hexes",
    "jams": "jams within hexes",
    "monitors": "remote sensors followed",
    "crew": "crew added",
    "unmanned_tons": "communications tons if unmanned",
    "halves": "halves damage of",
    "share": "share of the unit's weight",
    "code": "number in unit files",
    "words": "named by",
    "families": "made for",
    "bv_multiplier": "battle value times",
    "cost_multiplier": "cost times",
    "shots_multiplier": "shots times",
    "weight_multiplier": "weight times",
}
"""What a field is called where that is not its own name with spaces."""
YEARS = frozenset({"year", "prototype", "extinct", "recovered", "tabled_year"})
ALWAYS = frozenset({"tons", "slots", "bv", "cost", "rating", "level", "points_per_ton"})
"""What people are told of all equipment that has it, even where it is the usual figure."""
OF_WEAPONS = frozenset({"heat", "damage", "range"})
"""What people are told of all weapons."""
FIRST = ("heat", "damage", "heat_damage", "cluster", "to_hit", "range", "ammunition", "shots")
"""What people look for first."""
IDS = frozenset({"flags", "ammunition", "feeds", "loads"})
"""Fields that hold ids, which people read without underscores."""
RANGES = ("minimum", "short", "medium", "long", "extreme")


def label(field: str) -> str:
    """What a field is called."""
    return LABELS.get(field, field.replace("_", " "))


def words_of(figure: Figure) -> str:
    """A figure as people write it."""
    return words(figure.field, figure.value)


def words(field: str, value: Any) -> str:
    """The value of a field as people write it."""
    if value is None:
        return "none"
    if field in YEARS:
        return told_year(value)
    if field == "range":
        return ", ".join(f"{name} {at}" for name, at in zip(RANGES, value, strict=True) if at) or "none"
    if field == "to_hit":
        return "/".join(
            f"{each:+d}" if each else "0" for each in (value if isinstance(value, tuple | list) else (value,))
        )
    if isinstance(value, int | float) and field in ("cost", "ammunition_cost"):
        return f"{value:,.15g} C-bills"
    if isinstance(value, int | float) and field == "tons":
        return f"{value:g} {'ton' if value == 1 else 'tons'}"
    if field == "kilograms_per_shot":
        return f"{value:g} kg"
    if field in ("makers", "words", "families", "flat_bed"):
        return (", ".join(value) or "none").replace("_", " ")
    given = plain(value)
    if isinstance(given, dict):
        return ", ".join(f"{label(name)} {told(each)}" for name, each in given.items()) or "none"
    return told(value).replace("_", " ") if field in IDS else told(value)
