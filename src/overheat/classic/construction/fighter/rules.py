"""All rules of building a fighter, for the layers to take up."""

from __future__ import annotations

from overheat.classic.construction.fighter import fittings as fighterfittings
from overheat.classic.construction.fighter import frame as fighterframe
from overheat.classic.construction.fighter import tonnage as fightertonnage

RULES = (*fightertonnage.RULES, *fighterframe.RULES, *fighterfittings.RULES)
