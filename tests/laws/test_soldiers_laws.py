"""What holds in every battle that soldiers take part in: they fight at random beside machines, and no law is broken."""

import random

import pytest

from overheat.classic.facts.commands import Board, Command, Fire, Jump, Step, Strike
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.kernel.log.replay import Session, verify
from soldiers import CAVALIERS, ELEMENTALS, GUNNERS, LAUNCHERS, RIFLES, SCOUTS, TRACKS

SOLDIERS = (RIFLES, LAUNCHERS, TRACKS, GUNNERS, ELEMENTALS, CAVALIERS, SCOUTS)
OTHERS = ("Puma (Adder) Prime", "Wasp WSP-1A", "Firestarter FS9-H", "Vedette Medium Tank")
EAGER = (Fire, Strike, Board, Step, Jump)


def forces(chance: random.Random) -> Setup:
    """Soldiers at the feet of machines of both sides."""
    units = [
        Combatant(
            id=f"{side}{number}",
            side=side,
            unit=chance.choice(SOLDIERS if number else OTHERS),
            hex=f"0{(6 - at) if number else 5 + at}07",
        )
        for at, side in enumerate(("red", "blue"))
        for number in range(3)
    ]
    return Setup(board="valley", units=tuple(units), rounds=5)


def lawful(state: State) -> None:
    """Counts agree, nobody fights on without soldiers, and who sits on something is where it is."""
    for unit in state.units.values():
        condition = unit.condition
        if unit.sheet.kind == "infantry":
            assert condition.troopers == condition["Troopers"].structure
        if unit.sheet.kind == "battle armour":
            assert condition.troopers == sum(not place.destroyed for place in condition.locations)
        if unit.sheet.troopers and unit.active:
            assert condition.troopers > 0
        if carrier_of(unit):
            carrier = state.units[carrier_of(unit)]
            assert carrier.active
            assert (carrier.hex, carrier.elevation) == (unit.hex, unit.elevation)


def choice(chance: random.Random, legal: list[Command]) -> Command:
    return chance.choices(legal, [4 if isinstance(command, EAGER) else 1 for command in legal])[0]


@pytest.mark.parametrize("seed", range(4))
def test_battles_with_soldiers_break_no_law_and_replay_byte_for_byte(seed: int) -> None:
    chance, game = random.Random(seed), Classic()
    session = Session(game, forces(chance), seed)
    while (player := game.to_act(session.state)) is not None:
        session.apply(player, choice(chance, list(game.legal(session.state, player))))
        lawful(session.state)
    assert verify(session.log(), lambda header: Classic(header.rules)) is None
