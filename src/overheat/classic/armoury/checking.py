"""A unit checked: by the rules of construction, and whether it can be had in a year and by whom."""

from __future__ import annotations

from typing import NamedTuple

from overheat.classic.armoury.availability import Fielding, PartStanding, findings, standings
from overheat.classic.construction.check import check, is_checked, weigh
from overheat.classic.construction.machine.plan import Finding
from overheat.classic.unit.fielding import under
from overheat.kernel.terms import Tally


class Checked(NamedTuple):
    """What was found about a unit."""

    name: str
    kind: str
    built: bool
    """Whether there are rules of construction for its kind."""
    weight: Tally | None
    findings: tuple[Finding, ...]
    parts: tuple[PartStanding, ...]
    year: int | None

    @property
    def errors(self) -> int:
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def verdict(self) -> str:
        """What it comes to, in words."""
        if self.errors:
            return f"{self.errors} {'error' if self.errors == 1 else 'errors'}"
        built = "built by the rules" if self.built else f"there are no construction checks here for {self.kind}"
        return built if self.year is None else f"{built}, to be had in {self.year}"

    def as_json(self) -> dict[str, object]:
        told: dict[str, object] = {"name": self.name, "findings": [_finding(found) for found in self.findings]}
        if self.weight is not None:
            told["weight"] = self.weight.as_json()
        if self.year is not None:
            told |= {"year": self.year, "parts": [part.as_json() for part in self.parts]}
        return told


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "id": finding.id,
        "severity": finding.severity,
        "location": finding.location,
        "reason": finding.reason,
        "cite": str(finding.cite),
    }


def checked(fielding: Fielding) -> Checked:
    """A unit looked at by all rules that there are for it."""
    rules, sheet = fielding.rules, fielding.sheet
    built = is_checked(sheet, rules)
    outfitted = fielding._replace(sheet=under(rules, sheet))
    return Checked(
        name=sheet.name,
        kind=sheet.kind,
        built=built,
        weight=weigh(sheet, rules) if built else None,
        findings=(*check(sheet, rules), *findings(outfitted)),
        parts=standings(outfitted),
        year=fielding.year,
    )
