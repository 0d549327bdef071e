"""`overheat replay`: a log played again, held against itself byte for byte, and told."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from overheat.cli.battle import Form, told
from overheat.cli.console import Out, leave, refusals, writing


def replay(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The log of a battle, as --save keeps it.")],
    form: Annotated[
        Form | None, typer.Option("--format", help="table tells the battle, json prints its log.", show_default=False)
    ] = None,
    to: Annotated[
        int | None, typer.Option("--to", min=0, metavar="N", help="Only the first N commands.", show_default=False)
    ] = None,
    out: Out = None,
) -> None:
    """Play a log again, and see whether every byte comes out the same.

    The first difference is told in one line, and the command leaves with 1.
    """
    from overheat.kernel.replay import first_difference, read, rerun
    from overheat.lab.games import game_of, kind_named

    log = path.read_bytes()
    with refusals():
        header, commands = read(log)
        session = rerun(log, game_of, to)
        kind = kind_named(header.game)
    partly = to is not None and to < len(commands)
    lines = log.splitlines()[: len(session.lines)] if partly else log.splitlines()
    difference = first_difference(lines, session.lines)
    if difference is not None:
        leave(f"{path}: {difference}")
    with refusals(), writing(out) as file:
        if form is Form.JSON:
            file.write(session.log().decode())
        elif form is Form.TABLE:
            file.writelines(f"{line}\n" for line in told(kind, "", "", session))
        else:
            outcome = session.game.over(session.state)
            done = f"{len(session.commands):,} of {len(commands):,} commands"
            file.write(f"{path}: {done}, {len(session.events):,} events, every byte the same\n")
            if outcome is not None:
                won = " and ".join(outcome.winners) or "nobody"
                file.write(f"won by {won}: {outcome.reason}\n")
