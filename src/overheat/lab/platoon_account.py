"""A game of H.E.A.T in figures: shots, hits, men fallen, pins, vehicles struck, units and points lost."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from overheat.kernel.events import Event
from overheat.kernel.log.replay import Session
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import total_of
from overheat.lab.accounts import Account, Row, figures_of, wins_of
from overheat.platoon.battle import events
from overheat.platoon.battle.state import State
from overheat.platoon.battle.vocabulary import weapon_words
from overheat.platoon.resolution.odds import reaches_score
from overheat.platoon.rulesets import ruleset

COUNTED = ("shots", "hits", "fallen", "pins", "struck", "tests_failed", "assaults", "lost", "value_lost", "points")
"""What is counted for each side, whether it happened or not."""


def account(session: Session[Any, State, Any]) -> Account:
    """A game that was played, in figures."""
    ledger = Ledger(session.state, ruleset(tuple(session.game.rules)))
    for event in session.events:
        handle = _HANDLERS.get(type(event))
        if handle is not None:
            handle(ledger, event)
    outcome = session.game.over(session.state)
    ledger.counted |= wins_of(ledger.players, () if outcome is None else outcome.winners)
    ledger.counted["rounds"] = ledger.turn
    figures = figures_of(ledger.counted, ledger.players, COUNTED)
    return Account(figures, tuple(ledger.shots), tuple(ledger.moves.values()), tuple(ledger.losses), ledger.called)


class Ledger:
    """Counts events one after the other."""

    def __init__(self, state: State, rules: Ruleset) -> None:
        self.rules = rules
        self.losses: list[Row] = []
        self.last = ""
        """Who fired last, for what is destroyed by it."""
        self.players = state.setup.players
        self.sides = {id: self.players[unit.side] for id, unit in state.units.items()}
        self.shot: Row | None = None
        """The shots whose effects are being told."""
        self.men = {
            f"{player}/{sheet.id}": len(sheet.men)
            for player, force in zip(self.players, state.setup.forces, strict=True)
            for sheet in force
        }
        self.values = {
            f"{player}/{sheet.id}": sheet.points
            for player, force in zip(self.players, state.setup.forces, strict=True)
            for sheet in force
        }
        self.counted: defaultdict[str, float] = defaultdict(float)
        self.shots: list[Row] = []
        self.called: dict[str, str] = {}
        self.moves: dict[tuple[int, str], Row] = {}
        self.turn = 0

    def _side(self, unit: str) -> str:
        return self.sides.get(unit, "")

    def began(self, event: events.TurnBegan) -> None:
        self.turn = event.turn

    def moved(self, event: events.Moved) -> None:
        self.moves[self.turn, event.unit] = {
            "round": self.turn,
            "side": self._side(event.unit),
            "unit": event.unit,
            "x": float(event.at.x),
            "y": float(event.at.y),
            "heading": event.heading,
            "how": event.how,
        }

    def fired(self, event: events.Fired) -> None:
        side, self.last = self._side(event.unit), event.unit
        self.counted[f"shots.{side}"] += event.shots
        self.counted[f"hits.{side}"] += event.hits
        self.counted[f"hits.{side}.weapon.{event.weapon}"] += event.hits
        self.called[event.weapon] = weapon_words(self.rules, event.weapon)
        self.shot = {
            "round": self.turn,
            "side": side,
            "unit": event.unit,
            "target": event.target,
            "weapon": event.weapon,
            "shots": event.shots,
            "hits": event.hits,
            "needed": float(total_of(event.needed)),
            "chance": float(reaches_score(self.rules, event.score)),
            "fallen": 0,
            "destroyed": 0,
            "worth": 0.0,
        }
        self.shots.append(self.shot)

    def effects_told(self, event: events.TaskDone) -> None:
        self.shot = None

    def _credit(self, victim: str, worth: float, *, fallen: int = 0, destroyed: int = 0) -> None:
        """What becomes of an enemy is put down to the shots that are being told."""
        if self.shot is None or self._side(victim) in ("", self.shot["side"]):
            return
        self.shot["fallen"] += fallen
        self.shot["destroyed"] += destroyed
        self.shot["worth"] += worth

    def fell(self, event: events.Fell) -> None:
        self.counted[f"fallen.{self._side(event.unit)}"] += event.fallen
        share = event.fallen / max(1, self.men.get(event.unit, 0))
        self._credit(event.unit, self.values.get(event.unit, 0) * share, fallen=event.fallen)

    def pinned(self, event: events.Pinned) -> None:
        self.counted[f"pins.{self._side(event.unit)}"] += max(0, event.change)

    def struck(self, event: events.Struck) -> None:
        self.counted[f"struck.{self._side(event.unit)}"] += 1

    def tested(self, event: events.Tested) -> None:
        self.counted[f"tests_failed.{self._side(event.unit)}"] += not event.passed

    def charged(self, event: events.Charged) -> None:
        self.counted[f"assaults.{self._side(event.unit)}"] += 1

    def destroyed(self, event: events.Destroyed) -> None:
        side = self._side(event.unit)
        self.counted[f"lost.{side}"] += 1
        value = self.values.get(event.unit, 0)
        self.counted[f"value_lost.{side}"] += value
        by = self.last if self._side(self.last) not in ("", side) else ""
        self.losses.append({"round": self.turn, "side": side, "unit": event.unit, "value": value, "by": by})
        self._credit(event.unit, 0 if self.men.get(event.unit) else value, destroyed=1)

    def ended(self, event: events.Ended) -> None:
        for player, points in zip(self.players, event.points, strict=True):
            self.counted[f"points.{player}"] = points


_HANDLERS: dict[type[Event], Any] = {
    events.TurnBegan: Ledger.began,
    events.Moved: Ledger.moved,
    events.Fired: Ledger.fired,
    events.TaskDone: Ledger.effects_told,
    events.Fell: Ledger.fell,
    events.Pinned: Ledger.pinned,
    events.Struck: Ledger.struck,
    events.Tested: Ledger.tested,
    events.Charged: Ledger.charged,
    events.Destroyed: Ledger.destroyed,
    events.Ended: Ledger.ended,
}
