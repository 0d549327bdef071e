"""The bot `search`: within its budget, alike for the same seed, on what its player knows."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

import overheat as oh
from overheat.kernel.dice import Seeded
from overheat.kernel.log.replay import Session
from overheat.kernel.offered import in_order
from overheat.lab.games import find_scenario
from overheat.lab.players import make_bot
from overheat.lab.players.fighter.search import Searching
from small_battles import small_battle


def test_with_a_budget_of_trials_the_same_seed_is_the_same_battle(tmp_path: Path) -> None:
    logs = [oh.play(small_battle(tmp_path), red="search:3n", blue="hard", seed=2).log() for _ in range(2)]
    assert logs[0] == logs[1]


@pytest.mark.parametrize(("budget", "most"), [("1s", 10), ("3s", 30)])
def test_with_a_budget_of_time_it_stops_before_that_is_over(tmp_path: Path, budget: str, most: int) -> None:
    """Every look at the clock takes a tenth of a second; a trial takes two."""
    kind, brief = find_scenario(small_battle(tmp_path))
    game = kind.make(kind.layers(brief))
    session = Session(game, brief.setup, 1)
    ticks = count()
    bot = Searching(Seeded(1, "bot"), budget, clock=lambda: next(ticks) / 10)
    trials = 0.0
    while not trials and session.state.phase == "movement":
        player = game.to_act(session.state)
        assert player is not None
        before = next(ticks)
        said = bot.choose(game, session.state, player, in_order(game.legal(session.state, player)))
        assert next(ticks) - before <= most + 3
        trials = float(bot.reason.figures.get("trials", 0))
        session.apply(player, said)
    assert trials > 1


@pytest.mark.parametrize("budget", ["", "0s", "fast", "2h", "1e9s"])
def test_a_budget_that_is_none_is_refused(budget: str) -> None:
    with pytest.raises(oh.RefusedError, match="search" if not budget else "2s or 40n"):
        make_bot("classic", f"search:{budget}", 1, "red")
