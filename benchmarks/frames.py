"""Frames a second of a battle with effects in a real browser: 24 machines on 32x34 hexes, shown from its events.

Run as `python benchmarks/frames.py` for a weapon phase, with `--walking` for a movement phase. It tells frames a
second, and what a frame costs the page's own thread in processor time, which other work on the machine disturbs less.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.kernel.log.replay import Session
from overheat.lab.players import make_bot
from tabletop import Table, serving

FORCE = ("Warhammer WHM-6R", "Archer ARC-2R", "Griffin GRF-1N", "Marauder MAD-3R", "Locust LCT-1V", "Awesome AWS-8Q")
ROUNDS = 3
STRETCH = {"AttackRolled": 55, "Moved": 40}
"""How many events are shown in one go, by the kind that is looked for."""
ENOUGH = 1500
"""Frames after which no more are counted."""
BUSY = "document.querySelector('.show-canvas').dataset.showing !== undefined"
WATCH = """() => {
  window.gaps = [];
  let before = 0;
  const step = (now) => {
    if (before && document.querySelector(".show-canvas").dataset.showing) window.gaps.push(now - before);
    before = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}"""
LOOK = """at => {
  const bar = document.querySelector("#replay-range");
  bar.value = at;
  bar.dispatchEvent(new Event("input"));
}"""


def board() -> str:
    """A board of 32x34 hexes with hills, woods and water."""
    command = [
        sys.executable,
        "-m",
        "overheat",
        "board",
        "generate",
        "--landscape",
        "hills",
        "--width",
        "32",
        "--height",
        "34",
    ]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def battle() -> str:
    """The log of some rounds between bots."""
    units = [
        Combatant(
            id=f"{side}{at}",
            side=side,
            unit=FORCE[at % len(FORCE)],
            hex=f"{8 + at % 6 * 3:02}{row + at // 6:02}",
            facing=facing,
        )
        for side, row, facing in (("red", 13, 3), ("blue", 19, 0))
        for at in range(12)
    ]
    game = Classic()
    session: Session[Any, Any, Any] = Session(
        game, Setup(board="", board_text=board(), units=tuple(units), rounds=ROUNDS), 1
    )
    bots = {side: make_bot(game.name, "greedy", 1, side) for side in ("red", "blue")}
    while (player := game.to_act(session.state)) is not None:
        session.apply(
            player, bots[player].choose(game, session.state, player, tuple(game.legal(session.state, player)))
        )
    return session.log().decode()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--walking", action="store_true", help="a movement phase in place of a weapon phase")
    asked.add_argument("--log", type=Path, help="keep the battle's log in this file, and take it from there next time")
    wanted = asked.parse_args()
    kind = "Moved" if wanted.walking else "AttackRolled"
    log = wanted.log.read_text(encoding="utf-8") if wanted.log and wanted.log.exists() else battle()
    if wanted.log:
        wanted.log.write_text(log, encoding="utf-8")
    with (
        TemporaryDirectory() as place,
        serving(f"sqlite:///{place}/table.sqlite") as client,
        sync_playwright() as playwright,
    ):
        made = client.post("/api/games/import", json={"log": log, "open_to_all": True}, timeout=300)
        table = Table(client, made.json())
        events = table.events("watch", limit=100_000)
        shots = [told["number"] for told in events if told["kind"] == kind]
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        page = browser.new_context(base_url=str(client.base_url), viewport={"width": 1440, "height": 900}).new_page()
        page.goto(table.made["watch"]["link"])
        page.locator("#classic-map").wait_for()
        costs = page.context.new_cdp_session(page)
        costs.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
        costs.send("Performance.enable")
        page.keyboard.press("[")
        page.evaluate(WATCH)
        busy = 0.0
        for at in range(shots[0], shots[-1], STRETCH[kind]):
            page.evaluate(LOOK, at - 1)
            page.wait_for_timeout(900)
            page.evaluate(LOOK, at + STRETCH[kind] - 1)
            page.wait_for_timeout(700)
            before = task(costs)
            page.wait_for_function(f"() => !({BUSY})", timeout=60_000)
            busy += task(costs) - before
            if len(page.evaluate("window.gaps")) > ENOUGH:
                break
        gaps = page.evaluate("window.gaps")
        browser.close()
    mean, median = 1000 / statistics.mean(gaps), 1000 / statistics.median(gaps)
    sys.stdout.write(
        f"{len(shots)} {'steps' if wanted.walking else 'shots'} in the battle, {len(gaps)} frames shown\n"
        f"frames a second: {mean:.1f} on average, {median:.1f} in the median\n"
        f"the page's thread worked {1000 * busy / len(gaps):.1f} ms a frame (processor time)\n"
    )


def task(costs: Any) -> float:
    """Seconds of processor time that the page's thread has worked."""
    return float(
        next(
            each["value"] for each in costs.send("Performance.getMetrics")["metrics"] if each["name"] == "TaskDuration"
        )
    )


if __name__ == "__main__":
    main()
