"""Without a network: new shots worked out on the device as the server would, cards and sheets, pips filled by hand."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.tapping import small_targets
from browser.test_adjudicator_page import field

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

PHONE = (390, 844)
UNIT = "UrbanMech UM-R60"
SITUATIONS = 60
KEPT_PACKS = """caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("packs-")).map(
  async (name) => (await (await caches.open(name)).keys()).length))).then((all) => Math.max(0, ...all))"""
WORKED_OUT = """async (text) => {
  const [held, bodies] = JSON.parse(text);
  const { Pack } = await import("/static/js/adjudicate/pack.js");
  const pack = new Pack(held);
  return bodies.map((body) => {
    try {
      return pack.volley(body);
    } catch (no) {
      return { refusal: no };
    }
  });
}"""
ROWS = """table => [...table.querySelectorAll("tr")].map((row) => row.textContent)"""


@pytest.fixture(scope="module")
def pack(client: httpx.Client) -> dict[str, Any]:
    """What the server gives a browser for a unit of two weapons."""
    for _ in range(5):
        answer = client.get("/api/adjudicate/pack", params={"unit": UNIT, "rules": "classic"}, timeout=400)
        if answer.status_code == 200:
            break
    found: dict[str, Any] = answer.json()
    return found


def any_body(pack: dict[str, Any], random: Random) -> dict[str, Any]:
    """A question as the page asks it; half of its facts are as usual, and distances are such that something fires."""
    said = {
        fact["name"]: fact["values"][0] if random.random() < 0.5 else random.choice(fact["values"])
        for fact in pack["facts"]
    }
    said["distance"] = random.randint(1, 17)

    def party(role: str, unit: str) -> dict[str, Any]:
        moved, hexes = said[f"{role}.move"]
        facts = {name.removeprefix(f"{role}."): value for name, value in said.items() if name.startswith(f"{role}.")}
        del facts["move"], facts["terrain"]
        return {"unit": unit, "moved": moved, "hexes_moved": hexes, **facts}

    covered = said["between"] == ["partial cover"]
    return {
        "attacker": party("attacker", UNIT),
        "target": party("target", said["target"]),
        "weapons": "all",
        "place": {
            "distance": said["distance"],
            "side": said["side"],
            "arc": said["arc"],
            "attacker_terrain": said["attacker.terrain"],
            "target_terrain": said["target.terrain"],
            "intervening": [] if covered else said["between"],
            "attacker_level": 0,
            "target_level": 0,
            "partial_cover": covered,
        },
        "weather": {sort: said[sort] for sort in ("light", "fog", "precipitation", "wind")},
        "rules": ["classic"],
    }


def shots_of(answer: dict[str, Any]) -> list[Any]:
    told = sorted(answer["shots"], key=lambda shot: shot["command"]["mount"])
    return [
        (shot["refusal"]["id"],)
        if shot["refusal"]
        else (shot["weapon"], shot["target_number"], shot["terms"], shot["probability"], shot["heat"])
        for shot in told
    ]


def test_a_device_works_out_what_the_server_would_answer(
    visit: Visit, client: httpx.Client, pack: dict[str, Any]
) -> None:
    random = Random("any shots")
    bodies = [any_body(pack, random) for _ in range(SITUATIONS)]
    worked_out = visit("/adjudicate").evaluate(WORKED_OUT, json.dumps([pack, bodies]))
    answered, unknown = 0, []
    for body, here in zip(bodies, worked_out, strict=True):
        there = client.post("/api/adjudicate/volley", json=body).json()
        if "refusal" in there:
            assert here["refusal"]["reason"] == there["refusal"]["reason"], body
            continue
        if "shots" not in here:
            assert here["refusal"]["id"] == "pack.unknown", here
            unknown.append(here["refusal"]["reason"])
            continue
        answered += 1
        assert shots_of(here) == shots_of(there), body
        assert here["expected_damage"] == pytest.approx(there["expected_damage"], abs=2e-3)
        spread = {row["damage"]: row["chance"] for row in there["damage"]}
        assert {row["damage"]: row["chance"] for row in here["damage"]} == pytest.approx(spread)
        assert here["heat"]["after"] == there["heat"]["after"]
        assert here["heat"]["built"]["total"] == there["heat"]["built"]["total"]
    assert answered > SITUATIONS * 0.8, unknown


def told(page: Page) -> list[str]:
    """The rows of all shots with their reasons, as they are shown."""
    rows: list[str] = page.locator("#shots").evaluate(ROWS)
    return rows


def kept_packs(page: Page) -> None:
    """Wait until the shots of a unit are kept."""
    for _ in range(200):
        if page.evaluate(KEPT_PACKS):
            return
        page.wait_for_timeout(500)
    raise AssertionError("no pack was kept")


@pytest.mark.usefixtures("pack")
def test_a_new_shot_is_asked_and_thrown_without_a_network(visit: Visit, photograph: Photograph) -> None:
    page = visit(f"/adjudicate#classic?attacker={UNIT}", PHONE, workers=True)
    expect(page.locator("#shots")).to_be_visible()
    kept_packs(page)
    page.context.set_offline(True)
    field(page, "attacker.moved").select_option("walk")
    field(page, "attacker.hexes").fill("2")
    field(page, "target.moved").select_option("run")
    field(page, "target.hexes").fill("5")
    field(page, "target.terrain").select_option("light woods")
    field(page, "distance").fill("7")
    expect(page.locator("#worked-here")).to_be_visible()
    expect(page.locator("#no-network")).to_contain_text(f"shots of {UNIT}")
    cannon = page.locator('[data-shot^="AC/10,"]')
    expect(cannon).to_have_attribute("data-needs", str(4 + 1 + 2 + 2 + 1))
    expect(cannon.locator(".odds")).to_have_text("17 %6/36")
    cannon.locator("button.why").click()
    here = told(page)
    photograph(page, "offline-shot")
    page.reload()
    expect(page.locator("#worked-here")).to_be_visible()
    expect(page.locator("[data-role=target] .chosen")).to_contain_text("100 t")
    expect(page.locator("[data-sheet=target] svg")).to_be_visible()
    expect(field(page, "attacker.terrain").locator("option", has_text="swamp")).to_have_count(1)
    photograph(page, "offline-reloaded")
    cannon.locator("button.why").click()
    assert told(page) == here
    page.locator("#roll").click()
    expect(page.locator("#roll-log .die")).not_to_have_count(0)
    expect(page.locator("#roll-summary")).to_contain_text("of 1 hit")
    page.locator("#answer").scroll_into_view_if_needed()
    photograph(page, "offline-rolled")
    page.locator("[data-field=mode]", has_text="board").click()
    expect(page.locator("#refused")).to_be_visible()
    page.locator("[data-field=mode]", has_text="Distance").click()
    expect(page.locator("#worked-here")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#no-network")).to_have_count(0)
    expect(page.locator("#worked-here")).to_have_count(0)
    assert told(page) == here


def test_cards_and_sheets_of_a_force_are_there_and_pips_are_filled(visit: Visit, photograph: Photograph) -> None:
    page = visit("/units", PHONE, workers=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.locator("[data-example='Locust LCT-1V']").click()
    page.locator("#keep-offline summary").click()
    expect(page.locator("#kept-said")).to_contain_text("1 card, 1 record sheet")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#no-network")).to_contain_text("1 record sheet")
    expect(page.locator(".detail-card svg")).to_be_visible()
    page.get_by_role("tab", name="Record sheet").click()
    expect(page.locator(".detail-sheet svg")).to_be_visible()
    page.locator(".pips summary").click()
    torso = page.locator("[data-place='CT armour']")
    torso.locator("[data-pip=five]").click()
    torso.locator("[data-pip=less]").click()
    gone = '.detail-sheet g[data-location=CT][data-what=armour] circle[fill="#c1121f"]'
    expect(page.locator(gone)).to_have_count(6)
    assert not small_targets(page)
    photograph(page, "offline-pips")
    page.reload()
    page.get_by_role("tab", name="Record sheet").click()
    expect(page.locator(gone)).to_have_count(6)
