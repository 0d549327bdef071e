"""Hull down: what it costs, what covers it, how hard it is to hit, and what it leaves a machine to do."""

from typing import Any

import pytest

from overheat.classic.attack.blows import refusal as blow_refusal
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Adopt, Command, Go, Rise, Step
from overheat.classic.facts.events import Moved, Posture
from overheat.classic.facts.state import Blow, State, Unit, Weather
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.rules.standard.physical import PhysicalAttack
from overheat.classic.rules.standard.postures import posture_of
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.model import Sight
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.classic.turn.round import carry_out, legal, most_worth
from overheat.classic.unit.condition import Stance
from overheat.kernel.dice import Scripted
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.terms import Tally
from overheat.lab.players import make_bot
from skirmish import broken, field, ground, known, maimed, mount, moved, rearmed, relief, replace, told, unit

HULL_DOWN = "postures.hull_down"
RULES = ("hull_down",)


def low(whole: Unit) -> Unit:
    return replace(whole, condition=replace(whole.condition, stance=Stance(HULL_DOWN, 0, 1)))


def on_the_move(who: Unit) -> Scene:
    under = Relief(field(3, 5), ruleset(RULES))
    red = replace(who, hex=Hex(2, 3), motion=moved("walk"))
    state = State(relief=under, units={"red": red}, phase="movement", acting="red", order=("red",))
    return Scene(state, Scripted())


def said(scene: Scene, command: Command) -> Moved:
    assert carry_out(scene, scene.unit("red"), command) is None
    return told(scene.events, Moved)[-1]


@pytest.mark.proves("TO-021-hull-down-3", "hull_down.figures")
def test_going_hull_down_and_standing_up_again_cost_two_points_each_and_keep_the_facing() -> None:
    scene = on_the_move(unit(facing=4))
    assert [command for command in legal(scene.state, scene.unit("red")) if isinstance(command, Adopt)] == [
        Adopt(HULL_DOWN, 4)
    ]
    assert said(scene, Adopt(HULL_DOWN, 4)).motion.spent == 2
    up = said(scene, Rise())
    assert (up.motion.spent, up.facing) == (4, 4)


@pytest.mark.parametrize(
    ("who", "points"),
    [
        (unit(prone=True), 1),
        (broken(unit(prone=True), "hip@LL", "foot actuator@RL", "hand actuator@LA"), 3),
        (maimed(unit(prone=True), "LL"), 5),
    ],
)
@pytest.mark.proves("TO-021-hull-down-2", "hull_down.figures")
def test_from_the_ground_it_costs_a_point_and_one_for_each_leg_actuator_that_is_gone(who: Unit, points: int) -> None:
    scene = on_the_move(who)
    cost = posture_of(scene.rules, HULL_DOWN).takes(scene.state, scene.unit("red"))
    assert isinstance(cost, Tally)
    assert cost.total == points


@pytest.mark.proves("TO-021-hull-down-2", "hull_down.figures")
def test_from_the_ground_it_takes_no_roll() -> None:
    scene = on_the_move(broken(unit(prone=True), "foot actuator@RL"))
    down = said(scene, Adopt(HULL_DOWN, 1))
    assert (down.motion.spent, [part.value for part in down.cost]) == (2, [1, 1])
    assert not scene.unit("red").condition.prone


@pytest.mark.proves("TO-021-hull-down-3")
def test_from_the_ground_a_machine_faces_as_it_likes_without_a_roll() -> None:
    scene = on_the_move(unit(prone=True))
    offered = [c.facing for c in legal(scene.state, scene.unit("red")) if isinstance(c, Adopt)]
    assert offered == [0, 1, 2, 3, 4, 5]
    said(scene, Adopt(HULL_DOWN, 5))
    assert said(scene, Rise()).facing == 5


def seen_behind(column: str) -> Sight:
    """A machine that went hull down at the end of a column, seen from its beginning."""
    scene = on_the_move(unit())
    said(scene, Adopt(HULL_DOWN, 3))
    target = replace(scene.unit("red"), hex=Hex(1, 4))
    assert target.stature == 0
    return sight(relief(column, RULES), unit(prone=True).viewpoint, target.viewpoint)


@pytest.mark.proves("TO-021-hull-down-1")
def test_level_1_next_to_it_gives_partial_cover_to_a_machine_one_level_tall() -> None:
    assert seen_behind("0 0 1 0").target_cover is not None
    assert not seen_behind("0 1 0 0").visible


def test_who_crouches_behind_level_1_is_seen_over_all_that_is_no_higher() -> None:
    upright = unit().viewpoint
    for column, visible in (("0 1 1 0", True), ("0 1 1 1 0", True), ("0 2 1 0", False)):
        target = replace(low(unit(id="blue")), hex=Hex(1, len(column.split())))
        line = sight(relief(column, RULES), upright, target.viewpoint)
        assert line.visible is visible, column
        assert not visible or line.target_cover is not None, column


@pytest.mark.proves("to_hit.hull_down", "sight.submerged")
def test_water_of_depth_1_covers_who_crouches_in_it_and_does_not_hide_it() -> None:
    """It is covered from however high it is shot at; one that lies there is under the water."""
    blue = replace(unit(id="blue", hex="0104", facing=0), elevation=-1)
    for column in ("0 0 0 0~1", "4 0 0 0~1"):
        shot = fired(column, unit(), low(blue))
        assert refusal(shot) is None
        assert {term.id: term.value for term in target_number(shot)}["to_hit.hull_down"] == 2
    lying = fired("0 0 0 0~1", unit(), replace(blue, condition=replace(blue.condition, prone=True)))
    no = refusal(lying)
    assert no is not None
    assert no.id in ("fire.under_water", "sight.submerged")


def test_level_2_next_to_it_hides_a_machine_that_is_hull_down() -> None:
    assert not seen_behind("0 0 2 0").visible


def fired(column: str, attacker: Unit, target: Unit, name: str = "Medium Laser") -> WeaponAttack:
    return WeaponAttack(relief(column, RULES), attacker, target, mount(attacker, name))


@pytest.mark.proves("to_hit.hull_down", "hull_down.figures")
def test_a_covered_machine_that_is_hull_down_is_harder_to_hit_by_two() -> None:
    blue = unit(id="blue", hex="0104", facing=0)
    for column, more in (("0 0 1 0", 2), ("0 0 0 0", 0)):
        standing, down = fired(column, unit(), blue), fired(column, unit(), low(blue))
        assert target_number(down).total - target_number(standing).total == more


@pytest.mark.proves("fire.hull_down")
def test_leg_weapons_cannot_be_used_hull_down() -> None:
    armed = rearmed(unit(), "Small Laser@LL")
    blue = unit(id="blue", hex="0103", facing=0)
    no = refusal(fired("0 0 0", low(armed), blue, "Small Laser"))
    assert no is not None
    assert no.id == "fire.hull_down"
    assert refusal(fired("0 0 0", low(armed), blue)) is None


def blow(attacker: Unit, target: Unit, kind: str, limb: str, column: str = "0 0") -> PhysicalAttack:
    place = Relief(ground(column), ruleset(RULES))
    return PhysicalAttack(place, attacker, target, Blow(kind, limb, "blue"), Weather())


@pytest.mark.proves("physical.hull_down", "physical.hull_down_height")
def test_a_machine_that_is_hull_down_does_not_kick_but_punches_and_is_punched() -> None:
    blue = unit(id="blue", hex="0102", facing=0)
    kick = blow_refusal(blow(low(unit()), blue, "kick", "RL"))
    assert kick is not None
    assert kick.id == "physical.hull_down"
    assert blow_refusal(blow(low(unit()), blue, "punch", "RA")) is None
    assert blow_refusal(blow(unit(), low(blue), "punch", "RA")) is None
    above = blow_refusal(blow(unit(), low(blue), "punch", "RA", "0 2"))
    assert above is not None
    assert above.id == "physical.height"


@pytest.mark.parametrize("command", [Step("forward"), Step("left"), Go("jump")])
def test_a_machine_that_is_hull_down_stands_up_before_it_goes_anywhere(command: Command) -> None:
    scene = on_the_move(low(unit()))
    no = carry_out(scene, scene.unit("red"), command)
    assert no is not None
    assert no.id == "hull_down.moves"


def test_vehicles_do_not_go_hull_down_in_the_open() -> None:
    scene = on_the_move(unit(known("Scorpion Light Tank")))
    assert not [command for command in legal(scene.state, scene.unit("red")) if isinstance(command, Adopt)]


def test_bots_play_on_under_the_rule_and_the_log_replays() -> None:
    session: Session[Any, State, Any] = Session(Classic(RULES), find("duel")[1], 11)
    bots = {side: make_bot("classic", name, 3, side) for side, name in (("red", "random"), ("blue", "greedy"))}
    while session.state.round < 5 and (player := session.game.to_act(session.state)) is not None:
        state = session.game.known(session.state, player)
        session.apply(player, bots[player].choose(session.game, state, player, list(session.game.legal(state, player))))
    assert [event for event in session.events if isinstance(event, Posture) and event.stance is not None]
    assert verify(session.log(), lambda header: Classic(header.rules)) is None


@pytest.mark.parametrize(("column", "adopts"), [("0 1 0 0 0 0", True), ("0 0 0 0 0 0", False), ("0 2 0 0 0 0", False)])
def test_greedy_goes_hull_down_where_that_covers_it_from_an_enemy_it_still_sees(column: str, adopts: bool) -> None:
    red = unit(motion=moved("walk", 1))
    place = relief(column, RULES)
    before = State(
        relief=place,
        units={"red": red, "blue": unit(id="blue", hex="0106", facing=0)},
        phase="movement",
        acting="red",
        order=("red",),
    )
    said = most_worth(before, red, list(legal(before, red)), last=True)
    assert (said == Adopt(HULL_DOWN, 3)) is adopts
    assert most_worth(before, red, list(legal(before, red))) is None
