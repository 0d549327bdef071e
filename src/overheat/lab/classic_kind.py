"""The classic game as the lab's commands know it."""

from __future__ import annotations

from overheat.classic import scenario
from overheat.classic.battle_value.skill import with_skills
from overheat.classic.battle_value.unit import battle_value
from overheat.classic.game import Classic
from overheat.classic.phrases import by_side
from overheat.classic.report import forces, report
from overheat.classic.setup import Setup
from overheat.classic.state import State
from overheat.kernel.game import Player
from overheat.lab.games import Brief, Kind


def find(name_or_path: str) -> Brief:
    """A scenario of the classic game."""
    found, setup = scenario.find(name_or_path)
    return Brief(name=name_or_path, title=found.title, story=found.story, rules=found.rules, setup=setup)


def sides(setup: Setup) -> tuple[Player, ...]:
    """The sides in the order they are named."""
    return tuple(dict.fromkeys(unit.side for unit in setup.units))


def values(setup: Setup) -> dict[Player, int]:
    """The battle value of each side, crews included."""
    worth = dict.fromkeys(sides(setup), 0)
    for unit in setup.units:
        worth[unit.side] += with_skills(battle_value(unit.sheet()), unit.gunnery, unit.piloting).total
    return worth


def survivors(state: State) -> dict[Player, int]:
    """How many units of each side are still in the battle."""
    return {side: sum(unit.active for unit in units) for side, units in by_side(state.units).items()}


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
)
