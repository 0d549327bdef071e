"""What units of the classic game do besides walking and shooting, by clicks: charges, rides, spotting, standing up."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import httpx
from playwright.sync_api import expect

from browser.clicking import QUIET, Seat, Shot, sit_down
from browser.tapping import tiny_words
from tabletop import Table, make

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

WARHAMMER = "Warhammer WHM-6R"
Placed = tuple[str, str, str, int]
"""A unit as its id, its name, its hex and its facing; its side is what its id begins with."""


def field(client: httpx.Client, *units: Placed, hexes: str = "", rules: tuple[str, ...] = (), size: int = 10) -> Table:
    """Units on open ground, both sides played at one screen."""
    listed = [
        {"id": id, "side": id.partition("-")[0], "unit": unit, "hex": hex, "facing": facing}
        for id, unit, hex, facing in units
    ]
    setup = {"board": "field.board", "board_text": f"size {size} {size}\n{hexes}end\n", "units": listed}
    return make(client, kind="classic", setup=setup, seed=4, hot_seat=True, rules=list(rules))


def turn_of(table: Table, unit: str, phase: str = "movement") -> None:
    """Everybody else stands still until a unit may act, which is then chosen."""
    while True:
        view = table.get("watch", "/view").json()["view"]
        side = view["to_act"]
        legal = table.get(side, "/legal").json()["commands"]
        wanted = {"type": "Choose", "unit": unit}
        if view["phase"] == phase and wanted in legal:
            table.say(side, **wanted)
            return
        waiting = next((one for one in legal if one["type"] == "Choose" and one != wanted), wanted)
        table.say(side, **(waiting if view["acting"] is None else {"type": "Done"}))


def at_screen(visit: Visit, table: Table, unit: str, phase: str = "movement") -> Seat:
    """The screen when a unit has been chosen."""
    turn_of(table, unit, phase)
    seat = sit_down(visit, table, unit.partition("-")[0])
    seat.turn()
    return seat


def kinds(table: Table) -> list[str]:
    return [event["kind"] for event in table.events("watch", after=0)]


def test_a_charge_is_declared_where_the_run_ends(client: httpx.Client, visit: Visit) -> None:
    table = field(client, ("red-1", "Charger CGR-1A1", "0402", 3), ("blue-1", "Atlas AS7-D", "0407", 0))
    seat = at_screen(visit, table, "red-1")
    planned = seat.plan("0406")
    expect(planned).to_contain_text("charge Atlas")
    seat.press("go-on")
    promise = seat.page.locator("#classic-panel .blow .promise")
    expect(promise).to_contain_text(f"{80 // 10 * 4} damage, {100 // 10} to itself")
    seat.press("Charge")
    assert "ChargeDeclared" in kinds(table)


def test_a_jump_may_end_on_an_enemy(client: httpx.Client, visit: Visit) -> None:
    table = field(client, ("red-1", "Highlander HGN-732", "0403", 3), ("blue-1", "Vedette Medium Tank", "0407", 0))
    seat = at_screen(visit, table, "red-1")
    seat.page.keyboard.press("j")
    expect(seat.plan("0406")).to_contain_text("death from above on Vedette Medium Tank")
    seat.press("go-on")
    expect(seat.page.locator("#classic-panel .blow > button")).to_contain_text("Death from above")
    seat.press("Charge")
    assert "ChargeDeclared" in kinds(table)


def test_suits_climb_onto_a_machine_and_are_done(client: httpx.Client, visit: Visit) -> None:
    table = field(
        client,
        ("red-1", "Elemental Battle Armor [Laser](Sqd5)", "0406", 0),
        ("red-2", "Mad Cat (Timber Wolf) Prime", "0405", 2),
        ("blue-1", "Atlas AS7-D", "0901", 3),
    )
    seat = at_screen(visit, table, "red-1")
    seat.plan("0405")
    seat.press("go")
    seat.press("Board")
    assert kinds(table)[-1] == "TurnEnded"
    assert seat.view()["units"]["red-1"]["aboard"] == "red-2"


def test_a_machine_lies_down_and_gets_up_where_it_is(client: httpx.Client, visit: Visit) -> None:
    table = field(client, ("red-1", "Griffin GRF-1N", "0406", 0), ("blue-1", "Atlas AS7-D", "0901", 3))
    seat = at_screen(visit, table, "red-1")
    seat.press("DropProne")
    assert seat.view()["units"]["red-1"]["condition"]["prone"]
    turn_of(table, "red-1", "weapons")
    turn_of(table, "red-1")
    seat.turn()
    seat.page.locator("#classic-panel [data-command=stand-here]").click()
    expect(seat.page.locator("#classic-panel .plan")).to_contain_text("stand up in 0406")
    seat.press("go")
    assert any("standing up" in event["text"] for event in table.events("watch", after=0))


def test_missiles_fly_over_a_hill_to_where_a_friend_spots(client: httpx.Client, visit: Visit) -> None:
    table = field(
        client,
        ("red-1", "Locust LCT-1V", "0104", 3),
        ("red-2", "LRM Carrier", "0401", 3),
        ("blue-1", "Atlas AS7-D", "0408", 0),
        hexes="".join(f'hex {column:02}03 5 "" ""\n' for column in range(1, 11)),
    )
    seat = at_screen(visit, table, "red-1", "weapons")
    seat.press("Spot")
    seat.press("Done")
    turn_of(table, "red-2", "weapons")
    seat.turn()
    target = seat.page.locator('#classic-panel .target[data-target="blue-1"]')
    expect(target).to_contain_text("spotted by Locust")
    rows = seat.page.locator("#classic-panel .weapon.chosen")
    expect(rows).to_have_count(3)
    assert [Shot(row).number for row in rows.all()] == [4 + 1] * 3
    seat.press("Fire")
    assert [shot["spotter"] for shot in seat.view()["units"]["red-2"]["declared"]["shots"]] == ["red-1"] * 3


def test_both_sides_at_one_screen_may_be_done_with_all_their_units(client: httpx.Client, visit: Visit) -> None:
    table = field(
        client,
        *((f"red-{at}", "Locust LCT-1V", f"0{at}01", 3) for at in (1, 2, 3)),
        *((f"blue-{at}", "Locust LCT-1V", f"0{at}09", 0) for at in (1, 2, 3)),
    )
    first = table.get("watch").json()["to_act"]
    seat = sit_down(visit, table, first)
    for _ in range(2):
        seat.turn()
        seat.after(seat.page.locator("#classic-panel [data-command=skip-all]").click)
    expect(seat.page.locator("#bar-phases [aria-current=step]")).to_have_text("Weapons")


def test_what_is_taken_back_ends_the_passing_over(client: httpx.Client, visit: Visit) -> None:
    units = [
        (f"{side}-{at}", "Locust LCT-1V", f"0{at}0{row}", 3) for side, row in (("red", 1), ("blue", 9)) for at in (1, 2)
    ]
    table = field(client, *units)
    seat = sit_down(visit, table, table.get("watch").json()["to_act"])
    seat.turn()
    begun = seat.number
    skip = seat.page.locator("#classic-panel [data-command=skip-all]")
    seat.after(skip.click)
    while seat.number > begun:
        seat.page.keyboard.press("Backspace")
        seat.page.wait_for_function(
            f"before => document.body.dataset.number !== before && {QUIET}", arg=str(seat.number)
        )
    expect(skip).to_be_visible()
    assert seat.number == begun


def test_units_are_placed_by_clicks_before_the_battle(client: httpx.Client, visit: Visit) -> None:
    listed = [{"id": f"{side}-1", "side": side, "unit": "Wasp WSP-1A"} for side in ("red", "blue")]
    zones = [{"side": "red", "edge": "north", "depth": 2}, {"side": "blue", "edge": "south", "depth": 2}]
    setup = {"board": "field.board", "board_text": "size 10 10\nend\n", "units": listed, "zones": zones}
    table = make(client, kind="classic", setup=setup, seed=4, hot_seat=True)
    seat = sit_down(visit, table, "red")
    seat.turn()
    page = seat.page
    expect(page.locator("#bar-phases")).to_contain_text("Deployment")
    expect(page.locator("[data-unit='red-1']")).to_have_count(0)
    expect(page.locator("[data-command=deploy-all]")).to_have_text("Place it for me")
    seat.after(page.locator("[data-choose='red-1']").click)
    seat.click_hex("0502")
    page.locator("button[data-facing='2']").click()
    expect(page.locator(".map-reach .prospective[data-facing='2'] .figure")).to_have_attribute("data-build", "humanoid")
    seat.press("Deploy")
    expect(page.locator(".tokens [data-unit='red-1']")).to_have_count(1)
    view = table.get("watch", "/view").json()["view"]["units"]["red-1"]
    assert (view["hex"], view["facing"], view["fate"]) == ("0502", 2, "")


def test_a_move_is_one_line_of_the_log_that_names_where_it_led(client: httpx.Client, visit: Visit) -> None:
    table = field(client, ("red-1", "Atlas AS7-D", "0402", 3), ("blue-1", "Locust LCT-1V", "0409", 0))
    seat = at_screen(visit, table, "red-1")
    seat.go(seat.plan("0404"))
    line = seat.page.locator("#log-list .log-line:not(.folded)", has=seat.page.locator(".log-came")).first
    expect(line).to_contain_text("Atlas (red) walks from 0402 to 0404 facing south")
    expect(seat.page.locator("#log-list")).not_to_contain_text("is done", use_inner_text=True)


def test_the_fire_panel_tells_what_may_become_of_the_target_and_the_head_has_room(
    client: httpx.Client, visit: Visit
) -> None:
    table = field(client, ("red-1", "Atlas AS7-D", "0402", 3), ("blue-1", "Locust LCT-1V", "0405", 0))
    page = at_screen(visit, table, "red-1", "weapons").page
    odds = page.locator("#odds")
    expect(odds).to_have_attribute("data-shots", "5")
    page.locator("[data-command=none]").click()
    expect(odds).to_be_hidden()
    page.locator(".weapon", has_text="AC/20").get_by_role("checkbox").click()
    expect(odds).to_have_attribute("data-shots", "1")
    shots = table.get("red", "/shots", unit="red-1", target="blue-1").json()
    cannon = next(shot["command"] for shot in shots if shot["weapon"] == "AC/20")
    told = table.post("red", "/outcomes", unit="red-1", target="blue-1", fires=[cannon]).json()
    chances = {effect["name"]: effect["chance"] for effect in told["effects"]}
    for effect in ("destroyed", "head", "breach.CT"):
        expect(odds.locator(f'[data-effect="{effect}"]')).to_contain_text(f"{round(100 * chances[effect])} %")
    for width in (1400, 1024, 390):
        page.set_viewport_size({"width": width, "height": 844})
        boxes = [
            page.locator(part).bounding_box() for part in ("#bar-who", "#bar-phases", "#company", "#undo", "#menu")
        ]
        places = [box for box in boxes if box]
        assert tiny_words(page) == []
        assert len(places) == 5
        for left, right in pairwise(places):
            assert left["x"] + left["width"] <= right["x"] + 1, width


def test_the_fire_panel_tells_what_becomes_of_the_target_together_with_what_others_have_declared(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    placed = (
        ("red-1", WARHAMMER, "0608", 3),
        ("red-2", "Wolverine WVR-6R", "1008", 4),
        ("blue-1", WARHAMMER, "0711", 0),
    )
    listed = [
        {"id": id, "side": id.partition("-")[0], "unit": unit, "hex": hex, "facing": facing}
        for id, unit, hex, facing in placed
    ]
    table = make(client, kind="classic", setup={"board": "valley", "units": listed}, seed=4, hot_seat=True)
    turn_of(table, "red-1", "weapons")
    shots = table.get("red", "/shots", unit="red-1", target="blue-1").json()
    declared = [shot["command"] for shot in shots if shot["weapon"] == "PPC"]
    for command in (*declared, {"type": "Done"}):
        assert table.say("red", **command).status_code == 200
    page = at_screen(visit, table, "red-2", "weapons").page
    page.locator("[data-command=none]").click()
    page.locator(".weapon", has_text="AC/5").get_by_role("checkbox").click()
    together = page.locator("#odds-together")
    expect(page.locator("#odds")).to_have_attribute("data-shots", "1")
    expect(together).to_contain_text(f"With {len(declared)} shots that others have declared at it")
    shots = table.get("red", "/shots", unit="red-2", target="blue-1").json()
    cannon = next(shot["command"] for shot in shots if shot["weapon"] == "AC/5")
    asked = {"unit": "red-2", "target": "blue-1", "fires": [cannon]}
    alone, both = (
        {
            effect["name"]: effect["chance"]
            for effect in table.post("red", "/outcomes", **asked, **more).json()["effects"]
        }
        for more in ({}, {"together": True})
    )
    assert both["head"] > alone["head"]
    expect(together.locator("[data-effect=head]")).to_contain_text(f"{round(100 * both['head'])} %")
    expect(page.locator("#odds > dl [data-effect=head]")).to_contain_text(f"{round(100 * alone['head'])} %")
    for weapon in ("Medium Laser", "SRM 6"):
        page.locator(".weapon", has_text=weapon).get_by_role("checkbox").click()
    expect(page.locator("#odds")).to_have_attribute("data-shots", "3")
    together.scroll_into_view_if_needed()
    photograph(page, "classic-allies", document="classic-allies")
