"""Point values worked by hand, one rule at a time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from alphastrike.frames import machine
from overheat.alphastrike.card import Ability, CardType, Damage, DamageRow, Move
from overheat.alphastrike.damage.firepower import Firepower
from overheat.alphastrike.figure import Figure
from overheat.alphastrike.movement import movement, target_movement_modifier
from overheat.alphastrike.points import points, points_at_skill
from overheat.alphastrike.points.bonuses import agility, brawler
from overheat.alphastrike.points.defence import defence_factor
from overheat.alphastrike.points.rated import Rated, numbers, to_half
from overheat.alphastrike.points.skill import SKILL, step
from overheat.alphastrike.points.value import point_value
from overheat.alphastrike.protection import armour, structure
from overheat.alphastrike.rulesets import standard
from overheat.alphastrike.size import size
from overheat.kernel.refusal import RefusedError

HALF = Fraction(1, 2)
MINIMAL = Damage(0, True)


def damage(value: int | str) -> Damage:
    return MINIMAL if value == "0*" else Damage(int(value))


def ability(printed: str) -> Ability:
    """An ability whose code is the letters it begins with."""
    code = next(code for code in (*LONG_CODES, printed.rstrip("0123456789/*-.")) if printed.startswith(code))
    return Ability(code, printed)


LONG_CODES = ("C3I", "C3M", "C3S", "BHJ2", "BHJ3", "TSEMP-O", "ARTCM5", "HT", "IF", "IATM", "TOR", "LAM")


def card(
    *abilities: str,
    kind: CardType = "BM",
    size: int = 1,
    moves: tuple[Move, ...] = (Move(8),),
    row: tuple[int | str, int | str, int | str] = (0, 0, 0),
    overheat: int = 0,
    armour: int = 0,
    structure: int = 0,
    **more: Any,
) -> Rated:
    """A card with nothing on it but what is said."""
    jump = next((move.inches for move in moves if move.mode == "j"), 0)
    return Rated(
        standard(),
        kind,
        size=size,
        moves=moves,
        jump=jump,
        tmm=more.get("tmm", 0 if moves[0].mode == "a" else target_movement_modifier(standard(), moves[0].inches)),
        row=DamageRow(*map(damage, row)),
        overheat=overheat,
        armour=armour,
        structure=structure,
        threshold=more.get("threshold", 0),
        abilities=map(ability, abilities),
    )


def term(rated: Rated, id: str) -> object:
    """What the terms of an id add up to."""
    return sum(held.value for held in point_value(rated).tally if held.id == id)


@pytest.mark.proves("as.points.factors")
def test_damage_overheat_size_movement_and_protection_make_up_a_plain_card() -> None:
    rated = card(size=3, row=(3, 3, 2), overheat=1, armour=5, structure=6)
    offence = 3 + 2 * 3 + 2 + 1 + Fraction(3, 2)
    defence = Fraction(8, 8) + Fraction(35, 2)  # 16 x 1.1 to the nearest half
    assert point_value(rated).tally.total == offence + defence
    assert point_value(rated).value == 32


def test_minimal_damage_counts_half_a_point() -> None:
    assert term(card(row=("0*", "0*", 0)), "pv.short") == HALF
    assert term(card(row=("0*", "0*", 0)), "pv.medium") == 1


def test_torpedoes_count_with_the_damage() -> None:
    assert term(card("TOR2/1/-", row=(1, 1, 0)), "pv.medium") == 4


@pytest.mark.parametrize(("overheat", "worth"), [(1, 1), (2, Fraction(3, 2)), (4, Fraction(5, 2))])
def test_overheating_counts_one_and_a_half_for_each_further_point(overheat: int, worth: Fraction) -> None:
    assert term(card(row=(1, 1, 0), overheat=overheat), "pv.overheat") == worth


def test_overheating_at_short_range_alone_counts_half() -> None:
    assert term(card(row=(3, 0, 0), overheat=2), "pv.overheat") == Fraction(3, 4)


def test_half_the_size_counts_for_machines_alone() -> None:
    assert term(card(size=4), "pv.size") == 2
    assert term(card(size=4, kind="CV", moves=(Move(8, "t"),)), "pv.size") == 0


@pytest.mark.parametrize(
    ("printed", "worth"),
    [
        ("TAG", HALF),
        ("LTAG", Fraction(1, 4)),
        ("SNARC2", 2),
        ("CNARC", HALF),
        ("TSM", 1),
        ("MEL", HALF),
        ("MDS3", 3),
        ("BTAS2", HALF),
        ("TSEMP2", 10),
        ("TSEMP-O7", 5),
        ("ARTAIS-2", 24),
        ("ARTT-1", 6),
        ("ARTCM5-1", 30),
        ("IF2", 2),
        ("IF0*", HALF),
        ("HT2/1/-", Fraction(5, 2)),
        ("HT1/-/-", 1),
        ("IATM3/3/2", 2),
        ("BOMB3", 3),
        ("CASE", 0),
    ],
)
def test_abilities_that_attack_add_to_the_offence(printed: str, worth: Fraction) -> None:
    assert term(card(printed), "pv.attack") == worth


@pytest.mark.parametrize(("abilities", "overheat", "worth"), [((), 0, (1, 4)), ((), 1, (1, 2)), (("OVL",), 1, (5, 4))])
def test_radical_heat_sinks_help_whoever_overheats(
    abilities: tuple[str, ...], overheat: int, worth: tuple[int, int]
) -> None:
    assert term(card("RHS", *abilities, overheat=overheat), "pv.attack") == Fraction(*worth)


def test_a_booby_trap_counts_size_and_how_far_it_is_carried() -> None:
    assert term(card("BT", size=2), "pv.attack") == 8
    assert term(card("BT", size=2, kind="AF", moves=(Move(6, "a"),)), "pv.attack") == 2


@pytest.mark.parametrize(("abilities", "lost"), [((), 2), (("BFC",), 1), (("AFC",), 0)])
def test_support_vehicles_lose_a_share_of_their_offence_without_fire_control(
    abilities: tuple[str, ...], lost: int
) -> None:
    rated = card(*abilities, kind="SV", moves=(Move(8, "t"),), row=(3, 3, 1))
    assert term(rated, "pv.blanket") == -lost


@pytest.mark.proves("as.points.offence_shares")
def test_the_share_lost_is_rounded_to_the_nearest_half() -> None:
    assert term(card("SHLD", row=(5, 5, 5), size=4), "pv.blanket") == -2  # a tenth of 22
    assert term(card("SHLD", row=(5, 5, 5), size=4, overheat=1), "pv.blanket") == -Fraction(5, 2)  # of 23


def test_an_eighth_of_the_best_move_counts_and_a_half_for_jumping() -> None:
    jumper = card(moves=(Move(8), Move(12, "j")))
    assert term(jumper, "pv.move") == Fraction(12, 8)
    assert term(jumper, "pv.jump") == HALF


def test_what_turns_into_a_fighter_counts_its_glide_and_its_thrust() -> None:
    changer = card('LAM(36"g/6a)', moves=(Move(12, "j"),))
    assert term(changer, "pv.move") == Fraction(36, 8)
    assert term(changer, "pv.thrust") == Fraction(6, 4)


@pytest.mark.parametrize(
    ("printed", "worth"),
    [("AMS", 1), ("RAMS", Fraction(5, 4)), ("FR", HALF), ("ABA", HALF), ("CR", Fraction(1, 4)), ("ARM", HALF)],
)
def test_abilities_that_protect_add_to_the_defence(printed: str, worth: Fraction) -> None:
    assert term(card(printed, structure=3), "pv.protection") == worth


@pytest.mark.proves("as.points.offence", "as.points.offence_each", "as.points.defence", "as.points.force")
def test_what_an_ability_is_worth_stands_in_tables() -> None:
    rated = card("TAG", "SNARC", "AMS", "ECM")
    assert [term(rated, f"pv.{part}") for part in ("attack", "protection", "force")] == [1 + HALF, 1, 2]


def test_resistance_to_critical_hits_needs_structure_to_show() -> None:
    assert term(card("CR", structure=2), "pv.protection") == 0
    assert term(card("ARM", structure=1), "pv.protection") == 0


@pytest.mark.proves("as.points.defence_of_armour")
@pytest.mark.parametrize(
    ("printed", "worth"), [("RCA", 2), ("BHJ3", 3), ("BRA", Fraction(3, 2)), ("IRA", 1), ("BHJ2", 2)]
)
def test_armour_that_spares_itself_counts_for_every_full_three_points(printed: str, worth: Fraction) -> None:
    assert term(card(printed, armour=8), "pv.protection") == worth
    assert term(card(printed, "BAR", armour=8), "pv.protection") == worth / 2


@pytest.mark.proves("as.points.vehicle_armour")
@pytest.mark.parametrize(("mode", "resistance"), [("t", 18), ("n", 18), ("h", 17), ("w", 17), ("v", 18), ("g", 18)])
def test_armour_counts_less_on_vehicles_by_how_they_move(mode: str, resistance: int) -> None:
    """Ten points at no modifier; what flies low has armour of 1.5 and one modifier of its own."""
    rated = card(kind="CV", moves=(Move(4, mode),), armour=10)
    expected = to_half(15 * Fraction(11, 10)) if mode in "vg" else resistance
    assert term(rated, "pv.resistance") == expected


def test_an_armoured_motive_system_makes_armour_count_more() -> None:
    assert term(card("ARS", kind="CV", moves=(Move(4, "t"),), armour=10), "pv.resistance") == 19


def test_weak_barriers_halve_armour_and_structure() -> None:
    assert term(card("BAR", moves=(Move(4),), armour=5, structure=3), "pv.resistance") == 5 + Fraction(3, 2)


def test_structure_counts_twice_for_infantry_and_half_for_industrial_machines() -> None:
    assert term(card("CAR3", kind="CI", moves=(Move(2, "f"),), structure=1), "pv.resistance") == 2
    assert term(card(kind="IM", moves=(Move(4),), structure=5), "pv.resistance") == Fraction(5, 2)


@pytest.mark.proves("as.defence_factor")
@pytest.mark.parametrize(
    ("rated", "factor"),
    [
        (card(moves=(Move(8),)), Fraction(11, 10)),
        (card(moves=(Move(12),)), Fraction(12, 10)),
        (card(moves=(Move(14),)), Fraction(7, 4)),
        (card("STL", moves=(Move(12),)), Fraction(7, 4)),
        (card("MAS"), Fraction(7, 4)),
        (card("LMAS"), Fraction(12, 10)),
        (card("LG", moves=(Move(12),)), Fraction(11, 10)),
        (card("JMPS1", moves=(Move(12), Move(16, "j")), row=(1, 1, 0)), 1 + Fraction(5, 8)),
        (card(kind="PM"), Fraction(12, 10)),
        (card(kind="CV", moves=(Move(20, "v"),)), Fraction(9, 4)),
        (card("CAR4", kind="BA", moves=(Move(6, "j"),), row=(1, 0, 0)), Fraction(7, 4)),
    ],
)
def test_whatever_makes_it_harder_to_hit_multiplies_protection(rated: Rated, factor: Fraction) -> None:
    assert defence_factor(rated) == factor


def test_whoever_has_no_attack_to_lose_always_jumps() -> None:
    moves = (Move(8), Move(6, "j"))
    assert defence_factor(card(moves=moves)) == Fraction(12, 10)
    assert defence_factor(card(moves=moves, row=(1, 0, 0))) == Fraction(11, 10)
    assert defence_factor(card("ARTT-1", moves=moves)) == Fraction(11, 10)


@pytest.mark.proves("as.agile")
@pytest.mark.parametrize(
    ("rated", "bonus"),
    [
        (card(moves=(Move(14),), row=(3, 2, 0)), 4),
        (card(moves=(Move(12),), row=(3, "0*", 0)), HALF),
        (card(moves=(Move(20),), row=(3, 0, 0)), 6),
        (card("JMPS1", moves=(Move(8), Move(12, "j")), row=(4, 4, 0)), 2),
    ],
)
def test_agility_counts_damage_for_every_point_of_movement_modifier_above_one(rated: Rated, bonus: Fraction) -> None:
    assert agility(rated) == bonus


def test_slow_cards_and_fast_ones_of_short_reach_have_no_agility() -> None:
    assert agility(card(moves=(Move(8),), row=(5, 5, 5))) == 0
    assert agility(card(moves=(Move(12),), row=(5, 0, 0))) == 0


@pytest.mark.proves("as.brawler")
@pytest.mark.parametrize(
    ("inches", "row", "share"),
    [
        (4, (2, 0, 0), HALF),
        (4, (2, 2, 0), Fraction(1, 4)),
        (6, (2, 0, 0), Fraction(1, 4)),
        (10, ("0*", 0, 0), Fraction(1, 4)),
    ],
)
def test_short_arms_and_slow_legs_lose_a_share(inches: int, row: tuple[int, int, int], share: Fraction) -> None:
    assert brawler(card(moves=(Move(inches),), row=row)) == share


@pytest.mark.parametrize(
    "rated",
    [
        card(moves=(Move(6),), row=(2, 2, 0)),
        card(moves=(Move(12),), row=(2, 0, 0)),
        card(moves=(Move(4),), row=(2, 2, 1)),
        card(moves=(Move(4),)),
        card(moves=(Move(0),), row=(2, 0, 0)),
        card("ECM", moves=(Move(4),), row=(2, 0, 0)),
        card("C3S", moves=(Move(4),), row=(2, 0, 0)),
        card("CAR3", kind="CI", moves=(Move(2, "f"),), row=(2, 0, 0)),
    ],
)
def test_reach_speed_use_to_others_and_transport_spare_that_loss(rated: Rated) -> None:
    assert brawler(rated) == 0


def test_infantry_too_heavy_to_be_carried_is_not_spared() -> None:
    assert brawler(card("CAR20", kind="CI", moves=(Move(10, "h"),), row=(1, 0, 0))) == Fraction(1, 4)


def test_a_network_adds_a_twentieth_to_the_nearest_half() -> None:
    alone = card(size=4, row=(5, 5, 5), armour=10, structure=8)
    joined = card("C3S", size=4, row=(5, 5, 5), armour=10, structure=8)
    assert term(joined, "pv.network") == to_half(Fraction(point_value(alone).tally.total) / 20)


@pytest.mark.parametrize(
    ("printed", "worth"),
    [
        ("AECM", 3),
        ("ECM", 2),
        ("RCN", 2),
        ("BH", 2),
        ("TRN", 2),
        ("PRB", 1),
        ("LPRB", 1),
        ("LECM", HALF),
        ("MHQ4", 4),
        ("MHQ5", 5),
        ("MHQ9", 5),
        ("MHQ10", 6),
        ("MHQ13", 6),
    ],
)
def test_what_helps_a_whole_force_is_added_last(printed: str, worth: Fraction) -> None:
    assert term(card(printed), "pv.force") == worth


def test_a_fighter_counts_flight_thrust_and_armour_by_its_threshold() -> None:
    rated = card("BOMB1", "PNT1", kind="AF", moves=(Move(9, "a"),), row=(2, 2, 0), armour=2, structure=5, threshold=1)
    offence = 2 + 4 + 1
    defence = 4 + Fraction(9, 4) + HALF + 1 + to_half((2 * Fraction(14, 10) + 5) * Fraction(12, 10))
    assert point_value(rated).tally.total == offence + defence
    assert point_value(rated).value == 24


def test_a_high_threshold_counts_no_more_than_nine_tenths() -> None:
    found = card(kind="AF", moves=(Move(5, "a"),), armour=30, threshold=10)
    assert term(found, "pv.resistance") == to_half(30 * Fraction(19, 10) * Fraction(12, 10))


def test_weak_barriers_halve_the_protection_of_what_flies() -> None:
    found = card("BAR", kind="SV", moves=(Move(3, "a"),), armour=3, structure=2, threshold=1)
    assert term(found, "pv.resistance") == Fraction(7, 2)  # 6.2 x 0.6 is 3.72


def test_every_card_is_worth_a_point() -> None:
    assert point_value(card(kind="CV", moves=(Move(0, "t"),))).value == 1


def test_craft_with_firing_arcs_are_refused() -> None:
    with pytest.raises(RefusedError, match="damage by firing arc"):
        point_value(card(kind="WS", moves=(Move(3, "a"),)))


def test_the_point_value_takes_what_the_other_steps_found() -> None:
    subject = machine(walk=4)
    found = points(
        subject,
        size=size(subject),
        movement=movement(subject),
        firepower=Firepower(row=DamageRow(Damage(2), Damage(2), Damage(1))),
        armour=armour(subject),
        structure=structure(subject),
        threshold=None,
        abilities=(Ability("TAG", "TAG"),),
    )
    assert found.tally.total == 2 + 4 + 1 + 1 + HALF + 1 + to_half(4 * Fraction(11, 10))


@pytest.mark.parametrize(
    ("printed", "found"),
    [("AC2/2/-", (2, 2, 0)), ("IF0*", (HALF,)), ("ARTAIS-2", (2,)), ("CT4.5", (Fraction(9, 2),)), ("CASE", ())],
)
def test_numbers_are_read_from_what_is_printed(printed: str, found: tuple[object, ...]) -> None:
    code = printed.rstrip("0123456789/*-.")
    assert numbers(code, printed) == found


def worth(value: int) -> Figure:
    return Figure.of("points", "Point value", value, SKILL)


@pytest.mark.proves("as.skill_step")
@pytest.mark.parametrize(
    ("value", "better", "step_worth"), [(7, True, 1), (8, True, 2), (12, True, 2), (13, True, 3), (52, True, 10)]
)
def test_better_skill_costs_more_for_every_five_points(value: int, better: bool, step_worth: int) -> None:
    assert step(standard(), value, better=better) == step_worth


@pytest.mark.proves("as.skill_step")
@pytest.mark.parametrize(("value", "step_worth"), [(14, 1), (15, 2), (24, 2), (25, 3), (52, 5)])
def test_worse_skill_saves_more_for_every_ten_points(value: int, step_worth: int) -> None:
    assert step(standard(), value, better=False) == step_worth


@pytest.mark.parametrize(("skill", "expected"), [(4, 52), (3, 62), (2, 72), (0, 92), (5, 47), (8, 32)])
def test_each_step_of_skill_is_worth_the_same(skill: int, expected: int) -> None:
    assert points_at_skill(standard(), worth(52), skill).value == expected


def test_no_skill_makes_a_card_worth_nothing() -> None:
    assert points_at_skill(standard(), worth(2), 8).value == 1


def test_a_skill_that_no_crew_has_is_refused() -> None:
    with pytest.raises(RefusedError, match="skill goes from 0 to 8"):
        points_at_skill(standard(), worth(10), 9)
