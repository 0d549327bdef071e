"""H.E.A.T as the lab's commands know it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from overheat.kernel.events import Event, Rolled
from overheat.kernel.game import Player
from overheat.kernel.log.chronicle import kinds_of, plainly
from overheat.kernel.notation import parse_value, plain, words_of
from overheat.kernel.positions import Word
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.wording.commands import Speaker
from overheat.lab.games import Brief, Kind
from overheat.lab.platoon_account import account
from overheat.lab.telling import Note, Noter, Teller, term_of
from overheat.platoon.battle import events
from overheat.platoon.battle.advance import advance
from overheat.platoon.battle.scenario import load_scenario, scenarios, set_up
from overheat.platoon.battle.state import Setup, State
from overheat.platoon.battle.wording import report
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.ground.terrain import terrain
from overheat.platoon.rosters.roster import bundled, muster
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rulesets import LIBRARY

Forces = tuple[tuple[Sheet, ...], tuple[Sheet, ...]]


def find(name_or_path: str, layers: Sequence[str] = ()) -> Brief:
    """A scenario of the platoon game, with the platoons it names as they are under some layers of rules."""
    rules = PlatoonGame(layers).ruleset
    found = load_scenario(name_or_path, terrain(rules))
    return Brief(name=name_or_path, title=found.name, story=found.text, setup=set_up(found, rules))


def sides(setup: Setup) -> tuple[Player, ...]:
    """The two players."""
    return setup.players


def values(setup: Setup, layers: Sequence[str] = ()) -> dict[Player, int]:
    """The points of each platoon."""
    return {player: sum(sheet.points for sheet in setup.forces[side]) for side, player in enumerate(setup.players)}


def survivors(state: State) -> dict[Player, int]:
    """How many units of each platoon are left."""
    return {
        player: sum(unit.alive and unit.side == side for unit in state.units.values())
        for side, player in enumerate(state.setup.players)
    }


def forces(state: State) -> Iterator[str]:
    """Who fights, in lines."""
    for side, player in enumerate(state.setup.players):
        yield f"{player}:"
        for sheet in state.setup.forces[side]:
            yield f"  {sheet.name} [{sheet.id}], {sheet.quality}, {sheet.points} points"


def mustered(game: PlatoonGame, setup: Setup) -> State:
    """Both platoons before the first unit is set up."""
    begun = game.start(setup, NO_DICE)
    if isinstance(begun, Refusal):
        raise RefusedError(begun)
    return begun[0]


@cache
def bundled_sheets() -> dict[str, Sheet]:
    """Every unit of the platoons that come with the project: `response_platoon/alpha`."""
    rules = PlatoonGame().ruleset
    return {f"{name}/{sheet.id}": sheet for name, roster in bundled().items() for sheet in muster(roster, rules).sheets}


def print_forces(forces: Forces) -> str:
    """A line for each side: its units, those of bundled platoons by name."""
    names = {_key(sheet): name for name, sheet in reversed(bundled_sheets().items())}
    return "\n".join(" ".join(names.get(_key(sheet)) or json.dumps(plain(sheet)) for sheet in side) for side in forces)


def _key(sheet: Sheet) -> str:
    """What a unit is, all of it."""
    return json.dumps(plain(sheet))


def parse_forces(text: str) -> Forces:
    """The forces that two lines say."""
    sides = [tuple(_sheet(said.word) for said in words_of(line)) for line in text.split("\n")]
    if len(sides) != 2:
        raise refuse("position.forces", f"there are two forces, each on a line of its own, not {len(sides)}")
    return sides[0], sides[1]


def _sheet(word: str) -> Sheet:
    if word.startswith("{"):
        found: Sheet = parse_value(word, Sheet)
        return found
    if word not in bundled_sheets():
        raise refuse("position.forces", f"no unit {word[:60]!r}; there are {', '.join(bundled_sheets())}")
    return bundled_sheets()[word]


def speaker(game: Any, state: Any) -> Speaker:
    """What may be said in a state of H.E.A.T."""
    from overheat.platoon.battle.scene import Battle
    from overheat.platoon.game import NO_DICE
    from overheat.platoon.turn.turn import speaker

    return speaker(Battle(state, game.ruleset, NO_DICE))


def expected(game: Any, state: Any, player: str) -> Mapping[str, object]:
    """What a state of H.E.A.T waits for."""
    from overheat.platoon.turn.awaited import awaited

    found = awaited(state, game.ruleset)
    mine = found.player in (player, None)
    return {
        "player": found.player,
        "what": found.what if mine else found.others,
        "task": found.task,
        "step": found.step,
    }


def teller(game: Any, state: Any) -> Teller:
    """The words of H.E.A.T, with what a printed report leaves out: dice, the bag, kept orders, drifting smoke."""
    from overheat.platoon.battle.wording import Wording

    wording = Wording(state, game.ruleset)

    def tell(event: Event, before: Event | None) -> str:
        said = wording.sentence(event) or wording.aside(event)
        return plainly(event, before) if said is None else said[:1].upper() + said[1:]

    return tell


def noter(state: Any) -> Noter:
    """The depths of a H.E.A.T log: turns, dice, what a unit does, what follows from that; and the sums."""
    from overheat.platoon.battle.purposes import PURPOSES, is_summed
    from overheat.platoon.battle.wording import depth_of, sum_of

    def note(event: Event) -> Note:
        level = depth_of(event)
        if isinstance(event, Rolled):
            return Note(level, about=PURPOSES.told(event.roll), summed=is_summed(event.roll))
        return Note(level, tuple(term_of(part) for part in sum_of(event)))

    return note


def text_map(game: Any, state: State) -> str:
    """The table as a map of characters."""
    from overheat.platoon.report.text_map import text_map

    return text_map(state, game.ruleset)


def standing(game: Any, state: State) -> Iterator[str]:
    """Everybody in a line each."""
    from overheat.platoon.report.text_map import standing

    return standing(state, game.ruleset)


def drawn(game: Any, state: State, turn: int) -> str:
    """The table as a turn leaves it."""
    from overheat.platoon.report.drawing import draw

    return draw(msgspec.structs.replace(state, turn=turn), game.ruleset)


def doubts(session: Any, player: Player) -> Iterable[Any]:
    """What the coach says of a battle."""
    from overheat.lab.platoon_coach import doubts

    return doubts(session, player)


PLATOON = Kind(
    name=PlatoonGame.name,
    make=PlatoonGame,
    scenarios=lambda: tuple(scenarios()),
    find=find,
    find_under=find,
    sides=sides,
    values=values,
    survivors=survivors,
    forces=forces,
    report=lambda game, state, events: report(state, game.ruleset, events),
    teller=teller,
    noter=noter,
    speaker=speaker,
    expected=expected,
    text_map=text_map,
    standing=standing,
    drawn=drawn,
    package="overheat.platoon",
    round_of=lambda state: int(state.turn),
    unversioned=("first_readings",),
    formerly=("former_field", "former_volleys"),
    events=kinds_of(events),
    mustered=mustered,
    advance=advance,
    tells_all_since=3,
    cast=mustered,
    account=account,
    doubts=doubts,
    library=LIBRARY,
    written={"forces": Word(print_forces, parse_forces)},
)
