"""How a battle is set up: the board, the forces, where they stand, and how long it lasts."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from overheat.classic.battle_value.unit import battle_value, with_skills
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

NEEDS = {
    "edge": "an edge",
    "units": "at least one unit",
    "hexes": "hexes",
    "rounds": "a number of rounds",
    "depth": "a depth of at least one hex",
    "targets": "enemy units to hunt",
}
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
    pilot: str = ""
    """What its pilot, or who commands it, is called."""

    def sheet(self) -> Sheet:
        """What the unit is."""
        if not self.text:
            return find_unit(self.unit).sheet
        ending = next((ending for ending in READERS if self.unit.lower().endswith(ending)), None)
        if ending is None:
            raise refuse("setup.unit", f"{self.unit}: a unit file ends in {' or '.join(READERS)}", unit=self.unit)
        return READERS[ending](self.text.encode(), self.unit).sheet

    def value(self, rules: Ruleset) -> int:
        """Its battle value with its crew and its loads, under some rules; a kind without one is refused."""
        return with_skills(battle_value(self.sheet(), rules, self.loads), self.gunnery, self.piloting, rules).total


Corner = Literal["", "north-west", "north-east", "south-west", "south-east"]


class Zone(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a side places its units: a strip along an edge of the board or some way into it, a corner, single hexes,
    or anywhere."""

    side: str
    edge: Literal["", "north", "south", "east", "west"] = ""
    depth: Annotated[int, msgspec.Meta(ge=1)] = 3
    """How many hexes deep the strip is; of a corner, its length along both edges."""
    hexes: tuple[str, ...] = ()
    corner: Corner = ""
    gap: Annotated[int, msgspec.Meta(ge=0)] = 0
    """How many hexes lie between the edge and the strip."""
    anywhere: bool = False
    facing: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None
    """The way that units face that are drawn up in it; towards the enemy where nobody says."""

    def on(self, board: Board) -> frozenset[Hex]:
        """Its hexes on a board."""
        if not (self.edge or self.hexes or self.corner or self.anywhere):
            raise refuse("setup.zone", f"the zone of {self.side} needs an edge, a corner or hexes", side=self.side)
        found = frozenset((*filter(lambda hex: self._covers(board, hex), board), *map(board.parse_hex, self.hexes)))
        if not found:
            raise refuse("setup.zone", f"the zone of {self.side} lies off the board", side=self.side)
        return found

    def _covers(self, board: Board, hex: Hex) -> bool:
        strip = bool(self.edge) and self.gap <= board.from_edge(hex, self.edge) < self.gap + self.depth
        corner = bool(self.corner) and all(board.from_edge(hex, edge) < self.depth for edge in self.corner.split("-"))
        return strip or corner or self.anywhere


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
    mission: str = ""
    """The kind of scenario that it is, of `missions.toml`; nothing for one that stands for itself."""

    def deploying(self) -> Setup:
        """The same with units to be placed: each side in a strip along the edge that it stands nearest to."""
        board = self.field()
        sides = dict.fromkeys(unit.side for unit in self.units)
        said = {zone.side for zone in self.zones}
        zones = tuple(Zone(side=side, edge=self._edge_of(board, side)) for side in sides if side not in said)
        units = tuple(msgspec.structs.replace(unit, hex="") for unit in self.units)
        return msgspec.structs.replace(self, units=units, zones=(*self.zones, *zones))

    def _edge_of(self, board: Board, side: str) -> Edge:
        """The edge that the units of a side stand nearest to, for the size of the board."""
        hexes = [board.parse_hex(unit.hex) for unit in self.units if unit.side == side and unit.hex]
        edges: tuple[tuple[Edge, int], ...] = (
            ("north", board.height),
            ("south", board.height),
            ("west", board.width),
            ("east", board.width),
        )
        far = {edge: sum(board.from_edge(hex, edge) for hex in hexes) / size for edge, size in edges}
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
                "depth": objective.depth > 0,
                "targets": objective.targets,
            }
            if not all(said[need] for need in kinds[objective.kind]):
                needed = " and ".join(NEEDS[need] for need in kinds[objective.kind])
                raise refuse("setup.objective", f"{where}: it needs {needed}")
            for name in objective.hexes:
                board.parse_hex(name)
            enemies = {unit.id for unit in self.units if unit.side != objective.side}
            for target in objective.targets:
                if target not in enemies:
                    raise refuse("setup.objective", f"{where}: {target[:60]!r} is no enemy unit", unit=target[:60])

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
