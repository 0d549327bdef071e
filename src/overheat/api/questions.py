"""Rules by name, questions put to them, and the odds of dice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from overheat.kernel.expressions import NotDiceError, odds_of
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import RefusedError as RefusedError
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.files import is_file_of_rules
from overheat.kernel.rules.rule import Ruleset

Names = str | Sequence[str]
"""Layers, presets or files of rules: one, several in a list, or several joined by `+`."""


def layers(names: Names, library: Any) -> tuple[str, ...]:
    """The names of layers, files brought into a library of rules."""
    listed = (names,) if isinstance(names, str) else tuple(names)
    return tuple(library.bring(name) if is_file_of_rules(name) else name for name in listed)


def rules(names: Names = (), game: str = "classic") -> Ruleset:
    """The rules of a game under some layers, presets or files: `oh.rules("printed+dead_zones")`.

    A ruleset says who says what (`who_says`), lists its entries, and is what the library's functions take.
    """
    from overheat.lab.games import kind_named

    library = kind_named(game).library
    assert library is not None
    return library.ruleset(layers(names, library))


def ask(question: str = "attack", rules: Names = (), folder: str | Path | None = None, **facts: Any) -> dict[str, Any]:
    """Put a question to the rules, as `overheat adjudicate` does: `oh.ask("heat", unit="Atlas AS7-D", heat=17)`.

    What can be asked is listed by `overheat adjudicate --questions`. What a question names is looked for in the folder.
    """
    from overheat.classic.adjudicate import beside
    from overheat.kernel.inquiries import Asked
    from overheat.lab.adjudicators import adjudicator_for, bring

    named = Asked(question, (rules,) if isinstance(rules, str) else tuple(rules), facts)
    game = adjudicator_for(named)
    asked = Asked(question, bring(named.rules, game), facts)
    return dict(game.answer(asked, beside(None if folder is None else Path(folder))).as_json())


def odds(dice: str = "2d6") -> Distribution[int]:
    """The exact odds of a dice expression: `oh.odds("2d6").at_least(8)` is `Fraction(5, 12)`; `oh.odds("4d6kh3+1")`."""
    try:
        return odds_of(dice)
    except NotDiceError as error:
        raise refuse("odds.dice", f"{dice[:40]!r} are no dice: {error}") from None
