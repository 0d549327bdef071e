"""A table for each module of tests: the race is played at it, and the classic game."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from overheat.table.offers import offers
from tabletop import race, serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("table")
    with serving(f"sqlite:///{folder / 'table.sqlite'}", games={**offers(), **race()}) as client:
        yield client
