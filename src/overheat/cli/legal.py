"""`overheat legal`: whose turn it is in a position, and everything that may be said."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from overheat.cli.battle import going_on
from overheat.cli.console.console import Out, refusals, write_json, writing
from overheat.cli.console.layers import Rules


class Form(StrEnum):
    """How commands are listed."""

    TABLE = "table"
    JSON = "json"


def legal(
    path: Annotated[
        Path,
        typer.Argument(metavar="POSITION", readable=False, help="A file with a position; - is standard input."),
    ],
    seed: Annotated[int, typer.Option(metavar="N", help="The dice of a battle that has not begun.")] = 1,
    rules: Rules = None,
    form: Annotated[Form, typer.Option("--format", help="table for a command on each line, json with all facts.")] = (
        Form.TABLE
    ),
    out: Out = None,
) -> None:
    """List every command that may be given in a position.

    overheat replay LOG --to N --out FILE.position writes one; docs/notation.md says how both are written.
    """
    from overheat.kernel.log.replay import Session
    from overheat.kernel.notation import print_command

    with refusals():
        kind, brief = going_on(path, rules)
        game = kind.make(brief.rules)
        state = Session(game, brief.setup, seed, position=brief.position).state
        player = game.to_act(state)
        commands = [] if player is None else [*game.legal(state, player)]
    with writing(out) as file:
        if form is Form.JSON:
            write_json(file, {"player": player, "commands": [print_command(command) for command in commands]})
        else:
            file.write("nobody: the battle is over\n" if player is None else f"{player}: {len(commands)} commands\n")
            file.writelines(f"  {print_command(command)}\n" for command in commands)
