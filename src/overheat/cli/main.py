"""`overheat`: the door to everything."""

from __future__ import annotations

from typing import Annotated

import typer

from overheat import __version__
from overheat.cli import (
    adjudicate,
    battle,
    board,
    coach,
    convert,
    doctor,
    explore,
    force,
    legal,
    odds,
    play,
    replay,
    rules,
    serve,
    shot,
    sight,
    unit,
    values,
)
from overheat.cli.console.console import Command, Door
from overheat.cli.equipment import commands as equipment
from overheat.cli.forces import draft
from overheat.cli.platoon import commands as platoon
from overheat.cli.studies import compare, contests
from overheat.cli.studies import export as lab

app = typer.Typer(
    name="overheat",
    cls=Door,
    help="Play, adjudicate, convert and simulate tabletop battles, with every number explained.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command(cls=Command)(explore.explore)
app.command(cls=Command)(sight.sight)
app.add_typer(board.app, name="board")
app.command(cls=odds.Odds)(odds.odds)
app.command(cls=Command, short_help="Answer a question about the rules, and say why.")(adjudicate.adjudicate)
app.command(cls=Command, short_help="Weigh a shot or a volley without a board.")(shot.shot)
app.command(cls=Command)(play.play)
app.command(cls=Command)(battle.battle)
app.command(cls=Command, short_help="Compare rulesets: the same battle and dice under each.")(compare.compare)
app.command(cls=Command, short_help="Let bots play one another, and rate them.")(contests.tournament)
app.command(cls=Command, short_help="Ask whether battle values are fair.")(contests.balance)
app.add_typer(lab.app, name="lab")
app.command(cls=Command, short_help="Play a log again, and compare every byte.")(replay.replay)
app.command(cls=Command, short_help="Tell which decisions of a battle cost most.")(coach.coach)
app.command(cls=Command)(legal.legal)
app.command(cls=Command)(serve.serve)
app.add_typer(platoon.app, name="platoon", short_help="Build, check and print H.E.A.T platoons; ask for odds.")
app.add_typer(unit.app, name="unit")
app.add_typer(unit.library, name="library")
app.add_typer(equipment.app, name="equipment")
app.command(cls=Command)(values.bv)
app.command(cls=Command)(values.cost)
app.command(cls=Command)(convert.convert)
app.command(cls=Command)(force.force)
app.command(cls=Command, short_help="Draw a random force by value, weight or number.")(draft.draft)
app.command(cls=Command)(doctor.doctor)
app.add_typer(rules.app, name="rules", short_help="List the rulings of five documents, and which work.")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"overheat {__version__}")
        raise typer.Exit


@app.callback()
def overheat(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run a command."""
    app(prog_name="overheat")


if __name__ == "__main__":
    main()
