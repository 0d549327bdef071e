"""Logs that are spoilt by hand, as time and other versions spoil them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "saves" / "format1"
Spoil = Callable[[list[bytes]], list[bytes]]


def kept(game: str, name: str) -> bytes:
    """A log as an earlier version wrote it."""
    return gzip.decompress((HERE / game / f"{name}.log.gz").read_bytes())


def spoilt(log: bytes, spoil: Spoil) -> bytes:
    return b"\n".join(spoil(log.splitlines())) + b"\n"


def middle(lines: list[bytes]) -> int:
    """The place of an event half way through a log, of those that a board shows."""
    shown = [at for at, line in enumerate(lines) if b'"type":"Moved"' in line]
    return shown[len(shown) // 2]


def damaged_line(lines: list[bytes]) -> list[bytes]:
    """Half of a line is gone."""
    at = middle(lines)
    return [*lines[:at], lines[at][: len(lines[at]) // 2], *lines[at + 1 :]]


def other_event(lines: list[bytes]) -> list[bytes]:
    """A die fell otherwise than the seed says."""
    at = next(at for at, line in enumerate(lines) if at > len(lines) // 2 and b'"type":"Rolled"' in line)
    told = json.loads(lines[at])
    faces = told["event"]["roll"]["faces"]
    told["event"]["roll"]["faces"] = [face % 6 + 1 for face in faces]
    return [*lines[:at], json.dumps(told, separators=(",", ":")).encode(), *lines[at + 1 :]]


def headed(change: Callable[[dict[str, Any]], None]) -> Spoil:
    """A log whose header says something else."""

    def spoil(lines: list[bytes]) -> list[bytes]:
        header = json.loads(lines[0])
        change(header)
        return [json.dumps(header, separators=(",", ":")).encode(), *lines[1:]]

    return spoil


def _unknown_rules(header: dict[str, Any]) -> None:
    header["rules"].append("moonlight")


def _unknown_unit(header: dict[str, Any]) -> None:
    header["setup"]["units"][0]["unit"] = "Nobody NBD-1X"


def _unknown_format(header: dict[str, Any]) -> None:
    header["format"] = 99


unknown_rules = headed(_unknown_rules)
unknown_unit = headed(_unknown_unit)
unknown_format = headed(_unknown_format)

CLASSIC: dict[str, Spoil] = {
    "damaged_line": damaged_line,
    "other_event": other_event,
    "unknown_rules": unknown_rules,
    "unknown_unit": unknown_unit,
    "unknown_format": unknown_format,
}
PLATOON: dict[str, Spoil] = {
    "damaged_line": damaged_line,
    "other_event": other_event,
    "unknown_rules": unknown_rules,
    "unknown_format": unknown_format,
}
SPOILT = [("classic", name) for name in CLASSIC] + [("platoon", name) for name in PLATOON]


def spoilt_log(game: str, how: str) -> bytes:
    """A kept log of a game, spoilt in one of the ways."""
    name, ways = ("grapple_striking", CLASSIC) if game == "classic" else ("heath_moving", PLATOON)
    return spoilt(kept(game, name), ways[how])
