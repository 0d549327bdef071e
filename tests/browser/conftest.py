"""Visitors in a real browser at a real table. What a page says in its console against itself fails the test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from programs import lacking
from tabletop import ANEW, serving

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
]
DESKTOP, TABLET, PHONE = (1400, 900), (820, 1180), (390, 844)
ROOT = Path(__file__).parents[2]
SCREENSHOTS = ROOT / "build" / "screenshots"
PICTURES = ROOT / "docs" / "pictures"
PATIENCE = 45_000
"""Milliseconds that a page has for anything, also on a busy machine."""

POLLED = 30
"""Milliseconds between two looks at a page that is waited for."""

KNOWS_THE_GAMES = "localStorage.setItem('overheat.welcomed', '[\"classic\", \"platoon\"]')"
"""Who has played before is not welcomed as a newcomer."""

EVERY_STEP = "localStorage.getItem('overheat.by_itself') ?? localStorage.setItem('overheat.by_itself', 'off')"
"""Who takes every step himself: tests that count what happens do."""

NO_SHOW = "localStorage.getItem('overheat.show') ?? localStorage.setItem('overheat.show', '{\"speed\": \"off\"}')"
"""Who does not watch shots fly: what a page is asked for is there at once."""

UNSETTLED = "html[data-pending]"
"""A page that waits for an answer and will be redrawn: clicks wait until it has come."""

NETWORK = ("Failed to load resource", "ERR_INTERNET_DISCONNECTED")
"""What the browser itself says of answers that refuse, and of a network that was switched off."""

FAILED = pytest.StashKey[bool]()
Visit = Callable[..., Page]
Photograph = Callable[..., None]


def ask_seldom(page: Page) -> None:
    """Have what a page is waited for asked at intervals: asked with every frame, it would draw frames without end."""
    setattr(page, "wait_for_function", partial(page.wait_for_function, polling=POLLED))  # noqa: B010


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of the machine, without a window."""
    program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    if program is None:
        lacking("browser", "no Chromium is installed; scripts/install_test_programs.sh installs it where it can")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A table on loopback."""
    folder = tmp_path_factory.mktemp("browser")
    with serving(f"sqlite:///{folder / 'table.sqlite'}") as client:
        yield str(client.base_url).rstrip("/")


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[httpx.Client]:
    """Who asks the table without a page."""
    with httpx.Client(base_url=address, timeout=120, limits=ANEW) as found:
        yield found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes with a test that it failed, so that its pages can be photographed."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def visit(chromium: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Opens a page as a new visitor, sharing nothing with others; the pages of a failed test are photographed."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in NETWORK):
            complaints.append(message.text)

    def open_page(
        path: str = "/",
        size: tuple[int, int] = DESKTOP,
        theme: str = "light",
        *,
        newcomer: bool = False,
        workers: bool = False,
        by_itself: bool = False,
    ) -> Page:
        context = chromium.new_context(
            base_url=address,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            service_workers="allow" if workers else "block",
        )
        contexts.append(context)
        if not newcomer:
            context.add_init_script(KNOWS_THE_GAMES)
        if not by_itself:
            context.add_init_script(EVERY_STEP)
        context.add_init_script(NO_SHOW)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        ask_seldom(page)
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.add_locator_handler(page.locator(UNSETTLED), lambda waiting: None)
        page.goto(path)
        return page

    yield open_page
    for number, context in enumerate(contexts):
        if FAILED in request.node.stash:
            SCREENSHOTS.mkdir(parents=True, exist_ok=True)
            for page in context.pages:
                page.screenshot(path=SCREENSHOTS / f"failed-{request.node.originalname}-{number}.png")
        context.close()
    assert not complaints, "\n".join(complaints)


def few_colours(taken: bytes) -> Image.Image:
    """A picture in 256 colours, chosen so that none is far off: a small file in which the sides keep their colours."""
    whole = Image.open(BytesIO(taken)).convert("RGB")
    return whole.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)


@pytest.fixture
def photograph() -> Photograph:
    """Keeps a picture of a page where somebody wants to look at pictures; one with a name for the documents is put
    there when they are made anew."""

    def take(page: Page, name: str, document: str = "") -> None:
        if not (os.environ.get("OVERHEAT_PICTURES") or os.environ.get("OVERHEAT_REWRITE")):
            return
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        taken = page.screenshot(path=SCREENSHOTS / f"{name}.png")
        if document and os.environ.get("OVERHEAT_REWRITE"):
            PICTURES.mkdir(parents=True, exist_ok=True)
            few_colours(taken).save(PICTURES / f"{document}.png", optimize=True)

    return take
