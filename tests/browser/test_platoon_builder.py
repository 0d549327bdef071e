"""The platoon builder in a browser: platoons from nothing, rulings, links, files, play, paper, keys and phones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browser.clicking import nameless, wider_than_the_screen
from browser.conftest import UNSETTLED
from browser.tapping import small_targets
from overheat.platoon.rosters.catalogue import unit_kind
from overheat.platoon.rosters.draft import written
from overheat.platoon.rosters.roster import Enlisted, Roster, bundled, muster, read_roster
from overheat.platoon.rulesets import ruleset

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

    from browser.conftest import Photograph, Visit

PHONE, TABLET = (390, 844), (1024, 768)


def ready(page: Page) -> Page:
    """The builder, when it has been judged what is on it."""
    expect(page.locator(".builder[data-ready]")).to_be_visible()
    return page


def pick(page: Page, name: str, value: str) -> None:
    """Choose from a list of the unit that is open."""
    page.locator(f'.unit-editor [data-field="{name}"]').select_option(value)


def write(page: Page, name: str, value: str) -> None:
    """Write into a field of the unit that is open."""
    page.locator(f'.unit-editor [data-field="{name}"]').fill(value)
    page.keyboard.press("Enter")


def step(page: Page, name: str, value: int) -> None:
    """Set a number: one more is pressed, any other is typed."""
    number = page.locator(f'.unit-editor [data-field="{name}"]')
    now = int(number.input_value())
    if value == now + 1:
        page.locator(f'.unit-editor [data-field="{name}+"]').click()
    elif value != now:
        write(page, name, str(value))
    expect(number).to_have_value(str(value))


def add(page: Page, unit: Enlisted) -> None:
    """Make a unit by clicking: add its kind to its slot, then everything that its entry says."""
    page.locator(f'[data-field="add:{unit.slot or unit_kind(unit.unit).slot}"]').click()
    page.locator(f'[data-add="{unit.unit}"]').click()
    quality = page.locator(f'.unit-editor [data-field="quality:{unit.quality}"]')
    if not quality.is_checked():
        quality.check()
    if unit.men is not None and page.locator('.unit-editor [data-field="men"]').count():
        step(page, "men", unit.men)
    for option, many in unit.options.items():
        control = page.locator(f'.unit-editor [data-field="option:{option}"]')
        if control.get_attribute("type") == "checkbox":
            control.check()
        else:
            step(page, f"option:{option}", many)
    if unit.swap:
        page.locator('.unit-editor [data-field="swaps"]').click()
    for weapon, many in unit.swap.items():
        step(page, f"swap:{weapon}", many)
    for key in ("id", "name"):
        if getattr(unit, key):
            write(page, key, getattr(unit, key))
    if unit.squad:
        pick(page, "squad", unit.squad)


def build(page: Page, roster: Roster) -> None:
    """Make a whole platoon by clicking."""
    page.locator("#platoon-name").fill(roster.name)
    page.locator("#platoon-selector").select_option(roster.selector)
    page.locator("#platoon-limit").fill(str(roster.points))
    for unit in roster.units:
        add(page, unit)


def points(page: Page) -> Locator:
    return page.locator(".gauge")


@pytest.mark.parametrize("name", sorted(bundled()))
def test_a_bundled_platoon_is_made_from_nothing_and_its_link_opens_it_elsewhere(visit: Visit, name: str) -> None:
    roster = bundled()[name]
    worth = str(muster(roster, ruleset(())).points)
    page = ready(visit("/platoon"))
    build(page, roster)
    expect(points(page)).to_have_attribute("data-points", worth)
    expect(page.locator("#verdict")).to_have_attribute("data-lawful", "true")
    with page.expect_download() as waiting:
        page.locator("#platoon-toml").click()
    made = read_roster(waiting.value.path().read_text(encoding="utf-8"), "made.toml")
    assert sorted(map(str, made.units)) == sorted(map(str, roster.units))
    other = ready(visit(page.url))
    expect(points(other)).to_have_attribute("data-points", worth)
    expect(other.locator("#platoon-name")).to_have_value(roster.name)
    expect(other.locator(".builder-unit")).to_have_count(len(roster.units))
    assert other.url == page.url


def test_a_platoon_opened_before_the_catalogue_has_come_is_there_with_it(visit: Visit) -> None:
    page = visit("/units")
    held: list[Route] = []
    page.route("**/api/platoon/catalogue*", lambda route: held.append(route))
    page.goto("/platoon")
    page.remove_locator_handler(page.locator(UNSETTLED))
    page.locator(".builder-side").get_by_text("Border brigade with guns").click()
    held.pop().continue_()
    expect(points(ready(page))).to_have_attribute("data-points", "1000")
    expect(page.locator(".builder-unit")).to_have_count(len(bundled()["border_guns"].units))


def test_what_the_rules_forbid_is_told_with_the_ruling_and_does_not_fight(visit: Visit) -> None:
    page = ready(visit("/platoon"))
    for unit in ("junior_leader", "junior_leader", "rifle_squad", "rifle_squad"):
        add(page, Enlisted(unit=unit))
    found = page.locator('[data-finding="roster.slots"]')
    expect(found).to_contain_text("Leader: 2 units, 1 wanted")
    expect(found.locator("cite")).to_have_text("H.E.A.T army lists: Platoon")
    expect(page.locator('[data-slot="leader"]')).to_have_attribute("data-state", "wrong")
    expect(page.locator("#play-platoon")).to_be_disabled()
    page.locator('[data-slot="leader"] [data-at="1"] .unit-line').click()
    page.locator('[data-field="remove"]').click()
    expect(page.locator("#verdict")).to_have_attribute("data-lawful", "true")
    page.locator("#platoon-limit").fill("100")
    page.keyboard.press("Enter")
    expect(page.locator('[data-finding="roster.points"]')).to_contain_text("130 points, 100 allowed")
    page.locator("#undo").click()
    expect(page.locator("#verdict")).to_have_attribute("data-lawful", "true")
    senseless = ready(visit("/platoon#kind=list&unit=rifle_squad:regular:40&unit=rifle_squad:regular:5"))
    expect(senseless.locator('[data-at="0"] .unit-refused')).to_contain_text("40 men, but it is 4 to 12")
    expect(senseless.locator('[data-at="0"] .unit-refused cite')).to_be_visible()
    expect(senseless.locator('[data-at="1"] .unit-points')).to_have_text("50")


def test_a_link_that_makes_no_sense_is_told_of_and_mended_on_the_page(visit: Visit) -> None:
    page = ready(visit("/platoon#kind=battalion&unit=rifle_squad:regular:5"))
    expect(page.locator('[data-finding="roster.selector"]')).to_contain_text("No selector 'battalion'")
    expect(page.locator("#platoon-selector option:checked")).to_have_text("battalion (unknown)")
    expect(page.locator("#play-platoon")).to_be_disabled()
    page.locator("#platoon-selector").select_option("open")
    expect(points(page)).to_have_attribute("data-points", "50")
    expect(page.locator("#play-platoon")).to_be_enabled()
    page.goto("/equipment")
    page.goto("/platoon#kind=open&unit=%E0%A4%A")
    expect(page.locator("#toasts")).to_contain_text("This link holds no platoon that can be read")
    expect(points(ready(page))).to_have_attribute("data-points", "50")


def test_a_platoon_is_kept_brought_as_a_file_and_taken_to_a_table(
    visit: Visit, client: httpx.Client, tmp_path: Path
) -> None:
    client.get("/api/kinds").raise_for_status()
    file = tmp_path / "guns.toml"
    file.write_text(written(bundled()["border_guns"]), encoding="utf-8")
    page = ready(visit("/platoon"))
    page.locator("#platoon-file").set_input_files(file)
    expect(points(page)).to_have_attribute("data-points", "1000")
    page.locator("#new-platoon").click()
    expect(page.locator(".builder-unit")).to_have_count(0)
    page.goto("/platoon")
    ready(page)
    expect(page.locator("#platoon-name")).to_have_value("Border brigade with guns")
    expect(page.locator("#play-platoon")).to_be_enabled()
    page.locator("#play-platoon").click()
    chosen = page.locator('[data-platoon-of="attacker"]')
    expect(chosen.locator("option:checked")).to_contain_text("Border brigade with guns, yours")
    expect(page.locator('[data-total="attacker"]')).to_have_text("1,000 of 1,000 points")
    page.locator("#start-battle").click()
    page.wait_for_url(re.compile("/play"))
    expect(page.locator("body[data-number]")).to_be_visible()


def test_the_builder_is_used_by_keyboard_alone(visit: Visit) -> None:
    page = ready(visit("/platoon", TABLET, "dark"))
    page.locator('[data-field="add:leader"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-add="junior_leader"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('[data-at="0"] .unit-line')).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-field="quality:veteran"]')).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator('[data-field="men+"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('[data-field="men"]')).to_have_value("2")
    expect(page.locator('[data-field="men+"]')).to_be_focused()
    expect(points(page)).to_have_attribute("data-points", "78")
    page.keyboard.press("Control+z")
    expect(points(page)).to_have_attribute("data-points", "65")


def test_every_part_of_the_builder_has_a_name_and_fits_a_phone(visit: Visit, photograph: Photograph) -> None:
    roster = bundled()["response_platoon"]
    page = ready(visit("/platoon", PHONE))
    page.locator('[data-bundled="response_platoon"]').click()
    expect(points(page)).to_have_attribute("data-points", str(muster(roster, ruleset(())).points))
    page.locator('[data-field="add:infantry"]').click()
    assert wider_than_the_screen(page) == []
    assert small_targets(page) == []
    page.locator('[data-at="1"] .unit-line').click()
    expect(page.locator(".unit-card svg")).to_be_visible()
    assert wider_than_the_screen(page) == []
    assert small_targets(page) == []
    assert nameless(page) == []
    photograph(page, "builder-phone")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate("scrollTo(0, 0)")
    photograph(page, "builder", document="platoon-builder")
