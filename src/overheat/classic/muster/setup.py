"""How a battle is set up: the board, the forces, where they stand, and how long it lasts."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from overheat.classic.board.board import Board
from overheat.classic.board.board_file import parse_board
from overheat.classic.board.hexes import Hex
from overheat.classic.board.library import find as find_board
from overheat.classic.facts.state import Edge, Objective, Weather
from overheat.classic.rules.standard.victory import OBJECTIVES
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.library import READERS
from overheat.classic.unitfile.library import find as find_unit
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset

NEEDS = {"edge": "an edge", "units": "at least one unit", "hexes": "hexes", "rounds": "a number of rounds"}
"""What may have to be said of an objective."""


class Combatant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One unit of a force: a bundled name, or the text of a unit file, and where it comes to the field."""

    id: str
    side: str
    unit: str
    text: str = ""
    """The unit file itself, for units that do not come with the project; `unit` is then the file's name."""
    hex: str = ""
    """Where it begins; nothing for a unit that its side places before the first round."""
    facing: int = 0
    gunnery: int = 4
    piloting: int = 5
    loads: dict[str, str] = {}
    """What its bins, tubes and racks hold, where that is not what its file says: `{"LT SRM 6 Ammo": "Inferno"}`."""

    def sheet(self) -> Sheet:
        """What the unit is."""
        if not self.text:
            return find_unit(self.unit).sheet
        ending = next((ending for ending in READERS if self.unit.lower().endswith(ending)), None)
        if ending is None:
            raise refuse("setup.unit", f"{self.unit}: a unit file ends in {' or '.join(READERS)}", unit=self.unit)
        return READERS[ending](self.text.encode(), self.unit).sheet


class Zone(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a side places its units: a strip along an edge of the board, or single hexes."""

    side: str
    edge: Literal["", "north", "south", "east", "west"] = ""
    depth: Annotated[int, msgspec.Meta(ge=1)] = 3
    hexes: tuple[str, ...] = ()

    def on(self, board: Board) -> frozenset[Hex]:
        """Its hexes on a board."""
        if not self.edge and not self.hexes:
            raise refuse("setup.zone", f"the zone of {self.side} needs an edge or hexes", side=self.side)
        strip = (hex for hex in board if self.edge and from_edge(board, hex, self.edge) < self.depth)
        return frozenset((*strip, *(board.parse_hex(name) for name in self.hexes)))


def from_edge(board: Board, hex: Hex, edge: str) -> int:
    """How many hexes lie between a hex and an edge of the board."""
    return {
        "north": hex.row - 1,
        "south": board.height - hex.row,
        "west": hex.column - 1,
        "east": board.width - hex.column,
    }[edge]


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything about a battle before the first die falls."""

    board: str
    board_text: str = ""
    """The board file itself, for boards that do not come with the project."""
    units: tuple[Combatant, ...]
    rounds: int = 0
    weather: Weather = Weather()
    objectives: tuple[Objective, ...] = ()
    zones: tuple[Zone, ...] = ()
    """Where sides place units that have no hex."""

    def deploying(self) -> Setup:
        """The same with units to be placed: each side in a strip along the edge that it stands nearest to."""
        board = self.field()
        sides = dict.fromkeys(unit.side for unit in self.units)
        zones = tuple(Zone(side=side, edge=self._edge_of(board, side)) for side in sides)
        units = tuple(msgspec.structs.replace(unit, hex="") for unit in self.units)
        return msgspec.structs.replace(self, units=units, zones=self.zones or zones)

    def _edge_of(self, board: Board, side: str) -> Edge:
        """The edge that the units of a side stand nearest to, for the size of the board."""
        hexes = [board.parse_hex(unit.hex) for unit in self.units if unit.side == side and unit.hex]
        edges: tuple[tuple[Edge, int], ...] = (
            ("north", board.height),
            ("south", board.height),
            ("west", board.width),
            ("east", board.width),
        )
        far = {edge: sum(from_edge(board, hex, edge) for hex in hexes) / size for edge, size in edges}
        return min(far, key=lambda edge: far[edge])

    def placed_in(self, board: Board) -> dict[str, frozenset[Hex]]:
        """The hexes of the zones by side; a unit without a hex needs one."""
        zones: dict[str, frozenset[Hex]] = {}
        for zone in self.zones:
            zones[zone.side] = zones.get(zone.side, frozenset()) | zone.on(board)
        for unit in self.units:
            if not unit.hex and unit.side not in zones:
                raise refuse("setup.zone", f"{unit.id} has no hex, and {unit.side} no zone", unit=unit.id)
        return zones

    def check_objectives(self, board: Board, rules: Ruleset) -> None:
        """Refuse what nobody could want: an objective of a side that is not there, without an edge, off the board."""
        sides, kinds = {unit.side for unit in self.units}, rules[OBJECTIVES]
        for objective in self.objectives:
            where = f"{objective.kind} of {objective.side}"
            if objective.side not in sides:
                raise refuse("setup.objective", f"{where}: there is no such side", side=objective.side)
            if objective.kind not in kinds:
                raise refuse("setup.objective", f"{where}: there is no such objective, but {', '.join(kinds.rows)}")
            said = {
                "edge": objective.edge,
                "units": objective.units > 0,
                "hexes": objective.hexes,
                "rounds": self.rounds > 0,
            }
            if not all(said[need] for need in kinds[objective.kind]):
                needed = " and ".join(NEEDS[need] for need in kinds[objective.kind])
                raise refuse("setup.objective", f"{where}: it needs {needed}")
            for name in objective.hexes:
                board.parse_hex(name)

    def with_load(self, unit: str, holder: str, what: str) -> Setup:
        """The same with something declared for a bin, tube or rack of a unit."""
        if unit not in (entry.id for entry in self.units):
            there = ", ".join(entry.id for entry in self.units)
            raise refuse("setup.unit", f"there is no unit {unit[:60]!r}; there are {there}", unit=unit[:60])
        units = tuple(
            msgspec.structs.replace(entry, loads={**entry.loads, holder: what}) if entry.id == unit else entry
            for entry in self.units
        )
        return msgspec.structs.replace(self, units=units)

    def field(self) -> Board:
        """The board that is fought over."""
        if self.board_text:
            return parse_board(self.board_text.encode(), self.board).board
        return find_board(self.board).board
