"""A position is copied from the page of a battle, and opened as a new game: by its link, as a file, or pasted."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import FilePayload, Page, expect

from browser.test_start_page import start, table_of
from tabletop import Table, make

if TYPE_CHECKING:
    from browser.conftest import Visit

BATTLES = pytest.mark.parametrize(("kind", "scenario"), [("classic", "duel"), ("platoon", "heath")])


def under_way(client: httpx.Client, kind: str, scenario: str) -> Table:
    """A game in which something has been said."""
    table = make(client, kind=kind, scenario=scenario, seed=5, hot_seat=True)
    side = table.get("host").json()["to_act"]
    assert table.say(side, **table.get(side, "/legal").json()["commands"][0]).status_code == 200
    return table


def opened(visit: Visit, link: str) -> Page:
    """The start page at an address, when all of it is there."""
    page = visit(link)
    page.locator(".start[data-ready=true]").wait_for()
    return page


def gone_on_with(page: Page, client: httpx.Client) -> str:
    """The position of the game that the page goes on to from what it was given."""
    page.locator("#saved-seats").get_by_role("button", name="Two at this screen").click()
    page.locator("#saved-go").click()
    return table_of(page, client).get("host", "/position").text


@BATTLES
def test_the_menu_of_a_battle_gives_its_position_and_the_link_opens_it(
    client: httpx.Client, visit: Visit, kind: str, scenario: str
) -> None:
    table = under_way(client, kind, scenario)
    text = table.get("host", "/position").text
    side = table.get("host").json()["seats"][0]["player"]
    page = visit(table.made["seats"][side]["link"])
    page.locator("#menu").click()
    page.locator("#menu-position").click()
    expect(page.locator("#position-text")).to_have_value(text)
    expect(page.locator("#position-copy")).to_be_visible()
    link = page.evaluate("text => import('/static/js/play/position.js').then((made) => made.linkOf(text))", text)
    page = opened(visit, link)
    assert gone_on_with(page, client) == text
    went_on = table_of(page, client)
    assert went_on.say("mine", **went_on.get("mine", "/legal").json()["commands"][0]).status_code == 200
    page.wait_for_function("() => Number(document.body.dataset.number) > 0")
    page.locator("#menu").click()
    page.locator("#menu-film").click()
    expect(page.locator("#phasebar")).to_contain_text("making the film")


@BATTLES
def test_a_position_is_pasted_or_chosen_as_a_file(client: httpx.Client, visit: Visit, kind: str, scenario: str) -> None:
    text = under_way(client, kind, scenario).get("host", "/position").text
    page = start(visit)
    page.locator("#position-paste summary").click()
    page.locator("#position-pasted").fill(text)
    page.locator("#position-open").click()
    assert gone_on_with(page, client) == text
    page = start(visit)
    file = FilePayload(name="here.position", mimeType="text/plain", buffer=text.encode())
    page.locator("#saved-file-input").set_input_files(file)
    assert gone_on_with(page, client) == text


@pytest.mark.parametrize("text", ["nonsense", "game classic\nwind strong"])
def test_a_link_that_holds_no_position_is_refused_in_its_place(visit: Visit, text: str) -> None:
    page = opened(visit, f"/#position={quote(text)}")
    expect(page.locator("#saved-refusal .refusal")).to_be_visible()
    assert page.evaluate("location.pathname + location.hash") == "/"


def test_a_chain_is_drawn_between_machines_that_hold_each_other(client: httpx.Client, visit: Visit) -> None:
    """A position in which one machine grapples the other, opened by its link."""
    table = make(client, kind="classic", scenario="duel", seed=5, hot_seat=True, rules=["printed", "grappling"])
    lines = [line for line in table.get("host", "/position").text.splitlines() if ".hex" not in line]
    lines += ["red-1.hex = 0606", 'red-1.marks = {"grapples":{"about":"blue-1"}}']
    lines += ["blue-1.hex = 0607", 'blue-1.marks = {"grappled":{"about":"red-1"}}']
    page = opened(visit, f"/#position={quote(chr(10).join(lines))}")
    page.locator("#saved-seats").get_by_role("button", name="Two at this screen").click()
    page.locator("#saved-go").click()
    chain = page.locator(".hold")
    expect(chain).to_have_attribute("data-hold", "blue-1 red-1")
    expect(chain.locator("title")).to_have_text("Vindicator VND-1R: grappled by Enforcer")
    expect(chain.locator("ellipse")).to_have_count(3)
