"""Where a way asks for rolls not to skid, what a fall may do to the crew of a machine, and whether it is worth one to
try to stand up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from overheat.classic.battle.chances import chance_of
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Step
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.crew import STAY_AWAKE, dead
from overheat.classic.rules.standard.driving import SLIDES
from overheat.classic.rules.standard.entries import skids_on
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.reach import Place
from overheat.lab.players.classic_aims import aims
from overheat.lab.players.fighter.bearings import Ints
from overheat.lab.players.fighter.lives import life
from overheat.lab.players.fighter.preferences import Preferences
from overheat.lab.players.fighter.prospects import guns_ahead
from overheat.lab.players.fighter.shooting.exchange import KICKS, kicks

KICKED = 0.5
"""The share of its kicks that a machine may be expected to land."""
IDLE = 3
"""How many times as much its guns count where it can do nothing from the ground."""
LANDS = 10
"""A fall does a point for so many tons."""
TURNS = {"left": -1, "right": 1}


def skids(state: State, unit: Unit, places: Sequence[Place]) -> Ints:
    """How many rolls not to skid the ways to places ask for: of who runs, turns on pavement or ice and goes on. The
    slips of what rides on air are counted with the other rolls of a place."""
    modes, slippery = state.relief.rules[MODES], state.relief.remember("bot slippery ground", _slippery)
    found = np.zeros(len(places), np.int64)
    if slippery and (unit.machine or (unit.vehicle and unit.sheet.motive not in SLIDES)):
        for at, place in enumerate(places):
            if modes[place.mode].fast:
                found[at] = _skids(unit, place, slippery)
    return found


def _skids(unit: Unit, place: Place, slippery: frozenset[Hex]) -> int:
    """The same of one way."""
    hex, facing, found = unit.hex, unit.facing, 0
    turned, travelled = unit.motion.turned, unit.motion.travelled > 0
    for step in place.path:
        if not isinstance(step, Step):
            continue
        if step.way in TURNS:
            facing, turned = (facing + TURNS[step.way]) % 6, True
        else:
            found += turned and travelled and hex in slippery
            hex = hex.neighbour(facing if step.way != "back" else (facing + 3) % 6)
            turned, travelled = False, True
    return found


def _slippery(relief: Relief) -> frozenset[Hex]:
    """The hexes that units skid on."""
    return frozenset(hex for hex in relief.board if skids_on(relief.rules, relief.board[hex]))


def crew_at_risk(state: State, unit: Unit, slips: float, likes: Preferences) -> float:
    """What a fall costs by what it may do to the crew, by the chance that it does not hold on: it may be knocked out,
    for as many rounds as it takes to come to, or die. No more than the machine is worth."""
    rules, hits = state.relief.rules, unit.condition.crew_hits + 1
    whole = life(unit)
    if rules[dead](rules, hits):
        return slips * whole
    stays = float(chance_of(rules[STAY_AWAKE][hits]))
    out = min(float(likes.horizon), 1.0 / stays)
    return slips * min(whole, (1.0 - stays) * out * likes.shutdown)


def worth_rising(state: State, unit: Unit, chance: float, of_use: bool, likes: Preferences) -> bool:
    """Whether what a machine can do standing is worth the fall that a try to stand up may end in: its guns count
    more where they are of no use from the ground. Who has somewhere to go does not ask."""
    if aims(state, unit):
        return True
    blow = KICKED * unit.sheet.tons / KICKS if kicks(unit) else 0.0
    fire = sum(gun.damage for gun in guns_ahead(state, unit)) * (1 if of_use else IDLE)
    does = likes.upright * fire + blow
    slips, lands = 1.0 - chance, unit.sheet.tons / LANDS
    return chance * does >= slips * (lands + crew_at_risk(state, unit, slips, likes))
