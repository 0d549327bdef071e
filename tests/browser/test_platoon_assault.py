"""Close quarters and shots under way at the page: odds before anything is said; and a move by Enter alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import msgspec
from playwright.sync_api import expect

from browser.commanding import Officer, enemies_go_down, opened, set_out
from browser.test_battle_is_seen import SLOWLY
from overheat.platoon.battle.commands import CallStrike
from overheat.platoon.battle.state import Moving, Ordering, Shooting
from platoon.positions import BLUE, FIRE, RED, SYSTEM, A, B, TableTop, duel
from tabletop import make

if TYPE_CHECKING:
    from browser.conftest import Visit


FOUGHT = """() => {
  window.early = false;
  const look = () => {
    const line = document.querySelector('.log-line[data-kind="Fought"]');
    const seen = (document.querySelector(".show-canvas").dataset.shown ?? "").split(" ").includes("fought");
    window.early ||= Boolean(line) && getComputedStyle(line).display !== "none" && !seen;
  };
  const all = { childList: true, subtree: true, attributes: true };
  new MutationObserver(look).observe(document.querySelector("#log-list"), all);
}"""
"""Notes when the log tells of close quarters that have not been shown yet."""


def test_a_charge_is_pointed_at_with_its_odds_then_made_and_seen(client: httpx.Client, visit: Visit) -> None:
    """Of a unit whose last man has fallen nothing is drawn until it is told as lost: the page would complain."""
    few = duel(4, order="run").ready(Moving(RED, A))
    few.state.units[B] = msgspec.structs.replace(few[B], men=few[B].men[:1])
    table = opened(client, few)
    page = visit(table.made["seats"]["red"]["link"])
    page.evaluate(SLOWLY)
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    panel = page.locator("#panel")
    panel.locator("[data-rush=Charge]").click()
    expect(panel.locator("#p-go")).to_contain_text("Charge Rifle squad")
    expect(panel.locator(".p-promise")).to_have_text(
        re.compile(r"Wins [\d.]+ % if nobody fires at it; [\d.]+ of \d+ men lost on average; it strikes first")
    )
    assert table.events("red") == []
    page.evaluate(FOUGHT)
    page.keyboard.press("Enter")
    shown = re.compile(r"\bmove melee (?:\w+ )*?fell (?:\w+ )*?fought\b")
    expect(page.locator(".show-canvas")).to_have_attribute("data-shown", shown, timeout=60_000)
    assert "Fought" in [told["kind"] for told in table.events("red")]
    page.keyboard.press("k")
    expect(page.locator('.log-line[data-kind="Fought"]')).to_be_visible()
    assert page.evaluate("window.early") is False, "the log waits until the fight has been shown"


def test_who_is_shot_at_sees_what_the_shots_do_if_it_goes_down(client: httpx.Client, visit: Visit) -> None:
    table = opened(client, duel(10, order="fire").ready(Shooting(RED, A)).play(FIRE))
    page = visit(table.made["seats"]["blue"]["link"])
    told = page.locator("#panel .p-answer .p-effect")
    expect(told).to_have_count(2)
    low, standing = (float(re.findall(r"([\d.]+) casualt", words)[0]) for words in told.all_inner_texts())
    assert 0 < low < standing
    page.keyboard.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-number", "0")
    assert table.events("blue")[0]["kind"] == "WentDown"
    assert table.events("blue")[0]["event"]["unit"] == B


def test_where_going_down_helps_nothing_enter_stands(client: httpx.Client, visit: Visit) -> None:
    """A sniper who has not moved heeds neither cover nor who lies down."""
    table = opened(client, duel(20, red="sniper_team", order="fire").ready(Shooting(RED, A)).play(SYSTEM))
    page = visit(table.made["seats"]["blue"]["link"])
    expect(page.locator("#p-vain")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-number", "0")
    assert "WentDown" not in [told["kind"] for told in table.events("blue")]


def test_enter_fires_nothing_that_can_do_no_harm(client: httpx.Client, visit: Visit) -> None:
    table = opened(client, duel(20, blue="old_tank", order="fire").ready(Shooting(RED, A)))
    page = visit(table.made["seats"]["red"]["link"])
    expect(page.locator("#panel")).to_contain_text("which does no harm")
    expect(page.locator("#p-hold kbd")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-number", "0")
    assert "Fired" not in [told["kind"] for told in table.events("red")]


def test_enter_calls_a_strike_and_leads_one_of_the_enemy_astray(client: httpx.Client, visit: Visit) -> None:
    """An observer without a target begins with a place among enemies; an aircraft is led onto enemies first."""
    table = TableTop()
    table.add(RED, "artillery_observer", 36, 5, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 35, id="b", order="fire")
    calls = opened(client, table.ready(Shooting(RED, A)))
    page = visit(calls.made["seats"]["red"]["link"])
    expect(page.locator("[data-point=CallStrike]")).to_contain_text("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".p-verdict")).to_contain_text("allowed")
    page.keyboard.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-number", "0")
    assert calls.events("red")[0]["kind"] == "StrikeCalled"
    aircraft = TableTop()
    aircraft.add(RED, "air_observer", 36, 5, id="a", order="fire")
    aircraft.add(RED, "rifle_squad", 36, 24, id="f", order="fire")
    aircraft.add(BLUE, "rifle_squad", 36, 35, id="b", order="fire")
    astray = opened(client, aircraft.ready(Shooting(RED, A)).play(CallStrike(target=B), 1))
    page = visit(astray.made["seats"]["blue"]["link"])
    page.locator("[data-command=Misdirect]").first.wait_for()
    page.keyboard.press("Enter")
    expect(page.locator("#p-go")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-number", "0")
    assert [told["event"]["target"] for told in astray.events("blue") if told["kind"] == "StrikeFell"] == ["red/f"]


def test_enter_is_written_on_the_strike_that_it_calls(client: httpx.Client, visit: Visit) -> None:
    """An observer who could fire his own rifle: the strike is offered once, and it is what Enter does."""
    table = TableTop()
    table.add(RED, "air_observer", 36, 15, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 35, id="b", order="fire")
    calls = opened(client, table.ready(Shooting(RED, A)))
    page = visit(calls.made["seats"]["red"]["link"])
    expect(page.locator("#p-fire")).to_be_visible()
    expect(page.locator("#panel [data-command=CallStrike]")).to_have_count(1)
    expect(page.locator("#panel kbd")).to_have_count(1)
    expect(page.locator("#p-instead kbd")).to_have_text("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-number", "0")
    assert calls.events("red")[0]["kind"] == "StrikeCalled"


def test_enter_points_at_a_place_for_the_unit_that_is_chosen_and_sets_it_up(client: httpx.Client, visit: Visit) -> None:
    table = make(client, kind="platoon", scenario="ridge", seed=5, seats={"defender": "human"})
    page = visit(table.made["seats"]["attacker"]["link"])
    page.locator("[data-pick='attacker/old_tank_1']").click()
    page.keyboard.press("Enter")
    expect(page.locator(".p-verdict.good")).to_be_visible()
    assert table.events("attacker") == []
    page.keyboard.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-number", "0")
    units = table.get("attacker", "/view").json()["view"]["units"]
    assert [id for id, unit in units.items() if unit["place"] == "table"] == ["attacker/old_tank_1"]


def test_an_enemy_who_is_clicked_while_orders_are_given_shows_his_card(client: httpx.Client, visit: Visit) -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 10, id="a")
    table.add(RED, "rifle_squad", 20, 10, id="c")
    table.add(BLUE, "hmg_team", 36, 35, id="b")
    page = visit(opened(client, table.ready(Ordering(RED))).made["seats"]["red"]["link"], size=(390, 844))
    page.locator(f'.p-label[data-unit="{B}"]').click()
    expect(page.locator(".p-looked-at")).to_contain_text("Heavy machine gun")
    expect(page.locator("[data-pick]")).to_have_count(2)


def test_enter_goes_all_the_way(client: httpx.Client, visit: Visit) -> None:
    """The only unit is taken up, its usual order given, a place towards the enemy pointed at and gone to."""
    squad = {"unit": "rifle_squad", "quality": "veteran", "men": 6}
    table = set_out(client, {"alpha": ((36, 6), squad)})
    enemies_go_down(table)
    officer = Officer(visit, table)
    assert officer.turn()
    expect(officer.panel.locator(".p-order").first).to_be_visible()
    officer.after(lambda: officer.page.keyboard.press("Enter"))
    assert officer.phase() == "move"
    officer.panel.locator("#p-hold").wait_for()
    expect(officer.page.locator(".p-place").first).to_be_attached()
    officer.page.keyboard.press("Enter")
    expect(officer.panel.locator("#p-go")).to_have_text(re.compile("Go 6″ here"))
    expect(officer.verdict()).to_contain_text("allowed")
    officer.after(lambda: officer.page.keyboard.press("Enter"))
    assert officer.place("attacker/alpha") == (36, 12)
