"""Logs that earlier versions wrote: every one replays, and those that were cut in the middle go on to their end.

`scripts/make_saves.py` wrote those of format 1, random players those of format 2, when some of its events still held
words where ids stand now. Those of format 3 are of versions that read rules otherwise. They are kept as they are for
all later versions.
"""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from overheat.kernel.log.alike import FORMAT
from overheat.kernel.log.replay import Difference, difference_of, first_difference, read, verify
from overheat.lab.games import game_of, kinds
from overheat.lab.players import make_bot
from overheat.lab.readings import played_again
from overheat.lab.retelling import retell

KEPT = sorted(Path(__file__).parent.glob("format*/*/*.log.gz"))
READ_ONLY: frozenset[str] = frozenset({"format2-classic-combined_arms_omega_cut"})
"""Logs that no longer replay, by format, game and name, as `format1-classic-duel_whole`; the changelog says why."""


def named(path: Path) -> str:
    return f"{path.parts[-3]}-{path.parent.name}-{path.name.removesuffix('.log.gz')}"


def worded(line: bytes) -> bool:
    """Whether a line tells in words what has become an id in the meantime."""
    return b'"Destroyed"' in line or b'"BattleEnded"' in line


def differs(log: bytes) -> Difference | None:
    """Where a log differs from its replay under the reading of its rules that it was written under."""
    return difference_of(log.splitlines(), played_again(log))


REPLAYING = [path for path in KEPT if named(path) not in READ_ONLY]
UNFINISHED = [path for path in REPLAYING if "whole" not in path.name]


@pytest.mark.parametrize("path", REPLAYING, ids=named)
def test_a_kept_log_replays(path: Path) -> None:
    assert differs(gzip.decompress(path.read_bytes())) is None


@pytest.mark.parametrize("path", KEPT, ids=named)
def test_a_kept_log_is_told_from_its_events_to_the_end(path: Path) -> None:
    lines = gzip.decompress(path.read_bytes()).splitlines()
    told = retell(lines, kinds()[path.parent.name])
    assert told.chronicle.unread == ()
    assert named(path) in READ_ONLY or told.shown == len(told.chronicle.events) > 0
    assert len(told.chronicle.steps) - 1 == sum(line.startswith(b'{"line":"command"') for line in lines)


@pytest.mark.parametrize("path", UNFINISHED, ids=named)
def test_a_kept_battle_goes_on_to_its_end(path: Path) -> None:
    log = gzip.decompress(path.read_bytes())
    session = played_again(log)
    game, replayed = session.game, len(session.lines)
    sides = kinds()[game.name].sides(session.setup)
    bots = {side: make_bot(game.name, "greedy", session.seed, side) for side in sides}
    while (player := game.to_act(session.state)) is not None:
        legal = tuple(game.legal(session.state, player))
        session.apply(player, bots[player].choose(game, session.state, player, legal))
    assert game.over(session.state) is not None
    header, after = read(log)[0], read(session.log())[0]
    assert (path.parts[-3], after.format) == (f"format{header.format}", FORMAT)
    rules = game.rules if header.format < FORMAT else header.rules
    assert after == msgspec.structs.replace(header, format=FORMAT, rules=rules)
    assert {game.worded.former.get(name, name) for name in header.rules} <= set(after.rules)
    again = session.log().splitlines()
    assert first_difference(log.splitlines(), again[:replayed], game.worded) is None
    assert len(again) > replayed
    assert differs(session.log()) is None


@pytest.mark.parametrize("game", ["classic", "platoon"])
def test_words_of_earlier_versions_of_a_format_are_taken_and_other_facts_are_not(game: str) -> None:
    logs = [gzip.decompress(path.read_bytes()) for path in KEPT if path.parts[-3:-1] == ("format2", game)]
    log = next(log for log in logs if any(map(worded, log.splitlines())))
    at, line = next((at, line) for at, line in enumerate(log.splitlines(), start=1) if worded(line))
    event = msgspec.json.decode(line)
    field, fact = ("unit", "green/alpha") if "unit" in event["event"] else ("winners", ["green"])
    event["event"][field] = fact
    other = log.splitlines()
    other[at - 1] = msgspec.json.encode(event)
    assert verify(log, game_of) is None
    difference = verify(b"\n".join(other), game_of)
    assert difference is not None
    assert difference.line == at


def test_a_dozen_logs_of_each_game_are_kept() -> None:
    headers = [read(gzip.decompress(path.read_bytes()))[0] for path in KEPT]
    count = Counter(header.game for header in headers)
    assert all(count[game] >= 12 for game in kinds())
