"""The page of equipment: searched, looked at, and reached from the units that carry it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from browser.clicking import nameless, wider_than_the_screen

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

PHONE = (390, 844)


def figure(page: Page, item: str, field: str) -> str:
    return page.locator(f'[data-shown="{item}"] [data-figure="{field}"] td').inner_text()


def test_an_item_is_found_and_shown_with_every_figure(visit: Visit, photograph: Photograph) -> None:
    page = visit("/equipment")
    page.locator("#equipment-more").click()
    expect(page.locator("#equipment-found li")).to_have_count(200)
    page.locator("#equipment-search").fill("arrow iv")
    page.locator('#equipment-found [data-item="is_arrow_iv"]').click()
    expect(page.locator('[data-shown="is_arrow_iv"] h2')).to_have_text("Arrow IV")
    assert figure(page, "is_arrow_iv", "extinct") == "2830"
    expect(page.locator('[data-ruling="TO-284-arrow-iv-dates"]')).to_contain_text("recovered 3044")
    amended = page.locator('[data-ruling="TO-405-construction-data-405-5"] [data-amended="spaces.support_vehicle"]')
    expect(amended).to_have_text("space on other units support vehicle 7 in place of 15")
    expect(page).to_have_url(re.compile(r"item=is_arrow_iv$"))
    photograph(page, "equipment")
    page.locator('.fits [data-item="munition_homing"]').click()
    expect(page.locator('[data-shown="munition_homing"]')).to_be_visible()
    page.go_back()
    expect(page.locator('[data-shown="is_arrow_iv"]')).to_be_visible()


def test_an_item_that_battles_pass_over_says_so(visit: Visit) -> None:
    page = visit("/equipment?item=naval_c3")
    expect(page.locator('[data-shown="naval_c3"] .not-played')).to_contain_text("Not played")


def test_a_year_leaves_out_what_was_lost(visit: Visit) -> None:
    page = visit("/equipment")
    page.locator("#equipment-search").fill("arrow iv")
    found = page.locator('#equipment-found [data-item="is_arrow_iv"]')
    page.locator("#equipment-year").fill("2700")
    expect(found).to_contain_text("production")
    page.locator("#equipment-year").fill("2900")
    expect(found).to_have_count(0)
    expect(page.locator('#equipment-found [data-item="clan_arrow_iv"]')).to_be_visible()


def test_units_lead_to_what_they_carry(visit: Visit, photograph: Photograph) -> None:
    page = visit("/units")
    page.locator('[data-example="Atlas AS7-D"]').click()
    page.locator("#tab-equipment").click()
    expect(page.locator("#pane-equipment tbody tr").first).to_be_visible()
    photograph(page, "cards-equipment")
    page.locator("#tab-sheet").click()
    page.locator('#pane-sheet svg a[data-item="is_ac_20"]').first.wait_for()
    page.locator("#tab-equipment").click()
    page.locator('#pane-equipment a[data-item="is_ac_20"]').click()
    expect(page.locator('[data-shown="is_ac_20"] h2')).to_have_text("AC/20")
    assert figure(page, "is_ac_20", "damage") == "20"


def test_a_phone_shows_the_page_without_scrolling_sideways(visit: Visit, photograph: Photograph) -> None:
    page = visit("/equipment?item=is_medium_laser", size=PHONE)
    expect(page.locator('[data-shown="is_medium_laser"]')).to_be_visible()
    assert not wider_than_the_screen(page)
    assert not nameless(page)
    photograph(page, "equipment-phone")


def test_a_unit_is_checked_for_a_year(visit: Visit, photograph: Photograph) -> None:
    page = visit("/units")
    page.locator('[data-example="Atlas AS7-D"]').click()
    page.locator("#tab-check").click()
    expect(page.locator("#check-answer")).to_contain_text("built by the rules")
    page.locator("#check-year").fill("2700")
    expect(page.locator('[data-finding="availability.unit"]')).to_contain_text("Atlas AS7-D is of 2755, after 2700")
    expect(page.locator('[data-part="is_ac_20"]')).to_contain_text("production")
    photograph(page, "cards-check")
    page.locator("#check-technology").select_option("clan")
    expect(page.locator('[data-finding="availability.technology"]').first).to_contain_text("not clan")
