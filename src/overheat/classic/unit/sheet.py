"""The record sheet: what a unit is, as printed, and never changes. What battle changes is kept apart from it."""

from __future__ import annotations

from typing import Literal

import msgspec

from overheat.classic.unit.equipment import Ammunition, Armour, Engine, Equipment, Gear, Structure, Tech, Weapon

Kind = Literal[
    "war machine",
    "industrial machine",
    "vehicle",
    "support vehicle",
    "infantry",
    "battle armour",
    "protomech",
    "aerospace fighter",
    "conventional fighter",
    "gun emplacement",
    "handheld weapon",
    "small craft",
    "dropship",
    "jumpship",
    "warship",
    "space station",
]


class Mount(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One piece of equipment where it is mounted."""

    equipment: Equipment
    location: str
    also_in: tuple[str, ...] = ()
    """Further locations that a split or spread item reaches into."""
    slots: int = 1
    rear: bool = False
    turret: bool = False
    omnipod: bool = False
    armoured: bool = False
    size: float | None = None
    """For equipment that comes in any size: its tons or units, as the file says."""
    shots: int | None = None
    """Shots of ammunition, where the file says other than a full ton."""
    facing: str | None = None
    bay: bool = False
    """The first of a weapon bay; those that follow it in its location belong to the same bay."""
    mounting: str = ""
    """What holds it, where that is not the location itself: sponson, pintle, anti-personnel mount, ..."""
    limb: str = ""
    """Where on a battle armour suit it is: body, left arm, right arm, turret."""
    written: str = ""
    """The name that a block file uses for it."""
    network: str = ""
    """The network that a computer is tuned to, where a set-up names one."""
    loaded: Ammunition | None = None
    """What a launcher that carries its own shot holds, where that is not the ordinary kind."""

    @property
    def known(self) -> bool:
        """Whether the catalogue knows it; what it does not know is mounted by name alone."""
        return "unknown" not in self.equipment.flags

    @property
    def weapon(self) -> Weapon | None:
        return self.equipment if isinstance(self.equipment, Weapon) else None

    @property
    def ammunition(self) -> Ammunition | None:
        return self.equipment if isinstance(self.equipment, Ammunition) else None

    @property
    def gear(self) -> Gear | None:
        return self.equipment if isinstance(self.equipment, Gear) else None


class Location(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of a unit: its armour front and rear, its structure, and its critical slots in order."""

    code: str
    armour: int = 0
    rear_armour: int = 0
    structure: int = 0
    armour_kind: Armour | None = None
    slots: tuple[str, ...] = ()
    """What each slot holds, as written; empty slots are empty texts."""


class Powerplant(msgspec.Struct, frozen=True, gc=False):
    """An engine: its kind, its rating, and whose technology it is."""

    kind: Engine
    rating: int
    clan: bool = False


class HeatSinks(msgspec.Struct, frozen=True, gc=False):
    """How many heat sinks a unit has in all, and of which kind."""

    count: int
    kind: str
    omnipod: int = 0
    """How many of them are in pods."""

    @property
    def dissipation(self) -> int:
        """The heat they take away each turn."""
        return self.count * (2 if self.kind in ("double", "laser") else 1)


class Platoon(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What conventional infantry has: its squads, their weapons, its protection and its training."""

    squads: int
    squad_size: int
    primary: Mount | None = None
    secondary: Mount | None = None
    secondary_per_squad: int = 0
    armour_kit: Mount | None = None
    """The kit where a file states it apart; newer files list it with the equipment of the troopers."""
    armour_divisor: float | None = None
    protection: tuple[str, ...] = ()
    """What its armour does besides: encumbering, spacesuit, dest, sneak camo, sneak ir, sneak ecm."""
    specialities: tuple[str, ...] = ()
    """What it is trained for: bridge engineers, marines, paratroops, ..."""
    augmentations: tuple[str, ...] = ()
    anti_mek_skill: int | None = None
    beast: str = ""
    """The animal that beast-mounted infantry rides."""


class BattleSuit(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What battle armour has: the suit that every trooper of the squad wears."""

    chassis: str
    """Biped or quad."""
    weight_class: str
    """PA(L), light, medium, heavy or assault."""
    armour: int
    """Armour points of each trooper."""
    exoskeleton: bool = False
    turret: str = ""
    """Its turret as the file states it: kind and capacity."""


class TechRatings(msgspec.Struct, frozen=True, gc=False):
    """The letters of technology that a support vehicle is built at; empty where the file is silent."""

    structure: str = ""
    engine: str = ""
    armour: str = ""


class Complement(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everyone aboard a large craft, and what they leave it in."""

    crew: int = 0
    officers: int = 0
    gunners: int = 0
    passengers: int = 0
    marines: int = 0
    battle_armour: int = 0
    others: int = 0
    life_boats: int = 0
    escape_pods: int = 0


class Sheet(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the record sheet prints. One shape for every kind of unit; what a kind does not have is left empty."""

    kind: Kind
    chassis: str
    model: str = ""
    motive: str
    """How it moves: biped, quad, tripod, tracked, hover, foot, jump, ..."""
    tons: float
    tech: Tech
    mixed: bool = False
    level: str = ""
    """The rules level as the file gives it."""
    year: int | None = None
    source: str = ""
    role: str = ""
    mul_id: int | None = None
    clan_name: str = ""
    omni: bool = False
    walk: int = 0
    """Walking, cruising or safe-thrust points."""
    jump: int = 0
    engine: Powerplant | None = None
    gyro: str = ""
    cockpit: str = ""
    ejection: str = ""
    structure: Structure | None = None
    myomer: str = ""
    heat_sinks: HeatSinks | None = None
    locations: tuple[Location, ...] = ()
    mounts: tuple[Mount, ...] = ()
    quirks: tuple[str, ...] = ()
    weapon_quirks: tuple[str, ...] = ()
    troopers: int = 0
    """Troopers of a squad, soldiers of a platoon."""
    unit_type: str = ""
    """The type of unit as block files name it: Tank, SupportVTOL, Aero, ..."""
    original_year: int | None = None
    """When the design it is made from was first built."""
    structural_integrity: int = 0
    """Of whatever flies in space or air: the points that stand in for internal structure."""
    fuel: float | None = None
    """Points of fuel; tons for support vehicles."""
    bar: int | None = None
    """The barrier armour rating of a support vehicle."""
    tech_ratings: TechRatings | None = None
    trailer: bool = False
    vstol: bool = False
    """Whether a conventional fighter takes off and lands without a runway."""
    patchwork: bool = False
    """Whether locations differ in their kind of armour."""
    transporters: tuple[str, ...] = ()
    """Bays, seats and quarters, as the file lists them."""
    complement: Complement | None = None
    platoon: Platoon | None = None
    suit: BattleSuit | None = None
    extra: tuple[tuple[str, str], ...] = ()
    """Blocks of the file that no field takes up, each by its name and as written."""

    @property
    def name(self) -> str:
        return f"{self.chassis} {self.model}".strip()

    @property
    def weapons(self) -> tuple[Mount, ...]:
        return tuple([mount for mount in self.mounts if isinstance(mount.equipment, Weapon)])

    @property
    def clan(self) -> bool:
        return self.tech == "Clan"

    def __getitem__(self, code: str) -> Location:
        for location in self.locations:
            if location.code == code:
                return location
        raise KeyError(code)

    @property
    def hardened_legs(self) -> bool:
        """Whether a leg wears hardened armour."""
        legs = [place.armour_kind for place in self.locations if place.code[-1:] == "L"]
        return bool([kind for kind in legs if kind is not None and "hardened" in kind.flags])

    @property
    def marked_slots(self) -> list[str]:
        """The slots with a mark behind what they hold, as written: `Gyro (ARMORED)`, `Medium Laser (R)`."""
        return [slot for place in self.locations for slot in place.slots if ")" in slot]

    def flagged(self, *flags: str) -> tuple[Mount, ...]:
        """The mounts whose equipment carries any of some flags."""
        return tuple([mount for mount in self.mounts if not mount.equipment.flags.isdisjoint(flags)])
