"""Two modes of movement of the advanced rules: evading and sprinting, through moves, shots, heat and logs."""

import pytest

from machines import HUNTER
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.steps import allowance
from overheat.classic.board.notation import parse
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Choose, Done, Go, Spot, Step
from overheat.classic.facts.events import HeatSettled
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.report.field_map import reach_cells
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.rules.tacops.sprinting import SPRINTING
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.moves import rehearse
from overheat.classic.turn.reach import reach
from overheat.classic.turn.round import legal
from overheat.classic.turn.weapons import spots
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Term, total_of
from overheat.lab.players.classic_moves import _worth
from skirmish import SOUTH, armed, broken, mount, moved, replace, unit

BOTH = ("classic", "evading", "sprinting")


def field(*units: Unit, ground: str = "0 / 0 / 0 / 0", phase: str = "movement") -> State:
    relief = Relief(parse(ground), ruleset(BOTH))
    return State(relief=relief, units={one.id: one for one in units}, phase=phase, acting="red", order=("red",))


def enemy() -> Unit:
    return unit(id="blue", hex="0104", facing=0)


@pytest.mark.proves("TO-018-evading-2", "evading.mode")
def test_an_evader_may_go_as_far_as_a_run_and_need_not() -> None:
    state = field(unit(), enemy())
    assert allowance(state, unit(), "evade") == allowance(state, unit(), "run")
    session = Session(Classic(BOTH), duel(), 3)
    side = session.game.to_act(session.state) or ""
    for command in (Choose(f"{side}-1"), Go("evade"), Step("forward"), Done()):
        session.apply(side, command)
    assert session.state.units[f"{side}-1"].motion.mode == "evade"


@pytest.mark.proves("TO-018-evading-2", "evading.mode")
def test_attacks_on_an_evader_are_harder_by_one_on_top_of_its_movement() -> None:
    state = field(unit(motion=moved("evade", 3)), enemy())
    attack = WeaponAttack(state.relief, state.units["blue"], state.units["red"], mount(enemy(), "Medium Laser"))
    needed = target_number(attack)
    assert (needed["to_hit.target_jumped"].value, needed["to_hit.target_jumped"].label) == (1, "target evaded")
    assert needed["to_hit.target_movement"].value == 1


@pytest.mark.proves("TO-018-evading-2", "evading.mode")
def test_an_evader_neither_attacks_nor_spots() -> None:
    friend = unit(armed(HUNTER, "LRM 10"), id="red-2", side="red", hex="0103")
    state = field(unit(motion=moved("evade", 3)), enemy(), friend, phase="weapons")
    assert {type(command) for command in legal(state, state.units["red"])} & {Spot} == set()
    no = spots(state, state.units["red"])
    assert no is not None
    assert no.id == "fire.moved_so"
    assert spots(state, replace(state.units["red"], motion=moved("run", 3))) is None


@pytest.mark.proves("TO-018-evading-2", "evading.mode")
def test_evading_makes_two_points_of_heat_more_than_a_run() -> None:
    assert heat_of("evade") == 4


@pytest.mark.proves("sprinting.mode")
def test_a_sprint_is_twice_a_walk_and_half_as_hot_again_as_a_run() -> None:
    red = unit()
    state = field(red, enemy())
    assert allowance(state, red, "sprint") == 2 * allowance(state, red, "walk")
    assert allowance(state, broken(red, "hip@LL"), "sprint") == 0
    assert heat_of("sprint") == 3


@pytest.mark.proves("sprinting.mode")
def test_a_sprinter_is_easier_to_hit_and_does_not_go_back() -> None:
    state = field(unit(hex="0102", motion=moved("sprint", 3)), enemy())
    attack = WeaponAttack(state.relief, state.units["blue"], state.units["red"], mount(enemy(), "Medium Laser"))
    assert target_number(attack)["to_hit.target_jumped"].value == -1
    assert Step("forward") in list(legal(state, state.units["red"]))
    assert Step("back") not in list(legal(state, state.units["red"]))


@pytest.mark.proves("sprinting.unsteady")
def test_a_sprinter_makes_every_piloting_roll_at_two_more() -> None:
    why = Term("test.reason", 0, "a reason", SPRINTING)
    rules = ruleset(BOTH)
    walked, sprinted = (Check(rules, unit(motion=moved(mode, 2)), why) for mode in ("walk", "sprint"))
    assert piloting_number(sprinted).total == piloting_number(walked).total + 2


@pytest.mark.proves("sprinting.no_water")
def test_nobody_sprints_into_water() -> None:
    for mode, wet in (("sprint", False), ("walk", True)):
        state = field(unit(motion=moved(mode)), enemy(), ground="0 / 0~1 / 0 / 0")
        assert (Step("forward") in list(legal(state, state.units["red"]))) is wet


def duel() -> Setup:
    wasp = "Wasp WSP-1A"
    return Setup(
        board="valley",
        units=(
            Combatant(id="red-1", side="red", unit=wasp, hex="0202", facing=SOUTH),
            Combatant(id="blue-1", side="blue", unit=wasp, hex="0210", facing=0),
        ),
    )


def heat_of(mode: str) -> int:
    """The heat that a machine builds up in a round in which it moves a hex in a mode, played and replayed."""
    session = Session(Classic(BOTH), duel(), 3)
    while not any(isinstance(event, HeatSettled) for event in session.events):
        side = session.game.to_act(session.state) or ""
        session.apply(side, Choose(f"{side}-1"))
        if session.state.phase == "movement" and side == "red":
            session.apply(side, Go(mode))
            session.apply(side, Step("forward"))
        session.apply(side, Done())
    assert verify(session.log(), lambda header: Classic(header.rules)) is None
    settled = next(event for event in session.events if isinstance(event, HeatSettled) and event.unit == "red-1")
    return int(total_of(part for part in settled.built if part.id == "heat.movement"))


def test_modes_of_layers_are_within_reach_by_their_own_points_and_every_way_can_be_gone() -> None:
    session = Session(Classic(BOTH), duel(), 3)
    side = session.game.to_act(session.state) or ""
    state, own = session.state, session.state.units[f"{side}-1"]
    places = reach(state, own)
    far = {mode: max(place.spent for place in places if place.mode == mode) for mode in ("run", "evade", "sprint")}
    assert far["run"] == far["evade"] <= allowance(state, own, "run") < far["sprint"]
    sprints = [place for place in places if place.mode == "sprint"]
    assert all(place.path[0] == Go("sprint") for place in sprints)
    assert not any(isinstance(rehearse(state, own, place.path), Refusal) for place in sprints)
    assert {cell[0] for cell in reach_cells([place for place in places if place.mode != "run"]).values()} >= {
        "w",
        "E",
        "S",
    }


def test_a_bot_expects_no_shots_of_a_way_to_move_that_leaves_none() -> None:
    session = Session(Classic(BOTH), duel(), 3)
    side = session.game.to_act(session.state) or ""
    state, own = session.state, session.state.units[f"{side}-1"]
    foe = next(unit for unit in state.units.values() if unit.side != side)
    still = replace(foe, condition=replace(foe.condition, shut_down=True))
    places = reach(state, own)
    keys = [(place.hex, place.facing, place.mode) for place in places]
    worth = dict(zip(keys, _worth(state, own, [still], places), strict=True))
    pairs = [
        (worth[hex, way, "run"], found)
        for (hex, way, mode), found in worth.items()
        if mode == "evade" and (hex, way, "run") in worth
    ]
    assert pairs
    assert all(evading <= running for running, evading in pairs)
    assert any(evading < running for running, evading in pairs)
