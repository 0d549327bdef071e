"""Squads that ride on friends: who carries whom, climbing on and off, and being carried."""

from typing import Any

import pytest

from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.machine import lose_location
from overheat.classic.facts.commands import Alight, Board, Done, Go, Leave, Step
from overheat.classic.facts.events import FateMet, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.aboard import ABOARD, carrier_of
from overheat.classic.rules.standard.battle_armour import troopers_left
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.riding import boards
from overheat.classic.turn.round import legal
from overheat.kernel.dice import Scripted
from skirmish import armed, known, marked, moved, on_turn, refused, replace, say, scene, state, told, unit
from soldiers import ELEMENTALS, platoon, squad

OMNI = known("Puma (Adder) Prime")


def puma(**others: Any) -> Unit:
    return unit(OMNI, id="puma", side="red", hex="0101", facing=3, **others)


def refuses(men: Unit, carrier: Unit, *others: Unit) -> str | None:
    around = state(men, carrier, *others, board="0 0 0")
    no = around.relief.rules[boards](around, men, carrier)
    return None if no is None else no.id


@pytest.mark.proves("riding.boards")
def test_a_squad_rides_on_an_omni_of_its_side_in_its_hex() -> None:
    assert refuses(squad(), puma()) is None
    found = [
        refuses(squad(), replace(puma(), side="blue")),
        refuses(squad(hex="0102"), puma()),
        refuses(squad(), puma(prone=True)),
        refuses(squad(), unit(id="hunter", side="red", hex="0101")),
        refuses(platoon(), puma()),
        refuses(squad(), puma(), squad(id="first", side="red", marks=marked(ABOARD, about="puma"))),
    ]
    assert found == ["riding.boards"] * 6


@pytest.mark.proves("riding.boards")
def test_magnetic_claws_hold_on_to_what_has_no_handholds() -> None:
    clawed = unit(armed(known(ELEMENTALS), "ba_battle_claw_magnets@Squad"))
    assert refuses(clawed, unit(id="hunter", side="red", hex="0101")) is None


def test_climbing_on_ends_the_movement_and_where_the_machine_goes_the_squad_goes() -> None:
    before = on_turn(squad(), puma(), unit(id="blue", hex="0103"), board="0 0 0")
    assert Board("puma") in list(legal(before, before.units["red"], "movement"))
    after, _ = say(before, Scripted(), Board("puma"))
    assert list(legal(after, after.units["red"], "movement")) == [Done()]
    carried = replace(after, acting="puma")
    after, _ = say(carried, Scripted(), Go("walk"), Step("forward"))
    assert after.units["red"].hex == after.units["puma"].hex == unit(hex="0102").hex


def test_who_rides_can_only_climb_down_which_ends_the_movement() -> None:
    before = on_turn(squad(marks=marked(ABOARD, about="puma")), puma(), unit(id="blue", hex="0103"), board="0 0 0")
    assert list(legal(before, before.units["red"], "movement")) == [Done(), Alight()]
    assert refused(before, Go("walk")) == "riding.carried"
    after, _ = say(before, Scripted(), Alight())
    assert (carrier_of(after.units["red"]), list(legal(after, after.units["red"], "movement"))) == ("", [Done()])


def test_nobody_climbs_down_from_nothing_or_onto_nobody() -> None:
    before = on_turn(squad(), puma(), unit(id="blue", hex="0103"), board="0 0 0")
    assert (refused(before, Alight()), refused(before, Board("nobody"))) == ("riding.alights", "turn.unit")


def test_riders_take_no_room_in_the_hex() -> None:
    riders = [squad(id="s", side="red", marks=marked(ABOARD, about="puma")), platoon(id="p1", side="red", hex="0101")]
    third = platoon(id="red", hex="0102", facing=0)
    before = on_turn(third, puma(), *riders, unit(id="blue", hex="0103"), board="0 0 0")
    after, _ = say(before, Scripted(), Go("walk"), Step("forward"))
    assert after.units["red"].hex == unit(hex="0101").hex


@pytest.mark.proves("riding.shields", "riding.places")
@pytest.mark.parametrize(
    ("side", "roll", "trooper"), [("front", (3, 3), 1), ("front", (4, 4), 2), ("rear", (3, 3), 3), ("rear", (3, 4), 5)]
)
def test_riders_sit_on_the_torso_front_and_rear_and_are_hit_there(
    side: Any, roll: tuple[int, int], trooper: int
) -> None:
    with Scripted(roll) as dice:
        around = scene(dice, puma(), squad(id="red", marks=marked(ABOARD, about="puma")))
        take(around, Hit("puma", side, 5, "test"))
    assert [(event.unit, event.location) for event in told(around.events, Struck)] == [("red", f"Trooper {trooper}")]


@pytest.mark.proves("riding.shields")
def test_troopers_are_lost_with_the_part_of_the_machine_that_they_sit_on() -> None:
    with Scripted() as dice:
        around = scene(dice, puma(), squad(id="red", marks=marked(ABOARD, about="puma")))
        lose_location(around, "puma", "RT")
    assert troopers_left(around.unit("red")) == ("Trooper 2", "Trooper 4", "Trooper 5")
    assert around.unit("red").condition.troopers == 3


def test_a_hit_on_an_arm_strikes_the_machine() -> None:
    with Scripted((2, 2)) as dice:
        around = scene(dice, puma(), squad(id="red", marks=marked(ABOARD, about="puma")))
        take(around, Hit("puma", "front", 5, "test"))
    assert [event.unit for event in told(around.events, Struck)] == ["puma"]


def test_riders_of_a_machine_that_is_destroyed_are_on_the_ground() -> None:
    with Scripted() as dice:
        around = scene(dice, puma(), squad(id="red", marks=marked(ABOARD, about="puma")))
        around.tell(FateMet("puma", "destroyed", "test"))
    assert (carrier_of(around.unit("red")), around.unit("red").active) == ("", True)


def test_riders_leave_the_board_with_their_machine() -> None:
    machine = replace(puma(), facing=0, motion=moved("walk"))
    before = on_turn(
        machine, squad(id="red", marks=marked(ABOARD, about="puma")), unit(id="blue", hex="0103"), board="0 0 0"
    )
    after, _ = say(before, Scripted(), Leave())
    assert [after.units[id].fate for id in ("puma", "red")] == ["fled", "fled"]
