"""The README is true: its commands print what it says, its Python runs, its links lead somewhere."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from overheat.cli.main import app

PROJECT = Path(__file__).parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ overheat ([^\n]*)\n(.*?)```", README, re.DOTALL)
DOCUMENTS = [PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *sorted((PROJECT / "docs").rglob("*.md"))]


def test_there_are_eight_examples() -> None:
    assert len(EXAMPLES) + README.count("```python") == 8


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_a_command_prints_what_the_readme_says(command: str, output: str) -> None:
    result = CliRunner().invoke(app, shlex.split(command))
    assert result.exit_code == 0
    told, dots, _ = output.partition("\n...")
    assert result.stdout.startswith(told) if dots else result.stdout.strip() == output.strip()


def test_the_python_example_runs() -> None:
    failures, tried = doctest.testfile(str(PROJECT / "README.md"), module_relative=False)
    assert tried > 3
    assert failures == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8").replace("\n", " ")):
        if "://" not in link:
            assert (document.parent / link.strip()).exists(), link
