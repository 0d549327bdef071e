"""Moves of H.E.A.T at the page: the ruler, what it refuses, and what goes as far as it may."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import msgspec
import pytest
from playwright.sync_api import expect

from browser.commanding import ADVANCE, SIDE, SQUAD, VEHICLE, Officer, enemies_go_down, opened, set_out, skirmish
from overheat.platoon.battle.state import Moving, Ordering
from platoon.positions import BLUE, RED, A, TableTop, box, duel

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

ROAD = 22.5
"""Where the road from west to east lies, in inches from the south."""


def test_a_road_that_is_too_far_for_those_who_are_not_on_it_is_refused_with_the_reason(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    table = skirmish(client)
    enemies_go_down(table)
    officer = Officer(visit, table)
    assert officer.turn()
    officer.choose(VEHICLE)
    officer.orders().locator("xpath=self::*[@data-order='advance']").first.click()
    officer.panel.locator("#p-back").wait_for()
    before, (x, y) = officer.number, officer.place(VEHICLE)
    allowed = ADVANCE[VEHICLE]
    officer.click_spot(x, ROAD)
    expect(officer.verdict()).to_contain_text(f"inches where {allowed} are allowed")
    assert officer.ruler() == pytest.approx([ROAD - y, allowed], abs=0.3)
    expect(officer.page.locator(".p-ruler.bad")).to_be_attached()
    expect(officer.panel.locator("#p-go")).to_be_disabled()
    assert (officer.place(VEHICLE), officer.number) == ((x, y), before)
    photograph(officer.page, "platoon-too-far")
    officer.page.keyboard.press("Backspace")
    expect(officer.page.locator(".p-ruler.bad")).not_to_be_attached()
    officer.click_spot(x, y + allowed + 3)
    assert "good" in str(officer.verdict().get_attribute("class"))
    officer.go()
    assert officer.place(VEHICLE) == pytest.approx((x, y + allowed), abs=0.3)


def test_backspace_takes_a_leg_back_and_where_there_is_none_asks_for_the_last_command(
    client: httpx.Client, visit: Visit
) -> None:
    table = skirmish(client)
    enemies_go_down(table)
    officer = Officer(visit, table)
    assert officer.turn()
    officer.give_order(VEHICLE, "advance")
    x, y = officer.place(VEHICLE)
    officer.click_spot(x - 6, y + 3)
    officer.verdict().wait_for()
    officer.page.keyboard.press("Backspace")
    expect(officer.panel.locator("#p-back")).to_be_disabled()
    assert table.get("watch").json()["votes"] == []
    officer.page.keyboard.press("Backspace")
    expect(officer.page.locator("#undo-withdraw")).to_be_visible()
    assert table.get("watch").json()["votes"] == [SIDE]


def test_men_who_are_sent_too_far_go_as_far_as_allowed(client: httpx.Client, visit: Visit) -> None:
    table = skirmish(client)
    enemies_go_down(table)
    officer = Officer(visit, table)
    assert officer.turn()
    officer.choose(SQUAD)
    officer.orders().locator("xpath=self::*[@data-order='advance']").first.click()
    officer.panel.locator("#p-hold").wait_for()
    x, y = officer.place(SQUAD)
    expect(officer.panel).to_contain_text(f"It may go {ADVANCE[SQUAD]}″")
    officer.click_spot(x, y + 10)
    assert "good" in str(officer.verdict().get_attribute("class"))
    assert officer.ruler() == [ADVANCE[SQUAD], ADVANCE[SQUAD]]
    officer.go()
    assert officer.place(SQUAD) == pytest.approx((x, y + ADVANCE[SQUAD]), abs=0.02)


def test_a_drone_with_wings_turns_on_its_way_and_flies_all_of_it(client: httpx.Client, visit: Visit) -> None:
    """Of 15 inches 5 are climbed, so 14.14 lie over the map: 6 to the north, then 8.14 to the east."""
    drone = {"unit": "drone_team", "quality": "veteran", "men": 2, "options": {"fixed_wing": 1}}
    table = set_out(client, {"wing": ((48, 5), drone)}, ("later_kit", "later_drones"))
    enemies_go_down(table)
    officer = Officer(visit, table)
    assert officer.turn()
    officer.give_order("attacker/wing", "advance", "drone")
    officer.panel.locator("#p-via").click()
    x, y, *_ = (inch / 100 for inch in officer.view()["units"]["attacker/wing"]["drone"]["at"])
    officer.click_spot(x, y + 6)
    expect(officer.panel).to_contain_text("1 of 2 turns on the way, 8.1″ to go")
    officer.click_spot(x + 3, y + 6)
    assert "good" in str(officer.verdict().get_attribute("class"))
    assert officer.ruler() == pytest.approx([15, 15], abs=0.05)
    officer.go()
    at = officer.view()["units"]["attacker/wing"]["drone"]["at"]
    assert [inch / 100 for inch in at] == pytest.approx([x + 8.14, y + 6, 5], abs=0.2)


def test_men_get_out_as_far_as_they_may_towards_a_place_that_is_farther(client: httpx.Client, visit: Visit) -> None:
    """A lorry is 5 inches long, and 6 inches are measured from its hull."""
    squad = {"unit": "rifle_squad", "quality": "veteran", "men": 6}
    table = set_out(client, {"truck": ((28, 6), {"unit": "truck", "quality": "veteran"}), "squad": ("truck", squad)})
    enemies_go_down(table)
    officer = Officer(visit, table)
    assert officer.turn()
    officer.give_order("attacker/squad", "advance", "disembark")
    officer.click_spot(28, 40)
    assert "good" in str(officer.verdict().get_attribute("class"))
    officer.go()
    assert officer.place("attacker/squad") == pytest.approx((28, 14.5), abs=0.1)


def test_a_helicopter_on_the_ground_is_told_that_it_cannot_go_and_enter_leaves_it(
    client: httpx.Client, visit: Visit
) -> None:
    table = opened(client, duel(20, red="light_helicopter", order="advance").ready(Moving(RED, A)))
    page = visit(table.made["seats"]["red"]["link"])
    expect(page.locator("#panel h3")).to_have_text("Light helicopter cannot go anywhere")
    expect(page.locator("#panel .p-verdict")).to_contain_text("it is not in the air")
    page.keyboard.press("Enter")
    expect(page.locator("#bar-phases [aria-current=step]")).not_to_have_text("Move")


BOXES = """query => [...document.querySelectorAll(query)].map((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return [left, right, top, bottom];
})"""


def test_men_in_a_house_stand_below_its_name_and_beside_one_another(client: httpx.Client, visit: Visit) -> None:
    """Two squads in one house, whose men are all at its middle."""
    house = msgspec.structs.replace(box("building", 34, 20, 6, 6), name="Mill")
    top = TableTop(house)
    for name in ("a", "c"):
        top.add(RED, "rifle_squad", 37, 23, id=name, building=0)
    top.add(BLUE, "rifle_squad", 37, 40, id="b")
    page = visit(opened(client, top.ready(Ordering(RED))).made["seats"]["red"]["link"])
    expect(page.locator(".p-inside")).to_have_count(2)
    name, *rest = page.evaluate(BOXES, ".p-terrain .p-caption")
    assert rest == []
    discs = page.evaluate(BOXES, ".p-man:has(.p-inside) .p-base")
    assert [across for one in discs for across in discs if one is not across and meet(one, across)] == []
    assert [one for one in discs if meet(one, name)] == []


def meet(one: list[float], other: list[float]) -> bool:
    """Whether two boxes lie over each other by more than a pixel."""
    wide = min(one[1], other[1]) - max(one[0], other[0])
    return wide > 1 and min(one[3], other[3]) - max(one[2], other[2]) > 1
