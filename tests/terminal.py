"""The command line as tests use it: run in this process, and held to what it promises whatever it is given."""

from __future__ import annotations

from typer.testing import CliRunner, Result

import doors
from overheat.cli.main import app


def run(*arguments: str, code: int | None = 0, typed: bytes | str | None = None, columns: int = 80) -> Result:
    """Run `overheat` with these arguments and see that it leaves with a code; None stands for any it may leave with.

    It never ends by an exception, and whatever it says on standard error are lines of its own.
    """
    doors.opened += 1
    result = CliRunner().invoke(app, list(arguments), input=typed, env={"COLUMNS": str(columns)})
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code in ({0, 1, 2} if code is None else {code}), result.output
    assert all(line.startswith("overheat: ") for line in result.stderr.splitlines()), result.stderr
    assert "Traceback" not in result.output
    assert result.exit_code == 0 or result.stderr
    return result


def refused(*arguments: str, code: int, typed: bytes | str | None = None) -> str:
    """The one line that `overheat` says when it does nothing of what it was asked for."""
    result = run(*arguments, code=code, typed=typed)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith("\n")
    return result.stderr.strip()
