"""The parts that Omega's countermeasures are: what they weigh, how many go into a ton, and what fits a bay."""

from __future__ import annotations

from typing import NamedTuple

from overheat.classic.unit.equipment import Ammunition, Equipment, Gear, Tech
from overheat.classic.unit.figures import ENTRIES
from overheat.kernel.cite import Book
from overheat.kernel.rules.rule import Table

COUNTERMEASURES = Book("Omega Rules")("Countermeasures", 8)
CLAN = Book("Omega Rules")("Clan Countermeasures", 12)
FLARES = "flares"

PER_TON: dict[tuple[str, Tech], int] = {
    ("flares", "IS"): 12,
    ("flares", "Clan"): 16,
    ("chaff", "IS"): 12,
    ("chaff", "Clan"): 16,
    ("smoke_oil", "IS"): 4,
    ("smoke_oil", "Clan"): 6,
}
"""How many of each go into a ton: three flares or cartridges of chaff weigh a quarter of one, four of the Clans; a use
of a smoke screen a quarter, three of the Clans a half."""
NAMES = {"flares": "Flares", "chaff": "Chaff", "smoke_oil": "Smoke Screen"}


def _expendable(kind: str, tech: Tech) -> Ammunition:
    owner = "clan" if tech == "Clan" else "is"
    return Ammunition(
        id=f"omega_{owner}_{kind}",
        name=NAMES[kind],
        cite=str(CLAN if tech == "Clan" else COUNTERMEASURES),
        tech=tech,
        tons=1,
        slots=1,
        feeds=f"omega {kind}",
        shots=PER_TON[kind, tech],
        munition="standard",
        flags=frozenset({kind}),
    )


def _parts(tech: Tech) -> dict[str, Equipment]:
    found = (_expendable(kind, owner) for kind, owner in PER_TON if owner == tech)
    return {part.id: part for part in found}


PARTS = ENTRIES.amended(
    "omega.countermeasure_parts",
    {
        **_parts("IS"),
        **_parts("Clan"),
        "omega_ircm": Gear(
            id="omega_ircm",
            name="IRCM",
            cite=str(COUNTERMEASURES),
            tons=1,
            slots=1,
            flags=frozenset({"ircm"}),
        ),
    },
    cite=COUNTERMEASURES,
    implements=("OM-flares", "OM-chaff", "OM-ircm", "OM-smoke-screen", "OM-clan-countermeasures"),
    where="overheat.classic.rules.omega.countermeasure_parts.PARTS",
)
"""Flares, chaff and the oil of smoke screens by the ton, and infrared countermeasures."""


class Decoy(NamedTuple):
    """What leads missiles astray."""

    flag: str
    """The flag of what it is fired from."""
    guides: tuple[str, ...]
    """The missiles that it is for."""
    needed: int = 7
    """What diverts a missile, on two dice and never modified."""
    dice: int = 2
    """The dice that say how many a burst takes."""


DECOYS: Table[str, Decoy] = Table(
    "omega.decoy_kinds",
    {"flares": Decoy("flares", ("IR",)), "chaff": Decoy("chaff", ("SARaH", "AR"))},
    cite=COUNTERMEASURES,
    implements=("OM-flares", "OM-chaff"),
    where="overheat.classic.rules.omega.countermeasure_parts.DECOYS",
)
"""What is fired at missiles that hit, and at which."""


class Content(NamedTuple):
    """What a bay may hold."""

    parts: tuple[str, ...]
    """What it is made of, each by its id without the word for who makes it."""


BAYS: Table[str, Content] = Table(
    "omega.bay_contents",
    {
        "nothing": Content(()),
        "flares and chaff": Content(("flares", "chaff")),
        "flares": Content(("flares",)),
        "chaff": Content(("chaff",)),
        "smoke screens": Content(("smoke_oil",)),
        "IRCM": Content(("ircm",)),
        "ECM I": Content(("ecm_1",)),
        "Artemis IV": Content(("artemis_iv",)),
        "TAG": Content(("tag",)),
    },
    cite=COUNTERMEASURES,
    where="overheat.classic.rules.omega.countermeasure_parts.BAYS",
)
"""What fits a bay of a ton and a critical slot."""

USUAL: Table[int, str] = Table(
    "omega.usual_bays",
    {1: "flares and chaff", 2: "smoke screens", 3: "ECM I", 4: "IRCM"},
    cite=COUNTERMEASURES,
    where="overheat.classic.rules.omega.countermeasure_parts.USUAL",
)
"""What the bays of a unit hold where nobody says otherwise, the first, the second and so on."""
