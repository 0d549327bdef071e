"""What every command shares: where output goes, and how a no is told."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NoReturn, TextIO

import typer

FAILED, WRONG_USAGE = 1, 2
"""Exit codes: something asked for failed; the command was not understood."""

Out = Annotated[Path | None, typer.Option("--out", help="Write to this file instead of standard output.")]


def leave(message: str, exit_code: int = FAILED) -> NoReturn:
    """Say one line on standard error, and leave."""
    typer.echo(f"overheat: {message}", err=True)
    raise typer.Exit(exit_code)


@contextmanager
def refusals(exit_code: int = FAILED) -> Iterator[None]:
    """Tell a refusal in one line, and leave."""
    from overheat.kernel.refusal import RefusedError

    try:
        yield
    except RefusedError as error:
        leave(str(error), exit_code)


@contextmanager
def writing(out: Path | None) -> Iterator[TextIO]:
    """Standard output, or the file asked for; a file that cannot be written is told in one line."""
    if out is None:
        yield sys.stdout
        return
    try:
        file = out.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        leave(f"{out}: {error.strerror}")
    with file:
        yield file


def write_json(file: TextIO, value: object) -> None:
    """A value as indented JSON."""
    import msgspec

    file.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")
