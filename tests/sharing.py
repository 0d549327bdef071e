"""How tests are shared out among workers: those that last are begun first, so that nobody waits for one in the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TypeVar

import pytest

Shared = TypeVar("Shared")


def dealt(items: Sequence[Shared], lasts: Callable[[Shared], bool], workers: int) -> list[Shared]:
    """The items in a stretch for each worker, cut as pytest-xdist does, that begins with its share of the long."""
    long = [item for item in items if lasts(item)]
    rest = iter([item for item in items if not lasts(item)])
    found: list[Shared] = []
    for worker in range(workers):
        share = (len(items) - len(found)) // (workers - worker)
        first = long[worker::workers]
        found += [*first, *islice(rest, max(0, share - len(first)))]
    return [*found, *rest]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each worker is given a stretch of the tests, and takes parts of others' when it has done its own."""
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = dealt(items, lambda item: item.get_closest_marker("lasts") is not None, workers)
