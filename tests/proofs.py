"""Makes proofs real: a test that says it proves a ruling must fail when the ruling is taken out.

After a test marked `proves(...)` has passed, it is run again as it is, to see that it can be run twice, and then once
for each id it names, the id of a ruling or of a rule itself, with every rule and table knocked out that claims the id.
If it still passes, the test fails.

A knocked out contribution says nothing, as its slot defines it; a knocked out table has no rows, and one that
has none takes those that layers bring to it along; rows of a layer are as they were without it, and data that carries
a ruling is not to be found; a knocked out decision
answers nonsense, once of the kind that counts as true and once of the kind that counts as false, and a proof must fail
for one of them: merely calling the rule proves nothing.

A figure that a ruling amends is put back, each of them alone, and the proof must fail for each; it must have gone
through a door that a user has (`doors.py`).

Whatever the code has cached would outlive the knock-out, and fixtures are not set up anew, so a proving test builds
what it tests inside the test function. Each case of a parametrised test is a proof of its own: a case in which the
ruling changes nothing belongs into another test.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from overheat.kernel.rules.rule import LayeredTable, Rows, Rule, Table
from overheat.register.gather import RULE_PACKAGES, Claimant, Known, claimants, entries

ENTRIES = pytest.StashKey[list[Known]]()
CLAIMANTS = pytest.StashKey[list[Claimant]]()


class Nonsense:
    """What a knocked out decision answers: true, and equal to nothing."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("rule_packages", "the packages whose rules the tests prove", type="args", default=list(RULE_PACKAGES))


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Run the test; if it passes and says it proves something, see whether it does."""
    result = yield
    ids = [id for mark in pyfuncitem.iter_markers("proves") for id in mark.args]
    if ids:
        if not _passes(pyfuncitem):
            pytest.fail(
                "does not pass when run twice: a proving test builds what it tests inside itself", pytrace=False
            )
        for id in dict.fromkeys(ids):
            _see_proof(pyfuncitem, id)
    return result


def _see_proof(test: pytest.Function, id: str) -> None:
    """Fail unless the test fails without what claims the id."""
    claiming = [entry for entry in _entries(test.config) if id == entry.id or id in entry.implements]
    named = [item for item in _claimants(test.config) if id == item.id or id in item.implements]
    if not claiming and not named:
        pytest.fail(f"claims to prove {id}, which no rule or table claims to implement", pytrace=False)
    figures = [item for item in named if getattr(item, "door", None)]
    _see_figures(test, id, figures)
    data = [item for item in named if item not in figures]
    if not claiming and not data:
        return
    for answer in (None, Nonsense()):
        with knocked_out(claiming, answer), ExitStack() as stack:
            for item in data:
                stack.enter_context(item.taken_out())
            if not _passes(test):
                break
    else:
        names = ", ".join([*(entry.id for entry in claiming), *(item.id for item in data)])
        pytest.fail(f"claims to prove {id} but passes without it (knocked out: {names})", pytrace=False)


def _see_figures(test: pytest.Function, id: str, figures: list[Claimant]) -> None:
    """Fail unless the test goes through a door and fails with any of the figures as it was before its ruling."""
    before = _doors_opened()
    if figures and _passes(test) and _doors_opened() == before:
        pytest.fail(f"claims to prove {id}, a figure, and goes through no door", pytrace=False)
    for figure in figures:
        with figure.taken_out():
            if _passes(test):
                pytest.fail(f"claims to prove {id} but passes with {figure.id} as it was before", pytrace=False)


def _doors_opened() -> int:
    return getattr(sys.modules.get("doors"), "opened", 0)


def _passes(test: pytest.Function) -> bool:
    """Run the test's function with the fixtures it already has. A skip is no failure."""
    arguments = {name: test.funcargs[name] for name in test._fixtureinfo.argnames}
    try:
        test.obj(**arguments)
    except (pytest.skip.Exception, pytest.xfail.Exception):
        return True
    except (Exception, pytest.fail.Exception):
        return False
    return True


def _entries(config: pytest.Config) -> list[Known]:
    """The rules and tables of the rule packages, collected when the first proving test asks."""
    if ENTRIES not in config.stash:
        config.stash[ENTRIES] = entries(config.getini("rule_packages"))
    return config.stash[ENTRIES]


def _claimants(config: pytest.Config) -> list[Claimant]:
    """The data of the rule packages that carries rulings."""
    if CLAIMANTS not in config.stash:
        config.stash[CLAIMANTS] = claimants(config.getini("rule_packages"))
    return config.stash[CLAIMANTS]


@contextmanager
def knocked_out(claiming: list[Known], answer: object = None) -> Iterator[None]:
    """Take rules and tables out of force for a while, wherever they are held."""
    kept: list[tuple[Known, Any, Any]] = [
        (entry, entry.function if isinstance(entry, Rule) else entry.rows, getattr(entry, "out", ()))
        for entry in claiming
    ]
    bare = {entry.id for entry in claiming if isinstance(entry, Table) and not entry.rows}
    whole = vars(LayeredTable)["rows"]
    try:
        for entry in claiming:
            _knock_out(entry, answer)
        _forget_odds()
        if bare:
            setattr(LayeredTable, "rows", property(lambda table: {} if table.id in bare else whole.fget(table)))  # noqa: B010
        yield
    finally:
        _forget_odds()
        setattr(LayeredTable, "rows", whole)  # noqa: B010
        for entry, held, out in kept:
            if isinstance(entry, Rule):
                entry.function = held
                continue
            if isinstance(entry, Rows):
                entry.out = out
            entry.rows = held


def _forget_odds() -> None:
    """Clear what H.E.A.T has worked out once for each ruleset: a rule that is knocked out stays in its ruleset."""
    for name, module in list(sys.modules.items()):
        if name.startswith("overheat.platoon.resolution."):
            for held in vars(module).values():
                if hasattr(held, "cache_clear"):
                    held.cache_clear()


def _knock_out(entry: Known, answer: object) -> None:
    """Make a contribution say nothing, a decision answer nonsense, a table empty."""
    if isinstance(entry, Rule):
        said = answer if entry.slot is None else entry.slot.nothing
        entry.function = lambda *_, **__: said
    else:
        if isinstance(entry, Rows):
            entry.out = ()
        entry.rows = {}
