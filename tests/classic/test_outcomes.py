"""What may become of the target of a volley: the merged way is held to every way that the dice can fall."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import overheat as oh
from overheat.api.shots import Volley
from overheat.classic.adjudicator.miniatures import ATTACKER, TARGET
from overheat.classic.outcomes.chain import Chain
from overheat.classic.outcomes.volley import VolleyOutcomes, every_way, outcomes_of
from overheat.classic.turn.weapons import attack_of

RIFLES = "Foot Platoon (Rifle)"
SQUAD = "IS Standard Battle Armor [MG](Sqd4)"
TANK = "Manticore Heavy Tank"


def every(volley: Volley) -> VolleyOutcomes:
    """The plain way."""
    assert volley.state is not None
    unit = volley.state.units[ATTACKER]
    return every_way(volley.state, TARGET, [attack_of(volley.state, unit, fire) for fire in volley.fired], 20_000)


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
    merged, plain = volley.foreseen(exactly=True), every(volley)
    assert (merged.way, plain.way) == ("chain", "every")
    assert needs in {"", *chances(plain)}
    squad = needs.startswith("lost.Trooper")
    if not squad:
        assert chances(merged) == chances(plain)
    assert merged.felled == plain.felled


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
    volley = oh.volley("WHM-6R", "LCT-1V", 5, ("Medium Laser", "Small Laser"), prone=True)
    assert volley.state is not None
    unit = volley.state.units[ATTACKER]
    attacks = [attack_of(volley.state, unit, fire) for fire in volley.fired]
    chain = Chain(volley.state, TARGET, most=150)
    chain.fire(attacks)
    assert sum(chain.states.values()) + sum(chain.gone.values()) == chain.out_of
    close, exact = outcomes_of(volley.state, TARGET, attacks, most=150), volley.foreseen(exactly=True)
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


def test_what_players_decide_about_attacks_is_refused_by_name() -> None:
    volley = oh.volley("WHM-6R", "WVR-6R", 5, rules=("omega",))
    with pytest.raises(oh.RefusedError) as refused:
        _ = volley.outcomes
    assert refused.value.refusal.id == "outcomes.unforeseen"


def test_the_question_outcomes_answers_with_names_and_chances() -> None:
    facts: dict[str, Any] = {
        "attacker": {"unit": "WHM-6R"},
        "target": {"unit": "WVR-6R"},
        "distance": 5,
        "weapons": [{"name": "PPC"}],
    }
    assert "target_numbers" in str(oh.ask("outcomes", **facts))
