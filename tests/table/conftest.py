"""A table for each module of tests: the race is played at it, and the classic game."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from overheat.table.offers import offers
from postgres import Postgres, programs
from programs import lacking
from tabletop import race, serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("table")
    database = f"sqlite:///{folder / 'table.sqlite'}"
    with serving(database, games={**offers(), **race()}) as client:
        yield client


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of our own; skipped where its programs are not installed."""
    found = programs()
    if found is None:
        lacking("postgresql", "PostgreSQL is not installed")
    server = Postgres(found)
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of each kind; the one of SQLite is empty."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'table.sqlite'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.url
