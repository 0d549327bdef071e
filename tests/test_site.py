"""The site of the documents builds without a warning, and tells every public name."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import overheat

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make site` does."""
    built = tmp_path_factory.mktemp("site")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-q",
        "-d",
        str(built / "trees"),
        "docs",
        str(built / "html"),
    ]
    result = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return built / "html"


def test_every_document_is_a_page_that_the_first_leads_to(site: Path) -> None:
    pages = {
        page.relative_to(PROJECT / "docs").with_suffix(".html").as_posix() for page in (PROJECT / "docs").rglob("*.md")
    }
    linked = set(re.findall(r'href="([^"#]+\.html)', (site / "index.html").read_text(encoding="utf-8")))
    assert pages - {"index.html"} <= linked


def test_the_reference_describes_every_public_name(site: Path) -> None:
    described = set(re.findall(r'id="overheat\.(\w+)"', (site / "python.html").read_text(encoding="utf-8")))
    assert described == set(overheat.__all__) - {"__version__", "zoo"}


def test_the_changelog_and_the_guide_for_contributors_are_pages(site: Path) -> None:
    assert f">{overheat.__version__} (" in (site / "changelog.html").read_text(encoding="utf-8")
    guide = (site / "contributing.html").read_text(encoding="utf-8")
    assert "Add an option" in guide
    assert 'href="deviations.html"' in guide
