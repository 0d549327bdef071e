"""The option screen: presets, a tree that is searched, what cannot go together, and what each choice changes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browser.clicking import nameless, wider_than_the_screen
from overheat.classic.rulesets import LIBRARY

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

DESKTOP, PHONE = (1400, 900), (390, 844)
MANY = 140
PRINTED = len(LIBRARY.names(["printed"])) - 1
"""The layers that are chosen at first."""


def options(visit: Visit, kind: str = "classic", **how: Any) -> Page:
    """The start page with its option screen open, for a game."""
    page = visit("/", **how)
    page.locator(f'[data-kind="{kind}"]').click()
    page.locator("#rules-step > summary").click()
    page.locator("#layer-tree").wait_for()
    return page


def layer(page: Page, id: str) -> Locator:
    """The card of a layer, under its heading."""
    found = page.locator(f'[data-layer="{id}"]')
    if not found.is_visible():
        page.locator(f'.layer-group:has([data-layer="{id}"]) > summary').first.click()
    return found


def chosen(page: Page) -> set[str]:
    """The layers that are ticked."""
    page.locator("#rules-only-chosen").check()
    found = page.locator("[data-layer]").evaluate_all("cards => cards.map((card) => card.dataset.layer)")
    page.locator("#rules-only-chosen").uncheck()
    return set(found)


def test_words_are_found_in_what_a_layer_changes_and_marked(visit: Visit) -> None:
    page = options(visit)
    page.locator("#rules-search").fill("fire any number rounds")
    expect(page.locator("[data-layer]")).to_have_count(1)
    found = page.locator('[data-layer="omega_autocannons"]')
    expect(found.locator("mark").first).to_be_visible()
    expect(found.locator("mark", has_text="any").first).to_be_visible()
    expect(page.locator("#rules-told")).to_contain_text("1 found")
    page.locator("#rules-search").fill("no such words")
    expect(page.locator("#layer-tree")).to_contain_text("No optional rule fits")


def test_a_preset_is_chosen_and_put_away_by_one_click(visit: Visit, client: httpx.Client) -> None:
    page = options(visit)
    expect(page.locator('[data-preset="printed"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#battle-summary")).to_contain_text("As usually published")
    preset = page.locator('[data-preset="tacops"]')
    preset.click()
    expect(preset).to_have_attribute("aria-pressed", "true")
    assert chosen(page) == set(LIBRARY.names(["printed", "tacops"])[1:])
    layer(page, "evading").get_by_role("checkbox").uncheck()
    expect(preset).to_have_attribute("aria-pressed", "mixed")
    page.locator('[data-preset="quickref"]').click()
    assert chosen(page) == set()
    expect(page.locator("#battle-summary")).to_contain_text("no optional rules")


def test_what_cannot_go_together_is_told_before_it_is_chosen(visit: Visit) -> None:
    page = options(visit, "platoon")
    layer(page, "dmr_0_36").get_by_role("checkbox").check()
    rival = page.locator('[data-layer="dmr_0_38"]')
    expect(rival.get_by_role("checkbox")).to_be_disabled()
    expect(rival).to_contain_text("Cannot go with “DMR from 0 to 36 inches”: both decide weapons.marksman_range.")
    rival.get_by_role("button", name="Choose it in place of").click()
    assert chosen(page) == {"dmr_0_38"}
    expect(page.locator('[data-preset="later_versions"]')).to_contain_text("puts away “DMR from 0 to 38 inches”")
    page.locator('[data-preset="later_versions"]').click()
    assert "dmr_0_36" in chosen(page)
    assert "dmr_0_38" not in chosen(page)


def test_a_layer_tells_its_commands_phases_rows_and_rules_with_where_they_are_written(visit: Visit) -> None:
    page = options(visit)
    reaction = layer(page, "omega_reaction")
    reaction.get_by_text("What this changes").click()
    expect(reaction.locator("summary")).to_contain_text("1 phase, 3 commands, 1 question, 3 rules, 2 tables")
    expect(reaction.locator('[data-what="phase"]')).to_contain_text("Reaction, after movement")
    expect(reaction.locator("[data-what=command]").first).to_contain_text("Lay a smoke screen in one's own hex")
    expect(reaction.locator("[data-change] cite").first).to_contain_text("Omega Rules")
    charger = layer(page, "steady_charger")
    charger.get_by_text("What this changes").click()
    expect(charger.locator(".change-rows tbody tr")).to_have_text(["charge20"])
    luck = layer(page, "floating_criticals")
    luck.get_by_text("What this changes").click()
    expect(luck.locator(".before")).to_contain_text("A 2 goes through the armour")


def many_layers(route: Route) -> None:
    """The games as the server tells them, with as many layers as a thick book has."""
    answer = route.fetch()
    kinds = answer.json()
    rules = kinds[0]["rules"]
    more = [each for each in rules if not each["base"]]
    for at in range(MANY - len(more)):
        copy = json.loads(json.dumps(more[at % len(more)]))
        where = "Movement" if at % 2 else "Weapons and a heading of many words"
        rules.append(
            {**copy, "id": f"{copy['id']}_{at}", "title": f"{copy['title']} {at}", "group": f"A thick book / {where}"}
        )
    route.fulfill(response=answer, json=kinds)


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [("options", DESKTOP, "light"), ("options-dark", DESKTOP, "dark"), ("options-phone", PHONE, "light")],
)
def test_many_options_are_found_and_chosen_on_every_screen_without_a_mouse(
    visit: Visit, photograph: Photograph, name: str, size: tuple[int, int], theme: str
) -> None:
    page = visit("/", size=size, theme=theme)
    page.route(re.compile(r"/api/kinds(\?|$)"), many_layers)
    page.reload()
    page.locator("#rules-step > summary").click()
    expect(page.locator("#rules-told")).to_contain_text(f"{PRINTED} of {MANY} chosen")
    page.locator("#rules-step").evaluate("step => step.scrollIntoView()")
    photograph(page, f"{name}-closed")
    page.locator('[data-group="A thick book"] > summary').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("#rules-told")).to_contain_text(f"{PRINTED + 1} of {MANY} chosen")
    assert page.evaluate("document.activeElement.closest('.layer')?.dataset.chosen") == "true"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    photograph(page, f"{name}-open")
    page.locator("#rules-search").fill("autocannon burst")
    expect(page.locator("#rules-told")).to_contain_text("found")
    page.locator("#rules-search").evaluate("field => field.scrollIntoView()")
    photograph(page, f"{name}-search")
    assert wider_than_the_screen(page) == []
    assert nameless(page) == []
