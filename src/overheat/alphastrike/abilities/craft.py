"""Abilities of small craft and everything larger that flies in space."""

from __future__ import annotations

from fractions import Fraction

from overheat.alphastrike.abilities.pool import Pool
from overheat.alphastrike.card import CardType
from overheat.alphastrike.figure import round_half_up
from overheat.alphastrike.size import size
from overheat.alphastrike.subject import Subject

SIZES = {1: "LG", 2: "VLG", 3: "SLG"}
"""What small craft and dropships are for their size."""
LITHIUM = "lithium_fusion_battery"
LANDING: frozenset[CardType] = frozenset({"SC", "DS", "DA"})
"""Types that come down to a planet."""
CREW_FOR_ONE: dict[CardType, int] = {"DS": 60, "DA": 60, "JS": 120, "WS": 120, "SS": 120}
"""Crew for each point of crew; half as many make the first."""


def large_craft(pool: Pool, subject: Subject) -> None:
    """All of them fly in space; those that land say how large they are, and large crews are told."""
    sheet = subject.sheet
    pool.give("SPC", sheet.kind)
    pool.drop(("EE", "FC", "CASE", "CASEII", "ENE"))
    if subject.type in LANDING:
        pool.give(SIZES[int(size(subject).value)], sheet.kind)
        if sheet.motive == "aerodyne":
            pool.give("VSTOL", sheet.kind)
    per_point = CREW_FOR_ONE.get(subject.type)
    crew = sheet.complement.crew if sheet.complement is not None else 0
    if per_point and 2 * crew >= per_point:
        pool.add("CRW", round_half_up(Fraction(crew, per_point)), f"crew of {crew}")
    if subject.type in ("JS", "WS"):
        pool.give("KF", "jump drive")
    if any(mount.equipment.id == LITHIUM for mount in subject.having("storage_battery")):
        pool.give("LF", "lithium-fusion battery")
