"""How long a bot thinks about a unit: processor time of the first decision of a battle, and of the longest.

    python benchmarks/decisions.py
    python benchmarks/decisions.py --only twelve --rules tacops --rounds 3

Both sides of a battle are played by such bots. Each is played in a process of its own, and again in the same with the
next seed: the first finds nothing worked out by another, the second what lasts. A decision is all that the bot does for
one unit in one phase, given what its player knows and what is legal; the first is that of the first move. What making
the bots takes, which loads what is compiled once in a process, is told apart.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from overheat.classic.board.board_file import write_board
from overheat.classic.board.generate import generate
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.muster.setup import Combatant, Setup
from overheat.kernel.game import Game, Player
from overheat.kernel.log.replay import Session
from overheat.kernel.offered import in_order
from overheat.lab.match import seldom_swept
from overheat.lab.players import Bot, make_bot

TWELVE = "twelve"
"""Twelve machines a side, all of different kinds, on a map of four sheets."""
SCENARIOS = ("lance", "planet_swamp", "combined_arms", TWELVE)
RULES = ("printed", "tacops")
WIDTH, HEIGHT = 32, 34
RED = (
    "Warhammer WHM-6R",
    "Wolverine WVR-6R",
    "Phoenix Hawk PXH-1",
    "Wasp WSP-1A",
    "Archer ARC-2R",
    "Marauder MAD-3R",
    "Shadow Hawk SHD-2H",
    "Griffin GRF-1N",
    "Stinger STG-3R",
    "Rifleman RFL-3N",
    "Thunderbolt TDR-5S",
    "Panther PNT-9R",
)
BLUE = (
    "Crusader CRD-3R",
    "Enforcer ENF-4R",
    "Vindicator VND-1R",
    "Locust LCT-1V",
    "BattleMaster BLR-1G",
    "Catapult CPLT-C1",
    "Centurion CN9-A",
    "Hunchback HBK-4G",
    "Jenner JR7-D",
    "Awesome AWS-8Q",
    "Trebuchet TBT-5N",
    "Raven RVN-3L",
)


def setup_of(name: str) -> Setup:
    """The set-up of a bundled scenario, or of twelve a side."""
    if name != TWELVE:
        return find(name)[1]
    return Setup(
        board="twelve.board",
        board_text=write_board(generate(1, WIDTH, HEIGHT)),
        units=(*_line("red", RED, 2, 3), *_line("blue", BLUE, HEIGHT - 1, 0)),
        rounds=12,
    )


def rules_of(name: str, rules: str) -> tuple[str, ...]:
    """The rules of a battle: those asked for, with what its scenario needs."""
    needed = () if name == TWELVE else find(name)[0].rules
    return tuple(dict.fromkeys((*needed, rules)))


def _line(side: str, machines: Sequence[str], row: int, facing: int) -> list[Combatant]:
    """Machines side by side along a row."""
    return [
        Combatant(id=f"{side}-{at + 1}", side=side, unit=unit, hex=f"{4 + 2 * at:02}{row:02}", facing=facing)
        for at, unit in enumerate(machines)
    ]


class Decision(NamedTuple):
    """What was thought about a unit in a phase."""

    round: int
    phase: str
    unit: str
    seconds: float


class Watched:
    """A bot that plays as another does, with the time that it takes for each unit."""

    def __init__(self, bot: Bot, decisions: list[Decision]) -> None:
        self._bot = bot
        self._decisions = decisions

    def choose(self, game: Game[Any, Any, Any], state: State, player: Player, legal: Sequence[Any]) -> Any:
        """What the other says."""
        began = time.process_time()
        said = self._bot.choose(game, state, player, legal)
        took = time.process_time() - began
        if state.acting is not None:
            turn = state.round, state.phase, state.acting
            if self._decisions and self._decisions[-1][:3] == turn:
                took += self._decisions.pop().seconds
            self._decisions.append(Decision(*turn, took))
        return said


def battle(setup: Setup, rules: tuple[str, ...], seed: int, bot: str, rounds: int) -> tuple[float, list[Decision]]:
    """What making the bots takes, and their decisions in the first rounds of a battle."""
    session: Session[Any, Any, Any] = Session(Classic(rules), setup, seed)
    decisions: list[Decision] = []
    began = time.process_time()
    sides = dict.fromkeys(unit.side for unit in setup.units)
    seats = {side: Watched(make_bot("classic", bot, seed, side), decisions) for side in sides}
    made = time.process_time() - began
    game = session.game
    with seldom_swept():
        while (player := game.to_act(session.state)) is not None and session.state.round <= rounds:
            legal = in_order(game.legal(session.state, player))
            session.apply(player, seats[player].choose(game, game.known(session.state, player), player, legal))
    return made, decisions


def _measured(name: str, rules: str, seed: int, bot: str, rounds: int) -> None:
    """Two battles in this process, one after the other, each told in a line."""
    setup, layers = setup_of(name), rules_of(name, rules)
    for which in range(2):
        made, taken = battle(setup, layers, seed + which, bot, rounds)
        first = next(decision.seconds for decision in taken if decision.phase == "movement")
        longest = max(taken, key=lambda decision: decision.seconds)
        mean = sum(decision.seconds for decision in taken) / len(taken)
        sys.stdout.write(
            f"{name:13} {rules:7} {('first', 'second')[which]:6}  made {made:4.2f}  first {first:4.2f}  "
            f"longest {longest.seconds:4.2f}  mean {mean:5.3f} s  "
            f"({len(taken)} decisions, the longest of {longest.unit}, {longest.phase} of round {longest.round})\n"
        )
        sys.stdout.flush()


def main() -> None:
    """Measure every scenario under every ruleset, each in a process of its own."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--only", default="", help="scenarios whose names hold this")
    asked.add_argument("--rules", default=",".join(RULES))
    asked.add_argument("--bot", default="hard")
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--here", action="store_true", help="all in this process, for a profiler")
    given = asked.parse_args()
    for name in (name for name in SCENARIOS if given.only in name):
        for rules in given.rules.split(","):
            if given.here:
                _measured(name, rules, given.seed, given.bot, given.rounds)
                continue
            again = [sys.executable, __file__, "--here", "--only", name, "--rules", rules, "--bot", given.bot]
            subprocess.run([*again, "--rounds", str(given.rounds), "--seed", str(given.seed)], check=True)


if __name__ == "__main__":
    main()
