"""The pages of a table that cannot save: they say so, go on by themselves, and say again what was not answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import Page

from browser.clicking import sit_down
from faults import Faults, Kept
from overheat.table import server
from tabletop import make, serving

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

LONG = 3600.0
TOLD = "() => document.querySelector('#store-away')?.checkVisibility()"
OVER = "() => !document.querySelector('#store-away')"


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Faults]]:
    """The address of a table, and what breaks its database."""
    kept = Kept()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "Store", kept)
        with serving(f"sqlite:///{tmp_path_factory.mktemp('away') / 'table.sqlite'}") as client:
            yield str(client.base_url).rstrip("/"), Faults(kept.stores[0])


@pytest.fixture(scope="module")
def address(faults: tuple[str, Faults]) -> str:
    return faults[0]


def test_a_command_that_could_not_be_saved_is_said_again_by_the_page(
    visit: Visit, client: httpx.Client, faults: tuple[str, Faults], photograph: Photograph
) -> None:
    table = make(client, kind="classic", scenario="lance", seed=2, hot_seat=True)
    seat, watcher = sit_down(visit, table, "red"), sit_down(visit, table, "watch")
    assert seat.turn()
    before = table.get("watch").json()
    faults[1].arm("before commit", 1, LONG)
    seat.page.locator("[data-choose]").first.click()
    for page in (seat.page, watcher.page):
        page.wait_for_function(TOLD)
    assert "cannot save right now" in _banner(seat.page)
    photograph(seat.page, "store-away")
    photograph(watcher.page, "store-away-watching")
    assert client.get("/healthz").status_code == 503
    faults[1].mend()
    for page in (seat.page, watcher.page):
        page.wait_for_function(OVER)
        page.wait_for_function("before => Number(document.body.dataset.number) > before", arg=before["number"])
    now = table.get("red").json()
    assert now["step"] == before["step"] + 1
    assert seat.number == watcher.number == now["number"]


def test_who_comes_while_the_table_cannot_be_read_gets_in_when_it_can(
    visit: Visit, client: httpx.Client, faults: tuple[str, Faults]
) -> None:
    table = make(client, kind="classic", scenario="duel", seed=2, hot_seat=True)
    faults[1].arm("before commit", 1, LONG)
    command = table.get("red", "/legal").json()["commands"][0]
    assert table.post("red", "/say", command=command).status_code == 503
    page = visit(f"/play#game={table.id}&token={table.token('red')}")
    page.wait_for_function("() => document.querySelector('#trouble[data-problem=\"table.store\"]')")
    faults[1].mend()
    page.wait_for_function("() => document.body.dataset.connection === 'live'")
    page.wait_for_function(OVER)


def _banner(page: Page) -> str:
    return str(page.evaluate("document.querySelector('#store-away').textContent"))
