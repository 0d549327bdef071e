"""The start page as a visitor meets it: a game at one click, a battle of one's own, a game that was saved."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from browser.clicking import nameless, wider_than_the_screen
from browser.conftest import UNSETTLED
from browser.tapping import tiny_words
from browser.turret import TURRET
from machines import HUNTER, line
from overheat.classic.rulesets import LIBRARY
from overheat.kernel.log.replay import Session
from overheat.lab.games import kinds
from overheat.lab.players import make_bot
from tabletop import Table, make
from vehicles import block

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

PHONE = (390, 844)
KEELED = "".join(
    block(tag, *lines)
    for tag, lines in {
        "UnitType": ["Tank"],
        "Name": ["Badger"],
        "type": ["IS Level 2"],
        "motion_type": ["Tracked"],
        "cruiseMP": ["4"],
        "tonnage": ["40"],
        "engine_type": ["1"],
        "armor": ["10"] * 4,
        "Body Equipment": ["Gravity Keel"],
    }.items()
)
"""A tank with a part that nobody knows."""
COMMANDS = 14
"""How far a saved game has come."""


def start(visit: Visit, **how: Any) -> Page:
    """The start page, when all of it is there."""
    page = visit("/", **how)
    page.locator(".start[data-ready=true]").wait_for()
    return page


def table_of(page: Page, client: httpx.Client) -> Table:
    """The game that the page has gone to, with the seat that this browser was given."""
    page.wait_for_function("() => location.pathname === '/play' && document.body.dataset.connection === 'live'")
    seats = json.loads(page.evaluate("localStorage.getItem('overheat.seats')"))
    id, facts = max(seats.items(), key=lambda seat: seat[1]["at"])
    assert id in page.url
    way = {"token": facts["token"]}
    return Table(client, {"game": {"id": id}, "host": facts["host"], "watch": way, "seats": {"mine": way}})


def own_forces(page: Page) -> None:
    """Open the builder of forces."""
    page.get_by_role("tab", name="Your own forces").click()


def add(page: Page, name: str, side: str) -> None:
    """Search the library for a unit and add it to a side."""
    page.locator("#unit-search").fill(name)
    page.get_by_role("button", name=f"Add {name} to {side}").click()
    force(page, side).locator(f'[data-unit="{name}"]').first.wait_for()


def force(page: Page, side: str) -> Any:
    return page.locator(f'.force[data-side="{side}"]')


def drop(page: Page, where: str, name: str, text: str) -> None:
    """Let a file fall onto a part of the page."""
    carried = page.evaluate_handle(
        """([name, text]) => {
          const carried = new DataTransfer();
          carried.items.add(new File([text], name));
          return carried;
        }""",
        [name, text],
    )
    page.locator(where).dispatch_event("drop", {"dataTransfer": carried})


@pytest.mark.parametrize(("kind", "scenario"), [("classic", "duel"), ("platoon", "crossroads")])
def test_one_click_begins_a_game_against_the_bot(visit: Visit, client: httpx.Client, kind: str, scenario: str) -> None:
    page = start(visit)
    page.locator(f'[data-quick="{kind}"]').click()
    game = table_of(page, client).get("mine").json()
    first, second = kinds()[kind].sides(kinds()[kind].find(scenario).setup)
    assert (game["kind"], game["you"]) == (kind, [first])
    assert [(seat["player"], seat["bot"]) for seat in game["seats"]] == [(first, ""), (second, "normal")]
    expect(page.locator("#bar-who")).to_contain_text(first.capitalize(), ignore_case=True)


def test_the_head_of_the_page_waits_for_nothing(visit: Visit) -> None:
    page = visit("/units")
    page.remove_locator_handler(page.locator(UNSETTLED))
    held: list[Route] = []
    page.route("**/api/**", lambda route: held.append(route))
    page.goto("/", wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    expect(page.locator("[data-quick]")).to_have_count(2)
    assert held
    page.unroute("**/api/**")
    page.locator(".start[data-ready=true]").wait_for()


def test_a_battle_of_ones_own_is_played_as_it_was_set_up(visit: Visit, client: httpx.Client) -> None:
    page = start(visit)
    own_forces(page)
    expect(page.locator("#start-battle")).to_be_disabled()
    add(page, "Locust LCT-1V", "red")
    add(page, "Commando COM-2D", "red")
    locust = force(page, "red").locator('[data-unit="Locust LCT-1V"]')
    locust.get_by_label("Gunnery of Locust LCT-1V").select_option("2")
    locust.get_by_label("Piloting of Locust LCT-1V").select_option("3")
    drop(page, '.force[data-side="blue"]', "hunter.mtf", HUNTER)
    expect(force(page, "blue").locator('[data-unit="Hunter HUN-1A"]')).to_contain_text("your file")
    drop(page, '.force[data-side="blue"]', "badger.blk", KEELED)
    expect(force(page, "blue").locator(".not-played")).to_contain_text("not played: Gravity Keel")
    page.locator('[data-board="lakeside"]').click()
    page.locator("#rounds").fill("6")
    page.locator("#rules-step > summary").click()
    page.locator("#rules-search").fill("dead zones")
    option = page.locator('[data-layer="dead_zones"]')
    option.get_by_role("checkbox").check()
    option.get_by_text("What this changes").click()
    expect(option.locator("[data-change]")).to_contain_text("hill")
    page.get_by_label("Who plays blue").select_option("random")
    page.locator("#more-step > summary").click()
    page.locator("#title").fill("Two against one")
    page.locator("#seed").fill("5")
    page.locator("#seats-pace").fill("0")
    expect(page.locator("#muster-state")).to_contain_text("Both sides stand ready")
    expect(page.locator("#battle-summary")).to_contain_text("Dead zones")
    page.locator("#start-battle").click()
    table = table_of(page, client)
    game, view = table.get("mine").json(), table.get("mine", "/view").json()["view"]
    assert (game["title"], game["you"]) == ("Two against one", ["red"])
    assert set(game["rules"]) == set(LIBRARY.names(["printed", "dead_zones"]))
    assert {seat["player"]: seat["bot"] for seat in game["seats"]} == {"red": "", "blue": "random"}
    crews = {(unit["side"], unit["name"]): (unit["gunnery"], unit["piloting"]) for unit in view["units"].values()}
    assert crews == {
        ("red", "Locust LCT-1V"): (2, 3),
        ("red", "Commando COM-2D"): (4, 5),
        ("blue", "Hunter HUN-1A"): (4, 5),
        ("blue", "Badger"): (4, 5),
    }
    expect(page.locator("#log-head .not-played")).to_contain_text("not played: Gravity Keel")
    lakeside = client.get("/api/boards").json()[1]
    assert lakeside["name"] == "lakeside"
    assert (view["rounds"], view["board"]["width"], view["board"]["height"]) == (
        6,
        lakeside["width"],
        lakeside["height"],
    )


def test_a_file_that_is_no_unit_is_refused_in_its_place_and_nothing_is_lost(visit: Visit) -> None:
    page = start(visit)
    own_forces(page)
    add(page, "Locust LCT-1V", "red")
    page.locator("#rounds").fill("7")
    drop(page, '.force[data-side="red"]', "broken.mtf", line(HUNTER, "mass:50", "mass:many"))
    refused = page.locator("#unit-refusal")
    expect(refused).to_be_visible()
    expect(refused).to_contain_text("mass")
    expect(force(page, "red").locator("[data-unit]")).to_have_count(1)
    drop(page, '.force[data-side="red"]', "letter.txt", "Dear friend")
    expect(page.locator(".toast")).to_contain_text("letter.txt")
    add(page, "Commando COM-2D", "blue")
    expect(refused).to_be_hidden()
    page.reload()
    own_forces(page)
    expect(force(page, "red").locator("[data-unit]")).to_have_count(1)
    expect(force(page, "blue").locator("[data-unit]")).to_have_count(1)
    expect(page.locator("#rounds")).to_have_value("7")


def test_every_file_that_cannot_fight_is_named_with_its_reason(visit: Visit) -> None:
    page = start(visit)
    own_forces(page)
    files = [("broken.mtf", line(HUNTER, "mass:50", "mass:many")), ("turret.blk", TURRET), ("hunter.mtf", HUNTER)]
    page.locator("#unit-file-input").set_input_files(
        [FilePayload(name=name, mimeType="text/plain", buffer=text.encode()) for name, text in files]
    )
    expect(force(page, "red").locator("[data-unit]")).to_have_count(1)
    for said in ("many", "Watchful Turret"):
        expect(page.locator("#unit-refusal")).to_contain_text(said)
    drop(page, '.force[data-side="red"]', "nothing.mtf", "")
    expect(page.locator(".toast")).to_contain_text("nothing.mtf: the file is empty")
    page.locator("#unit-search").fill("Stuka")
    expect(page.locator("#library")).to_contain_text("No unit of the library fits")


def test_a_game_that_was_taken_off_the_list_comes_back_with_its_seat(visit: Visit, client: httpx.Client) -> None:
    page = start(visit)
    page.locator("[data-quick=classic]").click()
    table = table_of(page, client)
    games = start_again(page)
    games.get_by_role("button", name="Remove").click()
    expect(games).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    games.get_by_role("button", name="Resume").click()
    assert table_of(page, client).get("mine").json()["you"] == table.get("mine").json()["you"]


def test_who_plays_is_chosen_by_keyboard(visit: Visit) -> None:
    page = start(visit)
    friend = page.locator("[data-preset=friend]")
    friend.focus()
    page.keyboard.press("Enter")
    expect(friend).to_have_attribute("aria-pressed", "true")
    expect(friend).to_be_focused()


def test_what_a_force_is_worth_follows_its_crews(visit: Visit, client: httpx.Client) -> None:
    page = start(visit)
    own_forces(page)
    add(page, "Locust LCT-1V", "red")
    total = page.locator("[data-total=red]")
    for gunnery in (4, 0):
        page.get_by_label("Gunnery of Locust LCT-1V").select_option(str(gunnery))
        asked = {"unit": "Locust LCT-1V", "gunnery": gunnery, "piloting": 5}
        worth = client.post("/api/units/read", json=asked).json()["battle_value"]["bv"]
        expect(total).to_have_text(f"{worth:,} battle value")
    page.get_by_role("button", name="Another Locust LCT-1V").click()
    expect(total).to_have_text(f"{2 * worth:,} battle value")
    page.get_by_role("button", name="Remove Locust LCT-1V").first.click()
    expect(total).to_have_text(f"{worth:,} battle value")


def test_ammunition_is_chosen_bin_by_bin_and_taken_to_the_table(
    visit: Visit, client: httpx.Client, photograph: Photograph
) -> None:
    page = start(visit)
    own_forces(page)
    add(page, "Javelin JVN-10N", "red")
    add(page, "Locust LCT-1V", "blue")
    page.locator('[data-loads="Javelin JVN-10N"] summary').click()
    page.get_by_label("LT SRM 6 Ammo of Javelin JVN-10N").select_option("Inferno")
    asked = {"unit": "Javelin JVN-10N", "loads": {"LT SRM 6 Ammo": "Inferno"}}
    worth = client.post("/api/units/read", json=asked).json()["battle_value"]["bv"]
    expect(page.locator("[data-total=red]")).to_have_text(f"{worth:,} battle value")
    expect(page.locator("#muster-state")).to_contain_text("Both sides stand ready")
    expect(page.get_by_label("LT SRM 6 Ammo of Javelin JVN-10N")).to_have_value("Inferno")
    expect(page.get_by_label("RT SRM 6 Ammo of Javelin JVN-10N")).to_have_value("standard")
    photograph(page, "start_loads")
    page.locator("#start-battle").click()
    seen = table_of(page, client).get("mine", "/view").json()["view"]["units"]["red-1"]
    assert "SRM 6 Ammo (Inferno)" in [held["name"] for held in seen["ammunition"]]


def test_a_friend_gets_a_link_and_the_game_stands_under_your_games(visit: Visit, client: httpx.Client) -> None:
    page = start(visit)
    page.locator("[data-preset=friend]").click()
    page.locator("#start-battle").click()
    link = page.get_by_role("textbox", name="Link: To play Blue").input_value()
    page.locator("#go-to-table").click()
    table = table_of(page, client)
    assert table.get("mine").json()["you"] == ["red"]
    friend = visit(link)
    friend.wait_for_function("() => document.body.dataset.connection === 'live'")
    assert "token" not in friend.url
    expect(friend.locator("#menu")).to_be_visible()
    again = start_again(page)
    again.get_by_role("button", name="Resume").click()
    assert table_of(page, client).id == table.id


def start_again(page: Page) -> Any:
    """Back at the start page: the games that this browser knows."""
    page.goto("/")
    games = page.locator("#your-games")
    games.wait_for()
    return games


def saved(commands: int = COMMANDS) -> Session[Any, Any, Any]:
    """A duel of bots that was left off."""
    kind = kinds()["classic"]
    game = kind.make(())
    session: Session[Any, Any, Any] = Session(game, kind.find("duel").setup, 9)
    bots = {side: make_bot("classic", "greedy", 9, side) for side in ("red", "blue")}
    for _ in range(commands):
        side = game.to_act(session.state)
        assert side is not None
        session.apply(side, bots[side].choose(game, session.state, side, tuple(game.legal(session.state, side))))
    return session


def test_a_saved_game_goes_on_where_it_was_left(visit: Visit, client: httpx.Client) -> None:
    session = saved()
    page = start(visit)
    file = FilePayload(name="left off.jsonl", mimeType="application/x-ndjson", buffer=session.log())
    page.locator("#saved-file-input").set_input_files(file)
    page.locator("#saved-seats").get_by_role("button", name="Two at this screen").click()
    page.locator("#saved-go").click()
    table = table_of(page, client)
    game = table.get("mine").json()
    assert (game["title"], sorted(game["you"])) == ("left off", ["blue", "red"])
    assert client.get(f"{table.url}/log", headers=table.headers("host")).content == session.log()
    acting = kinds()["classic"].make(()).to_act(session.state)
    expect(page.locator("#phasebar")).to_have_attribute("data-to-act", str(acting))


def test_a_log_that_was_meddled_with_is_refused_in_its_place(visit: Visit) -> None:
    log = saved(4).log().replace(b'"red-1"', b'"red-2"', 1)
    page = start(visit)
    drop(page, "#saved", "meddled.jsonl", log.decode())
    page.locator("#saved-go").click()
    expect(page.locator("#saved-refusal .refusal")).to_be_visible()
    assert page.evaluate("location.pathname") == "/"


def test_scenarios_are_asked_for_when_they_come_into_sight(visit: Visit) -> None:
    page = start(visit, size=PHONE)
    page.wait_for_load_state("networkidle")
    cards = page.locator(".scenario-card")
    asked = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert len([name for name in asked if "/api/kinds/classic/scenarios/" in name]) < cards.count()
    last = cards.last
    expect(last.locator(".scenario-picture > *")).to_have_count(0)
    last.scroll_into_view_if_needed()
    forces = last.locator(".scenario-force").first
    forces.wait_for(state="attached")
    expect(last.locator("img")).to_have_js_property("complete", True)
    expect(forces).to_be_hidden()
    last.click()
    expect(forces).to_be_visible()


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [("start", (1400, 900), "light"), ("start-dark", (1400, 900), "dark"), ("start-phone", PHONE, "light")],
)
def test_the_page_fits_every_screen(
    visit: Visit, photograph: Photograph, client: httpx.Client, name: str, size: tuple[int, int], theme: str
) -> None:
    make(client, kind="classic", scenario="duel", open_to_all=True, title="A duel that anybody may watch")
    page = start(visit, size=size, theme=theme)
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    for card in page.locator(".scenario-card").all():
        card.scroll_into_view_if_needed()
        card.locator(".scenario-force").first.wait_for(state="attached")
    assert tiny_words(page) == []
    told = page.locator(".scenario-words > .small").all_inner_texts()
    assert told
    assert not [words for words in told if "_" in words or ".board" in words]
    assert wider_than_the_screen(page) == []
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_load_state("networkidle")
    photograph(page, name, document="start" if name == "start" else "")
    own_forces(page)
    add(page, "Atlas AS7-D", "red")
    page.locator("#rules-step > summary").click()
    page.locator("#more-step > summary").click()
    assert wider_than_the_screen(page) == []
    page.locator("#battle-forces").evaluate("forces => forces.scrollIntoView()")
    photograph(page, f"{name}-forces")


def test_everything_that_can_be_used_has_a_name(visit: Visit) -> None:
    page = start(visit)
    own_forces(page)
    add(page, "Locust LCT-1V", "red")
    for step in ("#rules-step", "#more-step"):
        page.locator(f"{step} > summary").click()
    assert nameless(page) == []
    page.locator('[data-kind="platoon"]').click()
    page.get_by_role("tab", name="Your own forces").click()
    page.wait_for_load_state("networkidle")
    assert nameless(page) == []
