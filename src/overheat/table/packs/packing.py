"""Tables for a browser: what several of them share is written once.

`facts` are what a question says and all that each may be. A part is `by`, pairs of a fact and of a row of `columns`
(the column of each of its values), and `cells`, row by row, each an entry of `answers`, or -1 where nobody knows.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Mapping, Sequence
from typing import Any

from overheat.table.packs.parting import Fact, Table

UNKNOWN = -1


class Packing:
    """Tables that are packed together."""

    def __init__(self, facts: Sequence[Fact], tables: Mapping[str, Table], doubtful: Container[str]) -> None:
        self._facts, self._tables, self._doubtful = facts, tables, doubtful
        self._columns: dict[tuple[int, ...], int] = {}
        self._answers: dict[Hashable, int] = {}
        self._parts: dict[tuple[Any, Any], int] = {}

    def learnt(self, name: str) -> bool:
        """Whether a part ever is anything; one that is in doubt is, too."""
        return name in self._tables or name in self._doubtful

    def part(self, name: str) -> int:
        """The place of a table among the parts, -1 where there is none."""
        table = self._tables.get(name)
        if table is None:
            return UNKNOWN
        by = tuple(zip(table.by, (_place(self._columns, each) for each in table.columns), strict=True))
        cells = (
            _place(self._answers, cell) if known else UNKNOWN
            for cell, known in zip(table.cells, table.known, strict=True)
        )
        return _place(self._parts, (by, tuple(cells)))

    def as_json(self) -> dict[str, Any]:
        """All that was asked for."""
        return {
            "facts": [{"name": fact.name, "values": fact.values} for fact in self._facts],
            "columns": [*self._columns],
            "answers": [*self._answers],
            "parts": [{"by": by, "cells": cells} for by, cells in self._parts],
        }


def _place(pool: dict[Any, int], thing: Any) -> int:
    return pool.setdefault(thing, len(pool))
