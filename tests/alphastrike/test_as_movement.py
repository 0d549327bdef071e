"""Movement of cards: inches, letters and the target movement modifier."""

from __future__ import annotations

import pytest

from alphastrike.frames import machine, plated, platoon, published_subjects, squad, unit, vehicle
from boards import needs_corpus
from overheat.alphastrike.card import Move
from overheat.alphastrike.movement import boosted, movement, printed_moves, target_movement_modifier
from overheat.alphastrike.rulesets import standard
from overheat.alphastrike.subject import Subject
from overheat.kernel.refusal import RefusedError


def printed(subject: Subject) -> str:
    return printed_moves(movement(subject).moves)


@pytest.mark.proves("as.movement", "as.ways_to_move")
def test_each_movement_point_is_two_inches() -> None:
    assert printed(machine(walk=4)) == '8"'


@pytest.mark.parametrize(
    ("motive", "letter"),
    [
        ("tracked", "t"),
        ("wheeled", "w"),
        ("hover", "h"),
        ("vtol", "v"),
        ("wige", "g"),
        ("naval", "n"),
        ("hydrofoil", "n"),
    ],
)
def test_vehicles_print_a_letter_for_how_they_move(motive: str, letter: str) -> None:
    assert printed(vehicle(motive=motive, walk=3)) == f'6"{letter}'


def test_a_jump_as_far_as_the_walk_is_printed_alone() -> None:
    assert printed(machine(walk=5, jump=5)) == '10"j'


def test_a_jump_of_another_length_is_printed_beside_the_walk() -> None:
    assert printed(machine(walk=7, jump=5)) == '14"/10"j'


def test_a_vehicle_that_jumps_prints_both_even_if_equal() -> None:
    assert printed(vehicle("vehicle_jump_jet", motive="wige", walk=1)) == '2"g/2"j'


def test_fighters_move_by_thrust_without_inches() -> None:
    assert printed(unit("aerospace fighter", motive="aerodyne", walk=5)) == "5a"


@pytest.mark.proves("as.boosted_points")
@pytest.mark.parametrize(("points", "boosters", "then"), [(5, 1, 6), (6, 1, 8), (4, 2, 6), (5, 2, 8)])
def test_a_booster_adds_a_quarter_and_two_add_a_half(points: int, boosters: int, then: int) -> None:
    assert boosted(standard(), points, boosters) == then


@pytest.mark.parametrize(
    ("gear", "inches"), [(("is_masc",), 10), (("supercharger",), 10), (("is_masc", "supercharger"), 12), (("tsm",), 8)]
)
def test_masc_and_superchargers_lengthen_the_move_and_hot_myomer_does_not(gear: tuple[str, ...], inches: int) -> None:
    assert movement(machine(*gear, walk=4)).moves == (Move(inches),)


@pytest.mark.parametrize(
    ("gear", "inches"),
    [("modular_armour", 6), ("medium_shield", 6), ("large_shield", 6), ("small_shield", 8)],
)
def test_modular_armour_and_larger_shields_cost_a_point_once(gear: str, inches: int) -> None:
    assert movement(machine(gear, gear, walk=4)).moves == (Move(inches),)


def test_hardened_armour_on_the_legs_slows_a_machine_but_no_vehicle() -> None:
    hard = plated(20, "hardened_armour", ("LL", "RL"))
    assert printed(machine(walk=4, locations=hard)) == '6"'
    assert printed(vehicle(walk=4, locations=plated(20, "hardened_armour", ("FR", "RR")))) == '8"t'


@pytest.mark.parametrize(("tons", "inches"), [(55, 12), (60, 10)])
def test_partial_wings_add_two_points_to_light_jumpers_and_one_to_heavy_ones(tons: int, inches: int) -> None:
    assert movement(machine("is_partial_wing", tons=tons, jump=4)).jump == inches


def test_wings_alone_do_not_jump() -> None:
    assert movement(machine("is_partial_wing")).jump == 0


def test_nothing_jumps_behind_a_large_shield() -> None:
    assert printed(machine("large_shield", walk=5, jump=5)) == '8"'


def test_underwater_units_are_printed_last() -> None:
    assert printed(machine("umu", "umu", "umu", walk=4)) == '8"/6"s'


@pytest.mark.parametrize(("wheels", "letter"), [("Track", "qt"), ("Wheel", "qw")])
def test_quadvees_print_what_they_drive_on(wheels: str, letter: str) -> None:
    driven = unit("war machine", motive="quadvee", extra=(("motive", wheels),))
    assert printed(driven) == f'8"{letter}'


@pytest.mark.parametrize(("gear", "letter"), [("bicycle", "w(b)"), ("monocycle", "w(m)")])
def test_cycles_have_letters_of_their_own(gear: str, letter: str) -> None:
    assert printed(unit("support vehicle", gear, motive="wheeled", tons=1)) == f'8"{letter}'


def test_suits_print_their_jump_where_it_is_as_far_as_their_walk() -> None:
    assert printed(squad(motive="jump", walk=1, jump=3)) == '6"j'
    assert printed(squad(motive="jump", walk=3, jump=2)) == '6"f'


def test_suits_that_swim_print_the_ground_first() -> None:
    assert printed(squad(motive="umu", walk=1, jump=3)) == '2"f/6"s'


def test_soldiers_print_what_carries_them_and_go_a_point_at_least() -> None:
    assert printed(platoon(motive="motorized", walk=3)) == '6"m'
    assert printed(platoon(motive="vtol", walk=0)) == '10"v'
    assert printed(platoon(walk=0)) == '2"f'


@pytest.mark.proves("as.target_movement_modifier", "as.movement_modifiers")
@pytest.mark.parametrize(
    ("inches", "modifier"),
    [(5, 1), (8, 1), (9, 2), (12, 2), (13, 3), (18, 3), (19, 4), (34, 4), (35, 5)],
)
def test_the_target_movement_modifier_goes_by_inches(inches: int, modifier: int) -> None:
    assert target_movement_modifier(standard(), inches) == modifier


def test_four_inches_and_fewer_give_no_modifier() -> None:
    assert [target_movement_modifier(standard(), inches) for inches in (0, 2, 4)] == [0, 0, 0]


def test_machines_have_the_modifier_of_their_walk_and_jumping_infantry_of_its_jump() -> None:
    assert movement(machine(walk=4, jump=6)).tmm == 1
    assert movement(squad(motive="jump", walk=1, jump=3)).tmm == 1


def test_fighters_have_no_movement_modifier() -> None:
    assert movement(unit("aerospace fighter", motive="aerodyne", walk=9)).tmm == 0


def test_every_inch_is_explained() -> None:
    figure = movement(machine("is_masc", "medium_shield", walk=6)).figures[0]
    assert [term.value for term in figure.tally] == [6, 2, -1]
    assert figure.value == 14


def test_a_way_to_move_that_no_card_knows_is_refused() -> None:
    with pytest.raises(RefusedError, match="no card tells of moving as burrowing"):
        movement(vehicle(motive="burrowing"))


@needs_corpus
def test_published_moves_are_reached() -> None:
    found = [printed(subject) == row["move"] for row, subject in published_subjects(every=7)]
    assert sum(found) >= 0.99 * len(found)


@pytest.mark.proves("as.shield_burden")
def test_a_medium_shield_costs_a_point_of_jumping_too_and_nothing_jumps_behind_a_large_one() -> None:
    assert [printed(machine(f"{size}_shield", walk=5, jump=5)) for size in ("small", "medium", "large")] == [
        '10"j',
        '8"j',
        '8"',
    ]


def test_soldiers_with_motorised_diving_gear_move_under_water() -> None:
    assert printed(platoon("motorized scuba", walk=0)) == '4"s'
