"""High explosive: the table, the template, and who is under it."""

from __future__ import annotations

import msgspec

from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.platoon.books import BASE
from overheat.platoon.ground.geometry import Body, Spot, edge_to_spot, within
from overheat.platoon.units.weapons import Count

BLAST = BASE("High explosive")


class Blast(msgspec.Struct, frozen=True):
    """What an explosion of a size does: pins, penetration, and hits where no template is laid."""

    pins: Count
    pen: int
    hits: Count


BLASTS: Table[int, Blast] = Table(
    "blast.sizes",
    {
        1: Blast("D2", 1, "D3"),
        2: Blast("D3", 2, "D6"),
        3: Blast("D3", 3, "2D6"),
        4: Blast("D6", 4, "3D6"),
    },
    cite=BLAST,
    implements=("HEAT-base-he-table",),
)


@rule("blast.radius", cite=BLAST, implements=("HEAT-base-he-diameter",))
def radius(rules: Ruleset, size: int) -> float:
    """The size of a blast is the diameter of its template."""
    return size / 2


@rule("blast.covers", cite=BLAST, implements=("HEAT-base-he-template",))
def covers(rules: Ruleset, centre: Spot, radius: float, body: Body) -> bool:
    """A model is under a template when any part of its base, or of its hull, is."""
    return rules[within](rules, edge_to_spot(body, centre), radius)


@rule("blast.hits", cite=BLAST, implements=("HEAT-base-he-template",))
def template_hits(rules: Ruleset, covered: int) -> int:
    """Everyone under the template, friend or foe, takes one hit."""
    return covered


@rule("blast.templates", cite=BLAST, implements=("HEAT-up-agl-templates",))
def templates(rules: Ruleset, hits: int) -> int:
    """Every hit of a weapon with several shots lays a template of its own on the target."""
    return hits


@rule("blast.down", cite=BLAST, implements=("HEAT-base-he-down",))
def hits_when_down(rules: Ruleset, hits: int) -> int:
    """Men who are down take half the hits, rounded down."""
    return hits // 2


@rule("blast.vehicle_hits", cite=BLAST, implements=("HEAT-base-he-vehicle",))
def vehicle_hits(rules: Ruleset) -> int:
    """A vehicle takes a blast as one hit with the penetration of its size."""
    return 1


RULES = (BLASTS, radius, covers, template_hits, templates, hits_when_down, vehicle_hits)
