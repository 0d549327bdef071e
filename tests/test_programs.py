"""What a run says of tests whose programs are not there, and what it does where they are required."""

from __future__ import annotations

from pathlib import Path

import pytest

from programs import PROGRAMS

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
PLUGINS = ("-p", "programs", "-p", "no:cacheprovider", "-p", "no:schemathesis")


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
    line = next(line for line in _ci() if "OVERHEAT_REQUIRE" in line)
    assert line == f"export OVERHEAT_REQUIRE={','.join(PROGRAMS)}"


def _ci() -> list[str]:
    return (Path(__file__).parents[1] / ".ci" / "run").read_text(encoding="utf-8").splitlines()
