"""A board: hexes with a level and the features that stand on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from overheat.classic.board.hexes import Hex
from overheat.kernel.facts import Id, Name
from overheat.kernel.refusal import refuse


class Feature(msgspec.Struct, frozen=True):
    """One terrain feature of a hex. What its level counts depends on the kind: density of woods, depth of water, ...

    `exits` are the hexsides it connects over, a bit each, north first; None where the file leaves that to the map.
    """

    kind: Id
    level: int = 1
    exits: int | None = None


class Ground(msgspec.Struct, frozen=True):
    """What a hex is: its level, its features in the order written, and the theme it is drawn in."""

    level: int = 0
    features: tuple[Feature, ...] = ()
    theme: Name = ""

    def get(self, kind: str) -> Feature | None:
        """The feature of a kind, if the hex has it."""
        for feature in self.features:
            if feature.kind == kind:
                return feature
        return None

    def amount(self, kind: str, absent: int = 0) -> int:
        """The level of a feature: the depth of its water, the density of its woods; `absent` without it."""
        for feature in self.features:
            if feature.kind == kind:
                return feature.level
        return absent

    def __contains__(self, kind: str) -> bool:
        for feature in self.features:  # noqa: SIM110
            if feature.kind == kind:
                return True
        return False


class Board(msgspec.Struct, frozen=True, cache_hash=True):
    """A rectangle of hexes. `grounds` runs row by row from the upper left."""

    width: int
    height: int
    grounds: tuple[Ground, ...]
    name: str = ""
    tags: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    """What the file asks of a program that draws it, as name and value."""

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or len(self.grounds) != self.width * self.height:
            raise ValueError(f"a {self.width}x{self.height} board cannot have {len(self.grounds)} hexes")

    def __contains__(self, hex: Hex) -> bool:
        column, row = hex
        return 1 <= column <= self.width and 1 <= row <= self.height

    def __getitem__(self, hex: Hex) -> Ground:
        column, row = hex
        width = self.width
        if not (1 <= column <= width and 1 <= row <= self.height):
            raise refuse("board.hex", f"hex {hex} is not on {self}", hex=str(hex))
        return self.grounds[(row - 1) * width + column - 1]

    def __iter__(self) -> Iterator[Hex]:
        return (Hex(column, row) for row in range(1, self.height + 1) for column in range(1, self.width + 1))

    def __str__(self) -> str:
        return f"{self.name or 'a board'} ({self.width}x{self.height})"

    def edges_crossed(self, hex: Hex) -> tuple[Literal["north", "south", "east", "west"], ...]:
        """The edges that lie between the board and a hex beyond it."""
        found: list[Literal["north", "south", "east", "west"]] = []
        if hex.row < 1:
            found.append("north")
        if hex.row > self.height:
            found.append("south")
        if hex.column > self.width:
            found.append("east")
        if hex.column < 1:
            found.append("west")
        return tuple(found)

    def from_edge(self, hex: Hex, edge: str) -> int:
        """How many hexes lie between a hex and an edge of the board."""
        return {
            "north": hex.row - 1,
            "south": self.height - hex.row,
            "west": hex.column - 1,
            "east": self.width - hex.column,
        }[edge]

    def parse_hex(self, name: str) -> Hex:
        """A hex of this board from its name. Beyond 99 columns or rows a name has more digits for them."""
        columns = 2 if self.width < 100 else len(str(self.width))
        rows = 2 if self.height < 100 else len(str(self.height))
        if len(name) == columns + rows and name.isascii() and name.isdigit():
            hex = Hex.split(name, columns)
        else:
            hex = Hex.parse(name)
        if hex not in self:
            raise refuse("board.hex", f"hex {name} is not on {self}", hex=name)
        return hex

    def with_changes(self, changes: Mapping[Hex, Ground]) -> Board:
        """The same board with some hexes changed."""
        grounds = list(self.grounds)
        for hex, ground in changes.items():
            if hex not in self:
                raise refuse("board.hex", f"hex {hex} is not on {self}", hex=str(hex))
            grounds[(hex.row - 1) * self.width + hex.column - 1] = ground
        return msgspec.structs.replace(self, grounds=tuple(grounds))
