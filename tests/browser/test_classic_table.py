"""The classic game with mouse and keys: a whole duel, what the page foretells, keeps, shows again and hands out."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, expect

from browser.clicking import Seat, Shot, nameless, sit_down, wider_than_the_screen
from overheat.classic.board.hexes import Hex
from overheat.kernel.log.replay import verify
from overheat.lab.games import game_of
from tabletop import Table, make

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

LOST_PIP = '[data-location] circle[fill="#c1121f"]'
LOST_PIPS = f"#pane-sheet {LOST_PIP}"
PHONE, TABLET = (390, 844), (820, 1180)
STOPS = 60
"""How often a player presses Tab before giving up."""


def duel(client: httpx.Client, **wanted: Any) -> Table:
    """The quick game."""
    return make(client, **{"kind": "classic", "scenario": "duel", "seed": 2, **wanted})


def face_to_face(client: httpx.Client, apart: int = 2, **wanted: Any) -> Table:
    """The machines of the duel a few hexes apart on open ground, both played by people."""
    setup = client.get("/api/kinds/classic/scenarios/duel").json()
    red, blue = setup["units"]
    red.update(hex="0901", facing=3)
    blue.update(hex=f"090{1 + apart}", facing=0)
    return make(client, kind="classic", setup=setup, title="Face to face", **{"seed": 4, **wanted})


def stand_still(table: Table, phase: str) -> None:
    """Everybody does nothing, until a phase has come."""
    while (view := table.get("watch", "/view").json()["view"])["phase"] != phase:
        side = view["to_act"]
        unit = next(command for command in table.get(side, "/legal").json()["commands"])
        assert table.say(side, **unit).status_code == 200
        assert table.say(side, type="Done").status_code == 200


def to_shoot(visit: Visit, table: Table) -> Seat:
    """The seat whose turn it is to fire, with its unit chosen."""
    stand_still(table, "weapons")
    seat = sit_down(visit, table, table.get("watch").json()["to_act"])
    seat.turn()
    seat.choose()
    return seat


class Duellist:
    """Plays red to the end, and holds the page to what it foretold."""

    def __init__(self, seat: Seat, photograph: Photograph) -> None:
        self.seat, self.photograph = seat, photograph
        self.shots = self.heats = 0
        self.pictured = self.explained = False
        self.foretold: tuple[int, int] | None = None

    def play(self) -> None:
        while self.seat.turn():
            self.seat.choose()
            {"movement": self.move, "weapons": self.fire, "physical": self.seat.strike}[self.seat.phase()]()

    def move(self) -> None:
        self.compare_heat()
        wanted = self.seat.nearest()
        if wanted is None or self.pictured:
            self.seat.move()
            return
        planned = self.seat.plan(wanted)
        self.photograph(self.seat.page, "classic-move", document="classic-move")
        self.pictured = True
        self.seat.go(planned)

    def fire(self) -> None:
        seat, before = self.seat, self.seat.number
        self.explain()
        shots = seat.fire()
        self.foretold = before, seat.foretold()
        seat.press("Done")
        seat.turn()
        self.compare_shots(shots, self.told("AttackRolled", before))

    def explain(self) -> None:
        """Unfold a number, once."""
        numbers = self.seat.page.locator("#classic-panel .weapon.chosen .weapon-number")
        if numbers.count() and not self.explained:
            numbers.first.click()
            self.seat.page.locator("#classic-panel .weapon-why").wait_for()
            self.photograph(self.seat.page, "classic-fire", document="classic-fire")
            self.explained = True

    def told(self, kind: str, after: int) -> list[dict[str, Any]]:
        """What happened to or by red since."""
        events = self.seat.table.events("red", after=after)
        return [told["event"] for told in events if told["kind"] == kind and told["event"]["unit"] == "red-1"]

    def compare_shots(self, shots: list[Shot], rolled: list[dict[str, Any]]) -> None:
        """What a shot was said to need is what it was rolled for."""
        needed = [(attack["weapon"], sum(term[1] for term in attack["needed"])) for attack in rolled[: len(shots)]]
        assert sorted(needed) == sorted((shot.weapon, shot.number) for shot in shots)
        self.shots += len(shots)

    def compare_heat(self) -> None:
        """The heat at the end of a round is the one foretold, unless something inside was hit meanwhile."""
        if self.foretold is None:
            return
        before, after = self.foretold
        if not self.told("CriticalHit", before):
            assert [settled["after"] for settled in self.told("HeatSettled", before)] == [after]
            self.heats += 1


def test_a_duel_is_played_to_its_end_with_the_mouse(client: httpx.Client, visit: Visit, photograph: Photograph) -> None:
    seat = sit_down(visit, duel(client, seats={"blue": "greedy"}), "red")
    duellist = Duellist(seat, photograph)
    duellist.play()
    assert duellist.shots > 0
    assert duellist.heats > 0
    outcome = seat.table.get("red").json()["outcome"]
    dialog = seat.page.locator("#result-dialog")
    expect(dialog).to_contain_text(outcome["reason"], ignore_case=True)
    expect(dialog.get_by_role("heading")).to_have_text("You win" if outcome["winners"] == ["red"] else "You lose")
    photograph(seat.page, "classic-end", document="classic-end")
    dialog.get_by_role("button", name="Close").click()
    expect(seat.page.locator("#result")).to_contain_text(outcome["reason"], ignore_case=True)
    expect(seat.page.locator("#classic-panel [data-choose]")).to_have_count(0)
    seat.page.locator("#result").get_by_role("button", name="Details").click()
    seat.page.locator("#play-again").click()
    seat.page.wait_for_url(lambda url: seat.table.id not in url)
    expect(seat.page.locator("#bar-phases")).to_contain_text("Round 1")
    expect(seat.token("red-1")).to_have_attribute("data-hex", "0603")


def test_no_button_lies_over_the_corners_of_a_map_that_fills_a_small_window(client: httpx.Client, visit: Visit) -> None:
    seat = sit_down(visit, duel(client), "red", size=(1024, 768))
    covered = "([x, y]) => !document.elementFromPoint(x, y)?.closest('#classic-map')"
    assert [name for name in ("0101", "0117", "1617") if seat.page.evaluate(covered, list(seat.middle_of(name)))] == []


def test_a_blow_is_rolled_for_as_it_was_foretold(client: httpx.Client, visit: Visit) -> None:
    table = face_to_face(client, apart=1, hot_seat=True)
    stand_still(table, "physical")
    seat = sit_down(visit, table, "red")
    seat.turn()
    seat.choose()
    acting = seat.view()["acting"]
    kick = seat.page.locator('#classic-panel .blow[data-command^="Strike-kick"]').first
    shown = kick.locator("summary b").inner_text()
    seat.after(kick.locator("> button").click)
    expect(seat.page.locator("#classic-panel .declared li")).to_contain_text("kick", ignore_case=True)
    seat.press("Done")
    seat.turn()
    seat.choose()
    seat.press("Done")
    rolled = [told["event"] for told in table.events("red", after=0) if told["kind"] == "AttackRolled"]
    assert [(blow["unit"], f"{sum(term[1] for term in blow['needed'])}+") for blow in rolled] == [(acting, shown)]


def test_whoever_plays_alone_takes_a_command_back_at_once(client: httpx.Client, visit: Visit) -> None:
    seat = sit_down(visit, duel(client, seats={"blue": "greedy"}), "red")
    assert seat.turn()
    seat.choose()
    start = seat.hex_of("red-1")
    seat.move()
    assert seat.turn()
    assert seat.hex_of("red-1") != start
    while seat.hex_of("red-1") != start:
        before = seat.number
        seat.page.locator("#undo").click()
        expect(seat.page.locator("body")).not_to_have_attribute("data-number", str(before))
        assert seat.turn()
    seat.move()
    assert seat.hex_of("red-1") != start


def lost(unit: dict[str, Any]) -> int:
    """How many points of armour and structure are gone from a unit."""
    full = sum(sum(points) for points in unit["figures"]["full"].values())
    left = unit["condition"]["locations"].values()
    return int(full - sum(place["armour"] + place["rear_armour"] + place["structure"] for place in left))


def test_every_number_is_explained_and_damage_fills_the_record_sheet(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    seat = to_shoot(visit, face_to_face(client))
    number = seat.page.locator("#classic-panel .weapon-number").first
    needed = int(number.locator("b").inner_text().rstrip("+"))
    number.click()
    why = seat.page.locator("#classic-panel .weapon-why").first
    expect(why.locator("tfoot .number")).to_have_text(str(needed))
    terms = [int(value.replace("−", "-")) for value in why.locator("tbody .number").all_inner_texts()]
    assert sum(terms) == needed
    expect(why.locator("tbody cite").first).not_to_be_empty()
    seat.fire()
    seat.press("Done")
    enemy = "blue" if seat.side == "red" else "red"
    seat.open_tab("Sheet")
    seat.page.locator("#sheet-unit").select_option(f"{enemy}-1")
    expect(seat.page.locator("#pane-sheet svg")).to_be_visible()
    expect(seat.page.locator(LOST_PIPS)).to_have_count(0)
    other = seat.table.get(enemy, "/legal").json()["commands"][0]
    seat.table.say(enemy, **other)
    seat.after(lambda: seat.table.say(enemy, type="Done"))
    gone = lost(seat.view()["units"][f"{enemy}-1"])
    assert gone > 0
    expect(seat.page.locator(LOST_PIPS)).to_have_count(gone)
    seat.page.locator("#sheet-enlarge").click()
    sheet = seat.page.locator("#sheet-dialog svg")
    expect(sheet.locator(LOST_PIP)).to_have_count(gone)
    large, small = sheet.bounding_box(), seat.page.locator("#pane-sheet svg").bounding_box()
    assert large is not None
    assert small is not None
    assert large["width"] > 2 * small["width"]
    photograph(seat.page, "classic-sheet", document="classic-sheet")


def test_a_reload_in_the_middle_of_a_move_loses_no_step(client: httpx.Client, visit: Visit) -> None:
    seat = sit_down(visit, duel(client, seats={"blue": "greedy"}), "red")
    assert seat.turn()
    seat.choose()
    start = seat.hex_of("red-1")
    seat.page.get_by_text("Step by step").click()
    seat.press("Go-walk")
    seat.press("Step-forward")
    here = seat.hex_of("red-1")
    assert here != start
    seat.reload()
    assert seat.hex_of("red-1") == here
    expect(seat.page.locator(".acting-head")).to_contain_text("walked 1 hex")
    reachable = seat.reachable()
    assert {label[0] for label in reachable.values()} == {"W"}
    seat.plan(min(reachable))
    seat.reload()
    expect(seat.page.locator("[data-plan]")).to_have_count(0)
    seat.move()
    assert seat.turn()
    assert seat.view()["units"]["red-1"]["motion"]["mode"] == "walk"


def test_a_reload_in_the_middle_of_a_volley_keeps_what_was_declared(client: httpx.Client, visit: Visit) -> None:
    seat = to_shoot(visit, face_to_face(client))
    weapons = seat.page.locator("#classic-panel .weapon")
    ticked = seat.page.locator("#classic-panel .weapon.chosen")
    for left in reversed(range(1, ticked.count())):
        ticked.last.get_by_role("checkbox").click()
        expect(ticked).to_have_count(left)
    first = Shot(ticked.first)
    others = weapons.count() - 1
    seat.press("Fire")
    seat.reload()
    declared = seat.page.locator("#classic-panel .declared li")
    expect(declared).to_have_count(1)
    expect(declared).to_contain_text(first.weapon)
    expect(seat.page.locator('#classic-panel .target[aria-pressed="true"]')).to_have_count(1)
    expect(weapons).to_have_count(others)
    weapons.first.get_by_role("checkbox").click()
    expect(ticked).to_have_count(1)
    seat.press("Fire")
    expect(declared).to_have_count(2)
    seat.press("Done")
    shots = [event for event in seat.table.events(seat.side, after=0) if event["kind"] == "ShotDeclared"]
    assert len(shots) == 2


@contextmanager
def server(port: int, database: Path) -> Iterator[httpx.Client]:
    """A server of its own, that is killed in the end."""
    command = [sys.executable, "-m", "overheat", "serve", "--no-open", "--port", str(port), "--database", str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("The table is at")
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as found:
                yield found
        finally:
            process.send_signal(signal.SIGKILL)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def test_a_game_goes_on_when_its_server_was_killed_and_started_again(chromium: Browser, tmp_path: Path) -> None:
    port, database = free_port(), tmp_path / "table.sqlite"
    context = chromium.new_context(base_url=f"http://127.0.0.1:{port}", reduced_motion="reduce")
    context.set_default_timeout(30_000)
    page = context.new_page()
    with server(port, database) as before:
        table = face_to_face(before)
        page.goto(table.made["seats"][table.get("watch").json()["to_act"]]["link"])
        seat = Seat(page, table, table.get("watch").json()["to_act"])
        seat.choose()
        number = seat.number
    expect(page.locator("#connection")).to_contain_text("connection lost")
    with server(port, database) as after:
        seat.table.client = after
        expect(page.locator("#connection")).to_be_hidden(timeout=30_000)
        assert seat.number == number
        seat.move()
        assert seat.table.get("watch").json()["number"] > number
        context.close()


def test_one_can_look_back_to_the_beginning_and_return(client: httpx.Client, visit: Visit) -> None:
    table = face_to_face(client, hot_seat=True)
    seat = sit_down(visit, table, "red")
    for _ in range(2):
        seat.turn()
        seat.choose()
        seat.go(seat.plan(min(seat.reachable())))
    now, last = [seat.hex_of("red-1"), seat.hex_of("blue-1")], seat.number
    assert now != ["0901", "0903"]
    moved = [event["number"] for event in table.events("red", after=0) if event["kind"] == "Moved"]
    seat.page.locator("#menu").click()
    seat.page.locator("#menu-replay").click()
    slider = seat.page.locator("#replay-range")
    slider.fill(str(moved[0] - 1))
    expect(seat.page.locator("#bar-who")).to_have_text("Looking back")
    expect(seat.token("red-1")).to_have_attribute("data-hex", "0901")
    expect(seat.token("blue-1")).to_have_attribute("data-hex", "0903")
    expect(seat.page.locator("#classic-panel [data-choose]")).to_have_count(0)
    seat.page.locator("#replay-now").click()
    expect(seat.page.locator("#replay-label")).to_have_text(f"{last} / {last}")
    expect(seat.token("red-1")).to_have_attribute("data-hex", now[0])
    expect(seat.token("blue-1")).to_have_attribute("data-hex", now[1])
    seat.turn()
    seat.choose()


def test_the_game_file_replays_to_its_last_byte(client: httpx.Client, visit: Visit, tmp_path: Path) -> None:
    table = face_to_face(client, hot_seat=True)
    seat = sit_down(visit, table, "red")
    seat.turn()
    seat.choose()
    seat.page.locator("#menu").click()
    with seat.page.expect_download() as waiting:
        seat.page.locator("#menu-download").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert file.suffix == ".jsonl"
    assert b'"Choose"' in file.read_bytes()
    assert verify(file.read_bytes(), game_of) is None


FOCUS_SHOWS = """() => {
  const focused = document.activeElement;
  if (focused.matches(".token:focus-visible")) return true;
  const style = getComputedStyle(focused);
  return focused !== document.body && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
}"""


def tab_to(seat: Seat, wanted: Locator) -> None:
    """Press Tab until something has the focus, which must show wherever it goes."""
    for _ in range(STOPS):
        seat.page.keyboard.press("Tab")
        assert seat.page.evaluate(FOCUS_SHOWS), seat.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        if wanted.evaluate("wanted => document.activeElement === wanted"):
            return
    pytest.fail(f"no way by keyboard to {wanted}")


def go_by_name(seat: Seat) -> None:
    """Type the name of a hex, and go there."""
    enemy = Hex.parse(seat.enemy())
    wanted = max(seat.reachable(), key=lambda name: (Hex.parse(name).distance(enemy), name))
    tab_to(seat, seat.page.locator("#go-to-hex"))
    seat.page.keyboard.type(wanted)
    seat.page.keyboard.press("Enter")
    expect(seat.page.locator("[data-command=go]")).to_be_focused()
    unit = seat.view()["acting"]
    seat.after(lambda: seat.page.keyboard.press("Enter"))
    assert seat.hex_of(unit) == wanted


def go_by_steps(seat: Seat) -> None:
    """Walk a step."""
    keys = seat.page.keyboard
    tab_to(seat, seat.page.get_by_text("Step by step"))
    keys.press("Enter")
    tab_to(seat, seat.page.locator('[data-command="Go-walk"]'))
    seat.after(lambda: keys.press("Enter"))
    seat.after(lambda: keys.press("Control+Enter"))


def test_a_turn_can_be_played_by_keys_alone(client: httpx.Client, visit: Visit) -> None:
    table = face_to_face(client, hot_seat=True)
    seat = sit_down(visit, table, "red", by_itself=True)
    keys = seat.page.keyboard
    for move in (go_by_name, go_by_steps):
        seat.turn()
        move(seat)
    for _ in range(2):
        assert seat.phase() == "weapons"
        seat.turn()
        seat.foretold()
        seat.after(lambda: keys.press("f"))
        seat.after(lambda: keys.press("Control+Enter"))
    assert seat.phase() != "weapons"
    told = [event["kind"] for event in table.events("red", after=0)]
    assert told.count("ShotDeclared") >= 2
    assert "AttackRolled" in told


@pytest.mark.parametrize(("name", "size"), [("phone", PHONE), ("tablet", TABLET), ("desk", (1400, 900))])
def test_the_table_fits_every_screen_and_everything_on_it_has_a_name(
    client: httpx.Client, visit: Visit, photograph: Photograph, name: str, size: tuple[int, int]
) -> None:
    table = face_to_face(client, apart=1, hot_seat=True)
    seat = sit_down(visit, table, "red", size=size)
    seat.turn()
    seat.choose()
    here = Hex.parse(seat.hex_of(seat.view()["acting"]))
    planned = seat.plan(min(seat.reachable(), key=lambda name: (Hex.parse(name).distance(here), name)))
    expect(planned.locator("[data-command=go]")).to_be_in_viewport(ratio=1)
    for phase in ("movement", "weapons", "physical"):
        assert seat.phase() == phase
        assert wider_than_the_screen(seat.page) == []
        assert nameless(seat.page) == []
        photograph(seat.page, f"classic-{name}-{phase}")
        seat.press("Done")
        seat.turn()
        seat.choose()
        seat.press("Done")
        seat.turn()
        seat.choose()


SAME_SPOT = """() => ["#classic-map", ".classic-ground"].map((name) => {
  const spot = new DOMPoint(300, 500).matrixTransform(document.querySelector(name).getScreenCTM());
  return [spot.x, spot.y];
})"""


def test_the_ground_stays_under_the_units_however_the_map_is_moved(client: httpx.Client, visit: Visit) -> None:
    seat = sit_down(visit, face_to_face(client, hot_seat=True), "red")
    seat.page.locator("#classic-map").hover()
    before = seat.page.evaluate(SAME_SPOT)
    for across, down in ((0, -400), (0, 250), (0, -900)):
        seat.page.mouse.wheel(across, down)
        seat.page.keyboard.press("ArrowRight")
        for wait in (20, 400):
            seat.page.wait_for_timeout(wait)
            units, ground = seat.page.evaluate(SAME_SPOT)
            assert units == pytest.approx(ground, abs=1)
    assert units != pytest.approx(before[0], abs=20), "the map was magnified"


def on_stage(seat: Seat, unit: str) -> bool:
    """Whether a unit is in view."""
    box, stage = seat.token(unit).locator(".token-base").bounding_box(), seat.page.locator("#stage").bounding_box()
    assert box is not None
    assert stage is not None
    beside = stage["x"] <= box["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"]
    return beside and stage["y"] <= box["y"] and box["y"] + box["height"] <= stage["y"] + stage["height"]


def test_the_log_leads_to_the_map_and_can_be_copied(client: httpx.Client, visit: Visit) -> None:
    table = face_to_face(client, hot_seat=True)
    stand_still(table, "weapons")
    seat = sit_down(visit, table, "red")
    seat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    seat.open_tab("Log")
    for unit in ("blue-1", "red-1"):
        for key, times in (("+", 6), ("ArrowDown", 12)):
            for _ in range(times):
                seat.page.keyboard.press(key)
        assert not on_stage(seat, unit), "the map was moved away from it"
        seat.page.locator(f'#log-list li:not(.folded) [data-unit="{unit}"]').last.click()
        assert on_stage(seat, unit)
    seat.page.locator(".log-send > summary").click()
    seat.page.locator("#log-copy").click()
    expect(seat.page.locator(".toast").last).to_contain_text("Copied")
    told = table.events("red", after=0)
    copied = seat.page.evaluate("navigator.clipboard.readText()")
    assert copied == "\n".join("  " * event["level"] + event["text"] for event in told)
