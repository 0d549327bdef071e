"""Helpers for browser tests of the classic game: clicks and keys on the page."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

from playwright.sync_api import Locator, Page, expect

from overheat.classic.board.hexes import Hex
from tabletop import Table

expect.set_options(timeout=45_000)

SIZE = 40.0
"""From the middle of a hex to its corner, in the units of the map."""
MODES = "WRJ"
CLOSE = 4
"""How near to the enemy these players like to be."""

SETTLED = "!document.documentElement.hasAttribute('data-pending')"
"""A page that waits for nothing says so."""
QUIET = f"{SETTLED} && document.body.dataset.connection === 'live'"
OURS_OR_OVER = f"""() => {{
  if (!({QUIET})) return null;
  if (document.querySelector("#result-dialog")) return "over";
  return document.querySelector("#phasebar").dataset.mine === "true" ? "ours" : null;
}}"""
ON_SCREEN = """([x, y]) => {
  const map = document.querySelector("#classic-map");
  const at = new DOMPoint(x, y).matrixTransform(map.getScreenCTM());
  return [at.x, at.y];
}"""


class Shot:
    """A shot as the page foretells it."""

    def __init__(self, row: Locator) -> None:
        self.weapon = row.locator(".weapon-name").evaluate("name => name.firstChild.textContent")
        self.number = int(row.locator(".weapon-number b").inner_text().rstrip("+"))


class Seat:
    """A side of a game, its page, and what a player does at it."""

    def __init__(self, page: Page, table: Table, side: str) -> None:
        self.page, self.table, self.side = page, table, side
        self.arrive()

    def arrive(self) -> None:
        """Wait until the game is there and nothing is asked for any more."""
        self.page.wait_for_function(f"() => document.body.dataset.number && {QUIET}")

    def reload(self) -> None:
        self.page.reload()
        self.arrive()

    def view(self) -> dict[str, Any]:
        """What the server lets the side see."""
        seen: dict[str, Any] = self.table.get(self.side, "/view", player=self.side).json()["view"]
        return seen

    @property
    def number(self) -> int:
        """The number of the event that the page shows."""
        return int(self.page.evaluate("document.body.dataset.number"))

    def turn(self) -> bool:
        """Wait until something is expected of this side; False when the game is over instead.

        What the server knows already, the page shows before: an answer to an earlier moment would be refused.
        """
        number = self.table.get(self.side).json()["number"]
        self.page.wait_for_function("number => Number(document.body.dataset.number) >= number", arg=number)
        return bool(self.page.wait_for_function(OURS_OR_OVER).json_value() == "ours")

    def phase(self) -> str:
        """The phase that the bar shows."""
        return self.page.locator("#bar-phases [aria-current=step]").inner_text().lower()

    def after(self, gesture: Callable[[], object]) -> None:
        """Make a gesture that says something, and wait until the page shows what came of it."""
        before = self.number
        gesture()
        self.page.wait_for_function(f"before => Number(document.body.dataset.number) > before && {QUIET}", arg=before)

    def open_tab(self, title: str) -> None:
        """Open one of the tabs beside the map."""
        self.page.get_by_role("tab", name=title, exact=True).click()

    def press(self, command: str) -> None:
        """Press a button of the panel that says something."""
        self.after(self.page.locator(f'#classic-panel [data-command="{command}"]').click)

    def choose(self) -> None:
        """Take the first unit that may act, if none is in the middle of its turn."""
        waiting = self.page.locator("#classic-panel [data-choose]")
        if waiting.count():
            self.after(waiting.first.click)

    def token(self, unit: str) -> Locator:
        return self.page.locator(f'#classic-map [data-unit="{unit}"]')

    def hex_of(self, unit: str) -> str:
        """Where the map shows a unit."""
        return str(self.token(unit).get_attribute("data-hex"))

    def middle_of(self, name: str) -> tuple[float, float]:
        """Where the middle of a hex is on the screen."""
        place = Hex.parse(name)
        inner = SIZE * sqrt(3) / 2
        middle = [SIZE * (1.5 * place.column - 0.5), inner * (2 * place.row - place.column % 2)]
        x, y = self.page.evaluate(ON_SCREEN, middle)
        return x, y

    def click_hex(self, name: str, **held: Any) -> None:
        """Click the middle of a hex."""
        self.page.mouse.click(*self.middle_of(name), **held)

    def hover_hex(self, name: str) -> None:
        """Point at the middle of a hex."""
        self.page.mouse.move(*self.middle_of(name))

    def reachable(self) -> dict[str, str]:
        """The hexes that the map colours, with their labels: mode, points, and a mark where dice decide."""
        found: dict[str, str] = self.page.locator("#classic-map .reach-label").evaluate_all(
            "labels => Object.fromEntries(labels.map((label) => [label.dataset.hex, label.textContent]))"
        )
        return found

    def enemy(self) -> str:
        """The hex of the nearest enemy that still stands."""
        tokens = self.page.locator(f'#classic-map .token:not(.wreck):not([data-side="{self.side}"])')
        return str(tokens.first.get_attribute("data-hex"))

    def nearest(self) -> str | None:
        """Of the hexes in reach one that is near the enemy and safe and easy to get to, if there are any."""
        enemy = Hex.parse(self.enemy())

        def effort(found: tuple[str, str]) -> tuple[int, bool, int, str]:
            name, label = found
            return abs(Hex.parse(name).distance(enemy) - CLOSE), "!" in label, MODES.index(label[0]), name

        return min(self.reachable().items(), key=effort, default=(None, ""))[0]

    def plan(self, name: str) -> Locator:
        """Click a hex, and see the way there."""
        self.click_hex(name)
        planned = self.page.locator(f'#classic-panel [data-plan="{name}"]')
        planned.wait_for()
        return planned

    def go(self, planned: Locator) -> None:
        """Go the way that was planned, and end the move."""
        ending = planned.locator("[data-command=go-end]")
        self.after((ending if ending.count() else planned.locator("[data-command=go]")).click)

    def move(self) -> None:
        """Go near the enemy by a click on the map, or stay."""
        wanted = self.nearest()
        if wanted is None:
            self.press("Done")
        else:
            self.go(self.plan(wanted))

    def foretold(self) -> int:
        """The heat after the round, as the page foretells it; it does so when it knows all about the volley."""
        bar = self.page.locator("#classic-panel .heat-bar")
        bar.wait_for()
        return int(str(bar.get_attribute("data-heat-after")))

    def picked(self) -> list[Shot]:
        """The shots that are ticked."""
        self.foretold()
        return [Shot(row) for row in self.page.locator("#classic-panel .weapon.chosen").all()]

    def twist(self) -> None:
        """Turn towards an enemy that no weapon bears on, if that can be done."""
        own, enemy = (Hex.parse(found) for found in (self.hex_of(f"{self.side}-1"), self.enemy()))
        turning = self.page.locator(f'#classic-panel [data-command="Twist-{own.direction(enemy)}"]')
        if turning.count():
            self.after(turning.click)

    def fire(self) -> list[Shot]:
        """Declare the shots that the page proposes, with a twist if it takes one; what it foretold of them."""
        shots = self.picked()
        if not shots:
            self.twist()
            shots = self.picked()
        if shots:
            self.press("Fire")
        return shots

    def strike(self) -> None:
        """Strike the likeliest blow, as long as there are any."""
        while self.page.locator("#classic-panel .blow").count():
            best = self.page.locator("#classic-panel .blow b").evaluate_all(
                "numbers => numbers.map((number) => parseInt(number.textContent))"
            )
            at = best.index(min(best)) if best else 0
            self.after(self.page.locator("#classic-panel .blow > button").nth(at).click)
        self.press("Done")


def sit_down(visit: Callable[..., Page], table: Table, side: str, **how: Any) -> Seat:
    """Open the link of a side, or of those who watch."""
    way = table.made["watch"] if side == "watch" else table.made["seats"][side]
    return Seat(visit(way["link"], **how), table, side)


USED = {"button", "link", "textbox", "searchbox", "checkbox", "radio", "combobox", "slider", "spinbutton", "tab"}
"""Roles of what can be used."""


def nameless(page: Page) -> list[str]:
    """What can be used on a page but has no name to be called by, as the browser tells it to screen readers."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    seen = [node for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in USED]
    assert seen, "nothing on this page can be used"
    return [str(node) for node in seen if not str(node.get("name", {}).get("value", "")).strip()]


def wider_than_the_screen(page: Page) -> list[str]:
    """What makes a page scroll sideways."""
    found: list[str] = page.evaluate(
        """() => {
          const room = innerWidth;
          if (document.documentElement.scrollWidth <= room) return [];
          const all = [...document.body.querySelectorAll("*")];
          const wide = all.filter((one) => one.getBoundingClientRect().right > room + 1);
          return ["the page is too wide", ...wide.map((one) => one.outerHTML.slice(0, 120))];
        }"""
    )
    return found
