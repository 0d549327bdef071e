"""Where a unit may be when the shooting starts: where it stands if it has moved, else everywhere that it can get."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.commands import Stand
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.standard.heat import tracks_heat
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.to_hit import TARGET_MOVEMENT_BANDS, banded, steady
from overheat.classic.turn.reach import Place, reach
from overheat.kernel.rules.rule import Ruleset
from overheat.lab.players.fighter.bearings import Bools, Floats, Ints, hex_number

PRONE_AIM = 2
"""What lying on the ground adds to the shots of a machine."""
IMMOBILE = -4
"""What it adds to shots at a unit that it cannot move."""


class Options(NamedTuple):
    """Ways to end a move, as arrays, one entry for each."""

    at: Ints
    """The hex, by its number."""
    facing: Ints
    aim: Ints
    """What having moved so adds to its own shots."""
    dodge: Ints
    """What it adds to shots at it."""
    heat: Floats
    """The heat of the move."""
    fires: Bools
    """Whether who moved so may attack."""
    turns: bool
    """Whether it can face whatever it likes, so that its facing means nothing."""
    prone: bool

    def picked(self, which: Ints) -> Options:
        """Some of them."""
        return self._replace(
            at=self.at[which],
            facing=self.facing[which],
            aim=self.aim[which],
            dodge=self.dodge[which],
            heat=self.heat[which],
            fires=self.fires[which],
        )


def of_places(state: State, unit: Unit, places: Sequence[Place], turns: bool = False) -> Options:
    """Places that a unit can reach, as options."""
    relief, rules = state.relief, state.relief.rules
    added = _always(unit)
    return Options(
        np.array([hex_number(relief, place.hex) for place in places], np.int64),
        np.array([place.facing for place in places], np.int64),
        np.array(_of_moves(places, lambda mode, hexes: aim_of(rules, unit, mode)), np.int64) + added.aim,
        np.array(_of_moves(places, lambda mode, hexes: dodge_of(rules, mode, hexes)), np.int64) + added.dodge,
        np.array(_of_moves(places, lambda mode, hexes: heat_of_move(rules, unit, mode, hexes)), np.float64),
        np.array([rules[MODES][place.mode].attacks and _fires(unit, place) for place in places], np.bool_),
        turns,
        False,
    )


def where_it_stands(state: State, unit: Unit) -> Options:
    """The place where a unit is, with the move that it has made."""
    motion = unit.motion
    place = Place(unit.hex, unit.facing, motion.mode, motion.hexes, motion.spent, 0, ())
    found = of_places(state, unit, [place])
    return found._replace(prone=unit.condition.prone)


def replies(state: State, unit: Unit) -> Options | None:
    """Where a unit that has still to move may go, facing whatever it likes; None where it can go nowhere."""
    places = reach(state, unit)
    best: dict[tuple[object, str], Place] = {}
    for place in places:
        key = place.hex, place.mode
        if key not in best or place.hexes > best[key].hexes:
            best[key] = place
    return of_places(state, unit, list(best.values()), turns=True) if len(best) > 1 else None


def has_moved(state: State, unit: Unit) -> bool:
    """Whether a unit is where it will be when the shooting starts."""
    return state.phase != "movement" or unit.id in state.acted or unit.immobile or unit.motion.done


def _fires(unit: Unit, place: Place) -> bool:
    """Whether a unit may fire in a place: not from the ground without both arms, nor with a stunned crew."""
    lies = unit.machine and unit.condition.prone and Stand() not in place.path
    maimed = lies and any(part.destroyed for part in unit.condition.locations if part.code in ARMS)
    return not (maimed or unit.condition.vehicle.crew_stunned)


class _Added(NamedTuple):
    aim: int
    dodge: int


def _always(unit: Unit) -> _Added:
    """What is added whatever a unit does: to its own shots, and to shots at it."""
    leans = unit.condition.prone and unit.machine and not unit.quad
    return _Added(PRONE_AIM if leans else 0, IMMOBILE if unit.immobile else 0)


def aim_of(rules: Ruleset, unit: Unit, mode: str) -> int:
    """What a way to move adds to the attacks of a unit."""
    return 0 if rules[steady](rules, unit) else rules[MODES][mode].attacker


def dodge_of(rules: Ruleset, mode: str, hexes: int) -> int:
    """What a move adds to attacks on who made it."""
    return banded(rules[TARGET_MOVEMENT_BANDS], hexes) + rules[MODES][mode].target


def heat_of_move(rules: Ruleset, unit: Unit, mode: str, hexes: int) -> int:
    """The heat that a move makes."""
    made = msgspec.structs.replace(unit, motion=Motion(mode, hexes, hexes))
    return rules[MODES][mode].heat(rules, made) if rules[tracks_heat](rules, unit) else 0


def _of_moves(places: Sequence[Place], figure: Callable[[str, int], float]) -> list[float]:
    """A figure of how far and in which mode each place is reached."""
    found: dict[tuple[str, int], float] = {}
    for place in places:
        way = place.mode, place.hexes
        if way not in found:
            found[way] = figure(*way)
    return [found[place.mode, place.hexes] for place in places]
