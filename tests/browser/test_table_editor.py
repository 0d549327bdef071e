"""The table editor: a table by a seed, changed by mouse and by keys, kept, shared by link, saved, and played on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from browser.clicking import nameless, wider_than_the_screen
from browser.tapping import small_targets
from overheat.platoon.battle.generator import generated
from overheat.platoon.battle.scenario import Scenario, read_scenario

if TYPE_CHECKING:
    import httpx

    from browser.conftest import Photograph, Visit

PHONE, TABLET, DESK = (390, 844), (1024, 768), (1440, 900)
CUT_OFF = """numbers => {
  const map = document.querySelector("#table-map").getBoundingClientRect();
  const boxes = numbers.map((number) => number.getBoundingClientRect());
  const whole = ({ left, right, top, bottom }) =>
    left >= map.left && right <= map.right && top >= map.top && bottom <= map.bottom;
  return boxes.filter((box) => !whole(box)).length;
}"""
AT = """([x, y]) => {
  const map = document.querySelector("#table-map");
  const deep = Number(document.querySelector("#table-depth").value);
  const at = new DOMPoint(x * 10, (deep - y) * 10).matrixTransform(map.getScreenCTM());
  return [at.x, at.y];
}"""


def ready(page: Page) -> Page:
    expect(page.locator(".t-page[data-ready]")).to_be_visible()
    return page


def figure(page: Page, name: str) -> float:
    return float(page.locator(f'#part [data-field="{name}"]').input_value())


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag on the table from a place to another, in inches."""
    (x, y), (to_x, to_y) = page.evaluate(AT, start), page.evaluate(AT, end)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x, to_y)
    page.mouse.up()


def saved(page: Page) -> Scenario:
    with page.expect_download() as waiting:
        page.locator("#table-toml").click()
    return read_scenario(waiting.value.path().read_text(encoding="utf-8"), "saved.toml")


def test_a_table_is_made_by_a_seed_changed_saved_shared_and_played_on(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    client.get("/api/kinds").raise_for_status()
    page = ready(visit("/tables", DESK))
    page.locator("#table-theme").select_option("farmland")
    page.locator("#table-seed").fill("12")
    page.locator("#make-table").click()
    expect(page.locator("#table-name")).to_have_value("Farmland 12")
    expect(page.locator("#findings[data-lawful=true]")).to_be_visible()
    assert saved(page) == generated(12, "farmland")
    page.locator('[data-add="building"]').click()
    expect(page.locator('.t-page[data-selected="piece 17"]')).to_be_visible()
    drag(page, (36, 24), (8, 30))
    expect(page.locator('#part [data-field="x"]')).to_have_value("8")
    expect(page.locator('#part [data-field="y"]')).to_have_value("30")
    expect(page.locator('#part [data-field="width"]')).to_have_value("5")
    page.locator('#part [data-field="width"]').fill("8")
    page.keyboard.press("Enter")
    page.locator('#part [data-field="name"]').fill("The mill")
    page.keyboard.press("Enter")
    page.locator('#part [data-field="right"]').click()
    expect(page.locator('#part [data-field="angle"]')).to_have_value("15")
    page.locator('#part [data-field="twin"]').click()
    expect(page.locator('.t-page[data-selected="piece 18"]')).to_be_visible()
    assert (figure(page, "x"), figure(page, "y"), figure(page, "width")) == (64, 18, 8)
    photograph(page, "table-editor", document="table-editor")
    page.locator("#undo").click()
    expect(page.locator('.t-page[data-pieces="17"]')).to_be_visible()
    mine = saved(page)
    mill = mine.table.pieces[-1]
    assert (mill.kind, mill.name, len(mine.table.pieces)) == ("building", "The mill", 17)
    assert mine.table.pieces[:16] == generated(12, "farmland").table.pieces

    other = ready(visit(page.url, DESK))
    assert saved(other) == mine
    other.locator('[data-add="wood"]').click()
    other.locator('#part [data-field="x"]').fill("900")
    other.keyboard.press("Enter")
    told = other.locator('[data-finding="table.corners"]')
    expect(told).to_contain_text("lies nowhere near the table")
    expect(told.locator("cite")).to_have_text("Order dice base game: Terrain")
    expect(other.locator("#play-table")).to_be_disabled()
    other.locator("#table-map").press("Control+z")
    expect(other.locator("#findings[data-lawful=true]")).to_be_visible()

    page.locator("#play-table").click()
    chosen = page.locator("[data-table^=own]")
    expect(chosen.locator("input")).to_be_checked()
    expect(chosen).to_contain_text("Farmland 12")
    expect(page.locator('[data-total="south"]')).to_have_text("1,000 of 1,000 points")
    page.locator("#start-battle").click()
    page.wait_for_url(re.compile("/play"))
    expect(page.locator(".p-ground")).to_contain_text("The mill")


def test_a_table_is_made_by_keyboard_alone_and_on_a_phone(visit: Visit) -> None:
    page = ready(visit("/tables", PHONE, "dark"))
    page.locator("#new-table").click()
    expect(page.locator('.t-page[data-pieces="0"]')).to_be_visible()
    page.locator('[data-add="hedge"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#table-map")).to_be_focused()
    x, y = figure(page, "x"), figure(page, "y")
    for key in ("ArrowRight", "Shift+ArrowUp", "e", "e"):
        page.keyboard.press(key)
    expect(page.locator('#part [data-field="angle"]')).to_have_value("30")
    assert (figure(page, "x"), figure(page, "y")) == (x + 0.5, y + 3)
    page.keyboard.press("c")
    expect(page.locator('.t-page[data-pieces="2"]')).to_be_visible()
    page.keyboard.press("Delete")
    expect(page.locator('.t-page[data-pieces="1"]')).to_be_visible()
    for key in ("n", "n"):
        page.keyboard.press(key)
    expect(page.locator("#part-name")).to_have_text("Zone of south")
    page.keyboard.press("Shift+ArrowUp")
    expect(page.locator('#part [data-field="south"]')).to_have_value("3")
    expect(page.locator("#table-said")).to_contain_text("Zone of south")
    page.keyboard.press("Control+z")
    expect(page.locator('#part [data-field="south"]')).to_have_value("0")
    page.locator('[data-add="objective"]').click()
    expect(page.locator("#part-name")).to_have_text("Objective 1")
    page.locator('#part [data-field="worth"]').fill("5")
    page.keyboard.press("Enter")
    expect(page.locator("#all-parts .badge")).to_have_text("2")
    page.locator("#all-parts > summary").click()
    assert wider_than_the_screen(page) == []
    assert small_targets(page) == []
    assert nameless(page) == []
    page.goto("/tables")
    again = ready(page)
    expect(again.locator("#table-map .p-objective")).to_have_count(1)
    assert [each.worth for each in saved(again).objectives] == [5]


def test_the_numbers_along_the_edges_are_whole_on_every_screen(visit: Visit) -> None:
    page = ready(visit("/tables", TABLET))
    for width, height in (TABLET, PHONE, DESK):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.locator("#table-map .p-number").evaluate_all(CUT_OFF) == 0
