"""CSV files that users hand in: read row by row, and refused in one line when they are something else."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from overheat.kernel.refusal import refuse

CELL_LIMIT = 10_000
"""The longest line and the longest cell that are read, in characters."""


def source_name(path: Path) -> str:
    """What messages call a file."""
    return "standard input" if str(path) == "-" else str(path)


def read_table(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file with their line numbers. Columns beyond those asked for are passed along.

    The path `-` is standard input. A cell that a row lacks is empty; cells beyond the last column are left out.
    """
    name = source_name(path)
    with _opened(path, name) as file:
        csv.field_size_limit(CELL_LIMIT)
        reader = csv.reader(_lines(file, name))
        try:
            header = [column.strip() for column in next(reader, [])]
            _check_header(header, columns, name)
            for cells in reader:
                if cells:
                    filled = cells + [""] * (len(header) - len(cells))
                    yield reader.line_num, dict(zip(header, filled, strict=False))
        except csv.Error as error:
            raise refuse("table.line", f"{name}: line {reader.line_num}: {error}") from None
        except UnicodeDecodeError:
            raise refuse("table.text", f"{name}: is not a text file in UTF-8") from None
        except OSError as error:
            raise refuse("table.file", f"{name}: cannot be read: {error.strerror}") from None


def _check_header(header: list[str], columns: Sequence[str], name: str) -> None:
    if not any(header):
        raise refuse("table.columns", f"{name}: line 1: no columns; there must be {', '.join(columns)}")
    missing = [column for column in columns if column not in header]
    if missing:
        raise refuse("table.columns", f"{name}: line 1: no column {', '.join(missing)}")
    twice = [column for column in columns if header.count(column) > 1]
    if twice:
        raise refuse("table.columns", f"{name}: line 1: more than one column {', '.join(twice)}")


@contextmanager
def _opened(path: Path, name: str) -> Iterator[TextIO]:
    if str(path) == "-":
        if sys.stdin is None:
            raise refuse("table.file", f"{name}: cannot be read: it is closed")
        text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", newline="")
        try:
            yield text
        finally:
            text.detach()
        return
    try:
        file = path.open(encoding="utf-8-sig", newline="")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no file can have this name"
        raise refuse("table.file", f"{name}: cannot be read: {why}") from None
    with file:
        yield file


def _lines(file: TextIO, name: str) -> Iterator[str]:
    """The lines of a file, none of them read further than any sensible line goes."""
    number = 0
    while line := file.readline(CELL_LIMIT):
        number += 1
        if "\0" in line:
            raise refuse("table.text", f"{name}: line {number}: is not text")
        if len(line) == CELL_LIMIT and not line.endswith(("\n", "\r")):
            raise refuse("table.line", f"{name}: line {number}: is longer than {CELL_LIMIT:,} characters")
        yield line
