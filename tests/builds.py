"""What the checks of construction find in units of any kind that have block files, and what the parts of them weigh."""

from __future__ import annotations

from overheat.classic.construction.check import check, weigh
from overheat.classic.unit.sheet import Sheet
from vehicles import sheet

Plant = tuple[Sheet | str, str, str | None]
"""A unit with an error in it: the unit, the last word of the rule that finds it, and where."""


def findings(built: Sheet | str) -> set[tuple[str, str | None]]:
    """The last words of the rules that find something, errors and notes alike, and where."""
    found = check(sheet(built) if isinstance(built, str) else built)
    return {(finding.id.rpartition(".")[2], finding.location) for finding in found}


def errors(built: Sheet | str) -> set[str]:
    """The last words of the rules that find errors."""
    found = check(sheet(built) if isinstance(built, str) else built)
    return {finding.id.rpartition(".")[2] for finding in found if finding.severity == "error"}


def part(built: Sheet | str, name: str) -> float:
    """What the parts of a name weigh together; nothing if there are none."""
    tally = weigh(sheet(built) if isinstance(built, str) else built)
    return float(sum(term.value for term in tally if term.id.rpartition(".")[2] == name))


def all_found(plants: dict[str, Plant], *names: str) -> bool:
    """Whether the planted errors of some names are all found, each by its rule and in its place."""
    return all((id, place) in findings(built) for built, id, place in map(plants.__getitem__, names))
