"""The doors that a user has, as tests go through them: commands, run in this process and quickly."""

from __future__ import annotations

import io
import shlex
from contextlib import redirect_stdout
from functools import cache
from typing import Any

import typer.main

from overheat.cli.main import app

opened = 0
"""How often a test has gone through a door; who proves a figure must."""


def told(command: str, *more: str) -> str:
    """What `overheat ...` writes; a refusal is told as it is."""
    global opened
    opened += 1
    program, *arguments = shlex.split(command)
    assert program == "overheat"
    with redirect_stdout(io.StringIO()) as out:
        try:
            _command().main([*arguments, *more], standalone_mode=False)
        except typer.Exit as end:
            return f"{out.getvalue()}exit {end.exit_code}"
    return out.getvalue()


@cache
def _command() -> Any:
    return typer.main.get_command(app)
