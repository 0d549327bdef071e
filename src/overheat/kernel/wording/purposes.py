"""What dice are thrown for, in words: a text for each id of a purpose, filled in with the facts of the roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from overheat.kernel.dice import About, Roll
from overheat.kernel.terms import Sum, signed
from overheat.kernel.wording.phrases import in_words

Named = Callable[[str], str]
"""What somebody or something is called."""

WHOM = ("who", "target")
"""The facts that name somebody."""


class _Facts(dict[str, str]):
    """Facts in words; one that a roll does not have is left out."""

    def __missing__(self, name: str) -> str:
        return ""


class Purposes:
    """The words of a game's rolls. A layer gives its own with `says`."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = dict(words)

    def says(self, id: str, words: str) -> None:
        """Give a purpose words, in which `{who}`, `{needed}` and the names of its facts stand for them."""
        self._words[id] = words

    def told(self, roll: Roll, named: Named = str) -> str:
        """What a roll is for; one without words is told by its id, who threw, and its facts."""
        facts = _Facts({name: _worded(name, fact, named) for name, fact in roll.about.items()})
        facts["who"] = named(roll.who) if roll.who else ""
        facts["needed"] = "" if roll.needed is None else str(roll.needed)
        template = self._words.get(roll.purpose)
        return _plainly(roll.purpose, facts) if template is None else template.format_map(facts)


def _worded(name: str, fact: About, named: Named) -> str:
    if isinstance(fact, tuple):
        return ", ".join(part.label for part in fact) if name == "cause" else _added(fact)
    if name == "what" and isinstance(fact, str):
        return in_words(fact)
    return named(str(fact)) if name in WHOM else str(fact)


def _added(terms: Sum) -> str:
    return "".join(f", {signed(part.value)} {part.label}" for part in terms)


def _plainly(id: str, facts: Mapping[str, str]) -> str:
    """A purpose that has no words of its own."""
    whose = f" of {facts['who']}" if facts["who"] else ""
    rest = ", ".join(f"{name} {fact}" for name, fact in facts.items() if name not in ("who", "needed"))
    needed = f", {facts['needed']} needed" if facts["needed"] else ""
    return f"{in_words(id)}{whose}{f' ({rest})' if rest else ''}{needed}"
