"""Cards and sheets in a browser: files dropped, units found, everything worked out of them, and paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.clicking import nameless, wider_than_the_screen
from browser.tapping import small_targets
from browser.turret import TURRET
from machines import HUNTER

if TYPE_CHECKING:
    from pathlib import Path

    from browser.conftest import Photograph, Visit

PHONE = (390, 844)
ATLAS = {"bv": 1897, "pv": 52, "cost": 9_626_000}
"""What the published lists say of the AS7-D."""
BETTER_GUNNER = 1.2
"""What a battle value is multiplied by for gunnery 3 and piloting 5."""
DROPPED = """files => {
  const held = new DataTransfer();
  for (const [name, text] of files) held.items.add(new File([text], name));
  return held;
}"""


def row(page: Page, unit: str) -> Locator:
    return page.locator(f'#force [data-unit="{unit}"]')


def value(page: Page, unit: str, name: str) -> Locator:
    return row(page, unit).locator(f'[data-value="{name}"] strong')


def drop(page: Page, zone: str, *files: tuple[str, str]) -> None:
    """Drop files on a place of the page."""
    page.locator(f'[data-drop="{zone}"]').dispatch_event(
        "drop", {"dataTransfer": page.evaluate_handle(DROPPED, list(files))}
    )


def find(page: Page, words: str, unit: str) -> None:
    """Search the library and add what is found."""
    page.locator("#unit-search").fill(words)
    page.locator(f'#unit-search-found [data-unit="{unit}"]').click()
    expect(row(page, unit)).not_to_have_class(re.compile("waiting"))


def pages(file: Path) -> int:
    """How many pages a PDF has."""
    data = file.read_bytes()
    assert data.startswith(b"%PDF")
    return len(re.findall(rb"/Type /Page\b", data))


def downloaded(page: Page, button: str) -> Path:
    with page.expect_download() as waiting:
        page.locator(button).click()
    return waiting.value.path()


def test_files_are_dropped_and_what_cannot_be_read_stands_beside_its_name(visit: Visit) -> None:
    page = visit("/units")
    broken = HUNTER.replace("mass:50", "mass:heavy")
    drop(page, "unit-files", ("broken.mtf", broken), ("hunter.mtf", HUNTER), ("notes.txt", "no unit"))
    expect(row(page, "Hunter HUN-1A")).to_contain_text("50 t")
    expect(value(page, "Hunter HUN-1A", "bv")).to_have_text(re.compile(r"^[\d,]+$"))
    expect(page.locator('[data-file="broken.mtf"] .refusal')).to_contain_text("heavy")
    drop(page, "unit-files", ("worse.mtf", broken))
    expect(page.locator('[data-file="worse.mtf"] .refusal')).to_contain_text("heavy")
    expect(page.locator(".detail-head")).to_contain_text("Hunter HUN-1A")
    page.get_by_role("button", name="Remove worse.mtf").click()
    expect(page.locator('[data-file="notes.txt"] .refusal')).to_contain_text(".mtf or .blk")
    expect(page.locator("[data-total=count]")).to_contain_text("1 unit")
    page.get_by_role("button", name="Remove broken.mtf").click()
    expect(page.locator('[data-file="broken.mtf"]')).to_have_count(0)
    page.reload()
    expect(row(page, "Hunter HUN-1A")).to_be_visible()
    expect(page.locator("#force > li")).to_have_count(1)


def test_a_unit_of_the_library_has_its_published_values_and_they_follow_its_skills(visit: Visit) -> None:
    page = visit("/units")
    find(page, "atlas as7-d", "Atlas AS7-D")
    expect(value(page, "Atlas AS7-D", "bv")).to_have_text(f"{ATLAS['bv']:,}")
    expect(value(page, "Atlas AS7-D", "pv")).to_have_text(str(ATLAS["pv"]))
    page.get_by_label("Gunnery of Atlas AS7-D").select_option("3")
    better = f"{round(ATLAS['bv'] * BETTER_GUNNER):,}"
    expect(value(page, "Atlas AS7-D", "bv")).to_have_text(better)
    expect(value(page, "Atlas AS7-D", "pv")).not_to_have_text(str(ATLAS["pv"]))
    expect(page.locator("[data-total=bv] strong")).to_have_text(better)
    page.locator("#tab-value").click()
    total = page.locator("#pane-value .figure.total")
    expect(total.locator("tfoot")).to_contain_text(better)
    expect(total).to_contain_text("× 1.2")


def test_card_sheet_and_worksheets_are_shown(visit: Visit, photograph: Photograph) -> None:
    page = visit("/units")
    page.locator('[data-example="Wolverine WVR-6R"]').click()
    find(page, "locust lct-1v", "Locust LCT-1V")
    find(page, "atlas as7-d", "Atlas AS7-D")
    card = page.locator("#pane-card .paper svg")
    expect(card).to_have_attribute("aria-label", "Atlas AS7-D card")
    expect(card).to_contain_text(str(ATLAS["pv"]))
    photograph(page, "cards", document="cards")
    page.locator("#tab-sheet").click()
    sheet = page.locator("#pane-sheet .paper svg")
    expect(sheet).to_have_attribute("aria-label", "Atlas AS7-D sheet")
    expect(sheet).to_contain_text("Armour 304")
    expect(sheet).to_contain_text(f"{ATLAS['cost']:,}")
    photograph(page, "cards-sheet")
    page.locator("#tab-value").click()
    expect(page.locator("#pane-value tfoot")).to_contain_text(f"{ATLAS['bv']:,}")
    assert page.locator("#pane-value details.figure").count() >= 2
    assert page.locator("#pane-value cite").count() > 5
    photograph(page, "cards-value")
    page.locator("#tab-cost").click()
    expect(page.locator("#pane-cost tfoot tr").first).to_have_text(f"{ATLAS['cost']:,}C-bills")
    page.locator("#tab-conversion").click()
    expect(page.locator("#pane-conversion [data-figure=abilities]")).to_be_visible()
    row(page, "Locust LCT-1V").locator(".force-name").click()
    page.locator("#tab-card").click()
    expect(card).to_have_attribute("aria-label", "Locust LCT-1V card")


def test_a_force_is_put_on_paper(visit: Visit) -> None:
    """A sheet has a page to itself; eight cards share one."""
    page = visit("/units")
    drop(page, "unit-files", ("hunter.mtf", HUNTER))
    for name in ("Atlas AS7-D", "Locust LCT-1V"):
        find(page, name.lower(), name)
    expect(page.locator("[data-total=count]")).to_contain_text("3 units")
    assert pages(downloaded(page, "#sheets-pdf")) == 3
    assert pages(downloaded(page, "#cards-pdf")) == 1
    for _ in range(7):
        page.locator('#unit-search-found [data-unit="Locust LCT-1V"]').click()
    expect(page.locator("[data-total=count]")).to_contain_text("10 units")
    assert pages(downloaded(page, "#cards-pdf")) == 2


def test_what_has_no_record_sheet_is_named_and_the_others_are_printed(visit: Visit) -> None:
    page = visit("/units")
    drop(page, "unit-files", ("turret.blk", TURRET), ("hunter.mtf", HUNTER))
    expect(page.locator("[data-total=count]")).to_contain_text("2 units")
    assert pages(downloaded(page, "#sheets-pdf")) == 1
    expect(page.locator(".toast")).to_contain_text("Watchful Turret")
    row(page, "Watchful Turret").locator(".force-name").click()
    page.locator("#tab-notices").click()
    expect(page.locator("#pane-notices")).to_contain_text("No record sheet")


def test_a_long_force_scrolls_beside_the_unit_that_is_looked_at(visit: Visit) -> None:
    page = visit("/units")
    drop(page, "unit-files", *[(f"hunter {number}.mtf", HUNTER) for number in range(12)])
    expect(page.locator("[data-total=count]")).to_contain_text("12 units")
    newest = page.locator("#force > li").last
    newest.scroll_into_view_if_needed()
    scrolled = page.locator("#force").evaluate("force => force.scrollTop")
    assert scrolled > 0
    page.locator("#force > li .force-name").nth(10).click()
    expect(page.locator("#force > li").nth(10)).to_have_attribute("aria-current", "true")
    assert page.locator("#force").evaluate("force => force.scrollTop") == scrolled
    expect(page.locator("#pane-card .paper svg")).to_be_in_viewport()


def test_a_platoon_has_its_points_findings_and_cards(visit: Visit, photograph: Photograph) -> None:
    page = visit("/units#heat")
    page.locator("[data-platoon=border_brigade]").click()
    expect(page.locator("[data-total=points] strong")).to_have_text("1,000")
    expect(page.locator("#findings")).to_contain_text("nothing wrong")
    expect(page.locator("[data-card]")).to_have_count(13)
    expect(page.locator("[data-card=first] svg")).to_contain_text("First squad")
    points = page.locator("tr[data-unit=first] button.points")
    expect(points).to_have_text("140")
    points.click()
    expect(page.locator("tr[data-unit=first] + .why-row")).to_be_visible()
    terms = page.locator("tr[data-unit=first] + .why-row tbody td.number").all_inner_texts()
    assert sum(int(term) for term in terms) == 140
    page.evaluate("scrollTo(0, 0)")
    photograph(page, "cards-platoon")
    assert pages(downloaded(page, "#platoon-pdf")) == 2


def test_a_platoon_of_ones_own_is_told_what_is_wrong_with_it(visit: Visit) -> None:
    page = visit("/units#heat")
    squad = '[[units]]\nunit = "rifle_squad"\nname = "Lonely squad"\nquality = "regular"\nmen = 8\n'
    drop(page, "platoon-file", ("own.toml", f'name = "Too few"\npoints = 60\nselector = "list"\n\n{squad}'))
    expect(page.locator("#pane-heat h2")).to_have_text("Too few")
    expect(page.locator("[data-total=points] strong")).to_have_text("80")
    expect(page.locator("#findings li").first).to_contain_text("60")
    drop(page, "platoon-file", ("own.toml", "name = "))
    expect(page.locator("#pane-heat .said-no")).to_be_visible()
    drop(page, "platoon-file", ("own.odt", "name"))
    expect(page.locator('[data-file="own.odt"] .refusal')).to_contain_text(".toml")


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        ("cards-dark", (1400, 900), "dark"),
        ("cards-tablet", (820, 1180), "light"),
        ("cards-phone", PHONE, "light"),
    ],
)
def test_the_page_fits_every_screen(
    visit: Visit, photograph: Photograph, name: str, size: tuple[int, int], theme: str
) -> None:
    page = visit("/units", size=size, theme=theme)
    find(page, "locust lct-1v", "Locust LCT-1V")
    expect(page.locator("#pane-card .paper svg")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    for tab in ("card", "sheet", "value", "cost", "conversion", "notices"):
        page.locator(f"#tab-{tab}").click()
        if tab in ("card", "sheet"):
            expect(page.locator(f"#pane-{tab} .paper svg")).to_be_visible()
        assert wider_than_the_screen(page) == [], tab
        if size == PHONE:
            assert small_targets(page) == []
            photograph(page, f"{name}-{tab}")
    page.locator("#tab-value").click()
    photograph(page, name)
    page.locator("#tab-heat").click()
    page.locator("[data-platoon=border_brigade]").click()
    expect(page.locator("[data-card=first] svg")).to_be_visible()
    assert wider_than_the_screen(page) == []
    if size == PHONE:
        assert small_targets(page) == []
    photograph(page, f"{name}-platoon")


def test_everything_that_can_be_used_has_a_name(visit: Visit) -> None:
    page = visit("/units")
    find(page, "locust lct-1v", "Locust LCT-1V")
    expect(page.locator("#pane-card .paper svg")).to_be_visible()
    assert nameless(page) == []
    page.locator("#tab-heat").click()
    page.locator("[data-platoon=border_brigade]").click()
    expect(page.locator("[data-card=first] svg")).to_be_visible()
    assert nameless(page) == []
