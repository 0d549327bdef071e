"""Which kinds of unit are checked, and by which rules: a layer may bring a kind and its checks."""

from __future__ import annotations

import pytest

from overheat.classic.construction.check import check, is_checked
from overheat.classic.construction.kinds import KINDS, Drawn
from overheat.classic.construction.machine.plan import Finding, Plan
from overheat.classic.rulesets import CLASSIC, standard
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Slot, rule
from vehicles import WARDEN, of, sheet

HERE = Book("Test")("here")
BARGES: Slot[[Plan], tuple[Finding, ...]] = Slot("barges.checks", nothing=())


@rule("barges.weight", cite=HERE, slot=BARGES)
def light(plan: Plan) -> tuple[Finding, ...]:
    """A barge weighs fifty tons at most."""
    return (Finding(id="barges.weight", reason="too heavy", cite=HERE),) if plan.sheet.tons > 50 else ()


ROW = KINDS.amended("barges.kinds", {"gun emplacement": Drawn(Plan, BARGES)}, cite=HERE)
LAYER = Layer("barges", HERE, needs=("classic",), add=(light,), change=(ROW,))


@pytest.mark.proves("construction.kinds")
def test_a_vehicle_is_checked_and_a_gun_emplacement_is_not() -> None:
    rules = standard()
    assert [is_checked(of(WARDEN, kind=kind), rules) for kind in ("vehicle", "gun emplacement")] == [True, False]
    assert check(of(WARDEN, tons=300)) != ()
    assert check(of(WARDEN, kind="gun emplacement", tons=300)) == ()


def test_a_layer_brings_the_checks_of_a_kind_that_has_none() -> None:
    rules, heavy = compose(CLASSIC, LAYER), of(WARDEN, kind="gun emplacement", tons=60)
    assert [finding.id for finding in check(heavy, rules)] == ["barges.weight"]
    assert check(of(WARDEN, kind="gun emplacement", tons=40), rules) == ()
    assert check(sheet(WARDEN), rules) == check(sheet(WARDEN))
