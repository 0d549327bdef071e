"""Battles among buildings, burning woods and smoke: whatever is legal is carried out, and the log plays again."""

from __future__ import annotations

import random

import pytest

from overheat.classic.board.board import Board, Feature, Ground
from overheat.classic.board.board_file import write_board
from overheat.classic.facts.commands import Command, Fire, Jump, Step, Strike
from overheat.classic.facts.state import Weather
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.refusal import Refusal

SIDE = 12
FORCES = (
    "Archer ARC-2R",
    "Firestarter FS9-H",
    "Warrior Attack Helicopter H-7",
    "Elemental Battle Armor [Laser](Sqd5)",
    "Rifleman RFL-3N",
    "Mad Cat (Timber Wolf) Prime",
    "Vedette Medium Tank",
    "Foot Platoon (Rifle)",
)


def hex_of(dice: random.Random) -> Ground:
    """A hex of a town in the woods."""
    level, which = dice.choice([0, 0, 0, 1]), dice.random()
    if which < 0.25:
        factor, height = dice.choice([5, 15, 40, 90]), dice.randint(1, 3)
        walls = (Feature("bldg_cf", factor), Feature("bldg_elev", height))
        return Ground(level, (Feature("building", dice.randint(1, 4)), *walls))
    if which < 0.45:
        fire = (Feature("fire"),) if dice.random() < 0.2 else ()
        return Ground(level, (Feature("woods", dice.randint(1, 2)), *fire))
    return Ground(level, (Feature("smoke", 1),) if which < 0.5 else ())


def town(seed: int) -> str:
    dice = random.Random(seed)
    return write_board(Board(SIDE, SIDE, tuple(hex_of(dice) for _ in range(SIDE * SIDE)), name="town"))


def setup(seed: int) -> Setup:
    """Two sides at opposite edges of a town at night."""
    units = tuple(
        Combatant(
            id=f"u{at}",
            side="red" if at % 2 else "blue",
            unit=name,
            hex=f"{2 + at:02d}{3 if at % 2 else 9:02d}",
            facing=3 if at % 2 else 0,
        )
        for at, name in enumerate(FORCES)
    )
    return Setup(board="town", board_text=town(seed), units=units, rounds=4, weather=Weather(light="moonless"))


def choice(legal: list[Command], dice: random.Random) -> Command:
    """Anything at all, but rather a shot, a blow, a jump or a step ahead."""
    eager = [command for command in legal if isinstance(command, Fire | Strike | Jump) or command == Step("forward")]
    return dice.choice(eager if eager and dice.random() < 0.7 else legal)


@pytest.mark.parametrize("seed", [1, 2])
def test_battles_in_a_burning_town_run_to_their_end_and_play_again(seed: int) -> None:
    game, dice = Classic(), random.Random(seed)
    session = Session(game, setup(seed), seed)
    while (player := game.to_act(session.state)) is not None:
        answer = session.apply(player, choice(list(game.legal(session.state, player)), dice))
        assert not isinstance(answer, Refusal)
    assert verify(session.log(), lambda header: Classic(header.rules)) is None
