"""Rules, tables and slots are asked through the ruleset in force."""

import pytest

from overheat.kernel.cite import Book
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Slot, Table, rule

BOOK = Book("Rulebook")
HERE = BOOK("Somewhere")

EXTRAS: Slot[[int], int] = Slot("extras", nothing=0)


@rule("base", cite=HERE)
def base(number: int) -> int:
    """The number itself."""
    return number


@rule("base.double", cite=HERE)
def doubled(number: int) -> int:
    return 2 * number


@rule("extra.one", cite=HERE, slot=EXTRAS)
def one_more(number: int) -> int:
    return 1


@rule("extra.same", cite=HERE, slot=EXTRAS)
def same_again(number: int) -> int:
    return number


PRICES: Table[str, int] = Table("prices", {"apple": 3, "pear": 4}, cite=HERE)

GROUND = Layer("ground", HERE, add=(base, one_more, PRICES))
DOUBLE = Layer("double", HERE, change=(base.replaced_by(doubled),))
AGAIN = Layer("again", HERE, needs=("ground",), add=(same_again,))


def test_a_decision_is_asked_by_the_standard_rule_and_answered_by_the_one_in_force() -> None:
    assert compose(GROUND)[base](4) == 4
    assert compose(GROUND, DOUBLE)[base](4) == 8


def test_contributions_are_asked_in_the_order_they_were_laid() -> None:
    assert [extra.id for extra in compose(GROUND, AGAIN)[EXTRAS]] == ["extra.one", "extra.same"]
    assert sum(extra(5) for extra in compose(GROUND, AGAIN)[EXTRAS]) == 6


def test_a_slot_that_nobody_serves_is_empty() -> None:
    assert compose(Layer("none", HERE))[EXTRAS] == ()


def test_a_dropped_rule_is_out_of_force() -> None:
    rules = compose(GROUND, Layer("plain", HERE, drop=(one_more, base)))
    assert rules[EXTRAS] == ()
    assert "base" not in rules
    with pytest.raises(RefusedError, match="no rule 'base' in force"):
        rules[base]


def test_who_says_names_the_layer_and_what_it_overrode() -> None:
    rules = compose(GROUND, DOUBLE, Layer("plain", HERE, drop=(one_more,)))
    assert rules.who_says("prices").layer == "ground"
    assert (rules.who_says("base").layer, rules.who_says("base").overrides) == ("double", ("ground",))
    assert rules.who_says("extra.one").entry is None
    with pytest.raises(RefusedError, match="speaks of 'elsewhere'"):
        rules.who_says("elsewhere")


def test_two_rulesets_live_side_by_side() -> None:
    plain, double = compose(GROUND), compose(GROUND, DOUBLE)
    assert (plain[base](1), double[base](1), plain[base](1)) == (1, 2, 1)


def test_a_rule_knows_where_it_is_and_what_it_says() -> None:
    assert base.says == "The number itself."
    assert base.where.endswith("test_rules.base")
