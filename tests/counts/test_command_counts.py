"""Counts of commands: from named positions of both games, every sequence of legal commands of up to three.

Dice fall alike after every command, so that a position and a command make one next position. A file names how many
sequences there are of each length, by the verb that they end with; a number that changes is a rule that has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from golden import check_golden
from overheat.kernel.dice import Seeded
from overheat.kernel.game import Game
from overheat.kernel.notation import print_command
from overheat.kernel.refusal import Refusal
from overheat.lab.positions import Position, parse_position

HERE = Path(__file__).parent
POSITIONS = {path.stem: path for path in sorted((HERE / "positions").glob("*.position"))}
DEEPEST = 3


def position(name: str) -> Position:
    return parse_position(POSITIONS[name].read_text(encoding="utf-8"))


def legal(game: Game[Any, Any, Any], state: Any) -> tuple[Any, ...]:
    player = game.to_act(state)
    return () if player is None else tuple(game.legal(state, player))


def after(game: Game[Any, Any, Any], state: Any) -> Iterator[Any]:
    """The states after each legal command; what is legal is never refused."""
    for command in legal(game, state):
        result = game.apply(state, str(game.to_act(state)), command, Seeded(1))
        assert not isinstance(result, Refusal), f"{print_command(command)}: {result}"
        yield result[0]


def counts_text(name: str) -> str:
    """A line for each length of sequences: how many there are, and how many end with each verb."""
    game, states = position(name).game, [position(name).state]
    lines = [POSITIONS[name].read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("# ")]
    for depth in range(1, DEEPEST + 1):
        verbs = Counter(type(command).__name__ for state in states for command in legal(game, state))
        told = ", ".join(f"{verb} {verbs[verb]}" for verb in sorted(verbs))
        lines.append(f"{depth}: {verbs.total()} ({told})")
        states = [] if depth == DEEPEST else [later for state in states for later in after(game, state)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", POSITIONS)
def test_there_are_as_many_sequences_of_commands_as_before(name: str) -> None:
    check_golden(HERE / f"{name}.txt", counts_text(name))


@pytest.mark.parametrize("game", ["classic", "platoon"])
def test_five_positions_of_each_game_are_counted(game: str) -> None:
    assert sum(position(name).kind.name == game for name in POSITIONS) == 5


def test_two_fists_a_hatchet_and_two_feet_reach_two_enemies_and_one_can_be_pushed() -> None:
    """Counted by hand: five blows at each of two enemies and two with the hatchet aimed high and low, a push at the one
    straight ahead, and no blow at all."""
    found = position("classic_blows")
    assert len(legal(found.game, found.state)) == 7 * 2 + 1 + 1


def test_a_squad_may_be_given_any_of_six_orders() -> None:
    found = position("platoon_orders")
    orders = {print_command(command).split()[-1] for command in legal(found.game, found.state)}
    assert orders == {"fire", "advance", "run", "ambush", "rally", "down"}
