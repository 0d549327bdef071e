"""Planets in a browser: conditions are seen and told, beams are pointed by clicks, and a battle comes to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import expect

from browser.clicking import Seat, sit_down
from browser.test_classic_moves import turn_of
from browser.test_start_page import add, own_forces
from overheat.classic.muster.planets import planets
from tabletop import make

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

SKIES = {
    "dune_sea": ("falls-sand", "blowing sand"),
    "glacier": ("falls-snow", "heavy snow"),
    "volcano": ("tainted", "74 °C"),
    "swamp": ("fog-heavy", "heavy fog"),
    "night_city": ("light-dark", "moonless"),
    "moon": ("light-glare", "vacuum"),
}
"""How the sheet over the map is classed, and what is said in the panel."""


def scenario(client: httpx.Client, planet: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/kinds/classic/scenarios/planet_{planet}").json()
    return found


@pytest.mark.parametrize("planet", SKIES)
def test_the_conditions_of_a_planet_are_seen_over_its_map_and_told(
    client: httpx.Client, visit: Visit, photograph: Photograph, planet: str
) -> None:
    rules = list(planets()[planet].rules)
    table = make(client, kind="classic", setup=scenario(client, planet), seed=2, rules=rules)
    seat = sit_down(visit, table, "red")
    classed, said = SKIES[planet]
    assert classed in (seat.page.locator(".sky").get_attribute("class") or "").split()
    expect(seat.page.locator("#conditions")).to_contain_text(said)
    photograph(seat.page, f"planet-{planet.replace('_', '-')}")


def test_what_falls_stands_still_for_who_wants_no_motion(client: httpx.Client, visit: Visit) -> None:
    table = make(client, kind="classic", setup=scenario(client, "glacier"), seed=2, rules=["planets"])
    seat = sit_down(visit, table, "red")
    falls = "getComputedStyle(document.querySelector('.sky-falls')).animationName"
    seat.page.emulate_media(reduced_motion="no-preference")
    assert seat.page.evaluate(falls) == "sky-snow"
    seat.page.emulate_media(reduced_motion="reduce")
    assert seat.page.evaluate(falls) == "none"
    assert seat.page.evaluate("getComputedStyle(document.querySelector('.sky-falls')).backgroundImage") != "none"


def test_a_searchlight_is_lit_and_pointed_by_clicks_and_its_beam_is_drawn(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    units = [
        {"id": f"{side}-1", "side": side, "unit": "Griffin GRF-1N", "hex": hex, "facing": facing}
        for side, hex, facing in (("red", "0804", 3), ("blue", "0810", 0))
    ]
    night = {"light": "pitch black"}
    setup = {"board": "field.board", "board_text": "size 15 17\nend\n", "units": units, "weather": night}
    table = make(client, kind="classic", setup=setup, seed=4, rules=["planets"])
    turn_of(table, "red-1", "movement")
    seat, other = sit_down(visit, table, "red"), visit(table.made["seats"]["blue"]["link"])
    seat.turn()
    seat.after(seat.page.get_by_role("button", name="Switch the searchlight on").first.click)
    expect(seat.page.locator('[data-beam="red-1"]')).to_have_count(1)
    seat.after(seat.page.get_by_role("button", name="Point the searchlight at 0810").first.click)
    for page in (seat.page, other):
        expect(page.locator('[data-beam="red-1"][data-hex="0810"]')).to_have_count(1)
    photograph(seat.page, "a-beam-in-pitch-black")


def test_a_battle_on_the_moon_is_clicked_to_its_end(client: httpx.Client, visit: Visit, photograph: Photograph) -> None:
    setup = scenario(client, "moon") | {"rounds": 2}
    table = make(client, kind="classic", setup=setup, seed=2, rules=["planets"], seats={"blue": "greedy"})
    seat = sit_down(visit, table, "red")
    for _ in range(120):
        if not seat.turn():
            break
        if seat.phase() == "deployment":
            place(seat)
        else:
            act(seat)
    expect(seat.page.locator("#result-dialog")).to_be_visible()
    photograph(seat.page, "end-of-a-battle-on-the-moon")
    assert table.get("red").json()["outcome"]


def act(seat: Seat) -> None:
    """Do what the phase is for with one unit, and end its turn."""
    seat.choose()
    phase = seat.phase()
    if phase == "movement" and seat.reachable():
        seat.move()
    elif phase == "weapons" and seat.page.locator("#classic-panel .weapon.chosen").count():
        seat.press("Fire")
    if seat.page.locator('#classic-panel [data-command="Done"]').count():
        seat.press("Done")


def place(seat: Seat) -> None:
    """Put one unit into a hex of the first row that nobody stands in."""
    seat.choose()
    taken = {unit["hex"] for unit in seat.view()["units"].values()}
    seat.click_hex(next(hex for hex in ("0502", "0802", "1102", "0602", "0902") if hex not in taken))
    seat.press("Deploy")


def test_a_planet_is_chosen_on_the_set_up_page(client: httpx.Client, visit: Visit, photograph: Photograph) -> None:
    page = visit("/")
    page.locator("#start-battle").wait_for()
    own_forces(page)
    for side in ("red", "blue"):
        add(page, "Griffin GRF-1N", side)
    page.locator("#planet").select_option("moon")
    expect(page.locator("#weather-atmosphere")).to_have_value("vacuum")
    expect(page.locator("#weather-gravity")).to_have_value("0.5")
    expect(page.locator("#weather-interference")).to_be_checked()
    expect(page.locator("#planet-says")).to_contain_text("every hole in a hull counts")
    expect(page.locator("#muster-state")).to_contain_text("Both sides stand ready")
    photograph(page, "a-planet-is-chosen")
