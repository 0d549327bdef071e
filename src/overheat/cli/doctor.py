"""`overheat doctor`: what is installed, what it can do, how fast it is here, and where games are kept."""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import Annotated

import typer

from overheat.cli.console.console import leave, write_json, writing

EXTRAS = {
    "lab": ("fast lines of sight", ("numba",)),
    "print": ("PDF and PNG of sheets and cards", ("reportlab", "resvg-py")),
    "table": ("the browser table", ("fastapi", "uvicorn", "websockets", "sqlalchemy", "alembic", "segno")),
    "postgres": ("games kept in PostgreSQL", ("psycopg",)),
    "report": ("charts of studies, Parquet", ("altair", "vl-convert-python", "pyarrow")),
    "zoo": ("environments for learners", ("pettingzoo", "gymnasium")),
    "spiel": ("battles as games of OpenSpiel", ("open_spiel",)),
    "ray": ("studies on a Ray cluster", ("ray",)),
    "dask": ("studies on a Dask cluster", ("distributed",)),
}
"""The extras of the package: what each is for, and the packages that it brings."""
GOOD, MISSING, BAD = "ok", "not installed", "fails"


class Form(StrEnum):
    """How findings are printed."""

    TABLE = "table"
    JSON = "json"


def doctor(
    database: Annotated[
        str | None, typer.Option("--database", metavar="URL", help="The database to try; the one of serve if left out.")
    ] = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
) -> None:
    """Examine the installation: versions, extras, speed, database.

    Leaves with 1 if something that is installed does not work.
    """
    found: list[dict[str, str]] = [_program()]
    found += [_extra(name, use, packages) for name, (use, packages) in EXTRAS.items()]
    found += [_tried("battle", _battle), _tried("battle value", _battle_value)]
    found.append(_tried("database", lambda: _database(database)))
    with writing(None) as file:
        if form is Form.JSON:
            write_json(file, found)
        else:
            wide = max(len(row["what"]) for row in found) + 2
            for row in found:
                file.write(f"{row['what']:<{wide}}{row['state']:<15}{row['told']}\n")
    bad = [row["what"] for row in found if row["state"] == BAD]
    if bad:
        leave(f"does not work: {', '.join(bad)}")


def _program() -> dict[str, str]:
    from overheat import __version__

    here = f"Python {platform.python_version()} ({platform.system()} {platform.machine()})"
    return {"what": "overheat", "state": GOOD, "told": f"{__version__}, {here}, {sys.executable}"}


def _extra(name: str, use: str, packages: Sequence[str]) -> dict[str, str]:
    """Whether the packages of an extra are there, with their versions."""
    have, lack = [], []
    for package in packages:
        try:
            have.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            lack.append(package)
    told = f"{use}: pip install 'overheat[{name}]'" if lack else f"{use}: {', '.join(have)}"
    return {"what": f"extra {name}", "state": MISSING if lack else GOOD, "told": told}


def _tried(what: str, work: Callable[[], str]) -> dict[str, str]:
    """What comes of trying something."""
    try:
        told = work()
    except Exception as error:
        return {"what": what, "state": BAD, "told": f"{type(error).__name__}: {error}"}
    return {"what": what, "state": GOOD if told else MISSING, "told": told or "needs the extra table"}


def _battle() -> str:
    import overheat as oh

    oh.play("duel", red="random", blue="random", seed=1)
    began = time.process_time()
    battle = oh.play("duel", seed=1)
    took = time.process_time() - began
    again = oh.replay(battle.log())
    assert again.winners == battle.winners
    return f"a duel of {battle.rounds} rounds in {took:.2f} s of processor time; its log replays byte for byte"


def _battle_value() -> str:
    import overheat as oh

    units = list(islice(oh.units(), 20))
    began = time.process_time()
    values = [unit.bv for unit in units]
    took = time.process_time() - began
    return f"{len(values)} units valued in {took:.2f} s"


def _database(url: str | None) -> str:
    from overheat.cli.serve import url_of

    try:
        from overheat.table.store.store import Store
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("overheat"):
            raise
        return ""
    address = url_of(url)
    store = Store(address)
    store.close()
    from sqlalchemy.engine import make_url

    return make_url(address).render_as_string(hide_password=True)
