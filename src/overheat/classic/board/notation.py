"""The small text form of a board, for tests, documents and bug reports: it parses, prints and round-trips.

A board is rows of cells, a row on each line or rows divided by `/`. A cell is the level of the hex, its features, and
its theme after `@`: `0`, `2w1` is light woods on level 2, `0~2` water of depth 2, `0=^03` a road to north and south,
`0b2.40.3` a medium building of construction factor 40 and height 3. `LETTERS` lists the short forms; `[kind:level]`
and `[kind:level:exits]` write any feature at all. The notation is laid out for people in `docs/notation.md`.
"""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import quote, unquote

from overheat.classic.board.board import Board, Feature, Ground
from overheat.classic.board.board_file import SIDE_LIMIT
from overheat.kernel.refusal import RefusedError, refuse

LETTERS = {
    "w": "woods",
    "j": "jungle",
    "h": "foliage_elev",
    "~": "water",
    "q": "rapids",
    "r": "rough",
    "u": "rubble",
    "d": "sand",
    "m": "mud",
    "g": "swamp",
    "n": "snow",
    "i": "ice",
    "t": "tundra",
    "v": "magma",
    "p": "pavement",
    "=": "road",
    "#": "rail",
    "B": "bridge",
    "b": "building",
    "T": "fuel_tank",
    "x": "impassable",
    "s": "smoke",
    "f": "fire",
}
"""The short forms. A letter alone means level 1."""

PARTS = {
    "building": ("bldg_cf", "bldg_elev"),
    "bridge": ("bridge_cf", "bridge_elev"),
    "fuel_tank": ("fuel_tank_cf", "fuel_tank_elev"),
}
"""What the two numbers after the dots are: construction factor and height."""

_LETTER_OF = {kind: letter for letter, kind in LETTERS.items()}
_CELL = re.compile(r"(-?[0-9]{1,6}|\.)([^@*\s]*)(@[^*\s]*)?(?:\*([0-9]{1,3}))?")
_PIECE = re.compile(
    rf"\[([^\]\s]*)\]|([{re.escape(''.join(LETTERS))}])([0-9]{{1,6}})?(?:\.([0-9]{{1,6}})\.([0-9]{{1,6}}))?(\^[0-5]*)?"
)
_FEATURE = re.compile(r"([^\s:;]+):(-?[0-9]{1,6})(?::([0-9]{1,6}))?")
_HEADER = re.compile(r"(name|theme|tag|option)(?:\s+(.*))?")


def parse(text: str) -> Board:
    """The board that a text form shows."""
    headers: list[tuple[str, str]] = []
    rows: list[list[str]] = []
    for line in text.split("\n"):
        line = line.strip()
        if header := _HEADER.fullmatch(line):
            headers.append((header[1], header[2] or ""))
        elif line and not line.startswith("#"):
            rows += [row.split() for row in line.split("/") if row.strip()]
    theme = next((unquote(value) for word, value in headers if word == "theme"), "")
    grounds = [_parse_row(cells, row, theme) for row, cells in enumerate(rows, start=1)]
    if not grounds or len(grounds) > SIDE_LIMIT:
        raise refuse("notation.rows", f"a board has 1 to {SIDE_LIMIT} rows, this one has {len(grounds)}")
    for number, row in enumerate(grounds, start=1):
        if len(row) != len(grounds[0]):
            reason = f"row {number} has {len(row)} hexes where the first row has {len(grounds[0])}"
            raise refuse("notation.row_width", reason, row=number)
    options = [value.split(None, 1) for word, value in headers if word == "option" and value]
    return Board(
        len(grounds[0]),
        len(grounds),
        tuple(ground for row in grounds for ground in row),
        next((unquote(value) for word, value in headers if word == "name"), ""),
        tuple(unquote(value) for word, value in headers if word == "tag"),
        tuple((unquote(parts[0]), unquote("".join(parts[1:]))) for parts in options),
    )


def print_board(board: Board, *, one_line: bool = False) -> str:
    """The text form of a board: a row on each line in straight columns, or rows divided by `/`."""
    theme, count = Counter(ground.theme for ground in board.grounds).most_common(1)[0]
    if 2 * count <= len(board.grounds):
        theme = ""
    lines = [
        f"{word} {_escape_line(value)}".rstrip() for word, value in (("name", board.name), ("theme", theme)) if value
    ]
    lines += [f"tag {_escape_line(tag)}".rstrip() for tag in board.tags]
    lines += [f"option {_escape(name)} {_escape_line(value)}".rstrip() for name, value in board.options]
    cells = [print_ground(ground, theme) for ground in board.grounds]
    rows = [cells[start : start + board.width] for start in range(0, len(cells), board.width)]
    if one_line:
        lines.append(" / ".join(" ".join(row) for row in rows))
    else:
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        padded = (" ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
        lines += [row.rstrip() for row in padded]
    return "\n".join(lines) + "\n"


def parse_ground(cell: str, theme: str = "") -> Ground:
    """What one cell shows: `1w2` is heavy woods on level 1."""
    match = _CELL.fullmatch(cell)
    if match is None or match[4]:
        raise _unreadable(cell)
    level = 0 if match[1] == "." else int(match[1])
    return Ground(level, _parse_features(match[2], cell), unquote(match[3][1:]) if match[3] else theme)


def print_ground(ground: Ground, theme: str = "") -> str:
    """A hex as a cell."""
    pieces = [str(ground.level)]
    features = list(ground.features)
    while features:
        pieces.append(_print_first(features))
    text = "".join(pieces).replace("][", ";")
    return text if ground.theme == theme else f"{text}@{_escape(ground.theme)}"


def _parse_row(cells: list[str], row: int, theme: str) -> list[Ground]:
    grounds: list[Ground] = []
    for cell in cells:
        match = _CELL.fullmatch(cell)
        times = int(match[4]) if match and match[4] else 1
        body = cell[: match.start(4) - 1] if match and match[4] else cell
        try:
            grounds += [parse_ground(body, theme)] * times
        except RefusedError as error:
            reason = f"row {row}, column {len(grounds) + 1}: {error.refusal.reason}"
            raise refuse(error.refusal.id, reason, row=row, column=len(grounds) + 1) from error
        if not 1 <= len(grounds) <= SIDE_LIMIT:
            raise refuse("notation.row_width", f"row {row}: a row has 1 to {SIDE_LIMIT} hexes", row=row)
    return grounds


def _parse_features(text: str, cell: str) -> tuple[Feature, ...]:
    features: list[Feature] = []
    at = 0
    while at < len(text):
        match = _PIECE.match(text, at)
        if match is None:
            raise _unreadable(cell)
        features += _long(match[1], cell) if match[1] is not None else _short(match, cell)
        at = match.end()
    return tuple(features)


def _long(text: str, cell: str) -> list[Feature]:
    """The features of a bracket: `road:1:9;pavement:1`."""
    features = []
    for piece in text.split(";"):
        match = _FEATURE.fullmatch(piece)
        if match is None:
            raise _unreadable(cell)
        features.append(Feature(unquote(match[1]), int(match[2]), None if match[3] is None else int(match[3])))
    return features


def _short(match: re.Match[str], cell: str) -> list[Feature]:
    """A letter with its level, its parts, and its exits."""
    kind = LETTERS[match[2]]
    exits = None if match[6] is None else sum(1 << side for side in {int(digit) for digit in match[6][1:]})
    features = [Feature(kind, int(match[3] or 1), exits)]
    if match[4] is not None:
        if kind not in PARTS:
            raise _unreadable(cell)
        features += [Feature(part, int(match[at])) for part, at in zip(PARTS[kind], (4, 5), strict=True)]
    return features


def _print_first(features: list[Feature]) -> str:
    """The first of the features in its shortest form, which is taken off the list with its parts."""
    feature = features.pop(0)
    letter = _LETTER_OF.get(feature.kind)
    if letter is None or feature.level < 0 or (feature.exits or 0) > 63:
        exits = "" if feature.exits is None else f":{feature.exits}"
        return f"[{_escape(feature.kind)}:{feature.level}{exits}]"
    kinds = PARTS.get(feature.kind, ())
    parts = [part.level for part in features[:2] if part.exits is None and part.level >= 0]
    text = f"{letter}{feature.level}"
    if kinds and tuple(part.kind for part in features[:2]) == kinds and len(parts) == 2:
        text += f".{parts[0]}.{parts[1]}"
        del features[:2]
    if feature.exits is not None:
        text += "^" + "".join(str(side) for side in range(6) if feature.exits >> side & 1)
    return text


def _unreadable(cell: str) -> RefusedError:
    return refuse(
        "notation.cell", f"{cell[:40]!r} is not a hex: level, features, theme, as in 1w2@grass", cell=cell[:40]
    )


def _escape(text: str) -> str:
    """A word that holds no sign of the notation; such signs are written as in web addresses."""
    return re.sub(r"[\s\x00-\x1f%\[\]:;/@*#]", lambda sign: quote(sign[0], safe=""), text)


def _escape_line(text: str) -> str:
    """Words that fit on a line of their own."""
    return re.sub(r"[^\S ]|[\x00-\x1f%]|^ | $", lambda sign: quote(sign[0], safe=""), text)
