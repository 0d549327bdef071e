"""Helpers for browser tests of H.E.A.T: clicks and drags on the page, and fixtures of tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from math import hypot
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from playwright.sync_api import Locator, expect

from browser.clicking import SETTLED
from overheat.kernel.log.replay import Session
from overheat.lab.games import find_scenario
from overheat.lab.players import make_bot
from overheat.lab.positions import print_position
from overheat.platoon.battle.state import Ordering, Shooting, State
from overheat.platoon.rosters.roster import Enlisted, Roster, muster
from overheat.platoon.rulesets import ruleset
from tabletop import Table, make

if TYPE_CHECKING:
    from browser.conftest import Visit
    from platoon.positions import TableTop

expect.set_options(timeout=45_000)

SIDE, ENEMY = "attacker", "defender"
VEHICLE, SQUAD, THEIRS = "attacker/light_ifv_1", "attacker/alpha", "defender/first"
SQUADS = ("attacker/alpha", "attacker/bravo", "attacker/charlie")
SCALE, PER_INCH, DEPTH = 100, 10, 48
"""Hundredths to an inch, units of the drawing to an inch, and inches from south to north."""
ADVANCE = {VEHICLE: 9, SQUAD: 6}
"""Inches that a fighting vehicle and men go on an Advance."""
BOLD_TURNS = 3
"""How long the platoon advances, and fires in the last of these turns; after that it digs in."""
MANY_PINS = 3

OURS_OR_OVER = """() => {
  const { busy, connection, number } = document.body.dataset;
  if (busy !== undefined || connection !== "live" || number === undefined) return null;
  if (document.querySelector("#result-dialog")) return "over";
  return document.querySelector("#phasebar").dataset.mine === "true" ? "ours" : null;
}"""
ON_SCREEN = """([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector("#platoon-map").getScreenCTM());
  return [at.x, at.y];
}"""
OFFERS = """buttons => buttons.map((button) => ({
  order: button.dataset.order,
  doing: button.dataset.doing ?? "",
  needs: parseInt(button.querySelector(".p-order-odds b")?.textContent ?? "0"),
}))"""
PARTS = """parts => parts.map((part) => [
  part.querySelector("summary span").textContent,
  part.querySelector("summary b").textContent,
])"""
PART = re.compile(r"(?:\d+ × )?(.+), \S+ shots?(?: each)?")
"""How many fire, with what, and how often."""
SHOWS_PINS = """pins => Object.entries(pins).every(([unit, many]) => {
  const label = document.querySelector(`.p-label[data-unit="${unit}"]`);
  const said = Number(label?.getAttribute("aria-label").match(/(\\d+) pins?$/)?.[1] ?? 0);
  const token = Number(label?.querySelector("[data-pins]")?.dataset.pins ?? 0);
  return said === many && token === many;
})"""
KEPT = "boxes => boxes.map((box) => box.dataset.keep)"
FIRED = re.compile(r": (.+), \d+ shots? at (\d\+|6 and 6), (?:\d+|no) hit")


def skirmish(client: httpx.Client) -> Table:
    """A vehicle and a squad against a squad, set up far apart; both sides are human."""
    setup = client.get("/api/kinds/platoon/scenarios/crossroads").json()
    few = {VEHICLE: (50, 5), SQUAD: (24, 5), THEIRS: (36, 44)}
    for player, force in zip(setup["players"], setup["forces"], strict=True):
        force[:] = [unit for unit in force if f"{player}/{unit['id']}" in few]
    table = make(client, kind="platoon", setup=setup, seed=5, seats={SIDE: "human", ENEMY: "human"})
    for id in (VEHICLE, THEIRS, SQUAD):
        x, y = few[id]
        heading = 0 if id.startswith(SIDE) else 180
        said = table.say(id.split("/")[0], type="Deploy", unit=id, at=[x * SCALE, y * SCALE, 0], heading=heading)
        assert said.status_code == 200, said.text
    return table


def set_out(client: httpx.Client, own: dict[str, Any], rules: tuple[str, ...] = ()) -> Table:
    """Some units by their places or transports, as a platoon file writes them, against one squad that is far away."""
    setup = client.get("/api/kinds/platoon/scenarios/crossroads").json()
    theirs: dict[str, Any] = {"first": ((36, 44), {"unit": "rifle_squad", "quality": "regular", "men": 6})}
    for side, force in enumerate((own, theirs)):
        entries = tuple(Enlisted(id=id, **facts) for id, (_, facts) in force.items())
        platoon = muster(Roster(name="Own", points=9999, selector="open", units=entries), ruleset(rules))
        setup["forces"][side] = msgspec.to_builtins(platoon.sheets)
    seats = {SIDE: "human", ENEMY: "human"}
    table = make(client, kind="platoon", setup=setup, rules=list(rules), seed=5, seats=seats)
    left = {SIDE: dict(own), ENEMY: dict(theirs)}
    while any(left.values()):
        player = table.get("watch").json()["to_act"]
        id = next(iter(left[player]))
        where, _ = left[player].pop(id)
        place: dict[str, Any] = {"aboard": f"{player}/{where}"}
        if not isinstance(where, str):
            place = {"at": [inch * SCALE for inch in (*where, 0)], "heading": 0 if player == SIDE else 180}
        said = table.say(player, type="Deploy", unit=f"{player}/{id}", **place)
        assert said.status_code == 200, said.text
    return table


def opened(client: httpx.Client, at: TableTop) -> Table:
    """A position of two human players as a game."""
    text = print_position(at.game, at.state.setup, at.state)
    return make(client, kind="platoon", position=text, seed=5, seats={"red": "human", "blue": "human"})


def enemies_go_down(table: Table) -> None:
    """The other side gives its dice away until the die is ours."""
    while table.get("watch").json()["to_act"] == ENEMY:
        legal = table.get(ENEMY, "/legal").json()["commands"]
        calm = [each for each in legal if each.get("order") == "down" and not each["doing"]]
        assert table.say(ENEMY, **(calm or legal)[0]).status_code == 200


@cache
def battle(moment: Callable[[State], bool]) -> str:
    """The log of a battle that bots have fought up to a moment: the first in which it comes."""
    return next(log for seed in range(5, 25) if (log := _fought_up_to(moment, seed)))


def _fought_up_to(moment: Callable[[State], bool], seed: int) -> str:
    """The log of the battle of a seed up to a moment; nothing where it ends before."""
    kind, brief = find_scenario("crossroads")
    game = kind.make(())
    session: Session[Any, Any, Any] = Session(game, brief.setup, seed)
    bots = {side: make_bot(game.name, "greedy", seed, side) for side in (SIDE, ENEMY)}
    while (player := game.to_act(session.state)) is not None:
        if moment(session.state):
            return session.log().decode()
        legal = tuple(game.legal(session.state, player))
        session.apply(player, bots[player].choose(game, session.state, player, legal))
    return ""


def fought(client: httpx.Client, moment: Callable[[State], bool]) -> Table:
    """A game that goes on by hand where the bots have left off."""
    seats = {SIDE: "human", ENEMY: "greedy"}
    brought = client.post("/api/games/import", json={"log": battle(moment), "seats": seats, "pace": 0})
    assert brought.status_code == 201, brought.text
    return Table(client, brought.json())


def orders_under_fire(state: State) -> bool:
    """After the first turn, the attacker has a die in hand and men with pins that have no order yet."""
    task = state.tasks[-1]
    waits = any(unit.side == 0 and unit.men and unit.pins and not unit.order for unit in state.units.values())
    return state.turn > 1 and isinstance(task, Ordering) and task.side == 0 and waits


def squad_shoots(state: State) -> bool:
    """In the second turn, a squad of the attacker shoots."""
    task = state.tasks[-1]
    return state.turn == 2 and isinstance(task, Shooting) and task.side == 0 and task.unit in SQUADS


class Officer:
    """Whoever clicks for a platoon, and what was compared on the way."""

    def __init__(self, visit: Visit, table: Table, **how: Any) -> None:
        self.table = table
        self.page = visit(table.made["seats"][SIDE]["link"], **how)
        self.panel = self.page.locator("#panel")
        self.flown = False
        self.answers = 0
        self.seen = dict.fromkeys(("tests", "scores", "moves", "pins"), 0)

    @property
    def number(self) -> int:
        """The number of the event that the page shows."""
        return int(self.page.evaluate("document.body.dataset.number"))

    def view(self) -> dict[str, Any]:
        """What the server lets the side see."""
        seen: dict[str, Any] = self.table.get(SIDE, "/view").json()["view"]
        return seen

    def turn(self) -> bool:
        """Wait until something is expected of us; False when the game is over instead."""
        return bool(self.page.wait_for_function(OURS_OR_OVER).json_value() == "ours")

    def phase(self) -> str:
        """The step of the turn that the bar shows."""
        return self.page.locator("#bar-phases [aria-current=step]").inner_text().lower()

    def after(self, gesture: Callable[[], object]) -> list[dict[str, Any]]:
        """Say something with a gesture, wait until the page shows what came of it, and tell what happened."""
        before = self.number
        gesture()
        self.page.wait_for_function("() => document.body.dataset.busy === undefined")
        return self.table.events(SIDE, after=before)

    def click_spot(self, x: float, y: float) -> None:
        """Click a place of the table, in inches from its south-west corner."""
        self.page.wait_for_function(f"() => {SETTLED}")
        self.page.mouse.click(*self.page.evaluate(ON_SCREEN, [x * PER_INCH, (DEPTH - y) * PER_INCH]))

    def give_order(self, id: str, order: str, doing: str = "") -> None:
        """Give the die to a unit by two clicks."""
        self.choose(id)
        how = f"@data-doing='{doing}'" if doing else "not(@data-doing)"
        self.after(self.orders().locator(f"xpath=self::*[@data-order='{order}' and {how}]").click)

    def place(self, id: str) -> tuple[float, float]:
        """Where a unit stands, in inches."""
        x, y, *_ = self.view()["units"][id]["at"]
        return x / SCALE, y / SCALE

    def logged(self, event: dict[str, Any]) -> str:
        """What the log on the page says of an event."""
        line = self.page.locator(f'#log-list [data-number="{event["number"]}"]')
        line.wait_for(state="attached")
        return str(line.text_content())

    def verdict(self) -> Locator:
        """What the ruler says of the place that was clicked."""
        found = self.panel.locator(".p-verdict.good, .p-verdict.no").last
        found.wait_for()
        return found

    def ruler(self) -> list[float]:
        """Inches that the ruler shows, and inches that are allowed; who only turns needs none."""
        shown = " ".join(self.page.locator(".p-ruler text").all_text_contents())
        return [float(inches) for inches in re.findall(r"[\d.]+", shown)] or [0.0]

    def go(self) -> list[dict[str, Any]]:
        return self.after(self.panel.locator("#p-go").click)

    def hold(self) -> list[dict[str, Any]]:
        return self.after(self.panel.locator("#p-hold").click)

    def choose(self, id: str = "") -> str:
        """Take a unit that is offered, or the first; the only one is taken up already."""
        self.panel.locator("[data-pick], .p-order").first.wait_for()
        if not self.panel.locator("[data-pick]").count():
            return str(self.table.get(SIDE, "/legal").json()["commands"][0]["unit"])
        offered = self.panel.locator(f'[data-pick="{id}"]' if id else "[data-pick]").first
        chosen = str(offered.get_attribute("data-pick"))
        offered.click()
        return chosen

    def orders(self) -> Locator:
        """The orders that a unit may be given."""
        self.panel.locator(".p-order").first.wait_for()
        return self.panel.locator(".p-order")

    def order(self) -> None:
        """Give the die to a unit; the number that was shown is the one that is tested at."""
        id = self.choose()
        offers = self.orders().evaluate_all(OFFERS)
        seen = self.view()
        self.check_pins(seen["units"])
        chosen = self.preferred(offers, seen["turn"], seen["units"][id]["pins"])
        self.give(id, chosen, self.orders().nth(offers.index(chosen)))

    def give(self, id: str, chosen: dict[str, Any], button: Locator) -> None:
        """Press an order, and hold the log to the number that was shown."""
        told = self.after(button.click)
        tests = [event for event in told if event["kind"] == "Tested" and event["event"]["unit"] == id][:1]
        assert bool(tests) == bool(chosen["needs"]), (chosen, told)
        for test in tests:
            assert f"tests at {chosen['needs']} and rolls" in self.logged(test)
            self.seen["tests"] += 1

    def preferred(self, offers: list[dict[str, Any]], turn: int, pins: int) -> dict[str, Any]:
        """Forwards at first, then fire, then down; those under much fire rally; the drone flies once."""
        wanted = ["advance", "fire"] if turn < BOLD_TURNS else ["fire", "advance"] if turn == BOLD_TURNS else []
        if pins >= MANY_PINS and wanted:
            wanted = ["rally"]
        ways = [("advance", "drone"), *((order, "") for order in wanted), ("down", "")]
        for way in ways[self.flown :]:
            for offer in offers:
                if (offer["order"], offer["doing"]) == way:
                    self.flown |= offer["doing"] == "drone"
                    return offer
        return offers[0]

    def move(self) -> None:
        """Go on to the north as far as allowed; what the ruler shows is what is gone."""
        seen = self.view()
        id = seen["tasks"][-1]["unit"]
        x, y, *_ = (each / SCALE for each in seen["units"][id]["at"])
        self.panel.locator("#p-hold").wait_for()
        self.click_spot(x, min(y + 12, DEPTH - 2))
        if "no" in str(self.verdict().get_attribute("class")).split():
            self.hold()
            return
        shown = self.ruler()[:1]
        for event in self.go():
            if event["kind"] == "Moved" and event["event"]["unit"] == id and not event["event"]["how"]:
                to_x, to_y, *_ = event["event"]["at"]
                assert [hypot(to_x / SCALE - x, to_y / SCALE - y)] == pytest.approx(shown, abs=0.06)
                self.seen["moves"] += 1

    def scores(self) -> dict[str, set[str]]:
        """By weapon, what its shots need as the page foretells it."""
        found: dict[str, set[str]] = {}
        for part, score in self.panel.locator(".p-volley .p-part:has(summary > b)").evaluate_all(PARTS):
            named = PART.fullmatch(part)
            assert named is not None, part
            found.setdefault(named[1].lower(), set()).add(score.replace(", then", " and"))
        return found

    def aim(self) -> bool:
        """Choose the first enemy that is offered; False if there is none."""
        if self.panel.locator("[data-pick]").count():
            self.choose()
        elif not self.panel.locator(".p-aim, .muted").count():
            return False
        self.panel.locator("#p-fire").wait_for()
        return True

    def shoot(self) -> None:
        """Fire, and hold the log to the scores that were shown, unless the target goes down in between."""
        id = self.view()["tasks"][-1]["unit"]
        if not self.aim():
            self.hold()
            return
        shown = self.scores()
        for event in self.after(self.panel.locator("#p-fire").click):
            if event["kind"] == "WentDown":
                return
            if event["kind"] == "Fired" and event["event"]["unit"] == id and event["event"]["shots"]:
                said = FIRED.search(self.logged(event))
                assert said is not None
                assert said[2] in shown[said[1]], (said, shown)
                self.seen["scores"] += 1

    def keep(self) -> None:
        """Keep the orders that are ticked, and no others; who has dug in stays so."""
        if self.view()["turn"] > BOLD_TURNS:
            for id in self.panel.locator("[data-keep]:not(:checked)").evaluate_all(KEPT):
                self.panel.locator(f'[data-keep="{id}"]').press("Space")
                expect(self.panel.locator(f'[data-keep="{id}"]')).to_be_checked()
        ticked = self.panel.locator("[data-keep]:checked").evaluate_all(KEPT)
        kept = [event["event"]["unit"] for event in self.go() if event["kind"] == "Kept"]
        assert {id for id in kept if id.startswith(SIDE)} == set(ticked)

    def answer(self) -> None:
        """Go down every other time."""
        self.answers += 1
        self.after(self.panel.locator("#p-react" if self.answers % 2 else "#p-hold").click)

    def step(self) -> None:
        """Decide what is to be decided now."""
        match self.phase():
            case "orders":
                self.order()
            case "move" if self.view()["tasks"][-1]["type"] == "Moving":
                self.move()
            case "shoot" if self.panel.locator("[data-command=Choose]").count():
                self.after(self.panel.locator("[data-command=Choose]").first.click)
            case "shoot":
                self.shoot()
            case "react":
                self.answer()
            case "end of turn":
                self.keep()
            case _:
                self.hold()

    def check_pins(self, units: dict[str, Any]) -> None:
        """The labels on the map show the pins that the units have, in words and in dots, many as a number."""
        pins = {id: unit["pins"] for id, unit in units.items() if unit["place"] == "table"}
        self.page.wait_for_function(SHOWS_PINS, arg=pins)
        self.seen["pins"] += sum(pins.values())

    def set_up(self) -> None:
        """Two units by clicks in the zone, the rest by the page."""
        for x in (50, 24):
            id = self.choose()
            self.click_spot(x, 5)
            assert "good" in str(self.verdict().get_attribute("class"))
            self.go()
            assert self.place(id) == pytest.approx((x, 5), abs=0.1)
            assert self.turn()
        self.panel.locator("#p-auto").click()
        expect(self.page.locator("#bar-phases")).not_to_contain_text("Set-up")
