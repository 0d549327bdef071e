"""Commands as numbers that stay the same: the block of a verb, and a place in it that its facts give.

Every verb has a block of its own, so that what a learner knows of a step or a turn holds for all of them. The place in
it is the only fact of a command where it has one, else its facts folded into one number. Two legal commands that would
have the same number are kept apart by their order, so that every legal command has one.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

import msgspec

BLOCK = 512
"""Numbers for each verb."""
MOST_KEPT = 50_000
"""Commands whose numbers are kept."""


class Codes:
    """The numbers of the commands of a game under some rules, for units of some names."""

    def __init__(self, commands: Any, units: Sequence[str]) -> None:
        kinds = get_args(commands) or (commands,)
        self.verbs: tuple[str, ...] = tuple(sorted(kind.__name__ for kind in kinds))
        self._blocks: Mapping[str, int] = {name: number * BLOCK for number, name in enumerate(self.verbs)}
        self._units: Mapping[str, int] = {name: number for number, name in enumerate(units)}
        self._kept: dict[msgspec.Struct, int] = {}

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return BLOCK * len(self.verbs)

    def verb(self, code: int) -> str:
        """The verb that a number belongs to."""
        return self.verbs[code // BLOCK]

    def numbered(self, legal: Iterable[msgspec.Struct]) -> dict[int, msgspec.Struct]:
        """Every legal command by its number."""
        found: dict[int, msgspec.Struct] = {}
        kept = self._kept
        for command in legal:
            code = kept.get(command)
            if code is None:
                code = self._keep(command)
            while code in found:
                code = code + 1 if (code + 1) % BLOCK else code + 1 - BLOCK
            found[code] = command
        return found

    def _keep(self, command: msgspec.Struct) -> int:
        """The number that a command has by itself, which is found out once."""
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        code = self._kept[command] = self._blocks[type(command).__name__] + self._place(command)
        return code

    def _place(self, command: msgspec.Struct) -> int:
        facts = [self._number(fact) for fact in msgspec.structs.astuple(command)]
        if len(facts) == 1:
            return facts[0] % BLOCK
        folded = 0
        for fact in facts:
            folded = folded * 37 + fact
        return folded % BLOCK

    def _number(self, fact: Any) -> int:
        """A fact as a number: a unit by its place in the set-up, a hex by its name, a word by its letters."""
        if fact is None or isinstance(fact, bool | int):
            return int(fact or 0)
        if isinstance(fact, str):
            if fact in self._units:
                return self._units[fact]
            return int(fact) if fact.isdigit() else zlib.crc32(fact.encode()) % 509
        if isinstance(fact, float):
            return round(fact)
        return zlib.crc32(msgspec.json.encode(fact, order="deterministic")) % 509
