"""Logs that earlier versions wrote: every one replays, and those that were cut in the middle go on to their end.

`scripts/make_saves.py` wrote them. They are kept as they are for all later versions.
"""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import pytest

from overheat.kernel.replay import read, rerun, verify
from overheat.lab.games import game_of, kinds
from overheat.lab.players import make_bot

KEPT = sorted((Path(__file__).parent / "format1").glob("*/*.log.gz"))
UNFINISHED = [path for path in KEPT if "whole" not in path.name]


def named(path: Path) -> str:
    return f"{path.parent.name}-{path.name.removesuffix('.log.gz')}"


@pytest.mark.parametrize("path", KEPT, ids=named)
def test_a_kept_log_replays(path: Path) -> None:
    assert verify(gzip.decompress(path.read_bytes()), game_of) is None


@pytest.mark.parametrize("path", UNFINISHED, ids=named)
def test_a_kept_battle_goes_on_to_its_end(path: Path) -> None:
    log = gzip.decompress(path.read_bytes())
    session = rerun(log, game_of)
    game = session.game
    while (player := game.to_act(session.state)) is not None:
        legal = tuple(game.legal(session.state, player))
        session.apply(
            player, make_bot(game.name, "greedy", session.seed, player).choose(game, session.state, player, legal)
        )
    assert session.log().startswith(log)
    assert len(session.log()) > len(log)
    assert game.over(session.state) is not None


def test_a_dozen_logs_of_each_game_are_kept() -> None:
    headers = [read(gzip.decompress(path.read_bytes()))[0] for path in KEPT]
    count = Counter(header.game for header in headers)
    assert all(count[game] >= 12 for game in kinds())
