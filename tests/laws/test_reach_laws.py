"""Reach keeps its word: every way it gives can be gone step by step, and ends where and for what it says."""

from typing import Any

import msgspec
import pytest

from overheat.classic.battle.leaps import plainly, swiftly
from overheat.classic.board.board_file import write_board
from overheat.classic.board.generate import generate
from overheat.classic.facts.commands import Choose, Command, Stand
from overheat.classic.facts.events import GroundChanged
from overheat.classic.facts.state import Motion, State
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.turn.moves import rehearse
from overheat.classic.turn.reach import Place, reach
from overheat.kernel.dice import Roll, Seeded
from overheat.kernel.refusal import Refusal

UNITS = (
    "Wasp WSP-1A",
    "Shadow Hawk SHD-2H",
    "Atlas AS7-D",
    "Scorpion SCP-1N",
    "Vedette Medium Tank",
    "Hetzer Wheeled Assault Gun",
    "Saladin Assault Hover Tank",
    "Warrior Attack Helicopter H-7",
    "Foot Platoon (Rifle)",
    "Jump Platoon (SRM)",
    "Motorized Platoon (MG)",
    "Cavalier Battle Armor [Laser](Sqd4)",
)
LANDS = ("hills", "lakeland", "forest", "town")
SAMPLE = 40


class Lucky:
    """Dice that always fall on their highest face: every piloting roll is made."""

    def roll(self, purpose: str, count: int = 2, sides: int = 6, **facts: Any) -> Roll:
        return Roll(purpose, sides, (sides,) * count)


class Alternating:
    """Lucky dice, but one side wins every initiative: nobody rolls forever."""

    def roll(self, purpose: str, count: int = 2, sides: int = 6, **facts: Any) -> Roll:
        face = 1 if (purpose, facts["who"]) == ("initiative", "red") else sides
        return Roll(purpose, sides, (face,) * count)


def position(name: str, seed: int) -> tuple[Classic, State]:
    """A unit somewhere on a random board, about to move, and an enemy in a corner."""
    dice = Seeded(seed, "reach law")
    board = generate(seed, 12, 12, LANDS[seed % len(LANDS)])
    game = Classic()
    for _ in range(50):
        hex = f"{dice.roll('column', 1, 12).total:02}{dice.roll('row', 1, 12).total:02}"
        units = (
            Combatant(id="r", side="red", unit=name, hex=hex, facing=dice.roll("facing", 1, 6).total - 1),
            Combatant(id="b", side="blue", unit="Wasp WSP-1A", hex="1212" if hex != "1212" else "1211"),
        )
        started = game.start(Setup(board="made", board_text=write_board(board), units=units), Alternating())
        if not isinstance(started, Refusal):
            chosen = game.apply(started[0], "red", Choose("r"), Lucky())
            assert not isinstance(chosen, Refusal)
            return game, chosen[0]
    raise AssertionError(f"{name} finds no place to stand")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", UNITS)
def test_every_way_is_accepted_step_by_step_and_ends_where_it_says(name: str, seed: int) -> None:
    game, state = position(name, seed)
    places = reach(state, state.units["r"])
    every = max(1, len(places) // SAMPLE)
    for place in places[::every]:
        _gone(game, state, place)


def _gone(game: Classic, state: State, place: Place) -> None:
    steps = rehearse(state, state.units["r"], place.path)
    assert not isinstance(steps, Refusal), (place, steps)
    for command in place.path:
        ahead = game.apply(state, "red", command, Lucky())
        assert not isinstance(ahead, Refusal), (place, command, ahead)
        state, events = ahead
        if any(isinstance(event, GroundChanged) for event in events):
            return  # A roof gave way: no way goes on from there.
    unit = state.units["r"]
    assert (unit.hex, unit.facing, unit.motion.mode) == (place.hex, place.facing, place.mode)
    assert (unit.motion.travelled, unit.motion.spent) == (place.hexes, place.spent)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", UNITS)
def test_from_the_middle_of_a_move_every_way_on_is_accepted_and_ends_where_it_says(name: str, seed: int) -> None:
    game, state = position(name, seed)
    places = [place for place in reach(state, state.units["r"]) if len(place.path) > 2]
    for begun in places[:: max(1, len(places) // 5)]:
        half = _after(game, state, begun.path[: len(begun.path) // 2 + 1])
        if half is None:
            continue
        onward = reach(half, half.units["r"])
        assert all(place.mode == begun.mode for place in onward)
        assert begun[:2] in [place[:2] for place in onward]
        for place in onward[:: max(1, len(onward) // 12)]:
            _gone(game, half, place)


def _after(game: Classic, state: State, path: tuple[Command, ...]) -> State | None:
    """The state after a part of a path; None where a roof gave way."""
    for command in path:
        ahead = game.apply(state, "red", command, Lucky())
        assert not isinstance(ahead, Refusal)
        state, events = ahead
        if any(isinstance(event, GroundChanged) for event in events):
            return None
    return state


@pytest.mark.parametrize("name", ["Wasp WSP-1A", "Shadow Hawk SHD-2H", "Atlas AS7-D", "Scorpion SCP-1N"])
def test_from_the_ground_every_way_begins_with_standing_up(name: str) -> None:
    game, state = position(name, 2)
    unit = state.units["r"]
    lying = msgspec.structs.replace(unit, condition=msgspec.structs.replace(unit.condition, prone=True))
    state = state.with_unit(lying)
    places = reach(state, lying)
    assert len(places) > 1
    for place in places[1 :: max(1, len(places) // SAMPLE)]:
        assert isinstance(place.path[1], Stand)
        assert place.trips >= 1
        assert place.spent >= 2
        _gone(game, state, place)


@pytest.mark.parametrize("name", UNITS)
def test_staying_is_always_a_place_and_no_place_is_told_twice(name: str) -> None:
    _, state = position(name, 9)
    found = [(place.hex, place.facing, place.mode == "jump") for place in reach(state, state.units["r"])]
    assert found[0][:2] == (state.units["r"].hex, state.units["r"].facing)
    assert len(set(found)) == len(found)


def test_what_is_not_in_reach_cannot_be_entered_with_the_last_point() -> None:
    """From the edge of what a walk reaches, no free step leads to a hex that reach does not know."""
    game, state = position("Atlas AS7-D", 3)
    known = {(place.hex, place.facing) for place in reach(state, state.units["r"]) if place.mode != "jump"}
    walked = [place for place in reach(state, state.units["r"]) if place.mode in ("walk", "run")]
    for place in walked:
        at = state
        for command in place.path:
            ahead = game.apply(at, "red", command, Lucky())
            assert not isinstance(ahead, Refusal)
            at = ahead[0]
        for command in game.legal(at, "red"):
            if getattr(command, "way", "") in ("forward", "left", "right"):
                ahead = game.apply(at, "red", command, Lucky())
                assert not isinstance(ahead, Refusal)
                unit = ahead[0].units["r"]
                assert (unit.hex, unit.facing) in known


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", ["Wasp WSP-1A", "Shadow Hawk SHD-2H", "Griffin GRF-1N"])
def test_many_leaps_at_once_are_those_that_are_found_one_by_one(name: str, seed: int) -> None:
    _, state = position(name, seed)
    unit = msgspec.structs.replace(state.units["r"], motion=Motion("jump"))
    hurt = msgspec.structs.replace(unit.condition["LL"], critical_hits=frozenset({1}))
    for jumper in (unit, msgspec.structs.replace(unit, condition=unit.condition.with_location(hurt))):
        for left in (1, 3, 5, 8):
            hexes = tuple(state.relief.board)
            assert [*swiftly(state, jumper, hexes, left)] == [*plainly(state, jumper, hexes, left)]
