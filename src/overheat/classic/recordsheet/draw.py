"""A unit's record sheet as a picture: the page for its kind, filled with what its sheet says."""

from __future__ import annotations

from collections.abc import Callable

from overheat.classic.recordsheet.battle_armour import draw_battle_armour
from overheat.classic.recordsheet.crew import Crew
from overheat.classic.recordsheet.fighter import draw_fighter
from overheat.classic.recordsheet.heading import Worth
from overheat.classic.recordsheet.infantry import draw_infantry
from overheat.classic.recordsheet.machine import draw_machine
from overheat.classic.recordsheet.page import Page
from overheat.classic.recordsheet.protomech import draw_protomech
from overheat.classic.recordsheet.vehicle import draw_vehicle
from overheat.classic.rulesets import standard
from overheat.classic.unit.sheet import Kind, Sheet
from overheat.drawing.paper import Paper
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset

Drawer = Callable[[Page, Sheet, Crew, Worth], None]

KINDS: dict[Kind, Drawer] = {
    "war machine": draw_machine,
    "industrial machine": draw_machine,
    "vehicle": draw_vehicle,
    "support vehicle": draw_vehicle,
    "infantry": draw_infantry,
    "battle armour": draw_battle_armour,
    "protomech": draw_protomech,
    "aerospace fighter": draw_fighter,
    "conventional fighter": draw_fighter,
}
"""Who draws which kind of unit."""


def drawer_of(sheet: Sheet) -> Drawer:
    """Who draws a unit; a kind that has no page here is refused."""
    drawer = KINDS.get(sheet.kind)
    if drawer is None:
        raise refuse("sheet.kind", f"{sheet.name}: there is no record sheet here for {sheet.kind}", kind=sheet.kind)
    return draw_fighter if any(place.code == "NOS" for place in sheet.locations) else drawer


def draw_sheet(
    sheet: Sheet,
    *,
    paper: Paper = "a4",
    bv: int | None = None,
    cost: int | None = None,
    crew: Crew | None = None,
    rules: Ruleset | None = None,
) -> str:
    """The record sheet of a unit under some rules, one page of SVG; a kind that has no page here is refused."""
    drawer = drawer_of(sheet)
    page = Page(sheet.name, paper, rules or standard())
    drawer(page, sheet, crew or Crew(), Worth(bv, cost))
    return page.finish()
