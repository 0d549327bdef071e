"""How soon the start page can be used over a link with 100 ms of delay, at a first visit and at a second one.

Run as `python benchmarks/start_page.py`. A relay before the server holds up every byte by 50 ms each way, and every new
connection by 100 ms, so that whatever the browser does is counted, its service worker included. The times are those
of the page's own clock, from the click on a link to the moment at which a quick game can be begun (`usable`), and at
which battles can be set up (`furnished`). Best and median of some visits, each by a browser that is new here.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from playwright.sync_api import Browser, sync_playwright

DELAY = 0.1
"""Seconds there and back."""
VISITS = 3
WATCH = """() => {
  window.seen = {};
  const note = (name, selector) => {
    if (document.querySelector(selector)) window.seen[name] ??= performance.now();
  };
  const look = () => {
    note("usable", "[data-quick]:not(:disabled)");
    note("furnished", ".page.start[data-ready]");
    if (!window.seen.furnished) setTimeout(look, 5);
  };
  look();
}"""
KEPT = "navigator.serviceWorker.ready.then(() => caches.keys())"


class Relay:
    """A port that hands everything on to another, late."""

    def __init__(self, port: int) -> None:
        self.target, self.requests = port, 0
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        self.ready.wait()

    def run(self) -> None:
        """Serve until told to stop; then what is still open is let go of, and the loop is closed."""
        with asyncio.Runner() as runner:
            self.loop = runner.get_loop()
            runner.run(self.serve())

    async def serve(self) -> None:
        self.done = asyncio.Event()
        server = await asyncio.start_server(self.connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        await self.done.wait()
        server.close()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hand on both ways, until one side ends or the relay stops."""
        with contextlib.suppress(asyncio.CancelledError, OSError), contextlib.closing(writer):
            await asyncio.sleep(DELAY)
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
            with contextlib.closing(back):
                await asyncio.gather(
                    self.hand_on(reader, back, count=True), self.hand_on(there, writer), return_exceptions=True
                )

    async def hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, count: bool = False) -> None:
        """Whatever comes is handed on half the delay later, in its order."""
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def late() -> None:
            while True:
                due, piece = await waiting.get()
                await asyncio.sleep(max(0.0, due - self.loop.time()))
                if not piece:
                    writer.close()
                    return
                writer.write(piece)

        async with asyncio.TaskGroup() as both:
            both.create_task(late())
            while True:
                piece = await reader.read(65536)
                if count and piece[:4] in (b"GET ", b"POST"):
                    self.requests += 1
                waiting.put_nowait((self.loop.time() + DELAY / 2, piece))
                if not piece:
                    return

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self.done.set)
        self.thread.join()


@contextlib.contextmanager
def served() -> Iterator[int]:
    """A table in a process of its own, which has been asked everything once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with TemporaryDirectory() as place:
        command = [sys.executable, "-m", "overheat", "serve", "--no-open", "--port", str(port)]
        server = subprocess.Popen(
            [*command, "--database", f"sqlite:///{place}/table.sqlite"], stdout=subprocess.DEVNULL
        )
        try:
            for path in ("/healthz", "/api/kinds?changes=false", "/api/kinds", "/api/boards", "/api/classic/planets"):
                _answered(f"http://127.0.0.1:{port}{path}")
            yield port
        finally:
            server.terminate()
            server.wait()


def _answered(address: str) -> None:
    """Ask until there is an answer."""
    for _ in range(120):
        with contextlib.suppress(httpx.TransportError):
            httpx.get(address, timeout=120)
            return
        time.sleep(0.5)


@contextlib.contextmanager
def relayed(port: int) -> Iterator[Relay]:
    relay = Relay(port)
    try:
        yield relay
    finally:
        relay.stop()


def visits(browser: Browser, address: str, relay: Relay) -> list[dict[str, float]]:
    """A first visit and a second one, by a browser that has never been here."""
    context = browser.new_context(base_url=address)
    context.add_init_script(f"({WATCH})()")
    found = []
    for _ in range(2):
        before = relay.requests
        page = context.new_page()
        page.goto("/", wait_until="commit")
        page.wait_for_function("() => window.seen.furnished", timeout=60_000)
        seen: dict[str, float] = page.evaluate("window.seen")
        found.append({**seen, "requests": relay.requests - before})
        page.evaluate(KEPT)
        page.wait_for_timeout(3000)
        page.close()
    context.close()
    return found


def main() -> None:
    with served() as port, relayed(port) as relay, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        seen: list[list[dict[str, Any]]] = [
            visits(browser, f"http://127.0.0.1:{relay.port}", relay) for _ in range(VISITS)
        ]
        browser.close()
    for at, name in enumerate(("first visit", "second visit")):
        for what in ("usable", "furnished"):
            times = [each[at][what] / 1000 for each in seen]
            sys.stdout.write(
                f"{name}: {what} after {min(times):.2f} s at best, {statistics.median(times):.2f} s in the median\n"
            )
        sys.stdout.write(
            f"{name}: {statistics.median(each[at]['requests'] for each in seen):.0f} requests until then\n"
        )


if __name__ == "__main__":
    main()
