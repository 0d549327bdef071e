"""Exact odds of the classic tables, against fractions counted by hand."""

from collections import Counter
from fractions import Fraction

import pytest

from overheat.classic.attack.resolution import groups
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.crew import hurt_crew
from overheat.classic.rules.standard.clusters import ClusterRoll, cluster_hits
from overheat.classic.rules.standard.crew import STAY_AWAKE
from overheat.classic.rules.standard.damage import CriticalRoll, critical_hits
from overheat.classic.rules.standard.heat import Overheating, avoid_number
from overheat.classic.rules.standard.locations import Placement, Side, weapon_location
from overheat.classic.rulesets import standard
from overheat.kernel.dice import Dice, every
from overheat.kernel.odds import dice
from skirmish import known, needs, shot, state, unit

THIRTY_SIXTHS: dict[str, dict[Side, dict[str, int]]] = {
    "Wasp WSP-1A": {
        "left": {"CT": 5, "HD": 1, "LA": 7, "LL": 7, "LT": 7, "RA": 3, "RL": 2, "RT": 4},
        "front": {"CT": 7, "HD": 1, "LA": 5, "LL": 4, "LT": 5, "RA": 5, "RL": 4, "RT": 5},
        "right": {"CT": 5, "HD": 1, "LA": 3, "LL": 2, "LT": 4, "RA": 7, "RL": 7, "RT": 7},
    },
    "Scorpion SCP-1N": {
        "left": {"CT": 5, "HD": 1, "FLL": 7, "RLL": 7, "LT": 7, "FRL": 3, "RRL": 2, "RT": 4},
        "front": {"CT": 7, "HD": 1, "FLL": 5, "RLL": 4, "LT": 5, "FRL": 5, "RRL": 4, "RT": 5},
        "right": {"CT": 5, "HD": 1, "FLL": 3, "RLL": 2, "LT": 4, "FRL": 7, "RRL": 7, "RT": 7},
    },
}


@pytest.mark.proves("QR-hit-locations", "locations.weapons")
@pytest.mark.parametrize("machine", THIRTY_SIXTHS)
def test_locations_are_hit_as_often_as_the_sheet_makes_them(machine: str) -> None:
    target = unit(known(machine))
    for side, sixths in THIRTY_SIXTHS[machine].items():

        def place(roll: int, side: Side = side) -> str:
            return weapon_location(Placement(standard(), target, side, roll))

        found = dice().map(place)
        assert {code: found.probability(code) for code in found} == {
            code: Fraction(count, 36) for code, count in sixths.items()
        }


EXPECTED_HITS = {
    2: "17/12",
    3: "2",
    4: "95/36",
    5: "19/6",
    6: "4",
    7: "46/9",
    9: "197/36",
    10: "227/36",
    12: "293/36",
    15: "19/2",
    20: "457/36",
    30: "19",
    40: "457/18",
}


@pytest.mark.proves("QR-cluster-table", "clusters.hits")
@pytest.mark.parametrize(("size", "mean"), EXPECTED_HITS.items())
def test_a_salvo_hits_with_as_many_on_average_as_the_table_makes_it(size: int, mean: str) -> None:
    rules = standard()
    hits = dice().map(lambda roll: rules[cluster_hits](ClusterRoll(rules, size, roll)))
    assert hits.mean == Fraction(mean)
    assert hits.probability(size) >= Fraction(3, 36)


@pytest.mark.proves("QR-critical-hits", "damage.criticals", "damage.critical_numbers")
def test_critical_hits_fall_as_often_as_two_dice_make_them() -> None:
    rules, hit = standard(), unit()
    in_torso = dice().map(lambda roll: rules[critical_hits](CriticalRoll(rules, hit, "CT", roll)))
    in_limb = dice().map(lambda roll: str(rules[critical_hits](CriticalRoll(rules, hit, "LA", roll))))
    assert {hits: in_torso.probability(hits) for hits in in_torso} == {
        0: Fraction(21, 36),
        1: Fraction(9, 36),
        2: Fraction(5, 36),
        3: Fraction(1, 36),
    }
    assert in_limb.probability("blown off") == Fraction(1, 36)


@pytest.mark.proves("crew.stay_awake")
def test_pilots_stay_awake_ever_less() -> None:
    awake = {hits: 36 * dice().at_least(STAY_AWAKE[hits]) for hits in range(1, 6)}
    assert awake == {1: 35, 2: 30, 3: 21, 4: 6, 5: 3}


@pytest.mark.proves("heat.shutdown", "heat.avoid")
def test_hot_machines_keep_running_ever_less() -> None:
    rules = standard()
    hot = [Overheating(rules, unit(), heat, "shutdown") for heat in (13, 14, 18, 22, 26)]
    needed = {machine.heat: rules[avoid_number](machine) for machine in hot}
    assert {heat: 36 * dice().at_least(number) for heat, number in needed.items() if number is not None} == {
        14: 33,
        18: 26,
        22: 15,
        26: 6,
    }


@pytest.mark.proves("heat.ammunition", "heat.avoid")
def test_hot_ammunition_holds_ever_less() -> None:
    rules = standard()
    hot = [Overheating(rules, unit(), heat, "ammunition explosion") for heat in (18, 19, 23, 28)]
    needed = {machine.heat: rules[avoid_number](machine) for machine in hot}
    assert {heat: 36 * dice().at_least(number) for heat, number in needed.items() if number is not None} == {
        19: 33,
        23: 26,
        28: 15,
    }


@pytest.mark.parametrize(("hexes", "of_36"), [(3, 33), (6, 26), (9, 15)])
def test_a_plain_gunner_hits_with_a_medium_laser_by_its_range(hexes: int, of_36: int) -> None:
    needed = needs(shot(column=" ".join(["0"] * (hexes + 1))))

    def hits(thrown: Dice) -> bool:
        return thrown.roll("to hit").total >= needed

    assert every(hits).probability(True) == Fraction(of_36, 36)


def test_two_dice_fall_as_pairs_of_faces_do() -> None:
    pairs = Counter(one + other for one in range(1, 7) for other in range(1, 7))
    found = every(lambda thrown: thrown.roll("both").total)
    assert {total: found.probability(total) * 36 for total in found} == dict(pairs)


def test_a_shot_finds_the_head_as_often_as_hitting_and_a_twelve_make_it() -> None:
    needed, target = needs(shot()), unit(id="blue")

    def strikes_head(thrown: Dice) -> bool:
        if thrown.roll("to hit").total < needed:
            return False
        return weapon_location(Placement(standard(), target, "front", thrown.roll("location").total)) == "HD"

    assert every(strikes_head).probability(True) == Fraction(33, 36) * Fraction(1, 36)


def test_a_salvo_does_as_much_on_average_as_its_chance_to_hit_and_the_cluster_table_make_it() -> None:
    attack = shot("SRM 2", " ".join(["0"] * 4))

    def done(thrown: Dice) -> int:
        playing = Scene(state(attack.attacker, attack.target, board=" ".join(["0"] * 4)), thrown)
        return sum(groups(playing, attack))

    assert every(done).mean == 2 * Fraction(17, 12)


def test_a_pilot_stays_awake_through_an_explosion_as_often_as_two_rolls_make_it() -> None:
    def awake(thrown: Dice) -> bool:
        playing = Scene(state(unit()), thrown)
        hurt_crew(playing, "red", 2, "explosion")
        return playing.unit("red").condition.conscious

    assert every(awake).probability(True) == Fraction(35, 36) * Fraction(30, 36)
