"""A shell is called by clicking a hex, stands on the map for its owner alone, and lands in the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
from playwright.sync_api import expect

from browser.clicking import sit_down
from browser.test_classic_moves import kinds, turn_of
from tabletop import make

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

SHELL = '[data-thing^="shell-red"]'


def test_a_shell_is_called_by_clicking_a_hex_and_only_its_owner_sees_it(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    units = [
        {"id": f"{side}-1", "side": side, "unit": "Wasp WSP-1A", "hex": hex, "facing": facing}
        for side, hex, facing in (("red", "0402", 3), ("blue", "0407", 0))
    ]
    setup = {"board": "field.board", "board_text": "size 10 10\nend\n", "units": units}
    table = make(client, kind="classic", setup=setup, seed=4, rules=["off_board_artillery"])
    turn_of(table, "red-1", "artillery")
    seat = sit_down(visit, table, "red")
    other = visit(table.made["seats"]["blue"]["link"])
    seat.turn()
    seat.click_hex("0407")
    shown = seat.page.get_by_role("button", name="Call a shell on 0407")
    shown.hover()
    expect(seat.page.locator("#also .foreseen")).to_contain_text("11+ 8.3 %")
    photograph(seat.page, "a-shell-to-call")
    seat.click_hex("0407")
    expect(seat.page.locator(SHELL)).to_contain_text("Thumper shell, round 2")
    photograph(seat.page, "a-shell-in-flight")
    expect(other.locator("#classic-map")).to_be_visible()
    expect(other.locator(SHELL)).to_have_count(0)
    turn_of(table, "red-1", "weapons")
    turn_of(table, "red-1", "artillery")
    seat.turn()
    seat.after(lambda: seat.page.keyboard.press("Enter"))
    view = table.get("watch", "/view").json()["view"]
    assert (view["phase"], view["acting"]) != ("artillery", "red-1"), "Enter without a hex calls no shell"
    turn_of(table, "red-1", "weapons")
    assert "ThingRolled" in kinds(table)
    expect(seat.page.locator(SHELL)).to_have_count(0)
