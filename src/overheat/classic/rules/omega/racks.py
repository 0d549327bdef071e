"""Missile racks of Omega: what they weigh and hold, how many missiles they launch a turn, and what a missile does.

Racks are those of long-range and short-range missiles, streak racks, Arrows, and the launchers of soldiers; every other
launcher is as it was.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from overheat.classic.unit.equipment import Ammunition, Equipment, Gear, Weapon
from overheat.classic.unit.figures import ENTRIES, FIGURES, Figure
from overheat.kernel.cite import Book
from overheat.kernel.rules.rule import Ruleset, Table

OMEGA = Book("Omega Rules")
MISSILES = OMEGA("New missile rules", 5)
RACKS = OMEGA("Missile stats", 11)
GUIDANCE = OMEGA("Missile guidance", 6)

RACK = "missile rack of mount"
"""What feeds a rack: the missiles in its own tubes, and nothing else."""
BAY = "omega_bay"
"""The room of a bin whose ammunition is not carried."""
GONE = "omega.no_beacons"
"""The rule that says what there is not."""
TUBE = "tube"
"""What missiles are flagged with that stand in the tubes of a rack."""


class Stats(NamedTuple):
    """A rack: tons, critical slots, heat of a missile, damage of a missile."""

    tons: float
    slots: int
    heat: int
    damage: int


INNER_SPHERE: dict[str, Stats] = {
    "srm_2": Stats(1.5, 1, 5, 15),
    "srm_4": Stats(3, 2, 5, 15),
    "srm_6": Stats(4.5, 3, 5, 15),
    "lrm_5": Stats(2.5, 2, 3, 10),
    "lrm_10": Stats(5, 3, 3, 10),
    "lrm_15": Stats(7.5, 4, 3, 10),
    "lrm_20": Stats(10, 5, 3, 10),
}
CLAN: dict[str, Stats] = {
    "srm_2": Stats(1, 1, 5, 15),
    "srm_4": Stats(2, 1, 5, 15),
    "srm_6": Stats(3, 2, 5, 15),
    "lrm_5": Stats(2, 1, 3, 10),
    "lrm_10": Stats(4, 2, 3, 10),
    "lrm_15": Stats(6, 3, 3, 10),
    "lrm_20": Stats(8, 4, 3, 10),
}
STREAK_UNIT = {"is": 0.5, "clan": 0.0}
"""What a streak unit that is built into a rack weighs."""
STREAK_COST = {"is": 20_000}
"""What such a unit costs; the document has no costs of Clan units."""


def _figures(owner: str, racks: dict[str, Stats]) -> dict[str, Figure]:
    """The rows of one technology: racks, racks of a single load, and short-range racks with a streak unit."""
    found: dict[str, Figure] = {}
    for name, rack in racks.items():
        family = name[:3]
        common = {"heat": rack.heat, "damage": rack.damage, "cluster": 1}
        plain = {**common, "flags": ["missile", family], "tons": rack.tons, "slots": rack.slots}
        found[f"{owner}_{name}"] = Figure(**plain)
        for suffix in ("os", "ios"):
            found[f"{owner}_{name}_{suffix}"] = Figure(**common, flags=["missile", family], shots=0)
        if family == "srm":
            flags = ["missile", family, "streak"]
            built_in = {"tons": rack.tons + STREAK_UNIT[owner], "slots": rack.slots, "range": [0, 3, 6, 9, 12]}
            found[f"{owner}_streak_{name}"] = Figure(**common, **built_in, flags=flags)
            for suffix in ("os", "ios"):
                found[f"{owner}_streak_{name}_{suffix}"] = Figure(**common, flags=flags, shots=0)
    return found


ARROW_FLAGS = ["missile", "arrow"]
ARROW = ("Arrow IV", "Arrow IV Missile System", "Arrow IV System")
ARROW_IS = [*ARROW, "ISArrowIVSystem", "ISArrowIV (Split)", "ISArrowIVSystem (Split)"]
ARROW_CLAN = [*ARROW, "CLArrowIV", "CLArrowIVSystem", "CLArrowIV (Split)", "CLArrowIVSystem (Split)"]
"""The names that an Arrow goes by still."""

RACKS_IS = FIGURES.amended(
    "omega.racks_is",
    {
        **_figures("is", INNER_SPHERE),
        "is_arrow_iv": Figure(
            name="Arrow V",
            aliases=ARROW_IS,
            flags=ARROW_FLAGS,
            tons=15,
            slots=12,
            heat=8,
            damage=25,
            rack=5,
            range=[12, 17, 34, 85, 85],
        ),
    },
    cite=RACKS,
    implements=(
        "OM-missile-stats-is",
        "OM-missile-damage-heat",
        "OM-missile-single-location",
        "OM-streak-any-rack",
        "OM-arrow-rename",
        "OM-arrow-ranges",
        "OM-arrow-launcher",
    ),
    where="overheat.classic.rules.omega.racks.RACKS_IS",
)
RACKS_CLAN = FIGURES.amended(
    "omega.racks_clan",
    {
        **_figures("clan", CLAN),
        "clan_arrow_iv": Figure(
            name="Arrow V",
            aliases=ARROW_CLAN,
            flags=ARROW_FLAGS,
            tons=12,
            slots=9,
            heat=6,
            damage=25,
            rack=5,
            range=[6, 17, 34, 102, 102],
        ),
    },
    cite=RACKS,
    implements=(
        "OM-missile-stats-clan",
        "OM-missile-damage-heat",
        "OM-streak-any-rack",
        "OM-arrow-rename",
        "OM-arrow-ranges",
        "OM-arrow-launcher",
    ),
    where="overheat.classic.rules.omega.racks.RACKS_CLAN",
)


class Rack(NamedTuple):
    """What a kind of rack holds and does with it."""

    launches: int
    """How many missiles it launches a turn."""
    missiles: int
    """How many it holds."""
    family: str
    """The kind of missile."""


HELD: Table[tuple[str, int], Rack] = Table(
    "omega.racks",
    {
        ("srm", 2): Rack(1, 2, "SRM"),
        ("srm", 4): Rack(1, 4, "SRM"),
        ("srm", 6): Rack(1, 6, "SRM"),
        ("lrm", 5): Rack(1, 5, "LRM"),
        ("lrm", 10): Rack(2, 10, "LRM"),
        ("lrm", 15): Rack(3, 15, "LRM"),
        ("lrm", 20): Rack(4, 20, "LRM"),
        ("arrow", 5): Rack(1, 5, "Arrow"),
        ("crm", 4): Rack(1, 4, "CRM"),
        ("crm", 2): Rack(1, 2, "CRM"),
        ("crm", 1): Rack(1, 1, "CRM"),
    },
    cite=RACKS,
    implements=("OM-missile-capacity", "OM-missile-rate"),
    where="overheat.classic.rules.omega.racks.HELD",
)
"""By the family of a rack and its size: how many missiles it launches a turn, how many it holds, and of which kind."""


def rack_of(rules: Ruleset, item: Equipment) -> Rack | None:
    """What a rack holds; None for whatever is no rack."""
    if not isinstance(item, Weapon) or not item.rack or item.flags.isdisjoint(("missile",)):
        return None
    foreign = {"battle_armour", "protomech", "torpedo"} - ({"battle_armour"} if "crm" in item.flags else set())
    if not item.flags.isdisjoint(foreign):
        return None
    family = item.ammunition or ""
    key = next((kind for kind in ("srm", "lrm", "arrow", "crm") if kind in item.flags), "")
    own = family.startswith(RACK) or family in ("srm", "lrm", "streak_srm", "arrow_iv")
    return rules[HELD].get((key, item.rack)) if own else None


def half(slots: int) -> int:
    """How many of the critical slots of a rack are ammunition."""
    return ceil(slots / 2)


class Guide(NamedTuple):
    """A kind of missile by how it finds its target."""

    name: str
    families: tuple[str, ...]
    """The missiles that may be guided so."""
    about: str


GUIDES: Table[str, Guide] = Table(
    "omega.guides",
    {
        "Streak": Guide("streak", ("SRM", "CRM"), "fired only when it will hit"),
        "IR": Guide("infrared", ("SRM", "LRM", "Arrow", "CRM"), "by the heat of the target in the last turn"),
        "SARaH": Guide("semi-active radar", ("SRM", "LRM", "CRM"), "at what a friend lights up with Artemis"),
        "AR": Guide("active radar", ("SRM", "LRM", "Arrow", "CRM"), "by radar of its own, in sight or not"),
        "ARM": Guide("anti-radiation", ("SRM", "LRM", "CRM"), "at who lights up others with Artemis"),
        "LGM": Guide("laser-guided", ("SRM", "LRM", "Arrow", "CRM"), "at the spot of a TAG"),
    },
    cite=GUIDANCE,
    implements=("OM-guidance-types", "OM-missile-base-tn"),
    where="overheat.classic.rules.omega.racks.GUIDES",
)
"""How missiles are guided, by the word that loads and ammunition are called by."""


def missile_id(guide: str, family: str) -> str:
    """The id of a missile of a family with a guidance."""
    return f"omega_{guide.lower()}_{family.lower()}"


def missile(guide: str, family: str) -> Ammunition:
    """A missile of a family with a guidance, as the tubes of a rack hold it."""
    return Ammunition(
        id=missile_id(guide, family),
        name=f"{family} {guide}",
        cite=str(GUIDANCE),
        tons=0,
        slots=0,
        cost={"Arrow": 50000, "CRM": 0}.get(family, 8000),
        feeds=RACK,
        munition=guide,
        flags=frozenset({TUBE} if family == "CRM" else {"explosive", TUBE}),
    )


EVERY_MISSILE = tuple(missile(guide, family) for guide, row in GUIDES.rows.items() for family in row.families)

MISSILE_ENTRIES = ENTRIES.amended(
    "omega.missile_entries",
    {
        BAY: Gear(id=BAY, name="Empty Bay", cite=str(MISSILES)),
        **{each.id: each for each in EVERY_MISSILE},
    },
    cite=GUIDANCE,
    implements=("OM-guidance-types",),
    where="overheat.classic.rules.omega.racks.MISSILE_ENTRIES",
)
"""Every kind of missile, as equipment."""

TUBES: Table[str, tuple[str, ...]] = Table(
    "omega.usual_tubes",
    {"LRM": ("AR", "IR"), "SRM": ("IR", "AR"), "Arrow": ("AR", "IR"), "CRM": ("IR", "AR"), "streak": ("Streak",)},
    cite=GUIDANCE,
    where="overheat.classic.rules.omega.racks.TUBES",
)
"""What tubes are loaded with, in turn, where nobody says otherwise."""

AIDED: Table[str, str] = Table(
    "omega.aided_tubes",
    {"artemis_iv": "SARaH", "tag": "LGM"},
    cite=GUIDANCE,
    where="overheat.classic.rules.omega.racks.AIDED",
)
"""What a unit loads besides that carries something which guides it, by the flag of that."""
