"""How often a bot of H.E.A.T wins, from both sides of every bundled scenario, with Wilson's interval at 95 %.

    python benchmarks/platoon_strength.py --bot hard --against greedy --seed 91001 --games 15
    python benchmarks/platoon_strength.py --bot hard --against hard --seed 92001 --games 16 --one-side

A game is a line, so that a run that is stopped has told what it found; the sums come last. Between a bot and itself
one side is enough: its share of wins says whether a battle is even.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import Any

from overheat.lab.games import find_scenario
from overheat.lab.match import play
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.study.intervals import wilson
from overheat.platoon.turn.turns import score

SCENARIOS = ("crossroads", "heath", "ridge", "sectors", "village")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def told(counted: Counter[str]) -> str:
    """Games, results, and shares of them, in words."""
    games = counted["won"] + counted["drawn"] + counted["lost"]
    share_won = wilson(counted["won"], games)
    points = f"{counted['ours'] / games:.1f} to {counted['theirs'] / games:.1f}"
    share = f"{counted['won'] / games:.0%} ({share_won.low:.0%} to {share_won.high:.0%})"
    return f"{games} games, won {counted['won']}, drawn {counted['drawn']}, lost {counted['lost']}, {share}, {points}"


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    said.add_argument("--bot", default="hard")
    said.add_argument("--against", default="greedy")
    said.add_argument("--games", type=int, default=15, help="seeds, each played in every scenario")
    said.add_argument("--seed", type=int, default=91001)
    said.add_argument("--scenarios", default=",".join(SCENARIOS))
    said.add_argument("--one-side", action="store_true", help="only the side that is named first")
    given = said.parse_args()
    found: dict[str, Counter[str]] = {}
    for seed in range(given.seed, given.seed + given.games):
        for name in given.scenarios.split(","):
            kind, brief = find_scenario(name)
            sides = brief.setup.players
            for seat in (0,) if given.one_side else (0, 1):
                began = time.process_time()
                bots = {sides[seat]: given.bot, sides[1 - seat]: given.against}
                played: Any = play(kind.make(()), brief.setup, seed, bots)
                points, winners = score(Thinking(played.game, played.state)), played.game.over(played.state).winners
                result = "drawn" if len(winners) != 1 else "won" if winners[0] == sides[seat] else "lost"
                for key in (f"{name} {sides[seat]}", "all"):
                    found.setdefault(key, Counter()).update(
                        {result: 1, "ours": points[seat], "theirs": points[1 - seat]}
                    )
                took = time.process_time() - began
                _say(f"{name} {sides[seat]} {seed} {result} {points[seat]} to {points[1 - seat]}, {took:.1f} s")
    for key, counted in found.items():
        _say(f"{key}: {told(counted)}")


if __name__ == "__main__":
    main()
