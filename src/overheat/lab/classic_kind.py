"""The classic game as the lab's commands know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from overheat.classic.battle.advance import advance
from overheat.classic.board import library as boards
from overheat.classic.board.board_file import parse_board, write_board
from overheat.classic.board.hexes import Hex
from overheat.classic.board.notation import parse, print_board
from overheat.classic.facts import events
from overheat.classic.facts.missions import missions
from overheat.classic.facts.phrases import by_side
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.muster import planets, scenario
from overheat.classic.muster.meeting import Plan, on_board, set_up
from overheat.classic.muster.meeting import meeting as forces_meeting
from overheat.classic.muster.places import Recruit
from overheat.classic.muster.said import orders_of, zone_of
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.report.not_played import forewarned as warned
from overheat.classic.report.not_played import not_played
from overheat.classic.report.report import forces, report
from overheat.classic.rules.standard.reckoning import kept_of
from overheat.classic.rulesets import LIBRARY, ruleset
from overheat.classic.unit.fielding import under
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile import library as units
from overheat.kernel.events import Event, Rolled
from overheat.kernel.game import Player
from overheat.kernel.log.chronicle import kinds_of
from overheat.kernel.positions import Word
from overheat.kernel.refusal import RefusedError, refuse
from overheat.kernel.wording.commands import Speaker
from overheat.lab.classic_account import account
from overheat.lab.games import Brief, Kind, Terms
from overheat.lab.telling import Note, Noter, Teller, term_of

EDITION = ("printed",)


def find(name_or_path: str) -> Brief:
    """A scenario of the classic game."""
    found, setup = scenario.find(name_or_path)
    rules = LIBRARY.laid_over(EDITION, found.rules)
    return Brief(name=name_or_path, title=found.title, story=found.story, rules=rules, setup=setup)


def meeting(paths: Sequence[Path], board: str, layers: Sequence[str], terms: Terms) -> Brief:
    """A battle of forces from their files, on the terms that are said."""
    plan = _planned(on_board(board), terms)
    title, setup = forces_meeting(paths, plan, ruleset(LIBRARY.laid_over(EDITION, layers)))
    return Brief(name=title, title=title, story=_told(setup), rules=EDITION, setup=setup)


def on_terms(brief: Brief, layers: Sequence[str], terms: Terms) -> Brief:
    """The forces of a scenario on other terms, on its map."""
    setup: Setup = brief.setup
    forces: dict[Player, list[Recruit]] = {}
    for unit in setup.units:
        facts = {name: getattr(unit, name) for name in Recruit.__struct_fields__}
        forces.setdefault(unit.side, []).append(Recruit(**facts))
    plan = on_board(terms.board) if terms.board else Plan(board=setup.board, board_text=setup.board_text)
    plan = msgspec.structs.replace(plan, weather=setup.weather)
    made = set_up(_planned(plan, terms), forces, ruleset(LIBRARY.laid_over(brief.rules, layers)))
    return msgspec.structs.replace(brief, setup=made, story=_told(made))


def _planned(plan: Plan, terms: Terms) -> Plan:
    return msgspec.structs.replace(
        plan,
        orders=orders_of(terms.mission, terms.goal) if terms.mission or terms.goal else None,
        zones=tuple(zone_of(side, said) for side, said in terms.zones.items()),
        rounds=terms.rounds,
        by_players=terms.by_players,
    )


def _told(setup: Setup) -> str:
    """What a battle of a kind of scenario is about; nothing for one of no kind."""
    return missions()[setup.mission].says if setup.mission else ""


def planet(brief: Brief, name: str) -> Brief:
    """A battle in the conditions of a planet, under its rules; it keeps its map."""
    rules = LIBRARY.laid_over(brief.rules, planets.find(name).rules)
    return msgspec.structs.replace(brief, rules=rules, setup=planets.on_planet(brief.setup, name))


def sides(setup: Setup) -> tuple[Player, ...]:
    """The sides in the order they are named."""
    return tuple(dict.fromkeys(unit.side for unit in setup.units))


def values(setup: Setup, layers: Sequence[str] = ()) -> dict[Player, int]:
    """The battle value of each side under some layers of rules, crews and what bins hold included."""
    rules, worth = ruleset(layers), dict.fromkeys(sides(setup), 0)
    for unit in setup.units:
        worth[unit.side] += unit.value(rules)
    return worth


def forewarned(setup: Setup, layers: Sequence[str] = ()) -> list[str]:
    """The units of a set-up that are paid for what is not played, each in a line."""
    rules = ruleset(layers)
    fielded = {unit.id: under(rules, unit.sheet(), unit.loads) for unit in setup.units}
    return warned({f"{id} {sheet.name}": not_played(rules, sheet) for id, sheet in fielded.items()})


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


def speaker(game: Any, state: Any) -> Speaker:
    """What may be said in a state of the classic game, with the names that the page calls units by."""
    from overheat.classic.facts.phrases import short_names
    from overheat.classic.turn.round import speaker

    return speaker(state, short_names(state.units.values()))


def expected(game: Any, state: Any, player: str) -> Mapping[str, object]:
    """What a state of the classic game waits for."""
    from overheat.classic.report.awaited import awaited

    return msgspec.structs.asdict(awaited(state, player))


def teller(game: Any, state: Any) -> Teller:
    """The words of the classic game, with the dice that decided what they decide."""
    from overheat.classic.report.report import cast_of
    from overheat.classic.report.wording import sentence

    cast = cast_of(state)

    def tell(event: Event, before: Event | None) -> str:
        return sentence(event, cast, before.roll if isinstance(before, Rolled) else None)

    return tell


def noter(state: Any) -> Noter:
    """The depths of the printed report, and sums with where each part is written."""
    from overheat.classic.report.folded import idles, in_short, led_to, section_of
    from overheat.classic.report.report import cast_of, depth_of
    from overheat.classic.report.sums import sum_of

    cast = cast_of(state)

    def note(event: Event) -> Note:
        if isinstance(event, Rolled):
            return Note(3, about=cast.purpose(event.roll), summed=len(event.roll.faces) > 1)
        return Note(
            min(3, depth_of(event)),
            tuple(term_of(part) for part in sum_of(event)),
            about=led_to(event),
            short=in_short(event, cast),
            section=section_of(event),
            idle=idles(event),
        )

    return note


def text_map(game: Any, state: State) -> str:
    """The board as a map of characters."""
    from overheat.classic.report.field_map import field_map

    return field_map(state)


def standing(game: Any, state: State) -> Iterator[str]:
    """Everybody in a line each."""
    from overheat.classic.facts.phrases import called
    from overheat.classic.report.status import line

    return (line(unit, called(state.units.values())) for unit in state.units.values())


COLOURS = ("#b3123c", "#1d4f9c", "#2e7d32", "#8a6d00")
"""The colours of sides in pictures, in the order of a set-up."""


def drawn(game: Any, state: State, turn: int) -> str:
    """The board with a badge for each unit in the colour of its side."""
    from overheat.classic.board.drawing import draw
    from overheat.classic.report.field_map import labels

    short, sides = labels(state.units), list(by_side(state.units))
    marks: dict[Hex, str] = {}
    colours: dict[Hex, str] = {}
    for unit in state.units.values():
        if unit.active:
            word = short[unit.id].upper()
            marks[unit.hex] = f"{marks[unit.hex]} {word}" if unit.hex in marks else word
            colours[unit.hex] = COLOURS[sides.index(unit.side) % len(COLOURS)]
    return draw(state.relief.board, marks=marks, colours=colours)


def doubts(session: Any, player: Player) -> Iterable[Any]:
    """What the coach says of a battle."""
    from overheat.lab.classic_coach import doubts

    return doubts(session, player)


CLASSIC = Kind(
    name="classic",
    make=Classic,
    scenarios=scenario.names,
    find=find,
    edition=EDITION,
    sides=sides,
    values=values,
    forewarned=forewarned,
    survivors=survivors,
    kept=kept_of,
    forces=forces,
    report=lambda game, state, events: report(state, events),
    teller=teller,
    noter=noter,
    speaker=speaker,
    expected=expected,
    text_map=text_map,
    standing=standing,
    drawn=drawn,
    package="overheat.classic",
    round_of=lambda state: int(state.round),
    events=kinds_of(events),
    mustered=Classic.mustered,
    advance=advance,
    cast=cast,
    deploying=Setup.deploying,
    planet=planet,
    planet_map=planets.map_of,
    earlier=("restless",),
    formerly=(
        "earlier_falls",
        "former_movement",
        "former_waters",
        "former_bridges",
        "former_mines",
        "former_ground",
        "former_transfers",
        "former_results",
    ),
    meeting=meeting,
    on_terms=on_terms,
    with_load=Setup.with_load,
    account=account,
    doubts=doubts,
    library=LIBRARY,
    written={"board_text": Word(board_notation, board_file)},
)
