"""Blasts: what bursts in a hex and hurts whoever is in it or near it, with nobody who attacks.

The game as published has none; layers let them go off with `burst` of `damage/blasts.py`. The terms of a hit's damage
are asked with the blast as they are with an attack.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.battle_armour import troopers_left
from overheat.classic.rules.standard.clusters import GROUPING, in_groups
from overheat.classic.rules.standard.locations import Side, side_hit
from overheat.kernel.game import Player
from overheat.kernel.rules.rule import Ruleset, rule

AREA_EFFECT = TACTICAL_OPERATIONS("Area-effect damage", 182)


class Blast(msgspec.Struct, frozen=True):
    """Something that bursts in a hex."""

    rules: Ruleset
    what: str
    hex: Hex
    damage: tuple[int, ...]
    """What it does in its hex, in the hexes around it, in those around them, and so on."""
    owner: Player = ""
    """Whose doing it is; nothing for nobody's."""
    origin: Hex | None = None
    """Where it came from, if it came from anywhere."""


class Splinter(NamedTuple):
    """A group of damage of a blast."""

    damage: int
    location: str = ""
    """The location that it strikes; nothing where the dice say."""


@rule("blasts.at", cite=AREA_EFFECT)
def blast_at(blast: Blast, hex: Hex) -> int:
    """A blast does less the further off it is, and beyond its last figure nothing."""
    far = blast.hex.distance(hex)
    return blast.damage[far] if far < len(blast.damage) else 0


@rule("blasts.reaches", cite=AREA_EFFECT)
def reaches(blast: Blast, unit: Unit) -> bool:
    """A blast reaches whoever is on the ground, friend or foe; who rides is struck with what carries him."""
    return not unit.airborne and not carrier_of(unit)


@rule("blasts.on_unit", cite=AREA_EFFECT)
def blast_on(blast: Blast, unit: Unit, damage: int) -> int:
    """A blast does to a unit what it does in its hex."""
    return damage


@rule("blasts.side", cite=AREA_EFFECT)
def blast_side(blast: Blast, unit: Unit) -> Side:
    """A blast strikes the side that is turned to where it bursts; in the same hex, to where it came from."""
    source = blast.hex if unit.hex != blast.hex else blast.origin
    return "front" if source is None else blast.rules[side_hit](blast.rules, unit, source)


@rule("blasts.splinters", cite=AREA_EFFECT)
def splinters(blast: Blast, unit: Unit, damage: int) -> tuple[Splinter, ...]:
    """Damage falls in groups of five; it strikes a platoon as a whole, and every trooper in battle armour in full."""
    if unit.sheet.kind == "infantry":
        return (Splinter(damage),)
    if unit.sheet.kind == "battle armour":
        return tuple(Splinter(damage, code) for code in troopers_left(unit))
    return tuple(map(Splinter, in_groups(damage, blast.rules[GROUPING]["blast"])))


@rule("blasts.walls", cite=AREA_EFFECT)
def into_walls(blast: Blast, damage: int) -> int:
    """A building takes twice what a blast does in its hex."""
    return 2 * damage


RULES = (blast_at, reaches, blast_on, blast_side, splinters, into_walls)
