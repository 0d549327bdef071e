"""Pods of improved Narc launchers: what clings to a unit, and what that does."""

from __future__ import annotations

import pytest

from overheat.classic.attack.resolution import resolve, resolve_all
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import AttackRolled, ShotsSpent, Struck
from overheat.classic.facts.lasting import each
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.guidance import POD, beacons, carries, jammed
from overheat.classic.turn.weapons import fires
from overheat.kernel.dice import Scripted
from overheat.lab.players.classic_volleys import best_volley
from skirmish import NORTH, armed, forbidden, marked, mount, on_turn, replace, scene, shot, term, told, unit

TWELVE = (6, 6)


def stuck(ammunition: str) -> Unit:
    """Blue with a pod on it."""
    attack = shot("iNarc", "0 0 0", ammunition=ammunition)
    with Scripted(TWELVE) as dice:
        around: Scene = scene(dice, attack.attacker, attack.target)
        resolve(around, attack)
    return around.unit("blue")


@pytest.mark.proves("improved_beacons.pods", "to_hit.homing_pod")
def test_a_homing_pod_is_a_beacon_that_missiles_find_more_easily() -> None:
    blue = stuck("iNarc Pods")
    assert beacons(blue) == ("red",)
    attack = shot("LRM 5", "0 0 0 0 0 0 0 0", None, blue, ammunition="IS Ammo LRM-5 Narc-capable")
    assert term(attack, "to_hit.homing_pod") == -1


@pytest.mark.proves("improved_beacons.pods", "to_hit.haywire_pod")
def test_a_haywire_pod_leads_shots_astray_and_is_no_beacon() -> None:
    blue = stuck("iNarc Haywire Pods")
    assert beacons(blue) == ()
    assert term(shot("Medium Laser", "0 0 0", replace(blue, id="red", side="red", facing=3)), "to_hit.haywire_pod") == 1


@pytest.mark.proves("improved_beacons.pods", "guidance.jammed")
def test_a_jamming_pod_jams_the_guidance_of_its_carrier() -> None:
    assert carries(stuck("iNarc ECM Pods"), "jamming")
    burdened = unit(marks=marked(each(POD, "jamming"), owner="blue", kind="jamming"))
    attack = shot("LRM 5", "0 0 0 0 0 0 0 0", burdened)
    assert attack.rules[jammed](attack)


@pytest.mark.proves("improved_beacons.unplayed")
def test_pods_that_are_not_played_are_refused() -> None:
    assert forbidden(shot("Narc", "0 0 0", ammunition="Narc Bola Pods")) == "improved_beacons.unplayed"


@pytest.mark.proves("improved_beacons.bursts", "improved_beacons.bursting", "improved_beacons.explosive")
@pytest.mark.parametrize(
    ("weapon", "pods", "damage"), [("iNarc", "iNarc Explosive Pods", 6), ("Narc", "Narc Explosive Pods", 4)]
)
def test_an_explosive_pod_does_damage_and_leaves_nothing_behind(weapon: str, pods: str, damage: int) -> None:
    attack = shot(weapon, "0 0 0", ammunition=pods)
    with Scripted(TWELVE, (3, 4)) as dice:
        around: Scene = scene(dice, attack.attacker, attack.target)
        resolve(around, attack)
    assert [hit.damage for hit in told(around.events, Struck)] == [damage]
    assert not around.unit("blue").marks


def passing(munition: str, *dice: tuple[int, ...]) -> Scene:
    """Red fires at blue past a friend with a nemesis pod on him, half-way between them."""
    pod = marked(each(POD, "nemesis"), owner="blue", kind="nemesis")
    friend = unit(id="friend", side="red", hex="0105", marks=pod)
    attack = shot("LRM 5", "0 0 0 0 0 0 0 0 0", unit(), ammunition=munition)
    with Scripted(*dice) as scripted:
        around: Scene = scene(scripted, attack.attacker, friend, attack.target, board="0 0 0 0 0 0 0 0 0")
        resolve_all(around, [attack])
    return around


@pytest.mark.proves("improved_beacons.draws", "improved_beacons.guided", "to_hit.nemesis_pod")
def test_a_nemesis_pod_draws_guided_missiles_of_its_carriers_own_side() -> None:
    guided, plain = "IS Ammo LRM-5 Narc-capable", "IS Ammo LRM-5"
    drawn = passing(guided, TWELVE, (3, 4), (3, 4))
    (rolled,) = told(drawn.events, AttackRolled)
    assert (rolled.target, [part.value for part in rolled.needed if part.id == "to_hit.nemesis_pod"]) == ("friend", [1])
    assert len(told(drawn.events, ShotsSpent)) == 1
    missed = passing(guided, (1, 1), (1, 1))
    assert [event.target for event in told(missed.events, AttackRolled)] == ["friend", "blue"]
    assert [event.target for event in told(passing(plain, (1, 1)).events, AttackRolled)] == ["blue"]


@pytest.mark.proves("improved_beacons.worth")
def test_bots_fire_pods_once() -> None:
    red = unit(armed(unit().sheet, "iNarc@LA", "iNarc Haywire Pods@LA"))
    for marks, wanted in (({}, True), (marked(each(POD, "haywire"), owner="red", kind="haywire"), False)):
        before = on_turn(red, unit(id="blue", hex="0103", facing=NORTH, marks=marks), phase="weapons")
        _, volley = best_volley(before, red, tuple(fires(before, red)))
        assert (mount(red, "iNarc") in [getattr(command, "mount", None) for command in volley]) == wanted
