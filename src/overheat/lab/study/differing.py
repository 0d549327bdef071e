"""The first game of a study in which a ruleset made a difference, and what it was."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from overheat.kernel.log.replay import Session
from overheat.lab.games import kind_named
from overheat.lab.readings import played_again
from overheat.lab.study.comparing import Arm, Comparison, Study
from overheat.lab.study.fixture import Fixture, Played, play_fixture
from overheat.lab.study.running import LONGEST


class Parting(msgspec.Struct, frozen=True, kw_only=True):
    """Where two games with the same dice part."""

    seed: int
    round: int
    arms: tuple[str, str]
    told: tuple[str, str]
    """What is told of each at that point."""
    logs: tuple[bytes, bytes]

    def __str__(self) -> str:
        first, second = self.told
        return f"seed {self.seed}, round {self.round}: {first or 'nothing'} | {second or 'nothing'}"


Logs = Callable[[Played], bytes | None]
"""Finds the compressed log of a game, where it is kept."""


def first_difference(comparison: Comparison, logs: Logs = lambda game: None) -> Parting | None:
    """The first seed that went otherwise under another arm than under the first, and from where on."""
    study = comparison.study
    if not study.paired or len(study.arms) < 2:
        return None
    for one, other in _pairs(comparison):
        if one.log != other.log:
            return _parting(study, one, other, logs)
    return None


def _pairs(comparison: Comparison) -> Iterator[tuple[Played, Played]]:
    """Games with the same dice, one of the first arm and one of another, seed by seed."""
    games = {(game.arm, game.seed, game.turned): game for game in comparison.games}
    first, *others = comparison.study.arms
    for seed in comparison.study.seeds:
        for other in others:
            for turned in (False, True):
                pair = games.get((first.name, seed, turned)), games.get((other.name, seed, turned))
                if pair[0] is not None and pair[1] is not None:
                    yield pair[0], pair[1]


def _parting(study: Study, one: Played, other: Played, logs: Logs) -> Parting:
    kept = tuple(gzip.decompress(logs(game) or _again(study, game)) for game in (one, other))
    sessions = [played_again(log) for log in kept]
    at = _first_line(*(session.lines[1:] for session in sessions))
    told = tuple(_told(session, at) for session in sessions)
    kind = kind_named(study.game)
    at_round = _round_before(kind.mustered, kind.advance, sessions[0], at, kind.round_of)
    return Parting(
        seed=one.seed,
        round=at_round,
        arms=(one.arm, other.arm),
        told=(told[0], told[1]),
        logs=(kept[0], kept[1]),
    )


def _again(study: Study, game: Played) -> bytes:
    """A game played once more for its log."""
    arm: Arm = next(arm for arm in study.arms if arm.name == game.arm)
    fixture: Fixture = next(
        fixture
        for fixture in msgspec.structs.replace(study, seeds=(study.seed_of(game),), arms=(arm,)).fixtures()
        if fixture.turned == game.turned
    )
    return play_fixture(fixture, game.key, LONGEST).log


def _first_line(one: Sequence[bytes], other: Sequence[bytes]) -> int:
    """The number of the first line after the header that differs."""
    return next(number for number, (a, b) in enumerate(zip_longest(one, other)) if a != b)


def _told(session: Session[Any, Any, Any], at: int) -> str:
    """A line of a log in words: what was said, or what happened."""
    lines = session.lines[1:]
    if at >= len(lines):
        return ""
    before = sum(line.startswith(b'{"line":"event"') for line in lines[:at])
    tell = kind_named(session.game.name).teller(session.game, session.state)
    if not lines[at].startswith(b'{"line":"event"'):
        number = sum(line.startswith(b'{"line":"command"') for line in lines[:at])
        player, command = session.commands[number]
        return f"{player}: {_plain(command)}"
    event = session.events[before]
    said = tell(event, session.events[before - 1] if before else None)
    return " ".join(said.split()) or type(event).__name__


def _plain(command: msgspec.Struct) -> str:
    """A command by its name and what it is about."""
    facts = {name: value for name, value in msgspec.to_builtins(command).items() if name != "type" and value}
    return f"{type(command).__name__} " + ", ".join(f"{name} {value}" for name, value in facts.items())


def _round_before(
    mustered: Any, advance: Any, session: Session[Any, Any, Any], at: int, round_of: Callable[[Any], int]
) -> int:
    """The round that a line of a log lies in."""
    if mustered is None or advance is None:
        return round_of(session.state)
    state = mustered(session.game, session.setup)
    count = sum(line.startswith(b'{"line":"event"') for line in session.lines[1:][:at])
    for event in session.events[:count]:
        state = advance(state, event)
    return round_of(state)
