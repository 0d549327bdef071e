"""Marine points: what troopers of battle armour are worth when they board a ship or defend it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.rules.rule import Ruleset, Table
from overheat.kernel.terms import Tally, Term

MARINE_POINTS = TACTICAL_OPERATIONS("Marine Points Tables", 202)

MODIFIERS: Table[str, Fraction] = Table(
    "boarding.battle_armour_modifiers",
    {
        "quad": Fraction(-1),
        "burst-fire weapon": Fraction(1),
        "space operations adaptation": Fraction(1),
        "magnetic clamps": Fraction(1),
        "paired magnetic or vibro-claws": Fraction(2),
        "other paired claws": Fraction(1),
        "heavy battle claw": Fraction(1, 4),
        "cutting torch": Fraction(1, 4),
        "industrial drill": Fraction(1, 4),
    },
    cite=MARINE_POINTS,
)
"""What a suit's features add to the marine points of its trooper; all of them add up."""

WEIGHTLESS = frozenset({"quad", "space operations adaptation", "magnetic clamps"})
"""What counts where there is next to no gravity, and nowhere else."""

GEAR = {
    "space operations adaptation": {"space"},
    "magnetic clamps": {"magnetic_clamp"},
    "heavy battle claw": {"claw", "heavy"},
    "cutting torch": {"torch"},
    "industrial drill": {"drill"},
}
"""Features by the flags of the equipment that gives them; one item is as good as several."""

PAIR = 2


def marine_modifiers(rules: Ruleset, sheet: Sheet, *, weightless: bool) -> Tally:
    """What the suits of a squad add to the marine points of each trooper, as an explained sum."""
    held = (word for word in features(sheet) if weightless or word not in WEIGHTLESS)
    return Tally(tuple(Term("boarding.suit", rules[MODIFIERS][word], word, MARINE_POINTS) for word in held))


def features(sheet: Sheet) -> Iterator[str]:
    """The features of a squad's suits that matter to boarding."""
    if sheet.suit is not None and sheet.suit.chassis == "quad":
        yield "quad"
    if any("burst" in mount.equipment.flags for mount in sheet.weapons):
        yield "burst-fire weapon"
    yield from (word for word, flags in GEAR.items() if any(flags <= mount.equipment.flags for mount in sheet.mounts))
    claws = sheet.flagged("claw")
    if sum(not mount.equipment.flags.isdisjoint({"magnetic", "vibro"}) for mount in claws) >= PAIR:
        yield "paired magnetic or vibro-claws"
    elif len(claws) >= PAIR:
        yield "other paired claws"


RULES = (MODIFIERS,)
