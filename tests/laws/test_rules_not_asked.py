"""A rule that says beforehand that it has nothing to say has nothing to say, whatever happens in a battle."""

from typing import Any

import pytest

from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.kernel.log.replay import Session
from overheat.kernel.rules.rule import Rule, Ruleset, Slot
from overheat.lab.players import make_bot

COMMANDS = 160
GAMES = (
    ("combined_arms", "greedy", ()),
    ("smoke_and_missiles", "greedy", ("omega",)),
    ("lance", "random", ()),
    ("duel", "random", ("tacops",)),
    ("planet_moon", "greedy", ("planets",)),
)


@pytest.mark.parametrize(("scenario", "bot", "layers"), GAMES)
def test_rules_that_are_not_asked_would_have_said_nothing(
    scenario: str, bot: str, layers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen, left_out = Ruleset.among, set[str]()

    def watched(rules: Ruleset, slot: Slot[..., Any], *facts: Any) -> tuple[Rule[..., Any], ...]:
        asked = chosen(rules, slot, *facts)
        for rule in rules[slot]:
            if rule not in asked:
                left_out.add(rule.id)
                assert rule.function(*facts) == slot.nothing, rule.id
        return asked

    monkeypatch.setattr(Ruleset, "among", watched)
    game = Classic(layers)
    session = Session(game, find(scenario)[1], 1)
    bots = {side: make_bot("classic", bot, 1, side) for side in ("red", "blue")}
    for _ in range(COMMANDS):
        player = game.to_act(session.state)
        if player is None:
            break
        legal, known = tuple(game.legal(session.state, player)), game.known(session.state, player)
        session.apply(player, bots[player].choose(game, known, player, legal))
    assert left_out
