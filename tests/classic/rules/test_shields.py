"""Shields: how they are held, what they protect so, what they are in the way of, and how they strike."""

import pytest

from adjudicated import adjudicated
from classic.battle_value.inventions import sheet_of
from machines import HUNTER, sheet
from overheat.classic.attack.blows import number_of, place_blow, refusal
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.machine import hit_machine
from overheat.classic.facts.commands import Decide, Done, Fire, HoldShield
from overheat.classic.facts.events import Asked, PlateStruck
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.questions import asked_now, best_answer
from overheat.classic.facts.state import Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.blow_force import force_of
from overheat.classic.rules.standard.guidance import interceptor
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.physical_weapons import DRAWN
from overheat.classic.rules.standard.shields import ACTIVE, NONE, PASSIVE, RAISED, shields_of
from overheat.classic.turn.physical import strikes
from overheat.classic.turn.round import most_worth, speaker
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import Refusal
from skirmish import armed, blow, forbidden, on_turn, replace, say, shot, shot_up, state, term, told, unit

ATLAS = "Atlas AS7-D"
MARKS = {ACTIVE: RAISED, PASSIVE: DRAWN}


def bearing(mode: str, *items: str, id: str = "red", hex: str = "0101", facing: int = 3) -> Unit:
    """A machine of 50 tons that holds all its shields in a way."""
    bearer = unit(armed(HUNTER, *items), id=id, hex=hex, facing=facing)
    marks = {each(MARKS[mode], at): Mark(about="shield") for at in shields_of(bearer)} if mode in MARKS else {}
    return replace(bearer, marks=marks)


def taken(mode: str, location: str, *items: str, rear: bool = False) -> list[int]:
    """What shields take of ten points on a location."""
    target = bearing(mode, *(items or ("Medium Shield@LA",)), id="blue", hex="0103", facing=0)
    made = shot("PPC", target=target)
    scene = Scene(state(made.attacker, target), Scripted(*[(1, 1)] * 4))
    hit_machine(scene, Hit("blue", "front", 10, "fire", weapon=made.weapon, by=made), location, rear=rear)
    return [event.damage for event in told(scene.events, PlateStruck)]


@pytest.mark.proves("shields.modes")
def test_a_shield_protects_its_arm_and_as_it_is_held_its_side_or_nearly_all() -> None:
    protected = {
        mode: {code for code in ("LA", "LT", "LL", "CT", "HD", "RA", "RT", "RL") if taken(mode, code)}
        for mode in (NONE, PASSIVE, ACTIVE)
    }
    assert protected == {NONE: {"LA"}, PASSIVE: {"LA", "LT"}, ACTIVE: {"LA", "LT", "LL", "CT", "HD"}}
    assert taken(ACTIVE, "CT", rear=True) == []
    assert taken(ACTIVE, "LT") == [5]


@pytest.mark.proves("to_hit.shield")
def test_in_passive_defence_the_weapons_of_arm_and_torso_shoot_worse_by_two() -> None:
    for mode, values in ((NONE, (1, 0)), (PASSIVE, (2, 2))):
        red = bearing(mode, "Medium Shield@LA", "Small Laser@LA", "Large Laser@LT")
        found = tuple(term(shot(item, attacker=red), "to_hit.shield") for item in ("Small Laser", "Large Laser"))
        assert found == values


@pytest.mark.proves("TO-291-shield-2", "fire.shield")
def test_weapons_behind_a_shield_in_active_defence_are_not_fired() -> None:
    for mode, no in ((PASSIVE, None), (ACTIVE, "fire.shield")):
        red = bearing(mode, "Medium Shield@LA", "Large Laser@LT", "Large Pulse Laser@RT")
        assert forbidden(shot("Large Laser", attacker=red)) == no
        assert forbidden(shot("Large Pulse Laser", attacker=red)) is None
    before = on_turn(
        bearing(ACTIVE, "Medium Shield@LA"), unit(id="blue", hex="0103", facing=0), phase="weapons", board="0 0 0"
    )
    mounts = before.units["red"].sheet.mounts
    fired = {mounts[said.mount].location for said in Classic().legal(before, "red") if isinstance(said, Fire)}
    assert fired == {"RA", "RT"}


@pytest.mark.proves("guidance.interceptor")
def test_an_anti_missile_system_behind_a_shield_in_active_defence_does_not_fire() -> None:
    for mode, fires in ((PASSIVE, True), (ACTIVE, False)):
        parts = ("Laser Anti-Missile System@LT", "Medium Shield@LA")
        blue = bearing(mode, *parts, id="blue", hex="0103", facing=0)
        attack = shot("LRM 20", target=blue)
        assert (interceptor(blue, attack) is not None) is fires


@pytest.mark.proves("TO-291-shield-3", "shields.takes")
def test_of_two_shields_before_the_centre_torso_their_player_says_which_takes_a_hit() -> None:
    target = bearing(ACTIVE, "Medium Shield@LA", "Large Shield@RA", id="blue", hex="0102", facing=0)
    before = on_turn(unit(), target, board="0 0", phase="physical")
    striking = next(said for said in strikes(before, before.units["red"]) if said.kind == "punch" and said.limb == "LA")
    with Scripted((6, 6), 3) as dice:
        asked, events = say(before, dice, striking, Done())
    (question,) = told(events, Asked)
    assert question.question.player == "blue"
    assert "which shield takes it" in asked_now(asked)
    assert best_answer(asked) == "right"
    assert set(question.question.options) == {"left", "right"}
    assert {said.answer for said in Classic().legal(asked, "blue") if isinstance(said, Decide)} == {"left", "right"}
    for side, mount in (("left", "LA"), ("right", "RA")):
        done = Classic().apply(asked, "blue", Decide(side), Scripted((6, 6), (1, 2)))
        assert not isinstance(done, Refusal)
        (struck,) = told(done[1], PlateStruck)
        assert target.sheet.mounts[struck.mount].location == mount


@pytest.mark.proves("TO-291-shield-4", "physical.shield_bash")
def test_a_shield_strikes_as_hard_as_it_still_takes_of_a_blow() -> None:
    whole = bearing(PASSIVE, "Medium Shield@RA")
    hot = replace(whole, sheet=armed(HUNTER, "Medium Shield@RA", "Triple-Strength Myomer@CT"))
    hot = replace(hot, condition=replace(hot.condition, heat=9))
    for bearer in (whole, hot):
        assert int(force_of(blow("medium shield", "RA", bearer)).total) == 5
    built = unit(sheet_of({"RA": ["Lower Arm Actuator", "Hand Actuator", *["ISMediumShield"] * 5]}))
    (at,) = shields_of(built)
    held = replace(shot_up(built, at), marks={each(DRAWN, at): Mark()})
    assert int(force_of(blow("medium shield", "RA", held)).total) == 4


@pytest.mark.proves("TO-290-mace", "TO-291-shield-4", "physical.aimed")
@pytest.mark.parametrize(
    ("item", "kind"), [("Mace", "mace"), ("Medium Shield", "medium shield"), ("Hatchet", "hatchet")]
)
def test_a_mace_or_a_shield_is_swung_like_a_hatchet_at_the_upper_body_or_the_legs_at_four_more(
    item: str, kind: str
) -> None:
    bearer = bearing(PASSIVE if "Shield" in item else NONE, f"{item}@RA")
    plain = blow(kind, "RA", bearer)
    before = on_turn(bearer, plain.target, board="0 0", phase="physical")
    offered = {said.kind for said in strikes(before, before.units["red"])}
    assert {kind, f"high {kind}", f"low {kind}"} <= offered
    for aim, die, place in (("high", 6, "HD"), ("low", 1, "RL")):
        made = blow(f"{aim} {kind}", "RA", bearer)
        scene = Scene(before, Scripted(die))
        assert place_blow(scene, made, made.target, "front").code == place
        assert number_of(made).total - number_of(plain).total == 4


@pytest.mark.proves("physical.aimed")
def test_what_a_hatchet_needs_that_is_aimed_can_be_asked() -> None:
    attacker, target = {"unit": "Hatchetman HCT-3F", "hex": "0809", "facing": 3}, {"unit": ATLAS, "hex": "0810"}
    plain, high = (
        adjudicated("blow", attacker=attacker, target=target, kind=kind, limb="RA")
        for kind in ("hatchet", "high hatchet")
    )
    assert high["target_number"] - plain["target_number"] == 4


@pytest.mark.proves("physical.aims")
def test_whips_and_saws_are_not_aimed_and_nobody_on_the_ground_is_aimed_at() -> None:
    lying = unit(id="blue", hex="0102", facing=0, prone=True)
    for item, kind, target, no in (
        ("Chain Whip", "high chain whip", None, "physical.aims"),
        ("Mace", "high mace", lying, "physical.aims"),
        ("Mace", "high mace", None, None),
    ):
        found = refusal(blow(kind, "RA", bearing(NONE, f"{item}@RA"), target))
        assert (None if found is None else found.id) == no


@pytest.mark.proves("physical.shield")
def test_an_arm_with_a_shield_in_active_defence_strikes_nobody() -> None:
    for mode, arm, no in ((ACTIVE, "LA", "physical.shield"), (ACTIVE, "RA", None), (NONE, "LA", None)):
        found = refusal(blow("punch", arm, bearing(mode, "Medium Shield@LA")))
        assert (None if found is None else found.id) == no


def test_a_shield_is_held_otherwise_by_saying_so_in_the_movement_phase_and_bots_do() -> None:
    plain = sheet(HUNTER)
    unarmed = replace(plain, mounts=tuple(held for held in plain.mounts if held.location not in ("LA", "HD")))
    bearer = unit(armed(unarmed, "Large Shield@LA"))
    (at,) = shields_of(bearer)
    before = on_turn(bearer, unit(id="blue", hex="0103", facing=0), phase="movement")
    legal = [said for said in Classic().legal(before, "red") if isinstance(said, HoldShield)]
    assert {said.mode for said in legal} == {PASSIVE, ACTIVE}
    assert most_worth(before, before.units["red"], legal) == HoldShield(at, ACTIVE)
    raised, _ = say(before, Scripted(), HoldShield(at, ACTIVE))
    lowered, _ = say(raised, Scripted(), HoldShield(at, PASSIVE), HoldShield(at, NONE))
    assert each(RAISED, at) in raised.units["red"].marks
    assert lowered.units["red"].marks == {}
    words = speaker(before, {"red": "Red", "blue": "Blue"}).words(HoldShield(at, ACTIVE))
    assert words == "hold the large shield in active defence (LA)"
