"""A very small game, to try the kernel on without any real game: two players race to a total by rolling dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from overheat.kernel.cite import Book, Cite
from overheat.kernel.dice import Dice
from overheat.kernel.events import Event, LoggedDice
from overheat.kernel.game import Outcome, Player
from overheat.kernel.log.alike import Worded
from overheat.kernel.positions import Spelling, parse_state, print_state
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.digest import Digest

BOOK = Book("Race")
TURNS: Cite = BOOK("Turns", 1)


class Setup(msgspec.Struct, frozen=True):
    goal: int


class Race(msgspec.Struct, frozen=True):
    goal: int
    places: tuple[int, int] = (0, 0)
    turn: int = 0


class Throw(msgspec.Struct, frozen=True, tag=True):
    count: int


class Pass(msgspec.Struct, frozen=True, tag=True):
    pass


class Advanced(Event, frozen=True):
    player: Player
    steps: int


class RaceGame:
    """Throw one or two dice and go on by the lower face, or pass."""

    name = "race"
    rules = ("race",)
    digest: Digest | None = None
    setups = Setup
    worded = Worded()
    commands: Any = Throw | Pass

    def start(self, setup: Setup, dice: Dice) -> tuple[Race, tuple[Event, ...]] | Refusal:
        if setup.goal < 1:
            return Refusal("race.goal", "a race needs a goal", TURNS)
        return Race(setup.goal), ()

    def position(self, setup: Setup, state: Race) -> str:
        return print_state(Race(setup.goal), state, Spelling())

    def placed(self, setup: Setup, position: str) -> Race:
        return parse_state(Race(setup.goal), position, Spelling())

    def to_act(self, state: Race) -> Player | None:
        return None if self.over(state) else ("red", "blue")[state.turn % 2]

    def legal(self, state: Race, player: Player) -> Iterable[Throw | Pass]:
        return [Throw(1), Throw(2), Pass()] if player == self.to_act(state) else []

    def apply(
        self, state: Race, player: Player, command: Throw | Pass, dice: Dice
    ) -> tuple[Race, tuple[Event, ...]] | Refusal:
        if command not in self.legal(state, player):
            return Refusal("race.turn", f"{player} may not do that now", TURNS, {"player": player})
        events: list[Event] = []
        places = list(state.places)
        if isinstance(command, Throw):
            steps = LoggedDice(dice, events).roll("race.throw", command.count).faces[0]
            places[state.turn % 2] += steps
            events.append(Advanced(player, steps))
        return Race(state.goal, (places[0], places[1]), state.turn + 1), tuple(events)

    def over(self, state: Race) -> Outcome | None:
        for player, place in zip(("red", "blue"), state.places, strict=True):
            if place >= state.goal:
                return Outcome((player,), "reached the goal")
        return None

    def view(self, state: Race, player: Player) -> object:
        return state

    def known(self, state: Race, player: Player) -> Race:
        return state

    def redact(self, state: Race, event: Event, player: Player) -> Event | None:
        return event
