"""Half a character: what JSON can write and no text can hold.

A character beyond the first 65,536 may be written as two escapes in a row, its surrogates; one alone is no character.
"""

from __future__ import annotations

import re

import msgspec

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


def half_a_character(data: bytes | bytearray) -> bool:
    """Whether JSON cannot be read and has an escape that may be half a character; most JSON has none, and is quick."""
    if not _SURROGATE.search(data):
        return False
    try:
        msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return True
    return False


def wrong_with(data: bytes | str, error: Exception) -> str:
    """What is wrong with JSON that could not be read, in one line."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
    return "it holds half a character (a lone surrogate)" if half_a_character(raw) else str(error)
