"""Swarm missiles: what does not hit goes on to the next."""

from __future__ import annotations

from typing import Any

import pytest

from launchers import gunner
from overheat.classic.attack.resolution import resolve
from overheat.classic.attack.swarms import next_target
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import AttackRolled, ClusterRolled, Intercepted, ShotsSpent, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rulesets import standard
from overheat.kernel.dice import Scripted
from skirmish import NORTH, armed, field, moved, relief, scene, told, unit

TWO, SEVEN, NINE, TWELVE = (1, 1), (3, 4), (4, 5), (6, 6)
BOARD = field(5, 12)


def swarm(munition: str = "Swarm") -> Unit:
    return gunner("LRM 20", "IS Ammo LRM-20", munition)


def at_blue(red: Unit, blue: Unit, *others: Unit) -> WeaponAttack:
    feed = len(red.sheet.mounts) - 1
    return WeaponAttack(relief(BOARD), red, blue, feed - 1, feed=feed, others=(red, blue, *others))


def fired(dice: Scripted, attack: WeaponAttack, *others: Unit) -> Scene:
    around = scene(dice, attack.attacker, attack.target, *others, board=BOARD)
    resolve(around, attack)
    return around


def enemy(id: str = "blue", hex: str = "0309", **others: Any) -> Unit:
    return unit(id=id, side="blue", hex=hex, facing=NORTH, **others)


@pytest.mark.proves("swarms.throws", "swarms.goes_on", "swarms.next", "loads.munitions", "TO-371-swarm-lrm-1")
def test_missiles_that_do_not_hit_go_on_to_a_unit_next_to_the_target_on_the_column_of_those_left() -> None:
    near = enemy("near", "0308")
    attack = at_blue(swarm(), enemy())
    with Scripted(TWELVE, SEVEN, SEVEN, SEVEN, SEVEN, TWELVE, TWELVE, SEVEN, SEVEN) as dice:
        around = fired(dice, attack, near)
    assert [(event.target, event.size, event.hits) for event in told(around.events, ClusterRolled)] == [
        ("blue", 20, 12),
        ("near", 8, 8),
    ]
    assert [(hit.unit, hit.damage) for hit in told(around.events, Struck)] == [
        ("blue", 5),
        ("blue", 5),
        ("blue", 2),
        ("near", 5),
        ("near", 3),
    ]
    assert len(told(around.events, ShotsSpent)) == 1


@pytest.mark.proves("swarms.misses", "swarms.next", "TO-368-swarm-secondary-los", "TO-371-swarm-lrm-1")
def test_a_whole_swarm_that_misses_goes_on_and_attacks_nobody_twice() -> None:
    near = enemy("near", "0310", motion=moved("walk", 3))
    with Scripted(TWO, TWO) as dice:
        around = fired(dice, at_blue(swarm(), enemy()), near)
    first, second = told(around.events, AttackRolled)
    assert (first.target, second.target) == ("blue", "near")
    ids = {part.id: part.value for part in second.needed}
    assert ids["to_hit.target_movement"] == 1
    assert [part.value for part in first.needed if part.id == "to_hit.range"] == [ids["to_hit.range"]]


@pytest.mark.proves("swarms.next")
def test_plain_swarms_do_not_know_their_friends_and_improved_ones_do() -> None:
    friend = unit(id="friend", side="red", hex="0308")
    for munition, wanted in (("Swarm", "friend"), ("Swarm-I", None)):
        attack = at_blue(swarm(munition), enemy(), friend)
        around = scene(Scripted(), attack.attacker, attack.target, friend, board=BOARD)
        found = standard()[next_target](around, attack)
        assert (None if found is None else found.id) == wanted


@pytest.mark.proves("swarms.next")
def test_a_jammer_keeps_plain_swarms_from_going_on_and_blinds_improved_ones() -> None:
    jammer = unit(armed(unit().sheet, "Guardian ECM Suite@LT"), id="blue", hex="0309", facing=NORTH)
    friend = unit(id="friend", side="red", hex="0308")
    for munition, wanted in (("Swarm", None), ("Swarm-I", "friend")):
        attack = at_blue(swarm(munition), jammer, friend)
        around = scene(Scripted(), attack.attacker, jammer, friend, board=BOARD)
        found = standard()[next_target](around, attack)
        assert (None if found is None else found.id) == wanted


@pytest.mark.proves("swarms.throws", "TO-371-swarm-lrm-2")
def test_anti_missile_fire_thins_those_that_attack_and_not_those_that_go_on() -> None:
    """The example of the ruling: sixteen of twenty attack, ten of them come through, four go on."""
    guarded = unit(armed(unit().sheet, "Anti-Missile System@CT", "ISAMS Ammo@CT"), id="blue", hex="0309", facing=NORTH)
    near = enemy("near", "0308")
    with Scripted(TWELVE, NINE, SEVEN, SEVEN, TWO) as dice:
        around = fired(dice, at_blue(swarm(), guarded), near)
    assert [(event.size, event.hits) for event in told(around.events, ClusterRolled)] == [(20, 16), (16, 10)]
    assert sum(hit.damage for hit in told(around.events, Struck)) == 10
    assert told(around.events, Intercepted)
    assert [event.target for event in told(around.events, AttackRolled)] == ["blue", "near"]
