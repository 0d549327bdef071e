"""Moving step by step: what a step asks of the pilot, turning, reversing, skids, stacking and jumps."""

from typing import Any

import pytest

from asking import asked
from overheat.classic.attack.blows import number_of
from overheat.classic.battle.steps import Prospect, entered, jumped
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Done, DropProne, Go, Jump, Step
from overheat.classic.facts.events import AttackRolled, CheckMade, Fell, Moved, Posture, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.rules.standard.stacking import has_room
from overheat.classic.rulesets import standard
from overheat.kernel.dice import Scripted
from overheat.kernel.terms import Term
from skirmish import blow, broken, field, known, maimed, moved, on_turn, refused, replace, say, state, told, unit

PILOTING = 5


def blue(hex: str, **facts: Any) -> Unit:
    return unit(id="blue", hex=hex, facing=0, **facts)


def checks(column: str, hexes: int = 0, mover: Unit | None = None, **motion: Any) -> tuple[Term, ...]:
    """The piloting rolls that a step into the second hex of a column asks for."""
    strong = unit(replace(unit().sheet, walk=20)) if mover is None else mover
    walker = replace(strong, motion=moved(motion.pop("mode", "walk"), hexes, **motion))
    found = entered(state(walker, board=column), walker, "forward")
    assert isinstance(found, Prospect), found
    return found.checks


def only(found: tuple[Term, ...]) -> int:
    [check] = found
    return int(check.value)


@pytest.mark.proves("QR-psr-actions", "QR-terrain-costs", "piloting.terrain", "terrain.kinds")
@pytest.mark.parametrize(("hex", "added"), [("0u", 0), ("0d", 1), ("0j1", 1), ("0j2", 2), ("0~1", -1), ("0~2", 0)])
def test_water_rubble_sand_and_jungle_ask_for_a_roll(hex: str, added: int) -> None:
    [why] = checks(f"0 {hex}")
    walker = unit(hex="0102")
    ground = state(walker, board=f"0 {hex}").relief.board[Hex(1, 2)]
    assert piloting_number(Check(standard(), walker, why, ground)).total == PILOTING + added


@pytest.mark.proves("QR-psr-actions", "terrain.kinds")
def test_deep_water_asks_for_a_roll_at_one_more() -> None:
    diver = unit(replace(unit().sheet, walk=20), elevation=-2)
    assert only(checks("0~2 0~3", mover=diver)) == 1


def test_other_ground_and_roads_ask_for_nothing() -> None:
    for column in ("0 0", "0 0r", "0 0w2", "0 2", "0=^03 0u=^03"):
        assert checks(column) == ()


@pytest.mark.proves("QR-psr-building", "piloting.building", "piloting.buildings", "piloting.building_bands")
def test_walls_hold_a_machine_up_the_more_the_faster_it_comes_and_the_stronger_they_are() -> None:
    kinds = {"b1.15.2": 0, "b2.40.2": 1, "b3.90.2": 2, "b4.120.2": 5}
    bands = {0: 0, 1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 9: 3, 10: 4, 17: 4, 18: 5}
    for kind, modifier in kinds.items():
        for hexes, more in bands.items():
            assert only(checks(f"0 0{kind}", hexes, mode="run")) == modifier + more


@pytest.mark.proves("QR-psr-skid", "piloting.skid", "piloting.skid_bands")
def test_who_runs_and_turns_on_pavement_may_skid_the_more_the_further_it_came() -> None:
    bands = {1: -1, 2: -1, 3: 0, 4: 0, 5: 1, 7: 1, 8: 2, 10: 2, 11: 4, 17: 4, 18: 5, 24: 5, 25: 6}
    for hexes, modifier in bands.items():
        assert only(checks("0p 0", hexes, mode="run", turned=True)) == modifier


@pytest.mark.proves("piloting.skid")
def test_nobody_skids_who_walks_goes_straight_or_turns_on_rough_ground() -> None:
    assert checks("0p 0", 4, mode="walk", turned=True) == ()
    assert checks("0p 0", 4, mode="run") == ()
    assert checks("0 0p", 4, mode="run", turned=True) == ()
    assert checks("0p 0", 0, mode="run", turned=True) == ()
    assert len(checks("0i 0", 4, mode="run", turned=True)) == 1


@pytest.mark.proves("QR-psr-actions", "QR-crit-gyro", "QR-crit-hip", "piloting.running")
@pytest.mark.parametrize(("part", "needed"), [("gyro", 8), ("hip@LL", 7)])
def test_a_run_on_a_damaged_gyro_or_hip_ends_in_a_roll(part: str, needed: int) -> None:
    before = on_turn(replace(broken(unit(), part), motion=moved("run", 2)), blue("0103"))
    _, events = say(before, Scripted((6, 6), (1, 2), (3, 4)), Done())
    assert sum(item.value for item in told(events, CheckMade)[0].needed) == needed


@pytest.mark.proves(
    "QR-psr-actions", "QR-crit-gyro", "QR-crit-hip", "QR-crit-foot", "QR-crit-leg-actuators", "piloting.landing"
)
@pytest.mark.parametrize(
    ("part", "needed"), [("gyro", 8), ("hip@LL", 7), ("foot actuator@RL", 6), ("upper leg actuator@LL", 6)]
)
def test_a_jump_on_damaged_legs_ends_in_a_roll(part: str, needed: int) -> None:
    before = on_turn(broken(unit(), part), blue("0105"), board=field(1, 5))
    _, events = say(before, Scripted((6, 6)), Go("jump"), Jump("0103"))
    assert sum(item.value for item in told(events, CheckMade)[0].needed) == needed


@pytest.mark.proves("piloting.landing")
def test_a_jump_on_a_lost_leg_ends_in_a_roll() -> None:
    before = on_turn(maimed(unit(), "LL"), blue("0105"), board=field(1, 5))
    _, events = say(before, Scripted((6, 6)), Go("jump"), Jump("0103"))
    assert sum(item.value for item in told(events, CheckMade)[0].needed) == PILOTING + 5


@pytest.mark.proves("QR-psr-actions", "piloting.terrain")
def test_who_fails_the_roll_falls_in_the_hex_it_entered() -> None:
    before = on_turn(unit(), blue("0103"), board="0 0u 0")
    after, events = say(before, Scripted((1, 1), (6, 6), 1, (3, 4)), Go("walk"), Step("forward"))
    assert sum(item.value for item in told(events, CheckMade)[0].needed) == PILOTING
    assert told(events, Fell) == [Fell("red", 0, "front", 5)]
    assert (after.units["red"].hex, after.units["red"].condition.prone) == (Hex(1, 2), True)


@pytest.mark.proves("QR-additional-movement", "movement.other_costs")
def test_two_turns_and_lying_down_cost_three_points() -> None:
    before = on_turn(unit(), blue("0103"))
    after, events = say(before, Scripted(), Go("walk"), Step("left"), Step("left"), DropProne())
    assert after.units["red"].motion.spent == 3
    assert told(events, Posture) == [Posture("red", prone=True)]


def test_hexes_are_counted_anew_when_a_unit_reverses() -> None:
    before = on_turn(unit(hex="0102"), blue("0106"), board=field(1, 6))
    after, _ = say(before, Scripted(), Go("walk"), Step("forward"), Step("forward"), Step("back"))
    motion = after.units["red"].motion
    assert (motion.hexes, motion.travelled) == (1, 3)


def test_a_unit_that_spends_nothing_has_stood_still() -> None:
    before = on_turn(unit(), blue("0103"))
    after, _ = say(before, Scripted(), Go("run"), Done())
    assert after.units["red"].motion.mode == "stationary"


def test_nobody_runs_backwards_or_jumps_from_the_ground() -> None:
    running, _ = say(on_turn(unit(hex="0102"), blue("0103")), Scripted(), Go("run"))
    assert refused(running, Step("back")) == "movement.back"
    assert refused(on_turn(unit(prone=True), blue("0103")), Go("jump")) == "movement.mode"


@pytest.mark.proves("movement.stacking")
def test_one_machine_stands_in_a_hex_and_nobody_walks_through_an_enemy() -> None:
    red, friend, enemy = unit(), unit(id="friend", side="red"), unit(id="blue")
    assert asked(has_room)(red, ()) is None
    for other in (friend, enemy):
        no = asked(has_room)(red, (other,))
        assert no is not None
        assert no.id == "movement.stacking"
    tank = unit(known("Vedette Medium Tank"), id="tank", side="red")
    assert asked(has_room)(red, (tank,)) is None
    full = asked(has_room)(tank, (replace(tank, id="two"), replace(tank, id="three")))
    assert full is not None


@pytest.mark.proves("movement.jump")
def test_a_jump_is_as_long_as_the_jets_last_and_no_higher_than_they_lift() -> None:
    jumper = unit(motion=moved("jump"))

    def leap(column: str, to: int) -> bool:
        return isinstance(jumped(state(jumper, board=column), jumper, Hex(1, to)), Prospect)

    assert leap("0 0 0 0 0 0", 5)
    assert not leap("0 0 0 0 0 0", 6)
    assert leap("0 4 0", 3)
    assert not leap("0 5 0", 3)
    assert not leap("0 5 0", 2)


SKIDDING = Go("run"), Step("forward"), Step("forward"), Step("right"), Step("forward")


@pytest.mark.proves("QR-psr-skid", "skids.distance", "skids.damage")
def test_who_skids_slides_on_the_way_it_was_going_before_it_turned() -> None:
    before = on_turn(unit(hex="0301", facing=3), blue("0109"), board=field(5, 9, "0p"))
    dice = Scripted((1, 2), (6, 6), 1, (3, 4), (3, 4))
    after, events = say(before, dice, *SKIDDING)
    dice.done()
    assert sum(item.value for item in told(events, CheckMade)[0].needed) == PILOTING - 1
    red = after.units["red"]
    assert (red.hex, red.condition.prone, red.motion.skidded, red.motion.done) == (Hex(3, 4), True, True, True)
    assert [move.how for move in told(events, Moved)][-3:] == ["skid", "slide", "fall"]
    assert [hit.damage for hit in told(events, Struck)] == [5, 3]


def test_who_makes_the_roll_goes_where_it_turned() -> None:
    before = on_turn(unit(hex="0301", facing=3), blue("0109"), board=field(5, 9, "0p"))
    after, _ = say(before, Scripted((2, 2)), *SKIDDING)
    assert after.units["red"].hex == Hex(3, 3).neighbour(4)


@pytest.mark.proves("QR-physical-other", "QR-psr-special", "physical.kinds")
def test_who_slides_into_somebody_charges_unintentionally() -> None:
    before = on_turn(unit(hex="0301", facing=3), blue("0304"), board=field(5, 9, "0p"))
    dice = Scripted((1, 2), (6, 6), (3, 4), (3, 4), (6, 6), 1, (3, 4), (6, 6))
    after, events = say(before, dice, *SKIDDING)
    [rammed] = told(events, AttackRolled)
    assert rammed.what == "unintentional_charge"
    assert sum(item.value for item in rammed.needed) == PILOTING + 3 + 2 + 1
    assert after.units["blue"].hex == Hex(3, 5)
    assert after.units["red"].hex == Hex(3, 4)
    [shaken] = [check for check in told(events, CheckMade) if check.unit == "blue"]
    assert sum(item.value for item in shaken.needed) == PILOTING + 3


@pytest.mark.proves("QR-physical-other", "physical.kinds")
def test_an_unintentional_charge_is_three_harder() -> None:
    assert number_of(blow("unintentional charge")).total == PILOTING + 3
