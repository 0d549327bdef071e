"""The bot `search`: within its budget, alike for the same seed, on what its player knows."""

from __future__ import annotations

from math import nan
from pathlib import Path
from typing import Any

import pytest

import overheat as oh
from overheat.kernel.dice import Seeded
from overheat.kernel.log.replay import Session
from overheat.kernel.offered import in_order
from overheat.lab.games import find_scenario
from overheat.lab.players import Bot, make_bot, reason_of
from overheat.lab.players.fighter.search import Searching
from overheat.lab.players.soldier.search import Searching as SearchingSoldier
from overheat.lab.players.trying import Budget, Manner, tried_out
from small_battles import small_battle


def test_with_a_budget_of_trials_the_same_seed_is_the_same_battle(tmp_path: Path) -> None:
    logs = [oh.play(small_battle(tmp_path), red="search:3n", blue="hard", seed=2).log() for _ in range(2)]
    assert logs[0] == logs[1]


class _Clock:
    """Goes on when it is told to, and by so much with every look."""

    def __init__(self, look: float = 0.0) -> None:
        self.now, self._look = 0.0, look

    def __call__(self) -> float:
        self.now += self._look
        return self.now


@pytest.mark.parametrize(("budget", "most"), [("1s", 1.0), ("3s", 3.0)])
def test_with_a_budget_of_time_a_unit_is_done_before_that_is_over(tmp_path: Path, budget: str, most: float) -> None:
    """Every look at the clock takes a hundredth of a second, and everybody who moves in a trial is a look; what the
    unit does after its first command comes out of the same budget."""
    kind, brief = find_scenario(small_battle(tmp_path))
    game = kind.make(kind.layers(brief))
    session = Session(game, brief.setup, 1)
    clock = _Clock(look=0.01)
    bot = Searching(Seeded(1, "bot"), budget, clock)
    trials, begun, mover = 0.0, 0.0, ""
    while session.state.phase == "movement":
        player = game.to_act(session.state)
        assert player is not None
        if session.state.acting is not None and session.state.acting != mover:
            mover, begun = session.state.acting, clock.now
        said = bot.choose(game, session.state, player, in_order(game.legal(session.state, player)))
        trials += float(bot.reason.figures.get("trials", 0))
        session.apply(player, said)
        assert not mover or clock.now - begun < most
    assert trials > 2


@pytest.mark.parametrize(
    ("thought", "lengths", "trials"),
    [(0.1, [0.25] * 9, 3), (0.1, [0.1, 0.2, 0.3, 0.4, 0.5], 3), (0.1, [0.1, 0.1, 7.0], 2), (0.6, [0.1], 0)],
    ids=["alike", "longer each time", "far too long", "no time for one"],
)
def test_no_trial_lasts_until_the_budget_is_over(thought: float, lengths: list[float], trials: int) -> None:
    """A trial is begun if there is time for one as long as those before, the first as long as what was thought before;
    one that takes longer than anybody could know is given up."""
    clock, left = _Clock(), iter(lengths)
    budget = Budget("1s", clock)
    budget.begin("a decision")
    clock.now += thought

    def trial(at: int) -> float:
        length = next(left)
        for _ in range(100):
            if budget.over():
                return nan
            clock.now += length / 100
        return 0.0

    assert tried_out([1.0, 0.5], trial, budget, Manner(trust=2.0, curiosity=1.0)).trials == trials
    assert clock.now < 1.0


def test_what_trials_take_is_known_in_the_next_decision() -> None:
    clock = _Clock()
    budget = Budget("1s", clock)
    budget.took(0.7)
    budget.begin("the next")
    clock.now = 0.2
    assert budget.allows(0)
    clock.now = 0.3
    assert not budget.allows(0)
    budget.begin("the next")
    assert not budget.allows(0)
    budget.begin("another")
    assert budget.allows(0)


@pytest.mark.parametrize("game", ["classic", "platoon"])
@pytest.mark.parametrize("budget", ["", "0s", "fast", "2h", "1e9s"])
def test_a_budget_that_is_none_is_refused(game: str, budget: str) -> None:
    with pytest.raises(oh.RefusedError, match="search" if not budget else "2s or 40n"):
        make_bot(game, f"search:{budget}", 1, "red")


def test_what_trials_show_to_be_better_is_chosen_over_what_was_thought_best_before() -> None:
    manner = Manner(trust=2.0, curiosity=1.0)
    found = tried_out([1.0, 0.5, 0.4], lambda at: [0.0, 0.0, 3.0][at], Budget("30n"), manner)
    assert found.best == 2
    assert found.trials == 30
    assert tried_out([1.0, 0.5, 0.4], lambda at: 0.0, Budget("30n"), manner).best == 0


def _met(bot: Bot) -> tuple[Any, list[Any]]:
    """A battle of H.E.A.T in which everybody is set up and the first orders are given, one side by a bot of ours."""
    kind, brief = find_scenario("village")
    game = kind.make(kind.layers(brief))
    session: Session[Any, Any, Any] = Session(game, brief.setup, 3)
    bots = {"attacker": bot, "defender": make_bot("platoon", "greedy", 3, "defender")}
    said: list[Any] = []
    while len(said) < 6:
        player = game.to_act(session.state)
        assert player is not None
        legal = in_order(game.legal(session.state, player))
        command = bots[player].choose(game, game.known(session.state, player), player, legal)
        session.apply(player, command)
        if session.state.turn and player == "attacker":
            said.append((command, reason_of(bot).text))
    return game, said


def test_in_heat_the_same_seed_says_the_same_with_a_budget_of_trials_and_tells_how_many_there_were() -> None:
    once, again = (_met(make_bot("platoon", "search:2n", 3, "attacker"))[1] for _ in range(2))
    assert once == again
    assert any(why.endswith("in 2 trials") for _, why in once)


def test_in_heat_a_budget_of_time_ends_before_it_is_over() -> None:
    """Every look at the clock takes a hundredth of a second, and everybody who acts in a trial is a look."""
    clock = _Clock(look=0.01)
    bot = SearchingSoldier(Seeded(3, "bot"), "1s", clock=clock)
    took: list[float] = []

    class Watched:
        def choose(self, *given: Any) -> Any:
            begun, said = clock.now, bot.choose(*given)
            took.append(clock.now - begun)
            self.reason = bot.reason
            return said

    many = [int(why.split()[-2]) for _, why in _met(Watched())[1] if why.endswith("trials")]
    assert sum(many) > 2
    assert max(took) < 1.0
