"""What reading a unit file gives: the sheet, and whatever the reader could not place, each with its line."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from overheat.classic.unit.sheet import Mount, Sheet


class Notice(msgspec.Struct, frozen=True, gc=False):
    """Something in a unit file that a reader can live with, and the line it is on."""

    line: int
    message: str
    id: str = "unit.part"
    """`unit.part` is a part that is not known, `unit.stray` some text that belongs to nothing."""
    part: str = ""
    """The name of equipment that the catalogue does not know."""

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


_NONE: frozenset[str] = frozenset()


def swims(mounts: Iterable[Mount]) -> bool:
    """Whether the points that a file calls jumping are those of underwater manoeuvring units: it has no jump jets."""
    flags = _NONE.union(*[mount.equipment.flags for mount in mounts])
    return "umu" in flags and "jump_jet" not in flags


class UnitReading(msgspec.Struct, frozen=True, gc=False):
    """A unit as read. Parts that the reader does not know are told by name, never dropped in silence."""

    sheet: Sheet
    notices: tuple[Notice, ...] = ()

    @property
    def unknown(self) -> tuple[Notice, ...]:
        """The parts that are not known: without them the unit is not whole."""
        return tuple(notice for notice in self.notices if notice.id == "unit.part")
