"""Block text: `<Tag>` on a line, values on the lines below it, `</Tag>`. Letter case of tags makes no difference.

Lines that begin with `#` are comments. A block given twice counts as first given. A block that another one opens in
ends there, and a closing tag that closes nothing is passed over; both are told. A closing tag of another block than
the open one is refused, and so is a text that breaks off inside a block.
"""

from __future__ import annotations

import re

import msgspec

from overheat.classic.unitfile.reading import Notice
from overheat.classic.unitfile.text import lines_of
from overheat.kernel.refusal import RefusedError, refuse

STRAY = "unit.stray"
NOTICE_LIMIT = 200
"""How many notices are told one by one; of the rest only the number."""

_WHOLE = re.compile(r"(-?[0-9]{1,9})(?:\.0{0,9})?")
_DECIMAL = re.compile(r"-?(?:[0-9]{1,12}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})")


class Block(msgspec.Struct):
    """One block: its tag as written, the line it opens on, its values, and the line that each of those is on."""

    tag: str
    line: int
    values: list[str]
    lines: list[int]


class Blocks:
    """The blocks of one file. Each is taken by the reader that knows it; what no one takes is left over."""

    def __init__(self, data: bytes | str, name: str = "") -> None:
        self.name = " ".join(name.split()) or "the unit"
        self.notices: list[Notice] = []
        self.untold = 0
        self.last = 0
        self.left: dict[str, Block] = {}
        text = data.removeprefix("\ufeff") if isinstance(data, str) else data
        self._sort(lines_of(text, self.name))

    def _sort(self, lines: list[str]) -> None:
        block: Block | None = None
        for number, line in enumerate(lines, start=1):
            if not line or line[0] == "#":
                continue
            if line[0] == "<" and is_tag(line):
                block = self._tag(number, " ".join(line[1:-1].split()), block)
            elif block is None:
                self.notice(number, f"{line[:40]!r} stands outside of every block; left out", STRAY)
            else:
                block.values.append(line)
                block.lines.append(number)
        self.last = len(lines)
        if block is not None:
            raise self.refused("block", f"the file breaks off: <{block.tag[:40]}> of line {block.line} is not closed")

    def _tag(self, number: int, tag: str, block: Block | None) -> Block | None:
        """The block that is open after a tag."""
        if tag[0] != "/":
            if block is not None:
                self.notice(number, f"<{block.tag[:40]}> of line {block.line} is not closed; it ends here", STRAY)
                self._close(block)
            return Block(tag, number, [], [])
        if block is None:
            self.notice(number, f"<{tag[:40]}> closes nothing; left out", STRAY)
        elif tag[1:].strip().lower() != block.tag.lower():
            raise self.refused("block", f"<{tag[:40]}> where <{block.tag[:40]}> of line {block.line} is open", number)
        else:
            self._close(block)
        return None

    def _close(self, block: Block) -> None:
        first = self.left.setdefault(block.tag.lower(), block)
        if first is not block and first.values != block.values:
            self.notice(block.line, f"<{block.tag[:40]}> is given again; the one of line {first.line} counts", STRAY)

    def take(self, tag: str) -> Block | None:
        """The block of a tag (in lower case), which is then no longer left over."""
        return self.left.pop(tag, None)

    def need(self, tag: str) -> Block:
        """A block that no unit of its kind can do without, and that is not empty."""
        block = self.left.pop(tag, None)
        if block is None:
            raise self.refused("missing", f"there is no block <{tag}>")
        if not block.values:
            raise self.refused("missing", f"the block <{block.tag[:40]}> is empty", block.line)
        return block

    def text(self, tag: str) -> str:
        """The values of a block as one line; empty if it is not there."""
        block = self.left.pop(tag, None)
        return " ".join(block.values) if block else ""

    def texts(self, tag: str) -> tuple[str, ...]:
        """The values of a block; none if it is not there."""
        block = self.left.pop(tag, None)
        return tuple(block.values) if block else ()

    def whole(self, tag: str) -> int | None:
        """The whole number in a block, if it is there."""
        block = self.left.pop(tag, None)
        return None if block is None or not self._filled(block) else self.whole_in(block)

    def decimal(self, tag: str) -> float | None:
        """The number in a block, if it is there."""
        block = self.left.pop(tag, None)
        return None if block is None or not self._filled(block) else self.decimal_in(block)

    def flag(self, tag: str) -> bool:
        """Whether a block is there and does not say no."""
        block = self.left.pop(tag, None)
        return block is not None and " ".join(block.values).lower() not in ("0", "false", "no")

    def whole_in(self, block: Block, least: int = -(10**9), most: int = 10**9) -> int:
        """The one whole number of a block, within bounds."""
        found = _WHOLE.fullmatch(block.values[0]) if len(block.values) == 1 else None
        if found is None or not least <= int(found[1]) <= most:
            raise self._no_number(block, "is not a whole number" if found is None else "is out of bounds")
        return int(found[1])

    def decimal_in(self, block: Block) -> float:
        """The one number of a block, not negative."""
        if len(block.values) != 1 or not _DECIMAL.fullmatch(block.values[0]):
            raise self._no_number(block, "is not a number")
        if block.values[0][0] == "-":
            raise self._no_number(block, "is out of bounds")
        return float(block.values[0])

    def wholes(self, block: Block) -> list[int]:
        """The whole numbers of a block, none negative."""
        for value, line in zip(block.values, block.lines, strict=True):
            if not (value.isascii() and value.isdigit() and len(value) <= 9):
                raise self.refused("number", f"{block.tag[:40]}: {value[:40]!r} is not a whole number", line)
        return list(map(int, block.values))

    def _no_number(self, block: Block, why: str) -> RefusedError:
        line = block.lines[0] if block.lines else block.line
        return self.refused("number", f"{block.tag[:40]}: {' '.join(block.values)[:40]!r} {why}", line)

    def _filled(self, block: Block) -> bool:
        if not block.values:
            self.notice(block.line, f"<{block.tag[:40]}> is empty; left out", STRAY)
        return bool(block.values)

    def rest(self) -> tuple[tuple[str, str], ...]:
        """The blocks that no one took, as they are kept: the tag and the values."""
        return tuple((block.tag, "\n".join(block.values)) for block in self.left.values())

    def put_back(self, block: Block) -> None:
        """Leave a block over after all."""
        self.left[block.tag.lower()] = block

    def notice(self, line: int, message: str, id: str = "unit.part", part: str = "") -> None:
        if len(self.notices) < NOTICE_LIMIT:
            self.notices.append(Notice(line, message, id, part))
        else:
            self.untold += 1

    def told(self) -> tuple[Notice, ...]:
        """All notices in the order of their lines."""
        notices = sorted(self.notices, key=lambda notice: notice.line)
        if self.untold:
            notices.append(Notice(self.last, f"{self.untold:,} more things of this kind"))
        return tuple(notices)

    def refused(self, id: str, why: str, line: int | None = None) -> RefusedError:
        """The refusal of this file for something on a line, or for what it has on none: then at its end."""
        line = self.last if line is None else line
        return refuse(f"unit.{id}", f"{self.name}: line {line}: {why}", file=self.name, line=line)


def is_tag(line: str) -> bool:
    """Whether a line that begins with `<` is a tag and no value."""
    inside = line[1:-1]
    return line[-1] == ">" and bool(inside.strip("/ ")) and "<" not in inside and ">" not in inside


class Writer:
    """Puts block text together."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def add(self, tag: str, *values: object) -> None:
        """A block with its values, one on a line."""
        lines = [plain(figure(value) if isinstance(value, float) else str(value)) for value in values]
        if not is_tag(f"<{tag}>") or tag[0] == "/" or tag != " ".join(tag.split()):
            raise refuse("unit.text", f"{tag[:40]!r} cannot be the name of a block")
        self.parts.append("\n".join((f"<{tag}>", *lines, f"</{tag}>\n")))

    def text(self) -> str:
        return "\n".join(self.parts)


def figure(value: float) -> str:
    """A number as it is read again: without an exponent."""
    text = repr(value)
    return f"{value:.12f}" if "e" in text else text


def plain(text: str) -> str:
    """A value that stands on a line of its own and is read again as it is."""
    wrong = text != text.strip() or text[:1] in ("", "#") or "\0" in text or len(text.splitlines()) != 1
    if wrong or (text[0] == "<" and is_tag(text)):
        raise refuse("unit.text", f"{text[:40]!r} cannot be written in a unit file")
    return text
