"""Small positions for the tests of the platoon game: a few units on a table, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from overheat.kernel.dice import Dice, Roll, Scripted
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.platoon.battle.commands import Commands, Shoot
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Beginning, NextDie, Ordering, Setup, State, Tasks, Unit, Volley, Zone
from overheat.platoon.game import NO_DICE, PlatoonGame, fresh
from overheat.platoon.ground.geometry import Spot, spot
from overheat.platoon.ground.terrain import Piece, Table
from overheat.platoon.move.men import places_for
from overheat.platoon.rosters.roster import Enlisted, Roster, muster
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.turn.turn import settle

RED, BLUE = 0, 1
ZONES = (Zone(0, 0, 72, 12, "south"), Zone(0, 36, 72, 48, "north"))


class OneByOne(Scripted):
    """Scripted dice, but the order dice always come up for the first side that has one."""

    def roll(self, purpose: str, count: int = 2, sides: int = 6, **facts: Any) -> Roll:
        drawn = purpose == "orders.draw"
        return Roll(purpose, sides, (1,)) if drawn else super().roll(purpose, count, sides, **facts)


class TableTop:
    """A position that is put up unit by unit, and then played with scripted dice."""

    def __init__(
        self, *pieces: Piece, options: Sequence[str] = (), depth: float = 48, width: float = 72, base: float = 1
    ) -> None:
        self.game = PlatoonGame(options)
        self._table = Table(width, depth, pieces)
        self._base = base
        self._stationed: list[tuple[str, dict[str, Any]]] = []
        self._placed: list[tuple[int, Enlisted, dict[str, Any]]] = []
        self.state = State(setup=None, sheets={}, units={})  # type: ignore[arg-type]
        self.events: tuple[Event, ...] = ()

    def add(self, side: int, unit: str, x: float, y: float, *, z: float = 0, id: str = "", **facts: Any) -> str:
        """Put a unit on the table. Facts of the platoon file, or of its condition, go by name."""
        bought = {key: facts.pop(key) for key in ("quality", "men", "swap", "options", "squad", "slot") if key in facts}
        entry = Enlisted(unit=unit, id=id or f"{unit}{len(self._placed)}", **bought)
        facts.setdefault("heading", 0 if side == RED else 180)
        self._placed.append((side, entry, {"at": spot(x, y, z), "place": "table", **facts}))
        return f"{('red', 'blue')[side]}/{entry.id}"

    def station(self, id: str, x: float, y: float, **facts: Any) -> str:
        """Put a unit on the table that came with another: the spotter of a gun."""
        facts.setdefault("heading", 0 if id.startswith("red/") else 180)
        self._stationed.append((id, {"at": spot(x, y), "place": "table", **facts}))
        return id

    def ready(self, *tasks: Tasks, turn: int = 1, **facts: Any) -> TableTop:
        """Begin with something to be done; without a task a die is drawn."""
        forces = tuple(self._forces(side) for side in (RED, BLUE))
        setup = Setup(name="Test", players=("red", "blue"), table=self._table, zones=ZONES, forces=forces)  # type: ignore[arg-type]
        names = setup.players
        sheets = {f"{names[side]}/{sheet.id}": sheet for side in (RED, BLUE) for sheet in forces[side]}
        state = State(
            setup=setup, sheets=sheets, units={}, turn=turn, tasks=(Beginning("ending"), NextDie(), *tasks), **facts
        )
        for side, entry, changes in self._placed:
            id = f"{names[side]}/{entry.id}"
            state.units[id] = self._stand(state, id, side, sheets[id], changes)
        for id, changes in self._stationed:
            state.units[id] = self._stand(state, id, int(id.startswith("blue/")), sheets[id], changes)
        waiting = [sum(unit.side == side and not unit.acted for unit in state.units.values()) for side in (RED, BLUE)]
        for task in tasks:
            if isinstance(task, Ordering) and not task.among:
                waiting[task.side] -= 1
        self.state = msgspec.structs.replace(state, bag=(waiting[0], waiting[1]))
        return self

    def _forces(self, side: int) -> tuple[Sheet, ...]:
        entries = tuple(entry for each, entry, _ in self._placed if each == side)
        roster = Roster(name="Test", points=9999, selector="open", base=self._base, units=entries)
        return muster(roster, self.game.ruleset).sheets

    def _stand(self, state: State, id: str, side: int, sheet: Sheet, changes: dict[str, Any]) -> Unit:
        unit = msgspec.structs.replace(fresh(id, side, sheet), **changes)
        if unit.men and unit.place == "table":
            inside = [unit.at] * len(unit.men) if unit.building is not None else None
            places = inside or places_for(Battle(state, self.game.ruleset, NO_DICE), unit, unit.at)
            assert places is not None
            men = tuple(msgspec.structs.replace(man, at=at) for man, at in zip(unit.men, places, strict=True))
            unit = msgspec.structs.replace(unit, men=men)
        if unit.drone is not None and "drone" not in changes:
            unit = msgspec.structs.replace(
                unit, drone=msgspec.structs.replace(unit.drone, at=unit.men[0].at if unit.men else unit.at)
            )
        return unit

    def play(self, command: Commands, *script: int | tuple[int, ...], player: str | None = None) -> TableTop:
        """Give a command of whoever is to act; all scripted rolls must be used."""
        who = player or self.game.to_act(self.state)
        assert who is not None
        with OneByOne(*script) as dice:
            result = self.game.apply(self.state, who, command, dice)
        assert not isinstance(result, Refusal), result
        self.state, self.events = result
        return self

    def settle(self, *script: int | tuple[int, ...]) -> TableTop:
        """Let happen what needs no command; all scripted rolls must be used."""
        with OneByOne(*script) as dice:
            battle = Battle(self.state, self.game.ruleset, dice)
            settle(battle)
        self.state, self.events = battle.frozen(), tuple(battle.events)
        return self

    def sees(self, unit: str, target: str) -> bool:
        """Whether a unit sees another."""
        return Battle(self.state, self.game.ruleset, NO_DICE).sees(self[unit], self[target])

    @staticmethod
    def moved(unit: Unit, **facts: Any) -> Unit:
        """A unit with other facts, to put into a position that is being played."""
        return msgspec.structs.replace(unit, **facts)

    def refuses(self, command: Commands) -> str:
        """The id of the refusal that a command meets."""
        dice: Dice = NO_DICE
        result = self.game.apply(self.state, self.game.to_act(self.state) or "", command, dice)
        assert isinstance(result, Refusal), "not refused"
        return result.id

    def __getitem__(self, id: str) -> Unit:
        return self.state.units[id]

    def told(self, kind: type[Event]) -> list[Any]:
        """The events of a kind that the last command caused."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def task(self) -> Tasks:
        return self.state.tasks[-1]


def at(x: float, y: float, z: float = 0) -> Spot:
    return spot(x, y, z)


A, B = "red/a", "blue/b"
FIRE = Shoot((Volley("arms", B),))
SYSTEM = Shoot((Volley("system", B),))
SHELL = Shoot((Volley("system", B, indirect=True),))
"""What A may fire at B: what its men carry, its gun, and its gun in an arc."""
"""The ids of the two units of a duel."""


def box(kind: str, x: float, y: float, width: float = 4, depth: float = 4) -> Piece:
    return Piece(kind, ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth)))


def duel(
    distance: float = 10, *pieces: Piece, red: str = "rifle_squad", blue: str = "rifle_squad", **facts: Any
) -> TableTop:
    """A red and a blue unit so many inches apart, base to base."""
    table = TableTop(*pieces)
    table.add(RED, red, 36, 10, id="a", **facts)
    table.add(BLUE, blue, 36, 11 + distance, id="b")
    return table
