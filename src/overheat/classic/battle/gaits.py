"""How a unit goes, as far as the ground is concerned: units of one gait are treated alike by every hex.

What a step from a hex into the next costs and asks for depends on the two hexes, on the weather and on the gait, and on
nothing else, as long as all rules that have a say in it are steady. Then it is found out once for a board, and kept for
all units that go alike, for all rounds and for other battles on the same board. Where no rule asks which hex it is, it
is the same between any two hexes of such kinds, and kept for all boards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.bogging import bog_check, stuck_at_once
from overheat.classic.rules.standard.bridges import lands_on_deck
from overheat.classic.rules.standard.entries import (
    DRIVING_CHECKS,
    ENTRY_CHECKS,
    building_check,
    skid_check,
    terrain_checks,
)
from overheat.classic.rules.standard.going import BREATHING, no_running
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.movement import AMPHIBIOUS, BARS, COSTS, Entry, mountaineers
from overheat.classic.rules.standard.switches import shines
from overheat.classic.rules.standard.terrain import words_for
from overheat.kernel.rules.rule import Ruleset

SPECIAL = ("bicycle", "monocycle", "dune_buggy", *AMPHIBIOUS)
"""Chassis that the ground treats otherwise."""
PLAIN_MODES = ("stationary", "walk", "run")
"""The modes in which every step is the same to the ground."""

MOST_GAITS = 256
"""For how many gaits what steps and landings come to is kept for a board, before it is found anew."""

MOST_ALIKE = 1 << 13
"""For how many kinds of hexes it is kept for a gait what steps between them come to, before it is found anew."""

Gait = tuple[object, ...]
HEX, DIRECTION = "hex", "direction"
"""What may be asked about where a step is taken, besides the kinds of its hexes."""


class Treading(Entry, frozen=True, kw_only=True):
    """A step that may be taken elsewhere between such hexes. Whoever asks where it is taken is noted."""

    noted: set[str]

    @property  # type: ignore[misc]
    def hex(self) -> Hex | None:
        self.noted.add(HEX)
        return _hex(self)

    @property  # type: ignore[misc]
    def direction(self) -> int | None:
        self.noted.add(DIRECTION)
        return _direction(self)


_hex: Callable[[Entry], Hex | None] = Entry.__dict__["hex"].__get__
_direction: Callable[[Entry], int | None] = Entry.__dict__["direction"].__get__


def known_between(what: str, state: State, unit: Unit) -> dict[Any, Any]:
    """What is known of steps or landings between kinds of hexes, for units that go alike under these rules."""
    gaits = state.relief.rules.worked_out(f"classic.{what}")
    gait = gait_of(state, unit)
    known: dict[Any, Any] | None = gaits.get(gait)
    if known is None or len(known) >= MOST_ALIKE:
        if len(gaits) >= MOST_GAITS:
            gaits.clear()
        known = gaits[gait] = {}
    return known


def gait_of(state: State, unit: Unit) -> Gait:
    """The standing facts of a step besides its hexes: what the unit is, how it stands and moves, and the weather."""
    sheet, mode = unit.sheet, unit.motion.mode
    special = tuple(flag for flag in SPECIAL if sheet.flagged(flag)) if unit.vehicle else ()
    breathes = sheet.engine is not None and not sheet.engine.kind.flags.isdisjoint(BREATHING)
    return (
        sheet.kind,
        sheet.motive,
        unit.motive,
        unit.stature,
        special,
        breathes and "environmental_sealing" not in unit.plan.flags,
        mountaineers(unit),
        unit.condition.vehicle.immobile,
        words_for(unit),
        "" if mode in PLAIN_MODES else mode,
        shines(unit),
        tuple(map(unit.marks.get, marks_that_count(state.relief.rules) or ())) if unit.marks else (),
        state.weather,
    )


def by_gait_alone(rules: Ruleset) -> bool:
    """Whether the ground treats units of one gait alike, under all rules that have a say in a step or a landing."""
    return marks_that_count(rules) is not None


def marks_that_count(rules: Ruleset) -> tuple[str, ...] | None:
    """The marks of a unit that rules of layers go by; None where one of those goes by more than a gait."""
    kept = rules.remembered("steps by gait alone")
    if not kept:
        slots = (COSTS, BARS, ENTRY_CHECKS, DRIVING_CHECKS)
        decisions = (terrain_checks, building_check, skid_check, bog_check, stuck_at_once, no_running, lands_on_deck)
        kept[True] = rules.steady(*slots, *decisions)
    found: tuple[str, ...] | None = kept[True]
    return found


def steps_are_kept(state: State, unit: Unit) -> bool:
    """Whether what steps of a unit cost may be kept: not in a mode that has prices of its own."""
    return by_gait_alone(state.relief.rules) and mode_of(state.relief.rules, unit).prices is None
