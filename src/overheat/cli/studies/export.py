"""`overheat lab`: what becomes of the games that studies keep."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from overheat.cli.console.console import Command, Group, progress, refusals
from overheat.cli.console.layers import RuleFiles

app = typer.Typer(cls=Group, help="Work with the games that studies keep.", no_args_is_help=True)


class Tables(StrEnum):
    """How tables are written."""

    PARQUET = "parquet"
    CSV = "csv"


@app.command(cls=Command)
def export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a study.", readable=False)],
    form: Annotated[Tables, typer.Option("--format", help="Parquet for data frames, or CSV.")] = Tables.PARQUET,
    rules: RuleFiles = None,
) -> None:
    """Write the games of a study as tables: one row a game, one a shot, one a move."""
    from overheat.lab.games import bring_rules
    from overheat.lab.study.exporting import write_tables

    with refusals():
        bring_rules(rules or ())
        written = write_tables(folder, form, lambda games: progress(games, len(games), "Reading", 20))
    for path, rows in written.values():
        typer.echo(f"{path}: {rows:,} rows")
