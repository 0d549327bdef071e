"""Questions for the adjudicator as command lines give them: read from a file, under rules of files and of options."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overheat.cli.console import WRONG_USAGE, refusals
from overheat.cli.layers import apart

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
        facts = list(_flat(row["facts"]))
        names, types = (max(len(fact[at]) for fact in facts) for at in (0, 1))
        for name, type_, usual, about in facts:
            yield f"  {name:<{names}}  {type_:<{types}}  {usual}{f'  {about}' if about else ''}".rstrip()


def _flat(facts: Sequence[Mapping[str, Any]], within: str = "") -> Iterator[tuple[str, str, str, str]]:
    for fact in facts:
        name = f"{within}{fact['name']}"
        if fact.get("fields"):
            yield from _flat(fact["fields"], f"{name}.")
        else:
            yield name, _type(fact), "needed" if fact["needed"] else _usual(fact["default"]), fact.get("about", "")


def _type(fact: Mapping[str, Any]) -> str:
    least, most = fact.get("least"), fact.get("most")
    if fact.get("choices"):
        return "one of " + ", ".join(choice or "nothing" for choice in fact["choices"])
    if least is not None and most is not None:
        return f"{fact['type']}, {least} to {most}"
    return str(fact["type"])


def _usual(default: Any) -> str:
    if isinstance(default, bool):
        return "yes" if default else "no"
    return "-" if default in (None, "", [], {}) else str(default)
