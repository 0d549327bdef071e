"""How wide words are: the widths of a common sans-serif face, to make text fit before it is drawn.

Widths are those that Helvetica, Arial and their lookalikes share, in thousandths of the size. A reader without any of
them sees another face; text that fills its room is therefore drawn with its length stated.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

_PLAIN: dict[int, str] = {
    191: "'",
    222: "ijl",
    260: "|",
    278: " !,./:;I[\\]ft·",
    333: "()-`r",
    334: "{}",
    355: '"',
    389: "*",
    400: "°",
    469: "^",
    500: "Jckvsxyz",
    556: "#$0123456789?L_abdeghnopqu–",
    584: "+<=>~×−",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1000: "—…",
    1015: "@",
}
_BOLD: dict[int, str] = {
    238: "'",
    278: " ,./I\\ijl·",
    280: "|",
    333: "!()-:;[]`ft",
    389: "*r{}",
    400: "°",
    474: '"',
    500: "z",
    556: "#$0123456789J_aceksvxy–",
    584: "+<=>^~×−",
    611: "?FLTZbdghnopqu",
    667: "EPSVXY",
    722: "&ABCDHKNRU",
    778: "GOQw",
    833: "M",
    889: "%m",
    944: "W",
    975: "@",
    1000: "—…",
}


def _spread(table: dict[int, str]) -> dict[str, int]:
    return {sign: wide for wide, signs in table.items() for sign in signs}


_WIDTHS = (_spread(_PLAIN), _spread(_BOLD))
_OTHER = 667
"""What a sign counts that is in no list."""

ELLIPSIS = "…"


class Fitted(NamedTuple):
    """Words as they are drawn: possibly shortened, and at a size that may be smaller than asked for."""

    words: str
    size: float


def width(words: str, size: float, bold: bool = False) -> float:
    """How wide words are at a size."""
    widths = _WIDTHS[bold]
    return sum(widths.get(sign, _OTHER) for sign in words) * size / 1000


def fit(words: str, room: float, size: float, *, least: float = 5.0, bold: bool = False) -> Fitted:
    """Words made to fit: first smaller, down to the least size, then cut off with an ellipsis."""
    wide = width(words, size, bold)
    if wide <= room:
        return Fitted(words, size)
    smaller = size * room / wide
    if smaller >= least:
        return Fitted(words, round(smaller - 0.005, 2))
    return Fitted(shorten(words, room, least, bold), least)


def shorten(words: str, room: float, size: float, bold: bool = False) -> str:
    """As many signs from the start as there is room for, with an ellipsis when some are left out."""
    if width(words, size, bold) <= room:
        return words
    kept = words
    while kept and width(kept + ELLIPSIS, size, bold) > room:
        kept = kept[:-1].rstrip()
    return kept + ELLIPSIS


def wrap(words: str, room: float, size: float, bold: bool = False) -> list[str]:
    """Words broken into lines at spaces; a single word that is too long stays whole."""
    lines: list[str] = []
    line = ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size, bold) > room:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line] if line else lines


def joined(parts: Iterable[str], between: str = " · ") -> str:
    """The parts that say something, in a row."""
    return between.join(part for part in parts if part)
