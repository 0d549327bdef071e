"""H.E.A.T as the lab's commands know it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache

from overheat.kernel.chronicle import kinds_of
from overheat.kernel.game import Player
from overheat.kernel.notation import parse_value, plain, words_of
from overheat.kernel.positions import Word
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.lab.games import Brief, Kind
from overheat.platoon import events
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.ground import terrain
from overheat.platoon.roster import bundled, muster
from overheat.platoon.rulesets import LIBRARY
from overheat.platoon.scenario import load_scenario, scenarios, set_up
from overheat.platoon.sheet import Sheet
from overheat.platoon.state import Setup, State
from overheat.platoon.wording import report

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
    report=report,
    round_of=lambda state: int(state.turn),
    unversioned=("first_readings",),
    events=kinds_of(events),
    mustered=mustered,
    cast=mustered,
    library=LIBRARY,
    written={"forces": Word(print_forces, parse_forces)},
)
