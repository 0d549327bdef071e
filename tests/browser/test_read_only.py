"""A saved game that does not replay is looked at in the browser: why, its log, and the board as far as it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import FilePayload, Page, expect

from browser.clicking import wider_than_the_screen
from spoiling import spoilt_log

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit


def looked_at(visit: Visit, log: bytes, **how: tuple[int, int]) -> Page:
    """Bring a log that is refused, and look at it all the same."""
    page = visit("/", **how)
    page.locator(".start[data-ready=true]").wait_for()
    file = FilePayload(name="old.jsonl", mimeType="application/x-ndjson", buffer=log)
    page.locator("#saved-file-input").set_input_files(file)
    page.locator("#saved-go").click()
    expect(page.locator("#saved-refusal .refusal")).to_be_visible()
    page.locator("#saved-look").click()
    page.wait_for_function("() => location.pathname === '/play' && document.body.dataset.connection === 'live'")
    return page


@pytest.mark.parametrize(
    ("game", "how", "reason"),
    [
        ("classic", "other_event", "Log and board are as the events tell them"),
        ("classic", "unknown_unit", "there is no board to show"),
        ("platoon", "other_event", "from there on the log alone tells"),
        ("platoon", "unknown_rules", "as it was before the game"),
    ],
)
def test_a_log_that_does_not_replay_is_looked_at(
    visit: Visit, photograph: Photograph, game: str, how: str, reason: str
) -> None:
    page = looked_at(visit, spoilt_log(game, how))
    strip = page.locator("#read-only")
    expect(strip).to_contain_text("can be looked at and not played on")
    expect(strip).to_contain_text(reason)
    expect(page.locator("#phasebar")).to_contain_text("Read-only")
    page.wait_for_function("() => document.querySelectorAll('#pane-log [data-number], .log-line').length > 5")
    photograph(page, f"read-only-{game}-{how}")
    page.locator("#read-only-replay").click()
    page.locator("#replay-first").click()
    expect(page.locator("#replay-label")).to_contain_text("0 / ")
    with page.expect_download() as saved:
        page.locator("#read-only-download").click()
    assert saved.value.path().read_bytes() == spoilt_log(game, how)


def test_the_strip_fits_a_phone(visit: Visit) -> None:
    page = looked_at(visit, spoilt_log("classic", "damaged_line"), size=(390, 844))
    expect(page.locator("#read-only")).to_contain_text("The board is shown up to event")
    assert wider_than_the_screen(page) == []
