"""Units by name or file: what they are, what they are worth, and their pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from overheat.api.pictures import Picture
from overheat.api.questions import Names, layers
from overheat.classic.rulesets import LIBRARY
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.library import find, names
from overheat.kernel.rules.rule import Ruleset

if TYPE_CHECKING:
    from overheat.alphastrike.convert import Conversion
    from overheat.classic.armoury.checking import Checked
    from overheat.classic.battle_value.worksheet import Worksheet
    from overheat.classic.construction.machine.plan import Finding
    from overheat.classic.cost.worksheet import CostSheet


@dataclass(frozen=True, repr=False)
class Unit:
    """A unit under some rules. Numbers come with the worksheets that explain them, pictures show in a notebook."""

    data: Sheet
    """Everything that its file says."""
    layers: tuple[str, ...] = ()
    gunnery: int = 4
    piloting: int = 5

    @property
    def name(self) -> str:
        return self.data.name

    @cached_property
    def rules(self) -> Ruleset:
        """The rules that it is looked at by."""
        return LIBRARY.ruleset(self.layers)

    @cached_property
    def bv_worksheet(self) -> Worksheet:
        """Its battle value with every step; `explain()` writes it out."""
        from overheat.classic.battle_value.unit import battle_value, with_skills

        return with_skills(battle_value(self.data, self.rules), self.gunnery, self.piloting, self.rules)

    @property
    def bv(self) -> int:
        """Its battle value with its crew."""
        return self.bv_worksheet.total

    @cached_property
    def cost_worksheet(self) -> CostSheet:
        """Its price with every step."""
        from overheat.classic.cost.unit import unit_cost

        return unit_cost(self.data, self.rules)

    @property
    def cost(self) -> int:
        """Its price in C-bills, ammunition included."""
        return self.cost_worksheet.total

    @cached_property
    def conversion(self) -> Conversion:
        """Its Alpha Strike card, and every figure on the way to it."""
        from overheat.alphastrike.convert import convert
        from overheat.alphastrike.rulesets import LIBRARY as CONVERSIONS

        return convert(self.data, self.gunnery, CONVERSIONS.ruleset(self.layers))

    @property
    def card(self) -> Picture:
        """Its Alpha Strike card."""
        from overheat.alphastrike.cards import draw_card

        return Picture(draw_card(self.conversion.card))

    @property
    def sheet(self) -> Picture:
        """Its record sheet."""
        from overheat.classic.recordsheet import Crew, draw_sheet

        crew = Crew(gunnery=self.gunnery, piloting=self.piloting)
        return Picture(draw_sheet(self.data, crew=crew, rules=self.rules))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the rules of construction find in it; nothing where it is built by the rules."""
        from overheat.classic.construction.check import check

        return check(self.data, self.rules)

    def __repr__(self) -> str:
        return f"<Unit {self.name}, {self.data.tons:g} tons>"

    def check(self, year: int | None = None, technology: str | None = None) -> Checked:
        """Whether it is built by the rules, and whether it can be had in a year and with a technology."""
        from overheat.classic.armoury.availability import Fielding
        from overheat.classic.armoury.checking import checked

        return checked(Fielding(self.rules, self.data, year, technology))

    def _repr_svg_(self) -> str:
        return self.card.svg


def unit(name: str | Path | Unit, rules: Names = (), gunnery: int = 4, piloting: int = 5) -> Unit:
    """A unit by its name, its model or its file: `oh.unit("WHM-6R")`, `oh.unit("my.mtf")`."""
    if isinstance(name, Unit):
        return name
    return Unit(find(name).sheet, layers(rules, LIBRARY), gunnery, piloting)


def units() -> Iterator[Unit]:
    """Every unit that comes with the project, by name."""
    return (unit(name) for name in names())
