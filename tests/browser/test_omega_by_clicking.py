"""Omega by clicking: the reaction phase, several missiles from one rack, and the flares of who is hit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
from playwright.sync_api import expect

from browser.test_classic_moves import at_screen, field, kinds
from browser.test_layers_by_clicking import Falls, all_hold_fire, falls

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

__all__ = ["falls"]
ARCHER, CATAPULT = "Archer ARC-2R", "Catapult CPLT-C1"


def test_a_jammer_and_a_screen_are_set_in_the_reaction_phase(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    table = field(client, ("red-1", ARCHER, "0501", 3), ("blue-1", CATAPULT, "0512", 0), rules=("omega",), size=14)
    seat = at_screen(visit, table, "red-1", "reaction")
    expect(seat.page.locator("#bar-phases [aria-current=step]")).to_have_text("Reaction")
    photograph(seat.page, "omega-reaction")
    seat.after(seat.page.get_by_role("button", name="Set the ECM I to mode I").click)
    seat.after(seat.page.get_by_role("button", name="Lay a smoke screen").click)
    expect(seat.page.locator(".acting-head .fact.mark")).to_contain_text("jams in mode 1")
    expect(seat.page.locator('[data-thing="smoke_screen"]')).to_have_attribute("data-hex", "0501")
    photograph(seat.page, "omega-reaction-done")


def test_missiles_are_launched_one_by_one_and_flares_are_asked_about(
    client: httpx.Client, visit: Visit, falls: Falls, photograph: Photograph
) -> None:
    table = field(client, ("red-1", ARCHER, "0501", 3), ("blue-1", CATAPULT, "0510", 0), rules=("omega",), size=12)
    seat = at_screen(visit, table, "red-1", "weapons")
    photograph(seat.page, "omega-weapons")
    for _ in range(2):
        for row in seat.page.locator("#classic-panel .weapon").all():
            row.get_by_role("checkbox").set_checked("LRM 20 LT" in row.inner_text().replace("\n", " "))
        rack = seat.page.locator("#classic-panel .weapon", has_text="LRM 20").first
        rack.get_by_role("checkbox").check()
        rack.get_by_label("How to fire LRM 20").select_option(label="LRM IR, 10 shots left")
        seat.press("Fire")
    photograph(seat.page, "omega-two-missiles")
    falls("fire.to_hit", (6, 6), (6, 6))
    falls("omega.decoy", (6, 6), (6, 6))
    seat.press("Done")
    all_hold_fire(table)
    seat.turn()
    expect(seat.page.locator("#question")).to_contain_text("fire flares?")
    photograph(seat.page, "omega-flares")
    answers = seat.page.locator("#also button")
    expect(answers).to_have_count(2)
    seat.page.keyboard.press("Enter")
    expect(answers.first).to_be_focused()
    seat.after(lambda: seat.page.keyboard.press("Enter"))
    assert kinds(table).count("Decoyed") == 2
