"""`overheat battle`: bots fight it out, once to be read or many times to be counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TextIO

import typer

from overheat.cli.console.batch import Jobs
from overheat.cli.console.console import (
    FAILED,
    WRONG_USAGE,
    Out,
    leave,
    progress,
    refusals,
    say,
    text_of,
    write_json,
    writing,
)
from overheat.cli.console.layers import Deploy, Rules, brought

if TYPE_CHECKING:
    from overheat.kernel.log.replay import Session
    from overheat.lab.games import Brief, Kind, Terms
    from overheat.lab.study.fixture import Played

SEVERAL = 4
"""From how many games on it is shown how far they have come."""
ALL_SAID = "--position says all about the battle; it takes no SCENARIO and nothing about its set-up"
DEFAULT_BOARD = "valley"
"""Where forces meet that are told no other place."""


class Form(StrEnum):
    """How a battle is told."""

    TABLE = "table"
    JSON = "json"


ScenarioName = Annotated[
    str | None, typer.Argument(metavar="SCENARIO", help="A scenario file, or the name of a bundled scenario.")
]
ScenarioOrForces = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SCENARIO|FORCE...",
        help="A scenario file, or the name of a bundled scenario; or a force file or unit list (.toml, .mul) "
        "for each of two to four sides.",
    ),
]
PositionFile = Annotated[
    Path | None,
    typer.Option(
        "--position",
        metavar="FILE",
        readable=False,
        help="Go on from a position, as overheat replay LOG --out FILE.position writes it, in place of a SCENARIO.",
    ),
]
Bots = Annotated[
    list[str] | None, typer.Option("--bot", metavar="SIDE=BOT", help="Who plays a side; as often as there are sides.")
]


MissionName = Annotated[
    str,
    typer.Option(
        "--mission",
        metavar="KIND",
        help="What the forces fight about: meeting, breakthrough, line, ground, hunt or hill (docs/setup.md).",
    ),
]
Goals = Annotated[
    list[str] | None,
    typer.Option(
        "--goal",
        metavar="KEY=VALUE",
        help="What is said of the mission: side=red, units=2, targets=blue-1, hexes=0808,0809, depth=5, points=5.",
    ),
]
Zones = Annotated[
    list[str] | None,
    typer.Option(
        "--zone",
        metavar="SIDE=WHERE",
        help="Where a side begins: north:3, north+4:3, south-west:6, anywhere; with @se facing south-east.",
    ),
]
Rounds = Annotated[
    int | None, typer.Option("--rounds", min=0, max=1000, metavar="N", help="How long it lasts; 0 until one is left.")
]


Drafts = Annotated[
    str,
    typer.Option(
        "--draft",
        metavar="WISHES",
        help="Random forces for both sides: value=5000,count=4,year=3025,weight=medium+heavy,tech=IS.",
    ),
]
Maps = Annotated[
    str,
    typer.Option(
        "--map", metavar="LANDSCAPE", help="A random map: hills, hills:7 with a seed, hills:7:32x17 with a size."
    ),
]


Loads = Annotated[
    list[str] | None,
    typer.Option(
        "--load",
        metavar="UNIT:BIN=MUNITION",
        help="What a bin of a unit holds: 'red-1:LT SRM 6 Ammo=Inferno'; for each bin.",
    ),
]


def battle(
    scenario: ScenarioOrForces = None,
    board: Annotated[
        str | None, typer.Option(metavar="BOARD", help="Where forces meet: a board file, or a bundled board.")
    ] = None,
    planet: Annotated[
        str | None,
        typer.Option(metavar="PLANET", help="Where it is fought: the conditions of a planet, and its map for forces."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed makes the same battle everywhere.")] = 1,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, metavar="N", help="How many battles, a seed each.")] = 1,
    jobs: Jobs = 1,
    rules: Rules = None,
    load: Loads = None,
    red: Annotated[str, typer.Option(metavar="BOT", help="Who plays red.")] = "",
    blue: Annotated[str, typer.Option(metavar="BOT", help="Who plays blue.")] = "",
    bot: Bots = None,
    draft: Drafts = "",
    landscape: Maps = "",
    mission: MissionName = "",
    goal: Goals = None,
    zone: Zones = None,
    rounds: Rounds = None,
    deploy: Deploy = False,
    position: PositionFile = None,
    reasons: Annotated[
        bool, typer.Option("--reasons", help="Tell of one battle why bots did what they did, before what they did.")
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the bundled scenarios and what each side is worth.")] = (
        False
    ),
    form: Annotated[
        Form, typer.Option("--format", help="table to read; json is the log of one battle, or figures of many.")
    ] = Form.TABLE,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", readable=False, help="Keep the log of one battle, for overheat replay."),
    ] = None,
    out: Out = None,
) -> None:
    """Let bots fight a battle, and tell how it went.

    One battle is told round by round with the terms of every number; of many the results are counted. Two force files
    instead of a scenario meet on a --board: overheat battle mine.toml theirs.mul --board valley
    """
    if listed:
        _list(form, out)
        return
    if not scenario and position is None and not draft:
        raise typer.BadParameter("name a SCENARIO; --list shows those that come with the project")
    terms = terms_of(mission, goal, zone, rounds, deploy)
    if position is not None and (scenario or board or planet or load or draft or landscape or not usual(terms)):
        raise typer.BadParameter(ALL_SAID)
    if save is not None and games > 1:
        raise typer.BadParameter("--save keeps the log of one battle, not of several")
    if reasons and (games > 1 or form is Form.JSON):
        raise typer.BadParameter("--reasons tells them with one battle to read, not with several and not in a log")
    why: dict[int, str] | None = {} if reasons else None
    with refusals():
        if position is None:
            kind, brief = found(scenario or (), board, rules, planet, terms, Chance(draft, landscape, seed))
        else:
            kind, brief = going_on(position, rules)
        brief = loaded(kind, brief, load)
        chosen = bots_by_side(kind.sides(brief.setup), red, blue, bot)
        layers = kind.layers(brief, brought(kind.library, rules))
        forewarn(kind, brief, layers)
        if games == 1:
            session = _one(kind, brief, layers, chosen, seed, why)
        else:
            played = _many(kind, brief, layers, chosen, range(seed, seed + games), jobs)
    if games > 1:
        good = [game for game in played if not game.error]
        if good:
            with writing(out) as file:
                tell_many(kind, brief, good, chosen, form, file)
        errors = {game.error: game.seed for game in reversed(played) if game.error}
        for error, first in errors.items():
            say(f"{error} (first with seed {first})")
        if errors:
            raise typer.Exit(FAILED)
        return
    if save is not None:
        with writing(save) as file:
            file.write(session.log().decode())
    with refusals(), writing(out) as file:
        _tell_one(kind, brief, session, form, file, why)


def _tell_one(
    kind: Kind, brief: Brief, session: Session[Any, Any, Any], form: Form, file: TextIO, why: Mapping[int, str] | None
) -> None:
    """One battle, to read or as its log."""
    if form is Form.JSON:
        file.write(session.log().decode())
    else:
        file.writelines(f"{line}\n" for line in told(kind, brief.title, brief.story, session, why))


def terms_of(mission: str, goal: list[str] | None, zone: list[str] | None, rounds: int | None, deploy: bool) -> Terms:
    """What a command says of how forces meet."""
    from overheat.lab.games import Terms

    goals, zones = (
        _pairs("--goal", goal, "KEY=VALUE, as in units=2"),
        _pairs("--zone", zone, "SIDE=WHERE, as in red=north:3"),
    )
    if goals and not mission:
        raise typer.BadParameter("--goal says something of a --mission; name one")
    return Terms(mission=mission, goal=goals, zones=zones, rounds=rounds, by_players=deploy)


def usual(terms: Terms) -> bool:
    """Whether nothing is said."""
    return terms == type(terms)()


def _pairs(option: str, given: list[str] | None, form: str) -> dict[str, str]:
    pairs = {}
    for word in given or ():
        name, equals, value = word.partition("=")
        if not equals or not name.strip() or not value.strip():
            leave(f"{option} {word[:60]!r}: write {form}", WRONG_USAGE)
        pairs[name.strip()] = value.strip()
    return pairs


class Chance(NamedTuple):
    """What of a battle is left to chance: forces by some wishes, a map of some landscape, and the seed of both."""

    draft: str
    map: str
    seed: int


def found(
    named: Sequence[str],
    board: str | None,
    rules: list[str] | None,
    planet: str | None,
    terms: Terms,
    chance: Chance,
) -> tuple[Kind, Brief]:
    """A scenario by its name, or the battle of several forces on a board or a planet; on the terms that are said.

    Forces and the map may be left to chance.
    """
    if chance.draft and named:
        raise typer.BadParameter("--draft draws both forces; it takes no SCENARIO and no FORCE")
    if chance.map and (board or planet):
        raise typer.BadParameter("--map makes the map; it goes with no --board and no --planet")
    with TemporaryDirectory() as folder:
        if chance.draft:
            named = _drafted(chance, rules, Path(folder))
        if chance.map:
            board = _mapped(chance, Path(folder))
        return _found(named, board, rules, planet, terms)


def _drafted(chance: Chance, rules: list[str] | None, folder: Path) -> list[str]:
    """Two random forces as files, the second as much worth as the first came to."""
    from overheat.classic.muster.draft import as_toml, draft, wishes_of, wishes_said
    from overheat.cli.console.layers import classic_rules
    from overheat.kernel.dice import Seeded

    said, paths = wishes_said(chance.draft), list[str]()
    for name in ("red", "blue"):
        drawn = draft(wishes_of(said), classic_rules(rules), Seeded(chance.seed, stream=f"draft {name}"))
        said = {**said, "value": sum(each.value for each in drawn), "count": len(drawn)}
        path = folder / f"{name}.toml"
        path.write_text(as_toml(drawn), encoding="utf-8")
        paths.append(str(path))
    return paths


def _mapped(chance: Chance, folder: Path) -> str:
    """A random map as a board file."""
    from overheat.classic.board.board_file import write_board
    from overheat.classic.board.generate import generate

    landscape, _, rest = chance.map.partition(":")
    seed, _, size = rest.partition(":")
    wide, _, high = size.partition("x")
    if not all(word.isascii() and (word.isdigit() or not word) and len(word) < 10 for word in (seed, wide, high)):
        raise typer.BadParameter(f"--map {chance.map[:60]!r}: write hills, hills:7 or hills:7:32x17")
    made = generate(int(seed or chance.seed), int(wide or 16), int(high or 17), landscape)
    path = folder / f"{landscape}.board"
    path.write_text(write_board(made), encoding="utf-8")
    return str(path)


def _found(
    named: Sequence[str], board: str | None, rules: list[str] | None, planet: str | None, terms: Terms
) -> tuple[Kind, Brief]:
    from msgspec.structs import replace

    from overheat.classic.muster.force_files import is_force_file
    from overheat.lab.games import find_scenario, meeting, meeting_on_planet, on_planet, on_terms

    def bring(kind: Kind) -> list[str]:
        return list(brought(kind.library, rules))

    if len(named) == 1 and not is_force_file(named[0]):
        kind, brief = find_scenario(named[0], bring)
        brief = on_terms(kind, brief, bring(kind), replace(terms, board=board or ""))
    elif planet is not None and board is None:
        return meeting_on_planet(named, planet, bring, terms)
    else:
        kind, brief = meeting(named, board or DEFAULT_BOARD, bring, terms)
    return kind, brief if planet is None else on_planet(kind, brief, planet)


def going_on(path: Path, rules: list[str] | None) -> tuple[Kind, Brief]:
    """A battle from a position; files of rules are brought first, for it may name their layers."""
    from overheat.cli.console.layers import apart
    from overheat.kernel.refusal import RefusedError, refuse
    from overheat.kernel.rules.files import is_file_of_rules
    from overheat.lab.games import bring_rules
    from overheat.lab.positions import parse_position

    bring_rules(name for name in apart(rules) if is_file_of_rules(name))
    text = text_of(path)
    try:
        found = parse_position(text)
    except RefusedError as error:
        no = error.refusal
        raise refuse(no.id, f"{path}: {no.reason}", no.cite, **no.facts) from None
    return found.kind, found.brief(path.stem)


def loaded(kind: Kind, brief: Brief, given: Iterable[str] | None) -> Brief:
    """A scenario with what the bins of its units are declared to hold."""
    from msgspec.structs import replace

    for word in given or ():
        place, equals, what = word.partition("=")
        unit, colon, holder = place.partition(":")
        if not equals or not colon or not what.strip() or not holder.strip():
            leave(f"--load {word[:60]!r}: write UNIT:BIN=MUNITION, as in 'red-1:LT SRM 6 Ammo=Inferno'", WRONG_USAGE)
        if kind.with_load is None:
            leave(f"--load: nothing is loaded in the {kind.name} game", WRONG_USAGE)
        brief = replace(brief, setup=kind.with_load(brief.setup, unit.strip(), holder.strip(), what.strip()))
    return brief


def bots_by_side(
    sides: Sequence[str], red: str, blue: str, named: Iterable[str] | None, default: str = "greedy"
) -> dict[str, str]:
    """Who plays each side. A side that there is none of is a mistake."""
    chosen = dict.fromkeys(sides, default)
    pairs = [("red", red), ("blue", blue)]
    for word in named or ():
        side, equals, name = word.partition("=")
        if not equals or not side or not name:
            leave(f"--bot {word[:60]!r}: write SIDE=BOT, as in red=greedy", WRONG_USAGE)
        pairs.append((side, name))
    for side, name in pairs:
        if name and side not in chosen:
            leave(f"there is no side {side[:60]!r} in this battle: there are {', '.join(sides)}", WRONG_USAGE)
        if name:
            chosen[side] = name
    return chosen


def forewarn(kind: Kind, brief: Brief, layers: Sequence[str]) -> None:
    """Say once, before a battle begins, which units are paid for what is not played."""
    for line in kind.forewarned(brief.setup, layers):
        say(line)


def _one(
    kind: Kind, brief: Brief, layers: Sequence[str], bots: dict[str, str], seed: int, why: dict[int, str] | None
) -> Session[Any, Any, Any]:
    from overheat.lab.match import play

    return play(kind.make(layers), brief.setup, seed, bots, position=brief.position, reasons=why)


def _many(
    kind: Kind, brief: Brief, layers: Sequence[str], bots: dict[str, str], seeds: Sequence[int], jobs: int
) -> list[Played]:
    from overheat.lab.study.fixture import Fixture, files_of
    from overheat.lab.study.running import run

    files = dict(files_of(kind.name))
    fixtures = [
        Fixture(
            arm=brief.name,
            game=kind.name,
            rules=tuple(layers),
            setup=brief.setup,
            position=brief.position,
            bots=bots,
            seed=seed,
            files=files,
        )
        for seed in seeds
    ]
    played = progress(run(fixtures, jobs=jobs), len(seeds), "Playing", SEVERAL)
    return sorted(played, key=lambda game: game.seed)


def told(
    kind: Kind, title: str, story: str, session: Session[Any, Any, Any], why: Mapping[int, str] | None = None
) -> Iterable[str]:
    """A battle to read: who fights, what happens and, as far as it is given, why, and who is left."""
    from overheat.kernel.wording.because import explained

    names = session.game.rules
    rules = ", ".join(kind.library.in_short(names) if kind.library else names)
    yield f"{title} (seed {session.seed}, rules: {rules})" if title else f"Seed {session.seed}, rules: {rules}"
    if story:
        yield story
    yield ""
    worth = kind.values(session.setup, session.game.rules)
    yield from kind.forces(session.state)
    yield "value: " + ", ".join(f"{side} {value:,}" for side, value in worth.items())
    yield from kind.report(session.game, session.state, explained(session.events, why or {}))
    yield kind.left_on_the_field(session.state)


def tell_many(kind: Kind, brief: Brief, played: list[Played], bots: dict[str, str], form: Form, file: TextIO) -> None:
    """The results of many battles, counted."""
    figures = statistics(kind.sides(brief.setup), played)
    if form is Form.JSON:
        write_json(file, {"scenario": brief.name, "bots": bots, **figures, "results": played})
        return
    file.write(f"{brief.title}: {len(played)} battles, seeds {played[0].seed} to {played[-1].seed}\n\n")
    file.write(f"{'side':<12}{'bot':<10}{'wins':>6}{'share':>8}   95 % interval     survivors\n")
    for side, row in figures["sides"].items():
        low, high = row["interval"]
        between = f"{100 * low:5.1f} to {100 * high:5.1f} %"
        share = f"{100 * row['share']:.1f} %"
        file.write(f"{side:<12}{bots[side]:<10}{row['wins']:>6}{share:>8}   {between}   {row['survivors']:9.2f}\n")
    file.write(f"{'draws':<22}{figures['draws']:>6}\n\n")
    low, high = figures["rounds"]["fewest"], figures["rounds"]["most"]
    file.write(f"rounds: {figures['rounds']['mean']:.1f} on average, {low} to {high}\n")
    file.write(f"time: {figures['seconds']:.2f} s a battle\n")


def statistics(sides: Sequence[str], played: list[Played]) -> dict[str, Any]:
    """Wins with their intervals, rounds, survivors and time. A battle that several sides win counts for each."""
    from overheat.lab.study.intervals import wilson

    games = len(played)
    rows: dict[str, Any] = {}
    for side in sides:
        wins = sum(side in game.winners for game in played)
        won = wilson(wins, games)
        left = sum(game.survivors.get(side, 0) for game in played) / games
        interval = (won.low, won.high)
        rows[side] = {"wins": wins, "share": won.value, "interval": interval, "survivors": left}
    rounds = [game.rounds for game in played]
    return {
        "games": games,
        "sides": rows,
        "draws": sum(not game.winners for game in played),
        "rounds": {"mean": sum(rounds) / games, "fewest": min(rounds), "most": max(rounds)},
        "seconds": sum(game.seconds for game in played) / games,
    }


def _list(form: Form, out: Path | None) -> None:
    """Every bundled scenario with what its sides are worth."""
    from overheat.lab.games import kinds

    rows = []
    with refusals():
        for kind in kinds().values():
            for name in kind.scenarios():
                brief = kind.find(name)
                worth = kind.values(brief.setup, brief.rules)
                rows.append({"scenario": name, "game": kind.name, "value": worth, "title": brief.title})
    with writing(out) as file:
        if form is Form.JSON:
            write_json(file, rows)
        else:
            _write_list(rows, file)


def _write_list(rows: list[dict[str, Any]], file: TextIO) -> None:
    worth = [", ".join(f"{side} {value:,}" for side, value in row["value"].items()) for row in rows]
    wide = max(len(row["scenario"]) for row in rows)
    broad = max(map(len, worth))
    file.write(f"{'scenario':<{wide}}  {'game':<8}  {'value':<{broad}}  title\n")
    for row, told_worth in zip(rows, worth, strict=True):
        file.write(f"{row['scenario']:<{wide}}  {row['game']:<8}  {told_worth:<{broad}}  {row['title']}\n")
