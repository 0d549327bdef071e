"""A phase and a verb of a user's file are played by clicking, in panels that know nothing of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from browser.clicking import sit_down
from browser.test_classic_moves import kinds, turn_of
from parades import NAME, on_parade
from tabletop import make

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of the layer, which the table knows while the test runs."""
    with on_parade(tmp_path, monkeypatch):
        yield NAME


def test_a_phase_and_a_verb_of_a_users_file_are_played_by_clicking(
    client: httpx.Client, visit: Visit, rules: str, photograph: Photograph
) -> None:
    units = [
        {"id": f"{side}-1", "side": side, "unit": "Wasp WSP-1A", "hex": hex, "facing": facing}
        for side, hex, facing in (("red", "0402", 3), ("blue", "0407", 0))
    ]
    setup = {"board": "field.board", "board_text": "size 10 10\nend\n", "units": units}
    table = make(client, kind="classic", setup=setup, seed=4, hot_seat=True, rules=[rules])
    turn_of(table, "red-1", "parade")
    seat = sit_down(visit, table, "red")
    seat.turn()
    expect(seat.page.locator("body")).to_contain_text("Parade")
    expect(seat.page.locator("#also")).to_contain_text("Salute towards 1")
    salute = seat.page.get_by_role("button", name="Salute towards 1")
    expect(salute).to_contain_text("0.5 heat")
    salute.hover()
    expect(seat.page.locator("#also .foreseen")).to_contain_text("cheers on 8+")
    seat.page.locator("#also .foreseen summary", has_text="cheers").click()
    expect(seat.page.locator("#also .foreseen")).to_contain_text("the crowd")
    photograph(seat.page, "a-phase-of-ones-own")
    salute.click()
    seat.turn()
    assert "Twisted" in kinds(table)
    seat.press("Done")
    turn_of(table, "red-1", "weapons")
    expect(seat.page.locator("#also")).to_contain_text("Salute towards 0")


def test_mines_are_laid_and_seen_by_their_owner_and_a_unit_evades_by_clicking(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    units = [
        {"id": f"{side}-1", "side": side, "unit": "Wasp WSP-1A", "hex": hex, "facing": facing}
        for side, hex, facing in (("red", "0402", 3), ("blue", "0407", 0))
    ]
    setup = {"board": "field.board", "board_text": "size 10 10\nend\n", "units": units}
    table = make(client, kind="classic", setup=setup, seed=4, rules=["minefields", "evading"])
    turn_of(table, "red-1")
    own, other = (visit(table.made["seats"][side]["link"]) for side in ("red", "blue"))
    own.get_by_role("button", name="Lay mines").click()
    photograph(own, "mines-to-lay")
    own.locator("#pick-hex").fill("0404")
    own.keyboard.press("Enter")
    own.get_by_role("button", name="Lay mines in 0404").click()
    expect(own.locator('[data-thing="minefield-red-1"]')).to_have_count(1)
    own.locator('[data-mode="evade"]').click()
    expect(own.locator(".reach.evade")).to_have_count(1)
    photograph(own, "mines-and-evading")
    shade = own.locator(".reach.evade").evaluate("element => getComputedStyle(element).fill")
    assert shade != "rgb(0, 0, 0)"
    expect(other.locator("#classic-map")).to_be_visible()
    expect(other.locator("[data-thing]")).to_have_count(0)
    assert "0404" not in str(table.get("blue", "/view").json()["view"]["things"])


def test_the_marks_of_a_layer_stand_on_the_unit_card_in_words_and_its_effects_on_the_map(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    units = [
        {"id": f"{side}-1", "side": side, "unit": "Wasp WSP-1A", "hex": hex, "facing": facing}
        for side, hex, facing in (("red", "0402", 3), ("blue", "0407", 0))
    ]
    setup = {"board": "field.board", "board_text": "size 10 10\nend\n", "units": units}
    table = make(client, kind="classic", setup=setup, seed=4, rules=["omega_reaction"])
    turn_of(table, "red-1", "reaction")
    own, other = (visit(table.made["seats"][side]["link"]) for side in ("red", "blue"))
    own.get_by_role("button", name="Lay a smoke screen").click()
    expect(own.locator(".acting-head .fact.mark")).to_have_text("smoke screens used: 1")
    photograph(own, "marks-of-a-layer")
    for page in (own, other):
        expect(page.locator('[data-thing="smoke screen"]')).to_have_count(1)
    marks = table.get("blue", "/view").json()["view"]["units"]["red-1"]["marks"]
    assert marks["smoke screens used"]["words"] == "smoke screens used: 1"
