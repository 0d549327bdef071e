"""What fighting bots do so as not to show their backs, also from the ground, and what they work out only once."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import pytest

from overheat.classic.board.board import Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Go, Strike
from overheat.classic.facts.state import Objective, State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.to_hit import WEAPON_ATTACKS
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.preview import usual_damage
from overheat.classic.turn.reach import Place
from overheat.classic.turn.weapons import fires
from overheat.kernel.dice import Seeded
from overheat.kernel.log.replay import Session
from overheat.kernel.offered import in_order
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Tally, Term
from overheat.lab.games import find_scenario
from overheat.lab.players.fighter.backs import behind, turned_away, turning_low, turns_to_face
from overheat.lab.players.fighter.bearings import QUARTERS, bearings
from overheat.lab.players.fighter.blows import best_blow
from overheat.lab.players.fighter.bot import Fighting
from overheat.lab.players.fighter.lives import caution_of, life, nothing_to_lose
from overheat.lab.players.fighter.preferences import HARD
from overheat.lab.players.fighter.prospects import trade
from overheat.lab.players.fighter.shooting import arsenal as weapons
from overheat.lab.players.fighter.shooting.volleys import best_volley
from skirmish import field, known, moved, on_turn, unit, with_needs

replace = msgspec.structs.replace
WOLVERINE, SLOW = known("Wolverine WVR-6R"), known("UrbanMech UM-R60")
BLUE = unit(WOLVERINE, "blue", "0306")


def _before_an_enemy(red: Unit) -> State:
    """Red acts, and the enemy behind it has moved."""
    now = on_turn(red, BLUE, board=field(6, 9))
    return replace(now, phase="movement", acted=frozenset({"blue"}), acting="red", order=("red",))


def _lying(sheet: Any = WOLVERINE, **facts: Any) -> Unit:
    return unit(sheet, "red", "0303", facing=0, prone=True, **facts)


def test_a_machine_on_the_ground_may_turn_every_way_that_its_points_allow() -> None:
    now = _before_an_enemy(_lying())
    places = turning_low(now, now.units["red"])
    assert {place.facing for place in places} == {1, 2, 3, 4, 5}
    assert {place.hex for place in places} == {now.units["red"].hex}
    slow = _before_an_enemy(_lying(SLOW))
    assert {place.facing for place in turning_low(slow, slow.units["red"])} == {1, 2, 4, 5}
    standing = _before_an_enemy(unit(WOLVERINE, "red", "0303", facing=0))
    assert turning_low(standing, standing.units["red"]) == []


def test_who_cannot_hope_to_stand_up_turns_where_it_lies_until_nobody_is_behind_it() -> None:
    game, dice = Classic(), Seeded(1, "dice")
    now = _before_an_enemy(_lying(piloting=12))
    assert [enemy.id for enemy in behind(now, now.units["red"])] == ["blue"]
    bot = Fighting(HARD, Seeded(1, "bot"))
    while now.phase == "movement" and "red" not in now.acted:
        done = game.apply(now, "red", bot.choose(game, now, "red", in_order(game.legal(now, "red"))), dice)
        assert not isinstance(done, Refusal)
        moved, now = now, done[0]
    assert now.units["red"].condition.prone
    assert behind(moved, now.units["red"]) == []


@pytest.mark.parametrize(("sheet", "facing", "mode"), [(SLOW, 0, "run"), (SLOW, 3, "walk"), (WOLVERINE, 0, "walk")])
def test_who_needs_points_to_turn_when_it_stands_runs_for_them(sheet: Any, facing: int, mode: str) -> None:
    """The slow one walks two points, which is what standing up takes."""
    now = _before_an_enemy(replace(_lying(sheet, piloting=2), facing=facing))
    game = Classic()
    said = Fighting(HARD, Seeded(1, "bot")).choose(game, now, "red", in_order(game.legal(now, "red")))
    assert said == Go(mode)


@pytest.mark.parametrize(("facing", "turns"), [(0, 1), (1, 0), (3, 0)])
def test_a_back_is_turned_away_by_the_shorter_way(facing: int, turns: int) -> None:
    now = _before_an_enemy(unit(WOLVERINE, "red", "0303", facing=facing))
    assert turns_to_face(now, now.units["red"]) == turns


@pytest.mark.parametrize(("kind", "desperate"), [("line", "red"), ("breakthrough", "blue")])
def test_who_loses_unless_the_enemy_is_brought_down_minds_its_own_damage_less(kind: str, desperate: str) -> None:
    aim = Objective(kind=kind, side="red", edge="south", depth=3, units=1)
    now = on_turn(unit(WOLVERINE), BLUE, board=field(6, 9), objectives=(aim,), rounds=12)
    other = "blue" if desperate == "red" else "red"
    assert nothing_to_lose(now, desperate)
    assert not nothing_to_lose(now, other)
    assert caution_of(now, desperate, HARD) < caution_of(now, other, HARD) == HARD.caution
    one, another = (
        trade(now, now.units[who], now.units[whom], HARD) for who, whom in ((desperate, other), (other, desperate))
    )
    assert one.give == pytest.approx(another.give)
    assert one.take.sum() < another.take.sum()


@pytest.mark.parametrize(("promised", "fires_at"), [(0.5, "near"), (2.0, "far")])
def test_nobody_fires_at_who_is_promised_more_than_it_has_left_while_there_is_another(
    promised: float, fires_at: str
) -> None:
    near = unit(WOLVERINE, "near", "0306", side="blue")
    now = on_turn(unit(WOLVERINE, facing=3), near, unit(WOLVERINE, "far", "0408", side="blue"), board=field(6, 9))
    red = now.units["red"]
    assert best_volley(now, red, [*fires(now, red)], HARD, {"near": promised * life(near)}).target == fires_at


BATTLES = (("lance", ()), ("lance", ("tacops",)), ("combined_arms", ("tacops",)))


@pytest.mark.parametrize(("scenario", "rules"), BATTLES)
def test_what_is_shared_between_alike_weapons_shooters_and_targets_is_what_each_would_do(
    monkeypatch: pytest.MonkeyPatch, scenario: str, rules: tuple[str, ...]
) -> None:
    shared = _all_damage(scenario, rules)
    monkeypatch.setattr(weapons, "_weapons", lambda state, unit: range(len(unit.sheet.mounts)))
    monkeypatch.setattr(weapons, "_as_shooter", lambda state, unit: id(unit.plan))
    monkeypatch.setattr(weapons, "_as_struck", lambda state, unit: id(unit.plan))
    monkeypatch.setattr(weapons, "usual_damages", _one_by_one)
    apart = _all_damage(scenario, rules)
    assert shared.keys() == apart.keys()
    assert all(np.array_equal(shared[pair], apart[pair]) for pair in shared)


def _one_by_one(state: State, attack: WeaponAttack, numbers: Iterable[int], known: object) -> list[Fraction]:
    """What a hit does for each number that it may need, with nothing that is known of other shots."""
    needed = (Tally((Term("to_hit.needed", number, "needed", WEAPON_ATTACKS),)) for number in numbers)
    return [usual_damage(state, attack, number) for number in needed]


def _pairs(scenario: str, rules: tuple[str, ...]) -> tuple[State, list[tuple[Unit, Unit]]]:
    """A battle as it begins, and all that may fire at one another in it."""
    kind, brief = find_scenario(scenario, lambda _: rules)
    state: State = Session(kind.make(kind.layers(brief, rules)), brief.setup, 1).state
    units = state.units.values()
    return state, [(one, other) for one in units for other in units if one.side != other.side]


def _all_damage(scenario: str, rules: tuple[str, ...]) -> dict[tuple[str, str], Any]:
    """What every unit does to every enemy."""
    state, pairs = _pairs(scenario, rules)
    return {(one.id, other.id): weapons.arsenal(state, one, other).damage for one, other in pairs}


@pytest.mark.parametrize(("scenario", "rules"), BATTLES[1:])
def test_what_is_worked_out_at_some_distances_is_what_it_is_there_when_all_are(
    scenario: str, rules: tuple[str, ...]
) -> None:
    whole, pairs = _pairs(scenario, rules)
    state, again = _pairs(scenario, rules)
    rooms = np.array([0.0, 6.0, 30.0])
    for (one, other), (same, enemy) in zip(pairs[::3], again[::3], strict=True):
        wanted = weapons.volleys(weapons.arsenal(whole, one, other), rooms)
        for near, far in ((9, 12), (2, 3), (17, 30), (0, 30)):
            found = weapons.volleys(weapons.arsenal(state, same, enemy, near, far), rooms)
            assert np.array_equal(found[:, :, near : far + 1], wanted[:, :, near : far + 1])


def test_what_is_expected_of_weapons_does_not_stay_what_it_was_in_the_woods_where_a_target_stood_first() -> None:
    woods = {Hex(3, 6): Ground(0, (Feature("woods", 2),))}
    open_ground = field(6, 9)
    found = []
    for board in (open_ground, open_ground.with_changes(woods)):
        now = on_turn(unit(WOLVERINE), BLUE, board=board)
        now = replace(now, relief=Relief(board, ruleset(with_needs("woods_as_cover"))))
        found.append(weapons.arsenal(now, now.units["red"], now.units["blue"]).damage)
    assert found[0].any()
    assert np.array_equal(found[0], found[1])


def test_weapons_do_nothing_beyond_where_the_farthest_of_them_carries() -> None:
    now = on_turn(unit(WOLVERINE), BLUE, board=field(6, 9))
    far = weapons.carries(now, now.units["red"], now.units["blue"])
    done = weapons.arsenal(now, now.units["red"], now.units["blue"]).damage
    assert done[:, far].any()
    assert not done[:, far + 1 :].any()


@pytest.mark.parametrize("size", [(5, 4), (3, 7)])
def test_bearings_of_a_board_are_those_of_its_hexes(size: tuple[int, int]) -> None:
    width, height = size
    found = bearings(width, height)
    for at, hex in enumerate(Hex(column, row) for row in range(1, height + 1) for column in range(1, width + 1)):
        for facing in range(6):
            there = hex.neighbour(facing)
            if 1 <= there.column <= width and 1 <= there.row <= height:
                assert found[at, (there.row - 1) * width + there.column - 1] == QUARTERS * facing


MOST = HARD.turned_back


@pytest.mark.parametrize(
    ("here", "there", "goes"),
    [(MOST - 0.5, MOST, 1), (MOST + 0.5, MOST, 0), (MOST, MOST / 2 - 0.5, 2), (MOST + 0.5, MOST / 2 + 0.5, 0)],
)
def test_a_back_is_turned_away_where_that_gives_up_little_and_in_another_hex_where_it_is_half_of_that(
    here: float, there: float, goes: int
) -> None:
    red = unit(WOLVERINE, hex="0303", facing=0)
    now = _before_an_enemy(red)
    back, front, elsewhere = (
        Place(Hex.parse(hex), facing, "walk", 1, 3, 0, ()) for hex, facing in (("0303", 0), ("0303", 3), ("0302", 3))
    )
    worth = np.array([10.0, 10.0 - here, 10.0 - there])
    assert turned_away(now, red, [back, front, elsewhere], worth, 0, MOST) == goes


@pytest.mark.parametrize(("skill", "strikes"), [(5, True), (9, False)])
def test_a_punch_that_hardly_ever_hits_is_not_thrown(skill: int, strikes: bool) -> None:
    """At 12 a fist of six points promises a sixth of one."""
    red = unit(WOLVERINE, hex="0303", facing=3, piloting=skill)
    blue = replace(unit(WOLVERINE, "blue", "0304"), motion=moved("run", 9))
    now = replace(on_turn(red, blue, board=field(6, 9)), phase="physical")
    punches = [
        said for said in in_order(Classic().legal(now, "red")) if isinstance(said, Strike) and said.kind == "punch"
    ]
    assert punches
    said = best_blow(now, red, punches, HARD).strike
    assert (said is not None) is strikes
