"""Questions for the adjudicator as command lines give them: read from a file, under rules of files and of options."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overheat.cli.console.console import WRONG_USAGE, refusals
from overheat.cli.console.layers import apart

if TYPE_CHECKING:
    from overheat.kernel.answers import Told
    from overheat.kernel.inquiries import Adjudicator, Asked

STANDARD_INPUT = "-"


def read(file: str | None) -> tuple[bytes, Path | None]:
    """What a file holds, and the folder that its paths are looked for in; nothing or - is standard input."""
    if file in (None, STANDARD_INPUT):
        return sys.stdin.buffer.read(), None
    return Path(str(file)).read_bytes(), Path(str(file)).parent


def given(rules: Sequence[str] | None, asked: Asked) -> tuple[str, ...]:
    """The layers that options name, files brought into the game that is asked; what there is not ends the command."""
    from overheat.lab.adjudicators import adjudicator_for, adjudicators, bring

    with refusals(WRONG_USAGE):
        names = bring(apart(rules), adjudicator_for(asked))
        if names and not any(game.knows(names) for game in adjudicators()):
            adjudicator_for(asked).rules(names)
        return names


def answer(asked: Asked, folder: Path | None, *, odds: bool = False) -> Told:
    """What a question is answered, or how likely each thing is that may come of it."""
    from overheat.classic.adjudicate import beside
    from overheat.lab.adjudicators import adjudicator_for

    game = adjudicator_for(asked)
    return (game.odds if odds else game.answer)(asked, beside(folder))


def questions(rules: Sequence[str] | None) -> tuple[Adjudicator[Any], tuple[str, ...], list[dict[str, Any]]]:
    """The game that options mean, the layers in force, and everything that can be asked under them."""
    from overheat.kernel.inquiries import Asked, listed
    from overheat.lab.adjudicators import adjudicator_for

    names = given(rules, Asked("", tuple(name for name in apart(rules) if not name.endswith((".py", ".toml"))), {}))
    with refusals(WRONG_USAGE):
        game = adjudicator_for(Asked("", names, {}))
        held = game.rules(names)
    return game, held.layers, listed(game, held)


def as_lines(layers: Sequence[str], found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Questions for people: each with the facts that it takes, their types, and what they are if nobody says."""
    yield f"What can be asked under {' + '.join(layers)}; * is asked where no question is named."
    for row in found:
        yield ""
        yield f"{row['id']}{' *' if row['usual'] else ''}: {row['title']}  [{row['cite']}]"
        yield from _facts(row["facts"], "  ")


def _facts(facts: Sequence[Mapping[str, Any]], margin: str) -> Iterator[str]:
    """Facts one below the other, then those that are made of facts, alike ones together."""
    plain = [(fact["name"], fact["type"], _usual(fact), _about(fact)) for fact in facts if not fact.get("fields")]
    wide = [max((len(cells[at]) for cells in plain), default=0) for at in range(3)]
    for cells in plain:
        columns = "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, wide, strict=False))
        yield f"{margin}{columns}  {cells[3]}".rstrip()
    alike: list[tuple[list[str], Sequence[Mapping[str, Any]]]] = []
    for fact in facts:
        group = next((names for names, fields in alike if fields == fact.get("fields")), None)
        if group is not None:
            group.append(_named(fact))
        elif fact.get("fields"):
            alike.append(([_named(fact)], fact["fields"]))
    for names, fields in alike:
        yield f"{margin}{', '.join(names)}:"
        yield from _facts(fields, f"{margin}  ")


def _named(fact: Mapping[str, Any]) -> str:
    """A group of facts, and whether it may be left out."""
    return fact["name"] if fact["needed"] else f"{fact['name']} (if any)"


def _usual(fact: Mapping[str, Any]) -> str:
    """What a fact is if nobody says."""
    if fact["needed"]:
        return "needed"
    default = fact["default"]
    if isinstance(default, bool):
        return "yes" if default else "no"
    return "-" if default is None or default in ("", [], {}) else str(default)


def _about(fact: Mapping[str, Any]) -> str:
    """What else is to be said of a fact: what it may be, and what it means."""
    said = [fact["about"]] if fact.get("about") else []
    if fact.get("choices"):
        said.append(", ".join(choice or "nothing" for choice in fact["choices"]))
    elif "least" in fact and "most" in fact:
        said.append(f"{fact['least']} to {fact['most']}")
    return "; ".join(said)
