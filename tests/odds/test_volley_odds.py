"""What a volley does: every amount of damage with its exact chance."""

from fractions import Fraction

from overheat.classic.adjudicator.miniatures import ATTACKER, TARGET, Figure, Lane, fires, lane_stage
from overheat.classic.adjudicator.parties import WeaponChoice
from overheat.classic.facts.state import Weather
from overheat.classic.rulesets import standard
from overheat.classic.turn.preview import damage_of_volley
from overheat.classic.unitfile.library import find
from overheat.kernel.odds import Distribution
from overheat.kernel.terms import Number

ATLAS = "Atlas AS7-D"


def volley(distance: int, *weapons: str) -> Distribution[Number]:
    """Some weapons of an Atlas at another one, neither of which moved."""
    sheet, figure = find(ATLAS).sheet, Figure(unit=ATLAS)
    state = lane_stage(standard(), Lane(distance=distance), (figure, sheet), (figure, sheet), Weather())
    unit = state.units[ATTACKER]
    shots = [fire.shot for fire in fires(unit, [WeaponChoice(name=name) for name in weapons])]
    assert all(shot.target == TARGET for shot in shots)
    return damage_of_volley(state, unit, shots)


def test_nothing_fired_does_nothing() -> None:
    assert volley(3) == Distribution.always(0)


def test_two_lasers_hit_both_one_or_none() -> None:
    """At three hexes a 4 is needed, which 33 of 36 rolls make."""
    hit, miss = Fraction(33, 36), Fraction(3, 36)
    damage = volley(3, "Medium Laser", "Medium Laser")
    assert {amount: damage.probability(amount) for amount in damage} == {
        0: miss * miss,
        5: 2 * hit * miss,
        10: hit * hit,
    }


def test_a_salvo_of_six_is_spread_by_the_cluster_table() -> None:
    """Six missiles of 2 points: 2 hit on 2 and 3, 3 on 4 and 5, 4 on 6 to 8, 5 on 9 and 10, 6 on 11 and 12."""
    hit = Fraction(33, 36)
    damage = volley(3, "SRM 6")
    rolls = {4: 3, 6: 7, 8: 16, 10: 7, 12: 3}
    assert {amount: damage.probability(amount) for amount in damage} == {
        0: 1 - hit,
        **{amount: hit * Fraction(ways, 36) for amount, ways in rolls.items()},
    }
