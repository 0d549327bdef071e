"""A combat vehicle on the drawing board: its sheet, the rules it is checked by, and what several checks ask of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import msgspec

from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.machine.plan import Finding, Plan
from overheat.classic.unit.equipment import Armour
from overheat.classic.unit.sheet import Mount
from overheat.kernel.rules.rule import Slot, Table
from overheat.kernel.terms import Tally, Term

CHASSIS = TECH_MANUAL("Combat vehicles, design the chassis")
TRANSPORT = TECH_MANUAL("Combat vehicles, infantry compartments and cargo")

_ORDINARY = {
    "tracked": 100,
    "wheeled": 80,
    "hover": 50,
    "vtol": 30,
    "wige": 80,
    "hydrofoil": 100,
    "naval": 300,
    "submarine": 300,
}
ORDINARY: Table[str, int] = Table("construction.vehicle.most_tons", _ORDINARY, cite=CHASSIS)
"""The most tons of a vehicle by how it moves; what is heavier is superheavy."""

TURRETS = {"TU": "baseChassisTurretWeight", "FT": "baseChassisTurret2Weight"}
"""The turrets of a vehicle, and the blocks in which the file of an omni vehicle writes what their chassis weighs."""


OF_OTHERS = frozenset({"battle_armour", "protomech", "infantry", "aerospace", "capital"})
"""What is made for suits, protomechs, soldiers and whatever flies in space, and has no weight on a vehicle."""

_AMOUNT = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")


def amount(text: str) -> Fraction | None:
    """The number that a text of a file is; None if it is none."""
    return Fraction(text.strip()) if _AMOUNT.fullmatch(text.strip()) else None


class Transport(msgspec.Struct, frozen=True):
    """Room for soldiers or cargo, as a file lists it: what for, and how many tons."""

    name: str
    tons: Fraction


@dataclass(frozen=True)
class VehiclePlan(Plan):
    """A combat vehicle with the rules it is checked by."""

    @property
    def superheavy(self) -> bool:
        most = self.rules[ORDINARY].rows
        return self.sheet.tons > most.get(self.sheet.motive, max(most.values()))

    @property
    def towed(self) -> bool:
        """Whether it is a trailer, said to be one or without an engine of its own."""
        return self.sheet.trailer or (self.sheet.engine is None and not self.sheet.walk)

    def powered_by(self, *flags: str) -> bool:
        """Whether the engine is of any of some sorts."""
        engine = self.sheet.engine
        return engine is not None and not engine.kind.flags.isdisjoint(flags)

    @cached_property
    def codes(self) -> tuple[str, ...]:
        return tuple(place.code for place in self.sheet.locations)

    @cached_property
    def blocks(self) -> dict[str, str]:
        """What the file says besides, by the names of its blocks."""
        return dict(self.sheet.extra)

    @cached_property
    def transports(self) -> tuple[Transport, ...]:
        """The room for soldiers and cargo; handles for battle armour take up none."""
        return tuple(self._transports())

    def _transports(self) -> Iterator[Transport]:
        rooms = self.rules[ROOMS]
        for line in self.sheet.transporters:
            name, _, rest = line.partition(":")
            tons = amount(rest.split(":")[0])
            if name.lower() in rooms and tons is not None:
                yield Transport(name.lower(), tons / rooms[name.lower()])

    @cached_property
    def load(self) -> tuple[Mount, ...]:
        """All that is mounted and has a weight of its own on a vehicle."""
        return tuple(
            mount
            for mount in self.sheet.mounts
            if not isinstance(mount.equipment, Armour) and mount.equipment.flags.isdisjoint(OF_OTHERS)
        )

    def inside(self, code: str) -> tuple[Mount, ...]:
        """What a turret turns: all that is mounted in it but ammunition."""
        return tuple(mount for mount in self.load if mount.location == code and not mount.ammunition)

    def weight(self) -> Tally:
        """What the vehicle weighs, as an explained sum."""
        return Tally(tuple(term for rule in self.rules[VEHICLE_WEIGHT] for term in rule(self)))


ROOMS: Table[str, Fraction] = Table(
    "construction.vehicle.rooms",
    {"troopspace": Fraction(1), "cargobay": Fraction(1), "insulatedcargobay": Fraction(87, 100)},
    cite=TRANSPORT,
)
"""How many tons a ton of room holds, by what files call it."""

VEHICLE: Slot[[VehiclePlan], tuple[Finding, ...]] = Slot("construction.vehicle", nothing=())
"""The checks of a combat vehicle."""

VEHICLE_WEIGHT: Slot[[VehiclePlan], tuple[Term, ...]] = Slot("construction.vehicle_weight", nothing=())
"""What a combat vehicle's weight is the sum of."""

RULES = (ORDINARY, ROOMS)
