"""What holds for vehicles in every battle, whatever their crews do."""

import random

import pytest

from overheat.classic.battle.steps import has_room_for
from overheat.classic.facts.commands import Command, Fire, Leave, Step
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.kernel.log.replay import Session, verify

FORCE = (
    "Bulldog Medium Tank",
    "Condor Heavy Hover Tank",
    "Warrior Attack Helicopter H-7",
    "Hetzer Wheeled Assault Gun",
    "Wasp WSP-1A",
)
ROUNDS = 5


def battle(seed: int, board: str) -> Session[Setup, State, Command]:
    """Two forces that come close to each other and do whatever chance tells them."""
    chance = random.Random(seed)
    units = tuple(
        Combatant(id=f"{side}{at}", side=side, unit=name, hex=f"{3 + 2 * at:02}{row:02}", facing=facing)
        for side, row, facing in (("red", 6, 3), ("blue", 9, 0))
        for at, name in enumerate(FORCE)
    )
    game = Classic()
    session: Session[Setup, State, Command] = Session(game, Setup(board=board, units=units, rounds=ROUNDS), seed)
    while (side := game.to_act(session.state)) is not None:
        legal = list(game.legal(session.state, side))
        session.apply(side, chance.choices(legal, [_appeal(command) for command in legal])[0])
        for unit in session.state.units.values():
            if unit.active and unit.vehicle:
                _is_sound(session.state, unit)
    return session


def _appeal(command: Command) -> float:
    """How readily chance does something: it shoots, goes ahead and rises, and seldom leaves."""
    if isinstance(command, Leave):
        return 0.02
    eager = isinstance(command, Fire) or (isinstance(command, Step) and command.way in ("forward", "up"))
    return 3 if eager else 1


def _is_sound(state: State, unit: Unit) -> None:
    condition, ground = unit.condition, state.relief.board[unit.hex]
    assert not condition.prone
    assert condition.heat == 0
    assert 0 <= condition.vehicle.sensors <= 4
    assert condition.vehicle.motive <= unit.sheet.walk
    assert all(not place.destroyed or place.code == "RO" for place in condition.locations)
    assert has_room_for(state, unit, unit.hex) is None
    if unit.sheet.motive == "hover":
        assert unit.elevation >= 0
        assert not condition.vehicle.immobile or "ice" in ground or not ground.amount("water")
    if unit.sheet.motive == "vtol":
        assert unit.elevation >= 0
        assert unit.elevation > 0 or "ice" in ground or not ground.amount("water")


@pytest.mark.parametrize(("seed", "board"), [(1, "valley"), (2, "lakeside"), (3, "crossroads"), (4, "lakeside")])
def test_vehicles_stay_sound_and_their_battles_replay(seed: int, board: str) -> None:
    session = battle(seed, board)
    assert session.state.outcome is not None
    assert verify(session.log(), lambda header: Classic(header.rules)) is None
