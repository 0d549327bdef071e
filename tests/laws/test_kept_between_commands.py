"""What is kept from one command to the next is what is worked out anew: offers, who waits, steps, features of hexes."""

from copy import copy

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from boards import random_boards
from overheat.classic.board.board import Board, Feature, Ground
from overheat.classic.facts.commands import Jump, Step
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import BY_FEATURE, Relief, _by_feature
from overheat.classic.turn.movement import AHEAD
from overheat.classic.turn.moves import cannot_take, prospect
from overheat.classic.turn.taking import waiting
from overheat.classic.unit.plan import Plan
from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import Refusal

GAMES = (
    ("duel", ("printed",)),
    ("duel", ("tacops",)),
    ("combined_arms", ("printed",)),
    ("smoke_and_missiles", ("omega",)),
)
COMMANDS = 120
CHANGES = (
    Ground(0, ()),
    Ground(0, (Feature("smoke", 1),)),
    Ground(1, (Feature("woods", 1), Feature("fire", 1), Feature("smoke", 2))),
    Ground(0, (Feature("rubble", 1),)),
)
"""What a hex may become."""


def anew(state: State) -> State:
    """The same battle, of which nothing is known from before."""
    relief = copy(state.relief)
    relief.kept, relief.lasting, relief.standing = {}, {}, {}
    plans = {id: msgspec.structs.replace(unit, plan=Plan(unit.sheet)) for id, unit in state.units.items()}
    return msgspec.structs.replace(state, relief=relief, units=plans)


def same_steps(state: State) -> None:
    """Hold why a unit cannot take a step to what the step would come to."""
    unit = state.units.get(state.acting or "")
    if unit is None or state.phase != "movement":
        return
    commands: list[Step | Jump] = [*AHEAD, Step("left"), Step("right")]
    commands += [Jump(str(hex)) for hex in state.relief.board if hex.distance(unit.hex) <= 3]
    for command in commands:
        found = prospect(state, unit, command)
        assert cannot_take(state, unit, command) == (found if isinstance(found, Refusal) else None)


@pytest.mark.parametrize(("scenario", "layers"), GAMES)
def test_offers_are_the_same_after_a_game_as_in_a_battle_of_which_nothing_is_known(
    scenario: str, layers: tuple[str, ...]
) -> None:
    game, setup, chance = Classic(layers), find(scenario)[1], np.random.default_rng(7)
    begun = game.start(setup, dice := Seeded(7))
    assert not isinstance(begun, Refusal)
    state = begun[0]
    for _ in range(COMMANDS):
        player = game.to_act(state)
        if player is None:
            break
        fresh = anew(state)
        same_steps(state)
        legal = tuple(game.legal(state, player))
        assert legal == tuple(game.legal(fresh, player))
        assert [unit.id for unit in waiting(state, player)] == [unit.id for unit in waiting(fresh, player)]
        result = game.apply(state, player, legal[int(chance.integers(len(legal)))], dice)
        assert not isinstance(result, Refusal)
        state = result[0]


@given(random_boards(), some.lists(some.tuples(some.integers(0, 10_000), some.sampled_from(CHANGES)), max_size=6))
def test_hexes_by_feature_are_the_same_after_changes_as_on_a_board_that_was_always_so(
    board: Board, changes: list[tuple[int, Ground]]
) -> None:
    relief = Relief(board, ruleset(("printed",)))
    relief.where("woods")
    for number, ground in changes:
        relief = relief.changed({[*board][number % len([*board])]: ground})
    known, fresh = relief.lasting[BY_FEATURE], _by_feature(Relief(relief.board, relief.rules))
    assert {kind: hexes for kind, hexes in known.items() if hexes} == fresh
    assert all(relief.where(kind) == hexes for kind, hexes in fresh.items())
