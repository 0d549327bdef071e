"""`--help` of every command: one style, and examples that run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from overheat.cli.console.examples import EXAMPLES, EXIT_CODES
from overheat.cli.main import app
from overheat.cli.platoon.odds import app as odds_of_platoons
from overheat.lab.games import kinds
from terminal import run
from test_documents import written

__all__ = ["written"]

WAITS = {"overheat serve --open", "overheat serve --host 0.0.0.0 --allow-host games.example.org"}
"""What goes on until it is stopped; tests of the server start it."""
NO_COMMANDS = {"A", "An", "The", "Every", "Exact", "Hex", "Units", "Whether"}


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command below one, by its words."""
    subcommands = getattr(command, "commands", {})
    if not subcommands or getattr(command, "invoke_without_command", False):
        yield " ".join(path), command
    for name, subcommand in subcommands.items():
        yield from commands(subcommand, (*path, name))


ALL = {
    **dict(commands(typer.main.get_command(app))),
    **dict(commands(typer.main.get_command(odds_of_platoons), ("odds", "platoon"))),
}
EVERY_EXAMPLE = [example for examples in EXAMPLES.values() for example in examples]


@pytest.fixture
def folder(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples run where the files of the documents are, and rules of one's own are forgotten again."""
    monkeypatch.chdir(written)
    monkeypatch.setenv("OVERHEAT_HOME", str(written / "home"))
    for kind in kinds().values():
        assert kind.library is not None
        monkeypatch.setattr(kind.library, "layers", dict(kind.library.layers))
        monkeypatch.setattr(kind.library, "files", {})


def test_every_command_has_examples_and_every_example_a_command() -> None:
    assert set(ALL) == set(EXAMPLES)
    for path, examples in EXAMPLES.items():
        assert all(example.startswith(f"overheat {path}") for example in examples), path


@pytest.mark.parametrize("path", ALL)
def test_help_begins_with_what_the_command_does_and_ends_with_examples(path: str) -> None:
    told = run(*path.split(), "--help", columns=100).stdout
    usage, _, rest = told.partition("\n\n")
    assert usage.startswith(f"Usage: overheat {path}")
    first = rest.split()[0]
    assert re.fullmatch("[A-Z][a-z]+", first), first
    assert first not in NO_COMMANDS
    assert told.rstrip().endswith(EXAMPLES[path][-1])


@pytest.mark.parametrize("path", ALL)
def test_every_argument_and_option_is_described(path: str) -> None:
    silent = [each.name for each in ALL[path].params if not getattr(each, "help", None)]
    assert silent == []


def test_the_exit_codes_are_told_at_the_door() -> None:
    told = run("--help", columns=120).stdout
    assert "Exit codes:" in told
    assert all(f"  {code} " in told for code, _ in EXIT_CODES)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("example", [each for each in EVERY_EXAMPLE if each not in WAITS])
def test_an_example_of_help_runs(example: str) -> None:
    words = shlex.split(example)[1:]
    told = run(*words, typed="quit\n")
    assert told.output or "--out" in words or words[:2] in (["library", "add"], ["library", "remove"])
