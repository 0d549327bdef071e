"""CSV files that users hand in: read row by row, and refused in one line when they are something else."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from overheat.kernel.refusal import refuse

CELL_LIMIT = 10_000
"""The longest cell that is read, in characters."""


def read_table(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file with their line numbers. Columns beyond those asked for are passed along."""
    with _opened(path) as file:
        csv.field_size_limit(CELL_LIMIT)
        try:
            reader = csv.DictReader(_lines(file, path), restval="")
            missing = [column for column in columns if column not in (reader.fieldnames or ())]
            if missing:
                raise refuse("table.columns", f"{path}: line 1: no column {', '.join(missing)}")
            for row in reader:
                yield reader.line_num, {name: value for name, value in row.items() if name is not None}
        except csv.Error as error:
            raise refuse("table.line", f"{path}: {error}") from None
        except UnicodeDecodeError:
            raise refuse("table.text", f"{path}: is not a text file in UTF-8") from None


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    if str(path) == "-":
        yield sys.stdin
        return
    try:
        file = path.open(encoding="utf-8-sig", newline="")
    except OSError as error:
        raise refuse("table.file", f"{path}: {error.strerror}") from None
    with file:
        yield file


def _lines(file: TextIO, path: Path) -> Iterator[str]:
    """The lines of a file, none of them read further than any sensible line goes."""
    number = 0
    while line := file.readline(CELL_LIMIT):
        number += 1
        if len(line) == CELL_LIMIT and not line.endswith("\n"):
            raise refuse("table.line", f"{path}: line {number}: is longer than {CELL_LIMIT:,} characters")
        if "\0" in line:
            raise refuse("table.text", f"{path}: line {number}: is not text")
        yield line
