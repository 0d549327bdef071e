"""Physical attacks: who may strike whom with what, the number it takes, the damage, and what follows."""

from typing import Any

import pytest

from asking import asked
from machines import HUNTER, KNIGHT
from overheat.classic.attack.blows import number_of, refusal, resolve
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Charge, Done, Go, Step, Strike
from overheat.classic.facts.events import AttackRolled, BlowDeclared, ChargeDeclared, CheckMade, Fell, Moved, Struck
from overheat.classic.facts.state import Blow, Shot, Unit, Weather
from overheat.classic.rules.standard.blow_force import blow_damage, charge_damage, from_above_damage, weakened
from overheat.classic.rules.standard.physical import CHARGING, PhysicalAttack
from overheat.classic.rules.standard.switches import ILLUMINATED
from overheat.classic.turn.physical import finish
from overheat.kernel.dice import Scripted
from skirmish import (
    armed,
    blow,
    broken,
    field,
    known,
    maimed,
    marked,
    mount,
    moved,
    on_turn,
    refused,
    replace,
    say,
    scene,
    shot_up,
    told,
    unit,
)

PILOTING = 5
HIT, MISS = (6, 6), (1, 1)


def blue(**facts: Any) -> Unit:
    return unit(id="blue", **{"hex": "0102", "facing": 0, **facts})


def number(attack: PhysicalAttack) -> int:
    return int(number_of(attack).total)


def forbidden(attack: PhysicalAttack) -> str | None:
    no = refusal(attack)
    return None if no is None else no.id


def damage(attack: PhysicalAttack) -> int:
    return weakened(attack, blow_damage(attack))


def weighing(tons: int, id: str = "red", **facts: Any) -> Unit:
    where = {"hex": "0101"} if id == "red" else {"hex": "0102", "facing": 0}
    return unit(replace(unit().sheet, tons=tons), id=id, **{**where, **facts})


@pytest.mark.proves("physical.skill")
def test_a_blow_starts_from_the_pilots_skill() -> None:
    assert number(blow("punch", "LA")) == 5
    assert number(blow("punch", "LA", unit(piloting=3))) == 3


@pytest.mark.proves("QR-physical-type", "physical.kind", "physical.kinds")
@pytest.mark.parametrize(("kind", "limb", "added"), [("kick", "LL", -2), ("club", "RA", -1), ("push", "", -1)])
def test_each_kind_of_blow_has_its_modifier(kind: str, limb: str, added: int) -> None:
    assert number(blow(kind, limb)) == PILOTING + added


@pytest.mark.proves("QR-physical-type", "QR-attacker-movement", "QR-target-movement")
def test_movement_counts_for_blows_as_for_shots() -> None:
    kick = blow("kick", "LL", unit(motion=moved("walk", 2)), blue(motion=moved("walk", 4)))
    assert number(kick) == 5
    assert number(blow("push", "", unit(piloting=4))) == 3


@pytest.mark.proves("QR-attack-terrain", "physical.terrain")
def test_woods_and_water_around_the_target_count_for_blows_too() -> None:
    assert number(blow("punch", "LA", column="0 0w2")) == PILOTING + 2
    assert number(blow("kick", "LL", target=blue(elevation=-1), column="0 0~1")) == PILOTING - 2 + 1


@pytest.mark.proves("QR-target-status")
def test_a_prone_target_is_easier_to_kick() -> None:
    assert number(blow("kick", "LL", target=blue(prone=True))) == PILOTING - 2 - 2


@pytest.mark.proves("QR-physical-arm-actuator", "QR-crit-upper-arm", "QR-crit-lower-arm", "physical.arm")
def test_each_actuator_of_an_arm_makes_a_punch_harder_by_two_and_halves_it() -> None:
    red = weighing(75)
    one = broken(red, "upper arm actuator@RA")
    assert (number(blow("punch", "RA", one)), damage(blow("punch", "RA", one))) == (PILOTING + 2, 4)
    two = broken(one, "lower arm actuator@RA")
    assert (number(blow("punch", "RA", two)), damage(blow("punch", "RA", two))) == (PILOTING + 4, 2)
    assert number(blow("club", "RA", one)) == PILOTING - 1 + 2
    assert (number(blow("punch", "LA", two)), damage(blow("punch", "LA", two))) == (PILOTING, 8)


@pytest.mark.proves("QR-physical-arm-actuator", "QR-crit-lower-arm", "QR-crit-upper-arm", "physical.weakened")
@pytest.mark.parametrize("part", ["upper arm actuator@RA", "lower arm actuator@RA"])
def test_an_arm_without_an_actuator_punches_half_as_hard(part: str) -> None:
    assert damage(blow("punch", "RA", broken(weighing(75), part))) == 4


@pytest.mark.proves("QR-physical-hand", "QR-crit-hand", "physical.arm")
def test_a_punch_without_a_hand_is_one_harder_and_as_strong() -> None:
    handless = broken(unit(), "hand actuator@LA")
    assert number(blow("punch", "LA", handless)) == PILOTING + 1
    assert damage(blow("punch", "LA", handless)) == 5


@pytest.mark.proves("physical.arm")
def test_an_arm_built_without_a_hand_and_forearm_punches_like_one_that_lost_them() -> None:
    marauder = unit(known("Rifleman RFL-3N"))
    assert number(blow("punch", "LA", marauder)) == PILOTING + 2 + 1


@pytest.mark.proves("QR-physical-hand", "QR-crit-hand", "physical.limb")
def test_without_a_hand_nothing_is_held() -> None:
    knight = unit(KNIGHT)
    assert forbidden(blow("hatchet", "RA", knight)) is None
    assert forbidden(blow("hatchet", "RA", broken(knight, "hand actuator@RA"))) == "physical.limb"
    assert forbidden(blow("club", "RA", broken(unit(), "hand actuator@RA"))) == "physical.limb"


@pytest.mark.proves("QR-physical-shoulder", "QR-crit-shoulder", "physical.limb")
def test_a_destroyed_shoulder_strikes_no_more() -> None:
    hurt = broken(unit(), "shoulder@LA")
    assert forbidden(blow("punch", "LA", hurt)) == "physical.limb"
    assert forbidden(blow("club", "LA", hurt)) == "physical.limb"
    assert forbidden(blow("punch", "RA", hurt)) is None


@pytest.mark.proves("QR-physical-shoulder", "QR-crit-shoulder", "physical.push_shoulders")
def test_each_destroyed_shoulder_makes_a_push_harder_by_two() -> None:
    assert number(blow("push", "", broken(unit(), "shoulder@LA"))) == 6
    assert number(blow("push", "", broken(unit(), "shoulder@LA", "shoulder@RA"))) == 8


@pytest.mark.proves("QR-physical-leg", "QR-crit-leg-actuators", "QR-crit-foot", "physical.leg")
def test_a_kick_with_a_damaged_leg_is_harder() -> None:
    hurt = broken(unit(), "upper leg actuator@LL", "foot actuator@LL")
    assert number(blow("kick", "LL", hurt)) == PILOTING - 2 + 3
    assert damage(blow("kick", "LL", hurt)) == 5
    sixty = broken(weighing(60), "upper leg actuator@LL", "lower leg actuator@LL")
    assert number(blow("kick", "LL", sixty)) == PILOTING - 2 + 4
    assert number(blow("kick", "RL", sixty)) == PILOTING - 2


@pytest.mark.proves("QR-physical-leg", "QR-crit-leg-actuators", "physical.weakened")
def test_each_actuator_of_the_leg_halves_a_kick() -> None:
    sixty = broken(weighing(60), "upper leg actuator@LL", "lower leg actuator@LL")
    assert damage(blow("kick", "LL", sixty)) == 3
    assert damage(blow("kick", "LL", broken(weighing(55), "lower leg actuator@LL"))) == 5


@pytest.mark.proves("QR-physical-leg", "QR-crit-hip", "physical.limb")
def test_with_a_destroyed_hip_neither_leg_kicks() -> None:
    hurt = broken(unit(), "hip@LL")
    assert forbidden(blow("kick", "LL", hurt)) == "physical.limb"
    assert forbidden(blow("kick", "RL", hurt)) == "physical.limb"
    assert forbidden(blow("kick", "LL")) is None


@pytest.mark.proves("QR-physical-other", "physical.rear_kick")
def test_a_quad_kicks_behind_itself_at_one_more() -> None:
    quad = unit(known("Scorpion SCP-1N"), facing=0)
    assert number(blow("kick", "RLL", quad)) == 4
    assert forbidden(blow("kick", "RLL", quad)) is None
    assert forbidden(blow("kick", "FLL", quad)) == "physical.arc"


@pytest.mark.proves("QR-comparative-modifier", "QR-charge", "physical.comparison")
def test_a_charge_pits_pilot_against_pilot() -> None:
    better = blow("charge", "", unit(piloting=4, motion=moved("run", 4)), blue(piloting=5))
    worse = blow("charge", "", unit(piloting=5, motion=moved("run", 4)), blue(piloting=4, motion=moved("walk", 3)))
    assert (number(better), number(worse)) == (5, 9)


@pytest.mark.proves("QR-comparative-modifier", "QR-dfa", "physical.comparison")
def test_death_from_above_pits_pilot_against_pilot() -> None:
    assert number(blow("death from above", "", unit(piloting=4, motion=moved("jump", 4)), blue(piloting=5))) == 6
    assert number(blow("death from above", "", unit(piloting=3), blue(piloting=5))) == 3 - 2
    assert number(blow("death from above", "", unit(piloting=6), blue(piloting=4))) == 6 + 2


@pytest.mark.proves("QR-weather-physical", "physical.darkness")
def test_only_a_moonless_night_hides_from_blows_and_only_what_is_unlit() -> None:
    assert number(blow("kick", "LL", weather=Weather(light="moonless"))) == PILOTING - 2 + 1
    lit = blue(marks=marked(ILLUMINATED))
    assert number(blow("kick", "LL", target=lit, weather=Weather(light="moonless"))) == PILOTING - 2
    assert number(blow("kick", "LL", weather=Weather(light="full moon", fog="heavy", wind="storm"))) == PILOTING - 2


@pytest.mark.proves("physical.adjacent")
def test_blows_reach_the_next_hex() -> None:
    assert forbidden(blow("punch", "LA")) is None
    assert forbidden(blow("punch", "LA", target=blue(hex="0103"), column="0 0 0")) == "physical.adjacent"


@pytest.mark.proves("physical.able")
def test_only_a_machine_on_its_feet_with_a_pilot_awake_strikes() -> None:
    assert forbidden(blow("punch", "LA", unit(prone=True))) == "physical.able"
    assert forbidden(blow("punch", "LA", unit(shut_down=True))) == "physical.able"
    assert forbidden(blow("punch", "LA", unit(conscious=False))) == "physical.able"
    charging = unit(marks=marked(CHARGING, kind="charge", about="blue"))
    assert forbidden(blow("punch", "LA", charging)) == "physical.able"
    assert forbidden(blow("charge", "", charging)) is None


@pytest.mark.proves("physical.arc", "physical.limbs")
def test_an_arm_strikes_where_it_can_fire_a_leg_ahead_and_a_push_straight_on() -> None:
    aside = unit(facing=5)
    assert forbidden(blow("punch", "LA", aside)) is None
    assert forbidden(blow("punch", "RA", aside)) == "physical.arc"
    assert forbidden(blow("kick", "LL", aside)) == "physical.arc"
    slanted = unit(facing=4)
    assert forbidden(blow("kick", "LL", slanted)) is None
    assert forbidden(blow("push", "", slanted)) == "physical.arc"
    assert forbidden(blow("push", "", unit(facing=3))) is None


@pytest.mark.proves("physical.height", "physical.levels")
def test_punches_reach_up_kicks_reach_down_and_pushes_neither() -> None:
    expected = {
        "punch": {"0 0": None, "0 1": None, "1 0": "physical.height", "0 2": "physical.height"},
        "kick": {"0 0": None, "1 0": None, "0 1": "physical.height", "2 0": "physical.height"},
        "push": {"0 0": None, "1 0": "physical.height", "0 1": "physical.height"},
    }
    limbs = {"punch": "LA", "kick": "LL", "push": ""}
    for kind, columns in expected.items():
        assert {column: forbidden(blow(kind, limbs[kind], column=column)) for column in columns} == columns


@pytest.mark.proves("QR-push", "physical.fired")
def test_an_arm_that_fired_neither_punches_nor_pushes() -> None:
    red = unit()
    fired = replace(red, volley=(Shot(mount(red, "Medium Laser"), "blue"),))
    assert forbidden(blow("punch", "LA", fired)) == "physical.fired"
    assert forbidden(blow("punch", "RA", fired)) is None
    assert forbidden(blow("push", "", fired)) == "physical.fired"


@pytest.mark.proves("QR-push", "physical.kinds")
def test_a_push_is_one_less_than_the_pilots_skill() -> None:
    push = blow("push", "", unit(piloting=4, motion=moved("walk", 1)), blue(motion=moved("walk", 5)))
    assert number(push) == 6


@pytest.mark.proves("physical.limb")
def test_a_push_takes_two_arms_and_a_blow_its_limb() -> None:
    assert forbidden(blow("push", "", maimed(unit(), "LA"))) == "physical.limb"
    assert forbidden(blow("punch", "LA", maimed(unit(), "LA"))) == "physical.limb"
    assert forbidden(blow("kick", "RL", maimed(unit(), "RL"))) == "physical.limb"


@pytest.mark.proves("physical.once")
def test_a_turn_has_two_punches_of_two_arms_or_one_other_blow() -> None:
    left = unit(blows=(Blow("punch", "LA", "blue"),))
    assert forbidden(blow("punch", "RA", left)) is None
    assert forbidden(blow("punch", "LA", left)) == "physical.once"
    assert forbidden(blow("kick", "LL", left)) == "physical.once"


@pytest.mark.proves("physical.held")
def test_a_hatchet_must_be_there_and_whole() -> None:
    knight = unit(KNIGHT)
    assert forbidden(blow("hatchet", "RA", knight)) is None
    assert forbidden(blow("sword", "RA", knight)) == "physical.held"
    assert forbidden(blow("hatchet", "RA", shot_up(knight, mount(knight, "Hatchet")))) == "physical.held"


@pytest.mark.proves("physical.prone_target")
def test_what_lies_on_the_ground_is_kicked_and_not_punched_or_pushed() -> None:
    lying = blue(prone=True)
    assert forbidden(blow("punch", "LA", target=lying)) == "physical.prone_target"
    assert forbidden(blow("push", "", target=lying)) == "physical.prone_target"
    assert forbidden(blow("punch", "LA", target=lying, column="0 1")) is None
    assert forbidden(blow("kick", "LL", target=lying)) is None


@pytest.mark.proves("QR-damage-punch", "physical.damage")
def test_a_punch_does_a_tenth_of_the_weight_rounded_up() -> None:
    assert [blow_damage(blow("punch", "LA", weighing(tons))) for tons in (20, 65, 100)] == [2, 7, 10]


@pytest.mark.proves("QR-damage-kick-club", "physical.damage")
def test_a_kick_or_a_club_does_a_fifth_of_the_weight() -> None:
    assert [blow_damage(blow("kick", "LL", weighing(tons))) for tons in (20, 65, 100)] == [4, 13, 20]
    assert blow_damage(blow("club", "RA", weighing(65))) == 13


@pytest.mark.proves("physical.damage")
def test_a_hatchet_does_a_fifth_and_a_sword_a_tenth_and_one() -> None:
    knight = unit(KNIGHT)
    weighs = [unit(replace(knight.sheet, tons=tons)) for tons in (60, 65)]
    assert [blow_damage(blow("hatchet", "RA", each)) for each in weighs] == [12, 13]
    assert [blow_damage(blow("sword", "RA", each)) for each in weighs] == [7, 8]


@pytest.mark.proves("QR-damage-charge", "physical.charge_damage")
def test_a_charge_does_a_tenth_of_the_weight_for_each_hex_and_takes_a_tenth_of_the_targets() -> None:
    assert asked(charge_damage)(weighing(65), weighing(40, "blue"), 5) == (33, 4)
    assert asked(charge_damage)(weighing(100), weighing(55, "blue"), 3) == (30, 6)


@pytest.mark.proves("QR-dfa", "physical.from_above_damage")
def test_death_from_above_does_three_tenths_and_takes_a_fifth() -> None:
    assert asked(from_above_damage)(weighing(55)) == (17, 11)


def struck(attack: PhysicalAttack, *dice: Any) -> list[tuple[str, str, int]]:
    """Strike, and say who was hit where for how much."""
    with Scripted(*dice) as scripted:
        playing = scene(scripted, attack.attacker, attack.target, board=attack.relief.board)
        resolve(playing, attack, number_of(attack))
    return [(hit.unit, hit.location, hit.damage) for hit in told(playing.events, Struck)]


@pytest.mark.proves("QR-punch-locations", "QR-damage-punch")
def test_a_punch_lands_high_in_one_place() -> None:
    assert struck(blow("punch", "LA"), HIT, 4) == [("blue", "RT", 5)]


@pytest.mark.proves("QR-kick-locations", "QR-damage-kick-club")
def test_a_kick_lands_low_in_one_place() -> None:
    assert struck(blow("kick", "LL"), HIT, 2) == [("blue", "RL", 10)]


@pytest.mark.proves("QR-kick-locations")
def test_a_punch_at_somebody_above_lands_low() -> None:
    assert struck(blow("punch", "LA", column="0 1"), HIT, 5) == [("blue", "LL", 5)]


@pytest.mark.proves("QR-punch-locations")
def test_a_kick_at_somebody_below_lands_high() -> None:
    assert struck(blow("kick", "LL", column="1 0"), HIT, 5) == [("blue", "RA", 10)]


@pytest.mark.proves("QR-hit-locations")
def test_a_hatchet_lands_anywhere() -> None:
    assert struck(blow("hatchet", "RA", unit(KNIGHT)), HIT, (3, 4)) == [("blue", "CT", 12)]


@pytest.mark.proves("QR-psr-physical", "QR-psr-actions")
def test_who_is_kicked_rolls_and_who_misses_a_kick_rolls() -> None:
    kicking = unit(blows=(Blow("kick", "LL", "blue"),))
    hit = scene(Scripted(HIT, 1, (6, 6)), kicking, blue())
    finish(hit)
    assert [(check.unit, check.reason) for check in told(hit.events, CheckMade)] == [("blue", "piloting.blows.kicked")]
    miss = scene(Scripted(MISS, (6, 6)), kicking, blue())
    finish(miss)
    assert [(check.unit, check.reason) for check in told(miss.events, CheckMade)] == [
        ("red", "piloting.deeds.missed_kick")
    ]


@pytest.mark.proves("QR-push", "QR-psr-physical")
def test_a_push_moves_both_a_hex_and_shakes_the_target() -> None:
    pushing = unit(blows=(Blow("push", "", "blue"),))
    playing = scene(Scripted(HIT, (6, 6)), pushing, blue())
    finish(playing)
    assert (playing.unit("blue").hex, playing.unit("red").hex) == (Hex(1, 3), Hex(1, 2))
    assert [(check.unit, check.reason) for check in told(playing.events, CheckMade)] == [
        ("blue", "piloting.blows.pushed")
    ]
    assert told(playing.events, Struck) == []


def test_who_is_pushed_off_a_cliff_falls_and_who_is_pushed_against_one_stays() -> None:
    pushing = unit(blows=(Blow("push", "", "blue"),))
    down = scene(Scripted(HIT, (6, 6), 1, *[(3, 4)] * 3), pushing, blue(), board="2 2 0")
    finish(down)
    assert told(down.events, Fell)[0].levels == 2
    against = scene(Scripted(HIT, (6, 6)), pushing, blue(), board="0 0 2")
    finish(against)
    assert (against.unit("blue").hex, against.unit("red").hex) == (Hex(1, 2), Hex(1, 1))


RUNS_AT_BLUE = {"motion": moved("run", 3), "marks": marked(CHARGING, kind="charge", about="blue")}


@pytest.mark.proves("QR-charge", "QR-damage-charge", "QR-psr-physical", "QR-psr-actions", "QR-damage-groups")
def test_a_charge_hurts_both_drives_the_target_back_and_shakes_both_at_two_more() -> None:
    dice = Scripted(HIT, (3, 4), (4, 4), (2, 3), (3, 4), (6, 6), (6, 6))
    playing = scene(dice, unit(**RUNS_AT_BLUE), blue())  # type: ignore[arg-type]
    finish(playing)
    dice.done()
    hits = [(hit.unit, hit.location, hit.damage) for hit in told(playing.events, Struck)]
    assert hits == [("blue", "CT", 5), ("blue", "LT", 5), ("blue", "RL", 5), ("red", "CT", 5)]
    assert (playing.unit("blue").hex, playing.unit("red").hex) == (Hex(1, 3), Hex(1, 2))
    checks = {check.unit: sum(part.value for part in check.needed) for check in told(playing.events, CheckMade)}
    assert checks == {"red": PILOTING + 2, "blue": PILOTING + 2}


def test_a_charge_that_misses_goes_past_and_one_that_was_interrupted_does_nothing() -> None:
    board = field(3, 4)
    red = unit(hex="0201", **RUNS_AT_BLUE)  # type: ignore[arg-type]
    miss = scene(Scripted(MISS), red, blue(hex="0202"), board=board)
    finish(miss)
    assert told(miss.events, Struck) == []
    assert [move.how for move in told(miss.events, Moved)] == ["go_past"]
    fallen = scene(Scripted(), replace(red, condition=replace(red.condition, prone=True)), blue(hex="0202"))
    finish(fallen)
    assert told(fallen.events, AttackRolled) == []


@pytest.mark.proves("QR-dfa", "QR-psr-physical", "QR-psr-actions", "QR-damage-groups", "QR-punch-locations")
def test_death_from_above_strikes_high_and_hurts_the_attackers_legs() -> None:
    red = weighing(55, motion=moved("jump", 3), marks=marked(CHARGING, kind="death from above", about="blue"))
    dice = Scripted(HIT, 1, 2, 3, 4, 1, 4, 6, (6, 6), (6, 6))
    playing = scene(dice, red, blue())
    finish(playing)
    dice.done()
    hits = [(hit.unit, hit.location, hit.damage) for hit in told(playing.events, Struck)]
    assert hits == [
        ("blue", "LA", 5),
        ("blue", "LT", 5),
        ("blue", "CT", 5),
        ("blue", "RT", 2),
        ("red", "RL", 5),
        ("red", "LL", 5),
        ("red", "LL", 1),
    ]
    assert (playing.unit("blue").hex, playing.unit("red").hex) == (Hex(1, 3), Hex(1, 2))
    checks = {check.unit: sum(part.value for part in check.needed) for check in told(playing.events, CheckMade)}
    assert checks == {"red": PILOTING + 4, "blue": PILOTING + 2}


@pytest.mark.proves("QR-dfa")
def test_death_from_above_on_a_prone_target_strikes_its_back() -> None:
    red = unit(motion=moved("jump", 3), marks=marked(CHARGING, kind="death from above", about="blue"))
    dice = Scripted(HIT, (4, 6), (4, 6), (4, 6), 1, 4, (6, 6))
    playing = scene(dice, red, blue(prone=True))
    finish(playing)
    dice.done()
    assert [hit.location for hit in told(playing.events, Struck) if hit.unit == "blue"] == ["LA"] * 3


def test_who_misses_from_above_falls_two_levels() -> None:
    red = unit(motion=moved("jump", 3), marks=marked(CHARGING, kind="death from above", about="blue"))
    dice = Scripted(MISS, (2, 4), 1, (3, 4), (3, 4), (3, 4))
    playing = scene(dice, red, blue())
    finish(playing)
    dice.done()
    assert told(playing.events, Fell) == [Fell("red", 2, "front", 15)]
    [belt] = told(playing.events, CheckMade)
    assert sum(part.value for part in belt.needed) == PILOTING + 1
    assert number(blow("death from above", "", red)) == PILOTING + 3


@pytest.mark.proves("QR-charge")
def test_a_charge_is_declared_in_the_movement_next_to_the_enemy_and_straight_ahead() -> None:
    before = on_turn(unit(), blue(hex="0104"), board=field(1, 6))
    near, _ = say(before, Scripted(), Go("run"), Step("forward"))
    assert refused(near, Charge("blue")) == "physical.charge"
    there, _ = say(near, Scripted(), Step("forward"))
    _, events = say(there, Scripted(), Charge("blue"))
    assert told(events, ChargeDeclared) == [ChargeDeclared("red", Blow("charge", "", "blue"))]
    assert number(blow("charge", "", unit(piloting=4), blue(piloting=6))) == 2


def test_blows_are_declared_and_then_struck() -> None:
    before = on_turn(unit(), blue(), phase="physical")
    declared, events = say(before, Scripted(), Strike("kick", "LL", "blue"))
    assert told(events, BlowDeclared) == [BlowDeclared("red", Blow("kick", "LL", "blue"))]
    assert refused(declared, Strike("punch", "LA", "blue")) == "physical.once"
    assert refused(before, Strike("kick", "LA", "blue")) == "physical.kind"
    _, events = say(declared, Scripted(HIT, 1, (6, 6), (1, 2), (3, 4)), Done())
    assert [hit.location for hit in told(events, Struck)] == ["RL"]


@pytest.mark.proves("physical.damage")
def test_hot_triple_strength_myomer_strikes_twice_as_hard() -> None:
    hot = unit(armed(HUNTER, "Triple Strength Myomer@LT"), heat=9)
    assert (damage(blow("punch", "LA", hot)), damage(blow("kick", "LL", hot))) == (10, 20)
    assert damage(blow("punch", "LA", broken(hot, "upper arm actuator@LA"))) == 5
    assert damage(blow("punch", "LA", unit(hot.sheet, heat=8))) == 5
    assert damage(blow("punch", "LA", unit(heat=9))) == 5
