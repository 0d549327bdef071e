"""What a unit carries that makes it faster or slower, asked of its points, and told term by term.

The Hunter has 50 tons, walks 4, runs 6 and jumps as far as its jets carry it.
"""

from typing import Any

import pytest

from machines import HUNTER
from overheat.classic.adjudicate import ADJUDICATOR
from overheat.classic.battle.steps import allowance
from overheat.classic.facts.commands import Go, Jump, Step
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.movement import jump_tally
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.dice import Scripted
from overheat.kernel.inquiries import question_of
from skirmish import armed, known, on_turn, refused, replace, say, state, unit
from soldiers import CAVALIERS, ELEMENTALS
from vehicles import WARDEN, sheet

MODES = ("walk", "run", "jump")


def points(of: Sheet, board: str = "0", **facts: Any) -> list[int]:
    """How far a unit walks, runs and jumps."""
    made = unit(of, **facts)
    return [allowance(state(made, board=board), made, mode) for mode in MODES]


def with_mounts(of: Sheet, *names: str, location: str = "LT", limb: str = "") -> Sheet:
    mounts = tuple(Mount(equipment=catalogue()[name], location=location, limb=limb) for name in names)
    return replace(of, mounts=(*of.mounts, *mounts))


def legs(jets: int = 3, tons: int = 50, *more: str) -> Sheet:
    """A machine that walks 4 with so many jets in its torso, and more."""
    bare = replace(unit(HUNTER).sheet, walk=4, jump=jets, tons=tons, mounts=())
    return with_mounts(bare, *["jump_jet"] * jets, *more)


@pytest.mark.proves("movement.shields", "movement.large_shield")
def test_shields_slow_and_nothing_jumps_behind_a_large_one() -> None:
    assert points(legs(3, 50, "small_shield")) == [4, 6, 3]
    assert points(legs(3, 50, "medium_shield")) == [3, 5, 3]
    assert points(legs(3, 50, "large_shield")) == [3, 5, 0]


@pytest.mark.proves("movement.modular_armour", "movement.modular_armour_lift")
def test_modular_armour_costs_a_point_of_walking_and_of_jumping_however_much_there_is() -> None:
    assert points(legs(3, 50, "modular_armour", "modular_armour")) == [3, 5, 2]


@pytest.mark.proves("movement.hardened_legs")
def test_hardened_armour_on_a_leg_costs_a_running_point() -> None:
    hardened = catalogue()["hardened_armour"]
    plain = legs()
    places = tuple(replace(place, armour_kind=hardened) if place.code == "LL" else place for place in plain.locations)
    assert points(replace(plain, locations=places)) == [4, 5, 3]


@pytest.mark.proves("movement.partial_wings")
def test_wings_carry_two_hexes_farther_and_heavy_machines_one() -> None:
    assert [points(legs(3, tons, "is_partial_wing"))[2] for tons in (55, 60)] == [5, 4]
    assert points(legs(0, 50, "is_partial_wing"))[2] == 0
    stated = replace(legs(3, 75, "is_partial_wing"), jump=4)
    assert points(stated)[2] == 4


@pytest.mark.proves("movement.wet_jets")
def test_jets_under_water_do_not_lift() -> None:
    """Two jets in the legs, two in the torso: in depth 1 the torso's lift, in depth 2 none."""
    split = with_mounts(replace(legs(2), jump=4), "jump_jet", location="LL")
    split = with_mounts(split, "jump_jet", location="RL")
    depths = {depth: points(split, f"0~{depth}", elevation=-depth)[2] for depth in (0, 1, 2)}
    assert depths == {0: 4, 1: 2, 2: 0}


def test_who_leaps_into_water_turns_there_as_it_likes() -> None:
    split = with_mounts(replace(legs(2), jump=4), "jump_jet", location="LL")
    split = with_mounts(split, "jump_jet", location="RL")
    blue = unit(id="blue", hex="0105", facing=0)
    before = on_turn(unit(split), blue, board="0 0 0 0~1 0")
    after, _ = say(before, Scripted((6, 6)), Go("jump"), Jump("0104"))
    assert (after.units["red"].elevation, refused(after, Step("left"))) == (-1, None)


@pytest.mark.proves("protomechs.myomer_booster")
def test_a_protomech_with_a_booster_runs_twice_as_far_as_it_walks() -> None:
    small = replace(legs(0), kind="protomech", tons=5)
    assert points(small)[:2] == [4, 6]
    assert points(with_mounts(small, "protomech_myomer_booster"))[:2] == [4, 8]


def suit(weight: str, *names: str, walk: int = 2, jump: int = 3, tech: Any = "IS") -> Sheet:
    base = known(ELEMENTALS)
    assert base.suit is not None
    bare = replace(base, walk=walk, jump=jump, tech=tech, mounts=(), suit=replace(base.suit, weight_class=weight))
    return with_mounts(bare, *names, location="Squad", limb="body")


@pytest.mark.proves("battle_armour.boosted", "battle_armour.boosters")
def test_boosters_quicken_suits_and_heavy_ones_less() -> None:
    assert [points(suit(weight, "ba_myomer_booster"))[0] for weight in ("light", "heavy", "assault")] == [4, 3, 3]
    assert points(suit("medium", "ba_mechanical_jump_booster"))[0] == 3


@pytest.mark.proves("battle_armour.jump_boosters", "movement.partial_wings")
def test_boosters_and_wings_lift_suits() -> None:
    assert points(suit("medium", "ba_jump_booster"))[2] == 4
    assert points(suit("medium", "ba_partial_wing"))[2] == 4
    assert points(suit("medium", "ba_mechanical_jump_booster", jump=0))[2] == 1
    assert points(suit("medium", "ba_jump_booster", jump=0))[2] == 0


@pytest.mark.proves("battle_armour.packed", "battle_armour.packs_ground")
def test_packs_of_weapons_leave_a_squad_a_point_and_no_jump() -> None:
    assert [points(suit("heavy", "ba_detachable_weapon_pack", walk=walk))[0] for walk in (2, 3, 5)] == [1, 1, 2]
    assert points(suit("heavy", "ba_detachable_weapon_pack"))[2] == 0


@pytest.mark.proves("battle_armour.burdened")
def test_missiles_on_the_body_keep_a_squad_down_until_they_are_fired() -> None:
    laden = suit("medium", "is_ba_srm_2_os")
    assert points(laden)[2] == 0
    assert points(replace(laden, tech="Clan"))[2] == 3
    fired = unit(laden)
    fired = replace(fired, condition=replace(fired.condition, shots=(0,)))
    assert allowance(state(fired), fired, "jump") == 3


@pytest.mark.proves("movement.jump")
def test_vehicles_jump_with_their_jets_and_divers_do_not() -> None:
    tank = with_mounts(sheet(WARDEN), *["vehicle_jump_jet"] * 4, location="Body")
    assert points(tank)[2] == 4
    assert points(replace(known(ELEMENTALS), motive="umu"))[2] == 0


def test_industrial_myomer_makes_nobody_faster() -> None:
    assert points(armed(HUNTER, "Industrial Triple Strength Myomer@LT"))[0] == 4


def test_points_are_told_term_by_term() -> None:
    made: Unit = unit(legs(3, 50, "is_partial_wing"))
    told = jump_tally(state(made), made)
    assert [(term.id, term.value) for term in told] == [("movement.jump", 3), ("movement.partial_wings", 2)]
    answer = ADJUDICATOR.answer(question_of({"ask": "points", "unit": CAVALIERS})).as_json()
    terms: Any = answer["terms"]
    assert sum(term["value"] for term in terms["jump"]) == answer["jump"]
