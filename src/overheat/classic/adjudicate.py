"""The adjudicator: a situation in, an explained number out, for people with miniatures on a real table.

    {"ask": "attack", "rules": ["classic"], "board": "valley", "attacker": {...}, "target": {...}, "weapon": {...}}

Every question is a row of a table that layers may add to; a situation that names none is about an attack. Each may be
asked with `"conditions": {"light": "dusk"}` and the like, which the rules in force must know.
"""

from __future__ import annotations

from pathlib import Path

from overheat.classic.adjudicator import INQUIRIES, attack
from overheat.classic.adjudicator.attack import AttackAsked
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.facts.state import Weather
from overheat.classic.rulesets import LIBRARY
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Adjudicator, Sources

ADJUDICATOR = Adjudicator("classic", LIBRARY, INQUIRIES, Desk, usual="attack", common={"conditions": Weather})


class Situation(AttackAsked, kw_only=True):
    """An attack, with the rules that it is made under."""

    rules: tuple[str, ...] = ("classic",)


def adjudicate(situation: Situation, folder: Path | None = None) -> Answer:
    """The number that the attack needs, or why it may not be made. Paths are looked for in the folder too."""
    return attack.answer(Desk(LIBRARY.ruleset(situation.rules), beside(folder)), situation)


def beside(folder: Path | None) -> Sources:
    """Paths as they are given, or within a folder where that is the one that is there."""

    def found(what: str, name: str) -> str:
        if folder is not None and not Path(name).exists() and (folder / name).exists():
            return str(folder / name)
        return name

    return found
