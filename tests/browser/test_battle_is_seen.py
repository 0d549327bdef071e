"""The battle as it is seen: figures of units, names that can be read, and shots that are shown from their events."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.commanding import SIDE, fought, opened, orders_under_fire
from overheat.platoon.battle.state import Moving, Ordering
from platoon.positions import BLUE, RED, TableTop
from tabletop import Table, make

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

DESK = (1440, 900)
LEAST = 11
"""Pixels of the smallest letters."""
SLOWLY = "localStorage.setItem('overheat.show', JSON.stringify({speed: 'slow', sound: false, follow: false}))"
LOOKS = {"AC": "tracers", "Laser": "beam", "PPC": "bolt", "LRM": "swarm"}
"""How the fire of the duellists' weapons looks, by a word of their names."""
PAINTED = """() => {
  const canvas = document.querySelector(".show-canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return data.some((part, at) => at % 4 === 3 && part > 0);
}"""
SPOILT = """() => {
  window.spoilt = [];
  const look = () => {
    const shown = (document.querySelector(".show-canvas").dataset.shown ?? "").split(" ");
    const shots = shown.filter((each) => ["tracers", "beam", "bolt", "swarm"].includes(each)).length;
    const lines = [...document.querySelectorAll('.log-line[data-kind="AttackRolled"]')];
    const told = lines.filter((line) => getComputedStyle(line).display !== "none").length;
    if (told > shots) window.spoilt.push([told, shots]);
  };
  const all = { childList: true, subtree: true, attributes: true };
  new MutationObserver(look).observe(document.querySelector("#log-list"), all);
}"""
"""Notes when the log tells of more shots than have been shown."""

LETTERS = """texts => texts.map((text) => {
  const pixels = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  return [text.textContent, pixels];
})"""
RELABELLED = """() => {
  const [svg, name] = ["#platoon-map", ".p-name"].map((each) => document.querySelector(each));
  const pixels = parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a;
  return Math.abs(parseFloat(svg.style.getPropertyValue("--pixel")) * svg.getScreenCTM().a - 1) < 0.01 && pixels > 10.9;
}"""
"""Whether the labels are as large as the screen that they are on now asks for."""

BOXES = """labels => labels.map((label) => {
  const { x, y, width, height } = label.getBoundingClientRect();
  return [x, y, x + width, y + height];
})"""
HIDDEN = """() => {
  const over = [...document.querySelectorAll(".plate-back, .map-controls button, .show-bar button")];
  const box = (element) => element.getBoundingClientRect();
  return [...document.querySelectorAll("#classic-map .token")].flatMap((token) => {
    const figure = box(token.querySelector(".token-base"));
    const own = document.querySelector(`.plate[data-plate="${token.dataset.unit}"]`);
    const [x, y] = [figure.x + figure.width / 2, figure.y + figure.height / 2];
    const share = figure.width * 0.3;
    const covers = ({ left, right, top, bottom }) =>
    left < x + share && right > x - share && top < y + share && bottom > y - share;
    const hiding = over.filter((one) => one.offsetParent !== null && !own?.contains(one) && covers(box(one)));
    return hiding.map((one) => [token.dataset.unit, one.textContent]);
  });
}"""
"""The figures that lie, in good part, under the name of another or under a button."""

PARADE = {
    "Wasp WSP-1A": ("humanoid", "light"),
    "Griffin GRF-1N": ("humanoid", "medium"),
    "Atlas AS7-D": ("humanoid", "assault"),
    "Locust LCT-1V": ("bird", "light"),
    "Marauder MAD-3R": ("bird", "heavy"),
    "Goliath GOL-1H": ("quad", "assault"),
    "Vedette Medium Tank": ("track", "medium"),
    "Striker Light Tank": ("wheel", "light"),
    "Condor Heavy Hover Tank": ("hover", "medium"),
    "Warrior Attack Helicopter H-7": ("rotor", "light"),
    "Foot Platoon (Rifle)": ("foot", None),
    "Jump Platoon (SRM)": ("jump", None),
    "Motorized Platoon (MG)": ("motorised", None),
    "Mechanized Tracked Platoon (Rifle)": ("mechanised", None),
    "Elemental Battle Armor [Laser](Sqd5)": ("suits", None),
}


def apart(page: Page, label: str, words: str) -> None:
    """Words on labels are large enough to read, and no label covers another."""
    letters: list[tuple[str, float]] = page.locator(words).evaluate_all(LETTERS)
    boxes: list[tuple[float, float, float, float]] = page.locator(label).evaluate_all(BOXES)
    assert letters
    assert [said for said, pixels in letters if pixels < LEAST] == []
    covering = [
        (one, other)
        for at, one in enumerate(boxes)
        for other in boxes[:at]
        if one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1
    ]
    assert covering == []


def meet(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two boxes lie over each other by more than two pixels."""
    return min(one[2], other[2]) - max(one[0], other[0]) > 2 and min(one[3], other[3]) - max(one[1], other[1]) > 2


def parade(client: httpx.Client) -> Table:
    """A unit of each build, close together on both sides."""
    setup = client.get("/api/kinds/classic/scenarios/duel").json()
    setup["units"] = [
        {**setup["units"][at % 2], "id": f"unit-{at}", "unit": name, "hex": f"{4 + at % 8:02}{3 + at // 8:02}"}
        for at, name in enumerate(PARADE)
    ]
    setup["board"] = "crossroads"
    return make(client, kind="classic", setup=setup, seed=1)


def test_each_unit_has_the_figure_of_its_build_and_weight_and_a_name_that_can_be_read(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    table = parade(client)
    page = visit(table.made["watch"]["link"], size=DESK)
    for at, (build, weight) in enumerate(PARADE.values()):
        figure = page.locator(f'#classic-map [data-unit="unit-{at}"] .figure')
        expect(figure).to_have_attribute("data-build", build)
        if weight:
            expect(figure).to_have_attribute("data-weight", weight)
    expect(page.locator(".plate")).to_have_count(len(PARADE))
    apart(page, ".plate .plate-back", ".plate text")
    photograph(page, "parade")


def crowd(client: httpx.Client) -> Table:
    """A dozen units, six a side, on neighbouring hexes between buildings at the edge of a town."""
    setup = client.get("/api/kinds/classic/scenarios/duel").json()
    names = list(PARADE)[:6]
    setup["units"] = [
        {"id": f"{side}-{at}", "side": side, "unit": name, "hex": f"{column + at % 2:02}{4 + at // 2:02}", "facing": 0}
        for side, column in (("red", 1), ("blue", 3))
        for at, name in enumerate(names)
    ]
    house = '"building:2;bldg_cf:40;bldg_elev:2" ""'
    houses = "".join(f"hex {column:02}{row:02} 1 {house}\n" for column in (1, 2, 3, 4, 5, 6) for row in (2, 3, 7, 8))
    setup["board"], setup["board_text"] = "town.board", f"size 16 17\n{houses}end\n"
    return make(client, kind="classic", setup=setup, seed=1)


@pytest.mark.parametrize("size", [DESK, (390, 844)])
def test_no_figure_lies_under_a_name_or_a_button(client: httpx.Client, visit: Visit, size: tuple[int, int]) -> None:
    """Where there is no room a name is written in short, and who is picked out is named in full."""
    table = crowd(client)
    page = visit(table.made["watch"]["link"], size=size)
    expect(page.locator("#classic-map .token")).to_have_count(12)
    page.get_by_label("Show everything").click()
    page.wait_for_timeout(300)
    apart(page, ".plate .plate-back", ".plate text")
    assert page.evaluate(HIDDEN) == []
    units = page.locator("#classic-map .plate")
    expect(units).to_have_count(12)
    listed = page.locator("[data-unit-line] b").all_inner_texts()
    for form in page.locator('.plate[data-form="letters"]').all():
        start = re.sub(r"\d+$", "", form.inner_text())
        assert any(name.startswith(start) for name in listed)


def test_a_fire_is_seen_around_who_stands_in_it(client: httpx.Client, visit: Visit) -> None:
    setup = client.get("/api/kinds/classic/scenarios/duel").json()
    setup["board"], setup["board_text"] = "fire.board", 'size 6 6\nhex 0303 0 "woods:1;fire:1" ""\nend\n'
    setup["units"][0].update(hex="0303")
    setup["units"][1].update(hex="0606")
    table = make(client, kind="classic", setup=setup, seed=1)
    page = visit(table.made["watch"]["link"], size=DESK)
    expect(page.locator(".classic-ground .flame")).to_have_count(1)
    [fire] = page.locator(".classic-ground .flame").evaluate_all(BOXES)
    [token] = page.locator('#classic-map [data-unit="red-1"] .token-base').evaluate_all(BOXES)
    assert fire[0] < token[0] - 3
    assert fire[2] > token[2] + 3


def fire_all(table: Table, *, to_the_end: bool = False) -> list[str]:
    """Both sides fire everything in one round, or in all of them, and the weapons that were rolled for are told."""
    while not (view := table.get("watch", "/view").json()["view"])["outcome"]:
        if view["phase"] == "physical" and not to_the_end:
            break
        side = view["to_act"]
        legal = table.get(side, "/legal").json()["commands"]
        shots = [each for each in legal if each["type"] == "Fire"]
        wanted = shots[0] if shots else next((each for each in legal if each["type"] in ("Choose", "Done")), legal[0])
        assert table.say(side, **wanted).status_code == 200
    return [told["event"]["weapon"] for told in table.events("watch") if told["kind"] == "AttackRolled"]


def test_every_shot_is_shown_from_its_event(client: httpx.Client, visit: Visit) -> None:
    setup = client.get("/api/kinds/classic/scenarios/duel").json()
    red, blue = setup["units"]
    red.update(hex="0901", facing=3)
    blue.update(hex="0903", facing=0)
    table = make(client, kind="classic", setup=setup, seed=4)
    page = visit(table.made["watch"]["link"], size=DESK)
    page.evaluate(SLOWLY)
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    quiet = visit(table.made["watch"]["link"], size=DESK)
    for each in (page, quiet):
        expect(each.locator("body")).to_have_attribute("data-connection", "live")
    page.evaluate(SPOILT)
    fired = fire_all(table)
    assert fired
    looks = [next(look for word, look in LOOKS.items() if word in weapon) for weapon in fired]
    shots = re.compile(r"\b" + r" (?:\w+ )*?".join(looks))
    page.wait_for_function(PAINTED, polling="raf")
    expect(page.locator(".show-card .show-what")).to_contain_text("against")
    expect(page.locator(".show-picture [data-place]").first).to_be_attached()
    expect(page.locator(".show-canvas")).to_have_attribute("data-shown", shots, timeout=60_000)
    page.keyboard.press("k")
    expect(page.locator("#show-skip")).to_be_hidden()
    expect(page.locator(".show-canvas")).not_to_have_attribute("data-showing", re.compile("."))
    assert page.evaluate("window.spoilt") == [], "a line of the log waits until its shot has been shown"
    expect(page.locator('.log-line[data-kind="AttackRolled"]:visible')).to_have_count(len(fired))
    expect(quiet.locator(".show-canvas")).to_have_count(1)
    expect(quiet.locator("body")).to_have_attribute("data-number", str(len(table.events("watch"))))
    expect(quiet.locator(".show-card")).to_be_hidden()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_nothing_tells_what_has_not_been_shown(
    client: httpx.Client, visit: Visit, motion: Literal["no-preference", "reduce"]
) -> None:
    """Neither the map nor what stands beside it, whether things move or stand still."""
    setup = client.get("/api/kinds/classic/scenarios/duel").json()
    red, blue = setup["units"]
    red.update(unit="Stinger STG-3R", hex="0901", facing=3)
    blue.update(unit="Hunchback HBK-4G", hex="0903", facing=0)
    table = make(client, kind="classic", setup=setup, seed=1)
    page = visit(table.made["watch"]["link"], size=DESK)
    page.evaluate(SLOWLY)
    page.emulate_media(reduced_motion=motion)
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-connection", "live")
    fire_all(table, to_the_end=True)
    assert table.get("watch").json()["outcome"]["winners"] == ["blue"]
    expect(page.locator("body")).to_have_attribute("data-number", str(len(table.events("watch"))))
    expect(page.locator("#bar-who")).to_have_text("The last events")
    listed = page.locator("[data-unit-line=red-1]")
    expect(listed).to_contain_text("100 %")
    expect(page.locator("#outcome, #result-dialog")).to_have_count(0)
    assert page.locator(".show-canvas[data-showing]").count(), "it is still being shown"
    assert page.locator("#classic-map .wreck").count() == 0, "it is still whole"
    page.keyboard.press("k")
    expect(page.locator("#bar-who")).to_have_text("Game over")
    expect(listed).to_contain_text("destroyed")
    expect(page.locator("#outcome")).to_contain_text("blue won")


def test_who_falls_at_close_quarters_is_not_told_before_it_is_shown(client: httpx.Client, visit: Visit) -> None:
    """Neither by the units that are lost nor by how far the winner may regroup."""
    battlefield = TableTop()
    battlefield.add(RED, "rifle_squad", 20, 20, id="s", order="run", men=10)
    battlefield.add(BLUE, "medic", 20, 26, id="m", men=1)
    battlefield.add(BLUE, "rifle_squad", 60, 44, id="far")
    table = opened(client, battlefield.ready(Moving(RED, "red/s")))
    page = visit(table.made["seats"]["red"]["link"], size=DESK)
    page.evaluate(SLOWLY)
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.locator("[data-rush=Charge]").click()
    page.locator("#p-go").click()
    page.locator(".show-canvas[data-showing]").wait_for(state="attached")
    expect(page.locator("#panel h3")).to_contain_text("regroup")
    assert (page.locator(".p-tray").is_visible(), page.locator(".p-reach").count()) == (False, 0)
    assert page.locator(".show-canvas[data-showing]").count(), "it is still being shown"
    page.keyboard.press("k")
    expect(page.locator(".p-tray")).to_contain_text("Lost")
    expect(page.locator(".p-reach").first).to_be_attached()


def test_who_rides_is_told_with_what_carries_him(client: httpx.Client, visit: Visit) -> None:
    battlefield = TableTop()
    battlefield.add(RED, "truck", 20, 14, id="lorry")
    battlefield.add(RED, "truck", 30, 14, id="empty")
    battlefield.add(RED, "rifle_squad", 50, 8, id="s")
    battlefield.add(BLUE, "rifle_squad", 36, 35, id="b")
    state = battlefield.ready(Ordering(RED)).state
    state.units["red/s"] = battlefield.moved(state.units["red/s"], place="aboard", carrier="red/lorry")
    page = visit(opened(client, battlefield).made["seats"]["red"]["link"], size=DESK)
    expect(page.locator('[data-chip="red/s"]')).to_have_text("Rifle squad in Lorry")
    expect(page.locator('[data-pick="red/s"] small')).to_contain_text("in Lorry")
    page.locator('[data-chip="red/s"]').click()
    expect(page.locator(".p-unit.selected")).to_have_attribute("data-unit", "red/lorry")


def test_labels_of_a_platoon_can_be_read_and_keep_apart(client: httpx.Client, visit: Visit) -> None:
    table = fought(client, orders_under_fire)
    page = visit(table.made["seats"][SIDE]["link"], size=DESK)
    expect(page.locator(".p-pin-token").first).to_be_attached()
    expect(page.locator('.p-man[data-arms="lmg"]').first).to_be_attached()
    expect(page.locator("html[data-pending]")).to_have_count(0)
    apart(page, ".p-label .p-touch", ".p-label text:not(:empty)")
    page.set_viewport_size({"width": 1024, "height": 768})
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_function("size => document.querySelector('.p-map').clientWidth < size", arg=700)
    page.wait_for_function(RELABELLED)
    expect(page.locator(".p-name", has_text="squad")).to_have_count(0)
    edge: tuple[float, float, float, float] = page.locator(".p-map").evaluate_all(BOXES)[0]
    labels: list[tuple[float, float, float, float]] = page.locator(".p-label .p-touch").evaluate_all(BOXES)
    assert [one for one in labels if one[0] < edge[0] - 1 or one[2] > edge[2] + 1 or one[3] > edge[3] + 1] == []
    names = page.locator(".p-caption").evaluate_all(BOXES)
    assert names
    assert [(one, other) for one in names for other in labels if meet(one, other)] == []
