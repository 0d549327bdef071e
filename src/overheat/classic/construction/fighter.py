"""All rules of building a fighter, for the layers to take up."""

from __future__ import annotations

from overheat.classic.construction import fighterfittings, fighterframe, fightertonnage

RULES = (*fightertonnage.RULES, *fighterframe.RULES, *fighterfittings.RULES)
