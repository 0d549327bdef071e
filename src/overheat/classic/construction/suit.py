"""All rules of building battle armour, for the layers to take up."""

from __future__ import annotations

from overheat.classic.construction import suitfittings, suitframe, suitplan, suittonnage

RULES = (*suitplan.RULES, *suittonnage.RULES, *suitframe.RULES, *suitfittings.RULES)
