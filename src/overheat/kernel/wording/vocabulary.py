"""Words for the ids that events hold."""

from __future__ import annotations

from collections.abc import Mapping

from overheat.kernel.wording.phrases import in_words


class Vocabulary:
    """Words by id, for one kind of ids. A layer gives its own with `says`."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = dict(words)

    def says(self, id: str, words: str) -> None:
        """Give an id words, in which the names of facts in braces stand for them."""
        self._words[id] = words

    def __contains__(self, id: object) -> bool:
        return id in self._words

    def told(self, id: str, **facts: object) -> str:
        """An id in words; one that has none is told by its last part."""
        words = self._words.get(id)
        return in_words(id) if words is None else words.format_map(facts)
