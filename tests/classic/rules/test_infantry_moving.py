"""How soldiers move: no facing, doors instead of walls, dear slopes, what slows them; and who may take the field."""

from typing import Any

import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import allowance, entered, has_room_for, turned
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Go, Jump, Step
from overheat.classic.facts.events import BattleEnded, Moved
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.standard.movement import walk_points
from overheat.classic.turn.ending import see_outcome
from overheat.classic.turn.moves import begins
from overheat.classic.turn.round import legal
from overheat.kernel.dice import Scripted, Seeded
from overheat.kernel.refusal import Refusal
from skirmish import known, on_turn, refused, replace, say, state, unit
from soldiers import ELEMENTALS, LAUNCHERS, RIFLES, TRACKS, platoon, squad

BLUE = unit(id="blue", hex="0104")


def walking(of: Unit, board: str = "0 0 0 0") -> State:
    after, _ = say(on_turn(of, BLUE, board=board), Scripted(), Go("walk"))
    return after


def cost(of: Unit, board: str) -> Any:
    """What the step south into the next hex costs, or the rule that forbids it."""
    before = walking(of, board)
    step = entered(before, before.units["red"], "forward")
    return step.id if isinstance(step, Refusal) else int(step.cost.total)


@pytest.mark.proves("infantry.turning")
def test_soldiers_turn_as_they_like_and_machines_pay_for_it() -> None:
    def price(of: Unit) -> int:
        before = walking(of)
        turn = turned(before, before.units["red"], "left")
        assert not isinstance(turn, Refusal)
        return int(turn.cost.total)

    assert [price(platoon()), price(squad()), price(unit())] == [0, 0, 1]


def test_soldiers_walk_a_hex_after_any_number_of_turns() -> None:
    after, events = say(walking(platoon()), Scripted(), Step("left"), Step("left"), Step("right"), Step("right"))
    after, events = say(after, Scripted(), Step("forward"))
    assert [event.hex for event in events if isinstance(event, Moved)] == [Hex(1, 2)]


def test_soldiers_do_not_run_and_jump_troops_jump() -> None:
    before = on_turn(platoon(LAUNCHERS), BLUE, board="0 0 0 0")
    men = before.units["red"]
    assert [begins(before, men, mode) is None for mode in ("walk", "run", "jump")] == [True, False, True]


@pytest.mark.proves("movement.walls")
def test_soldiers_use_the_doors_and_machines_break_through_the_walls() -> None:
    """Those with vehicles need wider doors: a point more."""
    board = "0 0b3.90.3 0 0"
    assert [cost(of, board) for of in (platoon(), squad(), platoon(TRACKS), unit())] == [1, 1, 2, 4]


@pytest.mark.proves("movement.levels")
def test_a_level_costs_soldiers_two_points_and_machines_one() -> None:
    assert (cost(squad(), "0 1 0 0"), cost(unit(), "0 1 0 0")) == (3, 2)


def test_soldiers_who_can_move_at_all_may_always_enter_one_hex() -> None:
    after, _ = say(walking(platoon(), "0 1w2 0 0"), Scripted(), Step("forward"))
    assert after.units["red"].hex == Hex(1, 2)


@pytest.mark.proves("movement.prohibited", "terrain.kinds")
def test_soldiers_do_not_land_in_water() -> None:
    before, _ = say(on_turn(squad(), BLUE, board="0 0~1 0 0"), Scripted(), Go("jump"))
    assert Jump("0102") not in list(legal(before, before.units["red"], "movement"))
    assert refused(before, Jump("0102")) == "movement.prohibited"
    assert Jump("0103") in list(legal(before, before.units["red"], "movement"))


@pytest.mark.proves("infantry.laden")
def test_heavy_support_weapons_slow_soldiers_down() -> None:
    """Two heavy weapons a squad on foot cost a point: a motorised platoon goes 2 hexes and not 3."""
    men = platoon("Motorized Platoon (MG)")
    tally = walk_points(walking(men), men)
    assert ("infantry.laden" in tally, int(tally.total)) == (True, 2)


@pytest.mark.proves("movement.jump")
def test_heavy_support_weapons_shorten_jumps() -> None:
    men = platoon(LAUNCHERS)
    assert (men.sheet.jump, allowance(state(men), men, "jump")) == (3, 2)


@pytest.mark.proves("movement.stacking")
def test_soldiers_share_a_hex_with_a_machine_of_either_side_and_with_two_units_of_their_own_at_most() -> None:
    men = [platoon(id=f"men {number}", side="red", hex="0101") for number in range(3)]
    foe = unit(id="blue", hex="0101")
    assert has_room_for(state(foe, men[0], board="0"), men[1], Hex(1, 1)) is None
    assert has_room_for(state(foe, men[0], men[1], board="0"), men[2], Hex(1, 1)) is not None


def muster(*names: str) -> Any:
    units = tuple(
        Combatant(id=f"u{at}", side=("red", "blue")[at % 2], unit=name, hex=f"0{1 + at}01")
        for at, name in enumerate(names)
    )
    text = "size 4 4\n" + "\n".join(f'hex 0{x}0{y} 0 "" ""' for y in range(1, 5) for x in range(1, 5)) + "\nend\n"
    return Classic().start(Setup(board="flat.board", board_text=text, units=units), Seeded(1))


def test_platoons_and_squads_take_the_field() -> None:
    answer = muster(RIFLES, ELEMENTALS)
    assert not isinstance(answer, Refusal)
    assert [unit.condition.troopers for unit in answer[0].units.values()] == [28, 5]


def test_what_the_game_has_no_part_for_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    fighter = replace(known(ELEMENTALS), kind="aerospace fighter")
    rowing = replace(known(ELEMENTALS), motive="naval")
    for sheet in (fighter, rowing):
        monkeypatch.setattr(Combatant, "sheet", lambda self, sheet=sheet: sheet)
        answer = muster(RIFLES, ELEMENTALS)
        assert isinstance(answer, Refusal)
        assert answer.id == "setup.kind"


@pytest.mark.proves("victory.turn_limit")
def test_soldiers_count_when_time_is_up() -> None:
    """Red has lost one of two platoons and keeps half, blue has lost nothing."""
    fallen = platoon(id="r2", side="red", value=60, fate="destroyed")
    left = platoon(id="r1", side="red", value=60)
    around = Scene(replace(state(left, fallen, squad(id="blue", value=300)), rounds=1), Scripted())
    assert see_outcome(around)
    assert [event.winners for event in around.events if isinstance(event, BattleEnded)] == [("blue",)]
