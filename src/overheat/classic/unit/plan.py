"""What a sheet's critical slots hold: which slot is which system or which mount, and which bins feed which weapon."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from overheat.classic.unit.equipment import Ammunition, Equipment, Weapon, key
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.classic.unit.slot_line import Part, understand


class Held(NamedTuple):
    """What a slot holds: a system by name, or a mount by its place in the sheet's list. Neither: it is empty."""

    system: str = ""
    mounts: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.system or self.mounts)


Place = tuple[str, int]
"""A location and a slot of it, counted from 0."""

SYSTEM_WORDS = ("engine", "gyro", "life support", "sensors", "cockpit", "shoulder", "hip")
"""Systems that a slot names by one of these words; actuators are named whole."""


ORDINARY_TONS = {"tracked": 100, "wheeled": 80, "hover": 50, "vtol": 30, "wige": 80, "hydrofoil": 100}
"""How heavy vehicles get that are not large, by how they move; those of water, rails and balloons 300 tons."""
TALL_BEASTS = ("elephant", "orca", "hipposaur")


class Plan:
    """The slots of one sheet, worked out once and shared by every unit of its kind."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.slots: dict[str, tuple[Held, ...]] = {}
        self.mount_slots: dict[int, list[Place]] = {}
        free = {at: mount.slots for at, mount in enumerate(sheet.mounts)}
        for location in sheet.locations:
            self.slots[location.code] = tuple(
                self._held(line, (location.code, index), free) for index, line in enumerate(location.slots)
            )
        self.systems: dict[str, tuple[Place, ...]] = {}
        for code, slots in self.slots.items():
            for index, held in enumerate(slots):
                if held.system:
                    self.systems[held.system] = (*self.systems.get(held.system, ()), (code, index))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Plan) and self.sheet == other.sheet)

    __hash__ = None  # type: ignore[assignment]

    def _held(self, line: str, place: Place, free: dict[int, int]) -> Held:
        system = _system(line)
        if system:
            return Held(system)
        mounts = tuple(self._mount(item, place, free) for item in line.split("|") if item)
        found = tuple(at for at in mounts if at is not None)
        for at in found:
            self.mount_slots.setdefault(at, []).append(place)
        return Held("", found)

    def _mount(self, item: str, place: Place, free: dict[int, int]) -> int | None:
        """The mount that a slot line belongs to: the first of its kind there with slots to fill."""
        part = understand(item, self.sheet.tech)
        for at, mount in enumerate(self.sheet.mounts):
            here = place[0] == mount.location or place[0] in mount.also_in
            if free[at] > 0 and here and mount.rear == part.rear and _is(mount.equipment, part):
                free[at] -= 1
                return at
        return None

    @cached_property
    def feeds(self) -> dict[int, tuple[int, ...]]:
        """For each weapon that needs ammunition, the bins that can feed it."""
        return {
            at: tuple(_bins(self.sheet.mounts, mount.weapon))
            for at, mount in enumerate(self.sheet.mounts)
            if mount.weapon is not None and mount.weapon.ammunition and not mount.weapon.shots
        }

    @cached_property
    def weapons(self) -> tuple[int, ...]:
        """The mounts that are weapons."""
        return tuple(at for at, mount in enumerate(self.sheet.mounts) if mount.weapon is not None)

    @cached_property
    def bins(self) -> tuple[int, ...]:
        """The mounts that hold ammunition."""
        return tuple(at for at, mount in enumerate(self.sheet.mounts) if mount.ammunition is not None)

    @cached_property
    def special_rounds(self) -> bool:
        """Whether it has any ammunition that is not the ordinary one."""
        held = (self.sheet.mounts[at].ammunition for at in self.bins)
        return any(rounds is not None and rounds.munition != "standard" for rounds in held)

    @cached_property
    def oversized(self) -> bool:
        """Whether it is heavier than machines and vehicles of its kind usually are."""
        sheet = self.sheet
        if sheet.kind in ("vehicle", "support vehicle"):
            return sheet.tons > ORDINARY_TONS.get(sheet.motive, 300)
        return sheet.kind in ("war machine", "industrial machine") and sheet.tons > 100

    @cached_property
    def drives(self) -> bool:
        """Whether it has any points to move with: trailers and their like have none."""
        return bool(self.sheet.walk or self.sheet.jump)

    @cached_property
    def stature(self) -> int:
        """How many levels it stands above its lowest: a machine 1, a superheavy one 2, an oversized vehicle 1.

        So do soldiers on very large animals.
        """
        sheet = self.sheet
        if sheet.platoon is not None:
            return int(sheet.platoon.beast.lower() in TALL_BEASTS)
        if sheet.kind in ("war machine", "industrial machine"):
            return 2 if self.oversized else 1
        return int(self.oversized)

    @cached_property
    def network(self) -> str:
        """The network that its computers are tuned to; none is an empty text."""
        return next((mount.network for mount in self.sheet.mounts if mount.network), "")

    @cached_property
    def flags(self) -> frozenset[str]:
        """Every flag of anything mounted."""
        return frozenset().union(*(mount.equipment.flags for mount in self.sheet.mounts))

    @cached_property
    def traits(self) -> frozenset[str]:
        """Everything that it is made of: the flags of what is mounted and of its armour, the id of its structure."""
        sheet = self.sheet
        plates = (place.armour_kind.flags for place in sheet.locations if place.armour_kind is not None)
        inside = {sheet.structure.id} if sheet.structure is not None else ()
        return self.flags.union(*plates, inside)


MOST_PLANS = 1 << 10
_PLANS: dict[int, Plan] = {}
"""Plans by which sheet they are of; each holds its sheet, so that no other takes its place."""


def plan_of(sheet: Sheet) -> Plan:
    """The plan of a sheet, worked out once for all battles that the very same sheet takes part in."""
    plan = _PLANS.get(id(sheet))
    if plan is None:
        if len(_PLANS) >= MOST_PLANS:
            _PLANS.clear()
        plan = _PLANS[id(sheet)] = Plan(sheet)
    return plan


def _is(item: Equipment, part: Part) -> bool:
    """Whether a slot line names an item: the catalogue says so, or where it does not know the name, the item itself."""
    if part.equipment is not None:
        return item.id == part.equipment.id
    return bool(part.name) and key(part.name) in map(key, (item.id, item.name, *item.aliases))


def _system(line: str) -> str:
    """The system that a slot line names, in lower case; nothing for equipment and empty slots."""
    lowered = line.lower()
    if not line or not understand(line, "IS").system:
        return ""
    for word in SYSTEM_WORDS:
        if word in lowered:
            return word
    return lowered.removesuffix(" (armored)").strip()


def _bins(mounts: tuple[Mount, ...], weapon: Weapon) -> Iterable[int]:
    for at, mount in enumerate(mounts):
        ammunition = mount.equipment
        if isinstance(ammunition, Ammunition) and feeds(ammunition, weapon):
            yield at


def feeds(ammunition: Ammunition, weapon: Weapon) -> bool:
    """Whether ammunition fits a weapon: the same family, and the same size where the family has sizes."""
    if weapon.ammunition is None or key(ammunition.feeds) != key(weapon.ammunition):
        return False
    return ammunition.rack == 0 or weapon.rack == 0 or ammunition.rack == weapon.rack
