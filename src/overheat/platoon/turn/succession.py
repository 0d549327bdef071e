"""Rows of a table that follow one another: each names the one that it comes after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Following(Protocol):
    """A row that says which one it follows."""

    @property
    def after(self) -> str: ...


def in_order(rows: Mapping[str, Following]) -> tuple[str, ...]:
    """The ids of some rows in their order: each comes directly after the one that it follows."""
    found: list[str] = []
    for id, row in rows.items():
        found.insert(found.index(row.after) + 1 if row.after else 0, id)
    return tuple(found)


def misplaced(rows: Mapping[str, Following]) -> str | None:
    """The first row that follows none before it; only the first of all follows nothing."""
    before: set[str] = set()
    for id, row in rows.items():
        if row.after not in before and (row.after or before):
            return id
        before.add(id)
    return None
