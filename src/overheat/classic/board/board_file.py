"""Board files: the `.board` text that map collections come in, read and written.

A file is lines: `size WIDTH HEIGHT`, then `option NAME VALUE` and `tag "TEXT"`, then one line for each hex,
`hex NAME LEVEL "kind:level:exits;kind:level" "theme"`, and `end`. Lines that begin with `#` are comments. A hex that
the file leaves out is level ground without features.

What a reader can live with is kept and told as a notice: terrain it has no word for, lines it has no use for, hexes
beyond the size or given twice. What makes the board uncertain is refused with the file, the line and the reason. A
file without `end` has lost its tail, so it is refused too.
"""

from __future__ import annotations

import re
import stat
from collections import Counter
from pathlib import Path

import msgspec

from overheat.classic.board.board import Board, Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.board.terrain import kinds
from overheat.kernel.refusal import RefusedError, refuse

SIDE_LIMIT = 500
"""The most columns or rows a board may have."""
FILE_LIMIT = 32 * 1024 * 1024
"""The largest board file that is read, in bytes."""
LINE_LIMIT = 10_000
"""The longest line that is read, in characters."""
LINES_LIMIT = SIDE_LIMIT * SIDE_LIMIT + 10_000
"""The most lines that are read: a hex each for the largest board, and room for the rest."""
NOTICE_LIMIT = 100
"""How many notices are told one by one; of the rest only the number."""

_NUMBER = re.compile(r"-?[0-9]{1,6}")
_SIZE = re.compile(r"size\s+([0-9]{1,6})\s+([0-9]{1,6})")
_HEX = re.compile(r"hex\s+(\S+)\s+(\S+\s.*)")
_REST = re.compile(r'(\S+)\s+"([^"]*)"(?:\s+"([^"]*)")?')
_OPTION = re.compile(r'option\s+([^\s"]+)(?:\s+([^"]*))?')
_TAG = re.compile(r'tag\s+"([^"]*)"')
_KIND = re.compile(r'[^\s";:]+')


class Notice(msgspec.Struct, frozen=True):
    """Something about a board file that a reader can live with, and the line it is on."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class Reading(msgspec.Struct, frozen=True):
    """A board as read, and what its file had that the board could not take up as known."""

    board: Board
    warnings: tuple[Notice, ...] = ()


def read_board(path: Path) -> Reading:
    """Read a board file. The board takes its name from the file."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise refuse("board.file", f"{one_line(path)}: is not a file", file=str(path))
        if status.st_size > FILE_LIMIT:
            raise _too_large(path, status.st_size)
        with path.open("rb") as file:
            data = file.read(FILE_LIMIT + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise refuse("board.file", f"{one_line(path)}: cannot be read: {why}", file=str(path)) from error
    return parse_board(data, path.stem, file=str(path))


def parse_board(data: bytes | str, name: str = "", *, file: str | None = None) -> Reading:
    """Read a board from the text of a board file. Refusals speak of it as `file`, or by its name."""
    file = file or name or "the board"
    if len(data) > FILE_LIMIT:
        raise _too_large(file, len(data))
    text = decode(data) if isinstance(data, bytes) else data.removeprefix("\ufeff")
    if "\0" in text:
        at = text.count("\n", 0, text.index("\0")) + 1
        raise refuse("board.binary", f"{one_line(file)}: line {at}: is not text", file=file, line=at)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > LINES_LIMIT:
        reason = f"{one_line(file)}: too many lines for a board file; the limit is"
        raise refuse("board.lines_limit", f"{reason} {LINES_LIMIT:,}", file=file)
    reader = _Reader(file)
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        reader.take(number, line)
    return reader.finish(name, len(lines))


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, with or without its mark, or else Latin-1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def one_line(text: object) -> str:
    """Words of a user that fit into one line of a message."""
    return " ".join(str(text).split())


def _too_large(file: object, size: int) -> RefusedError:
    reason = f"{one_line(file)}: {size:,} bytes are too many for a board file; the limit is {FILE_LIMIT:,}"
    return refuse("board.file_limit", reason, file=str(file), size=size)


class _Reader:
    """Takes the lines of one file and makes the board when all are in."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.line = 0
        self.size: tuple[int, int] | None = None
        self.ended = False
        self.options: list[tuple[str, str]] = []
        self.tags: list[str] = []
        self.grounds: dict[Hex, Ground] = {}
        self.notices: list[Notice] = []
        self.untold = 0
        self.unknown_lines: dict[str, int] = {}
        self.unknown_counts: Counter[str] = Counter()
        self.cache: dict[str, tuple[Ground, tuple[str, ...]]] = {}
        self.latest = Hex(0, 1)

    def take(self, number: int, line: str) -> None:
        self.line = number
        if len(line) > LINE_LIMIT:
            raise self.refused("line_limit", f"{len(line):,} characters are too many; the limit is {LINE_LIMIT:,}")
        line = line.strip()
        if not line or line.startswith("#"):
            return
        if self.ended:
            self.notice("comes after the end; left out")
            return
        word = line.split(None, 1)[0]
        if word == "hex":
            self.take_hex(line)
        elif word == "size":
            self.take_size(line)
        elif line == "end":
            self.ended = True
        elif match := _OPTION.fullmatch(line):
            self.options.append((match[1], match[2] or ""))
        elif match := _TAG.fullmatch(line):
            self.tags.append(match[1])
        else:
            self.notice(f"{word[:40]!r} is not a line that boards are made of; left out")

    def take_size(self, line: str) -> None:
        if self.size is not None:
            raise self.refused("size", "the size is given a second time")
        match = _SIZE.fullmatch(line)
        if match is None:
            raise self.refused("size", f"{line[:40]!r} is not a size: columns and rows, as in size 16 17")
        width, height = int(match[1]), int(match[2])
        if not (1 <= width <= SIDE_LIMIT and 1 <= height <= SIDE_LIMIT):
            raise self.refused("size", f"a board of {width}x{height} hexes; each side must be 1 to {SIDE_LIMIT}")
        self.size = width, height

    def take_hex(self, line: str) -> None:
        if self.size is None:
            raise self.refused("size", "a hex before the size of the board")
        match = _HEX.fullmatch(line)
        if match is None:
            raise self.refused("hex", f'{line[:60]!r} is not a hex: hex NAME LEVEL "terrain" "theme"')
        hex = self.hex_named(match[1])
        ground, unknown = self.cache.get(match[2]) or self.read_ground(match[2])
        for kind in unknown:
            self.unknown_lines.setdefault(kind, self.line)
            self.unknown_counts[kind] += 1
        if not (1 <= hex.column <= self.size[0] and 1 <= hex.row <= self.size[1]):
            self.notice(f"hex {match[1]} lies outside the {self.size[0]}x{self.size[1]} board; left out")
            return
        if hex in self.grounds:
            self.notice(f"hex {match[1]} is given again; the later one counts")
        self.grounds[hex] = ground
        self.latest = hex

    def hex_named(self, name: str) -> Hex:
        """The hex of a name. Numbers beyond 99 make it longer; where five digits can be read two ways, the one that
        is on the board counts, and of two such the one that comes next in the file."""
        assert self.size is not None
        if not (name.isascii() and name.isdigit() and 4 <= len(name) <= 6):
            raise self.refused("hex", f"{name[:40]!r} is not a hex name: column then row, as in 0913")
        if len(name) != 5:
            half = len(name) // 2
            return Hex(int(name[:half]), int(name[half:]))
        wide, tall = Hex(int(name[:3]), int(name[3:])), Hex(int(name[:2]), int(name[2:]))
        width, height = self.size
        if height <= 99 or not 1 <= tall.row <= height or not 1 <= tall.column <= width:
            return wide
        if width <= 99 or not 1 <= wide.column <= width or not 1 <= wide.row <= height:
            return tall
        follows = {Hex(self.latest.column + 1, self.latest.row), Hex(1, self.latest.row + 1)}
        return tall if tall in follows else wide

    def read_ground(self, rest: str) -> tuple[Ground, tuple[str, ...]]:
        """Level, features and theme of a hex, and which of the features are unknown."""
        match = _REST.fullmatch(rest)
        if match is None:
            raise self.refused("hex", f'{rest[:60]!r} does not describe a hex: LEVEL "terrain" "theme"')
        features = tuple(self.feature(piece) for piece in match[2].split(";") if piece.strip())
        ground = Ground(self.number(match[1], "the level of a hex"), features, match[3] or "")
        unknown = tuple(feature.kind for feature in features if feature.kind not in kinds())
        self.cache[rest] = ground, unknown
        return ground, unknown

    def feature(self, text: str) -> Feature:
        kind, *numbers = (part.strip() for part in text.split(":"))
        if not _KIND.fullmatch(kind) or not 1 <= len(numbers) <= 2:
            raise self.refused("terrain", f"{text[:40]!r} is not terrain: kind:level or kind:level:exits")
        level = self.number(numbers[0], f"the level of {kind[:40]}")
        exits = self.number(numbers[1], f"the exits of {kind[:40]}") if len(numbers) == 2 else None
        if exits is not None and exits < 0:
            raise self.refused("number", f"the exits of {kind[:40]} must not be negative: {exits}")
        return Feature(kind, level, exits)

    def number(self, text: str, what: str) -> int:
        if not _NUMBER.fullmatch(text):
            raise self.refused("number", f"{what} must be a whole number of at most six digits, not {text[:40]!r}")
        return int(text)

    def finish(self, name: str, lines: int) -> Reading:
        self.line = lines
        if self.size is None:
            raise self.refused("size", "no line gives the size of the board; this is not a board file")
        if not self.ended:
            raise self.refused("end", "the file breaks off: there is no end line")
        for kind, line in self.unknown_lines.items():
            hexes = self.unknown_counts[kind]
            where = "1 hex" if hexes == 1 else f"{hexes} hexes, here first"
            self.notice(f"unknown terrain {kind[:40]!r} kept on {where}", line)
        width, height = self.size
        bare = Ground()
        grounds = tuple(
            self.grounds.get(Hex(column, row), bare) for row in range(1, height + 1) for column in range(1, width + 1)
        )
        board = Board(width, height, grounds, name, tuple(self.tags), tuple(self.options))
        notices = sorted(self.notices, key=lambda notice: notice.line)
        if self.untold:
            notices.append(Notice(lines, f"{self.untold:,} more things of this kind"))
        return Reading(board, tuple(notices))

    def notice(self, message: str, line: int | None = None) -> None:
        if len(self.notices) < NOTICE_LIMIT:
            self.notices.append(Notice(line or self.line, message))
        else:
            self.untold += 1

    def refused(self, id: str, why: str) -> RefusedError:
        reason = f"{one_line(self.file)}: line {self.line}: {why}"
        return refuse(f"board.{id}", reason, file=self.file, line=self.line)


def write_board(board: Board) -> str:
    """The text of a board file, every hex on a line of its own. Reading it gives the same board; only its name is
    left to the name of the file."""
    if board.width > SIDE_LIMIT or board.height > SIDE_LIMIT:
        raise refuse("board.size", f"{board} is too large for a board file; each side may have {SIDE_LIMIT} hexes")
    digits = 3 if board.width > 99 and board.height > 99 else 2
    lines = [f"size {board.width} {board.height}"]
    lines += [f"option {_plain(name)} {_plain(value)}".rstrip() for name, value in board.options]
    lines += [f'tag "{_plain(tag)}"' for tag in board.tags]
    for hex, ground in zip(board, board.grounds, strict=True):
        name = f"{hex.column:0{digits}}{hex.row:0{digits}}"
        terrain = ";".join(write_feature(feature) for feature in ground.features)
        lines.append(f'hex {name} {ground.level} "{terrain}" "{_plain(ground.theme)}"')
    lines.append("end")
    return "\n".join(lines) + "\n"


def write_feature(feature: Feature) -> str:
    """A feature as board files write it: `woods:1`, `road:1:9`."""
    if not _KIND.fullmatch(feature.kind):
        raise refuse("board.terrain", f"{feature.kind[:40]!r} cannot be written as a terrain kind")
    exits = "" if feature.exits is None else f":{feature.exits}"
    return f"{feature.kind}:{feature.level}{exits}"


def _plain(text: str) -> str:
    """Words that a line of a board file can hold."""
    if '"' in text or "\n" in text or "\r" in text or "\0" in text:
        raise refuse("board.text", f"{text[:40]!r} cannot be written in a board file")
    return text
