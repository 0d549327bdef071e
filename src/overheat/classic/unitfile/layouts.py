"""The types of unit that block files hold: which kind each is, and which locations it has in which order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from overheat.classic.unit.sheet import Kind

Family = Literal["vehicle", "vtol", "fighter", "fixed wing", "craft", "ship", "protomech", "infantry", "suit", "gun"]


class UnitType(NamedTuple):
    """A type of unit: the word that files write, the kind it is, and how its locations are laid out."""

    word: str
    kind: Kind
    family: Family

    @property
    def flies(self) -> bool:
        """Whether its file gives thrust, as for whatever flies in space or at height."""
        return self.family in ("fighter", "fixed wing", "craft", "ship")

    @property
    def weightless(self) -> bool:
        """Whether its file leaves out how much it weighs."""
        return self.family in ("infantry", "suit") or self.kind == "gun emplacement"


class Place(NamedTuple):
    """A location of a type of unit: its code, the name that files use, and whether it has armour."""

    code: str
    name: str
    armoured: bool = True


_TYPES = (
    UnitType("Tank", "vehicle", "vehicle"),
    UnitType("Naval", "vehicle", "vehicle"),
    UnitType("Surface", "vehicle", "vehicle"),
    UnitType("Hydrofoil", "vehicle", "vehicle"),
    UnitType("SuperHeavyTank", "vehicle", "vehicle"),
    UnitType("VTOL", "vehicle", "vtol"),
    UnitType("SuperHeavyVTOL", "vehicle", "vtol"),
    UnitType("SupportTank", "support vehicle", "vehicle"),
    UnitType("LargeSupportTank", "support vehicle", "vehicle"),
    UnitType("SupportVTOL", "support vehicle", "vtol"),
    UnitType("FixedWingSupport", "support vehicle", "fixed wing"),
    UnitType("Infantry", "infantry", "infantry"),
    UnitType("BattleArmor", "battle armour", "suit"),
    UnitType("ProtoMek", "protomech", "protomech"),
    UnitType("ProtoMech", "protomech", "protomech"),
    UnitType("Aero", "aerospace fighter", "fighter"),
    UnitType("AeroSpaceFighter", "aerospace fighter", "fighter"),
    UnitType("ConvFighter", "conventional fighter", "fighter"),
    UnitType("GunEmplacement", "gun emplacement", "gun"),
    UnitType("HandheldWeapon", "handheld weapon", "gun"),
    UnitType("SmallCraft", "small craft", "craft"),
    UnitType("Dropship", "dropship", "craft"),
    UnitType("Jumpship", "jumpship", "ship"),
    UnitType("Warship", "warship", "ship"),
    UnitType("SpaceStation", "space station", "ship"),
)
TYPES = {unit.word.lower(): unit for unit in _TYPES}
"""Every type of unit by its word in lower case."""

BODY = Place("BD", "Body", armoured=False)
_SIDES = (Place("FR", "Front"), Place("RS", "Right"), Place("LS", "Left"), Place("RR", "Rear"))
_SIX_SIDES = (
    Place("FR", "Front"),
    Place("FRRS", "Front Right"),
    Place("FRLS", "Front Left"),
    Place("RRRS", "Rear Right"),
    Place("RRLS", "Rear Left"),
    Place("RR", "Rear"),
)
_ROTOR = Place("RO", "Rotor")
_TURRET = (Place("TU", "Turret"),)
_TWO_TURRETS = (Place("TU", "Rear Turret"), Place("FT", "Front Turret"))
_WINGS = (Place("NOS", "Nose"), Place("LWG", "Left Wing"), Place("RWG", "Right Wing"), Place("AFT", "Aft"))
_HULL = Place("HULL", "Hull", armoured=False)
_FIXED: dict[Family, tuple[Place, ...]] = {
    "fighter": (*_WINGS, Place("WNG", "Wings", armoured=False), Place("FSLG", "Fuselage", armoured=False)),
    "fixed wing": (*_WINGS, Place("WNG", "Wings", armoured=False), BODY),
    "craft": (Place("NOS", "Nose"), Place("LS", "Left Side"), Place("RS", "Right Side"), Place("AFT", "Aft"), _HULL),
    "ship": (
        Place("NOS", "Nose"),
        Place("FLS", "Left Front Side"),
        Place("FRS", "Right Front Side"),
        Place("AFT", "Aft"),
        Place("ALS", "Aft Left Side"),
        Place("ARS", "Aft Right Side"),
        _HULL,
    ),
    "infantry": (Place("Troopers", "Troopers", armoured=False), Place("Field Guns", "Field Guns", armoured=False)),
}
_PROTOMECH = (
    BODY,
    Place("HD", "Head"),
    Place("T", "Torso"),
    Place("RA", "Right Arm"),
    Place("LA", "Left Arm"),
    Place("L", "Legs"),
)


def places(unit: UnitType, armour: int, blocks: Iterable[str]) -> tuple[Place, ...]:
    """The locations of a unit, from its unit, how many values of armour its file gives, and the tags in it."""
    if unit.family in ("vehicle", "vtol"):
        return _vehicle(unit, armour, blocks)
    if unit.family == "protomech":
        return (*_PROTOMECH, Place("MG", "Main Gun")) if armour > 5 else _PROTOMECH
    if unit.kind == "warship":
        broadsides = (
            Place("LBS", "Left Broadsides", armoured=False),
            Place("RBS", "Right Broadsides", armoured=False),
        )
        return (*_FIXED["ship"], *broadsides)
    if unit.family == "gun":
        return (Place("GUN", "Gun") if unit.kind == "handheld weapon" else Place("GUN", "Guns", armoured=False),)
    return _FIXED[unit.family]


def _vehicle(unit: UnitType, armour: int, blocks: Iterable[str]) -> tuple[Place, ...]:
    """Four sides or six, a rotor, and as many turrets as there is armour left for."""
    six = unit.word in ("SuperHeavyTank", "SuperHeavyVTOL", "LargeSupportTank") or (
        armour >= 6 and "front left equipment" in blocks
    )
    hull = _SIX_SIDES if six else _SIDES
    hull = (*hull, _ROTOR) if unit.family == "vtol" else hull
    turrets = armour - len(hull)
    return (BODY, *hull, *(() if turrets < 1 else _TURRET if turrets == 1 else _TWO_TURRETS))


def squad(troopers: int) -> tuple[Place, ...]:
    """The locations of a squad in battle armour: what all have, then each trooper."""
    return (
        Place("Squad", "Squad", armoured=False),
        *(Place(f"Trooper {number}", f"Trooper {number}") for number in range(1, troopers + 1)),
    )
