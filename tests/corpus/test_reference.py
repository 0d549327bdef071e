"""The comparisons with the reference cases, each over a fixed sample; `make reference` goes over all of them."""

from __future__ import annotations

import pytest

from boards import CORPUS, needs_corpus
from reference.__main__ import comparisons, main
from reference.comparison import Comparison, cases_of, compared, tried

REFERENCE = CORPUS / "reference"
SAMPLE = 300
"""About as many cases of a file as are tried here."""

STRAYS = 1.0
"""How much in a hundred a sample may fall short of what the whole file reaches."""

pytestmark = [needs_corpus, pytest.mark.skipif(not REFERENCE.is_dir(), reason="the reference cases are not there")]


@pytest.mark.parametrize("comparison", comparisons().values(), ids=lambda comparison: comparison.name)
def test_a_sample_of_every_file_agrees_as_far_as_it_should(comparison: Comparison) -> None:
    cases = cases_of(comparison)
    counted = tried(list(compared(comparison, cases[:: max(1, len(cases) // SAMPLE)])))
    assert counted.cases >= min(SAMPLE, len(cases)) / 2
    assert counted.rate >= comparison.goal - STRAYS, counted


def test_the_table_tells_kinds_and_both_answers(capsys: pytest.CaptureFixture[str]) -> None:
    main(["movement_cases", "--every", "40", "--kind", "biped mek", "--differing"])
    printed = capsys.readouterr().out
    assert "movement_cases: " in printed
    assert "unit: biped mek, biped" in printed
    assert "unit: vtol" not in printed


def test_a_folder_without_cases_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--corpus", str(CORPUS / "boards")]) == 1
    assert "no reference cases" in capsys.readouterr().err
