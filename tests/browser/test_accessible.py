"""What axe-core finds wrong with the pages for people who do not see, hear or point: nothing, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.clicking import sit_down
from browser.commanding import fought, orders_under_fire, squad_shoots
from browser.test_classic_table import duel, face_to_face, stand_still, to_shoot
from tabletop import Table, make

if TYPE_CHECKING:
    from browser.conftest import Visit

RUN = """async (rules) => {
  const only = rules ? { runOnly: rules } : {};
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...only });
  const told = (id) => (node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`;
  return violations.flatMap(({ id, nodes }) => nodes.map(told(id)));
}"""
PAGES = {
    "/": ".page.start[data-ready]",
    "/platoon": ".builder[data-ready]",
    "/platoon#kind=list&unit=junior_leader:regular&unit=rifle_squad:regular:40": ".unit-refused:not([hidden])",
    "/nowhere": "main",
    "/tables": ".t-page[data-ready]",
    "/adjudicate": "main",
    "/units": "main",
    "/equipment": "main",
}


@pytest.fixture(scope="session")
def axe() -> str:
    """The checks of axe-core."""
    package = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    return (Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def faults(page: Page, axe: str) -> list[str]:
    """What is wrong with a page as it is, and with its colours in the other theme."""
    page.wait_for_load_state("networkidle")
    page.evaluate(axe)
    found: list[str] = page.evaluate(RUN, None)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    return found + [f"dark: {fault}" for fault in page.evaluate(RUN, ["color-contrast"])]


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_wrong_with_a_page(visit: Visit, axe: str, path: str) -> None:
    page = visit(path)
    expect(page.locator(PAGES[path])).to_be_visible()
    if path == "/tables":
        page.locator('[data-add="hill"]').click()
        page.locator("#all-parts > summary").click()
    assert faults(page, axe) == []
    if path == "/units":
        page.locator('[data-example="Atlas AS7-D"]').click()
        page.locator("#tab-sheet").click()
        page.locator("#pane-sheet svg a[data-item]").first.wait_for()
        assert faults(page, axe) == []
    if path == "/":
        page.get_by_role("tab", name="Your own forces").click()
        page.locator("#random-force > summary").click()
        page.locator('[data-mission="hunt"]').click()
        page.get_by_label("Where red begins").select_option("edge north")
        assert faults(page, axe) == []
        page.locator("#rules-step > summary").click()
        assert page.evaluate(RUN, ["wcag2a"]) == [], "options"


def moves(client: httpx.Client, visit: Visit) -> Page:
    return sit_down(visit, duel(client), "red").page


def invites(client: httpx.Client, visit: Visit) -> Page:
    """Links for friends, one with its code, over the menu."""
    page = sit_down(visit, duel(client), "red").page
    page.locator("#menu").click()
    page.locator("#menu-invite").click()
    page.locator("[data-code]").first.click()
    expect(page.locator(".link-code svg")).to_be_visible()
    return page


def fires(client: httpx.Client, visit: Visit) -> Page:
    seat = to_shoot(visit, face_to_face(client))
    seat.foretold()
    return seat.page


def strikes(client: httpx.Client, visit: Visit) -> Page:
    table = face_to_face(client, apart=1)
    stand_still(table, "physical")
    return sit_down(visit, table, "red").page


def sheet(client: httpx.Client, visit: Visit) -> Page:
    """The sheet beside the map of a wide window, and in a tab of any other."""
    page = sit_down(visit, duel(client), "red").page
    page.locator("#tab-sheet").click()
    expect(page.locator("#pane-sheet .sheet-paper svg")).to_be_visible()
    page.set_viewport_size({"width": 1800, "height": 1000})
    expect(page.locator("#dock .sheet-paper svg")).to_be_visible()
    expect(page.locator("#tab-sheet")).to_have_count(0)
    page.reload()
    expect(page.locator("#sheet-unit option").first).to_have_text("Enforcer (red)")
    return page


def seated(table: Table, visit: Visit, side: str) -> Page:
    page: Page = visit(table.made["seats"][side]["link"])
    expect(page.locator("body[data-number]")).to_be_visible()
    expect(page.locator("#platoon-map")).to_be_visible()
    return page


def deploys(client: httpx.Client, visit: Visit) -> Page:
    return seated(make(client, kind="platoon", scenario="crossroads", seed=1), visit, "attacker")


def orders(client: httpx.Client, visit: Visit) -> Page:
    table = fought(client, orders_under_fire)
    return seated(table, visit, str(table.get("watch").json()["to_act"]))


def shoots(client: httpx.Client, visit: Visit) -> Page:
    table = fought(client, squad_shoots)
    return seated(table, visit, str(table.get("watch").json()["to_act"]))


def over(client: httpx.Client, visit: Visit) -> Page:
    setup = {**client.get("/api/kinds/classic/scenarios/duel").json(), "rounds": 1}
    table = make(client, kind="classic", setup=setup, seats={"red": "random", "blue": "greedy"}, seed=3, pace=0)
    page: Page = visit(f"/play#game={table.id}&token={table.token('watch')}")
    expect(page.locator("#result")).to_be_visible(timeout=60_000)
    if not page.locator("#result-dialog").count():
        page.locator("#result").get_by_role("button", name="Details").click()
    expect(page.locator("#battle-summary")).to_be_visible()
    page.locator("[data-coach=red]").click()
    expect(page.locator(".coach-said p")).to_be_visible()
    expect(page.locator("#coach-works")).to_have_count(0, timeout=120_000)
    return page


@pytest.mark.parametrize("moment", [moves, invites, fires, strikes, sheet, deploys, orders, shoots, over])
def test_nothing_is_wrong_with_a_moment_of_a_battle(
    client: httpx.Client, visit: Visit, axe: str, moment: Callable[[httpx.Client, Any], Page]
) -> None:
    assert faults(moment(client, visit), axe) == []
