"""Falls: the seat-belt check, the way a machine lands, what the ground does to it, and getting up again."""

import pytest

from overheat.classic.board.notation import parse_ground
from overheat.classic.damage.falls import fall, stand_or_fall
from overheat.classic.facts.commands import Done, Go, Stand, Step
from overheat.classic.facts.events import CheckMade, CrewHurt, Fell, Struck
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.falls import LANDINGS, Fall, fall_damage, rises_by_itself
from overheat.classic.rules.standard.piloting import BLOWS, CAUSES, cause, hopeless
from overheat.classic.rulesets import LIBRARY, standard
from overheat.classic.turn.heat import settle
from overheat.classic.turn.moves import stands
from overheat.classic.turn.reach import reach
from overheat.kernel.dice import Scripted
from skirmish import broken, known, maimed, moved, on_turn, refused, replace, say, scene, told, unit

CENTRE = (3, 4)
TOTAL = {5: (2, 3), 6: (3, 3), 7: (3, 4)}


@pytest.mark.proves("QR-fall-facing", "falls.landings")
@pytest.mark.parametrize(
    ("roll", "facing", "after", "side"),
    [
        (1, 0, 0, "front"),
        (2, 0, 1, "right"),
        (3, 0, 2, "right"),
        (4, 1, 4, "rear"),
        (5, 0, 5, "left"),
        (6, 0, 4, "left"),
    ],
)
def test_a_falling_machine_lands_as_one_die_says(roll: int, facing: int, after: int, side: str) -> None:
    playing = scene(Scripted((6, 6), roll, CENTRE), unit(facing=facing))
    fall(playing, "red", cause(BLOWS, "kicked"))
    assert playing.unit("red").facing == after
    assert told(playing.events, Fell)[0].side == side
    assert LANDINGS[roll][1] == side


@pytest.mark.proves("QR-fall-damage", "falls.damage")
def test_a_fall_does_a_tenth_of_the_weight_for_each_level_and_one_more() -> None:
    assert [damage_of_fall(tons, levels) for tons, levels in ((55, 0), (55, 1), (80, 2), (20, 0))] == [6, 12, 24, 2]


def damage_of_fall(tons: int, levels: int, depth: int = 0) -> int:
    falling = unit(id="red")
    heavy = replace(falling, sheet=replace(falling.sheet, tons=tons))
    return standard()[fall_damage](Fall(standard(), heavy, parse_ground(f"0~{depth}"), levels))


@pytest.mark.proves("falls.into_water")
def test_water_breaks_a_fall_above_the_surface_and_below_it() -> None:
    falls = ((50, 0, 1), (85, 3, 3), (90, 4, 3), (65, 5, 3), (30, 5, 1))
    assert [damage_of_fall(*each) for each in falls] == [2, 18, 9 + 18, 10 + 14, 7 + 3]


@pytest.mark.proves("falls.hard_water")
def test_in_logs_of_earlier_formats_water_breaks_no_fall() -> None:
    rules = LIBRARY.ruleset(["earlier_falls"])
    assert rules[fall_damage](Fall(rules, unit(), parse_ground("0~3"), 3)) == 20


@pytest.mark.proves("falls.always_rolls")
def test_in_logs_of_earlier_formats_a_quad_rolls_to_get_up() -> None:
    rules = LIBRARY.ruleset(["earlier_falls"])
    assert not rules[rises_by_itself](rules, unit(known("Scorpion SCP-1N")))


@pytest.mark.proves("piloting.never_hopeless")
def test_in_logs_of_earlier_formats_a_machine_without_gyro_rolls_all_the_same() -> None:
    rules = LIBRARY.ruleset(["earlier_falls"])
    assert rules[hopeless](rules, broken(unit(), "gyro", "gyro")) is None


@pytest.mark.proves("falls.rises_by_itself")
def test_a_machine_on_four_legs_gets_up_without_a_roll() -> None:
    quad = unit(known("Scorpion SCP-1N"), prone=True, motion=moved("walk"))
    after, _ = say(on_turn(quad, phase="movement"), Scripted(), Stand())
    assert not after.units["red"].condition.prone


@pytest.mark.proves("QR-fall-damage", "QR-damage-groups", "falls.damage")
def test_the_damage_of_a_fall_comes_in_groups_of_five() -> None:
    awesome = unit(known("Awesome AWS-8Q"))
    with Scripted((6, 6), 1, *[CENTRE] * 5) as dice:
        playing = scene(dice, awesome)
        fall(playing, "red", cause(BLOWS, "kicked"), 2)
    assert [hit.damage for hit in told(playing.events, Struck)] == [5, 5, 5, 5, 4]


@pytest.mark.proves("QR-fall-procedure")
@pytest.mark.parametrize(("belt", "hurt"), [(5, True), (6, False)])
def test_the_seat_belt_check_has_the_modifiers_of_the_fall(belt: int, hurt: bool) -> None:
    dice = Scripted((2, 3), TOTAL[belt], *([(6, 6)] if hurt else []), 1, CENTRE)
    playing = scene(dice, unit())
    assert not stand_or_fall(playing, "red", cause(CAUSES, "20 damage or more in a phase"))
    dice.done()
    checks = [sum(part.value for part in check.needed) for check in told(playing.events, CheckMade)]
    assert checks == [6, 6]
    assert bool(told(playing.events, CrewHurt)) is hurt
    assert playing.unit("red").condition.prone


@pytest.mark.proves("QR-psr-special", "QR-fall-procedure", "falls.seat_belt")
def test_holding_on_is_harder_by_one_for_each_level_beyond_the_first() -> None:
    for levels, needed in ((0, 5), (1, 5), (2, 6), (3, 7)):
        playing = scene(Scripted((6, 6), 1, *[CENTRE] * 4), unit())
        fall(playing, "red", cause(BLOWS, "kicked"), levels)
        [belt] = told(playing.events, CheckMade)
        assert sum(part.value for part in belt.needed) == needed


def test_an_unconscious_pilot_does_not_hold_on() -> None:
    with Scripted(1, CENTRE) as dice:
        playing = scene(dice, unit(conscious=False))
        fall(playing, "red", cause(BLOWS, "kicked"))
    assert playing.unit("red").condition.crew_hits == 1


@pytest.mark.proves("QR-standing-up", "QR-additional-movement", "movement.other_costs")
def test_standing_up_takes_two_points_and_a_roll() -> None:
    before = on_turn(unit(prone=True), unit(id="blue", hex="0103"))
    after, events = say(before, Scripted((2, 3)), Go("walk"), Stand())
    red = after.units["red"]
    assert (red.condition.prone, red.motion.spent, red.motion.stand_attempts) == (False, 2, 1)
    assert sum(part.value for part in told(events, CheckMade)[0].needed) == 5


@pytest.mark.proves("QR-standing-up")
def test_who_fails_to_stand_falls_again_and_may_try_again() -> None:
    before = on_turn(broken(unit(prone=True), "hip@LL"), unit(id="blue", hex="0103"))
    after, events = say(before, Scripted((3, 3), (6, 6), 1, CENTRE), Go("run"), Stand())
    red = after.units["red"]
    assert red.condition.prone
    assert told(events, Fell)[0].damage == 5
    assert red.motion.spent == 2
    assert refused(after, Stand()) == "movement.points"


@pytest.mark.proves("QR-standing-up", "heat.standing_up")
def test_every_attempt_to_stand_makes_heat_besides_that_of_the_movement() -> None:
    playing = scene(Scripted(), unit(heat=10, motion=moved("walk", 0, stand_attempts=3)))
    settle(playing)
    assert playing.unit("red").condition.heat == 10 + 3 + 1 - 10


def test_a_machine_stands_up_only_after_it_says_how_it_moves() -> None:
    before = on_turn(unit(prone=True), unit(id="blue", hex="0103"))
    assert refused(before, Stand()) == "movement.mode"
    walking, _ = say(before, Scripted((6, 6)), Go("walk"), Stand())
    assert not walking.units["red"].condition.prone


@pytest.mark.proves("falls.on_the_ground")
def test_a_machine_on_the_ground_turns_but_goes_and_jumps_nowhere() -> None:
    before = on_turn(unit(known("Spider SDR-5V"), prone=True), unit(id="blue", hex="0103"))
    assert refused(before, Go("jump")) == "movement.mode"
    walking, _ = say(before, Scripted(), Go("walk"), Step("left"))
    assert refused(walking, Step("forward")) == "movement.prone"


def down(hurt: Unit) -> str | None:
    """What keeps a prone machine from trying to stand up."""
    before = on_turn(replace(hurt, motion=moved("walk")), unit(id="blue", hex="0103"))
    return next((no.id for no in [stands(before, before.units["red"])] if no is not None), None)


@pytest.mark.proves("QR-crit-gyro", "QR-standing-up", "falls.stays_down")
def test_a_machine_whose_gyro_is_destroyed_stays_down() -> None:
    lying = unit(prone=True)
    assert down(broken(lying, "gyro")) is None
    assert down(broken(lying, "gyro", "gyro")) == "falls.stays_down"
    heavy_duty = replace(lying, sheet=replace(lying.sheet, gyro="Heavy Duty Gyro"))
    assert down(broken(heavy_duty, "gyro", "gyro")) is None
    assert down(broken(heavy_duty, "gyro", "gyro", "gyro")) == "falls.stays_down"


@pytest.mark.proves("falls.stays_down")
def test_a_machine_without_a_leg_to_stand_on_stays_down() -> None:
    lying = unit(prone=True)
    assert down(maimed(lying, "LL")) is None
    assert down(maimed(lying, "LL", "RL")) == "falls.stays_down"
    quad = unit(known("Scorpion SCP-1N"), prone=True)
    assert down(maimed(quad, "FLL", "FRL")) is None
    assert down(maimed(quad, "FLL", "FRL", "RLL")) == "falls.stays_down"


def knocked_out() -> State:
    """A battle in which a pilot has failed to stand up on its way, fell, and fainted."""
    before = on_turn(broken(unit(prone=True, crew_hits=4), "hip@LL"), unit(id="blue", hex="0103"))
    after, _ = say(before, Scripted((1, 1), (1, 1), (1, 1), 1, CENTRE), Go("run"), Stand())
    assert not after.units["red"].condition.conscious
    return after


@pytest.mark.proves("crew.at_the_controls")
def test_who_is_knocked_out_on_the_way_goes_no_further() -> None:
    """It has nothing left to say but that it is done."""
    after = knocked_out()
    assert refused(after, Step("left")) == "crew.at_the_controls"
    assert list(Classic().legal(after, "red")) == [Done()]
    assert [place.path for place in reach(after, after.units["red"])] == [()]


@pytest.mark.proves("crew.moves_on")
def test_in_logs_of_the_first_format_it_moves_on() -> None:
    after = knocked_out()
    earlier = LIBRARY.ruleset(["restless"])
    before = replace(after, relief=type(after.relief)(after.relief.board, earlier))
    assert Step("left") in list(Classic(["restless"]).legal(before, "red"))
