"""After and around a battle: its summary, replay by hits, pictures, links with codes, bots held, work offline."""

from __future__ import annotations

import base64
import json
import re
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
from PIL import Image
from playwright.sync_api import expect

from browser.clicking import sit_down
from tabletop import make

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit


KEPT_FROM_BEFORE = """async (address) => {
  const name = (await caches.keys()).find((each) => each.startsWith("files-"));
  const kept = await caches.open(name);
  const text = await (await kept.match(address)).text();
  const older = text.replace("<head>", '<head><meta name="before" content="yes">');
  await kept.put(address, new Response(older, { headers: { "Content-Type": "text/html" } }));
}"""
"""Puts the page of an older version where pages are kept."""


NOTES_WHAT_IS_SHOWN = """() => {
  window.shown = [];
  const what = document.querySelector("#bar-what");
  const note = () => {
    const number = Number(/^event (\\d+) /.exec(what.textContent)?.[1] ?? NaN);
    if (Number.isFinite(number) && window.shown.at(-1) !== number) window.shown.push(number);
  };
  new MutationObserver(note).observe(what, { childList: true, characterData: true, subtree: true });
}"""
"""Keeps the numbers of the past events that the page shows, in their order."""

PICTURES_OF = """async (film) => {
  const video = document.createElement("video");
  const bytes = Uint8Array.from(atob(film), (each) => each.charCodeAt(0));
  const ready = (name) => new Promise((go, no) => {
    video.addEventListener(name, go, { once: true });
    video.addEventListener("error", () => no(new Error(video.error.message)), { once: true });
  });
  const loaded = ready("loadeddata");
  video.src = URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
  await loaded;
  const [width, height] = [video.videoWidth, video.videoHeight];
  const pen = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  const seen = [];
  for (let at = 0; at < 8; at += 1) {
    const sought = ready("seeked");
    video.currentTime = (at * video.duration) / 8;
    await sought;
    pen.drawImage(video, 0, 0);
    const { data } = pen.getImageData(0, 100, width, height - 100);
    seen.push(data.reduce((sum, each, spot) => (sum * 31 + each * (spot % 97)) % 1e9, 7));
  }
  return { width, seconds: video.duration, pictures: new Set(seen).size };
}"""
"""What a film is: how wide, how long, and how many different pictures are among eight of it."""


def test_a_battle_that_is_over_is_summed_up_shared_and_kept_as_a_picture(
    client: httpx.Client, visit: Visit, photograph: Photograph, tmp_path: Path
) -> None:
    duel = client.get("/api/kinds/classic/scenarios/duel").json()
    near = [{**unit, "hex": hex} for unit, hex in zip(duel["units"], ("0808", "0812"), strict=True)]
    setup = {**duel, "units": near, "rounds": 2}
    table = make(client, kind="classic", setup=setup, seats={"red": "greedy", "blue": "greedy"}, seed=3, pace=3)
    page = visit(f"/play#game={table.id}&token={table.token('watch')}")
    expect(page.locator("#company")).to_be_visible()
    table.post("host", "/bots", pace=0)
    expect(page.locator("#result-dialog")).to_be_visible(timeout=60_000)
    summed = page.locator("#battle-summary")
    found = table.get("watch", "/summary").json()
    for index, side in enumerate(found["sides"]):
        row = summed.locator("tr", has=page.get_by_role("rowheader", name="Hits", exact=True)).locator("td").nth(index)
        expect(row).to_have_text(f"{side['hits']} of {side['shots']} rolls")
    expect(page.locator("#result-length")).to_have_text(f"After {len(found['rounds'])} rounds.")
    expect(summed.locator(".summary-bar")).to_have_count(2 * len(found["rounds"]))
    expect(summed.locator("figcaption .side-mark")).to_have_count(2)
    photograph(page, "classic-summary", document="classic-summary")
    expect(page.locator("[data-coach=red]")).to_be_in_viewport(ratio=1)
    expect(page.locator("#film-round")).to_be_visible()
    expect(page.locator("#share-replay")).to_be_visible()
    page.set_viewport_size({"width": 1024, "height": 768})
    for name in ("Watch the replay", "Download the game file", "Back to the start"):
        expect(page.locator(".result-tools").get_by_text(name)).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1400, "height": 900})
    learnt = table.get("watch", "/coach", player="red").json()
    assert learnt
    shot = {**learnt[0], "better": {"words": "fire Medium Laser at Vindicator", "place": ""}}
    moved = {**learnt[0], "number": 5, "better": {"words": "walk to 0606, facing south", "place": "0606"}}
    learnt = [shot, moved]
    page.route("**/coach?*", lambda route: route.fulfill(json=learnt))
    page.locator("[data-coach=red]").click()
    expect(page.locator(".coach-list li")).to_have_count(len(learnt))
    expect(page.locator(".coach-list li").first).to_contain_text(learnt[0]["better"]["words"], ignore_case=True)
    page.locator(".coach-list li button").first.click()
    expect(page.locator("#replay-label")).to_have_text(re.compile(rf"^{learnt[0]['number']} / "))
    expect(page.locator("#coach-note")).to_contain_text(learnt[0]["better"]["words"])
    expect(page.locator(".map-advice > *")).to_have_count(0)
    page.locator("#coach-next").click()
    expect(page.locator("#replay-label")).to_have_text(re.compile("^5 / "))
    expect(page.locator("#coach-note")).to_contain_text("Better: walk to 0606, facing south.")
    expect(page.locator(".map-advice .hex-mark")).to_have_count(1)
    photograph(page, "classic-coach")
    page.locator("#replay-forward").click()
    expect(page.locator("#coach-note")).to_be_hidden()
    expect(page.locator(".map-advice > *")).to_have_count(0)
    page.locator("#result button", has_text="Details").click()
    page.locator(".coach-list li button").first.click()
    page.locator("#coach-all").click()
    expect(page.locator(".coach-list li")).to_have_count(len(learnt))
    page.locator("#result-dialog .summary-moments button").first.click()
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("#phasebar")).to_contain_text("Looking back")
    begun = int(page.locator("#replay-range").input_value())
    page.evaluate(NOTES_WHAT_IS_SHOWN)
    page.locator("#replay-hit").click()
    told = table.events("watch")
    hit = next(at for at, each in enumerate(told) if each["number"] > begun and each["event"].get("hit"))
    came = list(takewhile(lambda each: each["level"] > 2, told[hit + 1 :]))
    while came and came[-1]["kind"] == "Rolled":
        came.pop()
    expect(page.locator("#replay-label")).to_have_text(re.compile(rf"^{came[-1]['number']} / "))
    before = told[hit]["number"] - 1
    assert page.evaluate("window.shown")[-2:] == [before, came[-1]["number"]], "from the moment before it to all it did"
    expect(page.locator("#replay-rounds option")).to_have_count(len(found["rounds"]))
    page.locator("#menu").click()
    with page.expect_download() as kept:
        page.locator("#menu-picture").click()
    kept.value.save_as(tmp_path / "map.png")
    picture = Image.open(tmp_path / "map.png").convert("RGB")
    assert picture.width == 1280
    assert len(picture.getcolors(1 << 24) or []) > 50
    known = json.dumps({table.id: {"host": table.made["host"], "token": table.token("watch"), "at": 1}})
    page.evaluate("known => localStorage.setItem('overheat.seats', known)", known)
    page.locator("#result button", has_text="Details").click()
    for number in (1, 2):
        page.locator("#summary-round").select_option(label=f"Round {number}")
        page.locator("#show-round").click()
        expect(page.locator("#phasebar")).to_contain_text(f"Round {number} of")
        page.locator("#result button", has_text="Details").click()
    page.locator("#play-again").click()
    page.wait_for_function("before => !location.hash.includes(before)", arg=table.id)
    expect(page.locator("#bar-hold")).to_be_visible()


def test_the_film_of_a_round_shows_it_from_its_beginning_to_its_end(client: httpx.Client, visit: Visit) -> None:
    """It goes by a clock of its own, so a slow machine makes the same film. Then the table is as it was before."""
    units = [
        {"id": f"{side}-1", "side": side, "unit": "Wasp WSP-1A", "hex": hex, "facing": facing}
        for side, hex, facing in (("red", "0301", 3), ("blue", "0306", 0))
    ]
    setup = {"board": "field.board", "board_text": "size 6 6\nend\n", "units": units, "rounds": 1}
    table = make(client, kind="classic", setup=setup, seats={"red": "greedy", "blue": "greedy"}, seed=3, pace=0)
    page = visit(f"/play#game={table.id}&token={table.token('watch')}", (1400, 460))
    expect(page.locator("#result")).to_be_visible(timeout=60_000)
    page.reload()
    page.locator("#menu").click()
    expect(page.locator("#menu-film")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#result button", has_text="Details").click()
    with page.expect_download(timeout=240_000) as filmed:
        page.locator("#film-round").dispatch_event("click")
    assert filmed.value.suggested_filename == "classic-round-1.webm"
    fired = [told for told in table.events("watch") if told["kind"] == "AttackRolled"]
    shown = str(page.locator(".show-canvas").get_attribute("data-shown")).split()
    assert fired
    assert shown.count("move") == 2
    assert len(shown) >= 2 + len(fired)
    expect(page.locator("#phasebar")).to_contain_text("Game over")
    expect(page.locator("#show-speed")).to_have_text("off")
    blank = page.context.new_page()
    found = blank.evaluate(PICTURES_OF, base64.b64encode(filmed.value.path().read_bytes()).decode())
    assert found["width"] == 1280
    assert found["pictures"] > 4
    assert found["seconds"] > 2.8 + 0.3 * len(shown)


def test_links_have_codes_phrases_are_heard_and_bots_are_held(client: httpx.Client, visit: Visit) -> None:
    table = make(client, kind="classic", scenario="duel", seed=2)
    red, blue = sit_down(visit, table, "red"), sit_down(visit, table, "blue")
    watching = visit(f"/play#game={table.id}&token={table.token('watch')}")
    expect(red.page.locator("#company")).to_have_attribute("data-watching", "1")
    blue.page.locator("#company").click()
    blue.page.locator("[data-phrase=luck]").click()
    expect(red.page.locator(".called")).to_have_text(re.compile("Blue: .Good luck!."))
    expect(watching.locator(".called")).to_have_count(1)
    red.page.locator("#menu").click()
    red.page.locator("#menu-invite").click()
    red.page.locator("[data-code]").first.click()
    expect(red.page.locator(".link-code svg")).to_be_visible()
    alone = sit_down(visit, make(client, kind="classic", scenario="duel", seed=2, seats={"blue": "greedy"}), "red")
    alone.page.locator("#company").click()
    alone.page.locator("#hold-bots").click()
    expect(alone.page.locator("#company")).to_have_attribute("data-paused", "true")
    alone.page.keyboard.press("Shift+P")
    expect(alone.page.locator("#company")).to_have_attribute("data-paused", "false")
    expect(alone.page.locator("#bar-hold")).to_be_hidden()
    bots = make(client, kind="classic", scenario="duel", seed=2, pace=3, seats={"red": "greedy", "blue": "greedy"})
    host = json.dumps({bots.id: {"host": bots.made["host"], "at": 1}})
    watching.evaluate("host => localStorage.setItem('overheat.seats', host)", host)
    watching.goto("/healthz")
    watching.goto(f"/play#game={bots.id}&token={bots.token('watch')}")
    watching.locator("#bar-hold").click()
    expect(watching.locator("#company")).to_have_attribute("data-paused", "true")
    expect(watching.locator("#bar-what")).to_have_text("is held")
    before = int(str(watching.locator("body").get_attribute("data-number")))
    watching.locator("#bar-step").click()
    watching.wait_for_function("before => Number(document.body.dataset.number) > before", arg=before)


def test_what_was_looked_at_is_there_without_a_network(visit: Visit) -> None:
    page = visit("/units", workers=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.goto("/equipment")
    expect(page.locator("main")).to_contain_text("AC/20")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("main")).to_contain_text("AC/20")
    page.goto("/adjudicate")
    expect(page.locator("header.site")).to_be_visible()


def test_a_kept_page_is_shown_at_once_and_gives_way_to_a_newer_one_of_the_server(visit: Visit) -> None:
    page = visit("/equipment", workers=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(KEPT_FROM_BEFORE, "/equipment")
    page.reload()
    expect(page.locator("meta[name=before]")).to_have_count(0)
    page.evaluate(KEPT_FROM_BEFORE, "/equipment")
    page.goto("/equipment")
    expect(page.locator("meta[name=before]")).to_have_count(1)
    page.locator("#load-newer").click()
    expect(page.locator("meta[name=before]")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("AC/20")


def test_the_coach_looks_back_at_a_battle_of_heat(client: httpx.Client, visit: Visit, photograph: Photograph) -> None:
    setup = client.get("/api/kinds/platoon/scenarios/crossroads").json()
    few = ("alpha", "light_ifv_1", "first", "second")
    setup["forces"] = [[unit for unit in force if unit["id"] in few] for force in setup["forces"]]
    seats = {"attacker": "random", "defender": "greedy"}
    table = make(client, kind="platoon", setup=setup, seats=seats, seed=3, pace=3)
    page = visit(f"/play#game={table.id}&token={table.token('watch')}")
    expect(page.locator("#company")).to_be_visible()
    table.post("host", "/bots", pace=0)
    expect(page.locator("#result-dialog")).to_be_visible(timeout=60_000)
    page.keyboard.press("Enter")
    expect(page.locator("#result-dialog")).to_be_visible()
    learnt = table.get("watch", "/coach", player="attacker").json()
    assert learnt
    page.locator("[data-coach=attacker]").click()
    expect(page.locator(".coach-said")).to_contain_text("in enemy units")
    expect(page.locator(".coach-list li")).to_have_count(len(learnt))
    expect(page.locator(".coach-list li").first).to_contain_text(f"Turn {learnt[0]['round']}, {learnt[0]['phase']}")
    expect(page.locator(".coach-list li").first).to_contain_text(learnt[0]["better"]["words"], ignore_case=True)
    photograph(page, "platoon-coach")
    summed = page.locator("#battle-summary")
    expect(summed.locator(".summary-moments li").first).to_contain_text(re.compile(r"\d hits?\b.* in turn \d"))
    assert not re.search(r"\w[_/]\w", summed.inner_text()), summed.inner_text()
    page.set_viewport_size({"width": 390, "height": 844})
    for cell in summed.locator("tr:last-child td").all():
        cell.evaluate("cell => { cell.textContent = 'medium machine gun (23)'; }")
    assert page.locator("#result-dialog .dialog-body").evaluate("body => body.scrollWidth - body.clientWidth") == 0
    page.locator(".coach-list li button").first.click()
    expect(page.locator("#replay-label")).to_have_text(re.compile(rf"^{learnt[0]['number']} / "))
    expect(page.locator("#coach-note")).to_contain_text(learnt[0]["better"]["words"], ignore_case=True)
    page.locator("#replay-now").click()
    expect(page.locator("#coach-note")).to_be_hidden()
