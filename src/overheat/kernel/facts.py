"""What the texts of events are. An event holds no sentence: each of its texts says by its type what it is.

A law of the tests reads these types, and looks that ids are ids in battles of every game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True)
class Text:
    """A kind of text that events hold."""

    what: str
    form: str = ""
    """A regular expression that it matches as a whole, unless it is empty; nothing where people choose it freely."""


ID = r"[A-Za-z0-9_+-]+(\.[A-Za-z0-9_+-]+)*"
"""The form of an id: words joined by underscores, parts by dots, no blanks."""

Id = Annotated[str, Text("an id: a word of the rules, which wording makes words of", ID)]
Row = Annotated[
    str, Text("the key of a row of a table of the rules: a kind of blow, of weather", r"[a-z_]+( [a-z_]+){0,3}")
]
Name = Annotated[str, Text("what something is called on its sheet: a weapon, a kind of ammunition, a model")]
Who = Annotated[str, Text("a side or a unit, as the set-up names it")]
Label = Annotated[str, Text("words for people, beside an id")]
Cited = Annotated[str, Text("where something is written")]
Exact = Annotated[str, Text("a fraction", r"-?[0-9]+/[0-9]+")]
