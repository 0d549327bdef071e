"""Guidance and what stands against it: Artemis, beacons, beams, jammers and anti-missile systems."""

from typing import Any

import pytest

from machines import PROWLER
from overheat.classic.attack.resolution import resolve, scatter
from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Done, Fire
from overheat.classic.facts.events import AttackRolled, ClusterRolled, HeatSettled, Intercepted, Struck
from overheat.classic.facts.state import Shot, Unit
from overheat.classic.rules.standard.guidance import TAGGED, beacon_of, beacons, fired_by_itself
from overheat.classic.rules.standard.switches import STEALTH_ON
from overheat.classic.turn.heat import settle
from overheat.kernel.dice import Scripted
from skirmish import (
    NORTH,
    armed,
    forbidden,
    known,
    marked,
    mount,
    moved,
    on_turn,
    rearmed,
    relief,
    replace,
    say,
    scene,
    shot,
    term,
    told,
    unit,
)

SEVEN, TWELVE, TWO = (3, 4), (6, 6), (1, 1)
ARTEMIS_LRM = "IS Ammo LRM-15 Artemis-capable"
BEACON_LRM = "IS Ammo LRM-15 Narc-capable"


def blue(*items: str, **others: Any) -> Unit:
    """A target with more equipment."""
    target = unit(id="blue", hex="0103", facing=NORTH, **others)
    for item in items:
        target = rearmed(target, item)
    return target


def artemis(**facts: Any) -> WeaponAttack:
    """A launcher with Artemis beside it, and the missiles for it."""
    red = rearmed(rearmed(unit(), "LRM 15@LA"), "Artemis IV@LA")
    return shot("LRM 15", attacker=red, ammunition=ARTEMIS_LRM, **facts)


def added(attack: WeaponAttack) -> int:
    return int(scatter(attack).total)


@pytest.mark.proves("clusters.guidance", "guidance.steering")
def test_artemis_beside_the_launcher_adds_two_to_the_cluster_roll() -> None:
    assert added(artemis()) == 2


def test_artemis_needs_its_missiles_a_system_in_the_same_place_and_plain_sight() -> None:
    red = rearmed(rearmed(unit(), "LRM 15@LA"), "Artemis IV@LA")
    elsewhere = rearmed(rearmed(unit(), "LRM 15@LA"), "Artemis IV@RT")
    friend = unit(id="friend", hex="0102", side="red")
    assert added(shot("LRM 15", attacker=red, ammunition="IS Ammo LRM-15")) == 0
    assert added(shot("LRM 15", attacker=elsewhere, ammunition=ARTEMIS_LRM)) == 0
    assert added(artemis(spotter=friend)) == 0


@pytest.mark.proves("clusters.guidance")
def test_who_hides_behind_a_stealth_system_guides_nothing() -> None:
    attack = artemis()
    hidden = replace(attack.attacker, marks=marked(STEALTH_ON))
    assert added(attack) == 2
    assert added(WeaponAttack(attack.relief, hidden, attack.target, attack.index, feed=attack.feed)) == 0


def test_one_artemis_system_serves_one_launcher() -> None:
    red = rearmed(rearmed(rearmed(unit(), "LRM 15@LA"), "LRM 15@LA"), "Artemis IV@LA")
    first = shot("LRM 15", attacker=red, ammunition=ARTEMIS_LRM)
    second = WeaponAttack(first.relief, first.attacker, first.target, first.index + 1, feed=first.feed)
    assert (added(first), added(second)) == (2, 0)


def test_a_broken_artemis_system_guides_nothing() -> None:
    attack = artemis()
    system = mount(attack.attacker, "Artemis IV")
    hurt = replace(attack.attacker, condition=replace(attack.attacker.condition, lost=frozenset({system})))
    assert added(WeaponAttack(attack.relief, hurt, attack.target, attack.index, feed=attack.feed)) == 0


@pytest.mark.proves("clusters.guidance")
def test_advanced_tactical_missiles_have_their_guidance_built_in() -> None:
    assert added(shot("ATM 6", attacker=unit(PROWLER), ammunition="CLATM6 Ammo")) == 2


@pytest.mark.proves("clusters.guidance")
def test_missiles_made_for_it_follow_a_beacon_of_their_side_also_over_the_heads_of_others() -> None:
    beaconed = blue(marks=marked(beacon_of("red"), owner="red"))
    friend = unit(id="friend", hex="0102", side="red")
    assert added(shot("LRM 15", target=beaconed, ammunition=BEACON_LRM)) == 2
    assert added(shot("LRM 15", target=beaconed, ammunition=BEACON_LRM, spotter=friend)) == 2
    assert added(shot("LRM 15", target=beaconed, ammunition="IS Ammo LRM-15")) == 0
    assert added(shot("LRM 15", target=blue(marks=marked(beacon_of("blue"), owner="blue")), ammunition=BEACON_LRM)) == 0


@pytest.mark.proves("guidance.jammed")
def test_an_enemy_jammer_within_six_hexes_of_the_line_stops_guidance() -> None:
    near = blue("Guardian ECM Suite")
    far = replace(near, id="far", hex=near.hex.neighbour(2).neighbour(2).neighbour(2))
    assert added(artemis(others=(near,))) == 0
    assert added(artemis(others=(replace(near, side="red"),))) == 2
    assert added(artemis(others=(far,))) == 0
    while far.hex.distance(near.hex) < 7:
        far = replace(far, hex=far.hex.neighbour(2))
    assert added(artemis(others=(far,))) == 2


@pytest.mark.proves("guidance.jammed")
def test_a_watchdog_jams_as_far_as_others_though_its_probe_sees_only_three_hexes() -> None:
    far = blue("Watchdog CEWS")
    line = (far.hex, unit(id="red").hex)
    while min(far.hex.distance(hex) for hex in line) < 6:
        far = replace(far, hex=far.hex.neighbour(2))
    assert added(artemis(others=(far,))) == 0
    assert added(artemis(others=(replace(far, hex=far.hex.neighbour(2)),))) == 2


@pytest.mark.proves("guidance.jammed")
def test_a_jammer_that_feeds_a_stealth_system_or_is_shut_down_jams_nothing() -> None:
    near = blue("Guardian ECM Suite")
    assert added(artemis(others=(near,))) == 0
    assert added(artemis(others=(replace(near, marks=marked(STEALTH_ON)),))) == 2
    assert added(artemis(others=(replace(near, condition=replace(near.condition, shut_down=True)),))) == 2


@pytest.mark.proves("clusters.hyper_assault")
@pytest.mark.parametrize(("hexes", "added_to_roll"), [(8, 2), (24, -2)])
def test_hyper_assault_slugs_fly_close_at_short_range_and_apart_at_long(hexes: int, added_to_roll: int) -> None:
    column = " ".join(["0"] * (hexes + 1))
    assert added(shot("HAG/20", column, attacker=unit(PROWLER))) == added_to_roll
    assert added(shot("HAG/20", " ".join(["0"] * 17), attacker=unit(PROWLER))) == 0


@pytest.mark.proves("clusters.apollo", "to_hit.apollo")
def test_an_apollo_system_steadies_medium_range_missiles_and_scatters_them() -> None:
    red = rearmed(rearmed(unit(), "MRM 20@LA"), "Apollo@LA")
    attack = shot("MRM 20", attacker=red)
    assert (term(attack, "to_hit.apollo"), added(attack)) == (-1, -1)


@pytest.mark.proves("guidance.marks")
def test_a_narc_launcher_leaves_a_beacon_that_lasts() -> None:
    attack = shot("Narc")
    with Scripted(TWELVE) as dice:
        around = scene(dice, attack.attacker, attack.target)
        resolve(around, attack)
    assert beacons(around.unit("blue")) == ("red",)
    assert not told(around.events, Struck)


@pytest.mark.proves("guidance.marks", "to_hit.semi_guided")
def test_a_beam_comes_before_the_missiles_that_it_guides() -> None:
    """Gunnery 4, medium range +2, nine hexes run +3 but not for semi-guided missiles at a lit target: 6."""
    red = unit(armed(unit().sheet, "LRM 15@LA", "IS Ammo LRM-15 Semi-guided"))
    friend = unit(armed(unit().sheet, "TAG@LA"), id="friend", side="red", hex="0201")
    target = replace(blue(motion=moved("run", 9)), hex=Hex.parse("0109"))
    salvo = Shot(mount(red, "LRM 15"), "blue", len(red.sheet.mounts) - 1)
    before = on_turn(friend, target, phase="weapons", board=Board(2, 9, (Ground(),) * 18))
    ordered = {"red": replace(red, volley=(salvo,)), "friend": friend, "blue": target}
    before = replace(before, units=ordered, acted=frozenset({"red", "blue"}))
    with Scripted(TWELVE, (3, 3), TWO, SEVEN) as dice:
        _, events = say(before, dice, Fire(mount(friend, "TAG"), "blue"), Done())
    assert [(attack.unit, attack.hit) for attack in told(events, AttackRolled)] == [("friend", True), ("red", True)]


def test_semi_guided_missiles_do_not_mind_how_a_lit_target_moved() -> None:
    target = blue(motion=moved("jump", 5))
    lit = replace(target, marks=marked(TAGGED))
    semi = "IS Ammo LRM-15 Semi-guided"
    assert term(shot("LRM 15", target=target, ammunition=semi), "to_hit.semi_guided") == 0
    assert term(shot("LRM 15", target=lit, ammunition=semi), "to_hit.semi_guided") == -3
    assert term(shot("LRM 15", target=lit, ammunition="IS Ammo LRM-15"), "to_hit.semi_guided") == 0


def fired_at(target: Unit, *dice: Any, weapon: str = "LRM 20") -> Any:
    """A launcher hits a target; what came of it."""
    attack = shot(weapon, target=target)
    with Scripted(TWELVE, *dice) as scripted:
        around = scene(scripted, attack.attacker, attack.target)
        resolve(around, attack)
    return around


@pytest.mark.proves("guidance.interceptor", "clusters.anti_missile")
def test_an_anti_missile_system_takes_four_from_the_cluster_roll_and_uses_a_shot() -> None:
    """Twenty missiles on a 7 would be 12; on a 3 they are 6."""
    defended = blue("AMS@CT", "ISAMS Ammo@CT")
    around = fired_at(defended, SEVEN, SEVEN, SEVEN)
    (cluster,) = told(around.events, ClusterRolled)
    assert cluster.hits == 6
    full = mount(defended, "ISAMS Ammo")
    assert around.unit("blue").condition.shots[full] == defended.condition.shots[full] - 1
    assert told(around.events, Intercepted) == [Intercepted("blue", mount(defended, "AMS"))]


@pytest.mark.proves("guidance.interceptor")
def test_the_missiles_of_a_squad_are_fired_at_as_one_salvo() -> None:
    """Five suits with two missiles each: ten missiles on a 7 would be 6; on a 3 they are 3."""
    squad = unit(known("Elemental Battle Armor [Laser](Sqd5)"))
    launcher = next(at for at in squad.plan.weapons if "missile" in squad.sheet.mounts[at].equipment.flags)
    feed = squad.plan.feeds[launcher][0]
    target = replace(blue("AMS@CT", "ISAMS Ammo@CT"), hex=Hex.parse("0102"))
    attack = WeaponAttack(relief("0 0"), squad, target, launcher, feed=feed)
    with Scripted(TWELVE, SEVEN, SEVEN, SEVEN, SEVEN) as dice:
        around = scene(dice, squad, target, board="0 0")
        resolve(around, attack)
    assert [cluster.hits for cluster in told(around.events, ClusterRolled)] == [3]


@pytest.mark.proves("guidance.interceptor")
def test_a_streak_salvo_that_is_fired_at_counts_as_an_eleven_less_four() -> None:
    around = fired_at(blue("AMS@CT", "ISAMS Ammo@CT"), *[SEVEN] * 4, weapon="Streak SRM 6")
    assert [cluster.hits for cluster in told(around.events, ClusterRolled)] == [4]


@pytest.mark.proves("guidance.interceptor")
def test_an_anti_missile_system_fires_once_a_round_with_ammunition_and_in_its_arc() -> None:
    ready = blue("AMS@CT", "ISAMS Ammo@CT")
    spent = replace(ready, marks=marked(fired_by_itself(ready, mount(ready, "AMS"))))
    empty = replace(ready, condition=replace(ready.condition, shots=(0,) * len(ready.condition.shots)))
    away = replace(ready, facing=3, torso=3)
    out = replace(ready, condition=replace(ready.condition, shut_down=True))
    assert told(fired_at(ready, SEVEN, SEVEN, SEVEN).events, Intercepted)
    for idle in (spent, empty, away, out):
        assert not told(fired_at(idle, TWO, SEVEN, SEVEN).events, Intercepted)


@pytest.mark.proves("heat.anti_missile")
def test_an_anti_missile_system_makes_its_heat() -> None:
    cool, hot = blue("AMS@CT", "ISAMS Ammo@CT"), blue("Laser AMS@CT")
    for fired, name, heat in ((cool, "AMS", 1), (hot, "Laser AMS", 7)):
        around = scene(Scripted(), replace(fired, marks=marked(fired_by_itself(fired, mount(fired, name)))))
        settle(around)
        (settled,) = told(around.events, HeatSettled)
        assert [(part.id, part.value) for part in settled.built] == [("heat.anti_missile", heat)]


@pytest.mark.proves("fire.by_itself")
def test_an_anti_missile_system_is_not_fired_by_hand() -> None:
    assert forbidden(shot("Laser AMS", "0 0")) == "fire.by_itself"


def test_multi_missile_launchers_fire_long_range_missiles_alone_over_the_heads_of_others() -> None:
    friend, target = unit(id="friend", hex="0105", side="red"), unit(id="blue", hex="0104", facing=NORTH)
    for ammunition, no in (("IS Ammo MML-7 LRM", None), ("IS Ammo MML-7 SRM", "fire.indirect")):
        attack = shot("MML 7", "0 0 4 0 0", target=target, ammunition=ammunition, spotter=friend)
        assert forbidden(attack) == no


@pytest.mark.proves("guidance.large_missile", "guidance.interceptor")
@pytest.mark.parametrize(("face", "hits"), [(3, 0), (4, 1)])
def test_a_thunderbolt_is_shot_down_on_one_to_three(face: int, hits: int) -> None:
    ready = blue("AMS@CT", "ISAMS Ammo@CT")
    around = fired_at(ready, (face,), *[SEVEN] * hits, weapon="Thunderbolt 5")
    assert len(told(around.events, Struck)) == hits
    assert told(around.events, Intercepted) == [Intercepted("blue", mount(ready, "AMS"))]
