"""Buildings: what they stop, what they bear, and how they come down."""

from __future__ import annotations

from math import ceil

from overheat.classic.board.board import Feature, Ground
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.facts.state import Unit
from overheat.kernel.rules.rule import Ruleset, Table, rule

BUILDINGS = TOTAL_WARFARE("Buildings", 166)
SOLDIERS_INSIDE = TOTAL_WARFARE("Attacks against buildings, infantry inside", 172)

FACTORS: Table[int, int] = Table(
    "buildings.factors",
    {1: 15, 2: 40, 3: 90, 4: 120},
    cite=BUILDINGS,
    where="overheat.classic.rules.standard.buildings.FACTORS",
)
"""The construction factor of a light, medium, heavy and hardened building whose map does not say."""


@rule("buildings.factor", cite=BUILDINGS)
def factor(rules: Ruleset, ground: Ground) -> int:
    """What a building can still take: as its map says, else what its kind takes; 0 where there is none."""
    if "building" not in ground:
        return 0
    stated = ground.get("bldg_cf")
    return stated.level if stated is not None else rules[FACTORS][min(4, max(1, ground.amount("building")))]


@rule("buildings.absorbs", cite=BUILDINGS)
def absorbed(rules: Ruleset, factor: int) -> int:
    """Walls stop a tenth of the construction factor of every attack on who is inside, rounded up."""
    return ceil(factor / 10)


@rule("buildings.shelters", cite=BUILDINGS)
def shelters(rules: Ruleset, ground: Ground, unit: Unit) -> bool:
    """A building shelters who is inside it, not who stands on its roof."""
    return "building" in ground and 0 <= unit.elevation < ground.amount("bldg_elev")


REACHING: Table[int, int] = Table(
    "buildings.reaching",
    {1: 75, 2: 50, 3: 25, 4: 0},
    cite=SOLDIERS_INSIDE,
    where="overheat.classic.rules.standard.buildings.REACHING",
)
"""How much in a hundred of an attack on a light, medium, heavy and hardened building reaches soldiers inside."""


@rule("buildings.reaches_soldiers", cite=SOLDIERS_INSIDE)
def reaches_soldiers(rules: Ruleset, ground: Ground, damage: int) -> int:
    """A part of what hits a building also hits all soldiers inside, rounded up, the less the stronger it is built."""
    return ceil(damage * rules[REACHING][min(4, max(1, ground.amount("building")))] / 100)


@rule("buildings.trampled", cite=BUILDINGS)
def trampled(rules: Ruleset, unit: Unit) -> int:
    """A machine or a vehicle that breaks in does the building a tenth of its weight, rounded up; soldiers use doors."""
    return 0 if unit.sheet.kind in ("infantry", "battle armour") else ceil(unit.sheet.tons / 10)


@rule("buildings.scrapes", cite=BUILDINGS)
def scraped(rules: Ruleset, factor: int) -> int:
    """Who breaks in badly is hurt by a tenth of what the walls can take, rounded up."""
    return ceil(factor / 10)


@rule("buildings.bears", cite=BUILDINGS)
def bears(rules: Ruleset, factor: int, units: tuple[Unit, ...]) -> bool:
    """A building bears on its floors and its roof as many tons as its construction factor; who flies weighs nothing."""
    return sum(unit.sheet.tons for unit in units if unit.elevation > 0 and not unit.airborne) <= factor


@rule("buildings.collapse", cite=BUILDINGS)
def collapse_damage(rules: Ruleset, factor: int, levels: int) -> int:
    """A building that comes down does a tenth of what it could take, rounded up, for every level above."""
    return ceil(factor / 10) * max(1, levels)


@rule("buildings.ruins", cite=BUILDINGS)
def ruins(rules: Ruleset, ground: Ground) -> Ground:
    """What is left of a building is rubble."""
    kept = tuple(feature for feature in ground.features if not feature.kind.startswith(("building", "bldg")))
    return Ground(ground.level, (*kept, Feature("rubble")), ground.theme)


RULES = (
    factor,
    absorbed,
    shelters,
    reaches_soldiers,
    trampled,
    scraped,
    bears,
    collapse_damage,
    ruins,
    FACTORS,
    REACHING,
)
