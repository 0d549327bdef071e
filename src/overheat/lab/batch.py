"""Many games of one battle: played in as many processes as asked for, the same whatever their number."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from overheat.kernel.game import Player
from overheat.lab.games import kind_named
from overheat.lab.match import play


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one game."""

    seed: int
    winners: tuple[Player, ...]
    reason: str
    rounds: int
    commands: int
    survivors: dict[Player, int]
    seconds: float


class Share(msgspec.Struct, frozen=True):
    """How often something came true, and the interval that its chance lies in, 95 times in 100."""

    count: int
    games: int
    low: float
    high: float


def play_one(
    game: str,
    rules: Sequence[str],
    setup: Any,
    bots: Mapping[Player, str],
    files: Mapping[str, str],
    seed: int,
    position: str = "",
) -> Played:
    """One game, from its seed to its result, in a process that may not have read the users' files of rules yet."""
    kind = kind_named(game)
    for name, file in files.items():
        if kind.library is not None and name in rules and name not in kind.library.layers:
            kind.library.bring(file)
    began = time.perf_counter()
    session = play(kind.make(rules), setup, seed, bots, position=position)
    outcome = session.game.over(session.state)
    assert outcome is not None
    return Played(
        seed=seed,
        winners=outcome.winners,
        reason=outcome.reason,
        rounds=kind.round_of(session.state),
        commands=len(session.commands),
        survivors=kind.survivors(session.state),
        seconds=time.perf_counter() - began,
    )


def play_many(
    game: str,
    rules: Sequence[str],
    setup: Any,
    bots: Mapping[Player, str],
    seeds: Sequence[int],
    jobs: int = 1,
    position: str = "",
) -> Iterator[Played]:
    """A game for each seed, in their order, shared among processes."""
    library = kind_named(game).library
    files = {} if library is None else dict(library.files)
    one = partial(play_one, game, tuple(rules), setup, dict(bots), files, position=position)
    if jobs == 1 or len(seeds) == 1:
        yield from map(one, seeds)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(seeds))) as pool:
        yield from pool.map(one, seeds, chunksize=1)


CERTAINTY = 1.959964
"""How many standard deviations either way hold 95 in 100."""


def share(count: int, games: int) -> Share:
    """A share with its Wilson interval, which holds for few games and for shares near none or all as well."""
    if games == 0:
        return Share(0, 0, 0.0, 1.0)
    part, square = count / games, CERTAINTY**2
    centre = (part + square / (2 * games)) / (1 + square / games)
    reach = CERTAINTY / (1 + square / games) * (part * (1 - part) / games + square / (4 * games**2)) ** 0.5
    return Share(count, games, max(0.0, centre - reach), min(1.0, centre + reach))
