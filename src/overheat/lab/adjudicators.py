"""Questions about the rules of any game: which game is asked, under which layers, and its answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from overheat.kernel.inquiries import Adjudicator, Asked
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.files import is_file_of_rules


def adjudicators() -> Iterator[Adjudicator[Any]]:
    """The games that can be asked, each loaded when nobody before it was meant."""
    from overheat.classic.adjudicate import ADJUDICATOR as CLASSIC

    yield CLASSIC
    from overheat.platoon.adjudicate import ADJUDICATOR as PLATOON

    yield PLATOON


def adjudicator_for(asked: Asked) -> Adjudicator[Any]:
    """The game that a question is about: the one whose layers it names, else the first that has such a question."""
    if asked.rules:
        found = next((game for game in adjudicators() if game.knows(asked.rules)), None)
        if found is not None:
            return found
    if asked.ask:
        found = next((game for game in adjudicators() if game.asks(asked.ask)), None)
        if found is not None:
            return found
    return next(adjudicators())


def bring(names: Iterable[str], meant: Adjudicator[Any]) -> tuple[str, ...]:
    """Names of layers, files brought: into the game that is meant, or where they do not fit it, into another."""
    return tuple(_brought(name, meant) if is_file_of_rules(name) else name for name in names)


def _brought(path: str, meant: Adjudicator[Any]) -> str:
    refused: RefusedError | None = None
    for game in (meant, *(game for game in adjudicators() if game.name != meant.name)):
        try:
            return game.library.bring(path)
        except RefusedError as error:
            refused = refused or error
    assert refused is not None
    raise refused
