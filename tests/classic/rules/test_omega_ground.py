"""Omega on the ground: mines under machines, flames and their heat, what jumping machines see, networks of thirteen."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicated import adjudicated
from machines import HUNTER
from overheat.classic.battle.scene import Scene
from overheat.classic.battle_value.networks import no_network
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hits import take
from overheat.classic.facts.commands import Step
from overheat.classic.facts.events import EffectLaid, EffectLifted, FateMet, MarkLaid, PhaseBegan, Struck, ThingPlaced
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.rules.omega import inferno, mines
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.heat import heat_of, toil_of
from overheat.kernel.dice import Dice, Scripted
from overheat.kernel.refusal import Refusal
from skirmish import NORTH, bared, forbidden, moved, on_turn, replace, shot, told, unit, with_needs
from soldiers import platoon

MINES, FLAMES, JUMPING, NETWORKS = "omega_mines", "omega_inferno", "omega_jumping", "omega_networks"


def under(rules: str, before: State) -> State:
    return replace(before, relief=Relief(before.relief.board, ruleset([rules])))


def play(rules: str, state: State, dice: Dice, *commands: Any) -> tuple[State, list[Any]]:
    events: list[Any] = []
    for command in commands:
        assert state.acting is not None
        answer = Classic([rules]).apply(state, state.units[state.acting].side, command, dice)
        assert not isinstance(answer, Refusal), answer
        state, happened = answer
        events += happened
    return state, events


@pytest.mark.parametrize(("armour", "left"), [(3, (0, 7)), (12, (7, 9)), (0, (0, 4))])
@pytest.mark.proves("OM-mines", "omega.mine_wears", "omega.mine_figures", "omega.mine_question")
def test_a_mine_does_five_to_armour_and_one_to_structure_and_one_roll_for_criticals(
    armour: int, left: tuple[int, int]
) -> None:
    answer = adjudicated("mine", MINES, armour=armour, structure=10)
    assert (answer["armour"], answer["structure"], answer["critical_rolls"]) == (*left, 1)


def mined(**others: Any) -> State:
    """Red is about to step into a hex that is mined."""
    before = on_turn(unit(motion=moved("walk"), **others), unit(id="blue", hex="0104", facing=NORTH), board="0 0 0 0")
    scene = Scene(under(MINES, before), Scripted())
    mines.strew(scene, Hex(1, 2), "blue")
    return scene.state


@pytest.mark.proves("OM-mines", "OM-rocket-fascam", "omega.mines_met", "omega.mine_figures", "omega.mine_kinds")
def test_a_mine_goes_off_on_seven_under_a_leg_with_one_roll_for_criticals() -> None:
    before = mined().units["red"].condition["RL"]
    with Scripted((3, 4), (1,), (2, 3)) as dice:
        after, events = play(MINES, mined(), dice, Step("forward"))
    leg = after.units["red"].condition["RL"]
    assert (before.armour - leg.armour, before.structure - leg.structure) == (5, 1)
    assert [hit.location for hit in told(events, Struck)] == ["RL"]
    with Scripted((3, 3)) as dice:
        assert told(play(MINES, mined(), dice, Step("forward"))[1], Struck) == []


@pytest.mark.proves("omega.mine_wears")
def test_what_goes_on_inward_from_a_lost_leg_does_no_further_point() -> None:
    state = mined()
    scene = Scene(state.with_unit(bared(state.units["red"], "RL", 2)), Scripted())
    side = scene.unit("red").condition["RT"]
    take(scene, Hit("red", "front", 5, mines.FIELD, location="RL"))
    hurt = scene.unit("red").condition["RT"]
    assert (side.armour - hurt.armour, side.structure - hurt.structure) == (4, 0)


@pytest.mark.proves("OM-rocket-fascam", "omega.mines_met", "omega.mines_left")
def test_who_mines_are_strewn_around_is_not_hurt_and_meets_them_when_it_leaves() -> None:
    before = on_turn(unit(motion=moved("walk")), unit(id="blue", hex="0104", facing=NORTH), board="0 0 0 0")
    scene = Scene(under(MINES, before), Scripted())
    mines.strew(scene, Hex(1, 1), "blue")
    assert told(scene.events, Struck) == []
    assert [event.thing.hex for event in told(scene.events, ThingPlaced)] == [Hex(1, 1)]
    with Scripted((6, 6), (1,), (2, 3)) as dice:
        after, events = play(MINES, scene.state, dice, Step("forward"), Step("forward"))
    assert [hit.damage for hit in told(events, Struck)] == [5]
    assert mines.AMID not in after.units["red"].marks


def burning(*hexes: int, at: str = "0101", board: str = "0 0 0 0", rounds: int = 3, **others: Any) -> State:
    before = on_turn(unit(hex=at, **others), unit(id="blue", hex="0104", facing=NORTH), board=board)
    effects = {Hex(1, row): {inferno.FLAMES: Mark(rounds)} for row in hexes}
    return replace(under(FLAMES, before), effects=effects)


def heat(state: State) -> int:
    built, _ = heat_of(toil_of(state, state.units["red"]))
    return int(built["heat.flames"].value) if "heat.flames" in built else 0


@pytest.mark.parametrize(
    ("facts", "heat"),
    [
        ({"start_in_inferno": True, "through_inferno": 1, "end_in_inferno": True}, 20),
        ({"start_in_burning_woods": True, "through_burning_woods": 2}, 15),
        ({"start_in_inferno": True, "start_in_burning_woods": True}, 10),
        ({"end_in_burning_woods": True, "end_in_inferno": True}, 0),
    ],
)
@pytest.mark.proves("OM-rocket-inferno", "omega.heat_of_flames", "omega.flames", "omega.flames_question")
def test_the_heat_of_flames_is_counted_by_where_one_begins_and_goes_through(facts: dict[str, Any], heat: int) -> None:
    assert adjudicated("flames", FLAMES, **facts)["heat"] == heat


@pytest.mark.parametrize(("pods", "turns"), [(1, 2), (3, 6)])
@pytest.mark.proves("OM-rocket-inferno", "omega.burns_on", "omega.flames")
def test_each_pod_burns_two_turns_longer(pods: int, turns: int) -> None:
    assert adjudicated("flames", FLAMES, pods=pods)["turns"] == turns
    scene = Scene(burning(), Scripted())
    for _ in range(pods):
        inferno.kindle(scene, Hex(1, 3), "red")
    assert scene.state.effects[Hex(1, 3)][inferno.FLAMES].value == scene.state.round + turns


@pytest.mark.proves("OM-rocket-inferno", "omega.through_flames", "omega.flames_build", "omega.flames")
def test_a_machine_takes_in_the_heat_of_every_hex_of_flames_that_it_leaves_again() -> None:
    walking = burning(2, 3, motion=moved("walk"))
    state, _ = play(FLAMES, walking, Scripted(), Step("forward"))
    assert heat(state) == 0
    state, _ = play(FLAMES, state, Scripted(), Step("forward"))
    assert heat(state) == 10
    woods = burning(motion=moved("walk"), board="0 0w1f 0 0")
    state, _ = play(FLAMES, woods, Scripted(), Step("forward"), Step("forward"))
    assert heat(state) == 5


@pytest.mark.proves("OM-rocket-inferno", "omega.begins_in_flames", "omega.flames_build")
def test_who_stands_in_flames_when_movement_begins_takes_in_their_heat_even_standing_still() -> None:
    scene = Scene(burning(1), Scripted())
    scene.tell(PhaseBegan("movement"))
    scene.follow()
    assert heat(scene.state) == 10
    assert [(event.unit, event.detail.value) for event in told(scene.events, MarkLaid)] == [("red", 10)]


@pytest.mark.proves("omega.flames_die")
def test_flames_die_when_the_weapon_phase_of_their_last_round_begins() -> None:
    scene = Scene(replace(burning(2, rounds=3), round=2), Scripted())
    scene.tell(PhaseBegan("weapons"))
    scene.follow()
    assert told(scene.events, EffectLifted) == []
    scene = Scene(replace(burning(2, rounds=3), round=3), Scripted())
    scene.tell(PhaseBegan("weapons"))
    scene.follow()
    assert told(scene.events, EffectLifted) == [EffectLifted(Hex(1, 2), inferno.FLAMES)]


@pytest.mark.proves("OM-rocket-inferno", "omega.incinerates", "omega.armoured")
def test_soldiers_on_foot_are_lost_in_an_inferno_and_machines_are_not() -> None:
    before = burning()
    foot = replace(platoon(), id="foot", side="blue", hex=Hex(1, 2))
    scene = Scene(before.with_unit(foot), Scripted())
    for row in (1, 2):
        scene.tell(EffectLaid(Hex(1, row), inferno.FLAMES, Mark(3)))
    scene.follow()
    assert [(event.unit, event.why) for event in told(scene.events, FateMet)] == [("foot", inferno.INCINERATED)]


@pytest.mark.proves("OM-jump-los", "omega.seen_aloft", "omega.hides_from_jumpers", "omega.jump_sight_question")
def test_a_machine_that_jumped_sees_and_is_seen_over_any_hill() -> None:
    sees = [
        adjudicated("jump_sight", JUMPING, hill_between=4, **{who: True})["los"] for who in ("jumped", "target_jumped")
    ]
    assert sees == [True, True]
    assert not adjudicated("jump_sight", JUMPING, hill_between=4)["los"]


@pytest.mark.proves("OM-jump-los", "omega.seen_aloft")
def test_a_machine_that_jumped_may_be_shot_at_through_woods_at_no_penalty() -> None:
    column, jumper = "0 0w2 0w2 0", unit(motion=moved("jump", 3))
    assert forbidden(shot(column=column, attacker=jumper)) == "sight.fills_the_view"
    assert forbidden(shot(column=column, attacker=jumper, rules=[JUMPING])) is None
    assert not shot(column=column, attacker=jumper, rules=[JUMPING]).sight.modifiers.terms
    assert (
        forbidden(shot(column=column, attacker=unit(motion=moved("walk", 3)), rules=[JUMPING]))
        == "sight.fills_the_view"
    )


@pytest.mark.proves("OM-c3-network", "omega.network_limits", "omega.network_question")
def test_four_masters_and_nine_slaves_make_a_network_of_thirteen() -> None:
    whole = adjudicated("network", "+".join(with_needs(NETWORKS)), masters=4, slaves=9)
    assert (whole["units"], whole["tons"], whole["slots"], whole["refusal"]) == (13, 29, 29, None)
    assert adjudicated("network", "+".join(with_needs(NETWORKS)), masters=4, slaves=10)["refusal"]["id"] == "c3.many"
    assert adjudicated("network", "+".join(with_needs(NETWORKS)), masters=1, slaves=4)["refusal"] is not None


def test_a_network_of_thirteen_takes_the_field_under_these_rules_alone() -> None:
    sheets = [unit(HUNTER.replace("-Empty-", "ISC3MasterUnit", 1)).sheet] * 4
    sheets += [unit(HUNTER.replace("-Empty-", "ISC3SlaveUnit", 1)).sheet] * 9
    rules = ruleset(with_needs(NETWORKS))
    assert rules[no_network](rules, sheets) is None
    refusal = ruleset([])[no_network](ruleset([]), sheets)
    assert refusal is not None
    assert refusal.id == "c3.many"
