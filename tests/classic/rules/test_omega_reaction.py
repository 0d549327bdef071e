"""Omega's reaction phase: smoke screens are laid between movement and fire, and block and hinder for the round."""

from typing import Any

import pytest

from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Choose, Done, Twist
from overheat.classic.facts.events import EffectLaid, PhaseBegan
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.rules.omega.reaction import SCREEN, LaySmoke, oil
from overheat.classic.rules.standard.hex_rounds import SMOKY
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.trace import sight
from overheat.classic.turn.round import carry_out, legal, most_worth, order
from overheat.kernel.dice import Scripted
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.terms import Tally
from overheat.lab.players import make_bot
from skirmish import known, mount, moved, on_turn, rearmed, relief, replace, unit

RULES = ("omega",)


def smoker(**others: Any) -> Unit:
    """An Archer, which has oil for four screens under Omega."""
    built = Unit.fresh(ruleset(RULES), "red", "red", known("Archer ARC-2R"), Hex(1, 1), 3)
    return replace(built, **others)


def reacting(who: Unit | None = None) -> Scene:
    blue = unit(id="blue", hex="0104", facing=0)
    before = on_turn(who or smoker(), blue, phase="reaction", board="0 0 0 0")
    return Scene(replace(before, relief=relief("0 0 0 0", RULES), round=3), Scripted())


@pytest.mark.proves("omega.phases")
def test_the_reaction_phase_lies_between_movement_and_weapon_attacks() -> None:
    phases = order(ruleset(RULES))
    assert phases.index("movement") + 1 == phases.index("reaction") < phases.index("weapons")


@pytest.mark.proves("OM-reaction-phase", "omega.turning_verbs")
def test_torsos_are_turned_in_the_reaction_phase_and_no_more_when_weapons_are_fired() -> None:
    scene = reacting()
    red = scene.unit("red")
    assert Twist(4) in list(legal(scene.state, red))
    assert carry_out(scene, red, Twist(4)) is None
    assert scene.unit("red").torso == 4
    assert Twist(4) not in list(legal(replace(scene.state, phase="weapons"), red))


@pytest.mark.proves("omega.turning_verbs")
def test_greedy_turns_towards_what_its_weapons_reach() -> None:
    scene = reacting()
    away = replace(scene.unit("red"), facing=5, torso=5)
    state = scene.state.with_unit(away)
    twists = [command for command in legal(state, away) if isinstance(command, Twist)]
    assert most_worth(state, away, twists) == Twist(4)


@pytest.mark.proves("OM-smoke-screen", "omega.screen_verb", "omega.screen")
def test_a_screen_is_laid_in_ones_own_hex_for_the_round_as_long_as_there_is_oil() -> None:
    scene = reacting()
    assert LaySmoke() in list(legal(scene.state, scene.unit("red")))
    at = oil(scene.unit("red"))
    assert at is not None
    assert carry_out(scene, scene.unit("red"), LaySmoke()) is None
    assert scene.state.effect(Hex(1, 1), SCREEN) == Mark(owner="red", until=3)
    assert scene.unit("red").condition.shots[at] == 3
    shots = tuple(0 if mount == at else left for mount, left in enumerate(smoker().condition.shots))
    empty = smoker(condition=replace(smoker().condition, shots=shots))
    no = carry_out(reacting(empty), empty, LaySmoke())
    assert no is not None
    assert no.reason == "there is no oil left to burn"


@pytest.mark.parametrize(("motion", "effective"), [(moved("run", 9), True), (moved("run", 10), False)])
@pytest.mark.proves("omega.screen_figures")
def test_who_goes_ten_hexes_leaves_its_smoke_behind(motion: Any, effective: bool) -> None:
    fast = smoker(motion=motion)
    assert (carry_out(reacting(fast), fast, LaySmoke()) is None) is effective


def test_who_jumps_leaves_its_smoke_behind() -> None:
    high = smoker(motion=moved("jump", 2))
    assert LaySmoke() not in list(legal(reacting(high).state, high))


def smoky(*hexes: str) -> State:
    scene = reacting()
    for name in hexes:
        scene.tell(EffectLaid(Hex.parse(name), SCREEN, Mark(until=3)))
    return scene.state


@pytest.mark.proves("omega.screen_hangs")
def test_a_screen_between_two_units_blocks_the_view_and_one_around_them_does_not() -> None:
    def seen(state: State) -> bool:
        return sight(state.relief, state.units["red"].viewpoint, state.units["blue"].viewpoint).visible

    assert not seen(smoky("0102"))
    assert seen(smoky("0101", "0104"))


@pytest.mark.parametrize(
    ("weapon", "hexes", "added"),
    [
        ("Medium Laser", ("0104",), 2),
        ("Medium Laser", ("0101",), 2),
        ("Medium Laser", ("0101", "0104"), 4),
        ("TAG", ("0104",), 4),
        ("Streak SRM 2", ("0101", "0104"), 4),
    ],
)
@pytest.mark.proves("to_hit.smoke_screen", "omega.screen_figures")
def test_attacks_into_and_out_of_a_screen_are_harder(weapon: str, hexes: tuple[str, ...], added: int) -> None:
    def needed(state: State) -> Tally:
        red = rearmed(state.units["red"], weapon)
        attack = WeaponAttack(state.relief, red, state.units["blue"], mount(red, weapon), effects=state.effects)
        return target_number(attack)

    assert needed(smoky(*hexes)).total - needed(smoky()).total == added


@pytest.mark.parametrize(
    ("weapon", "hex", "grade", "added"),
    [("TAG", "0104", 1, 4), ("TAG", "0104", 2, 4), ("TAG", "0101", 2, 4)],
)
@pytest.mark.proves("to_hit.smoke_screen")
def test_smoke_of_any_kind_costs_a_designator_four(weapon: str, hex: str, grade: int, added: int) -> None:
    scene = reacting()
    red = rearmed(scene.unit("red"), weapon)
    clear = WeaponAttack(scene.state.relief, red, scene.unit("blue"), mount(red, weapon))
    scene.tell(EffectLaid(Hex.parse(hex), SMOKY, Mark(grade, until=3)))
    state = scene.state
    smoked = WeaponAttack(state.relief, red, state.units["blue"], mount(red, weapon), effects=state.effects)
    assert target_number(smoked).total - target_number(clear).total == added


def test_bots_play_through_the_phase_and_the_log_replays() -> None:
    session: Session[Any, State, Any] = Session(Classic(RULES), find("duel")[1], 4)
    bots = {side: make_bot("classic", name, 3, side) for side, name in (("red", "random"), ("blue", "greedy"))}
    while session.state.round < 4 and (player := session.game.to_act(session.state)) is not None:
        state = session.game.known(session.state, player)
        session.apply(player, bots[player].choose(session.game, state, player, list(session.game.legal(state, player))))
    phases = [event.phase for event in session.events if isinstance(event, PhaseBegan)]
    assert "reaction" in phases
    assert verify(session.log(), lambda header: Classic(header.rules)) is None


def test_in_the_reaction_phase_a_unit_is_chosen_and_done_as_in_any_other() -> None:
    session: Session[Any, State, Any] = Session(Classic(RULES), find("duel")[1], 4)
    while session.state.phase == "movement":
        player = session.game.to_act(session.state) or ""
        session.apply(player, next(c for c in session.game.legal(session.state, player) if isinstance(c, Choose)))
        session.apply(player, Done())
    assert session.state.phase == "reaction"
    player = session.game.to_act(session.state) or ""
    session.apply(player, next(iter(session.game.legal(session.state, player))))
    offered = list(session.game.legal(session.state, player))
    assert Done() in offered
    assert any(isinstance(command, Twist) for command in offered)
