"""Every verb of H.E.A.T says what its commands promise, by the rules that play asks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from overheat.platoon.battle.commands import Charge, Lay, Walk
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Moving, Shooting, State
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.ground.terrain import Piece
from overheat.platoon.rulesets import standard
from overheat.platoon.turn.turn import VERBS, speaker
from platoon.battles import all_arms, battle
from platoon.positions import BLUE, FIRE, RED, A, B, TableTop, at, box, duel

ENOUGH = 3
"""How often each command is looked at in a battle."""


def test_every_verb_has_a_preview() -> None:
    assert [id for id, verb in standard()[VERBS].rows.items() if verb.preview is None] == []


def test_everything_that_is_offered_in_a_battle_of_all_arms_can_be_foreseen_without_a_die() -> None:
    game = PlatoonGame()
    looked: Counter[str] = Counter()

    def watch(state: State) -> None:
        player = game.to_act(state)
        if player is None:
            return
        says = speaker(Battle(game.known(state, player), game.ruleset, NO_DICE))
        for command in game.legal(state, player):
            name = type(command).__name__
            if looked[name] < ENOUGH:
                looked[name] += 1
                found = says.foreseen(command)
                assert found is not None
                assert found.says
                assert found.chance is None or 0 <= found.chance <= 1
                says.price(command)

    battle(all_arms(game, "sectors"), 1, game=game, watch=watch)
    assert {"Deploy", "Give", "Walk", "Drive", "Fly", "Shoot", "Hold", "React", "Keep"} <= set(looked)


def test_a_volley_is_foreseen_with_its_sum_and_the_hits_to_expect() -> None:
    table = duel(10, order="fire").ready(Shooting(RED, A))
    found = speaker(Battle(table.state, table.game.ruleset, NO_DICE)).foreseen(FIRE)
    assert found is not None
    assert found.chance == Fraction(4, 6)
    (tally,) = found.sums.values()
    assert tally.total == 3


def test_a_walk_costs_inches_and_tells_the_ground() -> None:
    table = duel(20, order="run").ready(Moving(RED, A))
    says = speaker(Battle(table.state, table.game.ruleset, NO_DICE))
    walk = Walk(at(36, 16))
    found = says.foreseen(walk)
    assert found is not None
    assert found.says == "6″ of 12″; open ground, no cover"
    assert says.price(walk) == "6 inches"


def test_ground_without_cover_gives_none_in_good_english() -> None:
    table = duel(20, box("road", 34, 15), order="run").ready(Moving(RED, A))
    found = speaker(Battle(table.state, table.game.ruleset, NO_DICE)).foreseen(Walk(at(36, 16)))
    assert found is not None
    assert found.says == "6″ of 12″; road, no cover"


@pytest.mark.parametrize(
    ("pieces", "chance", "says"),
    [
        ((), Fraction(7, 12), "wins 58.3 % if nobody fires at it; 0.4 of 1 man lost on average; it strikes first"),
        (
            (box("wood", 30, 14, 12, 6),),
            Fraction(1, 3),
            "wins 33.3 % if nobody fires at it; 0.7 of 1 man lost on average; both strike at once",
        ),
    ],
)
def test_a_charge_is_foreseen_to_its_end(pieces: tuple[Piece, ...], chance: Fraction, says: str) -> None:
    """One man against one: he strikes first, 1/2, else the answer, else both together, where each side wins 1/3."""
    table = duel(4, *pieces, order="run").ready(Moving(RED, A))
    for id in (A, B):
        table.state.units[id] = msgspec.structs.replace(table[id], men=table[id].men[:1])
    found = speaker(Battle(table.state, table.game.ruleset, NO_DICE)).foreseen(Charge(B))
    assert found is not None
    assert (found.chance, found.says) == (chance, says)


def test_a_fight_in_which_nobody_can_fall_is_foreseen_as_one() -> None:
    table = duel(4, order="run").ready(Moving(RED, A))
    for id in (A, B):
        table.state.sheets[id] = msgspec.structs.replace(table.state.sheets[id], damage_value=12)
    found = speaker(Battle(table.state, table.game.ruleset, NO_DICE)).foreseen(Charge(B))
    assert found is not None
    assert "has no end" in found.says


def test_who_charges_with_submachine_guns_counts_them() -> None:
    """Tough fighters strike twice, as in the fight itself."""
    found = []
    for swap in ({}, {"smg": 4}):
        table = TableTop()
        table.add(RED, "rifle_squad", 36, 10, id="a", order="run", men=4, swap=swap)
        table.add(BLUE, "rifle_squad", 36, 16, id="b", order="fire", men=8)
        table.ready(Moving(RED, A))
        promised = speaker(Battle(table.state, table.game.ruleset, NO_DICE)).foreseen(Charge(B))
        assert promised is not None
        found.append(promised.chance or 0)
    assert found[0] < found[1]


def test_a_charge_at_armour_is_foreseen_with_the_nerve_and_the_die_of_each_man() -> None:
    table = duel(4, blue="old_tank", order="run").ready(Moving(RED, A))
    found = speaker(Battle(table.state, table.game.ruleset, NO_DICE)).foreseen(Charge(B))
    assert found is not None
    assert found.says == "dares on 9 or less, 5 in 6, 83.3 %; each man gets at it on 4+"


def test_laying_a_device_costs_one_and_tells_how_likely_it_goes_off() -> None:
    table = TableTop(options=["later_kit"])
    sapper = table.add(RED, "sapper_team", 36, 10, id="a", order="fire")
    table.add(1, "rifle_squad", 36, 40, id="b")
    table.ready(Shooting(RED, sapper))
    says = speaker(Battle(table.state, table.game.ruleset, NO_DICE))
    offers = {each.kind: each for each in table.game.legal(table.state, "red") if isinstance(each, Lay)}
    assert says.price(offers["ied"]) == "1 device"
    assert says.price(offers["decoy"]) == ""
    found = says.foreseen(offers["ied"])
    assert found is not None
    assert found.chance == Fraction(5, 6)
