"""The games of a study as tables: a row a game, a shot, a move; as CSV, or as Parquet for data frames."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from overheat.kernel.refusal import refuse
from overheat.lab.accounts import Row
from overheat.lab.games import kind_named
from overheat.lab.readings import played_again
from overheat.lab.study.fixture import Played
from overheat.lab.study.running import GAMES, LOGS, Folder

FORMS = ("parquet", "csv")
TABLES = ("games", "shots", "moves")


def games_in(folder: Path) -> list[Played]:
    """The games that a folder of a study keeps, in an order that does not depend on who was finished first."""
    if not (folder / GAMES).is_file():
        raise refuse("lab.folder", f"{folder}: no games are kept here ({GAMES} is missing)", folder=str(folder))
    games = Folder(folder).played().values()
    return sorted(games, key=lambda game: (game.arm, game.seed, game.turned))


def game_rows(games: Iterable[Played]) -> Iterator[Row]:
    """A row for each game: how it went, and every figure. Times are left out, so that equal studies are equal."""
    for game in games:
        yield {
            "arm": game.arm,
            "seed": game.seed,
            "turned": game.turned,
            "bots": " ".join(f"{side}={bot}" for side, bot in game.bots.items()),
            "winners": " ".join(game.winners),
            "reason": game.reason,
            "rounds": game.rounds,
            "commands": game.commands,
            "error": game.error,
            **game.figures,
        }


def detail_rows(folder: Path, games: Iterable[Played]) -> Iterator[tuple[str, Row]]:
    """Every shot and every move of every game whose log is kept, with the name of the table that it belongs to."""
    for game in games:
        kept = folder / LOGS / f"{game.name}.log.gz"
        if game.error or not kept.exists():
            continue
        session = played_again(gzip.decompress(kept.read_bytes()))
        kind = kind_named(session.game.name)
        if kind.account is None:
            continue
        account = kind.account(session)
        head = {"arm": game.arm, "seed": game.seed, "turned": game.turned}
        for row in account.shots:
            yield "shots", {**head, **row}
        for row in account.moves:
            yield "moves", {**head, **row}


def write_tables(folder: Path, form: str, steps: Any = lambda games: games) -> dict[str, tuple[Path, int]]:
    """Write all tables of a study beside its games: where each is, and how many rows it has."""
    games = games_in(folder)
    rows: dict[str, list[Row]] = {name: [] for name in TABLES}
    rows["games"] = list(game_rows(games))
    for name, row in detail_rows(folder, steps(games)):
        rows[name].append(row)
    written = {}
    for name, found in rows.items():
        path = folder / f"{name}.{form}"
        (_write_parquet if form == "parquet" else _write_csv)(path, found)
        written[name] = path, len(found)
    return written


def _columns(rows: list[Row]) -> list[str]:
    """The columns of rows, in the order in which they are first met."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _write_csv(path: Path, rows: list[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _columns(rows), restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _write_parquet(path: Path, rows: list[Row]) -> None:
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise refuse(
            "lab.export", "for Parquet install the extra: pip install 'overheat[report]'", missing=error.name
        ) from None
    columns = {name: [row.get(name) for row in rows] for name in _columns(rows)}
    parquet.write_table(arrow.table(columns), path)
