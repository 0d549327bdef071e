"""Combat vehicles for tests: a few of our own that break no rule of construction, and ways to spoil them."""

from __future__ import annotations

import msgspec

from overheat.classic.construction.check import check, weigh
from overheat.classic.unit.equipment import Armour, catalogue
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.blk import parse_blk

TANK = ("Front", "Right", "Left", "Rear", "Turret")
ROTORCRAFT = ("Front", "Right", "Left", "Rear", "Rotor")
SUPERHEAVY = ("Front", "Front Right", "Front Left", "Rear Right", "Rear Left", "Rear", "Turret")


def block(tag: str, *lines: str) -> str:
    return "\n".join((f"<{tag}>", *lines, f"</{tag}>")) + "\n"


def vehicle(places: tuple[str, ...], armour: str, equipment: dict[str, str], **fields: str) -> str:
    """The text of a unit file: its armour by places, its equipment, and the rest of its blocks."""
    parts = [block(tag, value) for tag, value in fields.items()]
    parts.append(block("armor", *armour.split()))
    for place in ("Body", *places):
        listed = equipment.get(place, "")
        parts.append(block(f"{place} Equipment", *(listed.split(", ") if listed else ())))
    return "".join(parts)


WARDEN = vehicle(
    TANK,
    "44 32 32 22 30",
    {
        "Body": "ISAC10 Ammo, ISAC10 Ammo, IS Machine Gun Ammo - Half, ISCASE",
        "Front": "Machine Gun",
        "Turret": "ISAC10, Medium Laser",
    },
    UnitType="Tank",
    Name="Warden",
    Model="W-1",
    type="IS Level 2",
    year="3030",
    tonnage="55",
    motion_type="Tracked",
    cruiseMP="3",
    engine_type="1",
    armor_type="0",
    transporters="troopspace:3.0",
)
"""Fifty-five tons on tracks that burn oil."""

SKIMMER = vehicle(
    TANK,
    "10 7 7 5 9",
    {
        "Body": "Clan Ammo LRM-10:OMNI, CLECMSuite:OMNI",
        "Front": "CLLRM10:OMNI, CLArtemisIV:OMNI",
        "Turret": "CLERPPC:OMNI",
    },
    UnitType="Tank",
    Name="Skimmer",
    Model="Prime",
    type="Clan Level 2",
    year="3060",
    tonnage="30",
    omni="1",
    motion_type="Hover",
    cruiseMP="8",
    engine_type="2",
    clan_engine="true",
    armor_type="1",
    armor_tech="2",
    baseChassisTurretWeight="1.0",
)
"""Thirty tons on air, with pods."""

HERON = vehicle(
    ROTORCRAFT,
    "18 12 12 12 2",
    {
        "Body": "ISSRM6 Ammo, ISLRM5 Ammo, ISC3SlaveUnit, ISVTOLJetBooster",
        "Front": "SRM 6, LRM 5, Medium Laser, Medium Laser, ISTAG",
        "Rotor": "ISMastMount, ISGuardianECMSuite",
    },
    UnitType="VTOL",
    Name="Heron",
    Model="H-2",
    type="IS Level 3",
    year="3070",
    tonnage="25",
    motion_type="VTOL",
    cruiseMP="7",
    engine_type="0",
    armor_type="0",
)
"""Twenty-five tons under a rotor."""

MAMMOTH = vehicle(
    SUPERHEAVY,
    "60 50 50 40 40 30 50",
    {
        "Body": "ISGauss Ammo, ISGauss Ammo",
        "Front": "ISGaussRifle",
        "Turret": "ISPPC, ISPPC",
    },
    UnitType="SuperHeavyTank",
    Name="Mammoth",
    Model="M-9",
    type="IS Level 3",
    year="3080",
    tonnage="120",
    motion_type="Tracked",
    cruiseMP="2",
    engine_type="0",
    armor_type="0",
    transporters="cargobay:10.0:1",
)
"""A hundred and twenty tons."""

VALID = {"Warden": WARDEN, "Skimmer": SKIMMER, "Heron": HERON, "Mammoth": MAMMOTH}


def sheet(text: str) -> Sheet:
    """The vehicle of a text, every line of which is understood."""
    reading = parse_blk(text)
    assert not reading.notices, reading.notices
    return reading.sheet


def of(text: str, **changes: object) -> Sheet:
    """A vehicle with fields of its sheet changed, for what the reader would not let pass."""
    return msgspec.structs.replace(sheet(text), **changes)


def wearing(text: str, armour: str) -> Sheet:
    """A vehicle in another kind of armour, by its id."""
    kind = catalogue().entries[armour]
    assert isinstance(kind, Armour)
    built = sheet(text)
    places = (place for place in built.locations)
    clad = tuple(msgspec.structs.replace(place, armour_kind=kind) if place.armour_kind else place for place in places)
    return msgspec.structs.replace(built, locations=clad)


def put(text: str, tag: str, value: str) -> str:
    """The text with what one block says replaced, or with the block added."""
    start, end = f"<{tag}>\n", f"\n</{tag}>"
    if start not in text:
        return text + block(tag, *value.split(" / "))
    before, _, rest = text.partition(start)
    return before + start + value.replace(" / ", "\n") + end + rest.partition(f"</{tag}>")[2]


def add(text: str, place: str, *items: str) -> str:
    """The text with more equipment in a place."""
    start = f"<{place} Equipment>\n"
    assert start in text, place
    return text.replace(start, start + "".join(f"{item}\n" for item in items), 1)


def drop(text: str, place: str, item: str) -> str:
    """The text without one item of a place."""
    before, start, rest = text.partition(f"<{place} Equipment>\n")
    inside, end, after = rest.partition(f"</{place} Equipment>")
    assert f"{item}\n" in inside, item
    return before + start + inside.replace(f"{item}\n", "", 1) + end + after


def found(built: Sheet | str, severity: str | None = "error") -> set[tuple[str, str | None]]:
    """The ids and locations of what is found in a vehicle; with `None` for the severity, notes too."""
    findings = check(sheet(built) if isinstance(built, str) else built)
    return {
        (finding.id.removeprefix("construction.vehicle."), finding.location)
        for finding in findings
        if severity in (None, finding.severity)
    }


def tons(built: Sheet | str, part: str) -> float:
    """What one part of a vehicle weighs, all its terms together; nothing if there is none."""
    tally = weigh(sheet(built) if isinstance(built, str) else built)
    return float(sum(term.value for term in tally if term.id == f"construction.vehicle_weight.{part}"))
