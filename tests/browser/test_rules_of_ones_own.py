"""What users' files bring is played by clicking, in panels that know nothing of it: a phase, verbs, a row."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.commanding import OURS_OR_OVER
from browser.test_classic_moves import at_screen, field, kinds, turn_of
from browser.test_option_screen import layer, options
from browser.test_start_page import own_forces
from overheat.lab.games import bring_rules
from overheat.platoon.rulesets import LIBRARY
from parades import NAME, on_parade
from platoon import cheers
from platoon.users_files import FOLDER, forgetting
from table.test_table_heat_rules import until
from tabletop import make

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

WOODS = """id = "slow_woods"
needs = ["classic"]

[rows."movement.terrain_costs"]
"light woods" = 4
"""
ASH = """id = "falling_ash"
needs = ["classic"]

[new."to_hit.precipitation_kinds"]
"volcanic ash" = 2
"""
WASP = "Wasp WSP-1A"


@pytest.fixture(scope="module", autouse=True)
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The table knows the files from its beginning."""
    place = tmp_path_factory.mktemp("rules")
    (place / "slow_woods.toml").write_text(WOODS, encoding="utf-8")
    (place / "falling_ash.toml").write_text(ASH, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch, on_parade(place, patch):
        bring_rules([str(place / "slow_woods.toml"), str(place / "falling_ash.toml")])
        forgetting(patch)
        bring_rules([str(FOLDER / "overwatch.py"), str(FOLDER / "frontier.toml")])
        yield


def test_a_phase_and_a_verb_of_a_users_file_are_played_by_clicking(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    table = field(client, ("red-1", WASP, "0402", 3), ("blue-1", WASP, "0407", 0), rules=(NAME,))
    seat = at_screen(visit, table, "red-1", "parade")
    expect(seat.page.locator("#bar-what")).to_have_text("salute with Wasp")
    expect(seat.page.locator("#bar-phases [aria-current=step]")).to_have_text("Parade")
    salute = seat.page.get_by_role("button", name="Salute towards 1")
    expect(salute).to_contain_text("0.5 heat")
    salute.hover()
    expect(seat.page.locator("#also .foreseen")).to_contain_text("cheers on 8+")
    seat.page.locator("#also .foreseen summary", has_text="cheers").click()
    expect(seat.page.locator("#also .foreseen")).to_contain_text("the crowd")
    photograph(seat.page, "a-phase-of-ones-own")
    seat.after(salute.click)
    assert "Twisted" in kinds(table)
    seat.press("Done")
    turn_of(table, "red-1", "weapons")
    expect(seat.page.locator("#also")).to_contain_text("Salute towards 0")


def test_a_command_for_hexes_is_given_on_the_map_or_by_the_name_of_a_hex(client: httpx.Client, visit: Visit) -> None:
    table = field(client, ("red-1", WASP, "0402", 3), ("blue-1", WASP, "0407", 0), rules=(NAME,))
    seat = at_screen(visit, table, "red-1", "parade")
    expect(seat.page.locator("#classic-map .hex-mark.pick")).to_have_count(0)
    seat.page.get_by_role("button", name="March").click()
    expect(seat.page.locator("#classic-map .hex-mark.pick")).to_have_count(30)
    seat.click_hex("0409")
    expect(seat.page.locator("#also .primary")).to_have_count(0)
    seat.page.locator("#pick-hex").fill("0203")
    seat.page.keyboard.press("Enter")
    march = seat.page.get_by_role("button", name="March past 0203")
    march.focus()
    expect(seat.page.locator("#also .foreseen")).to_contain_text("they see it in 0203")
    seat.after(lambda: seat.page.keyboard.press("Enter"))
    assert "Twisted" in kinds(table)


def test_with_a_finger_the_first_tap_shows_what_a_command_promises(client: httpx.Client, visit: Visit) -> None:
    table = field(client, ("red-1", WASP, "0402", 3), ("blue-1", WASP, "0407", 0), rules=(NAME,))
    seat = at_screen(visit, table, "red-1", "parade")
    salute = seat.page.get_by_role("button", name="Salute towards 1")
    tap = "button => button.dispatchEvent(new PointerEvent('click', { pointerType: 'touch', bubbles: true }))"
    salute.evaluate(tap)
    expect(seat.page.locator("#also .foreseen")).to_contain_text("cheers on 8+")
    assert "Twisted" not in kinds(table)
    seat.after(lambda: salute.evaluate(tap))
    assert "Twisted" in kinds(table)


def test_a_row_of_a_users_file_counts_on_the_map(client: httpx.Client, visit: Visit) -> None:
    woods = 'hex 0302 0 "woods:1;foliage_elev:2" ""\n'
    units = (("red-1", "Locust LCT-1V", "0301", 3), ("blue-1", WASP, "0606", 0))
    found = {}
    for rules in ((), ("slow_woods",)):
        seat = at_screen(visit, field(client, *units, hexes=woods, rules=rules, size=6), "red-1")
        expect(seat.page.locator('.reach-label[data-hex="0302"]')).to_be_attached()
        found[rules] = seat.reachable()["0302"]
    assert found == {(): "W2", ("slow_woods",): "W5"}


def ticked(page: Page, rules: str, on: bool) -> None:
    """Play by rules, or without them, in the answer to a question."""
    box = page.locator(f'[data-field="rules.{rules}"]')
    box.evaluate("box => box.closest('details').open = true")
    box.set_checked(on)


def test_the_adjudicator_knows_the_weather_of_a_users_file(visit: Visit) -> None:
    page = visit("/adjudicate")
    sky = page.locator('[data-field="precipitation"]')
    expect(sky.locator("option")).to_have_count(6)
    ticked(page, "falling_ash", True)
    sky.select_option("volcanic ash")
    expect(page.locator("#weapons")).to_contain_text("volcanic ash")
    ticked(page, "falling_ash", False)
    expect(sky.locator("option")).to_have_count(6)
    expect(sky).to_have_value("")


def test_the_adjudicator_knows_the_orders_and_qualities_of_users_files(visit: Visit) -> None:
    page = visit("/adjudicate")
    page.get_by_role("tab", name="H.E.A.T").click()
    order, quality = (page.locator(f'[data-field="{name}"]') for name in ("order", "quality"))
    expect(order.locator("option")).to_have_text(["Fire", "Advance", "Ambush"])
    ticked(page, "overwatch", True)
    order.select_option("overwatch")
    expect(page.locator("#sum")).to_contain_text("order: Overwatch")
    ticked(page, "frontier", True)
    quality.select_option("seasoned")
    ticked(page, "overwatch", False)
    expect(order).to_have_value("fire")
    expect(quality).to_have_value("seasoned")


def test_a_step_and_verbs_of_a_users_file_for_heat_are_played_by_clicking(
    client: httpx.Client, visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, photograph: Photograph
) -> None:
    LIBRARY.bring(str(cheers.written(tmp_path, monkeypatch)))
    table = make(client, scenario="crossroads", kind="platoon", hot_seat=True, seed=2, rules=["cheers"])
    until(table, "Whistle")
    page = visit(table.made["seats"]["attacker"]["link"])
    page.wait_for_function(OURS_OR_OVER)
    page.locator(".p-panel").get_by_role("button", name="Whistle").click()
    page.wait_for_function(OURS_OR_OVER)
    assert "Whistled" in kinds(table)
    until(table, "Cheer")
    expect(page.locator(".p-panel h3").first).to_have_text("Cheer a pinned unit up")
    expect(page.locator("#bar-phases [aria-current=step]")).to_have_text("Cheers")
    expect(page.locator(".p-panel").get_by_role("button", name="Keep quiet")).to_be_visible()
    photograph(page, "cheers")
    page.locator('.p-panel [data-command="Cheer"]').first.click()
    page.wait_for_function(OURS_OR_OVER)
    assert "Cheered" in kinds(table)


def test_the_weather_of_a_users_file_can_be_chosen_when_its_rules_are(visit: Visit) -> None:
    page = options(visit)
    own_forces(page)
    ash = page.locator('#weather-precipitation option[value="volcanic ash"]')
    expect(page.locator("#weather-precipitation option")).to_have_count(6)
    layer(page, "falling_ash").locator("input").first.check()
    expect(ash).to_have_count(1)
    page.locator("#weather-precipitation").select_option("volcanic ash")
    layer(page, "falling_ash").locator("input").first.uncheck()
    expect(ash).to_have_count(0)
    expect(page.locator("#weather-precipitation")).to_have_value("")
