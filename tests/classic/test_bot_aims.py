"""Bots know what their side wants: over the edge, or onto the ground that must be held."""

import pytest

from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Leave, Step
from overheat.classic.facts.state import Objective, State
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.turn.reach import reach
from overheat.kernel.log.replay import Session
from overheat.kernel.refusal import RefusedError
from overheat.lab.games import find_scenario, kind_named
from overheat.lab.match import play
from overheat.lab.players.classic_aims import aims
from overheat.lab.players.classic_moves import best_move, firm


def battle(objective: Objective, hex: str = "0703", rounds: int = 4) -> Setup:
    units = (
        Combatant(id="r", side="red", unit="Wasp WSP-1A", hex=hex, facing=3),
        Combatant(id="b", side="blue", unit="UrbanMech UM-R60", hex="1601", facing=3),
    )
    return Setup(board="crossroads", units=units, rounds=rounds, objectives=(objective,))


def state_of(setup: Setup) -> State:
    state: State = Session(Classic(), setup, 1).state
    return state


def test_who_can_get_through_does() -> None:
    wanted = Objective(kind="breakthrough", side="red", edge="north")
    state = state_of(battle(wanted, hex="0703"))
    assert best_move(state, state.units["r"])[-1] == Leave()


def test_another_edge_is_no_way_out() -> None:
    wanted = Objective(kind="breakthrough", side="red", edge="south")
    state = state_of(battle(wanted, hex="0701"))
    assert Leave() not in best_move(state, state.units["r"])


def test_a_breakthrough_is_won_by_who_only_has_to_walk() -> None:
    session = play(Classic(), battle(Objective(kind="breakthrough", side="red", edge="south")), 2, {})
    assert session.state.outcome is not None
    assert session.state.outcome.winners == ("red",)


def test_ground_that_must_be_held_is_taken() -> None:
    wanted = Objective(kind="hold", side="red", hexes=("0711",))
    session = play(Classic(), battle(wanted, rounds=3), 2, {})
    assert session.state.units["r"].hex == Hex(7, 11)
    assert session.state.outcome is not None
    assert session.state.outcome.winners == ("red",)


def test_only_its_own_side_wants_it_and_only_until_enough_are_through() -> None:
    wanted = Objective(kind="breakthrough", side="red", edge="south")
    state = state_of(battle(wanted))
    assert aims(state, state.units["r"]) == [wanted]
    assert aims(state, state.units["b"]) == []


def test_games_are_found_by_name_and_scenarios_say_which_they_are_for() -> None:
    kind, brief = find_scenario("duel")
    assert kind is kind_named("classic")
    assert kind.sides(brief.setup) == ("red", "blue")
    with pytest.raises(RefusedError, match="no game 'chess'"):
        kind_named("chess")


@pytest.mark.parametrize(("machine", "stays_off"), [("Warhammer WHM-6R", True), ("Wasp WSP-1A", False)])
def test_a_bot_does_not_climb_a_roof_that_would_not_bear_its_machine(machine: str, stays_off: bool) -> None:
    """The house in 0611 bears 40 tons."""
    units = (
        Combatant(id="r", side="red", unit=machine, hex="0612", facing=0),
        Combatant(id="b", side="blue", unit="UrbanMech UM-R60", hex="1601", facing=3),
    )
    state = state_of(Setup(board="crossroads", units=units))
    places = reach(state, state.units["r"])
    climbed = [place for place in places if place.hex == Hex(6, 11) and Step("climb") in place.path]
    left = [place for place in firm(state, state.units["r"], places) if place in climbed]
    assert climbed
    assert (not left) == stays_off
