"""All rules of building a protomech, for the layers to take up."""

from __future__ import annotations

from overheat.classic.construction import protomechframe, protomechplan, protomechtonnage

RULES = (*protomechplan.RULES, *protomechtonnage.RULES, *protomechframe.RULES)
