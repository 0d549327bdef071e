"""Findings in short: one for each place and reason that a check has found."""

from __future__ import annotations

from collections.abc import Iterable

from overheat.classic.construction.plan import Finding, Severity
from overheat.kernel.cite import Cite


def found(id: str, cite: Cite, reasons: Iterable[tuple[str | None, str]]) -> tuple[Finding, ...]:
    """An error for each place, if there is one, and reason."""
    return tuple(Finding(id=id, location=place, reason=reason, cite=cite) for place, reason in reasons)


def told(id: str, cite: Cite, reasons: Iterable[tuple[str | None, str]]) -> tuple[Finding, ...]:
    """A note for each place and reason."""
    return tuple(Finding(id=id, severity="note", location=place, reason=reason, cite=cite) for place, reason in reasons)


def broken(id: str, cite: Cite, reason: str, *, when: bool, severity: Severity = "error") -> tuple[Finding, ...]:
    """One finding about the whole unit when something is so, and none otherwise."""
    return (Finding(id=id, severity=severity, reason=reason, cite=cite),) if when else ()
