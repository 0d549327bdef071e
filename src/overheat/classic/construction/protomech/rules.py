"""All rules of building a protomech, for the layers to take up."""

from __future__ import annotations

from overheat.classic.construction.protomech import frame as protomechframe
from overheat.classic.construction.protomech import plan as protomechplan
from overheat.classic.construction.protomech import tonnage as protomechtonnage

RULES = (*protomechplan.RULES, *protomechtonnage.RULES, *protomechframe.RULES)
