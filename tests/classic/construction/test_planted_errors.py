"""Machines that break no rule, and the same machines with one error planted: every one is found, and where it is."""

import pytest

from machines import VALID, found
from plants import PLANTS, planted


@pytest.mark.parametrize("text", VALID.values(), ids=VALID)
def test_machines_that_are_built_by_the_rules_have_no_findings(text: str) -> None:
    assert found(text, None) == set()


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_error_is_found(name: str) -> None:
    assert planted(name)


def test_many_kinds_of_error_are_planted() -> None:
    assert len(PLANTS) >= 80
    assert len({id for _, id, _ in PLANTS.values()}) >= 45
