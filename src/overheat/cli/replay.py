"""`overheat replay`: a log played again, held against itself byte for byte, and told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from overheat.cli.battle import told
from overheat.cli.console.console import WRONG_USAGE, Out, leave, refusals, writing
from overheat.cli.console.layers import Rules, brought, check_files

if TYPE_CHECKING:
    from overheat.kernel.log.replay import Session
    from overheat.lab.games import Kind


class Form(StrEnum):
    """How a battle is told."""

    TABLE = "table"
    JSON = "json"
    POSITION = "position"


AS_TOLD = "--as-told tells the log without playing it"


def replay(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", readable=False, help="The log of a battle, as --save keeps it.")
    ],
    form: Annotated[
        Form | None,
        typer.Option(
            "--format",
            help="table tells the battle, json prints its log, position how it stands at the end.",
            show_default=False,
        ),
    ] = None,
    to: Annotated[
        int | None, typer.Option("--to", min=0, metavar="N", help="Only the first N commands.", show_default=False)
    ] = None,
    svg: Annotated[
        int | None,
        typer.Option("--svg", min=1, metavar="TURN", help="Draw the table as this turn leaves it.", show_default=False),
    ] = None,
    rules: Rules = None,
    any_wording: Annotated[
        bool, typer.Option("--any-wording", help="Take a log whose sentences another version worded otherwise.")
    ] = False,
    told_only: Annotated[
        bool, typer.Option("--as-told", help="Tell the battle from the events in the log, without playing it again.")
    ] = False,
    out: Out = None,
) -> None:
    """Play a log again, and see whether every byte comes out the same.

    The first difference is told in one line, and the command leaves with 1. --as-told tells a log that does not replay,
    has damaged lines, or was played under rules that are gone.
    """
    from overheat.kernel.log.replay import difference_of, first_difference, read
    from overheat.lab.games import kind_named
    from overheat.lab.readings import played_again

    log = path.read_bytes()
    if told_only:
        _tell(log, form, to, svg, out)
        return
    with _locked_out(path):
        header, commands = read(log)
        kind = kind_named(header.game)
        check_files(header, kind.library, brought(kind.library, rules))
        session = played_again(log, to)
    partly = to is not None and to < len(commands)
    lines = log.splitlines()[: len(session.lines)] if partly else log.splitlines()
    difference = difference_of(lines, session, any_wording=any_wording)
    if difference is not None:
        worded = first_difference(lines, session.lines, session.game.worded, any_wording=True) is None
        leave(f"{path}: {difference} ({'only the wording differs: see --any-wording' if worded else AS_TOLD})")
    with refusals():
        drawn = picture_after(kind, session, svg) if svg is not None else None
    same = "every byte the same" if lines == session.lines else "every fact the same, in other words"
    with refusals(), writing(out) as file:
        if drawn is not None:
            file.write(drawn)
        elif form is None:
            file.writelines(f"{line}\n" for line in _summary(path, session, len(commands), same))
        else:
            _write(kind, session, form, file)


def _write(kind: Kind, session: Session[Any, Any, Any], form: Form, file: TextIO) -> None:
    """A battle that was played again: told, as its log, or how it stands at the end."""
    from overheat.lab.positions import print_position

    if form is Form.JSON:
        file.write(session.log().decode())
    elif form is Form.POSITION:
        file.write(print_position(session.game, session.setup, session.state))
    else:
        file.writelines(f"{line}\n" for line in told(kind, "", "", session))


def _summary(path: Path, session: Session[Any, Any, Any], commands: int, same: str) -> Iterator[str]:
    """How much was played again, how it compared, and who won."""
    yield f"{path}: {len(session.commands):,} of {commands:,} commands, {len(session.events):,} events, {same}"
    outcome = session.game.over(session.state)
    if outcome is not None:
        yield f"won by {' and '.join(outcome.winners) or 'nobody'}: {outcome.reason}"


@contextmanager
def _locked_out(path: Path) -> Iterator[None]:
    """Why a log cannot be played again, in one line, and how to look at it all the same."""
    from overheat.kernel.refusal import RefusedError

    try:
        yield
    except RefusedError as error:
        leave(f"{path}: {error} ({AS_TOLD})")


def _tell(log: bytes, form: Form | None, to: int | None, svg: int | None, out: Path | None) -> None:
    """Tell a log from its events, or print it as it is."""
    from overheat.cli.console.as_told import as_told

    if svg is not None:
        raise typer.BadParameter("--svg draws a battle that is played again; it does not go with --as-told")
    if form is Form.POSITION:
        raise typer.BadParameter("a position is one of a battle that is played again; it does not go with --as-told")
    with refusals():
        lines = [] if form is Form.JSON else list(as_told(log, to))
    with writing(out) as file:
        if form is Form.JSON:
            file.write(log.decode(errors="replace"))
        file.writelines(f"{line}\n" for line in lines)


def picture_after(kind: Kind, session: Session[Any, Any, Any], turn: int) -> str:
    """The table as a turn leaves it: at the first moment of the next one, or at the end of the battle."""
    from overheat.kernel.log.replay import Session

    if kind.drawn is None:
        leave(f"the game {kind.name} is not drawn", WRONG_USAGE)
    last = kind.round_of(session.state)
    if turn > last:
        leave(f"there is no turn {turn} in this log; its last is {last}", WRONG_USAGE)
    again: Session[Any, Any, Any] = Session(session.game, session.setup, session.seed, session.lines[0])
    for player, command in session.commands:
        if kind.round_of(again.state) > turn:
            break
        again.apply(player, command)
    return kind.drawn(session.game, again.state, turn)
