"""Orders and shots of H.E.A.T at the page: every number explained, on every screen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from browser.clicking import SETTLED, nameless, wider_than_the_screen
from browser.commanding import (
    DEPTH,
    OFFERS,
    ON_SCREEN,
    PER_INCH,
    SIDE,
    Officer,
    enemies_go_down,
    fought,
    opened,
    orders_under_fire,
    set_out,
    squad_shoots,
)
from browser.tapping import small_targets, tiny_words
from overheat.platoon.battle.state import Shooting
from platoon.positions import BLUE, RED, TableTop
from tabletop import Table

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

PHONE = (390, 844)
LOW = 64
"""Pixels that the strip with the dice is high at most."""


@pytest.fixture(scope="module")
def under_fire(client: httpx.Client) -> Table:
    return fought(client, orders_under_fire)


@pytest.fixture(scope="module")
def firing(client: httpx.Client) -> Table:
    return fought(client, squad_shoots)


SCREENS = [("", (1400, 900), "light"), ("-dark", (1400, 900), "dark"), ("-phone", PHONE, "light")]


@pytest.mark.parametrize(
    ("name", "size", "theme"), [*SCREENS, ("-tablet", (820, 1180), "light"), ("-small-desk", (1024, 768), "light")]
)
def test_orders_under_fire_fit_every_screen(
    under_fire: Table, visit: Visit, photograph: Photograph, name: str, size: tuple[int, int], theme: str
) -> None:
    officer = Officer(visit, under_fire, size=size, theme=theme)
    assert officer.turn()
    assert officer.page.evaluate("document.documentElement.dataset.theme") == theme
    assert wider_than_the_screen(officer.page) == []
    units = officer.view()["units"]
    able = officer.panel.locator("[data-pick]").evaluate_all("all => all.map((one) => one.dataset.pick)")
    officer.choose(max(able, key=lambda id: units[id]["pins"]))
    officer.orders()
    officer.page.locator(".p-reach").first.wait_for(state="attached")
    officer.panel.locator("#p-prospects > summary").click()
    expect(officer.panel.locator(".p-target .p-target-best").first).to_contain_text("any hit")
    fits(officer, size)
    high = officer.page.locator(".p-bag").evaluate("bag => bag.getBoundingClientRect().height")
    assert high < LOW, "the dice take room from the table"
    photograph(officer.page, f"platoon-targets{name}")
    officer.panel.locator("#p-prospects > summary").click()
    expect(officer.panel.locator(".p-target")).to_have_count(0)
    photograph(officer.page, f"platoon-order{name}", document="" if name else "platoon-order")


@pytest.mark.parametrize(("name", "size", "theme"), SCREENS)
def test_shots_fit_every_screen(
    firing: Table, visit: Visit, photograph: Photograph, name: str, size: tuple[int, int], theme: str
) -> None:
    officer = Officer(visit, firing, size=size, theme=theme)
    assert officer.turn()
    assert officer.aim()
    officer.panel.locator(".p-volley .p-part > summary").first.click()
    fits(officer, size)
    photograph(officer.page, f"platoon-fire{name}", document="" if name else "platoon-fire")


def fits(officer: Officer, size: tuple[int, int]) -> None:
    """Nothing is wider than the screen, too small for a finger or to be read, or without a name."""
    assert wider_than_the_screen(officer.page) == []
    assert nameless(officer.page) == []
    assert tiny_words(officer.page) == []
    if size == PHONE:
        assert small_targets(officer.page) == []


def test_an_order_test_is_explained_and_logged_with_the_number_that_was_shown(
    client: httpx.Client, visit: Visit
) -> None:
    """Morale of the quality, one less for each pin, more for an officer near by."""
    officer = Officer(visit, fought(client, orders_under_fire))
    assert officer.turn()
    seen = officer.view()
    able = officer.panel.locator("[data-pick]").evaluate_all("all => all.map((one) => one.dataset.pick)")
    id = max(able, key=lambda each: seen["units"][each]["pins"])
    pins, quality = seen["units"][id]["pins"], seen["sheets"][id]["quality"]
    officer.choose(id)
    row = officer.page.locator('.p-order-row:has([data-order="fire"])').first
    row.locator("summary").click()
    expect(row.locator("tfoot")).to_be_visible()
    terms = row.locator("tbody tr").all_inner_texts()
    values = [int(term.split()[0].replace("−", "-")) for term in terms]
    assert values[:2] == [{"inexperienced": 8, "regular": 9, "veteran": 10}[quality], -pins]
    offer = row.locator(".p-order").evaluate_all(OFFERS)[0]
    assert offer["needs"] == sum(values)
    officer.give(id, offer, row.locator(".p-order"))
    assert officer.seen["tests"] == 1


def test_a_template_lies_on_the_table_before_the_shell_flies(client: httpx.Client, visit: Visit) -> None:
    """As many models are marked as are said to be under it. Pointed at the middle of two ranks, whose men stand 1.4
    inches apart, one man of each rank is under it: the next ones are 1.07 inches away."""
    battlefield = TableTop(options=("stray_shells",))
    battlefield.add(RED, "medium_mortar", 36, 4, id="mortar", order="fire")
    battlefield.add(BLUE, "rifle_squad", 36, 40, id="squad", men=10, order="fire")
    table = opened(client, battlefield.ready(Shooting(RED, "red/mortar")))
    page = visit(table.made["seats"]["red"]["link"])
    told = page.locator(".p-volley .p-part summary", has_text="under the template").first
    words = re.search(r"(\d+) of 10 under", told.inner_text())
    assert words is not None
    marked = page.locator('.p-template [data-caught="blue/squad"]')
    expect(marked).to_have_count(int(words[1]))
    page.locator("[data-point=Shell]").first.click()
    expect(page.locator(".p-template")).to_have_count(0)
    for y, many in ((30, 0), (40, 2)):
        page.wait_for_function(f"() => {SETTLED}")
        page.mouse.click(*page.evaluate(ON_SCREEN, [36 * PER_INCH, (DEPTH - y) * PER_INCH]))
        expect(page.locator(".p-template")).to_have_attribute("data-under", str(many))


def test_smoke_is_thrown_one_by_one(client: httpx.Client, visit: Visit) -> None:
    squad = {"unit": "rifle_squad", "quality": "veteran", "men": 6}
    table = set_out(client, {"alpha": ((36, 6), squad)}, ("squad_smoke",))
    enemies_go_down(table)
    officer = Officer(visit, table)
    assert officer.turn()
    officer.give_order("attacker/alpha", "advance")
    officer.hold()
    officer.panel.locator("[data-point=ThrowSmoke]").click()
    officer.panel.locator("#p-single").click()
    for many, x in enumerate((30, 36), start=1):
        officer.click_spot(x, 12)
        expect(officer.panel).to_contain_text(f"{many} of 3 placed")
        expect(officer.panel.locator("#p-go")).to_be_disabled()
    officer.click_spot(40, 12)
    assert "good" in str(officer.verdict().get_attribute("class"))
    smoke = [each["event"]["at"] for each in officer.go() if each["kind"] == "SmokePlaced"]
    assert [round(x / 100) for x, *_ in smoke] == [30, 36, 40]


def test_ten_orders_are_ticked_as_quickly_as_one_can_click(client: httpx.Client, visit: Visit) -> None:
    """Every box takes every click, and the focus stays on it for who uses the keyboard."""
    squad = {"unit": "scouts", "quality": "veteran", "men": 2}
    table = set_out(client, {f"s{number}": ((4 + 7 * number, 5), squad) for number in range(10)})
    while (player := table.get("watch").json()["to_act"]) != SIDE or table.get(SIDE, "/legal").json()["commands"][0][
        "type"
    ] != "Keep":
        legal = table.get(player, "/legal").json()["commands"]
        wanted = "ambush" if player == SIDE else "down"
        calm = [each for each in legal if each.get("order") == wanted and not each["doing"]]
        assert table.say(player, **(calm or legal)[0]).status_code == 200
    officer = Officer(visit, table)
    assert officer.turn()
    boxes = officer.panel.locator("[data-keep]")
    expect(boxes).to_have_count(10)
    places = [boxes.nth(number).bounding_box() for number in range(10)]
    for place in places:
        assert place is not None
        officer.page.mouse.click(place["x"] + 5, place["y"] + 5)
    expect(officer.panel.locator("#p-go")).to_contain_text("Keep none")
    boxes.first.focus()
    for _ in range(10):
        officer.page.keyboard.press("Space")
        officer.page.keyboard.press("Tab")
    expect(officer.panel.locator("#p-go")).to_contain_text("Keep 10 orders")


def test_who_waits_is_told_what_the_other_side_does(client: httpx.Client, visit: Visit) -> None:
    squad = {"unit": "rifle_squad", "quality": "veteran", "men": 6}
    table = set_out(client, {"alpha": ((36, 6), squad)})
    while table.get("watch").json()["to_act"] == SIDE:
        legal = table.get(SIDE, "/legal").json()["commands"]
        table.say(SIDE, **next(each for each in legal if each.get("order") == "down"))
    officer = Officer(visit, table)
    expect(officer.panel.locator("h3")).to_have_text("Defender has a die in hand and gives an order")
    expect(officer.panel).not_to_contain_text("bright ring")
