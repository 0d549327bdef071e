"""All rules of building a protomech, for the layers to take up."""

from __future__ import annotations

from overheat.classic.construction import protomechframe, protomechtonnage

RULES = (*protomechtonnage.RULES, *protomechframe.RULES)
