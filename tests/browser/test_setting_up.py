"""A battle of one's own on the set-up page: drawn by chance, a kind of scenario, lists dropped, placed by keys."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING, Any

from playwright.sync_api import FilePayload, Page, expect

from browser.clicking import nameless, wider_than_the_screen
from machines import HUNTER

if TYPE_CHECKING:
    import httpx

    from browser.conftest import Visit

MUL = (
    '<unit version="0.50"><entity chassis="Hunter" model="HUN-1A"><pilot name="Ada Voss" gunnery="3" piloting="4"/>'
    "</entity>"
    '<entity chassis="Nobody" model="X"/>'
    '<entity chassis="Atlas" model="AS7-D"><pilot gunnery="9"/></entity></unit>'
)
DRAWN = '[[unit]]\nunit = "Locust LCT-1V"\npilot = "Jun \\"<b>\\" Ő\'Neil"\n'
"""A force as `overheat draft` writes it."""


WASP = '<entity chassis="Wasp" model="WSP-1A"/>'
PACK = f'<unit version="0.50">{9 * WASP}</unit>'


def archive() -> bytes:
    held = BytesIO()
    with zipfile.ZipFile(held, "w") as made:
        made.writestr("wolves.mul", MUL)
        made.writestr("worse.mul", MUL)
        made.writestr("units/hunter.mtf", HUNTER)
    return held.getvalue()


def own_forces(visit: Visit) -> Page:
    page = visit("/")
    page.locator(".start[data-ready=true]").wait_for()
    page.get_by_role("tab", name="Your own forces").click()
    return page


def test_a_battle_is_drawn_by_chance_and_its_units_are_placed_by_keys(visit: Visit, client: httpx.Client) -> None:
    page = own_forces(visit)
    page.locator("#random-force > summary").click()
    page.locator("#draft-amount").fill("")
    page.locator("#draft-both").click()
    expect(page.locator("#unit-refusal")).to_have_text("How much: a whole number from 1 to 1,000,000")
    page.locator("#draft-amount").fill("2000")
    page.locator("#draft-count").fill("3")
    page.locator("#draft-kind").select_option("war machine")
    page.locator("#draft-seed").fill("5")
    page.locator("#draft-both").click()
    expect(page.locator("#draft-told")).to_contain_text("Drawn: red")
    red = page.locator('.force[data-side="red"]')
    expect(red.locator("[data-unit]")).to_have_count(3)
    red.locator("[data-pilot]").first.fill("Ada Voss")
    red.locator("[data-pilot]").first.press("Tab")
    page.locator("#random-landscape").select_option("plains")
    page.locator("#random-size").select_option("10x10")
    page.locator("#random-seed").fill("3")
    page.locator("#random-map").click()
    expect(page.locator('[data-board="plains 3.board"]')).to_contain_text("seed 3")
    page.locator('[data-mission="hill"]').click()
    page.locator("#mission-hexes").fill("9999")
    page.locator("#mission-points").fill("2")
    expect(page.locator("#muster-state")).to_contain_text("hex 9999 is not on")
    page.locator("#mission-hexes").fill("")
    page.locator("input[name=placing][value=players]").check()
    page.get_by_label("Where red begins").select_option("corner north-west")
    expect(page.locator("#muster-goals")).to_contain_text("2 points win")
    expect(page.locator("#muster-picture [data-zone=red]")).to_have_count(1)
    assert not nameless(page)
    assert not wider_than_the_screen(page)
    page.locator("#start-battle").click()
    page.wait_for_function("() => location.pathname === '/play' && document.body.dataset.connection === 'live'")
    expect(page.get_by_role("list", name="Log", exact=True)).to_contain_text("King of the hill")
    expect(page.locator("[data-objective]")).to_contain_text("2 points win")
    page.keyboard.press("Enter")
    place = page.locator("#deploy-place")
    expect(place).to_be_visible()
    before = place.inner_text()
    page.keyboard.press("e")
    expect(place).not_to_have_text(before)
    turned = place.inner_text()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(place).not_to_have_text(turned)
    hex = place.inner_text().split(",")[0]
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Log", exact=True)).to_contain_text(f"is placed in {hex}")
    expect(page.get_by_role("list", name="Log", exact=True)).to_contain_text("Ada Voss")
    seats: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('overheat.seats')"))
    (id, facts), *_ = seats.items()
    answer = client.get(f"/api/games/{id}/view", headers={"Authorization": f"Bearer {facts['token']}"})
    view = answer.json()["view"]
    assert hex in {unit["hex"] for unit in view["units"].values()}
    assert (view["board"]["width"], view["board"]["height"]) == (10, 10)
    expect(page.locator("#phasebar")).to_contain_text("place one of 2 units")
    page.keyboard.press("Enter")
    page.locator("[data-command=deploy-all]").click()
    placed = page.get_by_role("list", name="Log", exact=True).locator("li", has_text="is placed in")
    expect(placed).to_have_count(6)
    expect(page.locator("#deploy-place")).to_have_count(0)


def test_lists_and_archives_are_dropped_and_presets_of_rules_are_kept_and_sent(visit: Visit) -> None:
    page = own_forces(visit)
    page.locator("#unit-file-input").set_input_files(
        [FilePayload(name="pack.zip", mimeType="application/zip", buffer=archive())]
    )
    hunter = page.locator('.force[data-side="red"] [data-unit="Hunter HUN-1A"]')
    expect(hunter.locator("[data-pilot]")).to_have_value("Ada Voss")
    for said in (
        "pack.zip: line 1: no unit 'Nobody X'",
        "pack.zip/wolves.mul: line 1: Atlas AS7-D: gunnery goes from 0 to 8, not '9'",
        "pack.zip/worse.mul: one list of an archive is read",
    ):
        expect(page.locator("#unit-refusal")).to_contain_text(said)
    page.locator("#unit-file-input").set_input_files(
        [
            FilePayload(name="broken.mul", mimeType="text/xml", buffer=b"<unit><entity"),
            FilePayload(name="drawn.toml", mimeType="text/plain", buffer=DRAWN.encode()),
            FilePayload(name="blank.mtf", mimeType="text/plain", buffer=b" \n"),
        ]
    )
    locust = page.locator('.force[data-side="red"] [data-unit="Locust LCT-1V"]')
    expect(locust.locator("[data-pilot]")).to_have_value('Jun "<b>" Ő\'Neil')
    expect(page.locator("#unit-refusal")).to_contain_text("broken.mul: line 1")
    expect(page.locator(".toast")).to_contain_text("blank.mtf: the file is empty")
    older = HUNTER.replace("chassis:Hunter", "chassis:Jäger", 1)
    for name, alphabet in (("older.mtf", "cp1252"), ("wide.mtf", "utf-16")):
        page.locator("#unit-file-input").set_input_files(
            [FilePayload(name=name, mimeType="text/plain", buffer=older.encode(alphabet))]
        )
    expect(page.locator('.force[data-side="red"] [data-unit="Jäger HUN-1A"]')).to_have_count(2)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/units/read") else None)
    page.locator("#unit-file-input").set_input_files(
        [FilePayload(name="pack.mul", mimeType="text/xml", buffer=PACK.encode())]
    )
    expect(page.locator('.force[data-side="red"] [data-unit="Wasp WSP-1A"]')).to_have_count(9)
    assert len(asked) == 1, "alike units are read once"
    page.locator("[data-empty=red]").click()
    expect(page.locator('.force[data-side="red"] [data-unit]')).to_have_count(0)
    page.locator("#rules-step > summary").click()
    expect(page.locator("#layer-tree > .layer-group > summary").last).to_contain_text("Earlier versions")
    page.locator("#rules-search").fill("dead zones")
    page.locator('[data-layer="dead_zones"]').get_by_role("checkbox").check()
    page.locator("#preset-name").fill("House rules")
    page.locator("#preset-keep").click()
    expect(page.locator('[data-preset="own House rules"]')).to_have_attribute("aria-pressed", "true")
    link = page.evaluate(
        "async () => (await import('/static/js/start/own/presets.js'))"
        ".presetLink('classic', 'Ours', ['dead_zones', 'odd_one'])"
    )
    page.reload()
    page.locator(".start[data-ready=true]").wait_for()
    page.locator("#rules-step > summary").click()
    expect(page.locator('[data-preset="own House rules"]')).to_be_visible()
    other = visit(link[link.index("/#") :])
    other.locator(".start[data-ready=true]").wait_for()
    expect(other.locator("#preset-name")).to_have_value("Ours")
    expect(other.locator("#rules-count")).to_have_text("Dead zones")
    expect(other.locator("#battle-summary")).to_contain_text("Dead zones")
    expect(other.locator(".toast")).to_contain_text("this table does not know: odd_one")
    rivals = page.evaluate(
        "async () => (await import('/static/js/start/own/presets.js'))"
        ".presetLink('classic', 'Both', ['omega_engines', 'floating_criticals'])"
    )
    other.goto("/healthz")
    other.goto(rivals)
    other.locator(".start[data-ready=true]").wait_for()
    expect(other.locator(".rules-note")).to_contain_text("cannot go with the others and was left out")
    expect(other.locator("#battle-summary")).not_to_contain_text("Floating criticals")
    other.goto("/healthz")
    other.goto("/#rules=%7Bodd")
    expect(other.locator(".toast")).to_contain_text("The link to a choice of rules is damaged")
