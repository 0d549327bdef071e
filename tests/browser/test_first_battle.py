"""The guide for newcomers is true: what it quotes from a page is on that page, where the guide says so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.clicking import nameless, sit_down, wider_than_the_screen
from browser.commanding import (
    SQUAD,
    Officer,
    enemies_go_down,
    fought,
    orders_under_fire,
    skirmish,
    squad_shoots,
)
from browser.test_classic_table import duel, face_to_face, stand_still, to_shoot
from overheat.kernel.log.replay import Session
from overheat.lab.games import find_scenario
from overheat.lab.players import make_bot
from overheat.platoon.battle.state import Reacting, State
from tabletop import make

if TYPE_CHECKING:
    from browser.conftest import Visit

GUIDE = Path(__file__).parents[2] / "docs" / "first-battle.md"
HEADING, LABEL, PICTURE = (
    re.compile(r"^#{2,3} (.+)$", re.M),
    re.compile(r"\*\*([^*]+)\*\*"),
    re.compile(r"!\[[^\]]+\]\(([^)]+)\)"),
)
PHONE = (390, 844)


def sections() -> dict[str, set[str]]:
    """The labels that each section of the guide quotes."""
    _, *parts = HEADING.split(GUIDE.read_text(encoding="utf-8"))
    quoted = zip(parts[::2], parts[1::2], strict=True)
    return {title: {" ".join(label.split()) for label in LABEL.findall(text)} for title, text in quoted}


class Reader:
    """Reads a section of the guide beside the page, and ticks off what it sees there."""

    def __init__(self, section: str) -> None:
        self.missing = sections()[section]
        assert self.missing

    def __call__(self, page: Page) -> None:
        seen = " ".join(page.locator("body").inner_text().split())
        self.missing = {label for label in self.missing if not re.search(rf"(?<!\w){re.escape(label)}(?!\w)", seen)}


def test_every_section_with_labels_is_followed_here() -> None:
    followed = re.findall(r'Reader\("([^"]+)"\)', Path(__file__).read_text(encoding="utf-8"))
    assert {title for title, labels in sections().items() if labels} == set(followed)


def test_a_newcomer_with_a_tablet_sees_all_there_is_to_press(visit: Visit) -> None:
    page = visit("/", (1024, 768), "dark", newcomer=True)
    page.locator("[data-quick=classic]").click()
    page.locator("#welcome").wait_for()
    expect(page.get_by_role("tab", name="Commands")).to_be_in_viewport(ratio=1)
    expect(page.locator("#log-filter")).to_be_in_viewport(ratio=1)
    page.locator("#menu").click()
    expect(page.locator("#menu-leave")).to_be_in_viewport(ratio=1)
    expect(page.locator("#menu-dialog p")).to_contain_text("Rules: As usually published.")
    expect(page.locator("#menu-dialog p")).to_be_in_viewport(ratio=1)


def test_the_pictures_of_the_guide_are_there() -> None:
    named = PICTURE.findall(GUIDE.read_text(encoding="utf-8"))
    assert len(named) == 9
    assert [name for name in named if not (GUIDE.parent / name).is_file()] == []


def test_the_way_in(visit: Visit) -> None:
    shows = Reader("Start")
    page = visit("/", newcomer=True)
    page.locator(".start[data-ready=true]").wait_for()
    shows(page)
    page.locator("[data-quick=classic]").click()
    page.locator("#welcome").wait_for()
    shows(page)
    page.locator("#menu").click()
    shows(page)
    assert not shows.missing


@pytest.mark.parametrize(("kind", "words"), [("classic", "Piloting roll"), ("platoon", "Order test")])
def test_a_newcomer_is_told_the_game_once_and_its_words_whenever_wanted(
    visit: Visit, client: httpx.Client, kind: str, words: str
) -> None:
    scenario = {"classic": "duel", "platoon": "crossroads"}[kind]
    table = make(client, kind=kind, scenario=scenario, seats={})
    page = visit(next(iter(table.made["seats"].values()))["link"], newcomer=True, size=PHONE)
    page.locator("#welcome summary").click()
    expect(page.locator("#welcome li")).to_have_count(3)
    assert wider_than_the_screen(page) == []
    assert nameless(page) == []
    page.locator("#welcome-words").click()
    expect(page.locator("#glossary-dialog")).to_contain_text(words)
    page.keyboard.press("Escape")
    page.locator("#welcome-away").click()
    page.reload()
    page.locator("#menu").click()
    page.locator("#menu-words").click()
    expect(page.locator("#glossary-dialog")).to_contain_text(words)
    expect(page.locator("#welcome")).to_have_count(0)


def test_moving_a_machine(client: httpx.Client, visit: Visit) -> None:
    phases, shows = Reader("Giant war machines"), Reader("Move")
    seat = sit_down(visit, duel(client, seats={"blue": "greedy"}), "red")
    assert seat.turn()
    shows(seat.page)
    phases(seat.page)
    seat.choose()
    wanted = seat.nearest()
    assert wanted is not None
    seat.plan(wanted)
    shows(seat.page)
    assert not shows.missing
    assert not phases.missing


def test_firing_and_what_is_told_of_it(client: httpx.Client, visit: Visit) -> None:
    shows, told = Reader("Fire"), Reader("Read what happened")
    seat = to_shoot(visit, face_to_face(client))
    seat.foretold()
    shows(seat.page)
    seat.press("Fire")
    shows(seat.page)
    assert not shows.missing
    told(seat.page)
    seat.page.locator("#menu").click()
    told(seat.page)
    seat.page.locator("#menu-replay").click()
    told(seat.page)
    assert not told.missing


def test_striking_a_neighbour(client: httpx.Client, visit: Visit) -> None:
    shows = Reader("Kick and punch")
    table = face_to_face(client, apart=1)
    stand_still(table, "physical")
    seat = sit_down(visit, table, table.get("watch").json()["to_act"])
    assert seat.turn()
    shows(seat.page)
    seat.choose()
    seat.page.locator("#classic-panel .blow").first.wait_for()
    shows(seat.page)
    assert not shows.missing


def test_the_end_of_a_duel(client: httpx.Client, visit: Visit) -> None:
    shows = Reader("The end")
    kind, brief = find_scenario("duel")
    game = kind.make(())
    session: Session[Any, Any, Any] = Session(game, brief.setup, 1)
    bots = {side: make_bot(game.name, "greedy", 1, side) for side in ("red", "blue")}
    while (player := game.to_act(session.state)) is not None:
        legal = tuple(game.legal(session.state, player))
        session.apply(player, bots[player].choose(game, session.state, player, legal))
    brought = client.post(
        "/api/games/import", json={"log": session.log().decode(), "seats": {"red": "human", "blue": "greedy"}}
    )
    assert brought.status_code == 201, brought.text
    page = visit(brought.json()["seats"]["red"]["link"])
    page.locator("#result-replay").wait_for()
    shows(page)
    page.get_by_role("button", name="Details").click()
    shows(page)
    assert not shows.missing


def test_setting_a_platoon_up(client: httpx.Client, visit: Visit) -> None:
    shows = Reader("Set up")
    officer = Officer(visit, make(client, kind="platoon", scenario="crossroads", seed=5, seats={"defender": "greedy"}))
    assert officer.turn()
    shows(officer.page)
    assert not shows.missing


def test_giving_orders(client: httpx.Client, visit: Visit) -> None:
    shows = Reader("Orders")
    officer = Officer(visit, fought(client, orders_under_fire))
    assert officer.turn()
    officer.choose()
    officer.orders()
    shows(officer.page)
    assert not shows.missing


def shot_at(state: State) -> bool:
    """A unit of the attacker is shot at and may go down."""
    return isinstance(state.tasks[-1], Reacting) and state.tasks[-1].side == 0


def test_moving_shooting_and_being_shot_at(client: httpx.Client, visit: Visit) -> None:
    shows = Reader("Move and shoot")
    table = skirmish(client)
    enemies_go_down(table)
    mover = Officer(visit, table)
    assert mover.turn()
    mover.choose(SQUAD)
    mover.orders().locator("xpath=self::*[@data-order='advance']").first.click()
    mover.panel.locator("#p-hold").wait_for()
    shows(mover.page)
    shooter = Officer(visit, fought(client, squad_shoots))
    assert shooter.turn()
    assert shooter.aim()
    shows(shooter.page)
    target = Officer(visit, fought(client, shot_at))
    assert target.turn()
    shows(target.page)
    assert not shows.missing


def test_playing_with_a_friend(visit: Visit) -> None:
    shows = Reader("With a friend")
    page = visit("/")
    page.locator(".start[data-ready=true]").wait_for()
    shows(page)
    page.get_by_role("button", name="Me and a friend, by link").click()
    page.locator("#start-battle").click()
    page.get_by_role("button", name="Go to the table").wait_for()
    shows(page)
    page.get_by_role("button", name="Go to the table").click()
    page.wait_for_url("**/play*")
    page.goto("/")
    page.locator(".start[data-ready=true]").wait_for()
    shows(page)
    assert not shows.missing


def test_asking_for_a_real_table(visit: Visit) -> None:
    shows = Reader("With miniatures on a real table")
    page = visit("/adjudicate")
    page.locator("#roll").click()
    page.locator("#apply").wait_for()
    shows(page)
    page.goto("/units")
    page.get_by_role("heading", level=1).wait_for()
    shows(page)
    assert not shows.missing
