"""Whether two lines of logs tell the same facts, whatever they say for people and whichever format they are in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from overheat.kernel.events import Rolled
from overheat.kernel.wording.phrases import as_id

FIRST = 1
"""The format whose events held sentences, and whose rolls held nothing but one."""
FORMAT = 3
"""What is written: events hold facts and ids, and all that makes the next state. Of format 2 some events held sentences
still, and those of H.E.A.T told of less than they changed. The commands of earlier formats are played again."""
EVENT = re.compile(rb'\{"line":"event","event":\{"type":"(\w+)"')


class Worded(msgspec.Struct, frozen=True):
    """What a game's events hold for people, by the name of the event."""

    sentences: Mapping[str, frozenset[str]] = {}
    """Fields that were worded once and are ids now: all of them in format 1, some in earlier versions of format 2."""
    sums: Mapping[str, frozenset[str]] = {}
    """Fields that are sums, of which labels and citations are for people."""
    later: frozenset[str] = frozenset()
    """Kinds of event that logs of earlier formats do not hold."""
    former: Mapping[str, str] = {}
    """What layers were called in logs of earlier formats, each with its name of today."""

    def same(self, before: bytes, after: bytes, written: int, *, any_wording: bool = True) -> bool:
        """Whether a line of a log in a format tells the same as one of a replay, its sums in any wording or in one."""
        if not before.strip() or not after.strip():
            return False
        old, new = msgspec.json.decode(before), msgspec.json.decode(after)
        if old.get("line") == new.get("line") == "header":
            return _same_header(old, new, self.former) if written < FORMAT else bool(old == new)
        if "event" not in old or "event" not in new:
            return bool(old == new)
        return self._same_event(old["event"], new["event"], written, any_wording or written < FORMAT)

    def _same_event(self, old: Mapping[str, Any], new: Mapping[str, Any], written: int, any_wording: bool) -> bool:
        """Of an event of an earlier format the facts are held that it had; a later one may tell more."""
        tag = old.get("type", "")
        if written == FIRST and tag == Rolled.__name__:
            return _thrown(old) == _thrown(new)
        worded = self.sentences.get(tag, frozenset())
        if written == FIRST or any(_is_worded(old.get(name)) for name in worded):
            old = {name: fact for name, fact in old.items() if name not in worded}
        if written < FORMAT:
            new = {name: fact for name, fact in new.items() if name in old}
        sums = self.sums.get(tag, frozenset()) if any_wording else frozenset()
        return old.keys() == new.keys() and all(
            _figures(fact) == _figures(new[name]) if name in sums else _same_fact(fact, new[name])
            for name, fact in old.items()
        )

    def told_then(self, lines: Iterable[bytes], written: int) -> Iterator[bytes]:
        """The lines of a replay that a log in a format could hold."""
        if written == FORMAT or not self.later:
            return iter(lines)
        return (line for line in lines if _kind(line) not in self.later)


def _kind(line: bytes) -> str:
    """The kind of event that a line tells of; nothing where it tells of none."""
    found = EVENT.match(line)
    return "" if found is None else found[1].decode()


def _same_header(old: Mapping[str, Any], new: Mapping[str, Any], former: Mapping[str, str]) -> bool:
    """Whether a header of an earlier format begins the same game; its replay may name more rules."""
    more = {"format": new["format"], "rules": new["rules"]}
    return {**old, **more} == new and {former.get(name, name) for name in old["rules"]} <= set(new["rules"])


def _is_worded(fact: object) -> bool:
    """Whether words stand where an id does now."""
    return isinstance(fact, str) and " " in fact


def _same_fact(old: object, new: object) -> bool:
    """Whether two facts are the same, be it that a name of several words has become an id."""
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(_same_fact(fact, new[name]) for name, fact in old.items())
    return old == new or (isinstance(old, str) and as_id(old) == new)


def _thrown(event: Mapping[str, Any]) -> tuple[object, object]:
    """The dice of a roll, whatever they were for."""
    return event["roll"]["sides"], event["roll"]["faces"]


def _figures(parts: list[list[Any]]) -> list[list[Any]]:
    """The parts of a sum by id and value."""
    return [part[:2] for part in parts]
