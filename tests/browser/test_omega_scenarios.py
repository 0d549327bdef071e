"""The Omega rules by clicking: an Arrow is launched and flown over the map, and the bundled battles come to an end."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import Locator, expect

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


WORTH_SAYING = ("Light up", "Lay a smoke screen", "Set the", "Launch Arrow", "Attack")
"""How what is offered besides begins, of things that are done once by a unit in a phase, the best first."""
BOLD_ROUNDS = 1
"""For so long units move and do all they can; later they stand and fire."""
ROUNDS = 2
"""So long the battles last here, so that what is launched in one round goes on in the next; their own last twelve."""
GESTURES = 900


class Commander:
    """Whoever clicks for a side of an Omega battle, and what was done on the way."""

    def __init__(self, seat: Seat, name: str, photograph: Photograph) -> None:
        self.seat, self.name, self.photograph = seat, name, photograph
        self.done: Counter[str] = Counter()
        self.taken: set[str] = set()

    def picture(self, what: str) -> None:
        """Keep one picture of each moment that is worth one."""
        if what not in self.taken:
            self.taken.add(what)
            self.photograph(self.seat.page, f"{self.name.replace('_', '-')}-{what}")

    def act(self) -> None:
        """Decide what is asked, or do what the phase is for with one unit and end its turn."""
        seat = self.seat
        if seat.page.locator("#question").count():
            self.picture("question")
            self.done["answers"] += 1
            seat.after(seat.page.locator("#also button").first.click)
            return
        seat.choose()
        phase = seat.phase()
        self.done[phase] += 1
        self.picture(phase)
        bold = seat.view()["round"] <= BOLD_ROUNDS
        if phase == "movement" and bold and seat.reachable():
            seat.move()
        if phase in ("reaction", "weapons") and bold:
            self.say_more(phase)
        if phase == "weapons" and seat.page.locator("#classic-panel .weapon.chosen").count():
            seat.press("Fire")
            self.done["volleys"] += 1
        self.end()

    def say_more(self, phase: str) -> None:
        """Say the first of each of those things that a unit may do besides."""
        for words in WORTH_SAYING:
            offered = self.seat.page.locator("#also").get_by_role("button", name=words).first
            if offered.count() and offered.is_enabled():
                self.seat.after(offered.click)
                self.done[words.strip()] += 1
                self.picture(f"{phase}-{words.strip().lower().replace(' ', '-')}")

        over_hexes = self.seat.page.locator('#also [data-command^="pick-"]')
        if phase == "reaction" and over_hexes.count():
            self.fire_at_a_hex(over_hexes.first)

    def fire_at_a_hex(self, toggle: Locator) -> None:
        """Take up what is done to a hex, name the first that is offered, and say it."""
        toggle.click()
        legal = self.seat.table.get(self.seat.side, "/legal").json()["commands"]
        hex = next(command["hex"] for command in legal if "hex" in command)
        self.picture("reaction-hexes")
        for name in (hex, "Enter"):
            field = self.seat.page.locator("#also input")
            field.fill(name) if name == hex else field.press(name)
        offered = self.seat.page.locator("#also .offers button").first
        self.seat.after(offered.click)
        self.done["hexes"] += 1

    def end(self) -> None:
        """End the turn, if it is still ours to end."""
        ending = self.seat.page.locator('#classic-panel [data-command="Done"]')
        if ending.count():
            self.seat.after(ending.click)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_bundled_battle_is_clicked_to_its_end(
    client: httpx.Client, visit: Visit, photograph: Photograph, name: str
) -> None:
    setup = {**client.get(f"/api/kinds/classic/scenarios/{name}").json(), "rounds": ROUNDS}
    table = make(client, kind="classic", setup=setup, seed=2, rules=["omega"], seats={"blue": "greedy"})
    commander = Commander(sit_down(visit, table, "red"), name, photograph)
    for _ in range(GESTURES):
        if not commander.seat.turn():
            break
        commander.act()
    expect(commander.seat.page.locator("#result-dialog")).to_be_visible()
    commander.picture("end")
    assert table.get("red").json()["outcome"]
    assert commander.done["reaction"], commander.done
    assert commander.done["volleys"], commander.done
