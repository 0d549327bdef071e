"""Soldiers against machines hand to hand: leg attacks, swarms, and how a machine is rid of them."""

from typing import Any

import pytest

from asking import asked
from overheat.classic.attack.assaults import resolve_assault
from overheat.classic.attack.blows import number_of, refusal, resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.falls import fall
from overheat.classic.damage.hits import take
from overheat.classic.facts.commands import Alight, Done, DropProne, Fire, Go, Step, Strike
from overheat.classic.facts.events import AttackRolled, Boarded, CriticalHit, Struck
from overheat.classic.facts.state import Blow, Shot, Unit, Weather
from overheat.classic.rules.standard.aboard import ABOARD, carrier_of
from overheat.classic.rules.standard.assaults import (
    SWARM,
    SWARM_FIRE,
    Assault,
    allowed,
    assault_number,
    leg_damage,
    swarm_damage,
)
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.physical import PhysicalAttack
from overheat.classic.rules.standard.piloting import CAUSES, cause
from overheat.classic.turn.assaults import assaults
from overheat.classic.turn.physical import strikes
from overheat.classic.turn.round import legal
from overheat.kernel.dice import Scripted
from skirmish import (
    armed,
    forbidden,
    known,
    maimed,
    marked,
    moved,
    on_turn,
    refused,
    relief,
    replace,
    say,
    scene,
    shot,
    state,
    told,
    unit,
)
from soldiers import CAVALIERS, ELEMENTALS, LAUNCHERS, RIFLES, SCOUTS, TRACKS, platoon, rifles, squad
from vehicles import WARDEN
from vehicles import sheet as vehicle

ATLAS = known("Atlas AS7-D")
SEVEN, TWELVE, TWO = (3, 4), (6, 6), (1, 1)


def atlas(**others: Any) -> Unit:
    return unit(ATLAS, id="blue", hex="0101", facing=3, **others)


def assault(kind: str, attacker: Unit, target: Unit | None = None, *others: Unit) -> Assault:
    foe = atlas() if target is None else target
    return Assault(state(attacker, foe, *others, board="0 0 0"), attacker, foe, kind)


def needs(kind: str, attacker: Unit, target: Unit | None = None) -> int:
    return int(assault_number(assault(kind, attacker, target)).total)


def forbids(attack: Assault) -> str | None:
    no = attack.rules[allowed](attack)
    return None if no is None else no.id


@pytest.mark.proves("assaults.strength", "assaults.strengths", "assaults.skill")
@pytest.mark.parametrize(("lost", "added"), [(2, 2), (3, 5), (4, 7)])
def test_a_leg_attack_gets_harder_for_every_trooper_under_four(lost: int, added: int) -> None:
    five = squad(ELEMENTALS, *range(1, lost + 1))
    assert needs("leg attack", five) == 5 + added


@pytest.mark.proves("assaults.skill")
def test_with_four_troopers_or_more_nothing_is_added_to_the_skill() -> None:
    assert [needs("leg attack", squad(ELEMENTALS, *lost, piloting=4)) for lost in ((), (1,))] == [4, 4]


@pytest.mark.proves("assaults.strength", "assaults.strengths")
@pytest.mark.parametrize(("left", "added"), [(21, 2), (16, 2), (15, 5), (10, 5), (9, 7), (5, 7)])
def test_a_platoon_needs_many_men_for_a_leg_attack(left: int, added: int) -> None:
    """The riflemen's sheet states 8 for their skill."""
    assert needs("leg attack", platoon(RIFLES, left)) == 8 + added


@pytest.mark.proves("assaults.allowed", "assaults.strength")
def test_four_soldiers_are_too_few_for_a_leg_attack_and_fifteen_for_a_swarm() -> None:
    found = [forbids(assault("leg attack", platoon(RIFLES, left))) for left in (5, 4)]
    found += [forbids(assault("swarm", platoon(RIFLES, left))) for left in (16, 15)]
    assert found == [None, "assaults.allowed", None, "assaults.allowed"]


@pytest.mark.proves("assaults.strength", "assaults.strengths")
@pytest.mark.parametrize(
    ("attacker", "number"),
    [(squad(), 7), (squad(ELEMENTALS, 1, 2), 10), (platoon(RIFLES, 22), 10), (platoon(RIFLES, 16), 13)],
)
def test_a_swarm_is_harder_than_a_leg_attack(attacker: Unit, number: int) -> None:
    """Skill and 2, or 5 for under four troopers or 22 soldiers."""
    assert needs("swarm", attacker) == number


@pytest.mark.proves("assaults.skill")
def test_movement_of_the_target_counts_and_that_of_the_soldiers_does_not() -> None:
    runner = atlas(motion=moved("run", 5))
    assert needs("leg attack", squad(motion=moved("jump", 3)), runner) == 5 + 2


@pytest.mark.proves("assaults.claws")
def test_magnetic_claws_help_a_swarm_and_no_leg_attack() -> None:
    sheet = armed(known(ELEMENTALS), "ba_battle_claw_magnets@Squad")
    clawed = unit(sheet, id="red")
    assert (needs("swarm", clawed), needs("leg attack", clawed)) == (6, 5)


@pytest.mark.proves("assaults.trained", "assaults.allowed")
def test_who_rides_in_vehicles_or_has_gloves_for_claws_attacks_no_machine_so() -> None:
    found = [forbids(assault("leg attack", men)) for men in (platoon(TRACKS), squad(SCOUTS), platoon(LAUNCHERS))]
    assert found == ["assaults.allowed", "assaults.allowed", None]


@pytest.mark.proves("assaults.allowed")
def test_the_machine_must_be_an_enemy_in_the_same_hex_and_the_soldiers_must_have_done_nothing() -> None:
    near, friend = replace(atlas(), hex=unit(hex="0102").hex), replace(atlas(), side="red")
    found = [
        forbids(assault("leg attack", squad(), near)),
        forbids(assault("leg attack", squad(), friend)),
        forbids(assault("leg attack", squad(), platoon(id="blue"))),
        forbids(assault("leg attack", squad(volley=(Shot(0, "blue"),)))),
        forbids(assault("leg attack", squad())),
    ]
    assert found == ["assaults.allowed"] * 4 + [None]


def carry_out(attack: Assault, *dice: Any) -> Scene:
    with Scripted(*dice) as thrown:
        around = scene(thrown, attack.attacker, attack.target, board="0 0 0")
        resolve_assault(around, attack)
    return around


@pytest.mark.proves("assaults.leg_damage")
def test_a_leg_attack_does_four_points_to_a_leg_and_rolls_for_a_critical_hit() -> None:
    """A 2 is the right leg; an 8 is one critical hit there, on the second of six slots."""
    around = carry_out(assault("leg attack", squad()), TWELVE, 2, (4, 4), 2)
    assert [(event.location, event.damage) for event in told(around.events, Struck)] == [("RL", 4)]
    assert [event.location for event in told(around.events, CriticalHit)] == ["RL"]


def test_where_a_leg_is_gone_the_other_takes_it() -> None:
    around = carry_out(assault("leg attack", squad(), maimed(atlas(), "RL")), TWELVE, 2, TWO)
    assert [event.location for event in told(around.events, Struck)] == ["LL"]


@pytest.mark.proves("assaults.leg_damage")
def test_vibro_claws_add_a_point_each() -> None:
    sheet = armed(known(ELEMENTALS), "ba_battle_claw_vibro@Squad", "ba_battle_claw_vibro@Squad")
    assert [asked(leg_damage)(men) for men in (squad(), unit(sheet), platoon())] == [4, 6, 4]


def test_a_swarm_that_succeeds_holds_on_and_does_nothing_yet() -> None:
    around = carry_out(assault("swarm", squad()), SEVEN)
    assert [(event.unit, event.carrier) for event in told(around.events, Boarded)] == [("red", "blue")]
    assert (told(around.events, Struck), carrier_of(around.unit("red"))) == ([], "blue")


def test_a_swarm_that_fails_stays_at_the_machines_feet() -> None:
    around = carry_out(assault("swarm", squad()), (3, 3))
    assert carrier_of(around.unit("red")) == ""


@pytest.mark.proves("assaults.allowed")
def test_one_swarm_sits_on_a_machine() -> None:
    first = squad(id="first", side="red", marks=marked(ABOARD, about="blue"), hex="0101")
    assert forbids(assault("swarm", squad(), atlas(), first)) == "assaults.allowed"


@pytest.mark.proves("assaults.swarm_damage", "assaults.swarm_location", "assaults.swarm_locations")
def test_who_sits_on_a_machine_cannot_miss_and_puts_everything_in_one_place() -> None:
    """Four suits with lasers of 3 do 12; an 11 is the back of the centre torso; suits roll for a critical hit."""
    around = carry_out(assault("swarm fire", squad(CAVALIERS, marks=marked(ABOARD, about="blue"))), (5, 6), TWO)
    assert [(event.location, event.rear, event.damage) for event in told(around.events, Struck)] == [("CT", True, 12)]
    assert told(around.events, AttackRolled) == []


@pytest.mark.proves("assaults.swarm_damage")
def test_missiles_are_left_out_and_a_platoon_does_all_that_it_can() -> None:
    """Three lasers of 3; 28 riflemen 14.56; five Elementals with lasers of 3 and rifles of 0.52, 17.6."""
    assert [asked(swarm_damage)(men) for men in (squad(CAVALIERS, 1), platoon())] == [9, 15]
    assert asked(swarm_damage)(squad()) == 18


def test_the_attacks_are_offered_in_the_weapon_phase_in_place_of_shots() -> None:
    before = on_turn(squad(), atlas(), phase="weapons", board="0 0 0")
    offered = list(assaults(before, before.units["red"]))
    assert offered == [Strike("leg attack", "", "blue"), Strike("swarm", "", "blue")]
    after, _ = say(before, Scripted(), Strike("leg attack", "", "blue"))
    assert list(legal(after, after.units["red"], "weapons")) == [Done()]


@pytest.mark.proves("assaults.busy")
def test_who_attacks_hand_to_hand_fires_nothing() -> None:
    before = on_turn(platoon(), atlas(), phase="weapons", board="0 0 0")
    after, _ = say(before, Scripted(), Strike("leg attack", "", "blue"))
    assert refused(after, Fire(rifles(after.units["red"]), "blue")) == "assaults.busy"


def test_a_leg_attack_is_resolved_with_the_shots_and_not_again_with_the_blows() -> None:
    before = on_turn(squad(), atlas(), phase="weapons", board="0 0 0")
    with Scripted(TWO) as dice:
        after, events = say(before, dice, Strike("leg attack", "", "blue"), Done())
    assert [event.what for event in told(events, AttackRolled)] == ["leg_attack"]
    assert after.phase == "physical"


def swarmed(**others: Any) -> tuple[Unit, Unit]:
    """A squad on an Atlas."""
    return atlas(**others), squad(CAVALIERS, id="red", marks=marked(ABOARD, about="blue"))


@pytest.mark.proves("assaults.easily_climbed")
def test_a_swarm_climbs_a_vehicle_and_strikes_it() -> None:
    tank = unit(vehicle(WARDEN), id="blue", hex="0101")
    around = scene(Scripted((6, 6), (3, 4)), platoon(hex="0101"), tank)
    attack = Assault(around.state, around.unit("red"), around.unit("blue"), SWARM)
    assert attack.rules[allowed](attack) is None
    terms = {term.id: term.value for term in assault_number(attack)}
    assert terms.get("assaults.easily_climbed") == -2
    resolve_assault(around, attack)
    assert carrier_of(around.unit("red")) == "blue"
    resolve_assault(around, Assault(around.state, around.unit("red"), around.unit("blue"), SWARM_FIRE))
    assert {hit.unit for hit in told(around.events, Struck)} == {"blue"}


@pytest.mark.proves("physical.kinds")
def test_a_machine_brushes_a_swarm_off_at_four_more_than_its_skill() -> None:
    machine, men = swarmed()
    attack = PhysicalAttack(relief("0 0 0"), machine, men, Blow("brush off", "LA", "red"), Weather())
    assert refusal(attack) is None
    assert int(number_of(attack).total) == 5 + 4


def brush(*dice: Any) -> Scene:
    machine, men = swarmed()
    attack = PhysicalAttack(relief("0 0 0"), machine, men, Blow("brush off", "LA", "red"), Weather())
    with Scripted(*dice) as thrown:
        around = scene(thrown, machine, men, board="0 0 0")
        resolve(around, attack, number_of(attack))
    return around


def test_a_swarm_that_is_brushed_off_takes_a_punch_and_is_on_the_ground() -> None:
    """The punch of an Atlas is 10 points: the armour of 9 and the man of trooper 2."""
    around = brush(TWELVE, 2)
    assert (carrier_of(around.unit("red")), around.unit("red").condition.troopers) == ("", 3)


def test_a_machine_that_misses_the_swarm_punches_itself() -> None:
    around = brush(TWO, 3)
    assert [(event.unit, event.location, event.damage) for event in told(around.events, Struck)] == [("blue", "CT", 10)]
    assert carrier_of(around.unit("red")) == "blue"


@pytest.mark.proves("riding.no_blow")
def test_a_machine_only_brushes_off_who_sits_on_it_and_others_strike_at_neither() -> None:
    machine, men = swarmed()
    before = on_turn(machine, men, phase="physical", board="0 0 0")
    assert {strike.kind for strike in strikes(before, machine)} == {"brush off"}
    beside = unit(id="green", hex="0102", facing=0)
    around = state(beside, machine, men, board="0 0 0")
    assert not [strike for strike in strikes(around, beside) if strike.target == "red"]


def test_a_swarm_goes_where_the_machine_goes() -> None:
    machine, men = swarmed()
    after, _ = say(on_turn(machine, men, board="0 0 0"), Scripted(), Go("walk"), Step("forward"))
    assert after.units["red"].hex == after.units["blue"].hex == unit(hex="0102").hex


def test_a_fall_throws_a_swarm_off() -> None:
    machine, men = swarmed()
    with Scripted(TWELVE, 1, *[SEVEN] * 2) as dice:
        around = scene(dice, machine, men, board="0 0 0")
        fall(around, "blue", cause(around.rules[CAUSES], "shutdown"))
    assert carrier_of(around.unit("red")) == ""


def test_so_does_lying_down() -> None:
    machine, men = swarmed()
    after, _ = say(on_turn(machine, men, board="0 0 0"), Scripted(), Go("walk"), DropProne())
    assert carrier_of(after.units["red"]) == ""


def test_a_swarm_may_let_go_in_its_own_movement() -> None:
    machine, men = swarmed()
    after, events = say(on_turn(men, machine, board="0 0 0"), Scripted(), Alight())
    assert (carrier_of(after.units["red"]), after.units["red"].motion.done) == ("", True)
    assert [event.carrier for event in told(events, Boarded)] == [""]


@pytest.mark.proves("riding.shields", "riding.places")
def test_a_trooper_who_sits_where_the_machine_is_hit_takes_it_first() -> None:
    """A 6 from the front is the right torso, where trooper 1 sits: 10 points for him, 5 for the machine."""
    machine, men = swarmed()
    with Scripted((3, 3)) as dice:
        around = scene(dice, machine, men, board="0 0 0")
        take(around, Hit("blue", "front", 15, "test"))
    hits = [(event.unit, event.location, event.damage) for event in told(around.events, Struck)]
    assert hits == [("red", "Trooper 1", 15), ("blue", "RT", 5)]


@pytest.mark.proves("riding.silent", "riding.no_target")
def test_a_swarm_neither_fires_as_others_do_nor_is_shot_at_apart_from_its_machine() -> None:
    machine, men = swarmed()
    green = unit(id="green", hex="0103", facing=0)
    assert forbidden(shot("BA Small Laser", "0 0 0", men, green)) == "riding.silent"
    assert forbidden(shot("Medium Laser", "0 0 0", green, men)) == "riding.no_target"
    assert forbidden(shot("Medium Laser", "0 0 0", green, machine)) is None
