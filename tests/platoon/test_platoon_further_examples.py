"""Further worked examples, reckoned by hand from the text of the rules, as exact fractions."""

from __future__ import annotations

from fractions import Fraction
from time import process_time

import pytest

from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import RefusedError
from overheat.platoon.adjudicate import adjudicate, throw
from overheat.platoon.adjudicator.questions import (
    AssaultAsked,
    DropAsked,
    HitAsked,
    MoraleAsked,
    OrderAsked,
    ShellsAsked,
    ShotAsked,
)
from overheat.platoon.facts import OrderTest
from overheat.platoon.resolution import chances, odds
from overheat.platoon.resolution.chances import Round, Side
from platoon.cases import F, heat, hit, obeys, results, shot, strike


@pytest.mark.proves("damage.morale_holds")
def test_a_unit_holds_with_two_dice_of_its_morale_less_its_pins() -> None:
    rules = heat()
    assert [chances.morale_check(rules, "regular", 2), chances.morale_check(rules, "veteran")] == [F(7, 12), F(11, 12)]
    assert adjudicate(MoraleAsked(quality="regular", pins=1), rules).chances[0].value == F(13, 18)
    assert throw(MoraleAsked(quality="regular"), rules, Scripted((4, 5)))[1] == {"holds": True}


@pytest.mark.proves("orders.nco_lost")
def test_the_loss_of_the_nco_counts_in_morale_checks_too() -> None:
    assert chances.morale_check(heat(), "regular", 1, nco_lost=True) == F(7, 12)
    assert chances.morale_check(heat(), "inexperienced", 7, nco_lost=True) == 0


def test_what_is_left_of_pins() -> None:
    rules = heat()
    assert (chances.rallied(rules, 4).mean, chances.rallied(rules, 4).probability(0)) == (F(1, 2), F(2, 3))
    assert chances.stayed_down(rules, 3).mean == 1
    rallies = OrderTest(quality="regular", pins=7, order="rally")
    assert chances.ends_with(rules, rallies).mean == F(5, 6) * F(5, 2) + F(1, 6) * 7
    assert chances.ends_with(rules, OrderTest(quality="regular", pins=3)).mean == 3 - F(5, 12)
    assert chances.ends_with(rules, OrderTest(quality="regular")).mean == 0


@pytest.mark.proves("HEAT-base-cq-order", "HEAT-base-cq-result")
def test_the_first_round_of_close_quarters_between_four_and_three_regulars() -> None:
    found = chances.fought_round(heat(), Side(4), Side(3)).map(lambda each: each.winner)
    assert [found.probability(who) for who in ("attacker", "defender", "nobody")] == [F(3, 4), F(15, 128), F(17, 128)]


def test_defended_men_strike_back_with_all_hands() -> None:
    found = chances.fought_round(heat(), Side(1), Side(1), defended=True)
    assert found.probability(Round(1, 1, "nobody")) == F(1, 4)
    assert chances.fought(heat(), Side(1), Side(1), defended=True).probability("nobody") == F(1, 3)


def test_one_man_charges_another_in_the_open() -> None:
    ended = chances.fought(heat(), Side(1), Side(1))
    # First blow 1/2; else the answer 1/2; else rounds fought together, in which each side wins 1/3.
    assert ended.probability("attacker") == F(1, 2) + F(1, 4) * F(1, 3)
    assert ended.probability("defender") == F(1, 4) + F(1, 4) * F(1, 3)
    assert ended.probability("nobody") == F(1, 12)


def test_equal_losses_that_leave_one_side_without_men_decide_the_fight() -> None:
    ended = chances.fought(heat(), Side(2), Side(1), defended=True)
    # 1 of 2 and 1 of 1 lost: the defenders are gone. The defender wins only if he fells a man and nobody fells him.
    idle = F(1, 4) * F(1, 2)
    assert ended.probability("defender") == F(1, 4) * F(1, 2) / (1 - idle)
    assert ended.probability("nobody") == 0


def _by_rounds(attacker: Side, defender: Side, number: int, left: int) -> dict[str, Fraction]:
    """Who is left after so many further rounds at most, each counted by itself."""
    if not (attacker.men and defender.men):
        return {"attacker" if attacker.men else "defender" if defender.men else "nobody": F(1)}
    ends: dict[str, Fraction] = {}
    if not left:
        return ends
    found = chances.fought_round(heat(), attacker, defender, number=number)
    for each in found:
        kept = attacker.without(each.attacker_lost), defender.without(each.defender_lost)
        after = {"nobody" if not any(side.men for side in kept) else str(each.winner): F(1)}
        if each.winner == "nobody":
            after = _by_rounds(*kept, number + 1, left - 1)
        for who, odd in after.items():
            ends[who] = ends.get(who, F(0)) + odd * found.probability(each)
    return ends


@pytest.mark.parametrize(("attacker", "defender"), [(Side(2), Side(2)), (Side(3, 3, 1), Side(2, 5, 2))])
def test_a_fight_is_what_its_rounds_come_to_one_after_the_other(attacker: Side, defender: Side) -> None:
    rounds, ended = _by_rounds(attacker, defender, 1, 7), chances.fought(heat(), attacker, defender).map(str)
    short = 1 - sum(rounds.values())
    assert short < F(1, 100)
    assert all(odd <= ended.probability(who) <= odd + short for who, odd in rounds.items())


def test_forty_men_against_forty_are_answered_at_once() -> None:
    asked = AssaultAsked(men=40, enemies=40, tough=20, enemy_tough=20, defended=True)
    start = process_time()
    rows = {row.id: row.value for row in adjudicate(asked, heat()).distribution}
    assert process_time() - start < 3
    assert rows["attacker"] == rows["defender"] == (1 - rows["nobody"]) / 2


@pytest.mark.parametrize("defended", [False, True])
def test_a_fight_in_which_nobody_can_be_felled_has_no_end(defended: bool) -> None:
    with pytest.raises(RefusedError) as refused:
        chances.fought(heat(), Side(3, 12), Side(3, 12), defended=defended)
    assert refused.value.refusal.id == "adjudicate.endless"


def test_a_missile_that_a_target_outruns_never_arrives() -> None:
    assert chances.missile_turns(heat(), 64, [32] * 10) == 11
    with pytest.raises(RefusedError) as refused:
        chances.missile_turns(heat(), 64, [32] * 100)
    assert refused.value.refusal.id == "missiles.never"


@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        (ShotAsked(weapon="rifle", distance=10, high_explosive=True), "adjudicate.round"),
        (ShotAsked(weapon="rpg", distance=10, vehicle=True, drone="airborne"), "adjudicate.target"),
        (ShellsAsked(shells=2, unseen=(3,)), "adjudicate.shell"),
    ],
)
def test_a_question_that_contradicts_itself_is_refused_and_not_thrown_for(
    asked: ShotAsked | ShellsAsked, refusal: str
) -> None:
    for answer in (lambda: adjudicate(asked, heat()), lambda: throw(asked, heat(), Scripted(()))):
        with pytest.raises(RefusedError) as refused:
            answer()
        assert refused.value.refusal.id == refusal


def test_no_more_men_fall_in_a_building_than_there_are() -> None:
    asked = ShotAsked(weapon="at_heavy", distance=40, high_explosive=True, men=1)
    means = {mean.id: mean.value for mean in adjudicate(asked, heat()).means}
    # A third of the shots find so small a unit; of a D6 of hits each spares on a 1 only, and one is enough.
    spared = sum(F(1, 6) ** hits for hits in range(1, 7)) / 6
    assert means["casualties_in_a_building"] == F(1, 3) * (1 - spared)


def test_tough_fighters_against_veterans() -> None:
    asked = AssaultAsked(men=3, enemies=3, enemy_damage_value=5, tough=3)
    ruling = {chance.id: chance.value for chance in adjudicate(asked, heat()).chances}
    assert (ruling["first_won"], ruling["first_lost"], ruling["first_drawn"]) == (F(13, 27), F(1, 3), F(5, 27))


def test_an_assault_is_thrown_for() -> None:
    """As many fall on both sides in the first round, so the two that are left strike once more, at the same time."""
    words, facts = throw(AssaultAsked(men=2, enemies=2), heat(), Scripted((5, 3), (6,), (4,), (2,)))
    assert facts == {"rounds": 2, "attackers": 1, "defenders": 2, "destroyed": "defender"}
    assert words == "2 rounds: 1 attacker falls, 2 defenders, and the defenders are destroyed."
    words, _ = throw(AssaultAsked(men=1, enemies=1, defended=True), heat(), Scripted((5,), (6,)))
    assert words == "1 round: 1 attacker falls, 1 defender, and nobody is left."


@pytest.mark.proves("HEAT-drone-battery")
def test_how_long_a_drone_stays_in_the_air() -> None:
    assert [chances.battery(heat(), turns) for turns in (2, 3, 4, 5, 6, 7)] == [
        1,
        F(2, 3),
        F(1, 3),
        F(1, 9),
        F(1, 54),
        0,
    ]


@pytest.mark.proves("HEAT-drone-range")
def test_what_a_drone_does_far_from_its_team() -> None:
    def fates(inches: float) -> list[object]:
        found = chances.radio(heat(), inches)
        return [found.probability(fate) for fate in ("drifts", "hovers", "connected")]

    assert fates(60) == [0, 0, 1]
    assert fates(65) == [F(1, 6), F(1, 3), F(1, 2)]
    assert fates(81) == [F(1, 2), F(1, 3), F(1, 6)]


@pytest.mark.proves("HEAT-drone-ied", "HEAT-drone-at-ied")
def test_the_loads_of_drones() -> None:
    load = chances.explosive_load(heat())
    # A 2 tumbles a D6, a 3 to 5 a D3: 6 inches only by the first, 3 by both.
    assert [load.probability(where) for where in (None, 0, 6)] == [F(1, 6), F(1, 6), F(1, 36)]
    assert load.probability(3) == F(1, 36) + F(1, 2) * F(1, 3)
    assert chances.anti_tank_load(heat(), "inexperienced", 1, 9)[0].probability("hits") == F(25, 216)
    assert adjudicate(DropAsked(damage_value=8), heat()).chances[0].value == F(511, 5184)
    assert throw(DropAsked(damage_value=9), heat(), Scripted(6, 5, 4, 4, 4))[1]["result"] == "glancing"


def test_in_how_many_turns_a_missile_strikes() -> None:
    assert [chances.missile_turns(heat(), inches) for inches in (32, 96, 97)] == [0, 2, 3]
    assert chances.missile_turns(heat("guided_limits"), 61) == 2
    assert chances.missile_turns(heat(), 50, [20]) == 2


def test_dice_smoke_and_turns() -> None:
    rules = heat()
    assert chances.drawn(rules, (3, 5), [1, 1]) == F(5, 14)
    assert chances.drawn(rules, (1, 1), [0, 0]) == 0
    assert chances.smoke_stays(rules, 3) == F(1, 8)
    assert chances.game_turns(rules).mean == F(13, 2)


def test_picked_and_saved_men() -> None:
    rules = heat()
    assert chances.picked(rules, shot("hmg", 10), 5) == F(1, 36)
    assert chances.picked(rules, shot("sniper", 20), 4) == F(1, 2)
    assert [chances.saved(rules, shot(weapon, 10)) for weapon in ("rifle", "hmg")] == [F(1, 6), 0]


def test_hidden_devices() -> None:
    rules = heat()
    assert [chances.device(rules).probability(what) for what in ("at_once", "warned", "nothing")] == [
        F(1, 3),
        F(1, 2),
        F(1, 6),
    ]
    assert chances.device(rules, engineers=True).probability("nothing") == F(1, 6) + F(1, 2) * F(1, 6)
    assert (chances.decoy_pins(rules).mean, chances.decoy_pins(rules, engineers=True).mean) == (F(7, 4), F(5, 6))


def test_air_defence_and_countermeasures() -> None:
    rules = heat("later_weapons")
    fired = [shot("manpads", inches, "later_weapons", target={"soft": False}) for inches in (20, 50, 70)]
    assert [chances.hit_if_dodged(rules, each) for each in fired] == [F(2, 3), F(1, 3), F(1, 6)]


def test_many_things_at_once_against_a_shot() -> None:
    assert hit("lmg", 20, order="advance", quality="veteran", target={"cover": "soft"}) == F(1, 6)
    assert hit("hmg", 30, quality="inexperienced", attendants=1) == F(1, 6)
    assert hit("rifle", 20, quality="inexperienced", pins=1, target={"drone": "ran", "men": 1}) == F(1, 36)
    assert hit("sniper", 40, order="advance", target={"cover": "soft"}) == F(1, 6)
    assert hit("flame_veh", 10, order="advance", target={"cover": "hard", "down": True}) == F(1, 2)


def test_many_things_at_once_against_an_order() -> None:
    assert obeys("veteran", 6, officer=3) == obeys("inexperienced", 2, command=True) == F(7, 12)
    assert adjudicate(OrderAsked(quality="regular", pins=1, arriving=True), heat()).chances[0].value == F(7, 12)
    assert adjudicate(OrderAsked(quality="regular", arriving=True), heat()).chances[0].value == F(13, 18)


def test_penetration_with_everything_that_counts() -> None:
    assert results("at_heavy", 9, distance=40, facing="side")[4] == F(7, 24)
    assert results("rpg", 8, facing="side", flamethrower_vehicle=True)[4] == F(59, 108)
    assert results("rpg", 7, "no_massive_damage", facing="rear")[4] == F(5, 12)
    assert odds.strike_helicopter(heat("chart_margin"), strike("rpg", 7, facing="side")) == F(1, 3)


def test_flames_strike_the_top_of_a_vehicle_as_often_as_their_die_says() -> None:
    asked = ShotAsked(weapon="flame_veh", distance=10, vehicle=True, damage_value=7)
    # 2/3 to hit, then D6+1 hits of 7/24 each to knock out.
    stands = sum((F(17, 24) ** (face + 1) for face in range(1, 7)), start=F(0)) / 6
    ruling = {chance.id: chance.value for chance in adjudicate(asked, heat()).chances}
    assert ruling["knocked_out"] == F(2, 3) * (1 - stands)
    assert odds.knock_out(heat(), shot("flame_veh", 10), strike("flame_veh", 7, facing="top")) == F(2, 3) * (1 - stands)


def test_a_question_about_a_guided_missile_knows_no_range() -> None:
    near = ShotAsked(weapon="atgm", distance=5, vehicle=True, damage_value=10, facing="rear")
    ruling = {chance.id: chance.value for chance in adjudicate(near, heat()).chances}
    assert (ruling["to_hit"], ruling["knocked_out"]) == (F(2, 3), F(13, 36))


def test_a_question_about_what_falls_from_above_strikes_the_top() -> None:
    mortar = HitAsked(weapon="mortar_medium", damage_value=7, open_topped=True)
    assert adjudicate(mortar, heat()).chances[0].value == F(1, 4)
    howitzer = HitAsked(weapon="how_medium", damage_value=8)
    assert adjudicate(howitzer, heat()).chances[1].value == F(1, 3)
    in_an_arc = HitAsked(weapon="how_medium", damage_value=8, indirect=True)
    assert adjudicate(in_an_arc, heat()).chances[1].value == F(1, 2)


def test_shells_that_nobody_sees_among_others() -> None:
    asked = ShellsAsked(shells=4, unseen=(2, 3))
    assert adjudicate(asked, heat()).chances[0].value == F(61, 81)
    assert throw(ShellsAsked(shells=2, unseen=(1,)), heat(), Scripted(5, 5))[1] == {"hit": False, "need": 5}


def test_a_question_about_a_drone_or_a_door() -> None:
    drone = ShotAsked(weapon="rifle", distance=10, drone="ran")
    door = ShotAsked(weapon="ar", distance=10, door=True)
    assert [adjudicate(asked, heat()).chances[0].value for asked in (drone, door)] == [F(1, 3), F(1, 3)]
