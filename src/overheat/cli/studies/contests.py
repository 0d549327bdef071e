"""`overheat tournament` and `overheat balance`: bots or units meet one another, and are rated."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from overheat.cli.battle import Form
from overheat.cli.console.batch import Jobs
from overheat.cli.console.console import FAILED, INTERRUPTED, Out, progress, refusals, say, write_json, writing
from overheat.cli.console.layers import Rules, brought
from overheat.cli.studies.compare import Backend

if TYPE_CHECKING:
    from overheat.lab.study.balance import Entry
    from overheat.lab.study.fixture import Fixture, Played
    from overheat.lab.study.ratings import Rating

Kept = Annotated[
    Path | None,
    typer.Option(
        "--report", metavar="FOLDER", readable=False, help="Where games are kept, and where a stopped run goes on."
    ),
]


def tournament(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A scenario file, or a bundled scenario.")],
    bots: Annotated[
        str, typer.Option(metavar="A,B,...", help="Who plays: names of bots, or classes of files, as mine.py:Bot.")
    ],
    games: Annotated[
        int, typer.Option(min=1, max=1_000_000, metavar="N", help="Seeds; each pair plays both sides.")
    ] = 10,
    seed: Annotated[int, typer.Option(metavar="N", help="The first seed.")] = 1,
    jobs: Jobs = 1,
    rules: Rules = None,
    backend: Backend = "loky",
    report: Kept = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Let every bot play every other from both sides, and rate them.

    A rating of 0 is the average of those who played; 400 more wins ten times as often as it loses.
    """
    from overheat.lab.games import find_scenario
    from overheat.lab.players import make_bot
    from overheat.lab.study.tournament import standings, tournament

    with refusals():
        kind, brief = find_scenario(scenario, lambda kind: brought(kind.library, rules))
        layers = kind.layers(brief, brought(kind.library, rules))
        named = [name.strip() for name in bots.split(",") if name.strip()]
        for name in named:
            make_bot(kind.name, name, 1, "")
        fixtures = list(tournament(kind, brief, layers, named, range(seed, seed + games)))
        played, stopped = _played(fixtures, report, jobs, backend)
        rows, pairs = standings(played)
    with writing(out) as file:
        if form is Form.JSON:
            write_json(file, {"ratings": rows, "pairs": pairs, "games": len(played)})
        else:
            _tell(file, [(row.name, "", row) for row in rows], "bot", "")
            for pair in pairs:
                one, other = pair.names
                file.write(f"{one} against {other}: {pair.points:g} of {pair.games}\n")
    _leave(played, stopped)


def balance(
    unit: Annotated[list[str] | None, typer.Argument(metavar="[UNIT]...", help="Names of bundled units.")] = None,
    units: Annotated[
        Path | None, typer.Option(metavar="FOLDER", readable=False, help="A folder of unit files to judge.")
    ] = None,
    value: Annotated[int, typer.Option(min=1, metavar="BV", help="The battle value that each side spends.")] = 3000,
    board: Annotated[str, typer.Option(metavar="BOARD", help="Where they meet.")] = "valley",
    games: Annotated[int, typer.Option(min=1, max=100_000, metavar="N", help="Seeds for each pair and side.")] = 1,
    rounds: Annotated[int, typer.Option(min=1, max=100, metavar="N", help="How long a battle takes at most.")] = 15,
    bot: Annotated[str, typer.Option(metavar="BOT", help="Who plays both sides.")] = "greedy",
    seed: Annotated[int, typer.Option(metavar="N", help="The first seed.")] = 1,
    jobs: Jobs = 1,
    rules: Rules = None,
    backend: Backend = "loky",
    report: Kept = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Ask whether battle values are fair: units meet one another, as many of each as the value buys.

    A unit that wins more than it should for its value is rated above 0, one that is too dear below.
    """
    from overheat.lab.classic_kind import EDITION
    from overheat.lab.games import kind_named
    from overheat.lab.study.balance import entries, fixtures, rated

    if not unit and units is None:
        raise typer.BadParameter("name UNITs, or a folder of them with --units")
    with refusals():
        library = kind_named("classic").library
        assert library is not None
        layers = library.laid_over(EDITION, brought(library, rules))
        files = sorted(path for path in units.rglob("*") if path.suffix.lower() in (".mtf", ".blk")) if units else []
        judged = entries([*(unit or ()), *files], value, layers)
        planned = list(fixtures(judged, board, layers, range(seed, seed + games), bot, rounds))
        played, stopped = _played(planned, report, jobs, backend)
        rows = rated(judged, played)
    if report is not None:
        _report(rows, played, value, report)
    with writing(out) as file:
        if form is Form.JSON:
            write_json(
                file,
                [
                    {"unit": entry.name, "value": entry.value, "count": entry.count, "rating": row}
                    for entry, row in rows
                ],
            )
        else:
            _tell(file, [(entry.name, f"{entry.count} x {entry.value:,}", row) for entry, row in rows], "unit", "value")
    _leave(played, stopped)


def _report(rows: list[tuple[Entry, Rating]], played: list[Played], value: int, place: Path) -> None:
    """The report beside the games, where charts can be drawn."""
    from overheat.kernel.refusal import RefusedError
    from overheat.lab.study.balance import sheet_of
    from overheat.lab.study.balance_page import balance_page

    sheets = {entry.name: sheet_of(entry) for entry, _ in rows}
    try:
        (place / "report.html").write_text(balance_page(rows, played, sheets, value, "Units by their values"), "utf-8")
    except RefusedError as error:
        say(str(error))


def _played(fixtures: list[Fixture], report: Path | None, jobs: int, backend: str) -> tuple[list[Played], bool]:
    from overheat.lab.study.running import Folder, run

    folder = None if report is None else Folder(report)
    played: list[Played] = []
    try:
        played.extend(progress(run(fixtures, folder, jobs, backend), len(fixtures), "Playing", 4))
    except KeyboardInterrupt:
        return played, True
    return played, False


def _tell(file: TextIO, rows: list[tuple[str, str, Rating]], what: str, worth: str) -> None:
    """Ratings to read, the strongest first."""
    wide = max([len(what), *(len(name) for name, _, _ in rows)]) + 2
    broad = max([len(worth), *(len(words) for _, words, _ in rows)]) + 2 if worth else 0
    file.write(f"{what:<{wide}}{worth:<{broad}}{'rating':>7}   {'95 % interval':<16}{'points':>8}{'games':>7}\n")
    for name, words, row in rows:
        found = row.rating
        between = f"{found.low:+.0f} to {found.high:+.0f}"
        file.write(
            f"{name:<{wide}}{words:<{broad}}{found.value:>+7.0f}   {between:<16}{row.points:>8g}{row.games:>7}\n"
        )


def _leave(played: list[Any], stopped: bool) -> None:
    """End as the games did: somebody stopped them, or some of them failed."""
    for game in played:
        if game.error:
            say(f"{game.arm}, seed {game.seed}: {game.error}")
    if stopped:
        say(f"stopped after {len(played)} games")
        raise typer.Exit(INTERRUPTED)
    if any(game.error for game in played):
        raise typer.Exit(FAILED)
