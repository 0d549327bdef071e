"""The Omega rules by clicking: an Arrow is launched and flown over the map, and the bundled battles come to an end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from browser.clicking import Seat, sit_down
from browser.test_classic_moves import kinds, turn_of
from tabletop import make

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

SCENARIOS = ("cruise_missiles", "smoke_and_missiles", "town_watch")


def test_an_arrow_is_launched_and_flown_by_clicks_and_its_way_is_drawn(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    units = [
        {"id": f"{side}-1", "side": side, "unit": unit, "hex": hex, "facing": facing}
        for side, unit, hex, facing in (("red", "Palisade PLS-1", "0702", 3), ("blue", "Hoplite HPL-4", "0714", 0))
    ]
    setup = {"board": "field.board", "board_text": "size 15 17\nend\n", "units": units}
    table = make(client, kind="classic", setup=setup, seed=4, rules=["omega"])
    turn_of(table, "red-1", "weapons")
    seat, other = sit_down(visit, table, "red"), visit(table.made["seats"]["blue"]["link"])
    seat.turn()
    seat.after(seat.page.get_by_role("button", name="Launch Arrow AR for Hoplite").first.click)
    fly = seat.page.get_by_role("button", name="Fly an Arrow")
    for hex in ("1003", "1007"):
        if fly.get_attribute("aria-pressed") != "true":
            fly.click()
        seat.click_hex(hex)
        seat.after(partial(seat.click_hex, hex))
    for page in (seat.page, other):
        expect(page.locator('[data-flight="red-1-arrow-1"]')).to_have_count(1)
    photograph(seat.page, "an-arrow-in-flight")
    seat.after(seat.page.get_by_role("button", name="Attack Hoplite").first.click)
    turn_of(table, "red-1", "movement")
    assert "ThingRolled" in kinds(table)
    expect(seat.page.locator("[data-flight]")).to_have_count(0)


def act(seat: Seat) -> None:
    """Do what the phase is for with one unit, and end its turn."""
    seat.choose()
    answers = seat.page.locator("#question button, [data-answer]")
    if answers.count():
        seat.after(answers.first.click)
        return
    phase = seat.phase()
    if phase == "movement" and seat.reachable():
        seat.move()
    elif phase == "weapons" and seat.page.locator("#classic-panel .weapon.chosen").count():
        seat.press("Fire")
    if seat.page.locator('#classic-panel [data-command="Done"]').count():
        seat.press("Done")


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_bundled_battle_is_clicked_to_its_end(
    client: httpx.Client, visit: Visit, photograph: Photograph, name: str
) -> None:
    setup = client.get(f"/api/kinds/classic/scenarios/{name}").json()
    setup["rounds"] = 1
    table = make(client, kind="classic", setup=setup, seed=2, rules=["omega"], seats={"blue": "greedy"})
    seat = sit_down(visit, table, "red")
    for _ in range(60):
        if not seat.turn():
            break
        act(seat)
    expect(seat.page.locator("#result-dialog")).to_be_visible()
    photograph(seat.page, f"end-of-{name.replace('_', '-')}")
    assert table.get("red").json()["outcome"]
