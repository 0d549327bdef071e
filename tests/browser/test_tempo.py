"""No dead clicks: what needs no decision is done by the page, and Enter goes all the way."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from browser.clicking import Seat, sit_down
from browser.test_classic_moves import at_screen, field
from browser.test_classic_table import duel, face_to_face, stand_still, to_shoot
from overheat.classic.board.hexes import Hex

if TYPE_CHECKING:
    from browser.conftest import Visit


@pytest.fixture
def visit(visit: Visit) -> Visit:
    """Pages that do by themselves what needs no decision."""
    return partial(visit, by_itself=True)


MOST = 4
"""Presses of a key or of the mouse that a round of a duel takes."""


class Thumb:
    """A player who only plans a move and presses Enter, and counts what he presses."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.pressed = seat, 0

    def enter(self) -> None:
        self.pressed += 1
        self.seat.after(lambda: self.seat.page.keyboard.press("Enter"))

    def move(self) -> None:
        wanted = self.seat.nearest()
        assert wanted is not None
        self.pressed += 1
        self.seat.plan(wanted)
        self.enter()

    def fire(self) -> None:
        self.seat.foretold()
        self.enter()


def test_a_round_of_a_duel_takes_four_presses(client: httpx.Client, visit: Visit) -> None:
    table = face_to_face(client, apart=5, hot_seat=True)
    seat = sit_down(visit, table, "red")
    thumb = Thumb(seat)
    while seat.turn() and seat.view()["round"] < 3:
        seat.side = str(seat.page.locator("#phasebar").get_attribute("data-to-act"))
        {"movement": thumb.move, "weapons": thumb.fire, "physical": thumb.enter}[seat.phase()]()
    assert 0 < thumb.pressed <= MOST * 2 * 2, "two rounds of both sides"
    said = [event["kind"] for event in table.events("red", after=0) if event["event"].get("unit") == "red-1"]
    assert "ShotDeclared" in said
    assert said.count("TurnEnded") == 6


def test_enter_proposes_a_place_to_fight_from(client: httpx.Client, visit: Visit) -> None:
    """Damage to do counts in full, damage to take half, and each hex to the enemy four tenths of a point."""
    table = duel(client, seats={"blue": "greedy"})
    seat = sit_down(visit, table, "red")
    assert seat.turn()
    begun, reach, enemy = seat.hex_of("red-1"), seat.reachable(), Hex.parse(seat.hex_of("blue-1"))
    told = table.get("red", "/prospects", unit="red-1").json()
    worth = {
        (each["hex"], each["mode"][0].upper()): (each["mine"] or {"expected_damage": 0})["expected_damage"]
        - each["suffered"] / 2
        - 0.4 * Hex.parse(each["hex"]).distance(enemy)
        for each in told
    }
    safe = {
        name: worth[name, label[0]] for name, label in reach.items() if "!" not in label and (name, label[0]) in worth
    }
    seat.page.keyboard.press("Enter")
    planned = seat.page.locator("#classic-panel .plan:has([data-proposed])")
    planned.wait_for()
    proposed = str(planned.get_attribute("data-plan"))
    assert safe[proposed] == pytest.approx(max(safe.values()), abs=0.11)
    seat.after(lambda: seat.page.keyboard.press("Enter"))
    assert seat.hex_of("red-1") == proposed != begun


def test_what_was_done_without_asking_is_taken_back_with_the_last_decision(client: httpx.Client, visit: Visit) -> None:
    seat = sit_down(visit, face_to_face(client, apart=5, seats={"blue": "random"}), "red")
    thumb = Thumb(seat)
    assert seat.turn()
    start = seat.hex_of("red-1")
    thumb.move()
    assert seat.turn()
    expect(seat.page.locator("#bar-phases [aria-current=step]")).to_have_text("Weapons")
    seat.page.keyboard.press("Backspace")
    expect(seat.page.locator("#bar-phases [aria-current=step]")).to_have_text("Movement")
    expect(seat.token("red-1")).not_to_have_attribute("data-hex", start)


def test_turning_the_arrow_of_arrival_keeps_the_way_to_move(client: httpx.Client, visit: Visit) -> None:
    seat = sit_down(visit, duel(client, seats={"blue": "greedy"}), "red")
    assert seat.turn()
    ran = [name for name, label in seat.reachable().items() if label.startswith("R")]
    assert ran
    for name in sorted(ran)[:3]:
        planned = seat.plan(name)
        arrows = seat.page.locator("#classic-map .turn-arrow")
        for at in range(arrows.count()):
            arrows.nth(at).click()
            expect(planned.locator("b").first).to_contain_text("run to")
        seat.page.keyboard.press("Escape")


IN_SIGHT = """figures => figures.map((figure) => {
  const { left, right, top, bottom } = figure.getBoundingClientRect();
  const corners = [[left + 2, top + 2], [(left + right) / 2, (top + bottom) / 2], [(left + right) / 2, bottom - 2]];
  return corners.every(([x, y]) => figure.parentElement.contains(document.elementFromPoint(x, y)));
})"""
"""Whether figures are on the screen from top to bottom, and nothing lies over them."""


def test_ticks_survive_a_twist_and_keys_a_click_in_a_box(client: httpx.Client, visit: Visit) -> None:
    seat = to_shoot(visit, face_to_face(client, apart=3))
    seat.foretold()
    for width, height in ((1440, 900), (1024, 768)):
        seat.page.set_viewport_size({"width": width, "height": height})
        armour = seat.page.locator("#classic-panel .opposed-one")
        for scrolled in (0, 1000):
            seat.page.locator(".panel-place").evaluate("(place, by) => { place.scrollTop = by; }", scrolled)
            assert armour.evaluate_all(IN_SIGHT) == [True, True], "the armour of who shoots and of the target"
    ticked = seat.page.locator("#classic-panel .weapon.chosen")
    ticked.first.get_by_role("checkbox").click()
    kept = seat.page.locator("#classic-panel .weapon:not(.chosen)").first.get_attribute("data-mount")
    many = ticked.count()
    own, enemy = (seat.hex_of(f"{side}-1") for side in ("red", "blue"))
    facing = seat.view()["units"][f"{seat.side}-1"]["facing"]
    assert own != enemy
    for turned in ((facing + 1) % 6, facing):
        seat.press(f"Twist-{turned}")
    expect(ticked).to_have_count(many)
    expect(seat.page.locator(f'#classic-panel .weapon.chosen[data-mount="{kept}"]')).to_have_count(0)
    ticked.first.get_by_role("checkbox").click()
    expect(ticked).to_have_count(many - 1)
    seat.page.keyboard.press("r")
    expect(seat.page.locator("[data-command=arcs]")).to_have_attribute("aria-pressed", "true")
    seat.after(lambda: seat.page.keyboard.press("Enter"))
    told = [event["kind"] for event in seat.table.events(seat.side, after=0)]
    assert told.count("ShotDeclared") == many - 1


def test_where_nobody_can_be_shot_at_the_phase_passes_or_the_page_says_so(client: httpx.Client, visit: Visit) -> None:
    table = field(client, ("red-1", "Stinger STG-3R", "0101", 3), ("blue-1", "Stinger STG-3R", "1414", 0), size=16)
    stand_still(table, "weapons")
    seat = sit_down(visit, table, "red", by_itself=False)
    seat.turn()
    seat.after(lambda: seat.page.keyboard.press("Enter"))
    expect(seat.page.locator("#nothing-to-fire")).to_contain_text("Nobody can be shot at from here")
    trusting = sit_down(visit, table, "red")
    expect(trusting.page.locator("#bar-phases li").first).to_have_text("Round 2")


def test_enter_ends_a_move_that_a_charge_could_follow(client: httpx.Client, visit: Visit) -> None:
    table = field(client, ("red-1", "Charger CGR-1A1", "0402", 3), ("blue-1", "Atlas AS7-D", "0407", 0))
    seat = at_screen(visit, table, "red-1")
    expect(seat.plan("0406")).to_contain_text("charge Atlas")
    seat.after(lambda: seat.page.keyboard.press("Enter"))
    ended = [told["event"].get("unit") for told in table.events("red", after=0) if told["kind"] == "TurnEnded"]
    assert "red-1" in ended
    assert seat.hex_of("red-1") == "0406"


def test_where_no_unit_can_shoot_but_hexes_can_be_aimed_at_enter_is_done_with_all(
    client: httpx.Client, visit: Visit
) -> None:
    units = [
        (f"{side}-{at}", "Stinger STG-3R", f"0{at}{row}", 0)
        for side, row in (("red", "01"), ("blue", "16"))
        for at in (1, 3, 5)
    ]
    table = field(client, *units, hexes='hex 0303 0 "woods:1" ""\nhex 0314 0 "woods:1" ""\n', size=16)
    stand_still(table, "weapons")
    side = table.get("watch").json()["to_act"]
    seat = sit_down(visit, table, side, by_itself=False)
    seat.turn()
    seat.page.keyboard.press("Enter")
    offered = seat.page.locator('[data-command="skip-all"]')
    expect(offered).to_contain_text("Done with all 3 units⏎")
    expect(seat.page.locator("#classic-panel")).to_contain_text("Nobody can be shot at")
    assert seat.view()["acting"] is None
    seat.after(lambda: seat.page.keyboard.press("Enter"))
    other = "blue" if side == "red" else "red"
    answering = sit_down(visit, table, other, by_itself=False)
    answering.turn()
    answering.page.keyboard.press("Enter")
    expect(answering.page.locator('[data-command="skip-all"]')).to_contain_text("⏎")
    answering.page.keyboard.press("Enter")
    expect(seat.page.locator("#bar-phases [aria-current=step]")).not_to_have_text("Weapons")


def test_ctrl_enter_is_done_with_the_unit_that_is_offered_though_none_is_taken(
    client: httpx.Client, visit: Visit
) -> None:
    table = face_to_face(client)
    stand_still(table, "weapons")
    seat = sit_down(visit, table, table.get("watch").json()["to_act"], by_itself=False)
    seat.turn()
    assert seat.view()["acting"] is None
    seat.after(lambda: seat.page.keyboard.press("Control+Enter"))
    ended = [told["event"]["unit"] for told in table.events("watch") if told["kind"] == "TurnEnded"]
    assert ended[-1].startswith(seat.side)
