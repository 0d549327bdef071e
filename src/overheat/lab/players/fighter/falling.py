"""What a fall may do to the crew of a machine, and whether it is worth one to try to stand up."""

from __future__ import annotations

from overheat.classic.battle.chances import chance_of
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.crew import STAY_AWAKE, dead
from overheat.lab.players.classic_aims import aims
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
