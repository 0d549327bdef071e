"""A campaign: many battles over all bundled scenarios, every log replayed, and whatever went wrong with its seed.

    python scripts/campaign.py --games 2000 --jobs 2
    python scripts/campaign.py --games 500 --layers

Half of the battles are between greedy bots, half between bots that do anything they may. With `--layers` each battle is
played under a random choice of all layers of its game that go together. Leaves with 1 if a battle broke off or a log
did not replay byte for byte.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from overheat.kernel.log.replay import verify
from overheat.kernel.refusal import RefusedError
from overheat.lab.games import find_scenario, game_of, kinds
from overheat.lab.match import play

BOTS = ("greedy", "random")


class Battle(NamedTuple):
    """A battle to be played."""

    scenario: str
    bot: str
    seed: int
    rules: tuple[str, ...] = ()
    """Layers besides those of the scenario."""


class Result(NamedTuple):
    """What came of it; `wrong` is empty if nothing went wrong."""

    battle: Battle
    winners: tuple[str, ...] = ()
    rounds: int = 0
    commands: int = 0
    seconds: float = 0.0
    wrong: str = ""


def fight(battle: Battle, *, replayed: bool) -> Result:
    """Play a battle, and replay its log."""
    began = time.perf_counter()
    try:
        kind, brief = find_scenario(battle.scenario)
        bots = dict.fromkeys(kind.sides(brief.setup), battle.bot)
        session = play(kind.make(kind.layers(brief, battle.rules)), brief.setup, battle.seed, bots)
        seconds = time.perf_counter() - began
        outcome = session.game.over(session.state)
        difference = verify(session.log(), game_of) if replayed else None
        if outcome is None or difference is not None:
            return Result(battle, wrong=f"{difference or 'no outcome'}")
        rounds = kind.round_of(session.state)
        return Result(battle, outcome.winners, rounds, len(session.commands), seconds)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return Result(battle, wrong=f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})")


def battles(count: int, seed: int, scenarios: list[str], *, layers: bool) -> list[Battle]:
    """The battles of a campaign, turn by turn over scenarios and bots."""
    ways = [(scenario, bot) for scenario in scenarios for bot in BOTS]
    plain = [Battle(*ways[at % len(ways)], seed + at // len(ways)) for at in range(count)]
    return [battle._replace(rules=drawn(battle)) for battle in plain] if layers else plain


def drawn(battle: Battle) -> tuple[str, ...]:
    """Layers drawn at random for a battle: as many as go together of some, or of all."""
    kind, brief = find_scenario(battle.scenario)
    chance = random.Random(f"{battle.scenario} {battle.bot} {battle.seed}")
    assert kind.library is not None
    names = [name for name in kind.library.layers if name not in (*brief.rules, kind.library.base.id)]
    chosen: tuple[str, ...] = ()
    for name in chance.sample(names, chance.randint(1, len(names))):
        try:
            kind.library.ruleset((*brief.rules, *chosen, name))
        except RefusedError:
            continue
        chosen = (*chosen, name)
    return chosen


def summary(results: list[Result]) -> str:
    """A line for each scenario and bot."""
    lines = [f"{'scenario':<16}{'bots':<8}{'games':>7}{'rounds':>8}{'commands':>10}{'s/game':>8}  winners"]
    for way in dict.fromkeys((result.battle.scenario, result.battle.bot) for result in results):
        own = [result for result in results if result.battle[:2] == way]
        fine = [result for result in own if not result.wrong] or [Result(own[0].battle)]
        won = Counter(" and ".join(result.winners) or "nobody" for result in fine)
        told = ", ".join(f"{who} {count}" for who, count in sorted(won.items()))
        means = [
            sum(figure) / len(fine) for figure in zip(*((r.rounds, r.commands, r.seconds) for r in fine), strict=True)
        ]
        lines.append(f"{way[0]:<16}{way[1]:<8}{len(own):>7}{means[0]:>8.1f}{means[1]:>10.0f}{means[2]:>8.2f}  {told}")
    return "\n".join(lines)


def main() -> int:
    """Run a campaign and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--scenario", action="append", help="only this scenario; as often as you like")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after so long, however many there are left")
    parser.add_argument("--layers", action="store_true", help="play under random choices of all layers")
    parser.add_argument("--no-replay", action="store_true", help="do not replay the logs")
    asked = parser.parse_args()
    scenarios = asked.scenario or [name for kind in kinds().values() for name in kind.scenarios()]
    began = time.perf_counter()
    one = partial(fight, replayed=not asked.no_replay)
    results = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        for result in pool.map(one, battles(asked.games, asked.seed, scenarios, layers=asked.layers)):
            results.append(result)
            if asked.minutes and time.perf_counter() - began > 60 * asked.minutes:
                pool.shutdown(cancel_futures=True)
                break
    wrong = [result for result in results if result.wrong]
    sys.stdout.write(f"{summary(results)}\n")
    for reason, count in Counter(result.wrong for result in wrong).most_common():
        example = next(result.battle for result in wrong if result.wrong == reason)
        under = f", under {'+'.join(example.rules)}" if example.rules else ""
        where = f"{example.scenario}, {example.bot}, seed {example.seed}{under}"
        sys.stdout.write(f"{count} x {reason}; first: {where}\n")
    took = time.perf_counter() - began
    sys.stdout.write(f"{len(results)} battles, {len(wrong)} of them wrong, {took:.0f} s\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
