"""Pods against battle armour: whom they harm, that they cannot miss, and what they do."""

from __future__ import annotations

import pytest

from machines import HUNTER
from overheat.classic.facts.commands import Done, Fire
from overheat.classic.facts.events import AttackRolled, Felled, ShotsSpent, Struck
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.aboard import ABOARD
from overheat.classic.turn.round import legal
from overheat.classic.turn.weapons import fires
from overheat.kernel.dice import Scripted
from overheat.lab.players.classic_volleys import best_volley
from skirmish import armed, marked, mount, moved, needs, on_turn, refused, replace, say, shot, told, unit
from soldiers import ELEMENTALS, platoon, squad

POD = "B-Pod"


def carrier(hex: str = "0101") -> Unit:
    return unit(armed(HUNTER, f"{POD}@CT"), hex=hex)


def facing(*others: Unit) -> State:
    """The carrier declares its shots; who is around has done so."""
    return on_turn(carrier(), *others, phase="weapons")


def pods_offered(state: State) -> list[str]:
    red = state.units["red"]
    pod = mount(red, POD)
    return [command.target for command in legal(state, red) if isinstance(command, Fire) and command.mount == pod]


@pytest.mark.proves("pods.target")
def test_a_pod_is_for_soldiers_in_the_same_hex() -> None:
    assert pods_offered(facing(squad(id="blue", hex="0101"))) == ["blue"]
    assert pods_offered(facing(platoon(id="blue", hex="0101"))) == ["blue"]
    assert pods_offered(facing(squad(id="blue", hex="0102"))) == []
    walker = facing(unit(id="blue", hex="0101"))
    assert pods_offered(walker) == []
    assert refused(walker, Fire(mount(walker.units["red"], POD), "blue")) == "pods.target"


def test_a_pod_hits_who_sits_on_its_own_machine_and_not_who_sits_on_another() -> None:
    assert pods_offered(facing(squad(id="blue", hex="0101", marks=marked(ABOARD, about="red")))) == ["blue"]
    other = unit(id="green", side="blue", hex="0101")
    assert pods_offered(facing(squad(id="blue", hex="0101", marks=marked(ABOARD, about="green")), other)) == []


@pytest.mark.proves("pods.sure")
def test_a_pod_cannot_miss_however_hard_its_carrier_is_to_aim_from() -> None:
    runner = replace(carrier(), motion=moved("run", 5), gunnery=8)
    assert needs(shot(POD, "0", runner, squad(id="blue"))) == 2


@pytest.mark.proves("pods.damage")
def test_a_squad_takes_twenty_points_in_fives_and_the_pod_is_gone() -> None:
    """Troopers 1, 2, 3 and 4 of five are struck, one each."""
    before = facing(squad(ELEMENTALS, id="blue", hex="0101"))
    pod = mount(before.units["red"], POD)
    with Scripted((1, 1), 1, 2, 3, 4) as dice:
        after, events = say(before, dice, Fire(pod, "blue"), Done())
    assert [(hit.location, hit.damage) for hit in told(events, Struck)] == [(f"Trooper {at}", 5) for at in (1, 2, 3, 4)]
    assert [rolled.hit for rolled in told(events, AttackRolled)] == [True]
    assert told(events, ShotsSpent) == [ShotsSpent("red", pod, 0)]
    assert after.units["red"].condition.shots[pod] == 0


@pytest.mark.proves("pods.damage")
def test_a_platoon_loses_what_a_die_says_and_twice_that_in_the_open() -> None:
    before = facing(platoon(id="blue", hex="0101"))
    with Scripted((1, 1), 3) as dice:
        _, events = say(before, dice, Fire(mount(before.units["red"], POD), "blue"), Done())
    (felled,) = told(events, Felled)
    assert felled.left == before.units["blue"].condition.troopers - 6


def test_bots_use_their_pods() -> None:
    before = facing(squad(id="blue", hex="0101"))
    pod = mount(before.units["red"], POD)
    _, volley = best_volley(before, before.units["red"], tuple(fires(before, before.units["red"])))
    assert pod in [command.mount for command in volley if isinstance(command, Fire)]
