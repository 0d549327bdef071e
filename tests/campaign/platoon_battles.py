"""Battles of H.E.A.T by chance: a few units of any kind on the table of any scenario, or its platoons."""

from __future__ import annotations

import random

from overheat.platoon.battle.scenario import scenarios, set_up
from overheat.platoon.battle.state import Setup
from overheat.platoon.game import PlatoonGame
from overheat.platoon.rosters.roster import bundled, muster
from platoon.battles import force, kinds_sold

SMALL = (1, 1, 2, 2, 3)
"""How many units a side has, as often as they stand here."""
LARGE = (8, 12)


def battle(chance: random.Random, game: PlatoonGame, units: tuple[int, ...]) -> Setup:
    """Some units of any kind, with everything that they can buy, on the table of a scenario."""
    plain = scenarios()[chance.choice(sorted(scenarios()))]
    kinds = range(len(kinds_sold(game)))
    first, second = (force(game, sorted(chance.sample(kinds, chance.choice(units)))) for _ in plain.players)
    return Setup(
        name=plain.name,
        players=plain.players,
        table=plain.table,
        zones=plain.zones,
        forces=(first, second),
        objectives=plain.objectives,
    )


def scenario(chance: random.Random, game: PlatoonGame) -> Setup | None:
    """A scenario of the project with its platoons; None where the rules make one cost more than it may."""
    found = scenarios()[chance.choice(sorted(scenarios()))]
    platoons = (muster(bundled()[name], game.ruleset) for name in found.platoons)
    return None if any(platoon.findings for platoon in platoons) else set_up(found, game.ruleset)
