"""The program starts without what it does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

LIST = "import sys; print(*sorted(sys.modules))"


def loaded(code: str) -> set[str]:
    """The modules that are there after a piece of Python has run, the last line of what it prints."""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(result.stdout.splitlines()[-1].split())


def after(*arguments: str) -> set[str]:
    """The modules that are there after the command line has run."""
    return loaded(
        "import sys\n"
        "from overheat.cli.main import app\n"
        "try:\n"
        f"    app({list(arguments)!r}, prog_name='overheat')\n"
        "except SystemExit as end:\n"
        "    assert not end.code\n"
        "print(*sorted(sys.modules))"
    )


def test_the_package_loads_nothing_heavy() -> None:
    bare = loaded(LIST)
    fresh = loaded(f"import overheat; {LIST}") - bare
    assert not {name.partition(".")[0] for name in fresh} - {"overheat"} - set(sys.stdlib_module_names)


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("sight", "--help"), ("board", "--help")])
def test_help_loads_neither_libraries_nor_the_game(arguments: tuple[str, ...]) -> None:
    modules = after(*arguments)
    assert not modules & {"numpy", "numba", "icepool", "msgspec", "hypothesis"}
    assert not {name for name in modules if name.startswith(("overheat.classic", "overheat.register", "rich."))}


def test_a_line_of_sight_needs_no_arrays() -> None:
    assert not after("sight", "valley", "0303", "1414") & {"numpy", "numba", "icepool", "rich"}


def test_the_module_runs_as_the_command_does() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "overheat.cli.main", "--version"], capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith("overheat ")
