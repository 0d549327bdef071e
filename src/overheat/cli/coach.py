"""`overheat coach`: the decisions of a battle that cost most, with the better ones and why."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from overheat.cli.console.console import Out, progress, refusals, write_json, writing
from overheat.cli.console.layers import Rules, brought, check_files


class Form(StrEnum):
    """How it is told."""

    TABLE = "table"
    JSON = "json"


def coach(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", readable=False, help="The log of a battle, as --save keeps it.")
    ],
    player: Annotated[
        str, typer.Option(metavar="SIDE", help="Whose decisions; the first side's if none is named.")
    ] = "",
    most: Annotated[int, typer.Option(min=1, max=1000, metavar="N", help="How many, the costliest first.")] = 5,
    rules: Rules = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Look back at a battle, and tell the decisions that cost a player most.

    Each is weighed and tried out against what the bots `hard` and `search` would have done, under the same rules and
    with what the player knew.
    """
    import msgspec

    from overheat.kernel.log.replay import read
    from overheat.lab.coach import coach as look_back
    from overheat.lab.coach import told
    from overheat.lab.games import kind_named

    log = path.read_bytes()
    with refusals(file=path):
        header, _ = read(log)
        kind = kind_named(header.game)
        check_files(header, kind.library, brought(kind.library, rules))
        mistakes = look_back(log, player, most, lambda doubts, total: progress(doubts, total, "Trying out", 2))
    with refusals(), writing(out) as file:
        if form is Form.JSON:
            write_json(file, {"mistakes": [msgspec.to_builtins(mistake) for mistake in mistakes]})
        else:
            file.writelines(f"{line}\n" for line in told(mistakes))
