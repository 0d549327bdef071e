"""`overheat compare`: one battle under several rulesets with the same dice, and what differs with what confidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from overheat.cli.battle import Bots, Form, bots_by_side
from overheat.cli.console.batch import Jobs
from overheat.cli.console.console import FAILED, INTERRUPTED, Out, progress, refusals, say, write_json, writing
from overheat.cli.console.layers import brought

if TYPE_CHECKING:
    from overheat.lab.games import Brief, Kind
    from overheat.lab.study.comparing import Comparison, Line, Study
    from overheat.lab.study.differing import Parting
    from overheat.lab.study.fixture import Played
    from overheat.lab.study.running import Folder

POINTS = "points"
OFTEN = 20
"""After how many games it is looked at whether they are enough."""
SHOWN = ("wins", "rounds", "damage", "hits", "criticals", "falls", "heat", "kills", "value_lost", "fallen", "pins")
"""The figures that the terminal shows; the report has all."""
Backend = Annotated[
    str, typer.Option(metavar="NAME", help="Who plays: loky (processes here), or a ray or dask cluster.")
]
Folders = Annotated[
    Path | None,
    typer.Option(
        "--report",
        metavar="FOLDER",
        readable=False,
        help="Where games, logs and the report go, and where a study that was stopped goes on.",
    ),
]


def compare(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A scenario file, or a bundled scenario.")],
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            metavar="LAYERS",
            help="A ruleset, several layers or files as a+b; once for each that is compared. One alone is compared "
            "with the scenario's own rules.",
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=2, max=1_000_000, metavar="N", help="Seeds; each is played by all.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="The first seed.")] = 1,
    jobs: Jobs = 1,
    until: Annotated[
        str | None,
        typer.Option(metavar="3points", help="Stop as soon as the difference in wins is known this closely."),
    ] = None,
    unpaired: Annotated[bool, typer.Option("--unpaired", help="Other dice for each ruleset.")] = False,
    red: Annotated[str, typer.Option(metavar="BOT", help="Who plays red.")] = "",
    blue: Annotated[str, typer.Option(metavar="BOT", help="Who plays blue.")] = "",
    bot: Bots = None,
    backend: Backend = "loky",
    report: Folders = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Play one battle under several rulesets, and tell what differs and how sure that is.

    Every ruleset has the same dice, seed by seed, and bots that differ change sides. Games are kept as they are
    finished: the same command again goes on where it was stopped.
    """
    from overheat.lab.study.comparing import check_stops, compared
    from overheat.lab.study.differing import first_difference
    from overheat.lab.study.running import Folder

    half = _half(until)
    with refusals():
        study, title = _study(scenario, rules, range(seed, seed + games), red, blue, bot, not unpaired)
        if half is not None:
            check_stops(study)
        place = report or Path(f"compare-{Path(scenario).stem}")
        folder = Folder(place)
        played, stopped = _played(study, folder, jobs, backend, half)
        comparison = compared(study, played, looked=half is not None)
        parting = first_difference(comparison, lambda game: _log(folder, game))
        _report(comparison, f"{title}: {' against '.join(arm.name for arm in study.arms)}", parting, place)
    with writing(out) as file:
        if form is Form.JSON:
            write_json(file, _as_json(comparison, parting))
        else:
            _tell(comparison, parting, place, file)
    if stopped:
        say(f"stopped: {len(played)} games are kept in {place}; the same command goes on with them")
        raise typer.Exit(INTERRUPTED)
    for game in comparison.failed:
        say(f"{game.arm}, seed {game.seed}: {game.error}; its log is in {place}")
    if comparison.failed:
        raise typer.Exit(FAILED)


def _half(until: str | None) -> float | None:
    """Half the width of an interval, from how closely something is to be known: `3points`."""
    if until is None:
        return None
    number = until.removesuffix(POINTS).removesuffix("point").strip()
    try:
        points = float(number)
    except ValueError:
        points = 0.0
    if not 0 < points <= 50:
        raise typer.BadParameter(f"--until {until[:40]!r}: write a number of points of a hundred, as in 3points")
    return points / 100


def _study(
    scenario: str,
    rules: list[str] | None,
    seeds: Sequence[int],
    red: str,
    blue: str,
    bot: list[str] | None,
    paired: bool,
) -> tuple[Study, str]:
    from overheat.lab.games import find_scenario
    from overheat.lab.study.comparing import study_of

    named = list(rules or ())
    wanted: list[list[str]] = [[name] for name in named]
    if len(wanted) < 2:
        wanted.insert(0, [])
    arms: list[tuple[str, tuple[str, ...], Brief]] = []
    kind: Kind | None = None
    for names in wanted:
        kind, brief = find_scenario(scenario, lambda kind, names=names: brought(kind.library, names))  # type: ignore[misc]
        layers = kind.layers(brief, brought(kind.library, names))
        kind.make(layers)
        arms.append((_arm_name(names, kind, brief), layers, brief))
    assert kind is not None
    chosen = bots_by_side(kind.sides(arms[0][2].setup), red, blue, bot)
    return study_of(kind, arms, chosen, seeds, paired), arms[0][2].title


def _arm_name(names: Sequence[str], kind: Kind, brief: Brief) -> str:
    """What a ruleset is called in files and tables."""
    if not names:
        return "+".join(brief.rules) or "standard"
    return "+".join(Path(part).name for part in names[0].split("+"))


def _played(study: Study, folder: Folder, jobs: int, backend: str, half: float | None) -> tuple[list[Played], bool]:
    """The games of a study, and whether somebody stopped it."""
    from overheat.lab.study.comparing import narrow_enough
    from overheat.lab.study.running import run

    fixtures = list(study.fixtures())
    played: list[Played] = []
    try:
        for game in progress(run(fixtures, folder, jobs, backend), len(fixtures), "Playing", 4):
            played.append(game)
            if half is not None and len(played) % OFTEN == 0 and narrow_enough(study, played, half):
                break
    except KeyboardInterrupt:
        return played, True
    return played, False


def _log(folder: Folder, game: Played) -> bytes | None:
    kept = folder.log_of(game.name)
    return kept.read_bytes() if kept.exists() else None


def _report(comparison: Comparison, title: str, parting: Parting | None, place: Path) -> None:
    """The report and the two logs of the first game that differs, beside the games."""
    from overheat.kernel.refusal import RefusedError
    from overheat.lab.study.page import page

    if parting is not None:
        for letter, log in zip("ab", parting.logs, strict=True):
            (place / f"{parting.seed:04}-{letter}.log").write_bytes(log)
    if not comparison.lines:
        return
    try:
        (place / "report.html").write_text(page(comparison, title, parting), encoding="utf-8")
    except RefusedError as error:
        say(str(error))


def _tell(comparison: Comparison, parting: Parting | None, place: Path, file: TextIO) -> None:
    """The comparison to read: a line for each figure that matters, and where the rest is."""
    from overheat.lab.study.page import label, shown, span, times

    arms = [arm.name for arm in comparison.study.arms]
    wide = max([24, *(len(label(line.figure)) + 2 for line in _main(comparison.lines))])
    each = max(12, *(len(name) + 2 for name in arms))
    head = "".join(f"{name:>{each}}" for name in arms)
    gaps = "".join(f"   {'difference (95 %)':<28}{'saved':>7}" for _ in arms[1:])
    file.write(f"{'':<{wide}}{head}{gaps}\n")
    for line in _main(comparison.lines):
        row = "".join(f"{shown(line, arm.value):>{each}}" for arm in line.arms)
        for difference in line.differences:
            star = " *" if difference.by.tells else "  "
            row += f"   {span(line, difference.by) + star:<28}{times(difference.saved):>7}"
        file.write(f"{label(line.figure):<{wide}}{row}\n".rstrip() + "\n")
    file.write(f"\n{len(comparison.games):,} games; * is more than chance; saved: games that the same dice spare\n")
    if comparison.looked:
        file.write("intervals hold however often one looks; stopped as soon as they were narrow enough\n")
    if parting is not None:
        file.write(f"first game that differs: {parting}\n")
        file.write(f"  overheat replay {place / f'{parting.seed:04}-a.log'}\n")
    elif comparison.study.paired and len(arms) > 1:
        file.write("no game differs\n")
    file.write(f"report: {place / 'report.html'}\n")


def _main(lines: Iterable[Line]) -> list[Line]:
    """The lines that the terminal shows."""
    return [line for line in lines if line.figure.count(".") < 2 and line.figure.split(".")[0] in SHOWN]


def _as_json(comparison: Comparison, parting: Parting | None) -> dict[str, object]:
    study = comparison.study
    told = None if parting is None else {"seed": parting.seed, "round": parting.round, "told": parting.told}
    return {
        "arms": [{"name": arm.name, "rules": arm.rules, "bots": arm.bots} for arm in study.arms],
        "games": len(comparison.games),
        "failed": [{"arm": game.arm, "seed": game.seed, "error": game.error} for game in comparison.failed],
        "figures": {line.figure: {"arms": line.arms, "differences": line.differences} for line in comparison.lines},
        "first_difference": told,
    }
