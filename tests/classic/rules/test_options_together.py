"""Options beside one another and with odd units: what one of them brings, the others read as it is meant."""

import pytest

from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import allowance
from overheat.classic.damage.displacement import displace
from overheat.classic.damage.hull.shields import Guarded, shield_plates
from overheat.classic.damage.kinds.vehicle import explode_in_vehicle
from overheat.classic.facts.events import AttackRolled, CrewHurt, Exploded, FateMet, Moved, Struck
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.blow_numbers import leg
from overheat.classic.rules.standard.falls import Fall
from overheat.classic.rules.standard.heat import BUILDS
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.movement import Entry, too_steep
from overheat.classic.rules.standard.physical import NO_BLOW, PhysicalAttack
from overheat.classic.rules.standard.postures import posture_of
from overheat.classic.rules.tacops.coolant_failure import LEAKING
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.heat import heat_of, settle_one, toil_of
from overheat.classic.unit.equipment import Engine, catalogue
from overheat.kernel.dice import Scripted
from skirmish import armed, blow, broken, field, known, moved, relief, replace, shot, state, told, unit


def driven_by_xxl(mode: str, *items: str) -> Unit:
    sheet, kind = known("Shadow Hawk SHD-2H"), catalogue()["is_xxl_engine"]
    assert isinstance(kind, Engine)
    assert sheet.engine is not None
    sheet = armed(replace(sheet, engine=replace(sheet.engine, kind=kind)), *items)
    return unit(sheet, motion=moved(mode, 5))


@pytest.mark.parametrize(("mode", "layer", "heat"), [("evade", "evading", 6 + 2), ("crawl", "crawling", 4)])
def test_an_xxl_engine_adds_to_other_ways_to_go_what_it_adds_to_a_run_or_a_walk(
    mode: str, layer: str, heat: int
) -> None:
    hot = driven_by_xxl(mode)
    before = replace(state(hot), relief=relief("0 0 0", [layer]))
    assert heat_of(toil_of(before, hot))[0].total == heat


def test_an_xxl_engine_feeds_no_mechanical_boosters() -> None:
    sheet = driven_by_xxl("jump").sheet
    walks = replace(sheet, mounts=tuple(held for held in sheet.mounts if "jump_jet" not in held.equipment.flags))
    boosted = unit(armed(walks, "Mechanical Jump Boosters@RT"), motion=moved("jump", 3))
    assert "jump_jet" not in boosted.plan.flags
    toil = toil_of(state(boosted), boosted)
    assert [term for rule in toil.rules[BUILDS] if (term := rule.function(toil)) is not None] == []


def test_a_careful_stand_is_tried_once() -> None:
    before = replace(state(), relief=relief("0 0 0", ["careful_stand"]))
    lying = unit(prone=True, motion=moved("careful_stand"))
    tried = replace(lying, motion=moved("careful_stand", stand_attempts=1))
    assert allowance(before, lying, "careful_stand") > 2
    assert allowance(before, tried, "careful_stand") == 0


def test_infernos_that_are_gone_with_their_place_do_not_explode_once_more() -> None:
    """Behind CASE the first bin takes the side torso with it, and the second bin there; the pilot is hurt for one."""
    sheet = armed(known("Shadow Hawk SHD-2H"), "SRM 2@RA", *["SRM 2 Inferno Ammo@RT"] * 2, "CASE@RT")
    sinks = sheet.heat_sinks
    assert sinks is not None
    hot = unit(sheet, heat=35 + sinks.count)
    scene = Scene(replace(state(hot), relief=relief("0 0 0", ["expanded_heat"])), Scripted(*[(6, 6)] * 8))
    settle_one(scene, "red")
    scene.follow()
    assert scene.unit("red").active
    assert len(told(scene.events, Exploded)) == 1
    assert len(told(scene.events, CrewHurt)) == 2


def trip(attacker: Unit) -> PhysicalAttack:
    made = blow("trip", "RL", attacker=attacker)
    seen = relief("0 0", ["tripping", "hull_down"])
    return PhysicalAttack(seen, made.attacker, made.target, made.blow, made.weather)


def test_a_trip_is_a_blow_with_a_leg_like_a_kick() -> None:
    """Nobody trips while hull down, and a foot that is hit makes it harder."""
    low, stance = unit(), posture_of(ruleset(["hull_down"]), "postures.hull_down").stance("postures.hull_down")
    low = replace(low, condition=replace(low.condition, stance=stance))
    for attacker, found in ((unit(), []), (low, ["physical.hull_down"])):
        attack = trip(attacker)
        refused = [no.id for rule in attack.rules[NO_BLOW] if (no := rule.function(attack)) is not None]
        assert refused == found
    term = leg(trip(broken(unit(), "foot actuator@RL")))
    assert term is not None
    assert term.value == 1


@pytest.mark.parametrize(("elevation", "left"), [(0, 5 - 2), (4, 5)])
def test_trees_stop_nothing_of_a_hit_on_whoever_is_above_them(elevation: int, left: int) -> None:
    copter = unit(known("Warrior Attack Helicopter H-7"), id="blue", hex="0103", facing=0, elevation=elevation)
    made = shot(column="0 0 0w1", target=copter, rules=["woods_as_cover"])
    scene = Scene(replace(state(made.attacker, copter), relief=made.relief), Scripted((6, 6), (3, 4), (1, 1)))
    resolve(scene, made)
    assert [event.damage for event in told(scene.events, Struck)] == [left]


def test_who_goes_past_over_an_edge_does_not_fall_upon_whoever_is_below() -> None:
    """No dice fall, and it stays where it is."""
    scene = Scene(state(unit(), unit(id="blue", hex="0102"), board="2 0 0"), Scripted())
    assert not displace(scene, "red", 3, "go_past")
    assert not told(scene.events, AttackRolled)
    assert not told(scene.events, Moved)


def test_a_vehicle_that_is_destroyed_does_not_explode_after_that() -> None:
    scene = Scene(state(unit(known("Manticore Heavy Tank"))), Scripted())
    scene.tell(FateMet("red", "destroyed", "sinks"))
    explode_in_vehicle(scene, "red", "FR", "AC/5", 10)
    assert not told(scene.events, Exploded)


@pytest.mark.parametrize(
    ("what", "helps"), [("kick", True), ("unintentional_charge", False), ("accidental_fall", False)]
)
def test_shields_are_no_help_against_what_comes_down_or_slides_in(what: str, helps: bool) -> None:
    bearer = unit(armed(known("Shadow Hawk SHD-2H"), "Medium Shield@LA"))
    falling = Fall(ruleset([]), bearer, field(1, 1)[bearer.hex], 2)
    guarded = Guarded(ruleset([]), bearer, Hit("red", "front", 5, what, by=falling), "LA")
    assert bool(shield_plates(guarded)) is helps


def test_rotorcraft_rise_backwards_as_ever_where_others_may_go_back_a_level() -> None:
    copter = unit(known("Warrior Attack Helicopter H-7"), motion=moved("walk"))
    rules, ground = ruleset(["levels_backwards"]), field(1, 1)[copter.hex]
    entry = Entry(rules, copter, ground, ground, from_level=0, to_level=3, back=True)
    assert rules[too_steep](entry) is None


def test_coolant_that_is_lost_heats_nobody_up() -> None:
    """More points are lost than the sinks take away: nothing is sunk, and nothing is added."""
    whole = unit(marks={LEAKING: Mark(value=30)})
    before = replace(state(whole), relief=relief("0 0 0", ["coolant_failure"]))
    assert heat_of(toil_of(before, whole))[1].total == 0
