"""The classic game as the lab's commands know it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from overheat.classic import events, scenario
from overheat.classic.advance import advance
from overheat.classic.battle_value.unit import battle_value, with_skills
from overheat.classic.board import library as boards
from overheat.classic.board.boardfile import parse_board, write_board
from overheat.classic.board.notation import parse, print_board
from overheat.classic.forces.meeting import meeting as forces_meeting
from overheat.classic.game import Classic
from overheat.classic.phrases import by_side
from overheat.classic.report import forces, report
from overheat.classic.rulesets import LIBRARY, ruleset
from overheat.classic.setup import Combatant, Setup
from overheat.classic.sheet import Sheet
from overheat.classic.state import State
from overheat.classic.unitfile import library as units
from overheat.kernel.chronicle import kinds_of
from overheat.kernel.game import Player
from overheat.kernel.positions import Word
from overheat.kernel.refusal import RefusedError, refuse
from overheat.lab.games import Brief, Kind


def find(name_or_path: str) -> Brief:
    """A scenario of the classic game."""
    found, setup = scenario.find(name_or_path)
    return Brief(name=name_or_path, title=found.title, story=found.story, rules=found.rules, setup=setup)


def meeting(paths: Sequence[Path], board: str, layers: Sequence[str]) -> Brief:
    """A battle of forces from their files."""
    title, setup = forces_meeting(paths, board, ruleset(layers))
    return Brief(name=title, title=title, setup=setup)


def sides(setup: Setup) -> tuple[Player, ...]:
    """The sides in the order they are named."""
    return tuple(dict.fromkeys(unit.side for unit in setup.units))


def values(setup: Setup, layers: Sequence[str] = ()) -> dict[Player, int]:
    """The battle value of each side under some layers of rules, crews and what bins hold included."""
    rules, worth = ruleset(layers), dict.fromkeys(sides(setup), 0)
    for unit in setup.units:
        value = battle_value(unit.sheet(), rules, unit.loads)
        worth[unit.side] += with_skills(value, unit.gunnery, unit.piloting, rules).total
    return worth


def survivors(state: State) -> dict[Player, int]:
    """How many units of each side are still in the battle."""
    return {side: sum(unit.active for unit in units) for side, units in by_side(state.units).items()}


def cast(game: Classic, setup: Setup) -> State:
    """The units of a set-up that are bundled or brought along."""
    known = tuple(unit for unit in setup.units if unit.text or units.known_as(unit.unit))
    readable = tuple(unit for unit in known if _sheet_of(unit) is not None)
    if not (setup.board_text or setup.board in boards.names()):
        raise refuse("board.name", f"no board {setup.board!r}", board=setup.board)
    return game.mustered(msgspec.structs.replace(setup, units=readable))


def _sheet_of(unit: Combatant) -> Sheet | None:
    try:
        return unit.sheet()
    except RefusedError:
        return None


def board_notation(file: str) -> str:
    """The text of a board file in the notation of boards."""
    return print_board(parse_board(file.encode(), "").board)


def board_file(notation: str) -> str:
    """The text of a board file of a board in its notation."""
    return write_board(parse(notation))


CLASSIC = Kind(
    name="classic",
    make=Classic,
    scenarios=scenario.names,
    find=find,
    sides=sides,
    values=values,
    survivors=survivors,
    forces=forces,
    report=report,
    round_of=lambda state: int(state.round),
    events=kinds_of(events),
    mustered=Classic.mustered,
    advance=advance,
    cast=cast,
    deploying=Setup.deploying,
    earlier=("restless",),
    meeting=meeting,
    with_load=Setup.with_load,
    library=LIBRARY,
    written={"board_text": Word(board_notation, board_file)},
)
