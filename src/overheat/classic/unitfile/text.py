"""Bytes of a unit file as lines of text, refused in one line when they are something else."""

from __future__ import annotations

import stat
from pathlib import Path

from overheat.kernel.refusal import refuse

FILE_LIMIT = 4 * 1024 * 1024
"""The largest unit file that is read, in bytes."""
LINE_LIMIT = 100_000
"""The longest line that is read, in characters: stories of a unit's past stand on one line."""


def read_bytes(path: Path) -> bytes:
    """The bytes of a file that is one, and not too large."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise refuse("unit.file", f"{path}: is not a file", file=str(path))
        if about.st_size > FILE_LIMIT:
            raise refuse("unit.file_limit", f"{path}: is larger than {FILE_LIMIT:,} bytes", file=str(path))
        with open(path, "rb", buffering=0) as file:
            return file.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file can have this name"
        raise refuse("unit.file", f"{str(path)!r}: {reason}", file=str(path)) from None


def lines_of(data: bytes | str, name: str) -> list[str]:
    """The lines of a text, without the white space around them."""
    text = data if isinstance(data, str) else decode(data)
    if len(text) > FILE_LIMIT:
        raise refuse("unit.file_limit", f"{name}: is larger than {FILE_LIMIT:,} characters", file=name)
    if "\0" in text:
        raise refuse("unit.binary", f"{name}: is not text", file=name)
    lines = list(map(str.strip, text.splitlines()))
    for number, line in enumerate(lines if len(text) > LINE_LIMIT else (), start=1):
        if len(line) > LINE_LIMIT:
            raise refuse(
                "unit.line_limit", f"{name}: line {number}: is longer than {LINE_LIMIT:,} characters", file=name
            )
    return lines


def decode(data: bytes) -> str:
    """UTF-8 with or without a mark, else the western bytes that older files were written in."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
