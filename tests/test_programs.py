"""What a run says of tests whose programs are not there, what it does where they are required, and in which order."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from programs import PROGRAMS
from sharing import dealt

LACKING_BROWSER = """
    import pytest
    from programs import lacking

    @pytest.fixture(scope="session")
    def browser():
        lacking("browser", "none is installed")

    @pytest.mark.parametrize("number", [1, 2])
    def test_a_page(browser, number): ...

    def test_something_else(): ...
"""
CI = Path(__file__).parents[1] / ".ci" / "run"
PLUGINS = ("-p", "programs", "-p", "no:cacheprovider", "-p", "no:schemathesis")
MAKE = """#!/bin/sh
echo "make $1 speaks"
exit "$(cat "$(dirname "$0")/$1" 2>/dev/null || echo 0)"
"""
"""Says what it was asked for, and leaves with what a file of that name says."""


@pytest.fixture
def anywhere(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with tests of its own, which know what ours know of programs."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    monkeypatch.delenv("OVERHEAT_REQUIRE", raising=False)
    return pytester


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_last_line_says_what_was_not_tested(anywhere: pytest.Pytester, workers: str) -> None:
    anywhere.makepyfile(LACKING_BROWSER)
    result = anywhere.runpytest_subprocess(*PLUGINS, "-n", workers)
    result.assert_outcomes(passed=1, skipped=2)
    last = [line for line in result.outlines if line.strip()][-1]
    assert last == "NOT EVERYTHING WAS TESTED: browser (none is installed), 2 tests skipped"
    assert result.ret == 0


def test_other_skips_are_left_to_the_summary(anywhere: pytest.Pytester) -> None:
    anywhere.makepyfile("import pytest\ndef test_it(): pytest.skip('not today')")
    assert "NOT EVERYTHING" not in anywhere.runpytest_subprocess(*PLUGINS).stdout.str()


def test_what_is_required_fails_where_it_is_lacking(anywhere: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERHEAT_REQUIRE", "browser,postgresql")
    anywhere.makepyfile(LACKING_BROWSER)
    result = anywhere.runpytest_subprocess(*PLUGINS)
    result.assert_outcomes(passed=1, errors=2)
    assert result.ret == 1
    assert "NOT EVERYTHING" not in result.stdout.str()


def test_a_program_that_nobody_knows_cannot_be_required(
    anywhere: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OVERHEAT_REQUIRE", "browsers")
    anywhere.makepyfile(LACKING_BROWSER)
    assert anywhere.runpytest_subprocess(*PLUGINS).ret == 4


def test_continuous_integration_requires_every_program() -> None:
    line = next(line for line in CI.read_text(encoding="utf-8").splitlines() if "OVERHEAT_REQUIRE" in line)
    assert line == f"export OVERHEAT_REQUIRE={','.join(PROGRAMS)}"


@pytest.mark.parametrize(
    ("left", "code"),
    [({}, 0), ({"test": 2}, 1), ({"lint": 2}, 1), ({"test": 2, "lint": 2}, 1), ({"environment": 2}, 2)],
)
def test_continuous_integration_fails_if_tests_or_lint_do_and_shows_both(
    tmp_path: Path, left: dict[str, int], code: int
) -> None:
    (tmp_path / "make").write_text(MAKE, encoding="utf-8")
    (tmp_path / "make").chmod(0o755)
    for target, leaves in left.items():
        (tmp_path / target).write_text(str(leaves), encoding="utf-8")
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(CI, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == code
    spoken = [line.split()[1] for line in done.stdout.splitlines() if line.endswith(" speaks")]
    assert spoken == (["environment"] if "environment" in left else ["environment", "test", "lint"])


@pytest.mark.parametrize("workers", [2, 3, 6])
def test_tests_that_last_are_begun_first_by_all_workers(workers: int) -> None:
    tests = [*range(100, 140), *range(9), *range(140, 167)]
    shared = dealt(tests, lambda test: test < 9, workers)
    assert sorted(shared) == sorted(tests)
    for left in range(workers, 0, -1):
        share = len(shared) // left
        long = [test < 9 for test in shared[:share]]
        del shared[:share]
        assert long == sorted(long, reverse=True)
        assert sum(long) in (9 // workers, 9 // workers + 1)
