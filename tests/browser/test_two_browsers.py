"""People at different screens: what one does the other sees, nobody acts for another, and undo takes both."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from browser.clicking import Seat, sit_down
from tabletop import Table, make

if TYPE_CHECKING:
    from browser.conftest import Visit


@pytest.fixture
def table(client: httpx.Client) -> Table:
    return make(client, kind="classic", scenario="duel", seed=2)


@pytest.fixture
def seats(visit: Visit, table: Table) -> tuple[Seat, Seat]:
    """Two browsers: the one whose turn it is, and the other."""
    first, second = sit_down(visit, table, "red"), sit_down(visit, table, "blue")
    return (first, second) if table.get("watch").json()["to_act"] == "red" else (second, first)


def caught_up(seat: Seat, with_other: Seat) -> None:
    """Wait until a page shows what another one shows, which may go on meanwhile: it takes its only unit by itself."""
    for _ in range(400):
        if seat.number == with_other.number:
            return
        seat.page.wait_for_timeout(50)
    assert seat.number == with_other.number


def test_what_one_does_the_other_sees_without_a_reload(seats: tuple[Seat, Seat]) -> None:
    here, there = seats
    loaded = there.page.evaluate("performance.timeOrigin")
    for mover, other in ((here, there), (there, here)):
        assert mover.turn()
        unit = f"{mover.side}-1"
        start = mover.hex_of(unit)
        mover.choose()
        mover.move()
        moved = mover.hex_of(unit)
        assert moved != start
        expect(other.token(unit)).to_have_attribute("data-hex", moved)
        expect(other.page.locator(f'#log-list li:not(.folded) [data-unit="{unit}"]').last).to_be_visible()
    assert there.page.evaluate("performance.timeOrigin") == loaded


def test_nobody_acts_for_another(seats: tuple[Seat, Seat], table: Table) -> None:
    here, there = seats
    expect(there.page.locator("#phasebar")).to_have_attribute("data-mine", "false")
    expect(there.page.locator("[data-choose]")).to_have_count(0)
    there.token(f"{here.side}-1").click()
    there.page.keyboard.press("Enter")
    there.page.keyboard.press("Control+Enter")
    there.open_tab("Commands")
    expect(there.page.locator(".commands")).to_have_text("It is not your turn.")
    command = table.get(here.side, "/legal").json()["commands"][0]
    refused = table.post(there.side, "/say", command=command, player=here.side)
    assert (refused.status_code, refused.json()["refusal"]["id"]) == (403, "table.seat")
    here.turn()
    here.choose()
    caught_up(there, here)
    told = table.events("watch", after=0)
    turns = [event["event"]["unit"] for event in told if event["kind"] == "TurnBegan"]
    assert turns == [f"{here.side}-1"]
    assert told[-1]["kind"] == "TurnBegan"


def test_a_command_is_taken_back_when_both_agree(seats: tuple[Seat, Seat]) -> None:
    here, there = seats
    here.turn()
    here.choose()
    unit, chosen = f"{here.side}-1", here.number
    start = here.hex_of(unit)
    here.page.get_by_text("Step by step").click()
    here.press("Go-walk")
    here.press("Step-forward")
    stepped = here.hex_of(unit)
    assert stepped != start
    expect(there.token(unit)).to_have_attribute("data-hex", stepped)

    here.page.locator("#undo").click()
    expect(here.page.locator("#votes")).to_contain_text(f"{there.side.capitalize()} has to agree")
    there.page.locator("#undo-refuse").click()
    expect(here.page.locator("#votes")).to_be_hidden()
    expect(here.token(unit)).to_have_attribute("data-hex", stepped)

    here.page.locator("#undo").click()
    there.page.locator("#undo-agree").click()
    for seat in seats:
        expect(seat.token(unit)).to_have_attribute("data-hex", start)
        expect(seat.page.locator("#votes")).to_be_hidden()
    assert here.number > chosen
    here.press("Step-forward")
    expect(there.token(unit)).to_have_attribute("data-hex", stepped)


def test_those_who_watch_see_all_and_say_nothing(seats: tuple[Seat, Seat], visit: Visit, table: Table) -> None:
    here, _ = seats
    watcher = sit_down(visit, table, "watch")
    expect(watcher.page.locator("#undo")).to_be_hidden()
    here.turn()
    here.choose()
    here.move()
    expect(watcher.token(f"{here.side}-1")).to_have_attribute("data-hex", here.hex_of(f"{here.side}-1"))
    for side in ("red", "blue"):
        watcher.token(f"{side}-1").click()
        expect(watcher.page.locator("#classic-panel .looked")).to_be_visible()
    expect(watcher.page.locator("[data-choose]")).to_have_count(0)
    watcher.page.keyboard.press("Control+Enter")
    watcher.open_tab("Commands")
    expect(watcher.page.locator(".commands")).to_have_text("You are watching: there is nothing to say.")
    refused = table.post("watch", "/say", command={"type": "Done"})
    assert refused.status_code == 403
    assert table.get("watch").json()["number"] == here.number


def test_who_loses_the_network_is_told_and_misses_nothing(seats: tuple[Seat, Seat]) -> None:
    here, there = seats
    there.page.context.set_offline(True)
    expect(there.page.locator("#connection")).to_be_visible()
    here.turn()
    here.choose()
    here.move()
    there.page.context.set_offline(False)
    expect(there.page.locator("#connection")).to_be_hidden()
    caught_up(there, here)
    expect(there.token(f"{here.side}-1")).to_have_attribute("data-hex", here.hex_of(f"{here.side}-1"))


def test_a_seat_that_is_opened_twice_is_one_seat(seats: tuple[Seat, Seat], visit: Visit, table: Table) -> None:
    here, _ = seats
    twin = sit_down(visit, table, here.side)
    here.turn()
    here.choose()
    caught_up(twin, here)
    twin.move()
    caught_up(here, twin)


def test_who_opens_a_link_to_watch_or_a_broken_one_keeps_his_seat(visit: Visit, table: Table) -> None:
    page = sit_down(visit, table, "red").page
    for token, found in ((table.token("watch"), "you watch"), ("broken", "This link does not open the game")):
        page.goto("/healthz")
        page.goto(f"/play#game={table.id}&token={token}")
        expect(page.locator("body")).to_contain_text(found, ignore_case=True)
    page.goto("/")
    page.locator(f'[data-resume="{table.id}"]').click()
    expect(page.locator("#phasebar")).to_contain_text(re.compile("Red, you:|You are Red"))


@pytest.mark.parametrize(("kind", "scenario"), [("classic", "duel"), ("platoon", "crossroads")])
def test_who_watches_a_game_that_its_host_ends_is_told_so(
    client: httpx.Client, visit: Visit, kind: str, scenario: str
) -> None:
    table = make(client, kind=kind, scenario=scenario, seed=2)
    page = visit(f"/play#game={table.id}&token={table.token('watch')}")
    expect(page.locator(".show-canvas")).to_be_attached()
    assert client.delete(table.url, headers=table.headers("host")).status_code == 204
    expect(page.locator("body")).to_contain_text("The game was ended by its host.")
    page.wait_for_timeout(200)


def test_a_phone_on_its_side_shows_the_map_beside_the_list(visit: Visit, table: Table) -> None:
    seat = sit_down(visit, table, "red", size=(844, 390))
    stage, column = (seat.page.locator(part).bounding_box() for part in ("#stage", ".column"))
    assert stage is not None
    assert column is not None
    assert column["x"] >= stage["x"] + stage["width"] - 1
    assert stage["height"] > 300
    assert column["height"] > 300
    expect(seat.page.get_by_role("tab", name="Actions")).to_be_visible()


def test_a_sum_in_the_log_unfolds_without_the_mouse(seats: tuple[Seat, Seat]) -> None:
    here, _ = seats
    here.turn()
    here.choose()
    here.page.get_by_text("Step by step").click()
    here.press("Go-walk")
    here.press("Step-forward")
    here.page.locator("#log-sort").select_option("all")
    line = here.page.locator("#log-list li:has(.log-why)").last
    expect(line.locator(".tally")).to_be_hidden()
    line.locator(".log-why").focus()
    here.page.keyboard.press("Enter")
    expect(line.locator(".tally")).to_be_visible()
    expect(line.locator(".log-why")).to_have_attribute("aria-expanded", "true")


def test_what_ends_a_turn_is_not_next_in_the_list_of_commands(seats: tuple[Seat, Seat]) -> None:
    here, _ = seats
    here.turn()
    here.choose()
    here.open_tab("Commands")
    said = here.page.locator("#pane-commands .command")
    expect(said.last).to_have_text("Stay here")
    assert said.count() > 1


def test_who_is_still_at_the_table_joins_the_new_game_with_one_click(visit: Visit, client: httpx.Client) -> None:
    duel = client.get("/api/kinds/classic/scenarios/duel").json()
    table = make(client, kind="classic", setup={**duel, "rounds": 1}, seed=2)
    red, blue = sit_down(visit, table, "red"), sit_down(visit, table, "blue")
    while table.get("watch").json()["outcome"] is None:
        side = table.get("watch").json()["to_act"]
        table.say(side, **table.get(side, "/legal").json()["commands"][0])
        table.say(side, type="Done")
    red.page.locator("#play-again").click()
    join = blue.page.locator("#join-again")
    new = str(join.get_attribute("href"))
    assert table.id not in new
    join.click()
    red.page.locator("#go-to-table").click()
    for seat, side in ((red, "Red"), (blue, "Blue")):
        seat.page.wait_for_function("old => !location.hash.includes(old)", arg=table.id)
        seat.arrive()
        seat.page.locator("#menu").click()
        expect(seat.page.locator("#menu-dialog")).to_contain_text(f"{side}: you")
