"""The null check of the lab: a ruleset compared with itself, with other dice, again and again.

    python benchmarks/null_check.py --repeats 100 --games 30 --jobs 2

Every repeat is an `overheat compare --unpaired` with seeds of its own. Told is, for each figure, how many of its 95 %
intervals hold the zero that is the truth: about 95 of 100 should, 93 to 97 of 100 on average over figures. Figures that
are the same in nearly all games, so that their means are far from normal, are told apart.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

import overheat as oh

APART = 10_000
"""Seeds between two repeats."""
SELDOM = 0.2
"""Figures that differ from their most frequent value in a smaller share of games are rare."""


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _rare(study: oh.Study) -> set[str]:
    """Figures that are the same in nearly all games of a study."""
    found = set()
    for name in study.figures:
        values = Counter(game.figures.get(name, 0.0) for game in study.games)
        if 1 - values.most_common(1)[0][1] / len(study.games) < SELDOM:
            found.add(name)
    return found


def main() -> None:
    """Compare a ruleset with itself as often as is asked for, and count the intervals that hold zero."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--scenario", default="duel")
    asked.add_argument("--rules", default="printed")
    asked.add_argument("--repeats", type=int, default=100)
    asked.add_argument("--games", type=int, default=30)
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    rules = given.rules.split("+")
    holds, told, rare = Counter[str](), Counter[str](), Counter[str]()
    began = time.monotonic()
    for repeat in range(given.repeats):
        seed = given.seed + repeat * APART
        study = oh.compare(given.scenario, [rules, rules], games=given.games, seed=seed, jobs=given.jobs, paired=False)
        rare.update(_rare(study))
        for name in study.figures:
            told[name] += 1
            holds[name] += not study[name].differences[0].by.tells
        if (repeat + 1) % 10 == 0:
            left = (time.monotonic() - began) / (repeat + 1) * (given.repeats - repeat - 1)
            _say(f"{repeat + 1} of {given.repeats} repeats, {left / 60:.0f} minutes left")
    common = [name for name in told if told[name] == given.repeats and rare[name] < given.repeats / 2]
    for name in common:
        _say(f"{name:32} {holds[name]:4} of {told[name]}")
    shares = [holds[name] / told[name] for name in common]
    _say(f"{len(common)} figures: {sum(shares) / len(shares):.1%} of their intervals hold zero on average")


if __name__ == "__main__":
    main()
