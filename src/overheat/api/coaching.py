"""The coach: the decisions of a battle that cost most."""

from __future__ import annotations

from pathlib import Path

from overheat.api.battles import Battle
from overheat.api.questions import Names, layers
from overheat.kernel.game import Player
from overheat.kernel.log.replay import read
from overheat.lab.coach import Mistake as Mistake
from overheat.lab.coach import coach as look_back
from overheat.lab.games import kind_named


def coach(log: str | Path | bytes | Battle, player: Player = "", most: int = 5, rules: Names = ()) -> list[Mistake]:
    """The decisions of a player that cost most in a battle, with the better ones: `oh.coach(oh.play("duel"))`.

    A mistake says when it was, what it cost (in points of damage, in H.E.A.T in enemy units), what was done and what
    was better, with the figures of both and why.
    """
    kept = log.log() if isinstance(log, Battle) else log if isinstance(log, bytes) else Path(log).read_bytes()
    header, _ = read(kept)
    layers(rules, kind_named(header.game).library)
    return look_back(kept, player, most)
