"""Critical hits on vehicles: the tables, what stands in for what finds nothing, and what each does.

The Warden has a machine gun in front, an autocannon and a laser in its turret, ammunition, CASE, and burns oil.
"""

from typing import Any

import pytest

from asking import asked
from overheat.classic.battle.steps import allowance
from overheat.classic.damage.kinds.vehicle import come_round, hit_vehicle, roll_vehicle_critical, stun
from overheat.classic.facts.commands import Clear, Done, Go, Twist
from overheat.classic.facts.events import ArmourLost, Exploded, FateMet, MountLost, ShotsSpent, VehicleHurt
from overheat.classic.facts.state import Motion, Unit
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.movement import walk_points
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.rules.standard.to_hit import SPOTTING
from overheat.classic.rules.standard.vehicles import (
    VehicleCritical,
    critical_applies,
    critical_effect,
)
from overheat.classic.rulesets import CLASSIC, standard
from overheat.classic.unit.condition import VehicleDamage
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from skirmish import (
    bared,
    forbidden,
    marked,
    mount,
    moved,
    on_turn,
    refused,
    replace,
    say,
    scene,
    shot,
    state,
    term,
    told,
    unit,
)
from vehicles import HERON, SKIMMER, WARDEN, drop, put, sheet

HERE = Book("House rules")("Fragile vehicles")


def two(total: int) -> tuple[int, int]:
    """Two dice of a total."""
    return (total - 1, 1) if total <= 7 else (6, total - 6)


def hurt(of: str = WARDEN, *, elevation: int = 0, motion: Motion | None = None, **damage: Any) -> Unit:
    """A blue vehicle with some of the damage that vehicles take."""
    whole = unit(sheet(of), id="blue", elevation=elevation, motion=motion or Motion())
    return replace(whole, condition=replace(whole.condition, vehicle=VehicleDamage(**damage)))


def critical(target: Unit, location: str, total: int, *more: int | tuple[int, ...]) -> Any:
    """What a critical roll does: the scene after it."""
    with Scripted(two(total), *more) as dice:
        playing = scene(dice, target)
        roll_vehicle_critical(playing, "blue", location)
    return playing


GROUND = {
    "front": "driver hit, weapon malfunction, stabiliser, sensors, commander hit, weapon destroyed, crew killed",
    "side": "cargo hit, weapon malfunction, crew stunned, stabiliser, weapon destroyed, engine hit, fuel tank",
    "rear": "weapon malfunction, cargo hit, stabiliser, weapon destroyed, engine hit, ammunition, fuel tank",
    "turret": "stabiliser, turret jams, weapon malfunction, turret locks, weapon destroyed, ammunition, "
    "turret blown off",
}
ROTORCRAFT = {
    "front": "co-pilot hit, weapon malfunction, stabiliser, sensors, pilot hit, weapon destroyed, crew killed",
    "side": "weapon malfunction, cargo hit, stabiliser, weapon destroyed, engine hit, ammunition, fuel tank",
    "rear": "cargo hit, weapon malfunction, stabiliser, weapon destroyed, sensors, engine hit, fuel tank",
    "rotor": "rotor damage, rotor damage, rotor damage, flight stabiliser, flight stabiliser, rotor destroyed, "
    "rotor destroyed",
}


@pytest.mark.proves("vehicles.criticals", "vehicles.critical")
@pytest.mark.parametrize("part", sorted(GROUND))
def test_a_critical_hit_on_a_ground_vehicle_is_what_its_column_says(part: str) -> None:
    _see_column(WARDEN, part, GROUND[part])


@pytest.mark.proves("vehicles.rotorcraft_criticals", "vehicles.critical")
@pytest.mark.parametrize("part", sorted(ROTORCRAFT))
def test_a_critical_hit_on_a_rotorcraft_is_what_its_column_says(part: str) -> None:
    _see_column(HERON, part, ROTORCRAFT[part])


@rule("tests.always_applies", cite=HERE)
def always_applies(rules: Ruleset, unit: Unit, location: str, effect: str) -> bool:
    """A critical hit always finds something to do."""
    return True


FRAGILE = Layer("fragile", HERE, needs=("classic",), change=(critical_applies.replaced_by(always_applies),))
PLACES = {"front": "FR", "side": "LS", "rear": "RR", "turret": "TU", "rotor": "RO"}


def _see_column(vehicle: str, part: str, listed: str) -> None:
    rules, target = compose(CLASSIC, FRAGILE), hurt(vehicle)
    rolls = {roll: VehicleCritical(rules, target, PLACES[part], roll) for roll in range(2, 13)}
    found = [rules[critical_effect](rolls[roll]) for roll in range(2, 13)]
    assert found == [None] * 4 + listed.split(", ")


@pytest.mark.proves("vehicles.instead", "vehicles.critical")
def test_what_finds_nothing_to_do_becomes_what_stands_in_for_it() -> None:
    assert told(critical(hurt(driver_hit=True), "FR", 6).events, VehicleHurt)[0].what == "crew_stunned"
    assert told(critical(hurt(commander_hit=True), "FR", 10).events, VehicleHurt)[0].what == "crew_stunned"
    for crew, total in ((hurt(HERON, driver_hit=True), 10), (hurt(HERON, commander_hit=True), 6)):
        assert told(critical(crew, "FR", total).events, FateMet)[0].why == "crew_killed"
    assert critical(hurt(turret_jammed=True), "TU", 7).unit("blue").condition.vehicle.turret_locked
    fusion = hurt(put(WARDEN, "engine_type", "0"))
    assert critical(fusion, "RR", 12).unit("blue").condition.vehicle.engine_hit


@pytest.mark.proves("vehicles.critical", "vehicles.critical_applies")
def test_else_it_moves_on_to_the_next_of_its_column_and_from_the_top_again() -> None:
    playing = critical(hurt(), "LS", 6)
    assert told(playing.events, VehicleHurt)[0].what == "crew_stunned"
    playing = critical(hurt(engine_hit=True, immobile=True), "LS", 11)
    assert told(playing.events, FateMet)[0].why == "fuel_tank_explodes"
    fusion = hurt(put(WARDEN, "engine_type", "0"), engine_hit=True, immobile=True)
    assert told(critical(fusion, "LS", 11).events, VehicleHurt)[0].what == "crew_stunned"


@pytest.mark.proves("vehicles.critical_applies")
def test_a_critical_hit_needs_something_to_hit() -> None:
    applies = asked(critical_applies)
    whole = hurt()
    assert [applies(whole, code, "weapon destroyed") for code in ("FR", "TU", "LS")] == [True, True, False]
    assert [applies(whole, code, "stabiliser") for code in ("FR", "TU", "LS")] == [True, True, False]
    assert not applies(hurt(stabilisers=frozenset({"FR"})), "FR", "stabiliser")
    assert not applies(hurt(malfunctions=frozenset({mount(whole, "Machine Gun")})), "FR", "weapon malfunction")
    assert [applies(hurt(sensors=hits), "FR", "sensors") for hits in (0, 3, 4)] == [True, True, False]
    assert applies(whole, "RR", "fuel tank")
    assert not applies(hurt(SKIMMER), "RR", "fuel tank")
    assert applies(whole, "RR", "ammunition")
    empty = replace(whole, condition=replace(whole.condition, shots=(0,) * len(whole.condition.shots)))
    assert not applies(empty, "RR", "ammunition")


def test_a_roll_of_5_or_less_does_nothing() -> None:
    assert critical(hurt(), "FR", 5).events[1:] == []


@pytest.mark.proves("vehicles.driver")
def test_a_driver_who_was_hit_drives_at_2_more() -> None:
    after = critical(hurt(), "FR", 6).unit("blue")
    assert driving(after) - driving(hurt()) == 2


@pytest.mark.proves("vehicles.crew_lost")
def test_a_crew_without_driver_and_commander_does_not_live_through_another_stun() -> None:
    for both, fates in ((False, 0), (True, 1)):
        crew = hurt(driver_hit=True, commander_hit=both)
        assert len(told(critical(crew, "LS", 8).events, FateMet)) == fates


@pytest.mark.proves("vehicles.stunned")
def test_a_commander_who_is_hit_leaves_the_crew_stunned() -> None:
    assert critical(hurt(), "FR", 10).unit("blue").condition.vehicle.crew_stunned == 2


@pytest.mark.proves("vehicles.commander", "vehicles.commander_driving")
def test_without_its_commander_a_crew_shoots_and_drives_at_1_more() -> None:
    after = critical(hurt(), "FR", 10).unit("blue")
    assert driving(after) - driving(hurt()) == 1
    assert term(shot(attacker=replace(after, facing=3, torso=3)), "vehicles.commander") == 1
    assert term(shot(attacker=red()), "vehicles.commander") == 0


@pytest.mark.proves("vehicles.commander_driving")
def test_a_rotorcraft_flies_as_well_without_its_co_pilot() -> None:
    after = critical(hurt(HERON, elevation=3), "FR", 6).unit("blue")
    assert driving(after) == driving(hurt(HERON))
    ground_crew = critical(hurt(), "FR", 10).unit("blue")
    assert driving(ground_crew) == driving(hurt()) + 1


@pytest.mark.proves("vehicles.flight_stabiliser", "vehicles.unsteady", "movement.can_run")
def test_a_flight_stabiliser_that_was_hit_makes_flying_harder_by_3_and_shooting_by_1_and_stops_flanking() -> None:
    playing = critical(hurt(HERON, elevation=3), "RO", 9)
    after = playing.unit("blue")
    assert driving(after) - driving(hurt(HERON)) == 3
    assert term(shot(attacker=replace(after, facing=3, torso=3)), "vehicles.unsteady") == 1
    assert (allowance(playing.state, hurt(HERON), "run"), allowance(playing.state, after, "run")) == (11, 0)


@pytest.mark.proves("vehicles.motive_steering", "vehicles.steering")
def test_each_grade_of_motive_damage_makes_driving_harder_once() -> None:
    for grades, value in ((("minor",), 1), (("moderate",), 2), (("heavy",), 3), (("heavy", "minor", "moderate"), 6)):
        assert driving(hurt(motive_levels=frozenset(grades))) - driving(hurt()) == value


def driving(vehicle: Unit) -> int:
    """What a driving roll needs."""
    why = Term("test", 0, "test", HERE)
    return int(piloting_number(Check(standard(), vehicle, why)).total)


@pytest.mark.proves("vehicles.sensors")
def test_each_hit_on_the_sensors_costs_1_on_every_shot() -> None:
    for hits in (1, 2, 3):
        assert term(shot(attacker=red(sensors=hits)), "vehicles.sensors") == hits


@pytest.mark.proves("vehicles.blind")
def test_with_four_hits_on_its_sensors_a_vehicle_fires_no_more() -> None:
    assert forbidden(shot(attacker=red(sensors=3))) is None
    assert forbidden(shot(attacker=red(sensors=4))) == "vehicles.blind"


def red(**damage: Any) -> Unit:
    """A red Warden that faces its target."""
    motion = damage.pop("motion", Motion())
    return replace(hurt(motion=motion, **damage), id="red", side="red", facing=3, torso=3)


@pytest.mark.proves("vehicles.stabiliser")
def test_a_stabiliser_doubles_what_movement_costs_the_weapons_of_its_location() -> None:
    turret = frozenset({"TU"})
    for mode, value in (("stationary", 0), ("walk", 1), ("run", 2)):
        attack = shot(attacker=red(stabilisers=turret, motion=moved(mode, 3)))
        assert term(attack, "vehicles.stabiliser") == value
        assert term(attack, "to_hit.attacker_movement") == value
        in_front = shot("Machine Gun", attacker=red(stabilisers=turret, motion=moved(mode, 3)))
        assert term(in_front, "vehicles.stabiliser") == 0


def test_a_weapon_is_picked_by_a_die_and_destroyed() -> None:
    lost = [told(critical(hurt(), "TU", 10, die).events, MountLost)[0].mount for die in (1, 2)]
    assert lost == [mount(hurt(), "ISAC10"), mount(hurt(), "Medium Laser")]


@pytest.mark.proves("vehicles.malfunction")
def test_a_weapon_that_malfunctions_does_not_fire_until_the_crew_has_cleared_it() -> None:
    gun = mount(hurt(), "Machine Gun")
    broken = replace(critical(hurt(), "FR", 7).unit("blue"), facing=3, torso=3, id="red", side="red")
    assert broken.condition.vehicle.malfunctions == frozenset({gun})
    attack = shot("Machine Gun", column="0 0", attacker=broken, feed=2)
    assert forbidden(attack) == "vehicles.malfunction"
    before = on_turn(broken, unit(id="blue", hex="0103", facing=0), phase="weapons")
    after, _ = say(before, Scripted(*[(3, 4), (1, 2)] * 5), Clear(gun))
    assert after.units["red"].condition.vehicle.malfunctions == frozenset()
    assert after.acting is None


@pytest.mark.proves("vehicles.may_clear")
def test_only_a_crew_that_is_awake_and_has_not_fired_clears_what_is_jammed() -> None:
    def clears(of: Unit, command: Clear) -> str | None:
        return refused(on_turn(of, unit(id="blue", hex="0103", facing=0), phase="weapons"), command)

    assert clears(red(), Clear()) == "vehicles.may_clear"
    assert clears(red(turret_jammed=True, turret_locked=True), Clear()) == "vehicles.may_clear"
    assert clears(red(turret_jammed=True, crew_stunned=1), Clear()) == "vehicles.may_clear"
    assert clears(replace(red(turret_jammed=True), marks=marked(SPOTTING)), Clear()) == "vehicles.may_clear"
    assert clears(red(), Clear(3)) == "vehicles.may_clear"


def test_a_jammed_turret_stays_as_it_is_until_it_is_freed_and_a_locked_one_for_good() -> None:
    enemy = unit(id="blue", hex="0103", facing=0)
    jammed = replace(critical(hurt(), "TU", 7).unit("blue"), facing=3, torso=3, id="red", side="red")
    assert refused(on_turn(jammed, enemy, phase="weapons"), Twist(1)) == "fire.may_twist"
    after, _ = say(on_turn(jammed, enemy, phase="weapons"), Scripted(*[(3, 4), (1, 2)] * 5), Clear())
    assert not after.units["red"].condition.vehicle.turret_jammed
    locked = replace(critical(hurt(), "TU", 9).unit("blue"), facing=3, torso=3, id="red", side="red")
    assert refused(on_turn(locked, enemy, phase="weapons"), Twist(1)) == "fire.may_twist"
    assert refused(on_turn(locked, enemy, phase="weapons"), Clear()) == "vehicles.may_clear"


def test_a_turret_turns_all_the_way_round() -> None:
    enemy = unit(id="blue", hex="0103", facing=0)
    for facing in (0, 1, 2, 4, 5):
        after, _ = say(on_turn(red(), enemy, phase="weapons"), Scripted(), Twist(facing))
        assert after.units["red"].torso == facing


@pytest.mark.proves("vehicles.no_power")
def test_an_engine_hit_stops_the_vehicle_its_turret_and_its_energy_weapons() -> None:
    after = critical(hurt(), "LS", 11).unit("blue")
    dead = replace(after, facing=3, torso=3, id="red", side="red")
    assert after.immobile
    assert walk_points(state(after), after).total == 0
    assert after.condition.vehicle.turret_locked
    assert forbidden(shot("Medium Laser", attacker=dead)) == "vehicles.no_power"
    assert forbidden(shot("Machine Gun", column="0 0", attacker=dead, feed=2)) is None


def test_a_vehicle_that_cannot_move_still_fires() -> None:
    stuck = red(immobile=True)
    enemy = unit(id="blue", hex="0103", facing=0)
    assert refused(on_turn(stuck, enemy), Go("walk")) == "movement.mode"
    after, _ = say(on_turn(stuck, enemy, phase="movement"), Scripted(), Done())
    assert after.phase == "weapons"
    assert after.order.count("red") == 1
    assert term(shot(target=hurt(immobile=True)), "to_hit.target_immobile") == -4


@pytest.mark.proves("vehicles.stunned")
def test_a_stunned_crew_does_not_fire_or_flank_until_the_end_of_the_next_turn() -> None:
    playing = critical(hurt(), "RS", 8)
    stunned = []
    for _ in range(3):
        after = playing.unit("blue")
        fires = forbidden(shot(attacker=replace(after, side="red", facing=3, torso=3)))
        stunned.append((fires, allowance(playing.state, after, "run"), allowance(playing.state, after, "walk")))
        come_round(playing)
    assert stunned == [("fire.crew", 0, 3), ("fire.crew", 0, 3), (None, 5, 3)]


@pytest.mark.proves("vehicles.stunned")
def test_each_further_stun_adds_a_turn() -> None:
    playing = scene(Scripted(), hurt())
    stun(playing, "blue")
    stun(playing, "blue")
    assert playing.unit("blue").condition.vehicle.crew_stunned == 3


def test_ammunition_takes_the_vehicle_with_it_unless_case_lets_it_out_at_the_rear() -> None:
    bare = critical(hurt(drop(WARDEN, "Body", "ISCASE")), "RR", 11)
    assert told(bare.events, Exploded) == [Exploded("blue", "RR", "", 2 * 10 * 10 + 100 * 2)]
    assert told(bare.events, FateMet)[0].why == "hull_destroyed"
    saved = critical(hurt(), "RR", 11)
    assert told(saved.events, FateMet) == []
    assert told(saved.events, ArmourLost) == [ArmourLost("blue", "RR", False, 22, 0)]
    assert told(saved.events, Exploded)[0].location == "RR"
    assert {event.left for event in told(saved.events, ShotsSpent)} == {0}
    assert saved.unit("blue").condition.vehicle.crew_stunned == 2


def test_a_gauss_weapon_that_is_destroyed_explodes_where_it_is() -> None:
    armed = put(drop(WARDEN, "Body", "ISCASE"), "Right Equipment", "ISGaussRifle")
    playing = critical(hurt(armed), "RS", 10)
    assert told(playing.events, Exploded)[0].damage == 20
    assert told(playing.events, FateMet)[0].why == "hull_destroyed"


def test_few_shots_left_may_do_less_than_the_structure_holds() -> None:
    whole = hurt(drop(WARDEN, "Body", "ISCASE"))
    bins = [mounted.ammunition for mounted in whole.sheet.mounts]
    shots = tuple(2 if held and "Machine" in held.name else 0 for held in bins)
    low = replace(whole, condition=replace(whole.condition, shots=shots))
    playing = critical(low, "RR", 11, (1, 1))
    assert playing.unit("blue").condition["RR"].structure == 6 - 2 * 2
    assert playing.unit("blue").active


def test_a_turret_that_is_blown_off_and_a_burning_tank_are_the_end() -> None:
    assert told(critical(hurt(), "TU", 12).events, FateMet)[0].why == "turret_destroyed"
    assert told(critical(hurt(), "RR", 12).events, FateMet)[0].why == "fuel_tank_explodes"
    assert told(critical(hurt(), "FR", 12).events, FateMet)[0].why == "crew_killed"


def test_damage_to_the_structure_is_followed_by_a_critical_roll() -> None:
    playing = scene(Scripted((3, 3)), bared(hurt(), "FR"))
    hit_vehicle(playing, Hit("blue", "front", 1, "test"), "FR")
    assert playing.unit("blue").condition.vehicle.driver_hit


def test_crews_come_round_only_where_they_are_stunned() -> None:
    playing = scene(Scripted(), hurt())
    come_round(playing)
    assert playing.events == []
