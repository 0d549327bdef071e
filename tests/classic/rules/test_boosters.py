"""MASC and superchargers: how far a unit runs with them, what must be rolled, and what breaks."""

from typing import Any

import pytest

from machines import HUNTER
from overheat.classic.facts.commands import Engage, Go
from overheat.classic.facts.events import CheckMade, CriticalHit
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.boosters import ENGAGED, STRAINED, number
from overheat.classic.rules.standard.modes import running
from overheat.classic.turn.reach import reach
from overheat.kernel.dice import Scripted
from skirmish import armed, on_turn, refused, replace, say, told, unit
from vehicles import WARDEN
from vehicles import sheet as vehicle

WALK = 4


def boosted(*items: str, **facts: Any) -> Unit:
    """A machine that walks 4, with boosters."""
    return unit(armed(HUNTER, *(f"{item}@LT" for item in items)), **facts)


def first(bearer: Unit) -> int:
    """The mount of its first booster."""
    return next(at for at, mount in enumerate(bearer.sheet.mounts) if mount.equipment.flags & {"masc", "supercharger"})


def engaged(bearer: Unit) -> Unit:
    marks = {
        each(ENGAGED, at): Mark()
        for at, mount in enumerate(bearer.sheet.mounts)
        if mount.equipment.flags & {"masc", "supercharger"}
    }
    return replace(bearer, marks=marks)


def points(bearer: Unit) -> int:
    state = on_turn(bearer, phase="movement")
    return running(state, state.units["red"])


@pytest.mark.proves("boosters.run", "TO-345-supercharger-3")
def test_one_booster_doubles_the_walk_and_two_make_it_two_and_a_half() -> None:
    assert points(boosted("MASC")) == 6
    assert [points(engaged(boosted(*items))) for items in (("MASC",), ("MASC", "Supercharger"))] == [8, 10]
    hot = engaged(unit(armed(HUNTER, "Supercharger@CT", "Triple Strength Myomer@LT"), heat=9))
    assert points(hot) == 2 * (WALK + 2 - 1)


@pytest.mark.proves("boosters.number", "boosters.strains")
def test_the_roll_is_harder_every_turn_in_a_row_and_rest_makes_it_easier() -> None:
    bearer = boosted("MASC")
    at, rules = first(bearer), on_turn(bearer).relief.rules

    def needed(turns: int, rest: int = 0) -> int | None:
        marks = {each(STRAINED, at): Mark(until=10 + 1 + turns)} if turns else {}
        found = rules[number](rules, replace(bearer, marks=marks), at, 11 + rest)
        return None if found is None else int(found.value)

    assert [needed(turns) for turns in range(5)] == [3, 5, 7, 11, None]
    assert [needed(3, rest) for rest in range(4)] == [11, 7, 5, 3]


def before(bearer: Unit) -> State:
    return on_turn(bearer, unit(id="blue", hex="0115", facing=0), board=" ".join(["0"] * 15), phase="movement")


@pytest.mark.proves("gadgets.kinds")
def test_a_booster_is_engaged_before_moving_and_carries_further() -> None:
    bearer = boosted("MASC")
    state = before(bearer)
    at = first(bearer)
    assert Engage(at) in Classic().legal(state, "red")
    after, events = say(state, Scripted((1, 2)), Engage(at))
    assert [(check.rolled, check.passed) for check in told(events, CheckMade)] == [(3, True)]
    assert each(ENGAGED, at) in after.units["red"].marks
    further = [max(place.hex.row for place in reach(at_once, at_once.units["red"])) for at_once in (state, after)]
    assert further == [7, 9]
    running_now, _ = say(state, Scripted(), Go("run"))
    assert refused(running_now, Engage(at)) is not None


@pytest.mark.proves("boosters.torn")
def test_masc_that_fails_hurts_something_in_each_leg_and_leaves_the_run_as_it_was() -> None:
    bearer = boosted("MASC")
    state, at = before(bearer), first(bearer)
    rolls = Scripted((1, 1), 4, 4, (6, 6), (6, 6))
    after, events = say(state, rolls, Engage(at))
    assert [(hit.location, hit.slot) for hit in told(events, CriticalHit)] == [("LL", 3), ("RL", 3)]
    assert each(ENGAGED, at) not in after.units["red"].marks
    assert refused(after, Engage(at)) is not None


@pytest.mark.proves("boosters.torn", "TO-345-supercharger-2")
def test_a_supercharger_that_fails_strikes_the_uppermost_slots_of_the_centre_torso() -> None:
    bearer = boosted("Supercharger")
    after, events = say(before(bearer), Scripted((1, 1), (5, 5)), Engage(first(bearer)))
    assert [(hit.location, hit.slot) for hit in told(events, CriticalHit)] == [("CT", 0), ("CT", 1)]
    assert after.units["red"].active


def test_a_supercharger_of_a_vehicle_that_fails_strikes_what_moves_it() -> None:
    tank = unit(armed(vehicle(WARDEN), "Supercharger@BODY"))
    after, _ = say(before(tank), Scripted((1, 1), (4, 4), (6, 6)), Engage(first(tank)))
    assert after.units["red"].condition.vehicle.immobile
