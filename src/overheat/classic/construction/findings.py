"""Findings in short: one for each place and reason that a check has found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from overheat.classic.construction.machine.plan import Finding, Severity
from overheat.kernel.cite import Cite
from overheat.kernel.terms import Number


def found(id: str, cite: Cite, reasons: Iterable[tuple[str | None, str]]) -> tuple[Finding, ...]:
    """An error for each place, if there is one, and reason."""
    return tuple(Finding(id=id, location=place, reason=reason, cite=cite) for place, reason in reasons)


def told(id: str, cite: Cite, reasons: Iterable[tuple[str | None, str]]) -> tuple[Finding, ...]:
    """A note for each place and reason."""
    return tuple(Finding(id=id, severity="note", location=place, reason=reason, cite=cite) for place, reason in reasons)


def broken(id: str, cite: Cite, reason: str, *, when: bool, severity: Severity = "error") -> tuple[Finding, ...]:
    """One finding about the whole unit when something is so, and none otherwise."""
    return (Finding(id=id, severity=severity, reason=reason, cite=cite),) if when else ()


def weighed(id: str, cite: Cite, total: Number, tons: Number | float, *, slack: Number = 0) -> tuple[Finding, ...]:
    """An error where a unit weighs more than it says, by more than some slack; a note where it weighs less."""
    reason = f"weighs {float(total):g} tons of {float(tons):g}"
    return broken(id, cite, reason, when=total != tons, severity="error" if total - slack > tons else "note")


def wrong_places(needed: Set[str], there: Set[str], whole: str) -> Iterator[tuple[str, str]]:
    """The places that a unit needs and lacks, then those that it has and that are no part of such a whole."""
    yield from ((code, f"{code} is missing") for code in sorted(needed - there))
    yield from ((code, f"{code} is no part of {whole}") for code in sorted(there - needed))
