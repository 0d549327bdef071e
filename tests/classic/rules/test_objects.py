"""Objects that machines lift and throw, and suits that they pick up."""

from typing import Any

import pytest

from adjudicated import adjudicated
from machines import HUNTER
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Jump, Step, Strike
from overheat.classic.facts.events import AttackRolled, HeatSettled, Struck, ThingGone
from overheat.classic.facts.lasting import Mark, Thing
from overheat.classic.facts.phrases import thing_told
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.aboard import ABOARD
from overheat.classic.rules.tacops.grappling import HELD
from overheat.classic.rules.tacops.lifting_objects import CARRIES, OBJECT, PickUp, PutDown
from overheat.classic.rules.tacops.picking_up_suits import CAUGHT, GRASPS, Fling, PickOff
from overheat.classic.rules.tacops.throwing_objects import SLIPS, Throw
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.physical import finish
from overheat.classic.turn.round import VERBS, legal
from overheat.classic.turn.things import Hour, things_act
from overheat.kernel.dice import Scripted
from skirmish import armed, forbidden, ground, known, moved, replace, state, told, unit
from soldiers import squad

ATLAS = "Atlas AS7-D"
LIFT, THROW = "lifting_objects", ("lifting_objects", "throwing_objects")


def under(*layers: str, units: tuple[Unit, ...], column: str = "0 0 0", **others: Any) -> State:
    seen = Relief(ground(column), ruleset(layers))
    before = replace(state(*units, board=column), relief=seen, phase="physical", acting="red", order=("red",), **others)
    return replace(before, initiative=("red", "blue"))


def said(before: State, command: Any, *dice: int | tuple[int, ...], id: str = "red") -> Scene:
    """A unit says something that is legal, and dice fall as a test says."""
    assert command in list(legal(before, before.units[id]))
    scene = Scene(before, Scripted(*dice))
    verb = next(verb for verb in scene.rules[VERBS].rows.values() if verb.command is type(command))
    verb.does(scene, before.units[id], command)
    return scene


def lying(tons: int, hex: str = "0101") -> dict[str, Thing]:
    board = ground("0 0 0")
    return {"crate": Thing("crate", OBJECT, board.parse_hex(hex), value=tons)}


@pytest.mark.proves("lifting_objects.lifts", "lifting_objects.shares", "lifting_objects.question")
@pytest.mark.parametrize(("hands", "tons"), [("both", 10), ("RA", 5)])
def test_a_machine_lifts_a_tenth_of_its_weight_and_half_as_much_with_one_hand(hands: str, tons: float) -> None:
    assert adjudicated("lift", LIFT, unit=ATLAS, hands=hands)["tons"] == tons


@pytest.mark.proves(
    "lifting_objects.verbs", "lifting_objects.number", "lifting_objects.no_fire", "lifting_objects.no_blow"
)
def test_what_is_lifted_is_carried_and_keeps_the_arm_from_firing_and_striking() -> None:
    blue = unit(id="blue", hex="0102", facing=0)
    before = under(LIFT, units=(unit(), blue), things=lying(2))
    missed = said(before, PickUp("crate", "LA"), (2, 2))
    assert CARRIES not in missed.unit("red").marks
    assert missed.state.things["crate"].hex == blue.hex.neighbour(0)
    lifted = said(before, PickUp("crate", "LA"), (2, 3))
    red = lifted.unit("red")
    assert (red.marks[CARRIES].value, red.marks[CARRIES].kind) == (2, "LA")
    assert lifted.state.things["crate"].hex is None
    assert not [each for each in legal(lifted.state, red) if isinstance(each, Strike)]
    later = replace(red, marks={CARRIES: red.marks[CARRIES]})
    assert {each.limb for each in legal(lifted.state.with_unit(later), later) if isinstance(each, Strike)} >= {
        "RA",
        "LL",
    }
    assert "LA" not in {each.limb for each in legal(lifted.state.with_unit(later), later) if isinstance(each, Strike)}
    laser = next(at for at in red.plan.weapons if red.sheet.mounts[at].location == "LA")
    assert forbidden(WeaponAttack(before.relief, red, blue, laser)) == "lifting_objects.no_fire"
    assert thing_told(lifted.state.things["crate"]) == "object of 2 tons off the map"
    (seen,) = Classic([LIFT]).view(lifted.state, "blue")["things"]
    assert (seen["name"], seen["words"]) == ("object of 2 tons", "object of 2 tons off the map")
    down = said(lifted.state, PutDown())
    assert down.state.things["crate"].hex == red.hex
    assert CARRIES not in down.unit("red").marks


def test_boulders_lie_in_broken_ground_and_what_is_too_heavy_is_left() -> None:
    red = unit()
    assert not [each for each in legal(under(LIFT, units=(red,)), red) if isinstance(each, PickUp)]
    rough = under(LIFT, units=(red,), column="0r1 0 0")
    assert {each.thing for each in legal(rough, red) if isinstance(each, PickUp)} == {"boulder"}
    heavy = under(LIFT, units=(red,), things=lying(6))
    assert not [each for each in legal(heavy, red) if isinstance(each, PickUp)]
    busy = replace(red, volley=(Shot(0, "blue"),))
    hands = {each.hands for each in legal(rough.with_unit(busy), busy) if isinstance(each, PickUp)}
    assert len(hands) < 3


@pytest.mark.proves("TO-289-claws", "lifting_objects.breaks")
def test_what_a_claw_fails_to_lift_is_destroyed_where_nothing_is_thrown() -> None:
    clawed = unit(armed(HUNTER, "Claw@LA"))
    scene = said(under(LIFT, units=(clawed,), things=lying(2)), PickUp("crate", "LA"), (1, 1))
    assert [event.thing.id for event in told(scene.events, ThingGone)] == ["crate"]
    plain = said(under(LIFT, units=(unit(),), things=lying(2)), PickUp("crate", "LA"), (1, 1))
    assert not told(plain.events, ThingGone)


@pytest.mark.proves("TO-289-claws", "throwing_objects.stays_whole")
def test_by_the_rules_for_throwing_what_a_claw_fails_to_lift_stays_whole() -> None:
    clawed = unit(armed(HUNTER, "Claw@LA"))
    scene = said(under(*THROW, units=(clawed,), things=lying(2)), PickUp("crate", "LA"), (1, 1))
    assert not told(scene.events, ThingGone)
    assert scene.state.things["crate"].value == 2


@pytest.mark.proves("throwing_objects.reach", "throwing_objects.question")
def test_the_worked_example_of_a_throw() -> None:
    """EX-092-throw-protomech: six hexes; the weights are not printed, and 100 tons with a ProtoMech of 4 give it."""
    answer = adjudicated("throw", *THROW, tons=100, weight=4)
    assert answer["max_hexes"] == 6
    assert adjudicated("throw", *THROW, tons=100, weight=1)["max_hexes"] == 9


def holding(tons: int, **facts: Any) -> tuple[Unit, dict[str, Thing]]:
    red = unit(known(ATLAS), marks={CARRIES: Mark(value=tons, kind="both", about="crate")}, **facts)
    return red, {"crate": Thing("crate", OBJECT, None, value=tons, by="red")}


@pytest.mark.proves(
    "throwing_objects.comes_to", "throwing_objects.verb", "throwing_objects.kinds", "throwing_objects.reach"
)
def test_a_thrown_object_does_a_point_for_each_hex_and_lies_where_its_target_stands() -> None:
    red, things = holding(8)
    blue = unit(id="blue", hex="0103", facing=0)
    scene = said(under(*THROW, units=(red, blue), things=things), Throw("blue"), (6, 6), (3, 4))
    finish(scene)
    assert [event.what for event in told(scene.events, AttackRolled)] == ["throw"]
    assert [(event.unit, event.damage) for event in told(scene.events, Struck)] == [("blue", 2)]
    assert scene.state.things["crate"].hex == blue.hex
    assert CARRIES not in scene.unit("red").marks
    heavy, things = holding(9)
    far = under(*THROW, units=(heavy, blue), things=things)
    assert Throw("blue") not in list(legal(far, heavy))


def cooled(tons: int, hands: str, heat: int) -> Scene:
    """Fifty tons lift five with both hands and two and a half with one, twice as much when their myomer is hot."""
    strong = unit(armed(HUNTER, "Triple Strength Myomer@RT"), heat=9)
    strong = replace(strong, marks={CARRIES: Mark(value=tons, kind=hands, about="crate")})
    things = {"crate": Thing("crate", OBJECT, None, value=tons, by="red")}
    scene = Scene(replace(under(*THROW, units=(strong,), things=things), phase="heat"), Scripted())
    scene.tell(HeatSettled("red", 9, (), (), heat))
    scene.follow()
    assert scene.state.things["crate"].hex is None
    return scene


@pytest.mark.proves("TO-092-throwing-objects-1", "throwing_objects.cools", "throwing_objects.dropped")
@pytest.mark.parametrize(("tons", "hands"), [(6, "both"), (3, "RA")])
def test_myomer_that_cools_drops_what_is_too_heavy_in_the_end_phase(tons: int, hands: str) -> None:
    scene = cooled(tons, hands, 8)
    assert SLIPS in scene.unit("red").marks
    things_act(scene, Hour("end", True))
    assert scene.state.things["crate"].hex == scene.unit("red").hex
    assert CARRIES not in scene.unit("red").marks


@pytest.mark.parametrize(("tons", "heat"), [(6, 9), (5, 8)])
def test_what_is_light_enough_is_kept_and_so_is_all_while_the_myomer_is_hot(tons: int, heat: int) -> None:
    scene = cooled(tons, "both", heat)
    things_act(scene, Hour("end", True))
    assert scene.state.things["crate"].hex is None
    assert CARRIES in scene.unit("red").marks


def suits(hex: str = "0102", on: str = "") -> Unit:
    marks = {ABOARD: Mark(about=on)} if on else {}
    return squad(id="blue", hex=hex, facing=0, marks=marks)


def plucked(*units: Unit, dice: tuple[Any, ...], column: str = "0 0 0") -> Scene:
    before = under("picking_up_suits", units=units, column=column)
    scene = said(before, PickOff("blue", "RA"), *dice)
    finish(scene)
    return scene


@pytest.mark.proves("TO-097-pick-up-battle-armor-1", "picking_up_suits.within_reach", "picking_up_suits.verbs")
def test_suits_are_picked_off_a_friend_that_they_swarm() -> None:
    """Off itself, off a machine in the next hex, off a vehicle in the same one, and off nobody further away."""
    friend = unit(id="ally", side="red", hex="0102")
    tank = unit(known("Manticore Heavy Tank"), id="tank", side="red", hex="0101")
    away = unit(id="ally", side="red", hex="0103")
    for others, squad_at, free in (
        ((suits("0101", "red"),), "red", True),
        ((friend, suits("0102", "ally")), "ally", True),
        ((tank, suits("0101", "tank")), "tank", True),
        ((away, suits("0103", "ally")), "ally", False),
        ((replace(tank, hex=friend.hex), suits("0102", "tank")), "tank", False),
    ):
        before = under("picking_up_suits", units=(unit(), *others))
        assert (PickOff("blue", "RA") in list(legal(before, before.units["red"]))) is free, squad_at


@pytest.mark.proves("TO-097-pick-up-battle-armor-2", "picking_up_suits.comes_to", "picking_up_suits.kinds")
def test_a_swarmed_machine_takes_the_other_half_of_the_punch_where_a_punch_would_land() -> None:
    """Fifty tons punch for 5: 3 to a trooper, and 2 to the machine that was swarmed."""
    friend = unit(id="ally", side="red", hex="0102")
    scene = plucked(unit(), friend, suits("0102", "ally"), dice=((6, 6), 1, 3))
    found = [(event.unit, event.location, event.damage) for event in told(scene.events, Struck)]
    assert found == [("blue", "Trooper 1", 3), ("ally", "CT", 2)]
    assert scene.unit("blue").about(CAUGHT) == "red"
    assert ABOARD not in scene.unit("blue").marks


@pytest.mark.proves("TO-097-pick-up-battle-armor-2", "picking_up_suits.places")
def test_a_swarmed_vehicle_takes_the_other_half_where_a_die_says() -> None:
    tank = unit(known("Manticore Heavy Tank"), id="tank", side="red", hex="0101")
    scene = plucked(unit(), tank, suits("0101", "tank"), dice=((6, 6), 1, 5))
    found = [(event.unit, event.location, event.damage) for event in told(scene.events, Struck)]
    assert found == [("blue", "Trooper 1", 3), ("tank", "RR", 2)]


def test_options_of_close_combat_know_of_each_other() -> None:
    """Who carries a handheld weapon, or is grappled, lifts nothing and picks nobody up."""
    layers = ("picking_up_suits", "lifting_objects", "handheld_weapons", "grappling")
    armed_so = Unit.fresh(
        ruleset(layers), "red", "red", unit().sheet, unit().hex, 3, {"Handheld weapon": "machine gun weapon"}
    )
    for red, free in ((unit(), True), (armed_so, False), (unit(marks={HELD: Mark(about="foe")}), False)):
        before = under(*layers, units=(red, suits()), things=lying(1))
        found = {type(each) for each in legal(before, red)} & {PickUp, PickOff}
        assert found == ({PickUp, PickOff} if free else set())


@pytest.mark.proves("picking_up_suits.held", "picking_up_suits.no_fire")
def test_suits_that_are_held_go_nowhere_and_fire_nothing() -> None:
    caught = replace(suits(), marks={CAUGHT: Mark(about="red")}, motion=moved("walk"))
    before = replace(under("picking_up_suits", units=(caught,)), phase="movement", acting="blue", order=("blue",))
    assert not [each for each in legal(before, caught) if isinstance(each, Step | Jump)]
    guns = list(caught.plan.weapons)
    attack = WeaponAttack(before.relief, caught, unit(hex="0101"), guns[0])
    assert forbidden(attack) == "picking_up_suits.no_fire"


@pytest.mark.proves("picking_up_suits.comes_to", "picking_up_suits.figures")
def test_suits_that_are_thrown_hurt_their_target_and_themselves() -> None:
    red = unit(known(ATLAS), marks={GRASPS: Mark(about="blue", kind="RA", value=0)})
    victim = unit(id="foe", side="blue", hex="0103", facing=0)
    held = replace(suits("0101"), marks={CAUGHT: Mark(about="red")})
    before = under("picking_up_suits", units=(red, held, victim))
    scene = said(before, Fling("foe"), (6, 6), (3, 4), 1)
    finish(scene)
    assert [(event.unit, event.damage) for event in told(scene.events, Struck)] == [("foe", 2), ("blue", 3)]
    assert scene.unit("blue").hex == victim.hex
    assert CAUGHT not in scene.unit("blue").marks
