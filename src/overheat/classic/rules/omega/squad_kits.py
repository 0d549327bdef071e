"""What squads of Omega carry: eight kinds of them, their arms and equipment, and how platoons are drawn up."""

from __future__ import annotations

import msgspec

from overheat.classic.facts.lasting import each, named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.omega.infantry import squads_of
from overheat.classic.unit.equipment import Equipment, Gear, Weapon
from overheat.classic.unit.figures import ENTRIES
from overheat.kernel.cite import Book
from overheat.kernel.rules.rule import Ruleset, Table

OMEGA = Book("Omega Rules")
PLATOONS = OMEGA("Infantry", 15)
SQUADS = OMEGA("Infantry platoon squads", 15)
RIFLES = OMEGA("Rifle squads", 16)
LASERS = OMEGA("Laser squads", 16)
FLAMERS = OMEGA("Flamer squads", 16)
CRMS = OMEGA("CRM squads", 17)
TAGS = OMEGA("TAG squads", 17)
ANTI_MECH = OMEGA("Anti-'Mech squads", 18)

ABANDONED = named("abandoned", "{about} has left its equipment behind")
"""The mark of a squad that has gone on without what it could no longer carry; one for each squad."""
BURNING = named("burning", "burns: {value} heat a round")
"""The mark of a unit that flamers have set ablaze: the heat it takes in each round, and until when."""
UNTRAINED = named("untrained", "{about}: {value} soldiers not trained against 'Mechs")
"""The mark of an anti-'Mech squad that has taken in soldiers of other squads, and how many."""
TRAINED = "anti-mech "
"""What squads are called, before their other name, that are trained against 'Mechs."""


class Formation(msgspec.Struct, frozen=True):
    """How a platoon is drawn up, and how far it goes."""

    squads: int
    walk: int
    jump: int = 0


FORMATIONS: Table[str, Formation] = Table(
    "omega.platoons",
    {"foot": Formation(6, 1), "jump": Formation(5, 1, 3)},
    cite=PLATOONS,
    implements=("OM-inf-platoons",),
    where="overheat.classic.rules.omega.squad_kits.FORMATIONS",
)

FIGURES: Table[str, int] = Table(
    "omega.squad_figures",
    {
        "soldiers": 4,
        "heat of a flamer": 6,
        "soldiers felled by a flamer": 8,
        "anti-mech": 5,
        "anti-mech for each missing": 2,
        "lost without moving": 1,
        "lost without firing": 3,
    },
    cite=SQUADS,
    implements=("OM-inf-platoons", "OM-inf-flamer", "OM-inf-antimech", "OM-inf-laser", "OM-inf-tag"),
    where="overheat.classic.rules.omega.squad_kits.FIGURES",
)
"""Soldiers of a squad, what four flamers do, the number of an anti-'Mech attack and what each missing soldier adds, and
from how many losses on what four carry is not carried on, or not used."""

WRITTEN = str(SQUADS)
ARMS: tuple[Equipment, ...] = (
    Weapon(
        id="squad_rifles",
        name="Squad Rifles",
        cite=str(RIFLES),
        damage=1,
        range=(0, 2, 4, 6, 6),
        flags=frozenset({"squad", "rifles", "soldiers_only", "ballistic"}),
    ),
    Weapon(
        id="squad_laser",
        name="Squad Laser",
        cite=str(LASERS),
        damage=5,
        range=(0, 3, 6, 9, 9),
        flags=frozenset({"squad", "served", "laser", "energy", "direct"}),
    ),
    Weapon(
        id="squad_flamers",
        name="Squad Flamers",
        cite=str(FLAMERS),
        range=(0, 1, 2, 3, 3),
        flags=frozenset({"squad", "squad_flamer", "energy"}),
    ),
    Weapon(
        id="squad_crm_4",
        name="CRM-4",
        cite=str(CRMS),
        damage=8,
        range=(0, 2, 4, 6, 6),
        rack=4,
        flags=frozenset({"squad", "served", "missile", "crm"}),
    ),
    Weapon(
        id="squad_tag",
        name="Squad TAG",
        cite=str(TAGS),
        range=(0, 5, 10, 15, 15),
        flags=frozenset({"squad", "served", "tag"}),
    ),
    Gear(
        id="squad_artemis",
        name="Squad Artemis",
        cite=WRITTEN,
        flags=frozenset({"squad", "served", "squad_artemis", "artemis_iv"}),
    ),
    Gear(id="squad_mine_detectors", name="Mine Detectors", cite=WRITTEN, flags=frozenset({"squad", "minesweeper"})),
    Weapon(
        id="squad_side_arms",
        name="Side Arms",
        cite=str(LASERS),
        damage=2,
        range=(0, 0, 1, 2, 2),
        flags=frozenset({"squad", "side_arms", "soldiers_only", "ballistic"}),
    ),
    Weapon(
        id="squad_charges",
        name="Anti-'Mech Charges",
        cite=str(ANTI_MECH),
        range=(0, 0, 0, 0, 0),
        flags=frozenset({"squad", "anti_mech"}),
    ),
)
"""What squads carry."""

EQUIPMENT = ENTRIES.amended(
    "omega.squad_equipment",
    {item.id: item for item in ARMS},
    cite=SQUADS,
    implements=("OM-inf-rifle", "OM-inf-laser", "OM-inf-sidearms", "OM-inf-flamer", "OM-inf-crm", "OM-inf-tag"),
    where="overheat.classic.rules.omega.squad_kits.EQUIPMENT",
)

KITS: Table[str, tuple[str, ...]] = Table(
    "omega.squads",
    {
        "rifle": ("squad_rifles",),
        "laser": ("squad_laser", "squad_side_arms"),
        "flamer": ("squad_flamers",),
        "minesweeper": ("squad_mine_detectors", "squad_side_arms"),
        "CRM": ("squad_crm_4", "squad_side_arms"),
        "TAG": ("squad_tag", "squad_side_arms"),
        "Artemis": ("squad_artemis", "squad_side_arms"),
    },
    cite=SQUADS,
    implements=("OM-inf-squads", "OM-inf-sidearms"),
    where="overheat.classic.rules.omega.squad_kits.KITS",
)
"""What each kind of squad carries; an anti-'Mech squad carries as much as any one other kind, and charges besides."""


def kinds(rules: Ruleset) -> tuple[str, ...]:
    """Every kind of squad."""
    plain = (*rules[KITS].rows,)
    return (*plain, *(f"{TRAINED}{kind}" for kind in plain))


def kit_of(rules: Ruleset, kind: str) -> tuple[str, ...]:
    """What a kind of squad carries."""
    plain = kind.removeprefix(TRAINED)
    return (*rules[KITS][plain], *(("squad_charges",) if kind != plain else ()))


def missing(unit: Unit, squad: str) -> int:
    """How many soldiers a squad has lost; none where it is no squad."""
    place = next((place for place in squads_of(unit) if place.code == squad), None)
    return 0 if place is None else unit.sheet[squad].structure - int(place.structure)


def untrained(unit: Unit, squad: str) -> int:
    """Soldiers of a squad who were not trained with it against 'Mechs."""
    mark = unit.marks.get(each(UNTRAINED, squad))
    return 0 if mark is None else mark.value
