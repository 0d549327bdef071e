"""A battle of the classic game in figures: shots, hits, damage by weapon and range, heat, falls, kills, value lost."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import Any

import msgspec

from overheat.classic.battle.chances import chance_of
from overheat.classic.board.hexes import Hex
from overheat.classic.facts import events
from overheat.classic.facts.state import State
from overheat.classic.muster.setup import Combatant
from overheat.classic.rulesets import ruleset
from overheat.kernel.events import Event
from overheat.kernel.log.replay import Session
from overheat.kernel.terms import number_of, total_of
from overheat.lab.accounts import Account, Row, figures_of, wins_of

COUNTED = (
    "shots",
    "hits",
    "blows",
    "damage",
    "criticals",
    "falls",
    "explosions",
    "shutdowns",
    "heat",
    "kills",
    "lost",
    "value_lost",
)
"""What is counted for each side, whether it happened or not."""
RANGES = ((3, "1 to 3"), (6, "4 to 6"), (9, "7 to 9"), (12, "10 to 12"), (18, "13 to 18"))
"""Distances in hexes, and what figures call them."""
BEYOND = "19 and more"
DESTROYED = "destroyed"
AT_HEX = "hex "
"""How a target that is a hex begins."""


def account(session: Session[Any, State, Any]) -> Account:
    """A battle that was played, in figures."""
    ledger = Ledger(session.state, session.game.rules, session.setup.units)
    for event in session.events:
        ledger.note(event)
    return ledger.closed(session.game.over(session.state))


class Ledger:
    """Counts events one after the other.

    Damage belongs to the attack that was rolled for last, if it was one at that unit; else, where hits land together at
    the end of a phase, to the first of the phase that hit the unit with the same weapon and has done nothing yet.
    """

    def __init__(self, state: State, layers: tuple[str, ...], units: tuple[Combatant, ...]) -> None:
        self.sides = {id: unit.side for id, unit in state.units.items()}
        board = state.relief.board
        self.places = {unit.id: board.parse_hex(unit.hex) for unit in units if unit.hex}
        self.values = {unit.id: _value(layers, msgspec.json.encode(unit)) for unit in units}
        self.counted: defaultdict[str, float] = defaultdict(float)
        self.heats: defaultdict[str, list[float]] = defaultdict(list)
        self.shots: list[Row] = []
        self.moves: dict[tuple[int, str], Row] = {}
        self.losses: list[Row] = []
        self.round = 0
        self.attack: events.AttackRolled | None = None
        self.row: Row = {}
        self.hits: list[tuple[events.AttackRolled, Row]] = []
        self.at_once = True

    def note(self, event: Event) -> None:
        """Count one event."""
        handle = _HANDLERS.get(type(event))
        if handle is not None:
            handle(self, event)

    def closed(self, outcome: Any) -> Account:
        """Everything that was counted."""
        sides = tuple(dict.fromkeys(self.sides.values()))
        for side in sides:
            self.counted[f"heat.{side}"] = _mean(self.heats[side])
            brought = sum(value for id, value in self.values.items() if self.sides.get(id) == side)
            self.counted[f"value_kept.{side}"] = brought - self.counted[f"value_lost.{side}"]
        self.counted |= wins_of(sides, () if outcome is None else outcome.winners)
        self.counted["rounds"] = self.round
        figures = figures_of(self.counted, sides, COUNTED)
        return Account(figures, tuple(self.shots), tuple(self.moves.values()), tuple(self.losses))

    def began(self, event: events.RoundBegan) -> None:
        self.round = event.round

    def phase(self, event: events.PhaseBegan) -> None:
        self.hits = []

    def deployed(self, event: events.Deployed) -> None:
        self.places[event.unit] = event.hex

    def moved(self, event: events.Moved) -> None:
        """Where a unit has come to, with what it has spent; the last step of a round stands for all."""
        before = self.moves.get((self.round, event.unit), {}).get("from", str(self.places.get(event.unit, "")))
        self.places[event.unit] = event.hex
        motion = event.motion
        self.moves[self.round, event.unit] = {
            "round": self.round,
            "side": self.sides[event.unit],
            "unit": event.unit,
            "from": before,
            "to": str(event.hex),
            "facing": event.facing,
            "mode": motion.mode,
            "hexes": motion.travelled,
            "points": motion.spent,
        }

    def attacked(self, event: events.AttackRolled) -> None:
        """A shot or a blow, and whom it was at."""
        side, shot = self.sides[event.unit], event.what == "fire"
        self.attack, self.at_once = event, True
        self.counted[f"{'shots' if shot else 'blows'}.{side}"] += 1
        self.counted[f"hits.{side}"] += event.hit
        self.row = {
            "round": self.round,
            "side": side,
            "unit": event.unit,
            "target": str(event.target),
            "what": event.what,
            "weapon": event.weapon,
            "distance": self._distance(event),
            "needed": float(total_of(event.needed)),
            "chance": float(chance_of(int(total_of(event.needed)))),
            "rolled": event.rolled,
            "hit": event.hit,
            "damage": 0,
        }
        self.shots.append(self.row)
        if event.hit:
            self.hits.append((event, self.row))

    def _distance(self, attack: events.AttackRolled) -> int | None:
        mine, theirs = self.places.get(attack.unit), self.places.get(attack.target)
        if theirs is None and attack.target.startswith(AT_HEX):
            theirs = Hex.parse(attack.target.removeprefix(AT_HEX))
        return None if mine is None or theirs is None else mine.distance(theirs)

    def struck(self, event: events.Struck) -> None:
        """Damage: that of an attack belongs to who made it, all other to nobody."""
        self._trace(event)
        attack = self.attack
        if attack is None or event.what != attack.what or self.sides[attack.unit] == self.sides[event.unit]:
            self.counted[f"damage_taken.{self.sides[event.unit]}.otherwise.{event.what}"] += event.damage
            return
        side = self.sides[attack.unit]
        self.counted[f"damage.{side}"] += event.damage
        self.counted[f"damage.{side}.weapon.{attack.weapon or attack.what}"] += event.damage
        self.counted[f"damage.{side}.range.{_band(self.row['distance'])}"] += event.damage
        self.row["damage"] += event.damage

    def _trace(self, event: events.Struck) -> None:
        """Take up the attack that damage comes from: the last, as long as what strikes fits it, else an earlier one."""
        last = self.attack
        fits = last is not None and last.hit and last.target == event.unit and event.item in ("", last.weapon)
        self.at_once = self.at_once and fits
        alike = [] if self.at_once else self._alike(event)
        if alike:
            self.attack, self.row = next((hit for hit in alike if not hit[1]["damage"]), alike[-1])

    def _alike(self, event: events.Struck) -> list[tuple[events.AttackRolled, Row]]:
        """The hits of this phase on a unit with the weapon that strikes it now."""
        return [
            hit
            for hit in self.hits
            if (hit[0].target, hit[0].what, hit[0].weapon) == (event.unit, event.what, event.item)
        ]

    def critical(self, event: events.CriticalHit) -> None:
        """A critical hit counts for the side that it befell."""
        self.counted[f"criticals.{self.sides[event.unit]}"] += 1

    def fell(self, event: events.Fell) -> None:
        self.counted[f"falls.{self.sides[event.unit]}"] += 1

    def exploded(self, event: events.Exploded) -> None:
        self.counted[f"explosions.{self.sides[event.unit]}"] += 1

    def powered(self, event: events.PowerChanged) -> None:
        self.counted[f"shutdowns.{self.sides[event.unit]}"] += event.shut_down

    def heated(self, event: events.HeatSettled) -> None:
        self.heats[self.sides[event.unit]].append(float(number_of(event.after)))

    def lost(self, event: events.FateMet) -> None:
        """A unit that left the battle: what it was worth, and whose attack it was that destroyed it."""
        side, attack = self.sides[event.unit], self.attack
        self.counted[f"lost.{side}"] += 1
        value = self.values.get(event.unit, 0)
        self.counted[f"value_lost.{side}"] += value
        by = ""
        if event.fate == DESTROYED and attack is not None and attack.target == event.unit:
            by = attack.unit
            self.counted[f"kills.{self.sides[by]}"] += 1
        self.losses.append({"round": self.round, "side": side, "unit": event.unit, "value": value, "by": by})


_HANDLERS: dict[type[Event], Any] = {
    events.RoundBegan: Ledger.began,
    events.PhaseBegan: Ledger.phase,
    events.Deployed: Ledger.deployed,
    events.Moved: Ledger.moved,
    events.AttackRolled: Ledger.attacked,
    events.Struck: Ledger.struck,
    events.CriticalHit: Ledger.critical,
    events.Fell: Ledger.fell,
    events.Exploded: Ledger.exploded,
    events.PowerChanged: Ledger.powered,
    events.HeatSettled: Ledger.heated,
    events.FateMet: Ledger.lost,
}


def _band(far: int | None) -> str:
    """What figures call a distance."""
    if far is None:
        return "unknown"
    return next((name for most, name in RANGES if far <= most), BEYOND)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


@lru_cache(maxsize=1024)
def _value(layers: tuple[str, ...], written: bytes) -> int:
    """The battle value of a unit with its crew, from the line of a set-up that it is."""
    rules, unit = ruleset(layers), msgspec.json.decode(written, type=Combatant)
    return unit.value(rules)
