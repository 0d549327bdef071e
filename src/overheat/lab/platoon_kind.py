"""H.E.A.T as the lab's commands know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from overheat.kernel.chronicle import kinds_of
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.lab.games import Brief, Kind
from overheat.platoon import events
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.rulesets import LIBRARY
from overheat.platoon.scenario import load_scenario, scenarios, set_up
from overheat.platoon.state import Setup, State
from overheat.platoon.wording import report


def find(name_or_path: str) -> Brief:
    """A scenario of the platoon game, with the platoons it names."""
    found = load_scenario(name_or_path)
    return Brief(name=name_or_path, title=found.name, story=found.text, setup=set_up(found, PlatoonGame().ruleset))


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


PLATOON = Kind(
    name=PlatoonGame.name,
    make=PlatoonGame,
    scenarios=lambda: tuple(scenarios()),
    find=find,
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
)
