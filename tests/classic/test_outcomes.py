"""What may become of the target of a volley: the merged way is held to every way that the dice can fall."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

import overheat as oh
from overheat.api.shots import Volley
from overheat.classic.adjudicator.miniatures import ATTACKER, TARGET
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import State
from overheat.classic.outcomes import volley as volleys
from overheat.classic.outcomes.chain import Chain
from overheat.classic.outcomes.effort import AT_MOST, Work
from overheat.classic.outcomes.known_rules import unknown
from overheat.classic.outcomes.volley import A_SHOT, VolleyOutcomes, by_engine, every_way, outcomes_of, played
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.refusal import RefusedError

RIFLES = "Foot Platoon (Rifle)"
SQUAD = "IS Standard Battle Armor [MG](Sqd4)"
TANK = "Manticore Heavy Tank"


def fired(volley: Volley) -> tuple[State, list[WeaponAttack]]:
    """The battle of a volley and its attacks."""
    assert volley.state is not None
    unit = volley.state.units[ATTACKER]
    return volley.state, [attack_of(volley.state, unit, fire) for fire in volley.fired]


def every(volley: Volley) -> VolleyOutcomes:
    """The plain way."""
    state, attacks = fired(volley)
    return every_way(state, TARGET, attacks, 20_000)


def apart(one: VolleyOutcomes, other: VolleyOutcomes) -> float:
    """How far two answers lie apart at most."""
    return max(abs(float(one[effect.name] - other[effect.name])) for effect in (*one.effects, *other.effects))


ROUNDING = 1e-12


def chances(found: VolleyOutcomes) -> dict[str, Fraction]:
    return {effect.name: effect.chance for effect in found.effects}


@pytest.mark.parametrize(
    ("volley", "needs"),
    [
        pytest.param(oh.volley("WHM-6R", "LCT-1V", 5, ("Medium Laser",), prone=True), "critical.engine", id="machine"),
        pytest.param(oh.volley("WHM-6R", TANK, 5, ("PPC",)), "vehicle.motive", id="vehicle"),
        pytest.param(oh.volley("WHM-6R", RIFLES, 5, ("PPC", "Medium Laser")), "", id="platoon"),
        pytest.param(oh.volley("WHM-6R", SQUAD, 5, ("Medium Laser", "PPC")), "lost.Trooper 1", id="squad"),
    ],
)
def test_merged_conditions_give_what_every_way_of_the_dice_gives(volley: Volley, needs: str) -> None:
    state, attacks = fired(volley)
    merged, plain = by_engine(state, TARGET, attacks, exactly=True), every(volley)
    assert (merged.way, plain.way) == ("chain", "every")
    assert needs in {"", *chances(plain)}
    if volley.outcomes.way == "lumped":
        assert apart(volley.outcomes, plain) < ROUNDING
    squad = needs.startswith("lost.Trooper")
    if not squad:
        assert chances(merged) == chances(plain)
    assert merged.felled == plain.felled


@pytest.mark.parametrize(
    ("target", "weapons", "side"),
    [
        pytest.param("WVR-6R", ("PPC", "PPC"), "front", id="a fall by twenty points"),
        pytest.param("LCT-1V", ("PPC",), "left", id="arms that go with a torso"),
        pytest.param("LCT-1V", ("PPC",), "rear", id="from behind, and through an arm to a torso"),
        pytest.param("Puma Prime", ("PPC",), "front", id="an engine in three places, and ammunition that is vented"),
        pytest.param("Scorpion SCP-1N", ("PPC",), "right", id="four legs"),
    ],
)
def test_lumped_chances_are_those_that_the_engine_gives(target: str, weapons: tuple[str, ...], side: str) -> None:
    volley = oh.volley("WHM-6R", target, 5, weapons, side=side)  # type: ignore[arg-type]
    found = volley.outcomes
    assert found.way == "lumped"
    assert apart(found, by_engine(*_named(fired(volley)), exactly=True)) < ROUNDING


def _named(asked: tuple[State, list[WeaponAttack]]) -> tuple[State, str, list[WeaponAttack]]:
    return asked[0], TARGET, asked[1]


def test_eight_weapons_at_a_fresh_machine_are_lumped_exactly() -> None:
    """Few conditions are told apart where most armour holds whatever comes."""
    state, attacks = fired(oh.volley("BLR-1G", "AS7-D", 3))
    found = outcomes_of(state, TARGET, attacks)
    assert len(attacks) == 8
    assert found.way == "lumped"
    assert found["destroyed"] < found["critical"] < found["fall"] < 1


def test_conditions_that_stand_for_all_are_told_as_such_by_the_lumped_way_as_well() -> None:
    state, attacks = fired(oh.volley("WHM-6R", "LCT-1V", 5, ("PPC", "Medium Laser", "Medium Laser")))
    close, exact = outcomes_of(state, TARGET, attacks, most=5), outcomes_of(state, TARGET, attacks)
    assert (close.way, exact.way) == ("thinned", "lumped")
    assert apart(close, exact) < 0.1


@pytest.mark.parametrize("rules", [("direct_blows",), ("expanded_critical_damage",), ("woods_as_cover",)])
def test_a_layer_that_has_a_say_in_what_hits_do_is_left_to_the_engine(rules: tuple[str, ...]) -> None:
    state, _ = fired(oh.volley("WHM-6R", "WVR-6R", 5, ("PPC",), rules=rules))
    assert unknown(state, TARGET, ())
    plain, _ = fired(oh.volley("WHM-6R", "WVR-6R", 5, ("PPC",)))
    assert not unknown(plain, TARGET, ())


def test_attackers_who_fire_in_one_phase_count_together() -> None:
    """Ten points each shake nobody; of two attackers they may, from whichever side they come."""
    front, rear = oh.volley("WHM-6R", "AS7-D", 5, ("PPC",)), oh.volley("WHM-6R", "AS7-D", 9, ("PPC",), side="rear")
    both = front.together(rear)
    assert front.outcomes["head"] < both["head"] < front.outcomes["head"] + rear.outcomes["head"]
    assert front.outcomes["fall"] < both["fall"] < front.shots[0].chance * rear.shots[0].chance
    with pytest.raises(oh.RefusedError) as refused:
        front.together(oh.volley("WHM-6R", "WVR-6R", 5, ("PPC",)))
    assert refused.value.refusal.id == "shot.other_target"


def test_a_platoon_that_loses_soldiers_is_told_how_many() -> None:
    found = oh.volley("WHM-6R", RIFLES, 2, ("PPC",)).outcomes
    assert found.felled is not None
    assert found.felled.at_least(1) == oh.volley("WHM-6R", RIFLES, 2, ("PPC",)).shots[0].chance


def test_chances_of_a_breach_are_those_of_the_hit_and_the_location() -> None:
    """Nine points on a head are gone with ten, on a 12 of two dice."""
    volley = oh.volley("WHM-6R", "WVR-6R", 5, ("PPC",))
    assert volley.outcomes["breach.HD"] == volley.shots[0].chance * Fraction(1, 36) == volley.outcomes["head"]
    assert volley.outcomes["breach.LT"] == 0


def test_floating_criticals_are_felt_in_locations_that_the_printed_rules_spare() -> None:
    printed = oh.volley("WHM-6R", "WVR-6R", 5, ("Medium Laser",)).outcomes
    floating = oh.volley("WHM-6R", "WVR-6R", 5, ("Medium Laser",), rules=("printed", "floating_criticals")).outcomes
    assert printed["critical.hand_actuator"] == 0 < floating["critical.hand_actuator"]


def test_a_second_weapon_can_do_what_one_cannot() -> None:
    """Twenty points at once shake a machine: two particle cannons bring them, one does not."""
    one, two = (oh.volley("WHM-6R", "WVR-6R", 5, ("PPC",) * count) for count in (1, 2))
    both = one.shots[0].chance ** 2
    assert one.outcomes["fall"] < Fraction(1, 100) < two.outcomes["fall"] < both


def test_weights_add_up_and_where_conditions_are_thinned_out_the_answer_says_so_and_stays_close() -> None:
    state, attacks = fired(oh.volley("WHM-6R", "LCT-1V", 5, ("Medium Laser", "Small Laser"), prone=True))
    chain = Chain(state, TARGET, most=150)
    chain.fire(attacks)
    assert sum(chain.states.values()) + sum(chain.gone.values()) == chain.out_of
    close, exact = by_engine(state, TARGET, attacks, most=150), by_engine(state, TARGET, attacks, exactly=True)
    assert (close.exact, exact.exact) == (False, True)
    assert all(abs(close[effect.name] - effect.chance) < Fraction(1, 50) for effect in exact.effects)


def test_played_volleys_agree_with_worked_out_ones() -> None:
    volley = oh.volley("WHM-6R", TANK, 5, ("PPC",))
    played, found = volley.played(400, seed=1), volley.outcomes
    sure = [effect for effect in found.effects if effect.chance > Fraction(1, 20)]
    assert sure
    for effect in sure:
        deviation = float(effect.chance * (1 - effect.chance) / 400) ** 0.5
        assert abs(float(played[effect.name] - effect.chance)) < 5 * deviation


def test_what_players_decide_about_attacks_is_played_where_it_is_not_wanted_exactly() -> None:
    volley = oh.volley("WHM-6R", "WVR-6R", 5, rules=("omega",))
    found, again = volley.outcomes, volley.outcomes
    assert found == again
    assert (found.way, found.exact, found.volleys) == ("played", False, AT_MOST // (A_SHOT * len(volley.fired)))
    assert found["fall"] > found["destroyed"] > 0
    assert "500 volleys were played, each within 4.4 points 19 times in 20" in str(found)
    with pytest.raises(oh.RefusedError) as refused:
        volley.foreseen(exactly=True)
    assert refused.value.refusal.id == "outcomes.unforeseen"


def test_a_volley_that_is_played_leaves_what_was_decided_to_each_time() -> None:
    state, attacks = fired(oh.volley("WHM-6R", "WVR-6R", 5, ("SRM 6",), rules=["omega"]))
    played(state, TARGET, attacks, 20)
    assert not any(attack.decided for attack in attacks)


def test_more_ways_than_there_is_time_for_are_played() -> None:
    state, attacks = fired(oh.volley("WHM-6R", "Warrior Attack Helicopter H-7", 5, ("PPC",)))
    counted, exact = outcomes_of(state, TARGET, attacks, effort=100), by_engine(state, TARGET, attacks, exactly=True)
    assert (counted.way, counted.volleys, exact.exact) == ("played", 100, True)
    assert apart(counted, exact) < counted.margin * 1.5


def test_the_question_outcomes_answers_with_names_and_chances() -> None:
    facts: dict[str, Any] = {
        "attacker": {"unit": "WHM-6R"},
        "target": {"unit": "WVR-6R"},
        "distance": 5,
        "weapons": [{"name": "PPC"}],
    }
    assert "target_numbers" in str(oh.ask("outcomes", **facts))


def test_what_would_take_too_much_work_is_told_with_fewer_conditions_or_refused_in_a_line() -> None:
    state, attacks = fired(oh.volley("WHM-6R", TANK, 5, ("PPC", "PPC", "Medium Laser")))
    exact = by_engine(state, TARGET, attacks, exactly=True)
    close = by_engine(state, TARGET, attacks, effort=AT_MOST)
    assert (exact.way, close.way) == ("chain", "thinned")
    assert apart(close, exact) < 0.05
    with pytest.raises(RefusedError, match="too many ways to tell apart") as refused:
        by_engine(state, TARGET, attacks, effort=100)
    assert refused.value.refusal.id == "outcomes.too_many"


def test_omega_volleys_are_answered_or_refused_within_their_work(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Work] = []

    def counted(most: int | None) -> Work:
        done.append(Work(most))
        return done[-1]

    monkeypatch.setattr(volleys, "Work", counted)
    state, attacks = fired(oh.volley("WHM-6R", "WVR-6R", 5, ("SRM 6",), rules=["omega"]))
    with suppress(RefusedError):
        outcomes_of(state, TARGET, attacks, effort=5_000)
    assert 0 < done[0].done < 6_000
