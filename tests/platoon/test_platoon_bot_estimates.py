"""What the greedy player of H.E.A.T expects is what the rules in force say."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.lab.players.platoon_appraising import SUFFERS, Thinking, destroys
from overheat.platoon.battle.state import Shooting
from overheat.platoon.damage.losses import on_hull
from overheat.platoon.facts import Shot, Strike
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rules.standard import armour, damage
from overheat.platoon.rulesets import HEAT, standard
from platoon.positions import RED, A, B, duel

HERE = Book("House rules")("Estimates")


@rule("estimates.reaches", cite=HERE)
def tough(rules: Ruleset, face: int, pen: int, damage_value: int) -> bool:
    """Only a six fells anybody."""
    return face == 6


@pytest.mark.parametrize(("need", "chance"), [(2, Fraction(5, 6)), (4, Fraction(3, 6)), (6, Fraction(1, 6))])
def test_a_shell_falls_where_it_is_aimed_as_often_as_its_die_says(need: int, chance: Fraction) -> None:
    assert odds.falls_where_aimed(standard(), need) == chance


def test_a_man_falls_to_a_hit_as_often_as_the_rules_in_force_say() -> None:
    rules, hard = standard(), compose(HEAT, Layer("tough", HERE, change=(damage.reaches.replaced_by(tough),)))
    rifle = Shot(weapon=resolve.weapon_of(rules, "rifle"))
    for value in (3, 4, 5):
        assert odds.fells(rules, 0, value) == odds.casualty(rules, rifle, value)
    assert odds.fells(hard, 0, 3) == Fraction(1, 6)


@pytest.mark.parametrize("pins", [0, 2, 5])
def test_a_bot_knows_how_likely_an_order_is_obeyed(pins: int) -> None:
    table = duel(10).ready(Shooting(RED, A))
    unit = msgspec.structs.replace(table.state.units[A], pins=pins)
    battle = Thinking(table.game, msgspec.structs.replace(table.state, units={**table.state.units, A: unit}))
    exact = odds.order_test(battle.rules, battle.facts(battle.units[A], "fire"))
    assert battle.obeys(battle.units[A], "fire") == float(exact)
    assert (exact == 1) == (pins == 0)


@pytest.mark.parametrize("weapon", ["lmg", "law", "atgm"])
def test_a_bot_knows_how_likely_a_hit_ends_a_vehicle(weapon: str) -> None:
    table = duel(10, blue="old_tank").ready(Shooting(RED, A))
    battle = Thinking(table.game, table.state)
    struck = Strike(weapon=resolve.weapon_of(battle.rules, weapon), facing="rear")
    hull = on_hull(battle, battle.units[B], struck)
    immune = battle.rules[armour.immune](battle.rules, hull)
    exact = 0.0 if immune else float(odds.strike(battle.rules, hull).knocked_out) + SUFFERS
    assert destroys(battle, battle.units[B], struck) == pytest.approx(exact)
