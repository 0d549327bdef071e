"""All rules of building battle armour, for the layers to take up."""

from __future__ import annotations

from overheat.classic.construction.battle_armour import fittings as suitfittings
from overheat.classic.construction.battle_armour import frame as suitframe
from overheat.classic.construction.battle_armour import plan as suitplan
from overheat.classic.construction.battle_armour import tonnage as suittonnage

RULES = (*suitplan.RULES, *suittonnage.RULES, *suitframe.RULES, *suitfittings.RULES)
