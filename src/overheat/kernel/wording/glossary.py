"""The words of a game for those who are new to it: what each one means, and which rule says so."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import msgspec

from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Entry


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word of a game: what it means, and the rule or table that it is from, where there is one."""

    word: str
    says: str
    rule: str = ""


class Explained(msgspec.Struct, frozen=True):
    """A word, what it means, and where that is written."""

    word: str
    says: str
    cite: Cite | None


@cache
def words_of(package: str) -> tuple[Word, ...]:
    """The words of a game, from the file `data/glossary.toml` of its package."""
    text = files(package).joinpath("data/glossary.toml").read_text(encoding="utf-8")
    return tuple(msgspec.convert(tomllib.loads(text)["words"], list[Word]))


def explained(words: Iterable[Word], entries: Iterable[Entry]) -> list[Explained]:
    """Words with the citations of the rules that they are from."""
    cites = {entry.id: entry.cite for entry in entries}
    return [Explained(word.word, word.says, cites[word.rule] if word.rule else None) for word in words]
