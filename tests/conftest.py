"""What all tests share: real proofs, the same examples on every run, programs that can be interrupted, rare sweeps."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import pytest
import typer.testing
from hypothesis import HealthCheck, settings

from sweeps import times

if TYPE_CHECKING:
    from overheat.kernel.rules.library import Library

pytest_plugins = ["pytester", "proofs", "programs", "sharing"]

# No test fails because the machine is busy.
settings.register_profile(
    "overheat",
    max_examples=times(50, thorough=100),
    database=None,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("overheat")

# Programs that tests start find what has been compiled, even where Python is told to keep none.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The commands of a program are made once, not each time that a test runs it: making them takes longer than most take.
typer.testing._get_command = cache(typer.main.get_command)  # type: ignore[attr-defined]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So begun, as by a shell in the background, programs that tests start would never hear an interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)

SWEPT_AFTER = 20_000
"""New objects after which unreachable ones are looked for: Python itself looks after 700, among all that there is."""


def pytest_collection_finish() -> None:
    """What was collected stays to the end: it is put aside, so that nobody looks for garbage in it while tests run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(SWEPT_AFTER)


@pytest.fixture(scope="module", autouse=True)
def _rules_of_the_project_alone() -> Iterator[None]:
    """Layers that the tests of a module bring, as users do, are forgotten after it."""
    yield
    for name in ("alphastrike", "classic", "platoon"):
        rulesets = sys.modules.get(f"overheat.{name}.rulesets")
        if rulesets is not None:
            _forget_files(rulesets.LIBRARY)


def pytest_sessionfinish() -> None:
    """Processes that tables handed on to each other end with the last of them."""
    if "errands" in sys.modules:
        sys.modules["errands"].SHELF.clear()


def _forget_files(library: Library) -> None:
    for name in library.files:
        library.layers.pop(name, None)
        library.bundles.pop(name, None)
    library.files = {}
    known = library.layers.keys() | library.bundles.keys()
    for names in [names for names in library._composed if not known.issuperset(names)]:
        del library._composed[names]
