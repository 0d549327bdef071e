"""The platoon game as the kernel knows games: start, legal, apply, over, view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

from overheat.kernel.dice import Dice, Roll
from overheat.kernel.events import Event
from overheat.kernel.game import Outcome, Player
from overheat.kernel.positions import Spelling, parse_state, print_state
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.digest import Digest, digest_of
from overheat.kernel.rules.faults import FAULT, answered_for
from overheat.kernel.rules.rule import Held, Ruleset
from overheat.kernel.verbs import union
from overheat.platoon.battle.commands import Commands
from overheat.platoon.battle.events import WORDED
from overheat.platoon.battle.knowing import anything_hidden, known, redacted
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import (
    Deploying,
    Device,
    Drone,
    Man,
    Setup,
    State,
    Unit,
)
from overheat.platoon.ground.geometry import Spot
from overheat.platoon.ground.terrain import ground, terrain
from overheat.platoon.rosters.catalogue import unit_kind
from overheat.platoon.rosters.roster import LONGEST
from overheat.platoon.rosters.sheet import Sheet, weapons_of
from overheat.platoon.rules.standard.devices import DEVICES, KINDS
from overheat.platoon.rules.standard.orders import OFFICERS, OFFICERS_CITE, QUALITY
from overheat.platoon.rulesets import ruleset
from overheat.platoon.turn.turn import STEPS, VERBS, carry_out, legal, refusal, settle
from overheat.platoon.turn.verb import COMMANDS
from overheat.platoon.units.weapons import weapon_row


class NoDice:
    """Dice for questions that must not roll."""

    def roll(self, purpose: str, count: int = 2, sides: int = 6, **facts: object) -> Roll:
        raise AssertionError(f"a question rolled dice for {purpose!r}")


NO_DICE = NoDice()


def _unknown_rank(rules: Ruleset, sheets: Iterable[Sheet]) -> Refusal | None:
    """Why units cannot take the field: one has a quality or an officer of a rank that the rules do not know."""
    for sheet in sheets:
        if sheet.quality not in rules[QUALITY]:
            return Refusal(
                "setup.unit", f"{sheet.name[:LONGEST]}: no quality {sheet.quality[:LONGEST]!r}", QUALITY.cite
            )
        if sheet.officer is not None and sheet.officer not in rules[OFFICERS]:
            reason = f"{sheet.name[:LONGEST]}: no rank {sheet.officer[:LONGEST]!r}"
            return Refusal("setup.unit", reason, OFFICERS_CITE)
    return None


def _unknown_kit(rules: Ruleset, setup: Setup, sheets: Iterable[Sheet]) -> Refusal | None:
    """Why units cannot take the field: the rules do not know one of their kinds or weapons, or the terrain."""
    try:
        ground(setup.table, terrain(rules))
        for sheet in sheets:
            unit_kind(sheet.unit, rules)
            for weapon in weapons_of(sheet):
                weapon_row(rules, weapon)
    except RefusedError as error:
        return error.refusal
    return None


def _unknown_device(rules: Ruleset, devices: Iterable[Device]) -> Refusal | None:
    """Why devices cannot lie on the table: one is of a kind that the rules do not know."""
    for device in devices:
        if device.kind not in rules[KINDS]:
            return Refusal("setup.device", f"no device {device.kind[:LONGEST]!r}", DEVICES)
    return None


class PlatoonGame:
    """H.E.A.T under some rules."""

    name = "platoon"
    setups: Any = Setup
    worded = WORDED

    def __init__(self, options: Iterable[str] = ()) -> None:
        self.ruleset: Ruleset = ruleset(tuple(options))
        self.commands: Any = union(self.ruleset[VERBS].rows.values())
        self._asked: tuple[State, tuple[Player, int], Battle] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """A copy of the game asks for itself: what was asked of this one stays with it."""
        return {**self.__dict__, "_asked": None}

    @property
    def rules(self) -> tuple[str, ...]:
        return self.ruleset.layers

    @property
    def files(self) -> Mapping[str, str]:
        """The users' files of rules that it is played under, by their layers."""
        return self.ruleset.files

    @property
    def digest(self) -> Digest:
        return digest_of(self.ruleset)

    def start(self, setup: Setup, dice: Dice) -> tuple[State, tuple[Event, ...]] | Refusal:
        if not all(setup.forces):
            return Refusal("setup.forces", "both sides need units", COMMANDS)
        sheets = {f"{setup.players[side]}/{sheet.id}": sheet for side in (0, 1) for sheet in setup.forces[side]}
        strange = (
            _unknown_rank(self.ruleset, sheets.values())
            or _unknown_kit(self.ruleset, setup, sheets.values())
            or _unknown_device(self.ruleset, setup.devices)
        )
        if strange is not None:
            return strange
        units = {
            f"{setup.players[side]}/{sheet.id}": fresh(f"{setup.players[side]}/{sheet.id}", side, sheet)
            for side in (0, 1)
            for sheet in setup.forces[side]
        }
        state = State(setup=setup, sheets=sheets, units=units, tasks=(Deploying(0),), devices=setup.devices)
        return state, ()

    def position(self, setup: Setup, state: State) -> str:
        """What a battle differs in from both platoons before the first unit is set up, in lines."""
        return print_state(self._mustered(setup), state, self._spelling)

    def placed(self, setup: Setup, position: str) -> State:
        """The battle that such lines say."""
        return parse_state(self._mustered(setup), position, self._spelling)

    def _mustered(self, setup: Setup) -> State:
        begun = self.start(setup, NO_DICE)
        if isinstance(begun, Refusal):
            raise RefusedError(begun)
        return begun[0]

    @property
    def _spelling(self) -> Spelling:
        """Tasks are those of the steps in force."""
        tasks = reduce(or_, dict.fromkeys(step.task for step in self.ruleset[STEPS].rows.values()))
        return Spelling(types={(State, "tasks"): tuple[tasks, ...]})  # type: ignore[valid-type]

    def to_act(self, state: State) -> Player | None:
        if state.outcome or not state.tasks:
            return None
        side = getattr(state.tasks[-1], "side", None)
        return None if side is None else state.setup.players[side]

    def legal(self, state: State, player: Player) -> Iterable[Commands]:
        if player != self.to_act(state):
            return []
        with answered_for(self.ruleset):
            return legal(self._as_known(state, player))

    def _as_known(self, state: State, player: Player) -> Battle:
        """The battle as a player knows it, for questions. The last one that was asked about is kept, for what may be
        said is asked first and then said; once rules are given another function or other rows it is made anew."""
        asked = self._asked
        if asked is None or asked[0] is not state or asked[1] != (player, Held.given):
            battle = Battle(known(self.ruleset, state, player), self.ruleset, NO_DICE)
            asked = self._asked = state, (player, Held.given), battle
        return asked[2]

    def apply(
        self, state: State, player: Player, command: Commands, dice: Dice
    ) -> tuple[State, tuple[Event, ...]] | Refusal:
        if player != self.to_act(state):
            return Refusal("game.turn", f"{player} is not to act now", COMMANDS, {"player": player})
        battle = Battle(state, self.ruleset, dice)
        try:
            with answered_for(self.ruleset):
                refused = refusal(self._as_known(state, player), command)
                if refused:
                    return refused
                carry_out(battle, command)
                settle(battle)
        except RefusedError as error:
            if error.refusal.id != FAULT:
                raise
            return error.refusal
        return battle.frozen(), tuple(battle.events)

    def over(self, state: State) -> Outcome | None:
        return state.outcome

    def view(self, state: State, player: Player) -> State:
        """What is shown is what is known."""
        return self.known(state, player)

    def known(self, state: State, player: Player) -> State:
        """The battle without what a player may not know."""
        return known(self.ruleset, state, player)

    def hides(self, state: State, player: Player) -> bool:
        """Whether a player may not know all that others know of the battle."""
        return anything_hidden(self.ruleset, state, player)

    def redact(self, state: State, event: Event, player: Player) -> Event | None:
        return redacted(self.ruleset, state, event, player)


def fresh(id: str, side: int, sheet: Sheet) -> Unit:
    """A unit before the battle."""
    return Unit(
        id=id,
        side=side,
        men=tuple(Man(index, Spot(0, 0)) for index in range(len(sheet.men))),
        laws=sheet.laws,
        charges=3 if "sapper" in sheet.flags else 0,
        smoke=1 if "smoke" in sheet.flags else 0,
        drone=Drone(Spot(0, 0)) if sheet.kind == "drone" else None,
    )
