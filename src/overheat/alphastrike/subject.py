"""A unit as the conversion looks at it: its card type, and quick answers about what it mounts."""

from __future__ import annotations

from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import CardType
from overheat.classic.unit.sheet import Kind, Mount, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset

TYPES: dict[Kind, CardType] = {
    "war machine": "BM",
    "industrial machine": "IM",
    "protomech": "PM",
    "vehicle": "CV",
    "support vehicle": "SV",
    "battle armour": "BA",
    "infantry": "CI",
    "aerospace fighter": "AF",
    "conventional fighter": "CF",
    "small craft": "SC",
    "dropship": "DS",
    "jumpship": "JS",
    "warship": "WS",
    "space station": "SS",
}
"""The card type of each kind of unit."""


class Subject:
    """One unit under conversion, and the rules that it is converted by. Answers are worked out once."""

    def __init__(self, rules: Ruleset, sheet: Sheet) -> None:
        self.rules = rules
        self.sheet = sheet
        if sheet.kind not in TYPES:
            raise refuse(
                "alphastrike.kind",
                f"{sheet.name}: there is no Alpha Strike card for a {sheet.kind}",
                ALPHA_STRIKE("unit types"),
                kind=sheet.kind,
            )
        self.type: CardType = TYPES[sheet.kind]
        if self.type == "DS" and sheet.motive == "aerodyne":
            self.type = "DA"
        self.machine = self.type in ("BM", "IM")
        """Whether it is a war machine or an industrial one."""
        self.winged = self.type == "SV" and sheet.motive in ("aerodyne", "spheroid")
        """Whether it is a support vehicle that flies as a fighter does."""
        self.flying = self.type in ("AF", "CF") or self.winged
        """Whether it fights as a fighter does."""
        self.flags: frozenset[str] = frozenset().union(*[mount.equipment.flags for mount in sheet.mounts])
        """Every flag of anything it mounts."""

    def having(self, *flags: str) -> tuple[Mount, ...]:
        """The mounts whose equipment carries any of some flags."""
        return self.sheet.flagged(*flags) if not self.flags.isdisjoint(flags) else ()
