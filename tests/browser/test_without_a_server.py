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
OF_EACH = 12
"""So many situations of each question of H.E.A.T."""
KEPT_PACKS = """caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("packs-")).map(
  async (name) => (await (await caches.open(name)).keys()).length))).then((all) => Math.max(0, ...all))"""
WORKED_OUT = """async (text) => {
  const [held, bodies] = JSON.parse(text);
  const { Pack } = await import("/static/js/offline/pack.js");
  const pack = new Pack(held);
  return bodies.map((body) => {
    try {
      return pack.volley(body);
    } catch (no) {
      return { refusal: no };
    }
  });
}"""
RULED = """async (text) => {
  const [held, bodies] = JSON.parse(text);
  const { Rulings } = await import("/static/js/offline/rulings.js");
  const pack = new Rulings(held);
  return bodies.map((body) => {
    try {
      return pack.answer(body);
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


def any_ruling(question: str, held: dict[str, Any], random: Random) -> dict[str, Any]:
    """A question of H.E.A.T as the page asks it; half of its facts are as usual."""
    facts = held["facts"][: held["raw"]]
    said = {
        fact["name"]: fact["values"][0] if random.random() < 0.5 else random.choice(fact["values"]) for fact in facts
    }
    several = {"weapons": 6, "tough": random.randint(0, said.get("men") or 0), "enemies": 7}
    said |= {name: several[name] for name in held["numbers"] if name not in said}
    return {"question": question, "rules": [], **{name: value for name, value in said.items() if value is not None}}


def compared(answer: dict[str, Any]) -> dict[str, Any]:
    """What a page shows of an answer."""
    shown = ("title", "sum", "number", "headline", "chances", "means", "distribution", "turns_later")
    found: dict[str, Any] = json.loads(json.dumps({name: answer[name] for name in shown if name in answer}))
    rows = (*found.get("chances", ()), *found.get("means", ()), *found.get("distribution", {}).get("rows", ()))
    for row in (*rows, found.get("headline") or {}):
        row.pop("float", None)
    return found


@pytest.fixture(scope="module")
def rulings(client: httpx.Client) -> dict[str, Any]:
    """What the server gives a browser for the questions of H.E.A.T."""
    for _ in range(5):
        answer = client.get("/api/platoon/pack", timeout=400)
        if answer.status_code == 200:
            break
    found: dict[str, Any] = answer.json()
    return found


def test_questions_of_heat_are_worked_out_on_a_device_as_the_server_answers_them(
    visit: Visit, client: httpx.Client, rulings: dict[str, Any]
) -> None:
    random = Random("any rulings")
    asked = [
        any_ruling(question, each, random) for question, each in rulings["questions"].items() for _ in range(OF_EACH)
    ]
    worked_out = visit("/adjudicate#platoon").evaluate(RULED, json.dumps([rulings, asked]))
    answered, unknown = 0, []
    for body, here in zip(asked, worked_out, strict=True):
        there = client.post("/api/platoon/adjudicate", json=body).json()
        if here.get("refusal", {}).get("id") == "pack.unknown":
            unknown.append(body)
        elif "title" not in there and "turns_later" not in there:
            assert here["refusal"]["reason"] == there["refusal"]["reason"], body
        elif "turns_later" in there:
            assert here["turns_later"] == there["turns_later"], body
        else:
            assert compared(here) == compared(there), body
            answered += 1
    assert answered > len(asked) * 0.8, unknown


@pytest.mark.usefixtures("rulings")
def test_heat_is_asked_and_its_cards_are_there_without_a_network(visit: Visit, photograph: Photograph) -> None:
    page = visit("/adjudicate#platoon", PHONE, workers=True)
    expect(page.locator("#answer h2")).to_be_visible()
    kept_packs(page)
    page.goto("/units#heat")
    page.locator("#keep-platoons summary").click()
    page.locator("#keep-all-platoons").click()
    expect(page.locator("#platoons-kept")).to_contain_text("on this device", timeout=120_000)
    page.context.set_offline(True)
    page.goto("/adjudicate#platoon")
    field(page, "weapon").select_option("lmg")
    field(page, "distance").fill("20")
    field(page, "weapons").fill("2")
    field(page, "pins").fill("1")
    expect(page.locator("#worked-here")).to_be_visible()
    expect(page.locator("#no-network")).to_contain_text("the questions of H.E.A.T")
    expect(page.locator("#answer h2")).to_have_text('Light machine gun at 20"')
    expect(page.locator("[data-figure=needs] strong")).to_have_text("5+")
    expect(page.locator("[data-figure=hits] strong")).to_have_text("2.67")
    page.locator("#roll").click()
    expect(page.locator("#roll-summary")).to_contain_text("fall")
    page.locator("#answer").scroll_into_view_if_needed()
    photograph(page, "offline-heat")
    page.locator("[data-field=question][data-value=assault]").click()
    expect(page.locator("#refused")).to_contain_text("On this device: Shot, Order test")
    photograph(page, "offline-heat-refused")
    page.goto("/units#heat")
    page.locator("[data-platoon]").first.click()
    expect(page.locator(".cards-grid svg").first).to_be_visible()
    photograph(page, "offline-platoon")
    page.locator("#reference-show").click()
    expect(page.locator("#reference svg")).to_have_count(2)
    photograph(page, "offline-reference")
    page.goto("/platoon")
    page.locator("[data-bundled]").first.click()
    expect(page.locator(".gauge")).not_to_have_attribute("data-points", "0")
    page.locator(".unit-line").first.click()
    expect(page.locator(".unit-card svg")).to_be_visible()
    photograph(page, "offline-builder")
    page.locator("#platoon-limit").fill("777")
    page.locator("#platoon-limit").press("Enter")
    expect(page.locator("#builder-alone")).to_be_visible()
    expect(page.locator("#verdict")).to_have_text("? Waits for the server")
    page.context.set_offline(False)
    expect(page.locator("#builder-alone")).to_have_count(0)
