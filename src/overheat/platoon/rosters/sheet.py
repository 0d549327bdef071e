"""A unit as its platoon brings it: what never changes in a battle."""

from __future__ import annotations

from typing import Literal

import msgspec

from overheat.platoon.facts import Quality
from overheat.platoon.rules.standard.drones import Payload
from overheat.platoon.rules.standard.helicopters import HelicopterClass
from overheat.platoon.rules.standard.movement import Mobility

Kind = Literal["infantry", "team", "gun", "drone", "vehicle", "helicopter"]
Post = Literal["leader", "nco", "operator", "helper", "man"]
MAN_WIDTH = 100
"""The base of a man whose platoon says nothing else, in hundredths of an inch."""
LEAST_BASE, MOST_BASE = 0.5, 3.0
"""The narrowest and the widest bases that men stand on, in inches."""


class Figure(msgspec.Struct, frozen=True):
    """One man: what he is in his unit, and what he fires."""

    post: Post
    arms: str


class Mount(msgspec.Struct, frozen=True):
    """A weapon on a vehicle and where it sits."""

    weapon: str
    place: str


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """What a platoon file says of one unit."""

    id: str
    name: str
    unit: str
    """Its kind in the catalogue."""
    slot: str
    kind: Kind
    quality: Quality
    points: int
    damage_value: int
    men: tuple[Figure, ...] = ()
    system: str | None = None
    """The weapon that the whole team works."""
    laws: int = 0
    grenade_launchers: int = 0
    mounts: tuple[Mount, ...] = ()
    mobility: Mobility = "foot"
    airframe: HelicopterClass | None = None
    seats: int = 0
    length: int = 0
    width: int = MAN_WIDTH
    height: int = 80
    officer: str | None = None
    payload: Payload | None = None
    squad: str | None = None
    """The squad that a fighting vehicle is connected to."""
    gun: str | None = None
    """The gun that a designated spotter came with."""
    flags: frozenset[str] = frozenset()

    @property
    def soft(self) -> bool:
        """Whether it is men or a gun and not a vehicle."""
        return self.kind not in ("vehicle", "helicopter")

    @property
    def unmanned(self) -> bool:
        """Whether it is a drone whose operator is off the table: nobody stands there, and it is the whole unit."""
        return self.kind == "drone" and not self.men

    @property
    def armed(self) -> bool:
        return bool(self.mounts or self.men)


def weapons_of(sheet: Sheet) -> set[str]:
    """Everything that a unit fires, by the ids of the charts."""
    carried = {man.arms for man in sheet.men} | {mount.weapon for mount in sheet.mounts}
    return carried | ({sheet.system} if sheet.system else set())
