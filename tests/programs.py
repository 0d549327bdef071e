"""Programs that some tests drive: a browser, a database server. They are not Python's, and a machine may lack them.

A test that cannot have its program is skipped, and the last line of the run says what was not tested. The variable
`OVERHEAT_REQUIRE`, as `browser,postgresql`, names programs that must be there: without them their tests fail.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import NoReturn

import pytest

PROGRAMS = ("browser", "postgresql")
LACKING = "not tested here: "
"""How the reason of such a skip begins."""


def required() -> frozenset[str]:
    """The programs that must be there; a name that is none would require nothing, so it is an error."""
    names = frozenset(name.strip() for name in os.environ.get("OVERHEAT_REQUIRE", "").split(",")) - {""}
    if unknown := names - set(PROGRAMS):
        raise pytest.UsageError(f"OVERHEAT_REQUIRE: no such program: {', '.join(sorted(unknown))}")
    return names


def lacking(program: str, reason: str) -> NoReturn:
    """Leave a test whose program is not there: skipped, or failed where the program is required."""
    if program in required():
        pytest.fail(f"{program} is required by OVERHEAT_REQUIRE: {reason}", pytrace=False)
    pytest.skip(f"{LACKING}{program} ({reason})")


def not_tested(reports: list[pytest.TestReport]) -> str:
    """What the skipped tests left untested, in a line; nothing if no program was lacking."""
    reasons = [str(report.longrepr[2]) for report in reports if isinstance(report.longrepr, tuple)]
    counts = Counter(reason.partition(LACKING)[2] for reason in reasons if LACKING in reason)
    return "; ".join(f"{what}, {count} test{'s' * (count != 1)} skipped" for what, count in sorted(counts.items()))


def pytest_configure(config: pytest.Config) -> None:
    required()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """After everything else has been said, say what was not tested."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(config, "workerinput"):
        return
    if told := not_tested(reporter.stats.get("skipped", [])):
        reporter.write_line(f"NOT EVERYTHING WAS TESTED: {told}", red=True, bold=True)
