"""Every pilot among the layers is played by clicking through a real page, which knows none of them by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from playwright.sync_api import expect

from browser.clicking import Seat, Shot, sit_down
from browser.test_classic_moves import at_screen, field, kinds, turn_of
from overheat.kernel.dice import Roll, Seeded
from tabletop import Table, make

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

LOCUST, WASP = "Locust LCT-1V", "Wasp WSP-1A"
Falls = Callable[..., None]


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Falls:
    """Lays dice out for what is thrown next for some purpose; everything else falls as the seed has it."""
    laid: dict[str, list[tuple[int, ...]]] = {}
    thrown = Seeded.roll

    def roll(self: Seeded, purpose: str, count: int = 2, sides: int = 6, **facts: Any) -> Roll:
        found = thrown(self, purpose, count, sides, **facts)
        if laid.get(purpose):
            found = self.rolls[-1] = msgspec.structs.replace(found, faces=laid[purpose].pop(0))
        return found

    monkeypatch.setattr(Seeded, "roll", roll)
    return lambda purpose, *faces: laid.update({purpose: list(faces)})


def faces(total: int) -> tuple[int, int]:
    """Two dice that come to a number."""
    return max(1, total - 6), min(6, total - 1)


def duel(client: httpx.Client, *rules: str, red: str = LOCUST, blue: str = WASP, apart: int = 3) -> Table:
    """Two machines that face each other on a small field."""
    return field(client, ("red-1", red, "0301", 3), ("blue-1", blue, f"03{1 + apart:02}", 0), rules=rules, size=6)


def all_hold_fire(table: Table) -> None:
    """Whoever has still to act in this phase is done."""
    phase = table.get("watch", "/view").json()["view"]["phase"]
    while (view := table.get("watch", "/view").json()["view"])["phase"] == phase and view["question"] is None:
        legal = table.get(view["to_act"], "/legal").json()["commands"]
        said = legal[0] if view["acting"] is None else {"type": "Done"}
        assert table.say(view["to_act"], **said).status_code == 200


def fire_laser(seat: Seat) -> int:
    """Declare the medium laser alone, and what it needs."""
    rows = seat.page.locator("#classic-panel .weapon")
    laser = rows.filter(has_text="Medium Laser")
    for row in rows.filter(has_not_text="Medium Laser").all():
        row.get_by_role("checkbox").uncheck()
    laser.get_by_role("checkbox").check()
    number = Shot(laser).number
    seat.press("Fire")
    return number


def test_a_floating_critical_rolls_the_location_again(client: httpx.Client, visit: Visit, falls: Falls) -> None:
    table = duel(client, "floating_criticals")
    seat = at_screen(visit, table, "red-1", "weapons")
    fire_laser(seat)
    falls("fire.to_hit", (6, 6))
    falls("location", (1, 1), (3, 4))
    seat.press("Done")
    all_hold_fire(table)
    seat.open_tab("Log")
    expect(seat.page.locator("#log-list li", has_text="location on")).to_have_count(2)
    expect(seat.page.locator("#log-list")).to_contain_text("critical hits on")


def test_a_glancing_blow_shows_the_sum_of_its_damage_in_the_log(
    client: httpx.Client, visit: Visit, falls: Falls
) -> None:
    table = duel(client, "glancing_blows")
    seat = at_screen(visit, table, "red-1", "weapons")
    falls("fire.to_hit", faces(fire_laser(seat)))
    seat.press("Done")
    all_hold_fire(table)
    seat.open_tab("Log")
    seat.page.locator("#log-sort").select_option("all")
    line = seat.page.locator("#log-list li", has_text="glancing blow").last
    expect(line).to_be_visible()
    line.locator(".log-why").click()
    expect(line.locator(".tally")).to_contain_text("glancing blow")
    expect(line.locator(".tally tfoot")).to_contain_text("2")


@pytest.mark.parametrize(("layer", "mode"), [("evading", "evade"), ("sprinting", "sprint")])
def test_a_way_to_move_has_its_button(client: httpx.Client, visit: Visit, layer: str, mode: str) -> None:
    table = duel(client, layer, apart=5)
    seat = at_screen(visit, table, "red-1")
    seat.page.locator(f'#classic-panel [data-mode="{mode}"]').click()
    expect(seat.page.locator(f"#classic-map .reach.{mode}")).to_have_count(1)
    seat.go(seat.plan("0304"))
    assert seat.view()["units"]["red-1"]["motion"]["mode"] == mode


def test_a_machine_goes_hull_down_and_up_again(client: httpx.Client, visit: Visit, photograph: Photograph) -> None:
    table = duel(client, "hull_down", apart=5)
    seat = at_screen(visit, table, "red-1")
    seat.page.get_by_text("Step by step").click()
    seat.press("Go-walk")
    down = seat.page.locator("#also").get_by_role("button", name="Go hull down")
    expect(down).to_contain_text("2 points")
    photograph(seat.page, "hull-down")
    seat.after(down.click)
    expect(seat.page.locator(".acting-head")).to_contain_text("hull down")
    seat.after(seat.page.locator("#also").get_by_role("button", name="Stand up").click)
    expect(seat.page.locator(".acting-head")).not_to_contain_text("hull down")


def test_mines_are_laid_on_the_map_and_only_their_owner_sees_them(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    units = [
        {"id": f"{side}-1", "side": side, "unit": WASP, "hex": hex, "facing": facing}
        for side, hex, facing in (("red", "0301", 3), ("blue", "0306", 0))
    ]
    setup = {"board": "field.board", "board_text": "size 6 6\nend\n", "units": units}
    table = make(client, kind="classic", setup=setup, seed=4, rules=["minefields"])
    turn_of(table, "red-1")
    own, other = sit_down(visit, table, "red"), sit_down(visit, table, "blue")
    own.page.get_by_role("button", name="Lay mines").click()
    own.click_hex("0303")
    expect(own.page.locator("#also .primary")).to_have_text("Lay mines in 0303")
    photograph(own.page, "mines-to-lay")
    own.click_hex("0303")
    expect(own.page.locator('[data-thing="minefield-red-1"]')).to_have_count(1)
    own.page.mouse.move(5, 5)
    own.hover_hex("0303")
    expect(own.page.locator(".tip-hex")).to_contain_text("minefield")
    expect(other.page.locator("#log-list")).to_contain_text("Wasp (red) takes its turn")
    expect(other.page.locator("[data-thing]")).to_have_count(0)
    assert "0303" not in str(table.get("blue", "/view").json()["view"]["things"])


def test_the_marks_of_a_layer_stand_on_the_unit_card_in_words_and_its_effects_on_the_map(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    units = [
        {"id": f"{side}-1", "side": side, "unit": "Archer ARC-2R", "hex": hex, "facing": facing}
        for side, hex, facing in (("red", "0402", 3), ("blue", "0407", 0))
    ]
    setup = {"board": "field.board", "board_text": "size 10 10\nend\n", "units": units}
    table = make(client, kind="classic", setup=setup, seed=4, rules=["omega"])
    turn_of(table, "red-1", "reaction")
    own, other = (visit(table.made["seats"][side]["link"]) for side in ("red", "blue"))
    own.get_by_role("button", name="Set the ECM I to mode I").click()
    expect(own.locator(".acting-head .fact.mark")).to_have_text("jams in mode 1")
    own.get_by_role("button", name="Lay a smoke screen").click()
    photograph(own, "marks-of-a-layer")
    for page in (own, other):
        expect(page.locator('[data-thing="smoke_screen"]')).to_have_count(1)
    marks = table.get("blue", "/view").json()["view"]["units"]["red-1"]["marks"]
    assert "jams in mode 1" in [mark["words"] for mark in marks.values()]


def test_a_burst_of_rounds_is_chosen_and_its_heat_shown_in_parts_of_a_point(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    table = duel(client, "omega_autocannons", apart=2)
    seat = at_screen(visit, table, "red-1", "weapons")
    guns = seat.page.locator("#classic-panel .weapon", has_text="Machine Gun")
    guns.first.get_by_role("checkbox").check()
    guns.first.get_by_label("How to fire Machine Gun").select_option(
        label="3 shots at once, Machine Gun Ammo, 200 shots left"
    )
    expect(guns.first.locator(".weapon-heat")).to_have_text("0.3°")
    photograph(seat.page, "bursts")
    seat.open_tab("Commands")
    heat = seat.page.locator("#pane-commands .command", has_text="x3 at Wasp").first.locator(".cost")
    expect(heat).to_have_text("0.3 heat")


def test_whose_machine_a_missile_hits_is_asked_what_engages_it(
    client: httpx.Client, visit: Visit, falls: Falls, photograph: Photograph
) -> None:
    table = field(
        client,
        ("red-1", "Catapult CPLT-C1", "0501", 3),
        ("blue-1", "Atlas AS7-K", "0510", 0),
        rules=("omega_anti_missile",),
    )
    seat = at_screen(visit, table, "red-1", "weapons")
    rows = seat.page.locator("#classic-panel .weapon")
    for row in rows.all():
        row.get_by_role("checkbox").set_checked("LRM" in row.inner_text())
    seat.press("Fire")
    falls("fire.to_hit", (6, 6), (6, 6))
    seat.press("Done")
    all_hold_fire(table)
    seat.turn()
    expect(seat.page.locator("#bar-who")).to_contain_text("Blue")
    expect(seat.page.locator("#question")).to_contain_text("LRM")
    photograph(seat.page, "anti-missile")
    answers = seat.page.locator("#also button")
    expect(answers).to_have_count(2)
    seat.after(answers.last.click)
    assert "MissileEngaged" in kinds(table)


def test_a_shell_is_called_by_a_click_and_lands_a_round_later(
    client: httpx.Client, visit: Visit, falls: Falls, photograph: Photograph
) -> None:
    table = duel(client, "off_board_artillery", apart=5)
    seat = at_screen(visit, table, "red-1", "artillery")
    expect(seat.page.locator("#classic-map .hex-mark.pick")).to_have_count(36)
    seat.click_hex("0306")
    call = seat.page.get_by_role("button", name="Call a shell on 0306")
    call.hover()
    expect(seat.page.locator("#also .foreseen")).to_contain_text("11+")
    expect(seat.page.locator("#also .foreseen")).to_contain_text("15 / 5 damage")
    photograph(seat.page, "artillery")
    seat.after(call.click)
    shells = seat.view()["things"]
    assert [thing["to"] for thing in shells if thing["to"]] == ["0306"]
    falls("things.to_hit", (6, 6))
    turn_of(table, "red-1", "weapons")
    turn_of(table, "red-1", "weapons")
    seat.open_tab("Log")
    expect(seat.page.locator("#log-list")).to_contain_text("shell")
    assert "ThingGone" in kinds(table)
