"""Where questions of the classic game are answered: units and boards by name, and a unit as a question describes it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.parties import (
    Carried,
    Elevation,
    EngineKind,
    Loaded,
    Lost,
    Marks,
    Moved,
    Party,
    Posture,
    UnitName,
    check_modes,
    unit_on,
)
from overheat.classic.board.board import Board, Ground
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.rules.standard.weather import check_weather, settled
from overheat.classic.sight.relief import Relief
from overheat.classic.unit.sheet import Sheet
from overheat.kernel import inquiries
from overheat.kernel.dice import Dice, Thrown, every
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset

R = TypeVar("R", bound=Hashable)

WIDTH, HEIGHT, MIDDLE = 15, 17, "0809"
"""The open ground that is meant where no board is named, and where a unit stands there."""
Faces = Annotated[tuple[int, ...], Meta(description="What the dice show, in order; without them every throw counts.")]
AnyBoard = Annotated[str, Meta(description="A board file, or the name of a bundled board; open ground if empty.")]


class Desk(inquiries.Desk):
    """Rules in force, and where to look for what a question names."""

    conditions: Weather = Weather()
    """What it is asked with: light, weather, gravity and so on."""

    def told(self, name: str, fact: Any) -> None:
        """Take note of the conditions, if the rules have them."""
        assert isinstance(fact, Weather)
        self.conditions = self.weather(fact)

    def weather(self, given: Weather) -> Weather:
        """The conditions of a question; where it has a weather of its own, that."""
        if not given.given:
            return self.conditions
        check_weather(self.rules, given)
        return self.rules[settled](self.rules, given, False)

    def sheet(self, name: str) -> Sheet:
        """A unit by its name or its file."""
        return _sheet(self.sources("unit", name))

    def relief(self, board: str) -> Relief:
        """A board by its name or its file as the rules see it; open ground where none is named."""
        return _relief(self.sources("board", board) if board else "", self.rules)

    def unit(self, relief: Relief, role: str, party: Party) -> Unit:
        """A unit as a question describes it."""
        unit = unit_on(self.rules, relief.board, role, party, self.sheet(party.unit))
        check_modes(self.rules, unit)
        return unit


@lru_cache(maxsize=16)
def _relief(board: str, rules: Ruleset) -> Relief:
    from overheat.classic.board.library import find as find_board

    plain = Board(WIDTH, HEIGHT, (Ground(),) * (WIDTH * HEIGHT))
    return Relief(find_board(board).board if board else plain, rules)


@lru_cache(maxsize=4096)
def _sheet(unit: str) -> Sheet:
    from overheat.classic.unitfile.library import find as find_unit

    return find_unit(unit).sheet


class OneUnit(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A unit by itself, and the state that it is in."""

    unit: UnitName
    piloting: int = 5
    heat: int = 0
    prone: bool = False
    damage: Lost = ()
    loads: Loaded = {}
    marks: Marks = {}
    engine: EngineKind = ""
    carries: Carried = ()
    posture: Posture = ""


class OnBoard(OneUnit, kw_only=True):
    """A unit somewhere on a board, or on open ground."""

    board: AnyBoard = ""
    hex: str = ""
    facing: int = 0
    elevation: Elevation = None
    moved: Moved = "stationary"
    hexes_moved: int = 0
    weather: Weather = Weather()
    searchlight: Annotated[bool, Meta(description="Whether its searchlight is on.")] = False


def staged(desk: Desk, asked: OneUnit) -> tuple[State, Unit]:
    """The battle that a question about one unit describes, and the unit."""
    placed = asked if isinstance(asked, OnBoard) else OnBoard(unit=asked.unit)
    relief = desk.relief(placed.board)
    party = Party(
        unit=asked.unit,
        hex=placed.hex or ("0101" if placed.board else MIDDLE),
        facing=placed.facing,
        moved=placed.moved,
        hexes_moved=placed.hexes_moved,
        heat=asked.heat,
        prone=asked.prone,
        piloting=asked.piloting,
        elevation=placed.elevation,
        loads=asked.loads,
        damage=asked.damage,
        marks=asked.marks,
        engine=asked.engine,
        carries=asked.carries,
        posture=asked.posture,
        searchlight=placed.searchlight,
    )
    unit = desk.unit(relief, "unit", party)
    weather = desk.weather(placed.weather)
    return State(relief=relief, units={unit.id: unit}, weather=weather, round=1), unit


def thrown(faces: Sequence[int], procedure: Callable[[Dice], R]) -> Distribution[R]:
    """What comes of a procedure whose first dice have been thrown already, over every way the others can fall."""
    spare: list[int] = []

    def run(dice: Dice) -> R:
        given = Thrown(faces, dice)
        result = procedure(given)
        spare[:] = given.left
        return result

    found = every(run)
    if spare:
        raise refuse("situation.dice", f"dice: {spare} are left over", field="dice")
    return found


def only(found: Distribution[R]) -> R | None:
    """The outcome of what has only one; None where several are possible."""
    return next(iter(found)) if len(found) == 1 else None
