"""A tournament: every bot against every other, from both sides of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from overheat.kernel.refusal import refuse
from overheat.lab.games import Brief, Kind
from overheat.lab.study.fixture import Fixture, Played, files_of
from overheat.lab.study.ratings import Rating, ratings

AGAINST = " v "
"""What stands between the two names of a pair."""


def tournament(
    kind: Kind, brief: Brief, rules: tuple[str, ...], bots: Sequence[str], seeds: Iterable[int]
) -> Iterator[Fixture]:
    """Every pair of bots in a battle of two sides, each from both sides with every seed."""
    sides = kind.sides(brief.setup)
    if len(sides) != 2:
        raise refuse("lab.sides", f"a tournament needs a battle of two sides, not of {len(sides)}")
    if len(set(bots)) < 2:
        raise refuse("lab.bots", "a tournament needs two bots or more")
    files = dict(files_of(kind.name))
    for seed in seeds:
        for one, other in combinations(dict.fromkeys(bots), 2):
            for first, second, turned in ((one, other, False), (other, one, True)):
                yield Fixture(
                    arm=file_name(f"{one}{AGAINST}{other}"),
                    game=kind.name,
                    rules=rules,
                    setup=brief.setup,
                    position=brief.position,
                    bots={sides[0]: first, sides[1]: second},
                    seed=seed,
                    turned=turned,
                    files=files,
                )


def file_name(name: str) -> str:
    """A name that files may have."""
    return name.replace("/", "_")


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """Two who met, and what the first of them won in each game."""

    names: tuple[str, str]
    points: float
    games: int


def standings(played: Iterable[Played]) -> tuple[list[Rating], list[Meeting]]:
    """Ratings of bots that have played one another, and how each pair fared."""
    met: dict[tuple[str, str], list[float]] = {}
    for game in played:
        if game.error:
            continue
        one, other = sorted(game.bots.values())
        side = next(side for side, bot in game.bots.items() if bot == one)
        result = 0.5 if len(game.winners) != 1 else 1.0 if side in game.winners else 0.0
        met.setdefault((one, other), []).append(result)
    pairs = [Meeting(names=pair, points=sum(results), games=len(results)) for pair, results in met.items()]
    return ratings(met), pairs
