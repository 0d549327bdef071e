"""Bots that fight: their levels play whatever is in force, face the enemy, give reasons, and stay within the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import overheat as oh
from overheat.classic.board.board import Feature, Ground
from overheat.classic.board.notation import parse
from overheat.classic.facts.commands import Charge, Go, Stand, Strike
from overheat.classic.facts.state import Objective, State
from overheat.classic.game import Classic
from overheat.classic.rules.standard.assaults import LEG_ATTACK, SWARM, Assault, assault_number
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.preview import of_assault
from overheat.classic.turn.reach import reach
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.dice import Seeded
from overheat.kernel.log.replay import Session
from overheat.kernel.offered import in_order
from overheat.kernel.refusal import Refusal
from overheat.lab.games import find_scenario
from overheat.lab.players import make_bot, reason_of
from overheat.lab.players.fighter.blows import worth_of_blow
from overheat.lab.players.fighter.bot import Fighting
from overheat.lab.players.fighter.charges import best_charge
from overheat.lab.players.fighter.lives import by_side, life, weights
from overheat.lab.players.fighter.places import appraise
from overheat.lab.players.fighter.preferences import EASY, HARD, NORMAL
from overheat.lab.players.fighter.prospects import guns_ahead
from overheat.lab.players.fighter.shooting.heat import cost_of_heat
from skirmish import known, on_turn, unit
from skirmish import state as battle
from small_battles import small_battle
from soldiers import CAVALIERS
from soldiers import squad as suits


@pytest.fixture
def plain(tmp_path: Path) -> tuple[Any, State]:
    """A game and its state in the first movement phase: a Wasp at 0102, a Stinger at 0107."""
    kind, brief = find_scenario(small_battle(tmp_path))
    game = kind.make(kind.layers(brief))
    return game, Session(game, brief.setup, 1).state


@pytest.mark.parametrize(("level", "rules"), [("easy", ()), ("normal", ()), ("hard", ()), ("hard", ("omega",))])
def test_every_level_plays_a_battle_to_its_end_and_its_log_replays(
    tmp_path: Path, level: str, rules: tuple[str, ...]
) -> None:
    battle = oh.play(small_battle(tmp_path), red=level, blue=level, seed=3, rules=rules)
    again = oh.play(small_battle(tmp_path), red=level, blue=level, seed=3, rules=rules)
    assert battle.log() == again.log()
    assert oh.replay(battle.log(), rules=rules).winners == battle.winners


def test_every_move_volley_and_blow_has_a_reason_with_its_figures(plain: tuple[Any, State], tmp_path: Path) -> None:
    kind, brief = find_scenario(small_battle(tmp_path))
    game, session = plain[0], Session(plain[0], brief.setup, 1)
    seats = {side: make_bot("classic", "hard", 1, side) for side in kind.sides(brief.setup)}
    told = []
    while (player := game.to_act(session.state)) is not None:
        known = game.known(session.state, player)
        said = seats[player].choose(game, known, player, in_order(game.legal(session.state, player)))
        if reason_of(seats[player]).text:
            told.append((known.phase, known.acting, reason_of(seats[player])))
        session.apply(player, said)
    assert {phase for phase, _, _ in told} >= {"movement", "weapons"}
    moves = [reason for phase, _, reason in told if phase == "movement"]
    assert len(moves) == 4
    assert all({"given", "taken", "hex"} <= reason.figures.keys() for reason in moves)


def _turned(state: State, id: str, **changes: Any) -> State:
    return state.with_unit(msgspec.structs.replace(state.units[id], **changes))


@pytest.mark.parametrize("reply", [0.0, 0.3, 1.0])
def test_a_machine_does_not_show_its_back_to_an_enemy_that_it_could_face(
    plain: tuple[Any, State], reply: float
) -> None:
    state = plain[1]
    wasp, stinger = (next(id for id in state.units if id.startswith(side)) for side in ("red", "blue"))
    state = _turned(state, wasp, facing=0, torso=0)
    state = msgspec.structs.replace(state, acted=frozenset({stinger}))
    likes = msgspec.structs.replace(HARD, reply=reply)
    found = appraise(state, state.units[wasp], reach(state, state.units[wasp]), likes)
    place = found.places[found.best]
    there = msgspec.structs.replace(state.units[wasp], hex=place.hex, facing=place.facing)
    rules = state.relief.rules
    assert rules[side_hit](rules, there, state.units[stinger].hex) == "front"


def _worn(state: State, id: str, **left: int) -> State:
    unit = state.units[id]
    condition = unit.condition
    for code, armour in left.items():
        condition = condition.with_location(msgspec.structs.replace(condition[code], armour=armour))
    return state.with_unit(msgspec.structs.replace(unit, condition=condition))


def test_a_side_whose_armour_is_gone_is_the_one_not_to_show(plain: tuple[Any, State]) -> None:
    state = plain[1]
    id = next(iter(state.units))
    fresh = by_side(state, state.units[id], HARD)
    worn = by_side(state, _worn(state, id, LT=0, LA=0, LL=0).units[id], HARD)
    front, left, right, rear = range(4)
    assert fresh[rear] > fresh[front]
    assert fresh[left] == pytest.approx(fresh[right])
    assert worn[left] > worn[right]


def test_a_machine_with_a_bare_leg_keeps_out_of_the_water(plain: tuple[Any, State]) -> None:
    state = plain[1]
    wasp, stinger = state.units
    state = msgspec.structs.replace(state, acted=frozenset({stinger}))
    reached = reach(state, state.units[wasp])
    dry = appraise(state, state.units[wasp], reached, HARD)
    hex = dry.places[dry.best].hex
    board = state.relief.board
    pond = board.with_changes({hex: Ground(0, (Feature("water", 1),))})
    wet = msgspec.structs.replace(state, relief=Relief(pond, state.relief.rules))
    for armour, deeper in ((4, 0.0), (0, -HARD.flooded)):
        worn = _worn(wet, wasp, LL=armour)
        one, other = (
            appraise(worn, worn.units[wasp], reached, msgspec.structs.replace(HARD, flooded=cost))
            for cost in (HARD.flooded, 0.0)
        )
        there = [at for at, place in enumerate(reached) if place.hex == hex]
        away = [at for at, place in enumerate(reached) if place.hex != hex]
        assert (one.worth - other.worth)[there] == pytest.approx(deeper)
        assert (one.worth - other.worth)[away] == pytest.approx(0)


def test_who_has_little_life_left_is_the_better_target(plain: tuple[Any, State]) -> None:
    state = plain[1]
    _, stinger = state.units
    worn = _worn(state, stinger, CT=0, LT=0, RT=0)
    assert life(worn.units[stinger]) < life(state.units[stinger])
    before, after = (weights(each, [*each.units.values()], HARD)[stinger] for each in (state, worn))
    assert after > before


def test_heat_costs_more_the_hotter_and_most_where_the_machine_may_shut_down(plain: tuple[Any, State]) -> None:
    state = plain[1]
    unit = next(iter(state.units.values()))
    cost = cost_of_heat(state, unit, range(31), guns_ahead(state, unit), HARD)
    assert cost[0] == 0
    assert np.all(np.diff(cost[:15]) >= 0)
    assert cost[13] > cost[8] > cost[3]
    assert cost[14] - cost[13] > cost[4] - cost[3]
    assert cost[30] > cost[13] + HARD.shutdown / 2


@pytest.mark.parametrize(("attempts", "tries"), [(0, True), (1, True), (2, False)])
def test_nobody_stands_up_at_long_odds_beside_an_enemy_more_than_twice(
    plain: tuple[Any, State], attempts: int, tries: bool
) -> None:
    game, state = plain
    wasp, stinger = state.units
    down = state.units[wasp]
    motion = msgspec.structs.replace(down.motion, mode="run" if attempts else "stationary", stand_attempts=attempts)
    condition = msgspec.structs.replace(down.condition, prone=True)
    state = _turned(state, wasp, condition=condition, motion=motion, piloting=8)
    state = _turned(state, stinger, hex=down.hex.neighbour(3))
    state = msgspec.structs.replace(state, acting=wasp, order=("red", "blue"))
    bot = Fighting(HARD, Seeded(1, "bot"))
    said = bot.choose(game, state, "red", in_order(game.legal(state, "red")))
    assert (said == Stand() or isinstance(said, Go)) == tries


@pytest.mark.parametrize(("piloting", "tries"), [(8, True), (13, False)])
def test_the_greedy_bot_does_not_try_to_stand_up_where_two_dice_cannot_do_it(
    plain: tuple[Any, State], piloting: int, tries: bool
) -> None:
    game, state = plain
    wasp = next(iter(state.units))
    condition = msgspec.structs.replace(state.units[wasp].condition, prone=True)
    state = _turned(state, wasp, condition=condition, piloting=piloting)
    state = msgspec.structs.replace(state, acting=wasp, order=("red", "blue"))
    bot, said = make_bot("classic", "greedy", 1, "red"), []
    while state.acting == wasp and Stand() not in said:
        said.append(bot.choose(game, state, "red", in_order(game.legal(state, "red"))))
        after = game.apply(state, "red", said[-1], Seeded(1))
        assert not isinstance(after, Refusal)
        state = after[0]
    assert (Stand() in said) == tries


@pytest.mark.proves("assaults.swarm_damage", "assaults.leg_damage")
def test_soldiers_weigh_climbing_a_machine_by_its_number_and_what_they_do_there() -> None:
    squad, machine = suits(CAVALIERS, id="red"), unit(id="blue", hex="0101")
    now = battle(squad, machine)
    for kind in (LEG_ATTACK, SWARM):
        attack = Assault(now, squad, machine, kind)
        promise = of_assault(now, squad, Strike(kind, "", "blue"))
        assert promise.needed.total == assault_number(attack).total
        assert promise.damage > 0
        assert worth_of_blow(now, squad, Strike(kind, "", "blue"), HARD).worth > 0


def test_levels_differ_in_their_preferences_alone() -> None:
    assert [type(make_bot("classic", level, 1, "red")) for level in ("easy", "normal", "hard")] == [Fighting] * 3
    assert HARD.reply > NORMAL.reply == EASY.reply == 0
    assert EASY.lapses > NORMAL.lapses > HARD.lapses == 0


PLAIN = ["0 0 0"] * 9
CLIFF = ["0 0 0"] * 4 + ["3 3 3"] * 3


@pytest.mark.parametrize(
    ("name", "armed", "piloting", "rows", "does"),
    [
        ("Warhammer WHM-6R", False, 5, PLAIN, "charges Warhammer"),
        ("Warhammer WHM-6R", True, 5, PLAIN, ""),
        ("Locust LCT-1V", False, 5, PLAIN, ""),
        ("Wolverine WVR-6R", False, 1, CLIFF, "death from above on Warhammer"),
        ("Wolverine WVR-6R", True, 1, CLIFF, ""),
        ("Wolverine WVR-6R", False, 5, CLIFF, ""),
    ],
    ids=[
        "guns gone",
        "guns bear",
        "too light",
        "out of reach of its legs",
        "guns bear up there",
        "would miss and fall",
    ],
)
def test_a_machine_charges_or_jumps_upon_an_enemy_where_that_does_more_than_anything_else(
    name: str, armed: bool, piloting: int, rows: list[str], does: str
) -> None:
    sheet = known(name)
    guns = sheet.mounts if armed else tuple(each for each in sheet.mounts if not isinstance(each.equipment, Weapon))
    red = unit(msgspec.structs.replace(sheet, mounts=guns), hex="0201", piloting=piloting)
    blue = unit(known("Warhammer WHM-6R"), "blue", "0206" if rows is PLAIN else "0205")
    now = on_turn(red, blue, board=parse("\n".join(rows) + "\n"))
    game, bot, said, told = Classic(), Fighting(HARD, Seeded(1, "bot")), list[Any](), ""
    while now.acting == "red" and not any(isinstance(command, Charge) for command in said):
        said.append(bot.choose(game, now, "red", in_order(game.legal(now, "red"))))
        told = told or bot.reason.text
        done = game.apply(now, "red", said[-1], Seeded(1, "dice"))
        assert not isinstance(done, Refusal)
        now = done[0]
    assert any(isinstance(command, Charge) for command in said) == bool(does)
    assert told.startswith(does)


def test_who_has_still_to_move_is_not_charged() -> None:
    sheet = known("Warhammer WHM-6R")
    bare = tuple(each for each in sheet.mounts if not isinstance(each.equipment, Weapon))
    red, blue = unit(msgspec.structs.replace(sheet, mounts=bare), hex="0201"), unit(sheet, "blue", "0206")
    now = on_turn(red, blue, board=parse("\n".join(PLAIN) + "\n"))
    later = msgspec.structs.replace(now, acted=frozenset())
    assert best_charge(now, red, reach(now, red), HARD) is not None
    assert best_charge(later, red, reach(later, red), HARD) is None


@pytest.mark.parametrize("hunted", [False, True])
def test_the_quarry_of_a_hunt_is_fired_at_before_who_is_easier_to_hit_and_the_reason_says_so(hunted: bool) -> None:
    red = unit(known("Warhammer WHM-6R"), hex="0201")
    near, quarry = (
        unit(known("Wolverine WVR-6R"), id, at, side="blue") for id, at in (("near", "0106"), ("far", "0308"))
    )
    aims = (Objective(kind="hunt", side="red", targets=("far",)),) if hunted else ()
    now = on_turn(red, near, quarry, phase="weapons", board=parse("\n".join(PLAIN) + "\n"), objectives=aims)
    game, bot = Classic(), Fighting(HARD, Seeded(1, "bot"))
    bot.choose(game, now, "red", in_order(game.legal(now, "red")))
    assert bot.reason.figures["target"] == ("far" if hunted else "near")
    assert (", the quarry:" in bot.reason.text) == hunted
