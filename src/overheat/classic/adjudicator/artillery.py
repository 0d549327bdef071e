"""How long a shell flies, and what it does where it bursts and around it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import Desk
from overheat.classic.rules.standard.artillery import ARTILLERY, blast_of, flight
from overheat.classic.unit.equipment import Ammunition, Weapon
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.plan import feeds
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import refuse


class ArtilleryAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A shell on its way, or where it bursts."""

    ammunition: Annotated[str, Meta(description="What is fired, by its name; nothing for the flight alone.")] = ""
    distance: Annotated[int, Meta(description="Hexes from the gun to its target.", ge=0, le=5000)] = 0
    off: Annotated[int, Meta(description="Hexes from where it bursts.", ge=0, le=50)] = 0


def answer(desk: Desk, asked: ArtilleryAsked) -> Answer:
    """The rounds that a shell flies, what it does from where it bursts on, and what is left of it so far off."""
    rounds = desk.rules[flight](desk.rules, asked.distance)
    if not asked.ammunition:
        return Answer(figures={"flight": rounds})
    listed = catalogue_of(desk.rules)
    found = listed.find(asked.ammunition)
    if not isinstance(found, Ammunition):
        raise refuse("situation.ammunition", f"no ammunition {asked.ammunition[:60]!r}", field="ammunition")
    weapons = (entry for entry in listed.entries.values() if isinstance(entry, Weapon))
    weapon = next((entry for entry in weapons if entry.tech in (found.tech, "All") and feeds(found, entry)), None)
    if weapon is None or "area_effect" not in weapon.flags:
        raise refuse("situation.ammunition", f"{found.name} is for no artillery", field="ammunition")
    damage = desk.rules[blast_of](desk.rules, weapon, found)
    left = damage[asked.off] if asked.off < len(damage) else 0
    return Answer(figures={"flight": rounds, "damage": damage, "left": left})


INQUIRIES = {
    "artillery": Inquiry(
        title="How long a shell flies, and what it does", facts=ArtilleryAsked, answer=answer, cite=ARTILLERY
    )
}
