"""The boxes for critical hits on a card: which a type of unit has, and what each hit does."""

from __future__ import annotations

from typing import NamedTuple

from overheat.alphastrike.card import CardType


class Hits(NamedTuple):
    """So many boxes in a row, and what each of them does."""

    boxes: int
    effect: str


class Critical(NamedTuple):
    """Something that critical hits break: its name, and its boxes in groups."""

    name: str
    hits: tuple[Hits, ...]


FIRE_CONTROL = Critical("Fire control", (Hits(4, "+2 to hit each"),))
WEAPONS = Critical("Weapons", (Hits(4, "–1 damage each"),))
MOVEMENT = Critical("MP", (Hits(4, "½ move each"),))
MACHINE = (Critical("Engine", (Hits(1, "+1 heat when firing"),)), FIRE_CONTROL, MOVEMENT, WEAPONS)
SMALL_MACHINE = (FIRE_CONTROL, MOVEMENT, WEAPONS)
MOTIVE = Critical("Motive", (Hits(2, '–2"'), Hits(2, "½"), Hits(1, "stops")))
VEHICLE = (Critical("Engine", (Hits(1, "½ move, damage"),)), FIRE_CONTROL, WEAPONS, MOTIVE)
FLYER = (Critical("Engine", (Hits(2, "–¼ thrust, least 1"),)), FIRE_CONTROL, WEAPONS)
CRAFT = (
    Critical("Crew", (Hits(2, "+2 to hit each"),)),
    Critical("Engine", (Hits(3, "–¼, –½, no thrust"),)),
    FIRE_CONTROL,
    Critical("Thruster", (Hits(1, "–1 thrust"),)),
    WEAPONS,
)

CRITICALS: dict[CardType, tuple[Critical, ...]] = {
    "BM": MACHINE,
    "IM": MACHINE,
    "PM": SMALL_MACHINE,
    "CV": VEHICLE,
    "SV": VEHICLE,
    "BA": (),
    "CI": (),
    "AF": FLYER,
    "CF": FLYER,
    "SC": CRAFT,
    "DS": CRAFT,
    "DA": CRAFT,
    "JS": CRAFT,
    "WS": CRAFT,
    "SS": CRAFT,
    "MS": CRAFT,
}
"""What can be broken on a card of each type; infantry loses only its men."""
