"""When a weapon may not fire, when a torso may not turn, and the option that changes the cover of water."""

from typing import Any

import pytest

from machines import HUNTER
from overheat.classic.attack.to_hit import target_number
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Charge, Done, Fire, Spot, Twist
from overheat.classic.facts.events import ChargeDeclared, FireHeld, Posture, ShotDeclared, ShotsSpent
from overheat.classic.facts.state import Blow, Shot, Unit
from overheat.classic.rules.standard.fire import PROPPING, guides
from overheat.classic.rules.standard.physical import CHARGING
from overheat.classic.rules.standard.to_hit import SPOTTING
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.dice import Scripted
from skirmish import (
    NORTH,
    armed,
    broken,
    field,
    forbidden,
    known,
    maimed,
    marked,
    mount,
    moved,
    needs,
    on_turn,
    refused,
    replace,
    say,
    shot,
    shot_up,
    state,
    told,
    unit,
)


def blue(**facts: Any) -> Unit:
    return unit(id="blue", facing=NORTH, **facts)


@pytest.mark.proves("fire.crew")
def test_nobody_fires_from_a_machine_that_is_shut_down_or_whose_pilot_is_out() -> None:
    assert forbidden(shot()) is None
    assert forbidden(shot(attacker=unit(shut_down=True))) == "fire.crew"
    assert forbidden(shot(attacker=unit(conscious=False))) == "fire.crew"


@pytest.mark.proves("QR-sensor-hit-tohit", "QR-crit-sensors", "fire.sensors")
def test_two_hits_on_the_sensors_end_all_weapon_attacks() -> None:
    assert forbidden(shot(attacker=broken(unit(), "sensors"))) is None
    assert forbidden(shot(attacker=broken(unit(), "sensors", "sensors"))) == "fire.sensors"


@pytest.mark.proves("fire.broken")
def test_a_weapon_that_was_hit_lost_or_jammed_does_not_fire() -> None:
    red = unit()
    laser = mount(red, "Medium Laser")
    assert forbidden(shot(attacker=shot_up(red, laser))) == "fire.broken"
    assert forbidden(shot(attacker=maimed(red, red.sheet.mounts[laser].location))) == "fire.broken"
    assert forbidden(shot(attacker=unit(jammed=frozenset({laser})))) == "fire.broken"


@pytest.mark.proves("QR-charge", "QR-dfa", "fire.charging")
def test_who_charges_or_attacks_from_above_fires_nothing() -> None:
    for kind in ("charge", "death from above"):
        assert forbidden(shot(attacker=unit(marks=marked(CHARGING, kind=kind, about="blue")))) == "fire.charging"


@pytest.mark.proves("QR-attacker-prone", "fire.prone")
def test_a_prone_biped_fires_nothing_from_its_legs_and_the_arm_it_leans_on() -> None:
    red = unit(armed(HUNTER, "Small Laser@LL", "Large Laser@LA"), prone=True, marks=marked(PROPPING, about="LA"))
    assert forbidden(shot("Small Laser", attacker=red)) == "fire.prone"
    assert forbidden(shot("Large Laser", attacker=red)) == "fire.prone"
    assert forbidden(shot("AC/10", attacker=red, feed=mount(red, "IS Ammo AC/10"))) is None


@pytest.mark.proves("fire.prone")
def test_a_prone_biped_that_lacks_an_arm_cannot_fire() -> None:
    red = unit(armed(HUNTER, "Small Laser@CT"), prone=True)
    assert forbidden(shot("Small Laser", attacker=red)) is None
    assert forbidden(shot("Small Laser", attacker=maimed(red, "LA"))) == "fire.prone"
    standing = unit(red.sheet)
    assert forbidden(shot("Small Laser", attacker=maimed(standing, "LA"))) is None


@pytest.mark.proves("fire.prone")
def test_a_prone_biped_leans_on_the_arm_that_it_does_not_fire_first() -> None:
    red = unit(prone=True)
    laser, gun = mount(red, "Medium Laser"), mount(red, "AC/10")
    before = on_turn(red, blue(hex="0103"), phase="weapons")
    after, events = say(before, Scripted(), Fire(laser, "blue"))
    assert told(events, Posture) == [Posture("red", prone=True, propping_arm="RA")]
    assert refused(after, Fire(gun, "blue", mount(red, "IS Ammo AC/10"))) == "fire.prone"


@pytest.mark.proves("fire.ammunition")
def test_a_weapon_fires_only_from_a_bin_that_fits_is_whole_and_holds_enough() -> None:
    red = unit()
    shells, missiles = mount(red, "IS Ammo AC/10"), mount(red, "ISLRM5 Ammo")
    assert forbidden(shot("AC/10", attacker=red, feed=shells)) is None
    assert forbidden(shot("AC/10", attacker=red)) == "fire.ammunition"
    assert forbidden(shot("AC/10", attacker=red, feed=missiles)) == "fire.ammunition"
    assert forbidden(shot("AC/10", attacker=shot_up(red, shells), feed=shells)) == "fire.ammunition"
    empty = tuple(0 for _ in red.sheet.mounts)
    assert forbidden(shot("AC/10", attacker=unit(shots=empty), feed=shells)) == "fire.ammunition"


@pytest.mark.proves("fire.ammunition")
def test_a_one_shot_launcher_fires_once() -> None:
    red = unit(armed(HUNTER, "Rocket Launcher 10@RT"))
    assert forbidden(shot("Rocket Launcher 10", attacker=red)) is None
    spent = replace(red, condition=replace(red.condition, shots=tuple(0 for _ in red.sheet.mounts)))
    assert forbidden(shot("Rocket Launcher 10", attacker=spent)) == "fire.ammunition"


@pytest.mark.proves("fire.arc")
def test_a_weapon_fires_into_its_arc_as_the_torso_is_turned() -> None:
    away = unit(facing=NORTH)
    assert forbidden(shot("AC/10", attacker=away, feed=mount(away, "IS Ammo AC/10"))) == "fire.arc"
    backwards = next(at for at, held in enumerate(away.sheet.mounts) if held.rear)
    facing_back = shot(attacker=away)
    assert forbidden(WeaponAttack(facing_back.relief, away, facing_back.target, backwards)) is None
    sideways = unit(facing=5, torso=4)
    assert forbidden(shot("LRM 5", attacker=sideways, feed=mount(sideways, "ISLRM5 Ammo"))) is None
    ahead = replace(sideways, torso=5)
    assert forbidden(shot("LRM 5", attacker=ahead, feed=mount(ahead, "ISLRM5 Ammo"))) == "fire.arc"


@pytest.mark.proves("QR-range-mods", "fire.range")
def test_beyond_long_range_there_is_no_attack() -> None:
    assert forbidden(shot(column=" ".join(["0"] * 10))) is None
    assert forbidden(shot(column=" ".join(["0"] * 11))) == "fire.range"


@pytest.mark.proves("fire.sight")
def test_without_a_line_of_sight_there_is_no_attack() -> None:
    attack = shot(column="0 0 3 0 0")
    assert forbidden(attack) == "sight.ground"


@pytest.mark.proves("fire.sight", "fire.indirect")
def test_long_range_missiles_fly_over_a_hill_when_somebody_spots() -> None:
    column = "0 0 0 3 0 0 0 0"
    red = unit(armed(HUNTER, "Large Laser@RA"))
    rack, eye = mount(red, "ISLRM5 Ammo"), unit(id="eye", side="red", hex="0106")
    assert forbidden(shot("LRM 5", column, red, feed=rack)) == "sight.ground"
    assert forbidden(shot("LRM 5", column, red, feed=rack, spotter=eye)) is None
    blind = unit(id="eye", side="red", hex="0102")
    assert forbidden(shot("LRM 5", column, red, feed=rack, spotter=blind)) == "sight.ground"
    assert forbidden(shot("Large Laser", column, red, spotter=eye)) == "fire.indirect"
    assert forbidden(shot("LRM 5", "0 0 0 0 0 0 0 0", red, feed=rack, spotter=eye)) == "fire.indirect"


@pytest.mark.proves("QR-underwater", "fire.under_water")
def test_a_submerged_target_is_hit_by_submerged_weapons_only() -> None:
    red = unit(armed(HUNTER, "Medium Pulse Laser@LL", "Large Laser@RA"), elevation=-1)
    diver = blue(elevation=-2)
    assert forbidden(shot("Medium Pulse Laser", "0~1 0~2 0~2", red, diver)) is None
    assert forbidden(shot("Large Laser", "0~1 0~2 0~2", red, diver)) == "fire.under_water"
    deep = replace(red, elevation=-2)
    assert forbidden(shot("Large Laser", "0~2 0~2 0~2", deep, diver)) is None


@pytest.mark.proves("fire.under_water")
def test_a_submerged_weapon_does_not_reach_a_dry_target() -> None:
    red = unit(armed(HUNTER, "Medium Pulse Laser@LL", "Large Laser@RA"), elevation=-1)
    assert forbidden(shot("Medium Pulse Laser", "0~1 0 0", red)) == "fire.under_water"
    assert forbidden(shot("Large Laser", "0~1 0 0", red)) is None


@pytest.mark.proves("fire.may_twist")
def test_a_standing_biped_turns_its_torso_by_one_hexside() -> None:
    before = on_turn(unit(), blue(hex="0103"), phase="weapons")
    assert [refused(before, Twist(facing)) for facing in (2, 4)] == [None, None]
    assert refused(before, Twist(1)) == "fire.may_twist"
    assert refused(before, Twist(9)) == "fire.may_twist"
    lying = on_turn(unit(prone=True), blue(hex="0103"), phase="weapons")
    assert refused(lying, Twist(2)) == "fire.may_twist"
    quad = on_turn(unit(known("Scorpion SCP-1N")), blue(hex="0103"), phase="weapons")
    assert refused(quad, Twist(2)) == "fire.may_twist"


def test_the_torso_turns_before_the_first_shot_and_a_weapon_fires_once() -> None:
    red = unit()
    laser = mount(red, "Medium Laser")
    after, events = say(on_turn(red, blue(hex="0103"), phase="weapons"), Scripted(), Fire(laser, "blue"))
    assert told(events, ShotDeclared) == [ShotDeclared("red", Shot(laser, "blue"))]
    assert refused(after, Twist(2)) == "fire.twist"
    assert refused(after, Fire(laser, "blue")) == "fire.weapon"


def test_a_primary_target_is_one_of_those_ahead_even_if_declared_later() -> None:
    red = unit(hex="0303")
    ahead, aside = blue(hex="0305"), unit(id="green", side="blue", hex="0103")
    arm, gun = mount(red, "Medium Laser"), mount(red, "AC/10")
    volley = (Shot(gun, "green"), Shot(arm, "blue"))
    red = replace(red, volley=volley)
    battle = state(red, ahead, aside, board=field(5, 6))
    assert attack_of(battle, red, volley[1]).secondary == ""
    assert attack_of(battle, red, volley[0]).secondary == "other"


def test_spotting_is_for_those_who_have_somebody_to_spot_for() -> None:
    alone = on_turn(unit(), blue(hex="0103"), phase="weapons")
    assert refused(alone, Spot()) == "fire.spot"
    together = on_turn(unit(), unit(id="friend", side="red", hex="0102"), blue(hex="0103"), phase="weapons")
    assert refused(together, Spot()) is None


@pytest.mark.proves("salvos.wasted")
def test_a_streak_launcher_without_a_lock_keeps_its_missiles_and_stays_cool() -> None:
    red = unit(armed(HUNTER, "Streak SRM 2@RT", "IS Streak SRM 2 Ammo@RT", "SRM 2@RT", "IS Ammo SRM-2@RT"))
    streak, plain = mount(red, "Streak SRM 2"), mount(red, "SRM 2")
    bins = mount(red, "IS Streak SRM 2 Ammo"), mount(red, "IS Ammo SRM-2")
    red = replace(red, volley=(Shot(streak, "blue", bins[0]), Shot(plain, "blue", bins[1])))
    before = on_turn(red, blue(hex="0103"), phase="weapons")
    after, events = say(before, Scripted((1, 1), (1, 1)), Done())
    assert told(events, FireHeld) == [FireHeld("red", streak)]
    assert told(events, ShotsSpent) == [ShotsSpent("red", bins[1], 49)]
    assert after.units["red"].volley == (Shot(plain, "blue", bins[1]),)


@pytest.mark.proves("to_hit.cover_by_water_from_level")
def test_with_the_option_a_higher_attacker_cancels_the_cover_of_water() -> None:
    wet = blue(elevation=-1)
    option = ("water_cover_negated",)
    assert needs(shot("Large Laser", "0 0 0~1", target=wet)) == 4 + 1
    assert needs(shot("Large Laser", "3 0 0~1", target=wet)) == 4 + 1
    assert needs(shot("Large Laser", "0~1 0 0~1", unit(elevation=-1), wet, rules=option)) == 4 + 1
    assert needs(shot("Large Laser", "3 0 0~1", target=wet, rules=option)) == 4


def test_a_machine_that_attacks_from_above_is_seen_two_levels_above_its_target() -> None:
    red = unit(motion=moved("jump", 2))
    before = on_turn(red, blue(hex="0102"), board="1 0 0")
    after, events = say(before, Scripted(), Charge("blue"))
    assert told(events, ChargeDeclared)[0].blow == Blow("death from above", "", "blue")
    seen = after.units["red"].viewpoint
    assert 1 + seen.height - seen.stature == 0 + 2


@pytest.mark.proves("QR-cluster-table", "fire.column")
def test_a_salvo_that_no_cluster_table_has_a_column_for_cannot_be_fired() -> None:
    """Of 43 bombs; eight and four have columns."""
    far = " ".join(["0"] * 8)
    attack = shot("Mech Mortar 8", far, ammunition="IS Ammo SC Mortar-8")
    assert forbidden(attack) is None
    assert forbidden(shot("Mech Mortar 4", far, ammunition="IS Ammo SC Mortar-4")) is None
    attack.__dict__["weapon"] = replace(attack.weapon, cluster=43)
    assert forbidden(attack) == "fire.column"


@pytest.mark.proves("to_hit.fixed")
def test_the_number_to_hit_is_a_sum_of_skill_and_circumstances() -> None:
    assert [term.id for term in target_number(shot())] == ["to_hit.gunnery"]


@pytest.mark.proves("fire.guides")
def test_friends_who_spot_may_be_named_for_a_shot() -> None:
    red, friend = unit(), unit(id="eye", hex="0102", side="red")
    spotting = replace(friend, marks=marked(SPOTTING))
    for eye, named in ((spotting, ("eye",)), (friend, ())):
        state = on_turn(red, unit(id="blue", hex="0103"), eye, phase="weapons", board="0 0 0")
        rules = state.relief.rules
        assert rules[guides](state, red, Shot(0, "blue")) == named
