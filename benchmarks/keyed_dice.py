"""Whether dice keyed by round, unit and purpose make two rulesets cheaper to tell apart than one stream of dice does.

    python benchmarks/keyed_dice.py --pairs 60 --rules printed --rules printed+tacops

Every seed is played under both rulesets, once with one stream of dice and once with dice whose faces follow from (seed,
round, who throws, purpose, what about, how many such throws before). Told is how far the figures of the two games of a
pair go together: with a correlation r, a difference of means takes (1 - r) times the games of two unpaired samples.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import sys
import time
from collections import Counter
from typing import Any

from overheat.kernel.dice import About, Roll, Seeded, check
from overheat.kernel.log import replay
from overheat.lab.games import find_scenario
from overheat.lab.match import play


class Keyed(Seeded):
    """Dice of which each falls by its own key, whatever was thrown before."""

    def __init__(self, seed: int, stream: str = "game") -> None:
        super().__init__(seed, stream)
        self._round = 0
        self._thrown: Counter[tuple[object, ...]] = Counter()

    def roll(
        self, purpose: str, count: int = 2, sides: int = 6, *, who: str = "", needed: int | None = None, **about: About
    ) -> Roll:
        check(count, sides)
        if purpose == "initiative" and self._thrown[purpose, who, self._round]:
            self._round += 1
        told = tuple(sorted((name, str(fact)) for name, fact in about.items() if isinstance(fact, str)))
        key = (purpose, who, self._round, told)
        self._thrown[purpose, who, self._round] += 1
        self._thrown[key] += 1
        digest = hashlib.sha256(repr((self.seed, self.stream, key, self._thrown[key])).encode()).digest()
        numbers = [int.from_bytes(digest[at * 4 : at * 4 + 4], "big") for at in range(min(count, 8))]
        numbers += [int(self._random.random() * 2**32) for _ in range(count - len(numbers))]
        roll = Roll(
            purpose, sides, tuple(sorted(1 + number * sides // 2**32 for number in numbers)), who, about, needed
        )
        self.rolls.append(roll)
        return roll


def figures(rules: str, scenario: str, seed: int, dice: type[Seeded]) -> dict[str, float]:
    """What came of a battle."""
    replay.Seeded = dice  # type: ignore[attr-defined]
    layers = tuple(rules.split("+"))
    kind, brief = find_scenario(scenario, lambda kind: layers)
    session: Any = play(kind.make(kind.layers(brief, layers)), brief.setup, seed, {}, "greedy")
    assert kind.account is not None
    return {**kind.account(session).figures, "rounds": float(kind.round_of(session.state))}


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    said.add_argument("--scenario", default="lance")
    said.add_argument("--rules", action="append", required=True)
    said.add_argument("--pairs", type=int, default=60)
    given = said.parse_args()
    began = time.process_time()
    for name, dice in (("one stream", Seeded), ("keyed", Keyed)):
        pairs = [
            tuple(figures(rules, given.scenario, seed, dice) for rules in given.rules)
            for seed in range(1, given.pairs + 1)
        ]
        shared = sorted(set.intersection(*(set(game) for pair in pairs for game in pair)))
        for figure in [figure for figure in shared if figure.count(".") <= 1][:24]:
            one, other = ([pair[at][figure] for pair in pairs] for at in (0, 1))
            if len(set(one)) > 1 and len(set(other)) > 1:
                r = statistics.correlation(one, other)
                _say(
                    f"{name:<12}{figure:<24}r {r:+.2f}   means {statistics.mean(one):.2f} {statistics.mean(other):.2f}"
                )
    _say(f"{time.process_time() - began:.0f} s of processor time")


if __name__ == "__main__":
    main()
