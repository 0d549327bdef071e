"""Handheld weapons in battle: who carries one and how, what it fires at, how it is dropped, hit and picked up."""

from typing import Any

import pytest

from machines import HUNTER, sheet
from overheat.classic.attack.resolution import resolve
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.kinds.machine import hit_machine
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Fire, Strike
from overheat.classic.facts.events import CriticalHit, Fell, HeatSettled, MountLost, Struck
from overheat.classic.facts.lasting import Mark, Thing
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.facts.targets import ground_name, target_of
from overheat.classic.rules.standard.ground import hexes_for
from overheat.classic.rules.standard.heat import shot_heat
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.tacops.handheld_weapons import (
    CHIPPED,
    DROPPED,
    GUN,
    LYING,
    DropWeapon,
    TakeUp,
    held,
    in_hand,
)
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.round import VERBS, legal, most_worth
from overheat.classic.turn.things import Hour, things_act
from overheat.classic.unit.fielding import holders, under
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import RefusedError
from skirmish import armed, broken, forbidden, ground, known, replace, state, told, unit

OPTION = "handheld_weapons"


def bearer(what: str = "laser weapon", of: Any = HUNTER, **facts: Any) -> Unit:
    """A machine that came with a handheld weapon."""
    rules = ruleset([OPTION])
    built = sheet(of) if isinstance(of, str) else of
    made = Unit.fresh(rules, "red", "red", built, Hex.parse("0101"), 3, {"Handheld weapon": what})
    return replace(made, **facts)


def battle(*units: Unit, phase: str = "weapons", **others: Any) -> State:
    seen = Relief(ground("0 0 0"), ruleset([OPTION]))
    before = replace(state(*units), relief=seen, phase=phase, acting="red", order=("red",), round=2, **others)
    return replace(before, initiative=("red", "blue"))


def blue(hex: str = "0103") -> Unit:
    return unit(id="blue", hex=hex, facing=0)


def gun(of: Unit) -> int:
    return next(at for at, mount in enumerate(of.sheet.mounts) if held(mount))


@pytest.mark.proves(
    "TO-316-handheld-use-a", "handheld_weapons.chosen", "handheld_weapons.limits", "handheld_weapons.kinds"
)
def test_a_machine_with_two_hands_carries_up_to_a_tenth_of_its_weight_and_with_myomer_a_fifth() -> None:
    rules = ruleset([OPTION])
    strong = armed(HUNTER, "Triple Strength Myomer@RT")
    found = {
        name: next((holder.fits for holder in holders(rules, of) if holder.key == "Handheld weapon"), ())
        for name, of in (("plain", sheet(HUNTER)), ("strong", strong), ("no hands", known("Rifleman RFL-3N")))
    }
    assert "laser weapon" in found["plain"]
    assert "autocannon weapon" not in found["plain"]
    assert "autocannon weapon" in found["strong"]
    assert found["no hands"] == ()
    with pytest.raises(RefusedError):
        under(rules, sheet(HUNTER), {"Handheld weapon": "autocannon weapon"})


@pytest.mark.proves("TO-316-handheld-use-a", "handheld_weapons.no_blow", "handheld_weapons.no_fire")
def test_who_carries_one_kicks_and_fires_head_legs_and_rear_besides() -> None:
    red = bearer()
    firing = battle(red, blue())
    mounts = red.sheet.mounts
    fired = {
        (mounts[said.mount].location, held(mounts[said.mount])) for said in legal(firing, red) if isinstance(said, Fire)
    }
    assert fired == {("HD", False), ("CT", True)}
    striking = battle(red, blue("0102"), phase="physical")
    assert {said.kind for said in legal(striking, red) if isinstance(said, Strike)} == {"kick"}


@pytest.mark.proves("TO-316-handheld-use-b", "handheld_weapons.no_fire")
def test_all_of_it_fires_at_one_target_without_heat() -> None:
    red = bearer("machine gun weapon")
    first, second = (at for at, mount in enumerate(red.sheet.mounts) if held(mount))
    before = battle(red, blue("0102"), unit(id="green", side="blue", hex="0103", facing=0))
    busy = replace(red, volley=(Shot(first, "blue"),))
    targets = {
        said.target for said in legal(before.with_unit(busy), busy) if isinstance(said, Fire) and said.mount == second
    }
    assert targets == {"blue"}
    assert shot_heat(before.relief.rules, red, Shot(first, "blue"), before) == 0


@pytest.mark.proves("TO-316-handheld-use-b", "handheld_weapons.steadied")
def test_enhanced_actuators_help_in_both_arms_and_a_targeting_computer_does_not() -> None:
    for items, value in ((("AES@LA",), 0), (("AES@LA", "AES@RA"), -1), (("Targeting Computer@RT",), 0)):
        red = bearer(of=armed(HUNTER, *(item.replace("AES", "Actuator Enhancement System") for item in items)))
        number = target_number(WeaponAttack(battle(red, blue()).relief, red, blue(), gun(red)))
        assert "to_hit.targeting_computer" not in number
        assert (int(number["handheld_weapons.steadied"].value) if "handheld_weapons.steadied" in number else 0) == value


def struck(red: Unit, damage: int, *dice: int) -> Scene:
    scene = Scene(battle(red, blue()), Scripted(*dice))
    hit_machine(scene, Hit("red", "front", damage, "fire"), "LA")
    return scene


@pytest.mark.proves("TO-316-handheld-use-b", "handheld_weapons.stops")
def test_a_hit_on_an_arm_strikes_the_weapon_on_a_6_and_what_its_armour_does_not_stop_goes_on() -> None:
    """Its armour is 8: 5 points leave 3, and 10 destroy it and do 2 to the arm."""
    red = bearer()
    assert [event.damage for event in told(struck(red, 5, 5).events, Struck)] == [5]
    spared = struck(red, 5, 6)
    assert not told(spared.events, Struck)
    assert spared.unit("red").marks[CHIPPED].value == 5
    lost = struck(red, 10, 6)
    assert [event.damage for event in told(lost.events, Struck)] == [2]
    assert len(told(lost.events, MountLost)) == 1
    assert not in_hand(lost.unit("red"))


def after(red: Unit, event: Any, *dice: tuple[int, int]) -> Scene:
    """What follows from an event, up to the End Phase."""
    scene = Scene(battle(red, blue(), phase="physical"), Scripted(*dice))
    scene.tell(event)
    scene.follow()
    assert in_hand(scene.unit("red"))
    things_act(scene, Hour("end", True))
    return scene


@pytest.mark.proves("TO-316-handheld-use-c", "handheld_weapons.slips", "handheld_weapons.falls")
def test_a_hit_on_a_hand_drops_it_in_the_end_phase_and_a_hit_on_another_actuator_does_not() -> None:
    red = bearer()
    for system, lies in (("hand actuator", True), ("upper arm actuator", False)):
        code, slot = next(place for place in red.plan.systems[system] if place[0] == "LA")
        scene = after(red, CriticalHit("red", code, slot, system.replace(" ", "_")))
        assert (DROPPED in scene.unit("red").marks) is lies
        assert any(thing.kind == GUN and thing.hex == red.hex for thing in scene.state.things.values()) is lies


@pytest.mark.proves("TO-316-handheld-use-c", "handheld_weapons.slips", "handheld_weapons.deeds")
def test_after_a_fall_a_further_roll_keeps_hold_of_it() -> None:
    for roll, lies in (((3, 3), False), ((1, 1), True)):
        scene = after(bearer(), Fell("red", 0, "front", 5), roll)
        assert (DROPPED in scene.unit("red").marks) is lies
    damaged = broken(bearer(), "upper arm actuator@LA")
    assert DROPPED in after(damaged, Fell("red", 0, "front", 5), (3, 3)).unit("red").marks


@pytest.mark.proves("TO-316-handheld-use-c", "handheld_weapons.slips")
def test_myomer_that_cools_drops_what_is_heavier_than_a_tenth() -> None:
    strong = bearer("autocannon weapon", armed(HUNTER, "Triple Strength Myomer@RT"))
    strong = replace(strong, condition=replace(strong.condition, heat=9))
    for heat, lies in ((9, False), (8, True)):
        assert (DROPPED in after(strong, HeatSettled("red", 9, (), (), heat)).unit("red").marks) is lies


@pytest.mark.proves("handheld_weapons.verbs")
def test_it_is_dropped_and_picked_up_in_the_end_phase_but_not_in_the_same_one() -> None:
    red = bearer()
    before = battle(red, blue(), phase="end")
    assert DropWeapon() in list(legal(before, red))
    scene = Scene(before, Scripted())
    verbs = {verb.command: verb for verb in scene.rules[VERBS].rows.values()}
    verbs[DropWeapon].does(scene, red, DropWeapon())
    assert TakeUp() not in list(legal(scene.state, scene.unit("red")))
    scene.state = replace(scene.state, round=3)
    assert most_worth(scene.state, scene.unit("red"), legal(scene.state, scene.unit("red"))) == TakeUp()
    verbs[TakeUp].does(scene, scene.unit("red"), TakeUp())
    assert in_hand(scene.unit("red"))
    assert not scene.state.things
    assert not scene.state.effects.get(red.hex)


@pytest.mark.proves("TO-316-handheld-use-c", "handheld_weapons.lies", "handheld_weapons.small", "handheld_weapons.hit")
def test_one_that_lies_on_the_ground_is_shot_at_as_a_small_thing_that_does_not_move() -> None:
    hex = Hex.parse("0103")
    thing = Thing("handheld_weapon-blue", GUN, hex, value=4, by="blue")
    red = unit()
    before = battle(red, things={thing.id: thing}, effects={hex: {LYING: Mark()}})
    laser = next(at for at in red.plan.weapons if red.sheet.mounts[at].location == "HD")
    assert hexes_for(before, red, laser) == (hex,)
    target = target_of(before, ground_name(hex))
    assert target is not None
    attack = WeaponAttack(before.relief, red, target, laser, effects=before.effects)
    assert forbidden(attack) is None
    number = target_number(attack)
    assert (number["to_hit.target_immobile"].value, number["handheld_weapons.small"].value) == (-4, 1)
    scene = Scene(before, Scripted((6, 6)))
    resolve(scene, attack)
    assert not scene.state.things
