"""The proof plugin itself, seen on a small made-up project: what it must let pass, and what it must not."""

from __future__ import annotations

import pytest

RULES = """
from contextlib import contextmanager
from overheat.kernel.cite import Cite
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Slot, Table, rule

HERE = Cite("Made Up", "all of it")
BONUS = Slot("bonus", None)
ROWS = Table("rows", {"woods": 2}, cite=HERE, implements=["MADE-table"])
BARE = Table("bare", {}, cite=HERE, implements=["MADE-bare"])


@rule("bonus.high", cite=HERE, implements=["MADE-slot", "MADE-both"], slot=BONUS)
def high(height):
    return 1 if height > 2 else None


@rule("decides", cite=HERE, implements=["MADE-decision", "MADE-both"])
def decides(height):
    return height > 2


LAYER = Layer("made up", cite=HERE, add=(high, decides, ROWS, BARE))
RULESET = compose(LAYER)


def total(height):
    return sum(rule(height) or 0 for rule in RULESET[BONUS])


WEIGHTS = {"one": 5, "two": 6}


class Weight:
    implements = ("MADE-figure",)
    where = "made_up"
    door = "overheat --version"

    def __init__(self, name):
        self.id, self.name = f"weights.{name}", name

    @contextmanager
    def taken_out(self):
        held, WEIGHTS[self.name] = WEIGHTS[self.name], 0
        try:
            yield
        finally:
            WEIGHTS[self.name] = held


def claimants():
    return [Weight("one"), Weight("two")]
"""

HEADER = """
import pytest
from hypothesis import given, settings, strategies
import doors
from made_up import BARE, HERE, LAYER, RULESET, ROWS, WEIGHTS, Layer, compose, decides, total
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with a slot, a decision and a table, whose tests run under the plugin alone."""
    pytester.makeini(
        """
        [pytest]
        addopts = -p proofs -p no:cacheprovider --strict-markers --strict-config
        markers = proves(*ids): what it proves
        rule_packages = made_up absent_package
        """
    )
    pytester.mkpydir("made_up").joinpath("__init__.py").write_text(RULES, encoding="utf-8")
    pytester.syspathinsert()
    return pytester


def outcome(project: pytest.Pytester, body: str) -> pytest.RunResult:
    """Run one made-up test file in the project."""
    project.makepyfile(test_made_up=HEADER + body)
    return project.runpytest()


HONEST = {
    "a contribution": """
@pytest.mark.proves("MADE-slot")
def test_high():
    assert total(3) == 1
""",
    "a decision": """
@pytest.mark.proves("MADE-decision")
def test_decides():
    assert decides(3)
""",
    "a table": """
@pytest.mark.proves("MADE-table")
def test_rows():
    assert RULESET[ROWS]["woods"] == 2
""",
    "two ids": """
@pytest.mark.proves("MADE-slot", "MADE-both")
def test_high():
    assert total(3) == 1
""",
    "a parametrised test with a fixture": """
@pytest.fixture
def height():
    return 4

@pytest.mark.proves("MADE-slot")
@pytest.mark.parametrize("more", [0, 5])
def test_high(height, more):
    assert total(height + more) == 1
""",
    "a property": """
@pytest.mark.proves("MADE-slot")
@settings(database=None)
@given(strategies.integers(3, 9))
def test_high(height):
    assert total(height) == 1
""",
    "a method under a module mark": """
pytestmark = pytest.mark.proves("MADE-slot")

class TestHigh:
    def test_high(self):
        assert total(3) == 1
""",
    "a table without rows, by those that a layer brings": """
@pytest.mark.proves("MADE-bare")
def test_bare():
    more = Layer("more", cite=HERE, change=(BARE.amended("more.rows", {"woods": 3}, cite=HERE),))
    assert compose(LAYER, more)[BARE].get("woods") == 3
""",
    "figures, each of them, through a door": """
@pytest.mark.proves("MADE-figure")
def test_weights():
    assert doors.told("overheat --version")
    assert WEIGHTS == {"one": 5, "two": 6}
""",
    "failing by pytest.fail": """
@pytest.mark.proves("MADE-slot")
def test_high():
    if total(3) != 1:
        pytest.fail("not high")
""",
}

DISHONEST = {
    "an empty test": (
        """
@pytest.mark.proves("MADE-slot")
def test_high():
    pass
""",
        "claims to prove MADE-slot but passes without it (knocked out: bonus.high)",
    ),
    "a call without an assertion": (
        """
@pytest.mark.proves("MADE-slot")
def test_high():
    total(3)
""",
        "claims to prove MADE-slot but passes without it*",
    ),
    "a decision called without an assertion": (
        """
@pytest.mark.proves("MADE-decision")
def test_decides():
    decides(3)
""",
        "claims to prove MADE-decision but passes without it*",
    ),
    "an empty property": (
        """
@pytest.mark.proves("MADE-slot")
@settings(database=None)
@given(strategies.integers(3, 9))
def test_high(height):
    total(height)
""",
        "claims to prove MADE-slot but passes without it*",
    ),
    "one id of two": (
        """
@pytest.mark.proves("MADE-slot", "MADE-table")
def test_high():
    assert total(3) == 1
""",
        "claims to prove MADE-table but passes without it (knocked out: rows)",
    ),
    "a skip when knocked out": (
        """
@pytest.mark.proves("MADE-slot")
def test_high():
    if total(3) != 1:
        pytest.skip("not high")
""",
        "claims to prove MADE-slot but passes without it*",
    ),
    "an id that no rule claims": (
        """
@pytest.mark.proves("MADE-nothing")
def test_high():
    assert total(3) == 1
""",
        "claims to prove MADE-nothing, which no rule or table claims to implement",
    ),
    "a figure that no door tells": (
        """
@pytest.mark.proves("MADE-figure")
def test_weights():
    assert WEIGHTS == {"one": 5, "two": 6}
""",
        "claims to prove MADE-figure, a figure, and goes through no door",
    ),
    "one figure of two": (
        """
@pytest.mark.proves("MADE-figure")
def test_weights():
    assert doors.told("overheat --version")
    assert WEIGHTS["one"] == 5
""",
        "claims to prove MADE-figure but passes with weights.two as it was before",
    ),
    "a test that uses up its fixture": (
        """
@pytest.fixture
def heights():
    return [3]

@pytest.mark.proves("MADE-slot")
def test_high(heights):
    assert heights.pop() == 3
""",
        "does not pass when run twice*",
    ),
}


@pytest.mark.parametrize("body", HONEST.values(), ids=HONEST)
def test_an_honest_proof_passes(project: pytest.Pytester, body: str) -> None:
    counts = outcome(project, body).parseoutcomes()
    assert counts.keys() == {"passed"}


@pytest.mark.parametrize(("body", "message"), DISHONEST.values(), ids=DISHONEST)
def test_a_dishonest_proof_fails(project: pytest.Pytester, body: str, message: str) -> None:
    result = outcome(project, body)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([message.replace("[", "[[]")])


def test_the_rules_are_back_in_force_after_a_proof(project: pytest.Pytester) -> None:
    body = HONEST["a contribution"] + HONEST["a table"] + HONEST["a decision"]
    outcome(project, body + "\ndef test_after():\n    assert (total(3), ROWS['woods'], decides(3)) == (1, 2, True)\n")
    project.runpytest().assert_outcomes(passed=4)


def test_a_failing_test_is_left_to_fail_by_itself(project: pytest.Pytester) -> None:
    result = outcome(project, '\n@pytest.mark.proves("MADE-slot")\ndef test_high():\n    assert total(3) == 2\n')
    result.assert_outcomes(failed=1)
    assert "claims to prove" not in result.stdout.str()
